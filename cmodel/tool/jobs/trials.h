/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trials -- a job of many trials (tool/session/trial.h), and their numbers as JSON.
 *
 * A trial can take microseconds, and a job costs two processes.
 */
#ifndef LOCKHOP_TOOL_JOBS_TRIALS_H
#define LOCKHOP_TOOL_JOBS_TRIALS_H

#include "tool/console/settings.h"
#include "tool/session/trial.h"

#include <jansson.h>

enum { TRIALS_MOST = 1024 }; /* of a job */

/* The result of such a job, without pointers. */
struct trials_found {
  size_t done; /* if fewer than asked for, the next one ended with an error */
  struct trial_result results[TRIALS_MOST];
};

/* The description of trial `number` of a job. */
typedef struct description trial_of(const void *self, size_t number);

/* Makes trial `number`, of this description.  Errors: those of trial_run. */
typedef bool trial_make(const void *self, size_t number, const struct description *trial,
                        struct trial_result *result, struct err *err);

/* Run trials [0, count), count <= TRIALS_MOST, one after another; of the settings count
 * --memory, and how many jobs share it.  make: NULL: a trial is one run.  Error: that of
 * trial found->done. */
bool trials_run(struct trials_found *found, size_t count, trial_of *of, trial_make *make,
                const void *self, const struct settings *settings, struct err *err);

/* An array of objects.  NULL: memory is short. */
json_t *trials_json(const struct trials_found *found);

/* False: it is none. */
bool trials_read(struct trials_found *found, const json_t *json);

/* The outcome of the first that did not pass; OUTCOME_PASS: all did. */
enum outcome trials_outcome(const struct trials_found *found);

#endif
