/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* explore -- all states that packets of a small network can be in. */
#include "network/topology/explore.h"

#include "base/bits.h"
#include "base/rng.h"

#include <stdlib.h>

/* --- states --- */

static size_t slot_of(const struct exploration *w, const struct explore_state *state)
{
  uint64_t hash = rng_mix(
      state->header ^ rng_mix((uint64_t)state->at << 33 ^ (uint64_t)state->came_by << 1));
  size_t slot = rng_mix(hash ^ state->phase) & (w->capacity - 1);

  while (w->table[slot].used &&
         !(w->table[slot].header == state->header && w->table[slot].at == state->at &&
           w->table[slot].came_by == state->came_by &&
           w->table[slot].phase == state->phase))
    slot = (slot + 1) & (w->capacity - 1);
  return slot;
}

static bool grow_table(struct exploration *w)
{
  struct exploration larger = *w;

  larger.capacity = w->capacity ? 2 * w->capacity : 1024;
  larger.table = calloc(larger.capacity, sizeof *larger.table);
  if (!larger.table)
    return false;
  for (size_t i = 0; i < w->capacity; i++)
    if (w->table[i].used)
      larger.table[slot_of(&larger, &w->table[i])] = w->table[i];
  free(w->table);
  *w = larger;
  return true;
}

static bool grow_stack(struct exploration *w)
{
  size_t capacity = w->stack_capacity ? 2 * w->stack_capacity : 1024;
  struct explore_state *larger = realloc(w->stack, capacity * sizeof *larger);

  if (!larger)
    return false;
  w->stack = larger;
  w->stack_capacity = capacity;
  return true;
}

/* Look at a state later, if it is new. */
static void visit(struct exploration *w, struct explore_state state)
{
  state.used = true;
  if (w->request.limit && w->count >= w->request.limit) {
    w->over = true;
    return;
  }
  if ((2 * w->count >= w->capacity && !grow_table(w)) ||
      (w->stack_count == w->stack_capacity && !grow_stack(w))) {
    w->short_of_memory = true;
    return;
  }
  size_t slot = slot_of(w, &state);
  if (w->table[slot].used)
    return;
  w->table[slot] = state;
  w->count++;
  w->stack[w->stack_count++] = state;
}

static void visit_phases(struct exploration *w, struct explore_state state)
{
  for (state.phase = 0; state.phase < w->phases; state.phase++)
    visit(w, state);
}

/* --- following a packet --- */

/* The packet goes on as the route unit says for one random word. */
static void step(struct exploration *w, const struct explore_state *from, uint32_t random)
{
  const struct topology *t = w->request.topology;
  struct route_in in = topology_route_in(t, from->at, from->header);

  in.random = random;
  in.phase = from->phase;
  const struct route_out way = w->request.routing->unit->comb(&in);
  const uint32_t own = way.vc < w->request.vcs ? way.vc : w->request.vcs - 1;

  w->steps++;
  w->request.visit(w->request.self, from, &way, own);
  /* To the waiting store with the header that it has; from there in some phase. */
  if (way.wait)
    visit_phases(w, (struct explore_state){
                        .header = from->header, .at = from->at, .came_by = EXPLORE_STORE});
  for (uint64_t ports = way.ports; ports; ports &= ports - 1) {
    const uint32_t port = bits_lowest(ports);
    const struct explore_state next = {
        .header = way.header,
        .at = topology_link(t, from->at, port).to_switch,
        .came_by = explore_channel(&w->request, from->at, port, own),
        .phase = from->phase};

    if (w->request.any_phase)
      visit_phases(w, next);
    else
      visit(w, next);
  }
}

/* All random words that make a difference. */
static void step_all(struct exploration *w, const struct explore_state *from)
{
  const struct route_unit *unit = w->request.routing->unit;
  uint32_t words[ROUTE_WORDS] = {0}, count = 1;

  if (unit->words && from->came_by != EXPLORE_STORE) {
    const struct route_in in =
        topology_route_in(w->request.topology, from->at, from->header);

    count = unit->words(&in, words);
  }
  for (uint32_t i = 0; i < count; i++)
    step(w, from, words[i]);
}

/* --- starting --- */

static void start_in_ports(struct exploration *w, struct explore_state state)
{
  const struct topology *t = w->request.topology;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      if (topology_link(t, sw, port).to_switch == state.at) {
        state.came_by = explore_channel(&w->request, sw, port, 0);
        visit(w, state);
      }
}

static void start_launched(struct exploration *w, uint32_t at, uint64_t header)
{
  struct explore_state state = {.header = header, .at = at, .came_by = EXPLORE_LANE};

  do {
    if (w->request.start_in_ports)
      start_in_ports(w, state);
    else
      visit(w, state);
  } while (w->request.any_phase && ++state.phase < w->phases);
}

static uint32_t no_packets(const void *self, uint32_t sw, uint32_t port)
{
  (void)self;
  (void)sw;
  (void)port;
  return 0;
}

void explore_start(struct exploration *w, uint32_t source, uint64_t header)
{
  const struct routing *routing = w->request.routing;
  const uint32_t at = topology_source(w->request.topology, source);

  start_launched(w, at, header);
  if (routing->launch)
    start_launched(w, at,
                   routing->launch(w->request.topology, at, header,
                                   &(struct queue_view){.packets = no_packets}));
}

void explore_start_all(struct exploration *w)
{
  const struct topology *t = w->request.topology;
  const struct routing *routing = w->request.routing;
  const uint64_t words = routing->header_random ? t->switches : 1;
  /* Terminals of a site are alike, if their headers are. */
  const uint32_t step = routing->of_terminals ? 1 : t->per_site;
  const uint64_t ends = t->terminals / step, headers = ends * ends;

  if (w->request.limit && headers > w->request.limit * EXPLORE_WORK / words) {
    w->over = true;
    return;
  }
  for (uint32_t source = 0; source < t->terminals && !w->short_of_memory; source += step)
    for (uint32_t destination = 0; destination < t->terminals; destination += step)
      for (uint64_t random = 0; random < words; random++)
        explore_start(w, source, topology_header(t, routing, source, destination, random));
}

void explore_open(struct exploration *w, const struct explore_request *request)
{
  const struct routing *routing = request->routing;

  *w = (struct exploration){.request = *request};
  w->phases = routing->phases.count ? routing->phases.count(request->topology) : 1;
}

void explore_close(struct exploration *w)
{
  free(w->table);
  free(w->stack);
  *w = (struct exploration){.table = NULL};
}

bool explore_run(struct exploration *w)
{
  while (w->stack_count > 0 && !w->short_of_memory && !w->over) {
    struct explore_state state = w->stack[--w->stack_count];

    step_all(w, &state);
    w->over = w->over || (w->request.limit && w->steps > w->request.limit * EXPLORE_WORK);
  }
  return !w->short_of_memory && !w->over;
}
