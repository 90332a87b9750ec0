/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dependency -- which channels can wait for which: may a routing deadlock? */
#include "topology/dependency.h"

#include "base/bits.h"
#include "base/rng.h"
#include "component/alternate_destination_selector.h"

#include <stdlib.h>
#include <string.h>

#define NO_CHANNEL UINT32_MAX

/* A packet at a switch, and the channel that it came by. */
struct state {
  uint64_t header;
  uint32_t at;
  uint32_t came_by; /* NO_CHANNEL: it started here */
  uint32_t phase;
  bool used; /* of an entry of the table */
};

struct walk {
  struct topology t; /* the small one */
  const struct routing *routing;
  uint32_t vcs;
  uint32_t phases;
  uint32_t channels;
  bool *depends; /* [channels * channels] */
  struct priorities {
    bool any;
    uint16_t lowest, highest;
  } * priorities;      /* [channels] of the packets that go there */
  struct state *table; /* [capacity] states seen: hashing with linear probing */
  size_t capacity;     /* a power of two */
  size_t count;
  struct state *stack; /* [stack_capacity] states to be looked at */
  size_t stack_count, stack_capacity;
  bool short_of_memory;
};

/* --- states --- */

static size_t slot_of(const struct walk *w, const struct state *state)
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

static bool grow_table(struct walk *w)
{
  struct walk larger = *w;

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

static bool grow_stack(struct walk *w)
{
  size_t capacity = w->stack_capacity ? 2 * w->stack_capacity : 1024;
  struct state *larger = realloc(w->stack, capacity * sizeof *larger);

  if (!larger)
    return false;
  w->stack = larger;
  w->stack_capacity = capacity;
  return true;
}

/* Look at a state later, if it is new. */
static void visit(struct walk *w, struct state state)
{
  state.used = true;
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

/* --- walking --- */

static uint32_t channel_number(const struct walk *w, uint32_t sw, uint32_t port,
                               uint32_t channel_vc)
{
  return (sw * w->t.ports + port) * w->vcs + channel_vc;
}

static void note_priority(struct walk *w, uint32_t channel, uint16_t priority)
{
  struct priorities *p = &w->priorities[channel];

  if (!p->any || priority < p->lowest)
    p->lowest = priority;
  if (!p->any || priority > p->highest)
    p->highest = priority;
  p->any = true;
}

/* The packet goes on as the route unit says for one random word. */
static void step(struct walk *w, const struct state *from, uint32_t random)
{
  struct route_out way = w->routing->unit->comb(&(struct route_in){
      .here = topology_here(&w->t, from->at),
      .header = from->header,
      .random = random,
      .ports = w->t.ports,
      .phase = from->phase,
      .parameters = w->t.parameters,
  });

  if (way.eject && way.ports == 0)
    return;
  if (way.wait) {
    /* Nothing waits for it: it goes to the waiting store, with the header that it has, and
     * starts from there in some phase. */
    for (uint32_t phase = 0; phase < w->phases; phase++)
      visit(w, (struct state){.header = from->header,
                              .at = from->at,
                              .came_by = NO_CHANNEL,
                              .phase = phase});
    if (from->came_by != NO_CHANNEL)
      return;
  }
  uint32_t own = way.vc < w->vcs ? way.vc : w->vcs - 1;
  for (uint64_t ports = way.ports; ports; ports &= ports - 1) {
    uint32_t port = bits_lowest(ports);
    uint32_t channel = channel_number(w, from->at, port, own);

    note_priority(w, channel, way.priority);
    if (from->came_by != NO_CHANNEL)
      w->depends[(size_t)from->came_by * w->channels + channel] = true;
    visit(w, (struct state){.header = way.header,
                            .at = topology_link(&w->t, from->at, port).to_switch,
                            .came_by = channel,
                            .phase = from->phase});
  }
}

/* All random words that make a difference: those of the dimensions, and of a port. */
static void step_all(struct walk *w, const struct state *from)
{
  if (!w->routing->unit->has_random) {
    step(w, from, 0);
    return;
  }
  for (uint32_t bits = 0; bits < UINT32_C(1) << w->t.ports; bits++)
    for (uint32_t port = 0; port < w->t.ports; port++) {
      uint32_t part = ((port << ALTERNATE_BITS) + w->t.ports - 1) / w->t.ports;

      step(w, from, part << ALTERNATE_LSB | bits);
    }
}

static void start(struct walk *w, bool start_in_ports)
{
  for (uint32_t source = 0; source < w->t.terminals; source++)
    for (uint32_t destination = 0; destination < w->t.terminals; destination++)
      for (uint64_t random = 0; random < w->t.switches; random++) {
        struct state state = {
            .header = w->routing->header(&w->t, source, destination, random),
            .at = topology_source(&w->t, source),
            .came_by = NO_CHANNEL,
        };

        if (!start_in_ports)
          visit(w, state);
        /* As if it had come by the link that arrives there. */
        for (uint32_t sw = 0; start_in_ports && sw < w->t.switches; sw++)
          for (uint32_t port = 0; port < w->t.ports; port++)
            if (topology_link(&w->t, sw, port).to_switch == state.at) {
              state.came_by = channel_number(w, sw, port, 0);
              visit(w, state);
            }
      }
}

/* --- a cycle --- */

/* Walk along dependencies from `channel`; path[channels], its length so far.  `done`: no
 * cycle is reached from there. */
static bool find_cycle(const struct walk *w, uint32_t channel, uint32_t *path,
                       size_t length, bool *done, struct dependency *d)
{
  for (size_t i = 0; i < length; i++) {
    if (path[i] != channel)
      continue;
    d->cycle_length = length - i;
    for (size_t k = 0; k < d->cycle_length && k < DEPENDENCY_CYCLE; k++)
      d->cycle[k] = (struct channel){
          .from_switch = path[i + k] / w->vcs / w->t.ports,
          .from_port = path[i + k] / w->vcs % w->t.ports,
          .channel_vc = path[i + k] % w->vcs,
      };
    return true;
  }
  path[length] = channel;
  for (uint32_t next = 0; next < w->channels; next++)
    if (w->depends[(size_t)channel * w->channels + next] && !done[next] &&
        find_cycle(w, next, path, length + 1, done, d))
      return true;
  done[channel] = true;
  return false;
}

static bool judge(const struct walk *w, struct dependency *d)
{
  uint32_t *path = calloc(w->channels, sizeof *path);
  bool *done = calloc(w->channels, sizeof *done);

  for (size_t i = 0; i < (size_t)w->channels * w->channels; i++)
    d->dependencies += w->depends[i];
  for (uint32_t channel = 0; channel < w->channels; channel++)
    d->mixed += w->priorities[channel].lowest != w->priorities[channel].highest;
  for (uint32_t channel = 0; path && done && channel < w->channels; channel++)
    if (!done[channel] && find_cycle(w, channel, path, 0, done, d))
      break;
  bool good = path && done;
  free(path);
  free(done);
  return good;
}

bool dependency_check(struct dependency *d, const struct topology *t,
                      const struct routing *routing, uint32_t vcs, bool start_in_ports,
                      struct err *err)
{
  TOPOLOGY_OF_BLOCK(small);
  char spec[TOPOLOGY_SPEC];

  t->row->small(t, spec);
  return topology_open(&small, spec, err) &&
         dependency_walk(d, &small, routing, vcs, start_in_ports, err);
}

bool dependency_walk(struct dependency *d, const struct topology *t,
                     const struct routing *routing, uint32_t vcs, bool start_in_ports,
                     struct err *err)
{
  struct walk w = {.t = *t, .routing = routing, .vcs = vcs};

  *d = (struct dependency){.dependencies = 0};
  memcpy(d->spec, t->spec, sizeof d->spec);
  w.channels = w.t.switches * w.t.ports * vcs;
  w.phases = routing->phases.count ? routing->phases.count(&w.t) : 1;
  w.depends = calloc((size_t)w.channels * w.channels, sizeof *w.depends);
  w.priorities = calloc(w.channels, sizeof *w.priorities);
  bool good = w.depends && w.priorities;
  if (good) {
    start(&w, start_in_ports);
    while (w.stack_count > 0 && !w.short_of_memory) {
      struct state state = w.stack[--w.stack_count];

      step_all(&w, &state);
    }
    good = !w.short_of_memory && judge(&w, d);
  }
  free(w.depends);
  free(w.priorities);
  free(w.table);
  free(w.stack);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory to check %s", d->spec);
}
