/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- the golden machine: a network of C switches, cycle by cycle. */
#include "network/golden.h"

#include "base/memory.h"
#include "component/link_arbiter.h"
#include "network/seeds.h"
#include "switch/switch.h"

#include <stdlib.h>
#include <string.h>

struct golden {
  struct switch_config config;
  uint32_t switches;
  uint64_t channel_mask;        /* the low `channels` bits */
  struct link *far;             /* [switches * ports] */
  uint64_t *here;               /* [switches] addresses; NULL: the numbers */
  struct input_queue *inputs;   /* [switches * channels] */
  struct output_queue *outputs; /* [switches * queues * priorities] */
  uint64_t *full;               /* [switches] see struct switch_view */
  uint64_t *valid;              /* [switches] */
  uint64_t *eject;              /* [switches] */
  uint64_t *ready;              /* [switches] filled by links() */
  uint32_t *active;             /* [switches] work list */
  struct packet_pool pool;
  uint32_t largest;
  bool plain; /* switch_is_plain */
  bool phase;

  /* NULL where the configuration has none of it. */
  uint64_t *kept;               /* [switches] `full` of the cycle before */
  uint64_t *offered;            /* [switches] `valid` that the arbiters grant; else valid */
  uint8_t *last;                /* [switches * ports] last_q of the link_arbiter */
  struct waiting_store *stores; /* [switches] */
  uint64_t *lfsrs;              /* [switches * channels], or [switches] */
  uint32_t *words;              /* [switches * channels] of a shared source */
};

static size_t fifos(const struct golden *g)
{
  return (size_t)g->switches * switch_queues(&g->config) * g->config.priorities;
}

/* LFSRs of one switch. */
static size_t lfsrs(const struct golden *g)
{
  switch (g->config.random) {
  case RANDOM_OWN:
    return g->config.channels;
  case RANDOM_SHARED:
    return 1;
  default:
    return 0;
  }
}

static bool golden_reset(void *self, uint64_t seed, struct err *err)
{
  struct golden *g = self;
  size_t words = g->switches * sizeof *g->full;
  size_t random = lfsrs(g);

  (void)err;
  for (size_t i = 0; i < (size_t)g->switches * g->config.channels; i++)
    input_queue_reset(&g->inputs[i]);
  for (size_t i = 0; i < fifos(g); i++)
    output_queue_reset(&g->outputs[i]);
  memset(g->full, 0, words);
  memset(g->valid, 0, words);
  memset(g->eject, 0, words);
  if (g->kept)
    memset(g->kept, 0, words);
  if (g->last) {
    memset(g->offered, 0, words);
    memset(g->last, (int)g->config.vcs - 1, (size_t)g->switches * g->config.ports);
  }
  for (uint32_t sw = 0; sw < g->switches; sw++) {
    for (size_t i = 0; i < random; i++)
      g->lfsrs[sw * random + i] = random_bits_seed(seeds_word(seed, sw, (uint32_t)i));
    if (g->stores)
      waiting_store_reset(&g->stores[sw]);
  }
  g->largest = 0;
  g->phase = false;
  packet_pool_reset(&g->pool);
  return true;
}

/* The packets ejected in this cycle are gone at its end. */
static void remove_ejected(struct golden *g, uint32_t sw)
{
  struct input_queue *inputs = &g->inputs[(size_t)sw * g->config.channels];

  for (uint64_t eject = g->eject[sw]; eject; eject &= eject - 1)
    packet_pool_free(&g->pool, input_queue_take(&inputs[bits_lowest(eject)]));
  g->eject[sw] = 0;
}

/* The packet that a port offers crosses its link where the far end is ready.  A channel has
 * one feeder, so no other link can have filled it in this cycle, whatever the order of
 * switches.  `plain`: a constant where it is used. */
