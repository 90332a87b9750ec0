/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink_parts -- what the parts of lockhop shrink share. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SHRINK_PARTS_H
#define LOCKHOP_TOOL_CAMPAIGN_SHRINK_PARTS_H

#include "tool/campaign/check.h"
#include "tool/campaign/shrink.h"
#include "tool/session/session.h"

struct last_run; /* tool/campaign/shrink_result.c */

struct shrink {
  struct check check; /* its jobs and its folders */
  struct description run;
  struct session session; /* of run: its schedule, no machine */
  bool opened;
  struct run_end *wanted, *ended; /* the end of the first run, and of the latest trial */
  const volatile sig_atomic_t *stop;
  struct progress progress;
  char spec[TOPOLOGY_SPEC], first_spec[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  char candidate[FILE_PATH + 32]; /* "trace:" and the file of a trial */
  const char *what;               /* the user's name for the first run */
  char so_far[FILE_PATH - 64];    /* folder of the smallest so far; "": there is none */
  uint64_t kept;                  /* how often it became smaller */
  struct plugin_reading reading;  /* of the user's files, by the latest trial */
  size_t packets, disturbances;   /* at first */
  struct last_run *last;          /* the plan of the result; NULL: there is none */
  uint64_t trials;
  uint64_t
      last_trial; /* the latest trial that made progress or began a part of the search */
  double last_time;
  bool gave_up;      /* the search ended because there was no progress */
  uint64_t not_made; /* trials that ended with an error of the environment, */
  struct err why;    /* and the last of these errors */
};

/* Make a run in a job. Returns the job, valid until jobs_free; NULL with *err, or without
 * an error if the user interrupts. `stop` NULL: do not look for that. */
struct job *shrink_job(struct shrink *s, const struct description *d,
                       const struct settings *settings, const char *report,
                       const volatile sig_atomic_t *stop, struct err *err);

/* Did run b fail the same way as run a? */
bool shrink_alike(const struct run_end *a, const struct run_end *b);

/* Note progress. */
void shrink_progressed(struct shrink *s);

/* Is the search worth another trial? */
bool shrink_patient(struct shrink *s);

bool shrink_write_trace(const struct shrink *s, const struct schedule *schedule,
                        const char *path, struct err *err);

/* The latest trial failed the same way with this schedule: keep it on disk. */
bool shrink_keep(struct shrink *s, const struct schedule *schedule, struct err *err);

/* Repeat the smallest run and keep its evidence. */
bool shrink_finish(struct shrink *s, struct err *err);

/* Print the result; say what it is. */
void shrink_print(const struct shrink *s);
void shrink_tell(struct shrunk *shrunk, const struct shrink *s);

/* Run it in a process of its own; *fails: the same way as the first run. False with *err,
 * or without an error if the user interrupts. */
bool shrink_try(struct shrink *s, const struct description *d, bool *fails,
                struct err *err);

/* Continue with this run. Values that the description leaves open are fixed to those of its
 * session, so that the switch stays the same when the schedule changes. Its traffic becomes
 * its schedule. */
bool shrink_open(struct shrink *s, const struct description *d, struct err *err);

/* Continue on the smallest network of the family on which a run fails the same way, if any.
 */
bool shrink_network(struct shrink *s, const struct description *first, struct err *err);

#endif
