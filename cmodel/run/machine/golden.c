/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- the golden machine: a network of C switches, cycle by cycle. */
#include "run/machine/golden.h"

#include "base/memory.h"
#include "run/machine/seeds.h"
#include "switch/bank/switch.h"

#include <stdlib.h>

#define GOLDEN_INLINE static inline __attribute__((always_inline))

struct golden {
  struct switch_bank bank;
  struct link *far; /* [switches * ports] */
  uint32_t *active; /* [active_count] switches with visible activity, ascending */
  size_t active_count;
  uint32_t *work;          /* [switches] work list */
  uint32_t *ejecting;      /* [switches] work list of the switches that eject */
  uint64_t seed;           /* of the random words, at a reset */
  const uint64_t *stalled; /* [switches] stalls of the cycle that ends; NULL: none */
};

static bool golden_reset(void *self, uint64_t seed, struct err *err)
{
  struct golden *g = self;

  (void)err;
  switch_bank_reset(&g->bank);
  g->seed = seed;
  g->stalled = NULL;
  g->active_count = 0;
  for (uint32_t sw = 0; sw < g->bank.switches; sw++)
    for (uint32_t i = 0; i < switch_lfsrs(&g->bank.config); i++)
      switch_seed(&g->bank, sw, i, seeds_word(seed, sw, i));
  return true;
}

/* The queues of a mask whose far-end channel still holds a packet, by `full`: that of this
 * cycle, or `kept` of the cycle before. */
static uint64_t blocked(const struct golden *g, const uint64_t *full, uint32_t sw,
                        uint64_t queues)
{
  const uint32_t vcs = g->bank.config.vcs;
  const struct link *links = &g->far[(size_t)sw * g->bank.config.ports];
  uint64_t mask = 0;

  for (; queues; queues &= queues - 1) {
    uint32_t queue = bits_lowest(queues), port = queue / vcs;
    struct link far = links[port];
    uint32_t channel = far.to_port * vcs + queue - port * vcs;

    mask |= (full[far.to_switch] >> channel & 1) << queue;
  }
  return mask;
}

/* Move the packets that a switch offers across links whose far ends are ready.  A channel
 * has one feeder, so the order of the switches does not matter.  `arbiters` and `stalls`
 * tell whether there are any; they are constants after inlining. */
GOLDEN_INLINE void send(struct golden *g, uint32_t sw, bool arbiters, bool stalls)
{
  struct switch_bank *bank = &g->bank;
  const uint32_t vcs = arbiters ? bank->config.vcs : 1;
  const size_t first = (size_t)sw * bank->config.ports;
  const struct link *links = &g->far[first];
  struct output_queue *outputs = &bank->outputs[first * vcs];
  uint64_t offered = bank->offered[sw], valid = bank->valid[sw];

  if (stalls)
    offered &= ~g->stalled[sw];
  if (arbiters) {
    offered &= ~blocked(g, bank->full, sw, offered);
    switch_sent(bank, sw, offered);
  }
  for (; offered; offered &= offered - 1) {
    uint32_t queue = bits_lowest(offered);
    uint32_t port = arbiters ? queue / vcs : queue;
    struct link far = links[port];
    uint32_t channel = far.to_port * vcs + (queue - port * vcs);

    if (!arbiters && bank->full[far.to_switch] >> channel & 1)
      continue;
    uint32_t packet = switch_pop(bank, outputs, &valid, queue);

    bank->pool.places[packet].hops++;
    switch_accept(bank, far.to_switch, channel, packet);
  }
  bank->valid[sw] = valid;
}

static void inject(struct golden *g, const struct injection *injection)
{
  const struct switch_config *config = &g->bank.config;
  uint32_t queues = switch_queues(config);
  uint32_t channel =
      config->channels > queues ? queues + injection->lane : injection->lane * config->vcs;

  switch_accept(&g->bank, injection->at, channel,
                packet_pool_take(&g->bank.pool, &injection->packet));
}

