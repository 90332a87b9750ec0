/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_search -- a trial that searches the load at which a network saturates.
 *
 * Traffic of an open loop with load=saturation:R is one trial of several runs: by
 * bisection, the greatest multiple of R, at most 1, at which the network is stable.  It is
 * stable when the run passes, at least 95 % of the offered load is accepted, and the mean
 * latency is at most 3 times that at the load R (docs/sweep.md#the-load-of-saturation).
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_SEARCH_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_SEARCH_H

#include "base/decimal.h"
#include "network/traffic/lines.h"
#include "tool/session/trial.h"

struct sweep_search {
  uint64_t unit;  /* R in 10^-9 */
  uint32_t steps; /* floor(1 / R), the multiples that there are; 0: no search */
};

/* What the traffic of a plan asks for.  Error: ERR_USAGE, without the place, for a
 * resolution that is none in [0.0001, 0.5]. */
bool sweep_search_read(struct sweep_search *search, const char *traffic, struct err *err);

/* Traffic without a load, asked for its saturation: text is `traffic` with
 * load=saturation:RESOLUTION.  Error: ERR_USAGE, without the place, for traffic that has a
 * load already. */
bool sweep_search_ask(char text[LINES_TEXT], const char *traffic, const char *resolution,
                      struct err *err);

/* The traffic at `step` times the resolution.  Error: ERR_USAGE when it is too long. */
bool sweep_search_traffic(char text[LINES_TEXT], const struct sweep_search *search,
                          const char *traffic, uint32_t step, struct err *err);

/* The load of a result, as in a row. */
void sweep_search_load(char text[DECIMAL_TEXT], const struct sweep_search *search,
                       const struct trial_result *result);

/* How many runs a search makes, at most. */
uint32_t sweep_search_runs(const struct sweep_search *search);

/* Make the runs of a trial, whose traffic is as in the plan.  The result is that of the run
 * at the greatest stable load, its `step` that load; or of the run at the least load, step
 * 0, when that is not stable; or of a run that lost a packet.  Errors: those of trial_run.
 */
bool sweep_search_run(const struct sweep_search *search,
                      const struct description *description, const char *traffic,
                      struct trial_result *result, struct err *err);

#endif