static inline __attribute__((always_inline)) void send(struct golden *g, uint32_t sw,
                                                       bool plain)
{
  const uint32_t vcs = plain ? 1 : g->config.vcs;
  const uint32_t priorities = plain ? 1 : g->config.priorities;
  size_t first = (size_t)sw * g->config.ports;

  for (uint64_t offered = g->offered[sw]; offered; offered &= offered - 1) {
    uint32_t queue = bits_lowest(offered);
    uint32_t port = plain ? queue : queue / vcs;
    struct link far = g->far[first + port];
    uint32_t channel = far.to_port * vcs + (queue - port * vcs);
    uint64_t bit = UINT64_C(1) << channel;

    if (g->full[far.to_switch] & bit)
      continue;
    struct output_queue *output = &g->outputs[(first * vcs + queue) * priorities];
    uint32_t packet = priority_queue_pop(output, priorities, &g->pool);
    struct pooled_packet *place = &g->pool.places[packet];

    place->hops++;
    input_queue_accept(&g->inputs[(size_t)far.to_switch * g->config.channels + channel],
                       packet, place->packet.header);
    g->full[far.to_switch] |= bit;
    if (priority_queue_count(output, priorities) == 0)
      g->valid[sw] &= ~(UINT64_C(1) << queue);
    if (!plain && g->last)
      g->last[first + port] = (uint8_t)(queue - port * vcs);
  }
}

static void inject(struct golden *g, const struct injection *injection)
{
  uint32_t queues = switch_queues(&g->config);
  uint32_t channel = g->config.channels > queues ? queues + injection->lane
                                                 : injection->lane * g->config.vcs;

  input_queue_accept(&g->inputs[(size_t)injection->at * g->config.channels + channel],
                     packet_pool_take(&g->pool, &injection->packet),
                     injection->packet.header);
  g->full[injection->at] |= UINT64_C(1) << channel;
}

static struct switch_view view_of(const struct golden *g, uint32_t sw)
{
  size_t first_channel = (size_t)sw * g->config.channels;
  struct switch_view view = {
      .here = g->here ? g->here[sw] : sw,
      .full = &g->full[sw],
      .valid = &g->valid[sw],
      .eject = &g->eject[sw],
      .inputs = &g->inputs[first_channel],
      .outputs = &g->outputs[(size_t)sw * switch_queues(&g->config) * g->config.priorities],
      .phase = g->phase,
  };

  if (g->kept)
    view.kept = g->kept[sw];
  if (g->stores)
    view.store = &g->stores[sw];
  if (g->lfsrs)
    view.random = (struct random_bits){
        .lfsr = &g->lfsrs[g->words ? sw : first_channel],
        .word = g->words ? &g->words[first_channel] : NULL,
    };
  return view;
}

static void route(struct golden *g, uint32_t sw)
{
  struct switch_view view = view_of(g, sw);
  uint32_t largest = switch_route(&g->config, &view, &g->pool);

  if (largest > g->largest)
    g->largest = largest;
}

/* The switches of the work list, when they are plain. */
static void route_plain(struct golden *g, size_t active)
{
  for (size_t i = 0; i < active; i++) {
    uint32_t sw = g->active[i];
    struct switch_view view = {
        .here = sw,
        .full = &g->full[sw],
        .valid = &g->valid[sw],
        .eject = &g->eject[sw],
        .inputs = &g->inputs[(size_t)sw * g->config.channels],
        .outputs = &g->outputs[(size_t)sw * g->config.ports],
    };
    uint32_t largest = switch_route_plain(&g->config, &view, &g->pool);

    if (largest > g->largest)
      g->largest = largest;
  }
}

/* Which VC of each port has the link. */
static void arbitrate(struct golden *g, uint32_t sw)
{
  const uint32_t vcs = g->config.vcs;
  size_t first = (size_t)sw * g->config.ports;
  uint64_t offered = 0;

  for (uint32_t port = 0; port < g->config.ports; port++) {
    uint64_t valid = g->valid[sw] >> port * vcs & bits_mask(vcs);
    struct link far = g->far[first + port];

    offered |= link_arbiter_comb(&(struct link_arbiter_in){
                   .valid = valid,
                   .blocked = g->kept[far.to_switch] >> far.to_port * vcs,
                   .last = g->last[first + port],
                   .vcs = vcs,
                   .fixed = g->config.priorities > 1,
               })
               << port * vcs;
  }
  g->offered[sw] = offered;
}