/* List the active switches that eject in g->ejecting (count in *ejecting) and those that
 * offer a packet in g->work (count returned).  Branches here would be mispredicted, so
 * there are none. */
static size_t find_work(struct golden *g, size_t *ejecting)
{
  const struct switch_bank *bank = &g->bank;
  size_t work = 0, ejects = 0;

  for (size_t i = 0; i < g->active_count; i++) {
    const uint32_t sw = g->active[i];

    g->ejecting[ejects] = g->work[work] = sw;
    ejects += bank->eject[sw] != 0;
    work += bank->offered[sw] != 0;
  }
  *ejecting = ejects;
  return work;
}

/* Prefetch what `send` reads of a switch: output queues first, then, once these are there,
 * the packets and where they go. */
GOLDEN_INLINE void prefetch_queues(const struct golden *g, uint32_t sw, uint32_t vcs)
{
  const struct switch_bank *bank = &g->bank;
  const size_t first = (size_t)sw * bank->config.ports;

  for (uint64_t left = bank->offered[sw]; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);

    __builtin_prefetch(&bank->outputs[first * vcs + queue], 1);
    __builtin_prefetch(&g->far[first + queue / vcs]);
  }
}

GOLDEN_INLINE void prefetch_packets(const struct golden *g, uint32_t sw, uint32_t vcs)
{
  const struct switch_bank *bank = &g->bank;
  const size_t first = (size_t)sw * bank->config.ports;

  for (uint64_t left = bank->offered[sw]; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left), port = queue / vcs;
    const struct link far = g->far[first + port];
    const size_t input = (size_t)far.to_switch * bank->config.channels + far.to_port * vcs +
                         (queue - port * vcs);

    __builtin_prefetch(&bank->pool.places[bank->outputs[first * vcs + queue].head], 1);
    __builtin_prefetch(&bank->inputs[input], 1);
  }
}

/* Prefetch for `send` the parts after the one that ends at `to`. */
GOLDEN_INLINE void prefetch(const struct golden *g, size_t to, size_t part, size_t work,
                            uint32_t vcs)
{
  const size_t next = switch_part_end(to, part, work);

  for (size_t i = to; i < next; i++)
    prefetch_packets(g, g->work[i], vcs);
  for (size_t i = next; i < switch_part_end(next, part, work); i++)
    prefetch_queues(g, g->work[i], vcs);
}

/* Send from all switches of the work list. */
GOLDEN_INLINE void send_all(struct golden *g, size_t work, bool arbiters, bool stalls)
{
  const size_t part = switch_bank_part(&g->bank, work);

  for (size_t from = 0, to; from < work; from = to) {
    to = switch_part_end(from, part, work);
    if (to < work)
      prefetch(g, to, part, work, arbiters ? g->bank.config.vcs : 1);
    for (size_t i = from; i < to; i++)
      send(g, g->work[i], arbiters, stalls);
  }
}

/* A separate function: runs without stalls pay nothing for it. */
static __attribute__((noinline)) void send_past_stalls(struct golden *g, size_t work)
{
  if (switch_has_arbiters(&g->bank))
    send_all(g, work, true, true);
  else
    send_all(g, work, false, true);
}

/* Clear the list of active switches. */
static void forget_active(struct golden *g)
{
  if (switch_has_arbiters(&g->bank))
    for (size_t i = 0; i < g->active_count; i++)
      g->bank.offered[g->active[i]] = 0;
  g->active_count = 0;
}

static __attribute__((noinline)) void reset_in_run(struct golden *g)
{
  golden_reset(g, g->seed, NULL);
}

static void golden_exchange(void *self, const struct stimulus *stimulus)
{
  struct golden *g = self;
  struct switch_bank *bank = &g->bank;
  size_t ejecting;

  if (stimulus->reset) {
    reset_in_run(g);
    return;
  }
  const size_t work = find_work(g, &ejecting);

  g->stalled = stimulus->stalled;
  switch_bank_edge(bank, stimulus->phase);
  for (size_t i = 0; i < ejecting; i++)
    switch_remove_ejected(bank, g->ejecting[i]);
  if (g->stalled)
    send_past_stalls(g, work);
  else if (switch_has_arbiters(bank))
    send_all(g, work, true, false);
  else
    send_all(g, work, false, false);
  for (size_t i = 0; i < stimulus->injection_count; i++)
    inject(g, &stimulus->injections[i]);
  forget_active(g);
}

