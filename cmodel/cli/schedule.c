/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- lockhop schedule: the packets of a workload. */
#include "cli/simulate.h"

int command_schedule(const struct settings *settings, struct err *err)
{
  struct topology t;
  struct schedule schedule;

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  const struct routing *routing = simulate_routing(&t, settings, err);
  if (!routing || !simulate_schedule(&schedule, &t, routing, settings, err))
    return (int)err->kind;
  if (!schedule_print(&schedule, &t, routing, stdout))
    err_set(err, ERR_ENVIRONMENT, "cannot write the schedule to standard output");
  schedule_free(&schedule);
  return (int)err->kind;
}
