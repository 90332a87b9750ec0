/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the switch that joins the components: docs/switch.md. */
#include "switch/switch.h"

uint32_t switch_route(const struct switch_config *config, struct switch_view *view,
                      struct packet_pool *pool)
{
  uint64_t ports[ROUTER_CHANNELS];
  uint32_t count[ROUTER_CHANNELS];
  uint64_t eject = 0;
  uint32_t largest = 0;
  struct router_out routed;

  for (uint64_t full = *view->full; full; full &= full - 1) {
    uint32_t channel = bits_lowest(full);
    struct packet *packet = &pool->places[view->inputs[channel].packet].packet;
    struct route_out way = config->unit->comb(
        &(struct route_in){.here = view->here, .header = packet->header});

    packet->header = way.header;
    if (way.eject) {
      eject |= UINT64_C(1) << channel;
      continue;
    }
    assert(bits_count(way.ports) == 1 && bits_lowest(way.ports) < config->ports);
    ports[channel] = way.ports;
    count[bits_lowest(way.ports)] = view->outputs[bits_lowest(way.ports)].count;
  }

  router_comb(&routed, &(struct router_in){.valid = *view->full & ~eject,
                                           .ports = ports,
                                           .count = count,
                                           .depth = config->depth});

  for (uint64_t pushed = routed.pushed; pushed; pushed &= pushed - 1) {
    uint32_t port = bits_lowest(pushed);

    for (uint64_t push = routed.push[port]; push; push &= push - 1)
      output_queue_push(&view->outputs[port], pool,
                        input_queue_take(&view->inputs[bits_lowest(push)]));
    if (view->outputs[port].count > largest)
      largest = view->outputs[port].count;
  }
  *view->valid |= routed.pushed;
  *view->full &= ~(eject | routed.taken);
  *view->eject = eject;
  return largest;
}
