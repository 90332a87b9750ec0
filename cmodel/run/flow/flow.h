/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow -- judges switches by what enters and leaves them: docs/flow.md.
 *
 * It needs no golden machine.  The golden route unit says what each packet inside a switch
 * may do; when it does it is the design's own affair.
 *
 * It sees the pins of switches, and whoever has these calls in every cycle without reset
 * flow_judge_pins, flow_phase, and flow_enter_one for each packet that enters.  For a
 * machine, a whole network, flow_judge and flow_enter do so: the first before the machine
 * is clocked.
 */
#ifndef LOCKHOP_RUN_FLOW_FLOW_H
#define LOCKHOP_RUN_FLOW_FLOW_H

#include "network/traffic/schedule.h"
#include "run/flow/inside.h"
#include "run/flow/rules.h"
#include "run/machine/machine.h"

/* What leaves through it is ejected; all other exits are the queues, by number. */
enum { FLOW_TERMINAL = 63 };

/* Is told of packets that break no rule; a member may be NULL. */
struct flow_witness {
  void *self;
  void (*enters)(void *self, uint32_t sw, const struct inside_packet *packet);
  /* A copy of the packet leaves by a queue or FLOW_TERMINAL, by this decision of this
   * phase; NULL: it was told before. */
  void (*leaves)(void *self, uint32_t sw, const struct inside_packet *packet, uint32_t exit,
                 const struct route_out *decision, uint32_t phase);
};

struct flow_request {
  const struct shape *shape;
  const struct schedule *schedule; /* of which all packets are; NULL: they are anybody's.
                                    * Then the judge remembers what has entered */
  struct flow_witness witness;
  /* The switches that are judged: [first, first + switches) of the topology, everywhere
   * below by their numbers from `first` on, and by those of the topology in a fault.
   * switches 0: all.  Machines take all. */
  uint32_t first, switches;
  uint64_t seed;     /* of the payloads */
  uint32_t rules;    /* bit r: rule r is judged */
  uint32_t capacity; /* packets inside a switch, at most; 0: any number */
  uint32_t
      patience; /* cycles that a packet may stay though it is free; 0: see docs/flow.md */
  uint32_t starve; /* later packets that may leave before one that could; 0: any number */
};

/* What became of a packet that was overtaken. */
enum flow_fate {
  FLOW_NOT_KNOWN,
  FLOW_REORDERED, /* it left later */
  FLOW_HAS_LOST   /* it stayed though it could leave */
};

/* A rule that is broken. */
struct flow_fault {
  enum flow_rule rule;
  uint64_t cycle;
  uint32_t at;          /* switch */
  uint32_t exit;        /* queue, or FLOW_TERMINAL */
  uint32_t channel;     /* with FLOW_TERMINAL: the channel on which it is ejected */
  struct packet packet; /* what leaves or is offered; CAPACITY: what entered */
  uint32_t count;       /* CAPACITY: packets inside; SENDS: ports; LOST: packets lost;
                         * STARVE: packets that have overtaken the other one */
  bool end_to_end;      /* ORDER: of deliveries (run/lockstep/order.h); */
  uint32_t from;        /* then both packets started at this switch */
  bool known;           /* the packet was inside, as: */
  struct inside_packet inside;
  /* What it might do: one decision, and how many different ones there are. */
  struct route_out decision;
  uint32_t decisions; /* 1, or more */
  /* ORDER, STARVE: the older packet that is still inside.  CORRUPT: the nearest packet
   * inside. */
  bool has_other;
  struct inside_packet other;
  enum flow_fate fate; /* ORDER: of the other packet, */
  uint64_t fate_at;    /* and the cycle in which it was known */
  uint64_t waited;     /* LOST: cycles in which it could have left; 0: the run has ended */
  /* STABLE: what was offered before, and that now nothing is. */
  struct packet before;
  bool vanished;
};

