/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* inside -- the packets inside the switches of a network, in the order of their entry. */
#ifndef LOCKHOP_RUN_FLOW_INSIDE_H
#define LOCKHOP_RUN_FLOW_INSIDE_H

#include "switch/bank/unit.h"
#include "switch/component/packet.h"

#define INSIDE_NONE UINT32_MAX

struct inside_packet {
  struct packet packet; /* as it entered */
  uint64_t cycle;       /* of its entry */
  uint32_t channel;     /* by which it entered */
  uint32_t next;        /* the next one of the switch; INSIDE_NONE: none */
  size_t since;         /* number of the phase in which it entered (run/flow/decisions.h) */
  struct route_out way; /* once `fixed`: the decision that it follows */
  uint64_t owes;        /* once `fixed`: the ways out for which a copy has not left */
  uint64_t overtaken[2]; /* not `fixed`: ways out by which a later packet of its channel has
                          * left, by the low bit of that one's priority */
  uint32_t passed;  /* later packets that left by a port before it, though it could have */
  uint32_t free;    /* cycles in which it could have left (run/flow/lost.c), */
  uint64_t free_at; /* and the last of them */
  bool fixed;
  bool refused; /* the terminal refused it before it was ejected */
};

/* The list of a switch. */
struct inside_list {
  uint32_t first, last; /* INSIDE_NONE: it is empty */
  uint32_t count;
  bool occupied; /* it is in the list of the occupied ones */
};

struct inside {
  struct inside_list *lists; /* [switches] */
  uint32_t switches;
  uint32_t *occupied; /* [occupied_count] switches with packets, and perhaps some others */
  uint32_t occupied_count;
  struct inside_packet *packets; /* [capacity] */
  uint32_t used, capacity;
  uint32_t free; /* a list through `next` */
};

/* False: memory is short. */
bool inside_open(struct inside *inside, uint32_t switches);

/* Forget all packets. */
void inside_reset(struct inside *inside);

/* A new packet at the end of a list, everything but its place in the list set to 0; valid
 * until the next call.  NULL: memory is short. */
struct inside_packet *inside_add(struct inside *inside, uint32_t sw);

/* Take a packet out of the list of its switch. */
void inside_remove(struct inside *inside, uint32_t sw, uint32_t number);

/* Take the switches without packets out of `occupied`. */
void inside_forget_empty(struct inside *inside);

void inside_close(struct inside *inside);

#endif
