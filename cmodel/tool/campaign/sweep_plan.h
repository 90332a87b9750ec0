/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_plan -- the plan of a sweep: which trials, in which order.
 *
 * The file format is in docs/sweep.md.  A plan is a list of cells, one for every
 * combination of topology, packets, traffic and routing; the trials of a cell differ in
 * their seed. Trials are numbered through in the order of the plan.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_PLAN_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_PLAN_H

#include "base/hash.h"
#include "network/topology/topology.h"
#include "network/traffic/lines.h"
#include "tool/campaign/sweep_block.h"
#include "tool/campaign/sweep_search.h"
#include "tool/session/description.h"

#include <stddef.h>
#include <stdint.h>

struct sweep_cell {
  char topology[TOPOLOGY_SPEC]; /* canonical */
  char traffic[LINES_TEXT];     /* as given */
  char run[LINES_TEXT];         /* the same; of a search, that of its first run */
  struct sweep_search search;   /* for saturation; steps 0: none */
  char routing[ROUTING_NAME];   /* canonical */
  uint32_t switches, ports;     /* of the topology */
  uint32_t packets;             /* per terminal */
  uint32_t depth;               /* packets per output queue; 0: no limit */
  uint32_t vcs;                 /* of packets on a link */
  uint32_t lanes;               /* of a switch; 0: as many as lockhop run takes */
  uint32_t trials;              /* >= 1 */
  uint64_t seed;                /* of trial 0; trial k has seed + k */
  uint64_t first;               /* number of trial 0 in the plan */
  bool engines;       /* a collective moved by engines: it has no packets, depth, vcs, lanes
                       * and routing, which are 0 and "" */
  uint64_t transfers; /* of such a one: words that cross links, about */
  uint64_t line;      /* of the plan, where its block begins */
  const struct sweep_options *options; /* what else its block says; NULL: nothing */
};

struct sweep_plan {
  struct sweep_cell *cells; /* [count] */
  size_t count, capacity;
  uint64_t trials;               /* in all, >= 1 */
  struct sweep_options *options; /* of its blocks; NULL: none has any */
  bool mixed;                    /* some of its traffic has two service levels */
  bool searches;                 /* some of its trials search the load of saturation */
  const char *machine;           /* in lock step with the golden one; NULL: that alone */
  struct hash hash; /* of what the plan means: equal for plans with the same trials in the
                     * same order, whose traffic files have the same contents */
};

/* Read a plan and check every combination in it; nothing is run.  `resolution`: with which
 * every traffic is searched for saturation, sweep_search_ask; NULL: as the plan says.  Free
 * the plan in either case.  Errors: ERR_USAGE with the place; ERR_ENVIRONMENT when memory
 * is short. */
bool sweep_plan_read(struct sweep_plan *plan, const char *path, const char *resolution,
                     struct err *err);

/* The same with a block that is in no file, without the place. */
bool sweep_plan_of(struct sweep_plan *plan, const struct sweep_block *block,
                   const char *resolution, struct err *err);

/* Trials run in lock step with a machine of Verilog.  Error: ERR_USAGE when there is none
 * of that name, or a cell has no limit of depth. */
bool sweep_plan_lock_step(struct sweep_plan *plan, const char *machine, const char *path,
                          struct err *err);

/* The run that a trial is: its description, whose strings are the plan's. */
struct description sweep_plan_trial(const struct sweep_plan *plan, uint64_t number);

void sweep_plan_free(struct sweep_plan *plan);

/* The cell of trial `number` in [0, trials). */
const struct sweep_cell *sweep_plan_cell(const struct sweep_plan *plan, uint64_t number);

/* Roughly in proportion to the time that one trial of the cell takes. */
double sweep_plan_cost(const struct sweep_plan *plan, const struct sweep_cell *cell);

#endif
