/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink_parts -- what the parts of lockhop shrink share. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SHRINK_PARTS_H
#define LOCKHOP_TOOL_CAMPAIGN_SHRINK_PARTS_H

#include "tool/campaign/check.h"
#include "tool/session/session.h"

struct last_run; /* tool/campaign/shrink_result.c */

struct shrink {
  struct check check; /* its jobs and its folders */
  struct description run;
  struct session session; /* of run: its schedule, no machine */
  bool opened;
  struct run_end *wanted, *ended; /* how it failed at first; and the last trial */
  const volatile sig_atomic_t *stop;
  struct progress progress;
  char spec[TOPOLOGY_SPEC], first_spec[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  char candidate[FILE_PATH + 32]; /* "trace:", the file of a trial */
  const char *what;               /* the user calls the first run so */
  char so_far[FILE_PATH - 64];    /* folder of the smallest so far; "": there is none */
  uint64_t kept;                  /* how often it became smaller */
  struct plugin_reading reading;  /* of the user's files, by the latest trial */
  size_t packets, disturbances;   /* at first */
  struct last_run *last;          /* the plan of the result; NULL: there is none */
  uint64_t trials;
  uint64_t last_trial; /* that made progress, or began a part of the search */
  double last_time;
  bool gave_up; /* the search ended because there was no progress */
};

/* Make a run in the job; the job until jobs_free.  NULL with *err, or without one when the
 * user wants an end; `stop` NULL: that does not matter. */
struct job *shrink_job(struct shrink *s, const struct description *d,
                       const struct settings *settings, const char *report,
                       const volatile sig_atomic_t *stop, struct err *err);

/* Has run b failed as run a did? */
bool shrink_alike(const struct run_end *a, const struct run_end *b);

/* There was progress. */
void shrink_progressed(struct shrink *s);

/* Is the search worth another trial? */
bool shrink_patient(struct shrink *s);

bool shrink_write_trace(const struct shrink *s, const struct schedule *schedule,
                        const char *path, struct err *err);

/* The latest trial has failed alike, with this schedule: it is on disk from now on. */
bool shrink_keep(struct shrink *s, const struct schedule *schedule, struct err *err);

/* Run the smallest once more, and keep all that it leaves. */
bool shrink_finish(struct shrink *s, struct err *err);

/* What came out. */
void shrink_print(const struct shrink *s);

/* Run it in a process of its own; *fails: as the first one did.  False with *err, or
 * without one when the user wants an end. */
bool shrink_try(struct shrink *s, const struct description *d, bool *fails,
                struct err *err);

/* This is the run from now on.  Everything that the description leaves open is as its
 * session has chosen it, so that the switch stays the same when the schedule changes; and
 * its traffic is its schedule. */
bool shrink_open(struct shrink *s, const struct description *d, struct err *err);

/* Continue on the smallest network of the family on which a run fails the same way, if any.
 */
bool shrink_network(struct shrink *s, const struct description *first, struct err *err);

#endif
