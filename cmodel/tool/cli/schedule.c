/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- lockhop schedule: the packets of a workload, or the links that they cross, or
 * how many pass each level. */
#include "base/file.h"
#include "network/traffic/loads.h"
#include "tool/cli/command.h"
#include "tool/cli/structure.h"
#include "tool/cli/transfers.h"
#include "tool/console/simulate.h"

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

/* Print every link that every packet crosses, if no packet waits. */
static void print_steps(const struct schedule *schedule, struct topology *t,
                        const struct routing *routing, struct err *err)
{
  struct conflicts conflicts;

  if (!routing->timed) {
    err_set(err, ERR_USAGE,
            "--steps needs the counter in the packet header; routing %s has none, or "
            "changes it at launch; use another, such as source-vector of d3:K,M",
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

/* " PACKETS COUNT SWITCH ADDRESS", and the port of a link; dashes where nothing passes. */
static void print_peak(const struct topology *t, const struct load_peak *peak, bool link)
{
  char address[ADDRESS_TEXT];

  if (peak->packets == 0) {
    printf(link ? " 0 0 - - -" : " 0 0 - -");
    return;
  }
  t->row->print_address(t, peak->at, address);
  printf(" %" PRIu32 " %" PRIu32 " %" PRIu32 " %s", peak->packets, peak->count, peak->at,
         address);
  if (link)
    printf(" %" PRIu32, peak->port);
}

/* What passes the busiest switch and link of every level. */
static void print_loads(const struct schedule *schedule, const struct topology *t,
                        const struct routing *routing, struct err *err)
{
  struct path_loads loads;

  if (!path_loads_count(&loads, schedule, t, routing, err))
    return;
  printf("# level packets switches first address link_packets links from address port\n");
  for (uint32_t level = 0; level < topology_levels(t) && !ferror(stdout); level++) {
    const struct level_load most = path_loads_level(&loads, level);

    printf("%" PRIu32, level);
    print_peak(t, &most.switches, false);
    print_peak(t, &most.links, true);
    printf("\n");
  }
  path_loads_close(&loads);
}

/* Words that collective engines move have steps, not paths. */
static void print_collective(const struct settings *settings, const struct topology *t,
                             const struct description *description, struct err *err)
{
  if (settings->loads)
    err_set(
        err, ERR_USAGE,
        "--loads follows packets by their routing, and %s moves by programs; use --steps",
        description->traffic);
  else
    transfers_print(t, description->traffic, description->seed, err);
}

static bool options_fit(const struct settings *settings, struct err *err)
{
  if (settings->steps + settings->loads + settings->colours > 1)
    return err_set(err, ERR_USAGE,
                   "--steps, --loads and --colors are three outputs; give one");
  return settings->colours || !settings->json ||
         err_set(err, ERR_USAGE, "--json is for --colors");
}

int command_schedule(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  struct schedule schedule;

  const struct description description = settings->run;

  if (!options_fit(settings, err) || !session_topology(&t, &description, err))
    return (int)err->kind;
  if ((settings->steps || settings->loads) && transfers_are_of(&t, description.traffic)) {
    print_collective(settings, &t, &description, err);
    return (int)err->kind;
  }
  const struct routing *routing = session_routing(&t, &description, err);
  if (!routing || !session_schedule(&schedule, &t, routing, &description, err))
    return (int)err->kind;
  if (settings->steps)
    print_steps(&schedule, &t, routing, err);
  else if (settings->loads)
    print_loads(&schedule, &t, routing, err);
  else if (settings->colours)
    colours_print(settings, &schedule, &t, routing, err);
  else
    schedule_print(&schedule, &t, routing, stdout);
  if (err->kind == ERR_NONE && ferror(stdout) && !file_reader_left(stdout))
    err_set(err, ERR_ENVIRONMENT, "cannot write the schedule to standard output");
  schedule_free(&schedule);
  return (int)err->kind;
}
