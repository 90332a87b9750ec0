/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the switch that joins the components: docs/switch.md.
 *
 * Twin of rtl/switch/switch.v.  The state of all switches of a network lies in arrays; a
 * struct switch_view shows one of them.  A cycle is two half-steps, as in the paper:
 * switch_route (steps 1 to 4 of docs/switch.md: route, eject, wait, router, push), after
 * which in_ready and eject_valid can be read off the masks and the link_arbiter asked; and
 * the sending with the input queues' accept (steps 5 and 6) at the clock edge, which the
 * network does, because it joins two switches.
 *
 * Ports: here_i, seed_i, phase_i, in_valid_i, in_packet_i, in_ready_o, out_valid_o,
 * out_packet_o, out_ready_i, inject_valid_i, inject_packet_i, inject_ready_o,
 * eject_valid_o, eject_packet_o.
 */
#ifndef LOCKHOP_SWITCH_SWITCH_H
#define LOCKHOP_SWITCH_SWITCH_H

#include "component/input_queue.h"
#include "component/priority_queue.h"
#include "component/random_bits.h"
#include "component/router.h"
#include "component/waiting_store.h"
#include "route/route.h"

/* What all switches of a network share. */
struct switch_config {
  const struct route_unit *unit;
  uint32_t ports;      /* [1, 63] */
  uint32_t vcs;        /* [1, 4]; ports * VCs <= 63 */
  uint32_t channels;   /* ports * VCs + lanes, <= 64 */
  uint32_t depth;      /* packets per output queue; 0: no limit */
  uint32_t store;      /* packets in the waiting store; 0: there is none */
  uint32_t priorities; /* 2^PRIORITY_BITS, FIFOs of an output queue */
  enum random_source random;
  const uint32_t *parameters; /* of the network, for the unit */
};

static inline uint32_t switch_queues(const struct switch_config *config)
{
  return config->ports * config->vcs;
}

/* One switch.  Queue q = port * VCs + VC. */
struct switch_view {
  uint64_t here; /* here_q: its address */
  uint64_t
      *full; /* bit c: input queue c holds a packet that is not ejected in this cycle */
  uint64_t *valid;              /* bit q: output queue q holds a packet */
  uint64_t *eject;              /* bit c: the packet in channel c leaves the network */
  struct input_queue *inputs;   /* [channels] */
  struct output_queue *outputs; /* [queues * priorities] */
  /* The rest means nothing where the configuration has none of it. */
  uint64_t kept;               /* bit c: channel c was not ready in the cycle before */
  struct random_bits random;   /* RANDOM */
  struct waiting_store *store; /* STORE */
  bool phase;                  /* phase_q */
};

/* First half of a cycle.  Afterwards bit c of *full says that channel c is not ready (its
 * packet stays), *valid which output queues show a packet, *eject is eject_valid (the
 * ejected packets are still in their input queues, with their new headers).  Returns the
 * largest count of a queue that was pushed.  The pool must have room for the copies of a
 * packet with several ports. */
uint32_t switch_route(const struct switch_config *config, struct switch_view *view,
                      struct packet_pool *pool);

/* The same for the deterministic switch alone, and faster: the route unit bitfix, one
 * VC, one priority, no random words, no waiting store. */
bool switch_is_plain(const struct switch_config *config);
uint32_t switch_route_plain(const struct switch_config *config, struct switch_view *view,
                            struct packet_pool *pool);

/* The queue, or the queues in turn from the lowest, that a packet with this header in a
 * channel of the switch must be pushed into, as a mask; 0 when it is ejected or waits. */
uint64_t switch_wants(const struct switch_config *config, const struct switch_view *view,
                      uint32_t channel);

#endif
