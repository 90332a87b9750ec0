/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_lab -- what the rows of the swapped dragonfly paper measure with, and the
 * paper. */
#include "network/topology/dragonfly.h"
#include "network/traffic/traffic.h"
#include "papers/dragonfly.h"

#include <stdarg.h>
#include <stdio.h>

const struct lab_size lab_graphs[LAB_GRAPHS] = {
    {1, 2}, {2, 2}, {5, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {4, 4}, {2, 5}, {3, 5}, {4, 8}};

/* --- networks --- */

bool dragonfly_is_example(struct lab_size size)
{
  return size.k == dragonfly_example.k && size.m == dragonfly_example.m;
}

bool dragonfly_open(struct finding *f, struct topology *t, struct lab_size size)
{
  return lab_open(f, t, D3, size.k, size.m);
}

struct survey dragonfly_survey(struct finding *f, const struct lab_size *sizes,
                               uint32_t count)
{
  return survey_sizes(f, D3, sizes, count);
}

struct survey dragonfly_graphs(struct finding *f)
{
  return dragonfly_survey(f, lab_graphs, LAB_GRAPHS);
}

struct survey dragonfly_one(struct finding *f)
{
  return dragonfly_survey(f, &dragonfly_example, 1);
}

uint32_t lab_local(const struct topology *t, uint32_t sw, uint32_t q)
{
  return q == 0 ? sw : lab_link(t, sw, q).to_switch;
}

uint32_t lab_global(const struct topology *t, uint32_t sw, uint32_t g)
{
  return lab_link(t, sw, dragonfly_global(t) + g).to_switch;
}

uint32_t lab_end(const struct topology *t, uint32_t sw, struct d3_vector v)
{
  return lab_local(t, lab_global(t, lab_local(t, sw, v.delta), v.gamma), v.pi);
}

size_t lab_path(const struct topology *t, const struct routing *routing, uint32_t source,
                uint32_t destination, uint64_t header, struct hop hops[LAB_HOPS])
{
  return topology_path(t, routing, source, destination, header, 0, hops, LAB_HOPS);
}

size_t lab_path_of(const struct topology *t, const struct routing *routing, uint32_t source,
                   uint32_t destination, struct hop hops[LAB_HOPS])
{
  const uint64_t header = routing->header(t, source, destination, 0);

  return lab_path(t, routing, source, destination, header, hops);
}

bool dragonfly_is_diagonal(struct lab_size size, uint32_t sw)
{
  return sw / size.m % size.m == sw % size.m;
}

/* --- schedules --- */

void sent_open(struct finding *f, struct sent *sent, const struct topology *t,
               const char *routing)
{
  *sent = (struct sent){.f = f, .t = t, .routing = topology_routing(t, routing, f->err)};
  if (!finding_check(f, sent->routing != NULL))
    sent->routing = &t->routings[0];
}

void sent_make(struct finding *f, struct sent *sent, const struct topology *t,
               const char *traffic, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  va_start(arguments, traffic);
  vsnprintf(text, sizeof text, traffic, arguments);
  va_end(arguments);
  sent_open(f, sent, t, NULL);
  lab_schedule(f, &sent->schedule, t, sent->routing, text);
}

void sent_add(struct sent *sent, uint32_t cycle, uint32_t source, uint32_t destination,
              uint64_t header)
{
  const struct schedule_entry entry = {
      .cycle = cycle, .source = source, .destination = destination, .header = header};

  if (!sent->f->failed)
    finding_check(sent->f,
                  traffic_append(&sent->schedule, &sent->capacity, &entry, sent->f->err));
}

void sent_add_all(struct sent *sent, uint32_t cycle, struct d3_vector v)
{
  for (uint32_t sw = 0; sw < sent->t->switches; sw++)
    sent_add(sent, cycle, sw, d3_end(sent->t, sw, v),
             dragonfly_vector(sent->t, 3, v.gamma, v.pi, v.delta));
}

struct conflicts sent_conflicts(const struct sent *sent)
{
  struct conflicts c = {.count = 0};

  if (!sent->f->failed)
    finding_check(sent->f, conflicts_count(&c, &sent->schedule, sent->t, sent->routing,
                                           sent->f->err));
  return c;
}

uint32_t sent_rounds(const struct sent *sent)
{
  uint32_t rounds = 0, last = UINT32_MAX;

  for (size_t i = 0; i < sent->schedule.count; i++) {
    rounds += sent->schedule.entries[i].cycle != last;
    last = sent->schedule.entries[i].cycle;
  }
  return rounds;
}

void sent_close(struct sent *sent)
{
  schedule_free(&sent->schedule);
}

/* --- runs --- */

struct trial_result dragonfly_run(struct finding *f, struct lab_size size,
                                  const char *traffic, ...)
{
  char spec[TOPOLOGY_SPEC], text[TOPOLOGY_SPEC];
  va_list arguments;

  snprintf(spec, sizeof spec, D3, size.k, size.m);
  va_start(arguments, traffic);
  vsnprintf(text, sizeof text, traffic, arguments);
  va_end(arguments);
  struct description trial = description_of(spec, text);
  trial.depth = 0;
  trial.seed = f->claims->seed;
  return lab_run(f, &trial);
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
struct measured {
  struct trial_result runs[LAB_TABLE][ORDERS];
  bool ran[LAB_TABLE][ORDERS];
};

const struct trial_result *lab_all_to_all(struct finding *f, size_t size,
                                          enum lab_order order)
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

  static const struct trial_result nothing;
  struct measured *measured = claims_measured(f->claims, sizeof *measured, f->err);
  char doing[96];

  if (!finding_check(f, measured != NULL))
    return &nothing;
  snprintf(doing, sizeof doing, "all-to-all of D3(%u,%u), order %s", lab_table[size].k,
           lab_table[size].m, names[order]);
  claims_say(f->claims, doing);
  if (!measured->ran[size][order]) {
    measured->runs[size][order] =
        dragonfly_run(f, lab_table[size], "all-to-all,self=1,order=%s", names[order]);
    measured->ran[size][order] = !f->failed;
  }
  return &measured->runs[size][order];
}

uint64_t lab_rounds(size_t size)
{
  return (uint64_t)lab_table[size].k * lab_table[size].m * lab_table[size].m;
}

bool lab_clean(const struct trial_result *result)
{
  return result->outcome == OUTCOME_PASS && result->conflicts.count == 0;
}

/* --- permutations --- */

bool arena_open(struct finding *f, struct arena *arena, struct lab_size size,
                enum policy policy)
{
  static const char *const routings[POLICIES] = {
      [POLICY_LGL] = "source-vector,holds=0",
      [POLICY_HOLDS] = "source-vector",
      [POLICY_GLGL] = "glgl,holds=0",
      [POLICY_EXCHANGE] = "source-vector,holds=0",
  };
  struct description description =
      description_of(NULL, policy == POLICY_EXCHANGE ? "exchange" : "random");

  description.routing = routings[policy];
  description.depth = 0;
  arena->policy = policy;
  if (!lab_machine_open(f, &arena->machine, description, D3, size.k, size.m))
    return false;
  arena->first = arena->machine.s.schedule.count - arena->machine.s.topology.switches;
  return true;
}

/* Is the packet of router sw the only one from its drawer to its target's? */
static bool is_alone(const struct topology *t, const uint32_t *to, uint32_t sw)
{
  const uint32_t m = d3_m(t);
  uint32_t packets = 0;

  for (uint32_t other = sw / m * m; other < sw / m * m + m; other++)
    packets += to[other] / m == to[sw] / m;
  return packets == 1;
}

static void set(struct arena *arena, const uint32_t *to)
{
  const struct topology *t = &arena->machine.s.topology;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct schedule_entry *entry = &arena->machine.s.schedule.entries[arena->first + sw];
    bool four_hops = arena->policy == POLICY_GLGL ||
                     (arena->policy == POLICY_EXCHANGE && !is_alone(t, to, sw));

    entry->destination = to[sw];
    entry->header = d3_header(t, arena->machine.s.shape.routing,
                              four_hops ? D3_GLGL : D3_LGL, sw, to[sw]);
  }
}

