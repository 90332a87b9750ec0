/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* support -- what the tests of networks and runs share: golden networks, machines with
 * planted faults. */
#ifndef LOCKHOP_TESTS_SUPPORT_H
#define LOCKHOP_TESTS_SUPPORT_H

#include "tests/unit/traffic_unit.h"

#include "base/rng.h"
#include "network/traffic/payload.h"
#include "run/lockstep/run.h"
#include "run/machine/golden.h"

#include <inttypes.h>
#include <sys/wait.h>

/* --- golden networks --- */

struct network {
  struct topology topology;
  struct shape shape;
  struct machine golden;
};

/* The shape of a network with the named routing (NULL: the default), one VC and no
 * waiting store. */
static inline struct shape shape_of(const struct topology *t, const char *routing,
                                    uint32_t lanes, uint32_t depth, uint32_t data_bits)
{
  const struct routing *found = routing_of(t, routing);

  return (struct shape){
      .topology = t,
      .routing = found,
      .lanes = lanes,
      .depth = depth,
      .vcs = 1,
      .format = {.header_bits = found->header_bits(t), .data_bits = data_bits},
  };
}

/* A golden network of network->shape, with room for `packets`. */
static inline void network_start(struct network *network, size_t packets)
{
  struct err err = {.kind = ERR_NONE};

  CHECK(golden_open(&network->golden, &network->shape, packets, &err), "%s: %s",
        network->topology.spec, err.text);
}

/* hypercube:n and its shape with the named routing; a test may change the shape before
 * network_start.  `network` must stay where it is. */
static inline void network_prepare(struct network *network, uint32_t n, const char *routing,
                                   uint32_t lanes, uint32_t depth)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "hypercube:%u", n);
  network->topology = topology_of(spec);
  network->shape = shape_of(&network->topology, routing, lanes, depth, 64);
}

/* A golden hypercube:n with deterministic routing and room for `packets`. */
static inline void network_open(struct network *network, uint32_t n, uint32_t lanes,
                                uint32_t depth, size_t packets)
{
  network_prepare(network, n, NULL, lanes, depth);
  network_start(network, packets);
}

static inline void network_close(struct network *network)
{
  network->golden.ops->close(network->golden.self);
}

/* The digest of another cycle: all that the links of a machine show in it. */
static inline uint64_t links_digest(const struct machine *m, const struct shape *shape,
                                    uint64_t digest)
{
  struct links links = m->ops->links(m->self);

  for (uint32_t sw = 0; sw < shape->topology->switches; sw++) {
    digest = rng_mix(digest + links.valid[sw] + 1);
    digest = rng_mix(digest + links.ready[sw] + 2);
    digest = rng_mix(digest + links.eject[sw] + 3);
    for (uint32_t place = 0; place < 64; place++) {
      struct packet packet = {.header = 0, .data = 0};

      if (links.valid[sw] >> place & 1) {
        packet = m->ops->out_packet(m->self, sw, place / shape->vcs);
        digest = rng_mix(rng_mix(digest + packet.header) + packet.data);
      }
      if (links.eject[sw] >> place & 1) {
        packet = m->ops->eject_packet(m->self, sw, place);
        digest = rng_mix(rng_mix(digest + packet.header) + packet.data + 4);
      }
    }
  }
  return digest;
}

/* One more packet of a schedule; they must be added in order. */
static inline void schedule_add(struct schedule *schedule, const struct topology *t,
                                uint32_t cycle, uint32_t source, uint32_t destination)
{
  schedule->entries =
      realloc(schedule->entries, (schedule->count + 1) * sizeof *schedule->entries);
  assert_non_null(schedule->entries);
  schedule->entries[schedule->count++] = (struct schedule_entry){
      .cycle = cycle,
      .source = source,
      .destination = destination,
      .header = t->routings[0].header(t, source, destination, 0),
  };
}

/* --- machines around a machine --- */

/* All that there are: what may be active. */
static inline const uint32_t *all_switches(void)
{
  enum { SWITCHES = 1 << 12 };
  static uint32_t list[SWITCHES];

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    list[sw] = sw;
  return list;
}

/* The machine inside has its whole tick in the exchange. */
static inline void no_clock(void *self, uint32_t from, uint32_t to)
{
  (void)self;
  (void)from;
  (void)to;
}

/* --- a machine with planted faults --- */

