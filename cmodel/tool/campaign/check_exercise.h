/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_exercise -- what the runs of a check reach of what a test must reach, per shape. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_EXERCISE_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_EXERCISE_H

#include "run/exercise/map.h"
#include "tool/campaign/check.h"

struct json_t;

enum check_reach_state {
  CHECK_COUNTS, /* its planned runs are not all over */
  CHECK_WALKS,  /* all packets are being walked, once for the shape */
  CHECK_WALKED, /* it is known what can be reached; further runs may follow */
  CHECK_REACHED /* there are no more runs */
};

/* Of a shape; of the first of engines: of all engines of its network. */
struct check_reached {
  enum check_reach_state state;
  bool has_map;            /* some run has counted */
  struct exercise_map map; /* of all its runs that agree */
  size_t over;             /* runs that have ended, or are not made */
  size_t counted;          /* runs in the map */
  size_t further;          /* runs made beside those of the plan */
  size_t vain;             /* the last of them that have reached nothing new */
  uint64_t number;         /* of the next one */
};

/* The file in which a run puts what it reaches. */
void check_reached_path(const struct check *check, size_t run, char path[FILE_PATH]);

/* A run has agreed: what it has reached is reached.  Error: ERR_ENVIRONMENT. */
bool check_reached_add(struct check *check, size_t run, struct err *err);

/* Start a walk, or put further runs into the plan, where all runs of a shape are over.
 * *started: a job was; *planned: there are new runs. */
bool check_reached_next(struct check *check, bool *started, bool *planned, struct err *err);

/* The job of a walk has ended. */
bool check_reached_walked(struct check *check, size_t shape, const struct job *job,
                          struct err *err);

void check_reached_close(struct check *check);

/* --- text --- */

void check_reached_print(const struct check *check, FILE *file);
struct json_t *check_reached_json(const struct check *check, size_t shape);
void check_reached_html(const struct check *check, FILE *file);

#endif
