/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the switch that joins the components: docs/switch.md. */
#include "switch/switch.h"

/* The packet goes on with this header.  Most keep theirs, and then the pool is not touched:
 * on large networks every look at it misses the caches. */
static void set_header(struct packet_pool *pool, const struct input_queue *input,
                       uint64_t header)
{
  if (header != input->header)
    pool->places[input->packet].packet.header = header;
}

uint32_t switch_route(const struct switch_config *config, struct switch_view *view,
                      struct packet_pool *pool)
{
  uint32_t depth = config->depth ? config->depth : UINT32_MAX;
  uint64_t kept = *view->full, valid = *view->valid, eject = 0;
  uint32_t largest = 0;

  for (uint64_t full = kept; full; full &= full - 1) {
    uint32_t channel = bits_lowest(full);
    uint64_t bit = UINT64_C(1) << channel;
    struct input_queue *input = &view->inputs[channel];
    struct route_out way =
        config->unit->comb(&(struct route_in){.here = view->here, .header = input->header});

    if (way.eject) {
      set_header(pool, input, way.header);
      eject |= bit;
      kept &= ~bit;
    } else if (router_takes(view->outputs, way.ports, depth)) {
      struct output_queue *output = &view->outputs[bits_lowest(way.ports)];

      assert((way.ports & (way.ports - 1)) == 0);
      set_header(pool, input, way.header);
      output_queue_push(output, pool, input_queue_take(input));
      if (output->count > largest)
        largest = output->count;
      valid |= way.ports;
      kept &= ~bit;
    }
  }
  *view->full = kept;
  *view->valid = valid;
  *view->eject = eject;
  return largest;
}
