/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edge -- lockhop.h: what came in at the pins of the switches of a network. */
#include "tool/api/network.h"

#include "base/bits.h"
#include "run/machine/disturb.h"
#include "run/machine/seeds.h"

#include <stdlib.h>
#include <string.h>

bool edge_open(struct edge *edge, const struct shape *shape, uint64_t seed, struct err *err)
{
  const struct topology *t = shape->topology;
  const size_t ports = (size_t)t->switches * t->ports;

  *edge = (struct edge){.shape = shape, .seed = seed};
  if (shape->lanes == 0)
    return err_set(err, ERR_USAGE,
                   "--lanes 0: such switches have no pins for packets that "
                   "start; give 1 or more");
  edge->feeder = malloc((ports + 1) * sizeof *edge->feeder);
  edge->valid = calloc(t->switches, sizeof *edge->valid);
  edge->ready = calloc(t->switches, sizeof *edge->ready);
  edge->stalled = calloc(t->switches, sizeof *edge->stalled);
  edge->refused = calloc(t->switches, sizeof *edge->refused);
  edge->injected = calloc(t->switches, sizeof *edge->injected);
  edge->offered = calloc(ports + 1, sizeof *edge->offered);
  edge->injection = calloc((size_t)t->switches * shape->lanes, sizeof *edge->injection);
  if (!edge->feeder || !edge->valid || !edge->ready || !edge->stalled || !edge->refused ||
      !edge->injected || !edge->offered || !edge->injection)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the pins of %s", t->spec);
  for (uint32_t i = 0; i < ports; i++) {
    const struct link link = topology_link(t, i / t->ports, i % t->ports);

    edge->feeder[link.to_switch * t->ports + link.to_port] = i;
  }
  return true;
}

void edge_close(struct edge *edge)
{
  free(edge->feeder);
  free(edge->valid);
  free(edge->ready);
  free(edge->stalled);
  free(edge->refused);
  free(edge->injected);
  free(edge->offered);
  free(edge->injection);
}

void edge_reset(struct edge *edge)
{
  edge->known = false;
}

void edge_keep(struct edge *edge, const struct machine *machine, const struct links *links,
               const struct stimulus *stimulus)
{
  const struct shape *shape = edge->shape;
  const uint32_t switches = shape->topology->switches, ports = shape->topology->ports;

  memcpy(edge->valid, links->valid, switches * sizeof *edge->valid);
  memcpy(edge->ready, links->ready, switches * sizeof *edge->ready);
  memset(edge->stalled, 0, switches * sizeof *edge->stalled);
  if (stimulus->stalled)
    memcpy(edge->stalled, stimulus->stalled, switches * sizeof *edge->stalled);
  memset(edge->refused, 0, switches * sizeof *edge->refused);
  if (stimulus->refused)
    memcpy(edge->refused, stimulus->refused, switches * sizeof *edge->refused);
  for (uint32_t sw = 0; sw < switches; sw++)
    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      const uint32_t port = bits_lowest(valid) / shape->vcs;

      edge->offered[sw * ports + port] = machine->ops->out_packet(machine->self, sw, port);
    }
  memset(edge->injected, 0, switches * sizeof *edge->injected);
  for (size_t i = 0; i < stimulus->injection_count; i++) {
    const struct injection *injection = &stimulus->injections[i];

    edge->injected[injection->at] |= UINT64_C(1) << injection->lane;
    edge->injection[(size_t)injection->at * shape->lanes + injection->lane] =
        injection->packet;
  }
  edge->phase = stimulus->phase;
  edge->all_sent = stimulus->all_sent;
  edge->reset = stimulus->reset;
  edge->known = true;
}

/* What seed_i shows in a reset: docs/switch.md, Random words. */
static uint64_t seed_shown(const struct edge *edge, uint32_t sw)
{
  const bool seeded = edge->shape->routing->random != RANDOM_NONE;

  return seeded && edge->reset <= disturb_least_reset(edge->shape)
             ? seeds_word(edge->seed, sw, edge->reset - 1)
             : 0;
}

/* What comes in over a link. */
static void show_port(const struct edge *edge, uint32_t sw, uint32_t port,
                      struct lockhop_inputs *inputs)
{
  const uint32_t vcs = edge->shape->vcs, ports = edge->shape->topology->ports;
  const uint32_t from = edge->feeder[sw * ports + port];
  const uint64_t valid = edge->valid[from / ports] & ~edge->stalled[from / ports];
  const uint64_t here = valid >> from % ports * vcs & bits_mask(vcs);

  inputs->in_valid |= here << port * vcs;
  if (here)
    inputs->in_packet[port] = describe_packet(edge->offered[from]);
}

void edge_show(const struct edge *edge, uint32_t sw, struct lockhop_inputs *inputs)
{
  const struct shape *shape = edge->shape;
  const struct topology *t = shape->topology;

  *inputs = (struct lockhop_inputs){.rst = false};
  if (!edge->known)
    return;
  inputs->here = topology_here(t, sw);
  if (edge->reset > 0) {
    inputs->rst = true;
    inputs->seed = seed_shown(edge, sw);
    return;
  }
  inputs->phase = edge->phase;
  for (uint32_t port = 0; port < t->ports; port++)
    show_port(edge, sw, port, inputs);
  for (uint32_t queue = 0; queue < shape_queues(shape); queue++) {
    const struct link far = shape_far(shape, sw, queue);

    inputs->out_ready |= (edge->ready[far.to_switch] >> far.to_port & 1) << queue;
  }
  inputs->out_ready &= ~edge->stalled[sw];
  inputs->eject_refused = edge->refused[sw];
  inputs->inject_valid = edge->injected[sw];
  for (uint64_t lanes = inputs->inject_valid; lanes; lanes &= lanes - 1) {
    const uint32_t lane = bits_lowest(lanes);

    inputs->inject_packet[lane] =
        describe_packet(edge->injection[(size_t)sw * shape->lanes + lane]);
  }
}
