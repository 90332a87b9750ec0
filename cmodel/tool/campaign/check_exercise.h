/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_exercise -- the exercise map of each shape: what its runs reached of what a test
 * must reach. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_EXERCISE_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_EXERCISE_H

#include "run/exercise/map.h"
#include "tool/campaign/check.h"

struct json_t;

enum check_reach_state {
  CHECK_COUNTS, /* some of its planned runs have not ended */
  CHECK_WALKS,  /* a job explores all packets, once per shape */
  CHECK_WALKED, /* the reachable items are known; further runs may follow */
  CHECK_REACHED /* no more runs follow */
};

/* Of a shape; of the first of engines: of all engines of its network. */
struct check_reached {
  enum check_reach_state state;
  bool has_map;            /* some run has counted items */
  struct exercise_map map; /* merged over all its runs that agree */
  size_t over;             /* runs that ended or will not be made */
  size_t counted;          /* runs in the map */
  size_t further;          /* runs made in addition to the plan */
  size_t vain;             /* how many of the latest reached nothing new */
  uint64_t number;         /* number of the next one */
};

/* The map file of a run. */
void check_reached_path(const struct check *check, size_t run, char path[FILE_PATH]);

/* Merge the map of a run that agreed. Error: ERR_ENVIRONMENT. */
bool check_reached_add(struct check *check, size_t run, struct err *err);

/* Where all runs of a shape have ended: start an exploration, or plan further runs.
 * *started: a job was; *planned: there are new runs. */
bool check_reached_next(struct check *check, bool *started, bool *planned, struct err *err);

/* A job of exploration has ended. */
bool check_reached_walked(struct check *check, size_t shape, const struct job *job,
                          struct err *err);

void check_reached_close(struct check *check);

/* --- text --- */

void check_reached_print(const struct check *check, FILE *file);
struct json_t *check_reached_json(const struct check *check, size_t shape);
void check_reached_html(const struct check *check, FILE *file);

#endif
