/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- lockhop schedule: the packets of a workload, or the links that they cross. */
#include "base/file.h"
#include "cli/simulate.h"

#include <inttypes.h>

static void print_use(void *self, const struct link_use *use)
{
  const struct topology *t = self;
  char address[ADDRESS_TEXT], port[PORT_TEXT];

  if (ferror(stdout))
    return;
  t->row->print_address(t, use->at, address);
  topology_print_port(t, use->port, port);
  printf("%u %" PRIu64 " %u %s %u %s\n", use->packet, use->step, use->at, address,
         use->port, port);
}

/* Every link that every packet crosses, as if none ever waited. */
static void print_steps(const struct schedule *schedule, struct topology *t,
                        const struct routing *routing, struct err *err)
{
  struct conflicts conflicts;

  if (!routing->timed) {
    err_set(err, ERR_USAGE,
            "--steps follows the counter in the header of a packet, which routing %s has "
            "not or changes at launch; take another, such as source-vector of d3:K,M",
            routing->name);
    return;
  }
  printf("# packet step switch address port name\n");
  if (!conflicts_follow(&conflicts, schedule, t, routing, print_use, t, err))
    return;
  printf("# link_conflicts %" PRIu64 " conflict_steps %" PRIu64 " scheduled_steps %" PRIu64
         "\n",
         conflicts.count, conflicts.steps, conflicts.last);
  conflicts_refuse(&conflicts, schedule, t, err);
}

int command_schedule(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  struct schedule schedule;

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  const struct description description = simulate_describe(settings);
  const struct routing *routing = session_routing(&t, &description, err);
  if (!routing || !session_schedule(&schedule, &t, routing, &description, err))
    return (int)err->kind;
  if (settings->steps)
    print_steps(&schedule, &t, routing, err);
  else
    schedule_print(&schedule, &t, routing, stdout);
  if (err->kind == ERR_NONE && ferror(stdout) && !file_reader_left(stdout))
    err_set(err, ERR_ENVIRONMENT, "cannot write the schedule to standard output");
  schedule_free(&schedule);
  return (int)err->kind;
}