/* The longest waits so far, of all switches. */
struct flow_figures {
  uint32_t passed; /* later packets that left by a port before one that could: the most, */
  uint32_t passed_at, passed_exit; /* there, by this queue, */
  struct packet passed_packet;     /* and the one that waited */
  uint64_t stay;                   /* cycles from entry to the last copy: the most, */
  uint32_t stay_at;                /* in this switch, */
  struct packet stay_packet;       /* of this packet */
};

/* What is seen of the switches in a cycle. */
struct flow_pins {
  const uint64_t *valid; /* [switches] out_valid_o */
  const uint64_t *eject; /* [switches] eject_valid_o */
  const uint64_t
      *ready; /* [switches] out_ready_i; NULL: what the far ends in `links` show */
  const uint64_t
      *refused; /* [switches] eject_ready_i, inverted; NULL: it is 1 everywhere */
  const struct links *links;
  const uint32_t *active; /* [active_count] ascending; all others show no bit */
  size_t active_count;
  /* As of struct machine_ops. */
  const void *self;
  struct packet (*out_packet)(const void *self, uint32_t sw, uint32_t port);
  struct packet (*eject_packet)(const void *self, uint32_t sw, uint32_t channel);
};

struct flow;

/* Can packets with these data be told apart as far as the judge must?  Equal ones can not
 * where a packet may have several decisions. */
bool flow_can_tell(const struct shape *shape);

/* What the request points to must outlive it; flow_can_tell.  Error: ERR_ENVIRONMENT,
 * memory. */
bool flow_open(struct flow **flow, const struct flow_request *request, struct err *err);

/* All switches are reset: forget the packets inside.  Further ones have payloads of this
 * seed, the payload_seed of the request's and of the resets so far. */
void flow_reset(struct flow *flow, uint64_t seed);

/* A judge of one switch: from now on it is this one.  Nothing is inside. */
void flow_move(struct flow *flow, uint32_t first);

/* Judge what the switches offer and eject in this cycle.  True: a rule is broken, and
 * *fault is the first. */
bool flow_judge_pins(struct flow *flow, uint64_t cycle, const struct flow_pins *pins,
                     struct flow_fault *fault);

/* The edge that ends this cycle: the phase of the next one, then each packet that is inside
 * from then on.  Error: ERR_ENVIRONMENT, memory. */
bool flow_phase(struct flow *flow, uint32_t phase, struct err *err);
bool flow_enter_one(struct flow *flow, uint32_t sw, uint32_t channel,
                    const struct packet *packet, struct err *err);

/* The same for a machine; what crosses its links is kept for flow_enter. */
bool flow_judge(struct flow *flow, uint64_t cycle, const struct machine *machine,
                const struct links *links, struct flow_fault *fault);

/* What crossed links and was injected is inside now.  Error: ERR_ENVIRONMENT, memory. */
bool flow_enter(struct flow *flow, const struct stimulus *stimulus, struct err *err);

/* One cycle after FLOW_ORDER was found, which is not judged any more: is it known now what
 * became of the older packet?  Sets its fate. */
void flow_follow(struct flow *flow, uint64_t cycle, const struct machine *machine,
                 const struct links *links, struct flow_fault *fault);

/* The run has ended without all deliveries, with these links in its last cycle.  True: a
 * packet is lost inside a switch; *fault is of the one that entered first. */
bool flow_lost(struct flow *flow, uint64_t cycle, const struct links *links,
               struct flow_fault *fault);
bool flow_lost_pins(struct flow *flow, uint64_t cycle, const struct flow_pins *pins,
                    struct flow_fault *fault);

/* The packets inside, in the order of their entry. */
const struct inside *flow_inside(const struct flow *flow);

/* No reset forgets them. */
struct flow_figures flow_figures(const struct flow *flow);

/* The packets inside a switch that must leave by a port: the `packets` of a queue_view.
 * `self`: the judge. */
uint32_t flow_packets(const void *self, uint32_t sw, uint32_t port);

void flow_close(struct flow *flow);

#endif