/* One bit that is shown inverted in one cycle. */
struct plant {
  uint64_t cycle;
  enum difference_field field;
  uint32_t at;          /* switch */
  uint32_t port;        /* as in struct difference */
  uint32_t bit;         /* of a header or of data */
  struct packet forged; /* shown where a valid or eject bit is 1 without a packet */
};

enum { PLANTS = 4, PLANTED_SWITCHES = 64 };

/* Shows what `inner` shows but for the plants; the state of `inner` is not touched. */
struct planted {
  struct machine inner;
  const struct topology *topology;
  struct plant plants[PLANTS];
  size_t count;
  uint64_t cycle;
  uint64_t valid[PLANTED_SWITCHES], ready[PLANTED_SWITCHES], eject[PLANTED_SWITCHES];
};

static inline bool planted_reset(void *self, uint64_t seed, struct err *err)
{
  struct planted *p = self;

  p->cycle = 0;
  return p->inner.ops->reset(p->inner.self, seed, err);
}

static inline void planted_exchange(void *self, const struct stimulus *stimulus)
{
  struct planted *p = self;

  p->cycle++;
  machine_tick(&p->inner, stimulus);
}

static inline struct links planted_links(void *self)
{
  struct planted *p = self;
  struct links links = p->inner.ops->links(p->inner.self);
  size_t size = p->topology->switches * sizeof p->valid[0];

  memcpy(p->valid, links.valid, size);
  memcpy(p->ready, links.ready, size);
  memcpy(p->eject, links.eject, size);
  for (size_t i = 0; i < p->count; i++) {
    const struct plant *plant = &p->plants[i];

    if (plant->cycle != p->cycle)
      continue;
    if (plant->field == DIFFERENCE_OUT_VALID)
      p->valid[plant->at] ^= UINT64_C(1) << plant->port;
    if (plant->field == DIFFERENCE_IN_READY)
      p->ready[plant->at] ^= UINT64_C(1) << plant->port;
    if (plant->field == DIFFERENCE_INJECT_READY)
      p->ready[plant->at] ^= UINT64_C(1) << (p->topology->ports + plant->port);
    if (plant->field == DIFFERENCE_EJECT_VALID)
      p->eject[plant->at] ^= UINT64_C(1) << plant->port;
  }
  return (struct links){.valid = p->valid,
                        .ready = p->ready,
                        .eject = p->eject,
                        .active = all_switches(),
                        .active_count = p->topology->switches};
}

/* The packet of a place whose fields begin with `valid`: OUT_VALID or EJECT_VALID. */
static inline struct packet planted_packet(const struct planted *p,
                                           enum difference_field valid, uint32_t sw,
                                           uint32_t port)
{
  struct links links = p->inner.ops->links(p->inner.self);
  bool out = valid == DIFFERENCE_OUT_VALID;
  bool real = (out ? links.valid[sw] : links.eject[sw]) >> port & 1;
  struct packet packet = {.header = 0, .data = 0};

  CHECK((out ? p->valid[sw] : p->eject[sw]) >> port & 1,
        "cycle %" PRIu64 " switch %u: place %u is asked for its packet and shows none",
        p->cycle, sw, port);
  if (real)
    packet = out ? p->inner.ops->out_packet(p->inner.self, sw, port)
                 : p->inner.ops->eject_packet(p->inner.self, sw, port);
  for (size_t i = 0; i < p->count; i++) {
    const struct plant *plant = &p->plants[i];

    if (plant->cycle != p->cycle || plant->at != sw || plant->port != port)
      continue;
    if (plant->field == valid && !real)
      packet = plant->forged;
    if (plant->field == valid + 1)
      packet.header ^= UINT64_C(1) << plant->bit;
    if (plant->field == valid + 2)
      packet.data ^= UINT64_C(1) << plant->bit;
  }
  return packet;
}

static inline struct packet planted_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  return planted_packet(self, DIFFERENCE_OUT_VALID, sw, port);
}

static inline struct packet planted_eject_packet(const void *self, uint32_t sw,
                                                 uint32_t channel)
{
  return planted_packet(self, DIFFERENCE_EJECT_VALID, sw, channel);
}

/* The functions that a machine may lack are left out. */
static const struct machine_ops planted_ops = {
    .name = "planted",
    .reset = planted_reset,
    .exchange = planted_exchange,
    .clock = no_clock,
    .links = planted_links,
    .out_packet = planted_out_packet,
    .eject_packet = planted_eject_packet,
};

