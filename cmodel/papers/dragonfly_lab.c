/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_lab -- what the rows of the swapped dragonfly paper measure with. */
#include "network/topology/dragonfly.h"
#include "network/traffic/traffic.h"
#include "papers/dragonfly.h"

#include <stdarg.h>

const struct lab_size lab_graphs[LAB_GRAPHS] = {
    {1, 2}, {2, 2}, {5, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {4, 4}, {2, 5}, {3, 5}, {4, 8}};

/* --- the graph --- */

bool dragonfly_open(struct topology *t, struct lab_size size, struct err *err)
{
  return lab_open(t, err, "d3:%u,%u", size.k, size.m);
}

uint32_t lab_local(const struct topology *t, uint32_t sw, uint32_t q)
{
  return q == 0 ? sw : lab_link(t, sw, q).to_switch;
}

uint32_t lab_global(const struct topology *t, uint32_t sw, uint32_t g)
{
  return lab_link(t, sw, dragonfly_global(t) + g).to_switch;
}

uint32_t lab_walk(const struct topology *t, uint32_t sw, struct d3_vector v)
{
  return lab_local(t, lab_global(t, lab_local(t, sw, v.delta), v.gamma), v.pi);
}

size_t lab_path(const struct topology *t, const struct routing *routing, uint32_t source,
                uint32_t destination, uint64_t header, struct hop hops[LAB_HOPS])
{
  return topology_path(t, routing, source, destination, header, 0, hops, LAB_HOPS);
}

/* --- schedules --- */

bool lab_plan_open(struct lab_plan *plan, const struct topology *t, const char *routing,
                   struct err *err)
{
  *plan = (struct lab_plan){.t = t, .routing = topology_routing(t, routing, err)};
  return plan->routing != NULL;
}

bool lab_plan_make(struct lab_plan *plan, const struct topology *t, const char *routing,
                   struct err *err, const char *traffic, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  va_start(arguments, traffic);
  vsnprintf(text, sizeof text, traffic, arguments);
  va_end(arguments);
  return lab_plan_open(plan, t, routing, err) &&
         schedule_make(&plan->schedule,
                       &(struct traffic_request){.topology = t,
                                                 .routing = plan->routing,
                                                 .traffic = text,
                                                 .packets = 1,
                                                 .seed = 1},
                       err);
}

bool lab_plan_send(struct lab_plan *plan, uint32_t cycle, uint32_t source,
                   uint32_t destination, uint64_t header, struct err *err)
{
  return traffic_append(
      &plan->schedule, &plan->capacity,
      &(struct schedule_entry){
          .cycle = cycle, .source = source, .destination = destination, .header = header},
      err);
}

bool lab_plan_count(const struct lab_plan *plan, struct conflicts *c, struct err *err)
{
  return conflicts_count(c, &plan->schedule, plan->t, plan->routing, err);
}

void lab_plan_close(struct lab_plan *plan)
{
  schedule_free(&plan->schedule);
}

/* --- runs --- */

bool dragonfly_run(const struct claims *claims, struct lab_size size, const char *routing,
                   struct trial_result *result, struct err *err, const char *traffic, ...)
{
  char spec[TOPOLOGY_SPEC], text[TOPOLOGY_SPEC];
  va_list arguments;

  snprintf(spec, sizeof spec, "d3:%u,%u", size.k, size.m);
  va_start(arguments, traffic);
  vsnprintf(text, sizeof text, traffic, arguments);
  va_end(arguments);
  struct description trial = description_of(spec, text);
  trial.routing = routing;
  trial.depth = 0;
  trial.seed = claims->seed;
  return lab_trial(claims, &trial, result, err);
}

/* As large as all the others together; its test sets a smaller one where that takes long.
 */
#ifndef LAB_LARGEST
#define LAB_LARGEST 8, 16
#endif

const struct lab_size lab_table[LAB_TABLE] = {
    {1, 2}, {2, 2}, {4, 2}, {1, 3}, {2, 3}, {3, 3}, {1, 4}, {2, 4}, {3, 4},       {4, 4},
    {5, 4}, {8, 4}, {2, 5}, {3, 5}, {4, 5}, {2, 6}, {4, 6}, {4, 8}, {LAB_LARGEST}};

/* What was run already. */
struct cells {
  struct trial_result runs[LAB_TABLE][ORDERS];
  bool ran[LAB_TABLE][ORDERS];
};

const struct trial_result *lab_all_to_all(struct claims *claims, size_t size,
                                          enum lab_order order, struct err *err)
{
  static const char *const names[ORDERS] = {
      [ORDER_PRINTED] = "printed",
      [ORDER_MINIMAL] = "minimal",
      [ORDER_ZERO_WAIT] = "zero-wait",
      [ORDER_NO_WAITS] = "protocol-1",
      [ORDER_PROTOCOL_2] = "protocol-2",
      [ORDER_PROTOCOL_3] = "protocol-3",
      [ORDER_LIFO] = "lifo",
  };

  struct cells *cells = claims_cells(claims, sizeof *cells, err);
  char doing[96];

  if (!cells)
    return NULL;
  snprintf(doing, sizeof doing, "all-to-all of D3(%u,%u), order %s", lab_table[size].k,
           lab_table[size].m, names[order]);
  claims_say(claims, doing);
  if (!cells->ran[size][order] &&
      !dragonfly_run(claims, lab_table[size], NULL, &cells->runs[size][order], err,
                     "all-to-all,self=1,order=%s", names[order]))
    return NULL;
  cells->ran[size][order] = true;
  return &cells->runs[size][order];
}

bool lab_clean(const struct trial_result *result)
{
  return result->outcome == OUTCOME_PASS && result->conflicts.count == 0;
}
