/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- the golden machine: a network of C switches, cycle by cycle. */
#include "network/golden.h"

#include "base/memory.h"
#include "switch/switch.h"

#include <stdlib.h>
#include <string.h>

struct golden {
  struct switch_config config;
  uint32_t switches;
  uint64_t channel_mask;        /* the low `channels` bits */
  struct link *far;             /* [switches * ports] */
  struct input_queue *inputs;   /* [switches * channels] */
  struct output_queue *outputs; /* [switches * ports] */
  uint64_t *full;               /* [switches] see struct switch_view */
  uint64_t *valid;              /* [switches] */
  uint64_t *eject;              /* [switches] */
  uint64_t *ready;              /* [switches] made by golden_links */
  uint32_t *active;             /* [switches] made by find_active */
  uint32_t largest;             /* largest count of a queue since reset */
  struct packet_pool pool;
};

static bool golden_reset(void *self, struct err *err)
{
  struct golden *g = self;
  size_t words = g->switches * sizeof *g->full;

  (void)err;
  for (size_t i = 0; i < (size_t)g->switches * g->config.channels; i++)
    input_queue_reset(&g->inputs[i]);
  for (size_t i = 0; i < (size_t)g->switches * g->config.ports; i++)
    output_queue_reset(&g->outputs[i]);
  memset(g->full, 0, words);
  memset(g->valid, 0, words);
  memset(g->eject, 0, words);
  g->largest = 0;
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

/* The oldest packet of every queue crosses its link where the far end is ready.  A channel
 * has one feeder, so no other link can have filled it in this cycle, whatever the order of
 * switches. */
static void send(struct golden *g, uint32_t sw)
{
  size_t first = (size_t)sw * g->config.ports;

  for (uint64_t valid = g->valid[sw]; valid; valid &= valid - 1) {
    uint32_t port = bits_lowest(valid);
    struct link far = g->far[first + port];
    uint64_t channel = UINT64_C(1) << far.to_port;

    if (g->full[far.to_switch] & channel)
      continue;
    struct output_queue *queue = &g->outputs[first + port];
    uint32_t packet = output_queue_pop(queue, &g->pool);
    struct pooled_packet *place = &g->pool.places[packet];

    place->hops++;
    input_queue_accept(&g->inputs[(size_t)far.to_switch * g->config.channels + far.to_port],
                       packet, place->packet.header);
    g->full[far.to_switch] |= channel;
    if (!output_queue_valid(queue))
      g->valid[sw] &= ~(UINT64_C(1) << port);
  }
}

static void inject(struct golden *g, const struct injection *injection)
{
  uint32_t lanes = g->config.channels - g->config.ports;
  uint32_t channel = lanes ? g->config.ports + injection->lane : injection->lane;

  input_queue_accept(&g->inputs[(size_t)injection->at * g->config.channels + channel],
                     packet_pool_take(&g->pool, &injection->packet),
                     injection->packet.header);
  g->full[injection->at] |= UINT64_C(1) << channel;
}

static void route(struct golden *g, uint32_t sw)
{
  struct switch_view view = {
      .here = sw,
      .full = &g->full[sw],
      .valid = &g->valid[sw],
      .eject = &g->eject[sw],
      .inputs = &g->inputs[(size_t)sw * g->config.channels],
      .outputs = &g->outputs[(size_t)sw * g->config.ports],
  };
  uint32_t largest = switch_route(&g->config, &view, &g->pool);

  if (largest > g->largest)
    g->largest = largest;
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

/* The end of one cycle and the first half of the next, so that its links can be read. */
static void golden_tick(void *self, const struct injection *injections, size_t count)
{
  struct golden *g = self;

  size_t active = find_active(g, g->eject);

  for (size_t i = 0; i < active; i++)
    remove_ejected(g, g->active[i]);
  active = find_active(g, g->valid);
  for (size_t i = 0; i < active; i++)
    send(g, g->active[i]);
  for (size_t i = 0; i < count; i++)
    inject(g, &injections[i]);
  active = find_active(g, g->full);
  for (size_t i = 0; i < active; i++)
    route(g, g->active[i]);
}

static struct links golden_links(void *self)
{
  struct golden *g = self;

  for (uint32_t sw = 0; sw < g->switches; sw++)
    g->ready[sw] = ~g->full[sw] & g->channel_mask;
  return (struct links){.valid = g->valid, .ready = g->ready, .eject = g->eject};
}

static const struct output_queue *queue_of(const struct golden *g, uint32_t sw,
                                           uint32_t port)
{
  return &g->outputs[(size_t)sw * g->config.ports + port];
}

static const struct pooled_packet *held_in(const struct golden *g, uint32_t sw,
                                           uint32_t channel)
{
  return &g->pool.places[g->inputs[(size_t)sw * g->config.channels + channel].packet];
}

static struct packet golden_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct golden *g = self;

  return g->pool.places[queue_of(g, sw, port)->head].packet;
}

static struct packet golden_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  return held_in(self, sw, channel)->packet;
}

static uint32_t golden_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  return held_in(self, sw, channel)->hops;
}

static uint32_t golden_queue_count(const void *self, uint32_t sw, uint32_t port)
{
  return queue_of(self, sw, port)->count;
}

static uint32_t golden_queue_max(const void *self)
{
  const struct golden *g = self;

  return g->largest;
}

static uint32_t golden_waits_for(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;

  if (!(g->full[sw] >> channel & 1))
    return UINT32_MAX;
  return bits_lowest(g->config.unit
                         ->comb(&(struct route_in){
                             .here = sw, .header = held_in(g, sw, channel)->packet.header})
                         .ports);
}

static void golden_close(void *self)
{
  struct golden *g = self;

  packet_pool_close(&g->pool);
  free(g->far);
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
  size_t places = (size_t)shape->topology->switches *
                  ((size_t)shape->topology->ports * shape->depth + shape_channels(shape));

  if (shape->depth == 0 || places > packets)
    places = packets;
  return places < PACKET_NONE ? places : PACKET_NONE - 1;
}

bool golden_open(struct machine *machine, const struct shape *shape, size_t packets,
                 struct err *err)
{
  const struct topology *t = shape->topology;
  size_t switches = t->switches;
  struct golden *g = calloc(1, sizeof *g);

  if (!g)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  g->config = (struct switch_config){.unit = shape->routing->unit,
                                     .ports = t->ports,
                                     .channels = shape_channels(shape),
                                     .depth = shape->depth};
  g->switches = t->switches;
  g->channel_mask = bits_mask(g->config.channels);
  g->far = memory_table(switches * t->ports, sizeof *g->far);
  g->inputs = memory_table(switches * g->config.channels, sizeof *g->inputs);
  g->outputs = memory_table(switches * t->ports, sizeof *g->outputs);
  g->full = malloc(switches * sizeof *g->full);
  g->valid = malloc(switches * sizeof *g->valid);
  g->eject = malloc(switches * sizeof *g->eject);
  g->ready = malloc(switches * sizeof *g->ready);
  g->active = malloc(switches * sizeof *g->active);
  bool pooled = packet_pool_open(&g->pool, (uint32_t)pool_capacity(shape, packets));
  if (!g->far || !g->inputs || !g->outputs || !g->full || !g->valid || !g->eject ||
      !g->ready || !g->active || !pooled) {
    golden_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  }
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      g->far[(size_t)sw * t->ports + port] = topology_link(t, sw, port);
  *machine = (struct machine){.ops = &golden_ops, .self = g};
  return golden_reset(g, err);
}