/* The switches whose mask is not empty: g->active filled, their number returned.  Which
 * they are is as good as random, so a list made without branches is faster than a branch
 * per switch. */
static size_t find_active(struct golden *g, const uint64_t *masks)
{
  size_t count = 0;

  for (uint32_t sw = 0; sw < g->switches; sw++) {
    g->active[count] = sw;
    count += masks[sw] != 0;
  }
  return count;
}

/* Switches at which packets wait in the store. */
static void route_waiting(struct golden *g)
{
  for (uint32_t sw = 0; sw < g->switches; sw++)
    if (g->stores[sw].count > 0 && g->full[sw] == 0)
      route(g, sw);
}

/* The end of one cycle and the first half of the next, so that its links can be read. */
static void golden_tick(void *self, const struct injection *injections, size_t count,
                        bool phase)
{
  struct golden *g = self;
  size_t active = find_active(g, g->eject);

  g->phase = phase;
  if (g->kept)
    memcpy(g->kept, g->full, g->switches * sizeof *g->kept);
  for (size_t i = 0; i < active; i++)
    remove_ejected(g, g->active[i]);
  active = find_active(g, g->offered);
  if (g->plain)
    for (size_t i = 0; i < active; i++)
      send(g, g->active[i], true);
  else
    for (size_t i = 0; i < active; i++)
      send(g, g->active[i], false);
  for (size_t i = 0; i < count; i++)
    inject(g, &injections[i]);
  if (phase && g->stores)
    route_waiting(g);
  active = find_active(g, g->full);
  if (g->plain)
    route_plain(g, active);
  else
    for (size_t i = 0; i < active; i++)
      route(g, g->active[i]);
  if (g->last)
    for (uint32_t sw = 0; sw < g->switches; sw++)
      arbitrate(g, sw);
}

static struct links golden_links(void *self)
{
  struct golden *g = self;

  for (uint32_t sw = 0; sw < g->switches; sw++)
    g->ready[sw] = ~g->full[sw] & g->channel_mask;
  return (struct links){.valid = g->offered, .ready = g->ready, .eject = g->eject};
}

static const struct output_queue *queue_of(const struct golden *g, uint32_t sw,
                                           uint32_t queue)
{
  return &g->outputs[((size_t)sw * switch_queues(&g->config) + queue) *
                     g->config.priorities];
}

static const struct pooled_packet *held_in(const struct golden *g, uint32_t sw,
                                           uint32_t channel)
{
  return &g->pool.places[g->inputs[(size_t)sw * g->config.channels + channel].packet];
}

static struct packet golden_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct golden *g = self;
  uint32_t queue = port * g->config.vcs;

  queue += bits_lowest(g->offered[sw] >> queue);
  return g->pool
      .places[priority_queue_first(queue_of(g, sw, queue), g->config.priorities)->head]
      .packet;
}

static struct packet golden_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  return held_in(self, sw, channel)->packet;
}

static uint32_t golden_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  return held_in(self, sw, channel)->hops;
}

static uint32_t golden_queue_count(const void *self, uint32_t sw, uint32_t queue)
{
  const struct golden *g = self;

  return priority_queue_count(queue_of(g, sw, queue), g->config.priorities);
}

static uint32_t golden_queue_max(const void *self)
{
  const struct golden *g = self;

  return g->largest;
}

static uint32_t golden_waits_for(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;
  struct switch_view view = view_of(g, sw);
  uint64_t queues = 0;

  if (g->full[sw] >> channel & 1)
    queues = switch_wants(&g->config, &view, channel);
  /* Of several queues some have places. */
  while (queues && golden_queue_count(self, sw, bits_lowest(queues)) < g->config.depth)
    queues &= queues - 1;
  return queues ? bits_lowest(queues) : UINT32_MAX;
}

static void golden_close(void *self)
{
  struct golden *g = self;

  packet_pool_close(&g->pool);
  if (g->offered != g->valid)
    free(g->offered);
  free(g->kept);
  free(g->last);
  free(g->stores);
  free(g->lfsrs);
  free(g->words);
  free(g->far);
  free(g->here);
  free(g->inputs);
  free(g->outputs);
  free(g->full);
  free(g->valid);
  free(g->eject);
  free(g->ready);
  free(g->active);
  free(g);
}

