/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the switch that joins the components: docs/switch.md.
 *
 * Twin of rtl/switch/switch.v.  The state of all switches of a network lies in arrays; a
 * struct switch_view shows one of them.  A cycle is two half-steps, as in the paper:
 * switch_route (steps 1 to 4 of docs/switch.md: route, eject, router, push), after which
 * out_valid, in_ready and eject_valid can be read off the masks; and switch_send with the
 * input queues' accept (steps 5 and 6) at the clock edge, which the network does, because
 * it joins two switches.
 *
 * Ports: here_i, in_valid_i, in_packet_i, in_ready_o, out_valid_o, out_packet_o,
 * out_ready_i, inject_valid_i, inject_packet_i, inject_ready_o, eject_valid_o,
 * eject_packet_o.
 */
#ifndef LOCKHOP_SWITCH_SWITCH_H
#define LOCKHOP_SWITCH_SWITCH_H

#include "component/input_queue.h"
#include "component/output_queue.h"
#include "component/router.h"
#include "route/route.h"

/* What all switches of a network share. */
struct switch_config {
  const struct route_unit *unit;
  uint32_t ports;    /* [1, 63] */
  uint32_t channels; /* ports + lanes, <= 64 */
  uint32_t depth;    /* packets per output queue; 0: no limit */
};

/* One switch. */
struct switch_view {
  uint64_t here; /* here_q: its address */
  uint64_t
      *full; /* bit c: input queue c holds a packet that is not ejected in this cycle */
  uint64_t *valid;              /* bit p: output queue p holds a packet */
  uint64_t *eject;              /* bit c: the packet in channel c leaves the network */
  struct input_queue *inputs;   /* [channels] */
  struct output_queue *outputs; /* [ports] */
};

/* First half of a cycle.  Afterwards bit c of *full says that channel c is not ready (its
 * packet stays), *valid is out_valid, *eject is eject_valid (the ejected packets are still
 * in their input queues, with their new headers).  Returns the largest count of a queue
 * that was pushed. The route unit must set exactly one port: copies of a multicast have no
 * place in the pool yet. */
uint32_t switch_route(const struct switch_config *config, struct switch_view *view,
                      struct packet_pool *pool);

#endif
