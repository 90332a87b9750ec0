/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parts -- shared by the files of the judge: flow.c, departure.c, offers.c, refusals.c,
 * starve.c, lost.c. */
#ifndef LOCKHOP_RUN_FLOW_PARTS_H
#define LOCKHOP_RUN_FLOW_PARTS_H

#include "run/flow/decisions.h"
#include "run/flow/memory.h"

/* A packet of a machine that crosses a link in this cycle. */
struct flow_crossing {
  struct packet packet;
  uint32_t to_switch, to_channel;
};

struct flow {
  struct flow_request request;
  struct shape shape;
  uint64_t seed;   /* of the payloads, */
  uint32_t resets; /* after so many resets */
  bool single;     /* packets have one decision each */
  uint32_t priority_mask;
  struct flow_phases phases;
  struct inside inside;
  struct flow_memory memory; /* without a schedule */
  struct flow_pins pins;     /* of this cycle */
  uint64_t
      left_from; /* channels of the switch from which a packet has left in this cycle */
  struct flow_figures figures;
  struct flow_crossing *crossings; /* [crossing_count] of this cycle */
  size_t crossing_count, crossing_capacity;
  bool short_of_memory;
  /* The offers that were refused: a mask for each switch, and the packets by queue. */
  uint64_t *refused;             /* [switches] */
  struct packet *refused_packet; /* [switches * queues] */
  bool steady;                   /* a refused offer must stay: nothing may go before it */
  uint32_t *held;                /* [held_count] switches with a refused offer, if steady */
  uint32_t *held_before;         /* the same of the cycle before */
  size_t held_count;
  /* The ejections that were refused, in the same way; NULL while none was in the run. */
  uint64_t *eject_refused;      /* [switches] */
  struct packet *eject_packets; /* [switches * channels] */
  uint32_t *eject_held;         /* [eject_held_count] switches with a refused ejection */
  size_t eject_held_count;
  uint32_t over, over_count; /* the switch with too many packets inside: UINT32_MAX: none */
  struct packet over_packet; /* the last that entered there */
  uint64_t cycle;            /* of this cycle */
  bool found;                /* a rule is broken */
  struct flow_fault fault;   /* the first in this cycle */
};

/* The pins of a machine in the cycle of these links. */
static inline struct flow_pins flow_pins_of(const struct machine *machine,
                                            const struct links *links)
{
  return (struct flow_pins){.valid = links->valid,
                            .eject = links->refused ? links->shown : links->eject,
                            .refused = links->refused,
                            .links = links,
                            .active = links->active,
                            .active_count = links->active_count,
                            .self = machine->self,
                            .out_packet = machine->ops->out_packet,
                            .eject_packet = machine->ops->eject_packet};
}

/* What leaves a switch. */
struct flow_event {
  uint32_t at;      /* switch */
  uint32_t exit;    /* queue, or FLOW_TERMINAL */
  uint32_t channel; /* with FLOW_TERMINAL */
  struct packet packet;
  bool refused; /* before, by the terminal */
};

/* Does what this queue offers cross its link in this cycle? */
static inline bool flow_takes(const struct flow *flow, uint32_t sw, uint32_t queue)
{
  const struct flow_pins *pins = &flow->pins;

  return pins->ready ? pins->ready[sw] >> queue & 1
                     : links_taken(&flow->shape, pins->links, sw, queue);
}

/* The channels that a switch ejects from, and the terminal takes it. */
static inline uint64_t flow_ejected(const struct flow *flow, uint32_t sw)
{
  const struct flow_pins *pins = &flow->pins;

  return pins->eject[sw] & ~(pins->refused ? pins->refused[sw] : 0);
}

/* What a packet inside may be told. */
static inline struct flow_decisions flow_ask(const struct flow *flow, uint32_t sw,
                                             const struct inside_packet *packet)
{
  return flow_decisions_start(&flow->shape, &flow->phases, flow->request.first + sw,
                              packet->packet.header, packet->since);
}

/* Is this packet inside, and may it leave so, and now?  Then it has left. */
bool flow_depart(struct flow *flow, const struct flow_event *event);

/* Are these priorities one to the switch? */
static inline bool flow_same_priority(const struct flow *flow, uint32_t a, uint32_t b)
{
  return ((a ^ b) & flow->priority_mask) == 0;
}

/* A packet leaves by a queue, and is still in the list: whom does it overtake? */
void flow_overtake(struct flow *flow, uint32_t sw, uint32_t number, uint32_t queue,
                   uint32_t priority);

/* A packet is gone, and is still in the list: how long was it there? */
void flow_gone(struct flow *flow, uint32_t sw, const struct inside_packet *packet);

/* Count the cycles in which packets stay inside though they could leave. */
void flow_look_for_stuck(struct flow *flow);

/* A departure that flow_depart refused: say which rule it breaks, and let the packet that
 * it is most likely to be leave all the same. */
void flow_accuse(struct flow *flow, const struct flow_event *event);

/* Judge which offers a switch makes at once: of one VC of a port, and within its budget of
 * sends. */
void flow_offers_at_once(struct flow *flow, uint32_t sw, uint64_t valid);

/* Judge whether the offers of a switch are stable.  `taken`: those that cross their link.
 */
void flow_offers(struct flow *flow, uint32_t sw, uint64_t valid, uint64_t taken);

/* Does no schedule tell the data of packets?  Then the flow remembers those that entered:
 * without a schedule, or where packets carry values. */
static inline bool flow_remembers(const struct flow *flow)
{
  return !flow->request.schedule || flow->request.schedule->reduction;
}

/* Begin the offers of a cycle: those that were refused and have vanished with all others of
 * their switch. */
void flow_offers_start(struct flow *flow);

/* Judge whether what a switch ejects is stable while the terminal refuses it; call it when
 * all that is taken has left. */
void flow_refusals(struct flow *flow, uint32_t sw);

/* Begin the ejections of a cycle: those that were refused, of switches that show nothing
 * any more. */
void flow_refusals_start(struct flow *flow);

void flow_refusals_close(struct flow *flow);

/* All switches are reset. */
void flow_refusals_reset(struct flow *flow);

/* A rule is broken; *fault has everything but its cycle.  Kept if it is judged, and the
 * first. */
void flow_blame(struct flow *flow, const struct flow_fault *fault);

/* Set what a fault says of a packet inside: itself, and its decisions. */
void flow_describe(const struct flow *flow, struct flow_fault *fault,
                   const struct inside_packet *packet);

#endif