uint64_t arena_steps(struct arena *arena, const uint32_t *to)
{
  OF_BLOCK(run_result, result);

  set(arena, to);
  lab_machine_run(&arena->machine, NULL, NULL, &result);
  return result.outcome == OUTCOME_PASS ? result.statistics.steps : UINT64_MAX;
}

struct conflicts arena_conflicts(struct arena *arena, const uint32_t *to)
{
  const struct session *s = &arena->machine.s;
  struct finding *f = arena->machine.f;
  struct conflicts c = {.count = 0};

  set(arena, to);
  if (lab_continues(f))
    finding_check(
        f, conflicts_count(&c, &s->schedule, &s->topology, s->shape.routing, f->err));
  return c;
}

void arena_close(struct arena *arena)
{
  lab_machine_close(&arena->machine);
}

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u random permutations, and climbs, where all are too many",
           trials);
}

static const struct claim_part *const all_parts[] = {DRAGONFLY_PARTS(CLAIM_PART_POINTER)
                                                         NULL};

static const struct claim_table *const all_tables[] = {DRAGONFLY_TABLES(CLAIM_TABLE_POINTER)
                                                           NULL};

const struct paper claims_dragonfly = {
    .name = "dragonfly",
    .title = "Draper, The Swapped Dragonfly",
    .parts = all_parts,
    .trials_text = trials_text,
    .tables = all_tables,
};