static const struct machine_ops golden_ops = {
    .name = "golden",
    .reset = golden_reset,
    .tick = golden_tick,
    .links = golden_links,
    .out_packet = golden_out_packet,
    .eject_packet = golden_eject_packet,
    .eject_hops = golden_eject_hops,
    .queue_count = golden_queue_count,
    .queue_max = golden_queue_max,
    .waits_for = golden_waits_for,
    .close = golden_close,
};

/* No more packets than fit: with a finite depth all queues full, otherwise all of them. */
static size_t pool_capacity(const struct shape *shape, size_t packets)
{
  size_t places =
      (size_t)shape->topology->switches *
      ((size_t)shape_queues(shape) * shape->depth + shape_channels(shape) + shape->store);

  if (shape->depth == 0 || places > packets)
    places = packets;
  return places < PACKET_NONE ? places : PACKET_NONE - 1;
}

/* All tables.  False: memory is short. */
static bool allocate(struct golden *g, const struct shape *shape, size_t packets)
{
  const struct switch_config *config = &g->config;
  size_t switches = g->switches;
  bool good;

  g->far = memory_table(switches * config->ports, sizeof *g->far);
  g->inputs = memory_table(switches * config->channels, sizeof *g->inputs);
  g->outputs = memory_table(fifos(g), sizeof *g->outputs);
  g->full = malloc(switches * sizeof *g->full);
  g->valid = malloc(switches * sizeof *g->valid);
  g->eject = malloc(switches * sizeof *g->eject);
  g->ready = malloc(switches * sizeof *g->ready);
  g->active = malloc(switches * sizeof *g->active);
  g->offered = g->valid;
  good = packet_pool_open(&g->pool, (uint32_t)pool_capacity(shape, packets)) && g->far &&
         g->inputs && g->outputs && g->full && g->valid && g->eject && g->ready &&
         g->active;
  if (good && shape->topology->row->here)
    good = (g->here = malloc(switches * sizeof *g->here)) != NULL;
  if (good && config->vcs > 1) {
    g->offered = malloc(switches * sizeof *g->offered);
    g->last = malloc(switches * config->ports);
    good = g->offered && g->last;
  }
  if (good && (config->vcs > 1 || config->random != RANDOM_NONE))
    good = (g->kept = malloc(switches * sizeof *g->kept)) != NULL;
  if (good && config->store)
    good = (g->stores = malloc(switches * sizeof *g->stores)) != NULL;
  if (good && lfsrs(g))
    good = (g->lfsrs = memory_table(switches * lfsrs(g), sizeof *g->lfsrs)) != NULL;
  if (good && config->random == RANDOM_SHARED)
    good = (g->words = memory_table(switches * config->channels, sizeof *g->words)) != NULL;
  return good;
}

bool golden_open(struct machine *machine, const struct shape *shape, size_t packets,
                 struct err *err)
{
  const struct topology *t = shape->topology;
  struct golden *g = calloc(1, sizeof *g);

  if (!g)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  g->config = (struct switch_config){
      .unit = shape->routing->unit,
      .ports = t->ports,
      .vcs = shape->vcs,
      .channels = shape_channels(shape),
      .depth = shape->depth,
      .store = shape->store,
      .priorities = UINT32_C(1) << shape->routing->priority_bits,
      .random = shape->routing->random,
      .size = t->size,
  };
  g->plain = switch_is_plain(&g->config) && !t->row->here;
  g->switches = t->switches;
  g->channel_mask = bits_mask(g->config.channels);
  if (!allocate(g, shape, packets)) {
    golden_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  }
  for (uint32_t sw = 0; g->here && sw < t->switches; sw++)
    g->here[sw] = topology_here(t, sw);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      g->far[(size_t)sw * t->ports + port] = topology_link(t, sw, port);
  *machine = (struct machine){.ops = &golden_ops, .self = g};
  return golden_reset(g, 0, err);
}