/* Append a switch that may have work to the lists it belongs to.  No branches: they would
 * be mispredicted.  True: the switch is active. */
GOLDEN_INLINE bool list_active(struct golden *g, uint32_t sw, bool stores, size_t *work,
                               size_t *active)
{
  const struct switch_bank *bank = &g->bank;
  const bool has_work = stores ? switch_has_work(bank, sw) : bank->full[sw] != 0;
  const bool shows = has_work | (bank->valid[sw] != 0);

  g->work[*work] = g->active[*active] = sw;
  *work += has_work;
  *active += shows;
  return shows;
}

/* Of the switches [from, to): put those with packets to route on the work list, whose
 * length is returned; append the active ones to their list; mark the others idle. */
GOLDEN_INLINE size_t find_active(struct golden *g, uint32_t from, uint32_t to, bool stores)
{
  uint64_t *awake = g->bank.awake;
  size_t work = 0, active = g->active_count;

  if (!awake)
    for (uint32_t sw = from; sw < to; sw++)
      list_active(g, sw, stores, &work, &active);
  for (uint32_t first = from, end; awake && first < to; first = end) {
    const uint32_t block = first / SWITCH_BLOCK, base = block * SWITCH_BLOCK;

    end = to - base < SWITCH_BLOCK ? to : base + SWITCH_BLOCK;
    for (uint64_t left = awake[block] & bits_mask(end - base) & ~bits_mask(first - base);
         left; left &= left - 1) {
      const uint32_t bit = bits_lowest(left);

      if (!list_active(g, base + bit, stores, &work, &active))
        awake[block] &= ~(UINT64_C(1) << bit);
    }
  }
  g->active_count = active;
  return work;
}

/* The competing queues of a switch that were not ready in the cycle before. */
static uint64_t were_blocked(const struct golden *g, uint32_t sw)
{
  const uint64_t competing = switch_competing(&g->bank, sw);
  const uint64_t stalled = g->stalled ? g->stalled[sw] : 0;

  return blocked(g, g->bank.kept, sw, competing) | (stalled & competing);
}

/* Run the first half of the next cycle, so that its links can be read. */
static void golden_clock(void *self, uint32_t from, uint32_t to)
{
  struct golden *g = self;
  struct switch_bank *bank = &g->bank;
  const size_t first = g->active_count;

  if (to > bank->switches)
    to = bank->switches;
  switch_bank_route(bank, g->work,
                    bank->stores ? find_active(g, from, to, true)
                                 : find_active(g, from, to, false));
  if (switch_has_arbiters(bank))
    for (size_t i = first; i < g->active_count; i++) {
      const uint32_t sw = g->active[i];

      switch_offer(bank, sw, were_blocked(g, sw));
    }
}

static struct links golden_links(void *self)
{
  struct golden *g = self;

  return (struct links){.valid = g->bank.offered,
                        .ready = g->bank.ready,
                        .eject = g->bank.eject,
                        .active = g->active,
                        .active_count = g->active_count};
}

static struct packet golden_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct golden *g = self;
  uint32_t queue = port * g->bank.config.vcs;

  queue += bits_lowest(g->bank.offered[sw] >> queue);
  return switch_shown(&g->bank, sw, queue)->packet;
}

static struct packet golden_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;

  return switch_held(&g->bank, sw, channel)->packet;
}

static uint32_t golden_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;

  return switch_held(&g->bank, sw, channel)->hops;
}

static uint32_t golden_queue_count(const void *self, uint32_t sw, uint32_t queue)
{
  const struct golden *g = self;

  return switch_count(&g->bank, sw, queue);
}

