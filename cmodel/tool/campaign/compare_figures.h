/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_figures -- what the runs of a design at several loads say together:
 * docs/compare.md. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_COMPARE_FIGURES_H
#define LOCKHOP_TOOL_CAMPAIGN_COMPARE_FIGURES_H

#include "run/lockstep/service.h"

/* The figures of a run that passed. */
struct compare_numbers {
  double offered, accepted; /* packets per terminal and cycle */
  double mean;              /* latency, cycles */
  uint64_t median, p99, most;
  double cycles_per_hop;
  struct service_figures service;
};

/* Does the accepted load follow the offered one? */
bool compare_keeps_up(const struct compare_numbers *numbers);

/* The greatest accepted load of runs at [count] loads; *beyond: all of them keep up. */
double compare_saturation(const struct compare_numbers *numbers, size_t count,
                          bool *beyond);

/* The greatest load, by number, at which all designs keep up, each of which has numbers
 * [count]; 0 where there is none. */
size_t compare_common(const struct compare_numbers *const *designs, size_t design_count,
                      size_t count);

#endif
