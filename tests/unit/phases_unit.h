/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* phases_unit -- what the tests of phases share: runs of rand-sync that are watched. */
#ifndef LOCKHOP_TESTS_PHASES_UNIT_H
#define LOCKHOP_TESTS_PHASES_UNIT_H

#include "run/machine/phases.h"
#include "tests/unit/support.h"

enum { SEED = 3, CYCLES_MAX = 4096, PACKETS_MAX = 1024 };

/* Between the run and the golden machine: keeps the phases that the run asks for. */
struct spy {
  struct machine inner;
  uint64_t cycles;
  uint32_t phases[CYCLES_MAX]; /* of the next cycle, asked in cycle c */
};

static inline bool spy_reset(void *self, uint64_t seed, struct err *err)
{
  struct spy *s = self;

  s->cycles = 0;
  return s->inner.ops->reset(s->inner.self, seed, err);
}

static inline void spy_exchange(void *self, const struct stimulus *stimulus)
{
  struct spy *s = self;

  assert_true(s->cycles < CYCLES_MAX);
  s->phases[s->cycles++] = stimulus->phase;
  machine_tick(&s->inner, stimulus);
}

static inline struct links spy_links(void *self)
{
  struct spy *s = self;

  return s->inner.ops->links(s->inner.self);
}

static inline struct packet spy_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct spy *s = self;

  return s->inner.ops->out_packet(s->inner.self, sw, port);
}

static inline struct packet spy_eject_packet(const void *self, uint32_t sw,
                                             uint32_t channel)
{
  const struct spy *s = self;

  return s->inner.ops->eject_packet(s->inner.self, sw, channel);
}

static inline uint32_t spy_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  const struct spy *s = self;

  return s->inner.ops->eject_hops(s->inner.self, sw, channel);
}

static const struct machine_ops spy_ops = {.name = "spy",
                                           .reset = spy_reset,
                                           .can = MACHINE_HOPS,
                                           .exchange = spy_exchange,
                                           .clock = no_clock,
                                           .links = spy_links,
                                           .out_packet = spy_out_packet,
                                           .eject_packet = spy_eject_packet,
                                           .eject_hops = spy_eject_hops};

/* Where and when packets come to the end of their first phase, as the links show it. */
struct arrival {
  uint32_t number;
  uint32_t at;
  uint32_t channel; /* in which it arrives */
  uint64_t cycle;   /* in which it crosses its last link, or enters its lane */
};

struct watched {
  struct network network;
  struct schedule schedule;
  struct spy spy;
  struct run_result result;
  struct arrival arrivals[PACKETS_MAX];
  size_t arrived;
  uint32_t most_waiting; /* packets in one waiting store */
};

static inline uint32_t intermediate(const struct watched *w, uint64_t header)
{
  return (uint32_t)(header & (w->network.topology.switches - 1));
}

static inline void arrive(struct watched *w, const struct packet *packet, uint32_t at,
                          uint32_t channel, uint64_t cycle)
{
  uint32_t number = payload_number(packet->data, &w->network.shape.format);

  if (intermediate(w, w->schedule.entries[number].header) != at)
    return;
  for (size_t i = 0; i < w->arrived; i++)
    if (w->arrivals[i].number == number)
      return;
  w->arrivals[w->arrived++] =
      (struct arrival){.number = number, .at = at, .channel = channel, .cycle = cycle};
}

static inline bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watched *w = self;
  const struct topology *t = &w->network.topology;

  (void)err;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t far = sw ^ 1u << port;

      if (!(cycle->links->valid[sw] >> port & 1) || !(cycle->links->ready[far] >> port & 1))
        continue;
      struct packet packet =
          cycle->machine->ops->out_packet(cycle->machine->self, sw, port);
      arrive(w, &packet, far, port, cycle->cycle);
    }
  for (size_t i = 0; i < cycle->injection_count; i++)
    arrive(w, &cycle->injections[i].packet, cycle->injections[i].at,
           t->ports + cycle->injections[i].lane, cycle->cycle);
  return true;
}

/* Run the schedule that is there; `lanes` a switch, queues of this depth. */
static inline void watched_run_of(struct watched *w, const char *routing, uint32_t lanes,
                                  uint32_t depth, const char *what)
{
  struct err err = {.kind = ERR_NONE};
  uint32_t store;

  w->network.shape = shape_of(&w->network.topology, routing, lanes, depth, 64);
  store = phases_store(&w->schedule, &w->network.topology, w->network.shape.routing);
  w->network.shape.store = store;
  network_start(&w->network, PACKETS_MAX);
  w->spy.inner = w->network.golden;
  w->arrived = 0;
  struct run_request request = {.shape = w->network.shape,
                                .schedule = &w->schedule,
                                .seed = SEED,
                                .machine = {.ops = &spy_ops, .self = &w->spy},
                                .observer = watch,
                                .observer_self = w};
  CHECK(run(&request, &w->result, &err), "%s: %s", what, err.text);
  CHECK(w->result.outcome == OUTCOME_PASS, "%s: %s", what, outcome_name(w->result.outcome));
  network_close(&w->network);
}

static inline void watched_run(struct watched *w, uint32_t lanes, uint32_t depth,
                               const char *what)
{
  watched_run_of(w, "rand-sync", lanes, depth, what);
}

static inline void watched_open(struct watched *w, uint32_t n)
{
  char spec[TOPOLOGY_SPEC];

  memset(w, 0, sizeof *w);
  snprintf(spec, sizeof spec, "hypercube:%u", n);
  w->network.topology = topology_of(spec);
}

static inline void watched_close(struct watched *w)
{
  run_result_close(&w->result);
  schedule_free(&w->schedule);
}

/* One more packet: from source over eta to destination. */
static inline void add_packet(struct watched *w, uint32_t cycle, uint32_t source,
                              uint32_t eta, uint32_t destination)
{
  schedule_add(&w->schedule, &w->network.topology, cycle, source, destination);
  w->schedule.entries[w->schedule.count - 1].header =
      (uint64_t)destination << w->network.topology.ports | eta;
}

#endif