static inline struct machine planted_machine(struct planted *planted)
{
  return (struct machine){.ops = &planted_ops, .self = planted};
}

/* --- a run: a golden network, its twin as the design under test, and what was seen --- */

enum { BENCH_SEED = 31, EJECTIONS = 4096 };

/* One ejection by the first machine. */
struct ejection {
  uint64_t cycle;
  uint32_t at, channel;
  struct packet packet;
};

struct bench {
  struct network golden, twin;
  struct planted machine, dut; /* wrap them, when a test wants it */
  struct machine dut_machine;
  struct schedule schedule;
  struct run_request request; /* of the golden network alone, until a test changes it */
  struct run_result result;
  /* by bench_watch, the observer */
  struct ejection ejections[EJECTIONS];
  size_t ejected;
  uint64_t seen;        /* cycles observed */
  uint64_t injected;    /* packets that the terminals started */
  uint64_t differences; /* cycles shown with a difference */
  uint64_t difference_cycle;
};

static inline bool bench_watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct bench *b = self;
  const struct machine *m = cycle->machine;

  (void)err;
  assert_int_equal(cycle->cycle, b->seen);
  b->seen++;
  b->injected += cycle->injection_count;
  if (cycle->difference) {
    b->differences++;
    b->difference_cycle = cycle->cycle;
  }
  for (uint32_t sw = 0; sw < b->golden.topology.switches; sw++)
    for (uint64_t eject = cycle->links->eject[sw]; eject; eject &= eject - 1) {
      uint32_t channel = (uint32_t)__builtin_ctzll(eject);

      assert_true(b->ejected < EJECTIONS);
      b->ejections[b->ejected++] =
          (struct ejection){.cycle = cycle->cycle,
                            .at = sw,
                            .channel = channel,
                            .packet = m->ops->eject_packet(m->self, sw, channel)};
    }
  return true;
}

/* `traffic` (NULL: no packets yet) with `packets` per switch on hypercube:n.  The bench
 * must stay where it is. */
static inline void bench_open(struct bench *b, uint32_t n, uint32_t lanes, uint32_t depth,
                              const char *traffic, uint32_t packets)
{
  memset(b, 0, sizeof *b);
  network_open(&b->golden, n, lanes, depth, EJECTIONS);
  network_open(&b->twin, n, lanes, depth, EJECTIONS);
  b->machine = (struct planted){.inner = b->golden.golden, .topology = &b->golden.topology};
  b->dut = (struct planted){.inner = b->twin.golden, .topology = &b->golden.topology};
  b->dut_machine = planted_machine(&b->dut);
  if (traffic)
    b->schedule = schedule_of(&b->golden.topology, traffic, packets, BENCH_SEED);
  b->request = (struct run_request){.shape = b->golden.shape,
                                    .schedule = &b->schedule,
                                    .seed = BENCH_SEED,
                                    .machine = b->golden.golden,
                                    .observer = bench_watch,
                                    .observer_self = b};
}

/* Run; the result is there until the next run. */
static inline void bench_run(struct bench *b, enum outcome expected, const char *what)
{
  struct err err = {.kind = ERR_NONE};

  run_result_close(&b->result);
  b->ejected = 0;
  b->seen = b->injected = b->differences = 0;
  CHECK(run(&b->request, &b->result, &err), "%s, %s: %s", b->golden.topology.spec, what,
        err.text);
  CHECK(b->result.outcome == expected,
        "%s, %s: %s after %" PRIu64 " cycles, not %s (seed %d)", b->golden.topology.spec,
        what, outcome_name(b->result.outcome), b->result.cycles, outcome_name(expected),
        BENCH_SEED);
}

static inline void bench_close(struct bench *b)
{
  run_result_close(&b->result);
  network_close(&b->golden);
  network_close(&b->twin);
  schedule_free(&b->schedule);
}

/* --- others --- */

/* Does act(argument) break an assertion?  Tried in a process of its own. */
static inline bool asserts(void (*act)(void *argument), void *argument)
{
  pid_t child = fork();
  int status;

  assert_true(child >= 0);
  if (child == 0) {
    fclose(stderr);
    signal(SIGABRT, SIG_DFL);
    act(argument);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

#endif