static uint32_t golden_queue_max(const void *self)
{
  const struct golden *g = self;

  return g->bank.largest;
}

static uint32_t golden_waits_for(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;
  uint64_t queues = 0;

  if (g->bank.full[sw] >> channel & 1)
    queues = switch_wants(&g->bank, sw, channel);
  /* Skip queues that have room. */
  while (queues && switch_count(&g->bank, sw, bits_lowest(queues)) < g->bank.config.depth)
    queues &= queues - 1;
  return queues ? bits_lowest(queues) : UINT32_MAX;
}

static const struct switch_bank *golden_bank(const void *self)
{
  const struct golden *g = self;

  return &g->bank;
}

static void golden_close(void *self)
{
  struct golden *g = self;

  switch_bank_close(&g->bank);
  free(g->far);
  free(g->active);
  free(g->work);
  free(g->ejecting);
  free(g);
}

static const struct machine_ops golden_ops = {
    .name = "golden",
    .reset = golden_reset,
    .can = MACHINE_HOPS | MACHINE_QUEUES | MACHINE_PARTS | MACHINE_STALLS | MACHINE_RESETS |
           MACHINE_BANK,
    .exchange = golden_exchange,
    .clock = golden_clock,
    .links = golden_links,
    .out_packet = golden_out_packet,
    .eject_packet = golden_eject_packet,
    .eject_hops = golden_eject_hops,
    .queue_count = golden_queue_count,
    .queue_max = golden_queue_max,
    .waits_for = golden_waits_for,
    .bank = golden_bank,
    .close = golden_close,
};

uint32_t golden_packets(const struct shape *shape, uint32_t switches, size_t packets)
{
  size_t places = (size_t)switches * ((size_t)shape_queues(shape) * shape->depth +
                                      shape_channels(shape) + shape->store);

  if (shape->depth == 0 || places > packets)
    places = packets;
  return places < PACKET_NONE ? (uint32_t)places : PACKET_NONE - 1;
}

struct switch_config golden_config(const struct shape *shape)
{
  const struct topology *t = shape->topology;

  return (struct switch_config){
      .unit = shape->routing->unit,
      .ports = t->ports,
      .vcs = shape->vcs,
      .channels = shape_channels(shape),
      .depth = shape->depth,
      .store = shape->store,
      .priority_bits = shape_priority_bits(shape),
      .arbiter = shape->routing->arbiter,
      .sends = shape->sends,
      .random = shape->routing->random,
      .parameters = t->parameters,
  };
}

/* Allocate all tables.  False: memory is short. */
static bool open_tables(struct golden *g, const struct shape *shape, size_t packets)
{
  const struct topology *t = shape->topology;
  const struct switch_config config = golden_config(shape);

  g->far = memory_table((size_t)t->switches * t->ports, sizeof *g->far);
  g->active = malloc(t->switches * sizeof *g->active);
  g->work = malloc(t->switches * sizeof *g->work);
  g->ejecting = malloc(t->switches * sizeof *g->ejecting);
  if (!g->far || !g->active || !g->work || !g->ejecting ||
      !switch_bank_open(&g->bank, &config, t->switches,
                        golden_packets(shape, t->switches, packets)))
    return false;
  if (t->row->here)
    g->bank.here = malloc(t->switches * sizeof *g->bank.here);
  return !t->row->here || g->bank.here;
}

bool golden_open(struct machine *machine, const struct shape *shape, size_t packets,
                 struct err *err)
{
  const struct topology *t = shape->topology;
  struct golden *g = calloc(1, sizeof *g);

  if (!g || !open_tables(g, shape, packets)) {
    if (g)
      golden_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  }
  for (uint32_t sw = 0; g->bank.here && sw < t->switches; sw++)
    g->bank.here[sw] = topology_here(t, sw);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      g->far[(size_t)sw * t->ports + port] = topology_link(t, sw, port);
  *machine = (struct machine){.ops = &golden_ops, .self = g};
  return golden_reset(g, 0, err);
}
