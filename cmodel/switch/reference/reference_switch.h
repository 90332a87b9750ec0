/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_switch -- docs/switch.md in its plainest form: arrays instead of lists, one
 * array per signal, and no skipping of idle parts.  Read it beside the page.  It is slow,
 * shares no code with the golden model, and only tests run it: they compare the two.
 *
 * A cycle is reference_comb, which computes the outputs, and then reference_edge, the
 * rising clock edge.
 */
#ifndef LOCKHOP_SWITCH_REFERENCE_REFERENCE_SWITCH_H
#define LOCKHOP_SWITCH_REFERENCE_REFERENCE_SWITCH_H

#include "switch/bank/unit.h"
#include "switch/component/packet.h"

#ifndef REFERENCE_CHANNELS /* otherwise a proof of a small switch says what is enough */
#define REFERENCE_CHANNELS 64
#define REFERENCE_PLACES 512 /* of a queue without limit */
#define REFERENCE_STORE 255
#endif

struct reference_packet {
  struct packet packet;
  uint32_t hops;     /* links crossed */
  uint32_t priority; /* in an output queue */
};

typedef struct route_out reference_route(const struct route_in *in);

struct reference_switch {
  /* parameters */
  uint32_t ports, vcs, channels, here;
  uint32_t depth;                         /* 0: no limit, up to REFERENCE_PLACES packets */
  uint32_t places, priority_bits, random; /* STORE, PRIORITY_BITS, RANDOM */
  uint32_t arbiter;                       /* ARBITER */
  uint32_t sends;                         /* SENDS */
  uint32_t one_push;                      /* PUSHES */
  const uint32_t *size;                   /* of the network, for the route unit; or NULL */
  reference_route *route;
  /* registers */
  uint32_t phase;
  bool in_full[REFERENCE_CHANNELS];
  struct reference_packet in_packet[REFERENCE_CHANNELS];
  uint32_t count[REFERENCE_CHANNELS]; /* of queue port * VCs + VC */
  struct reference_packet memory[REFERENCE_CHANNELS][REFERENCE_PLACES]; /* oldest first */
  uint32_t stored;
  struct reference_packet store[REFERENCE_STORE + REFERENCE_CHANNELS]; /* oldest first */
  uint64_t lfsr[REFERENCE_CHANNELS]; /* [0] alone when shared */
  uint32_t word[REFERENCE_CHANNELS];
  bool blocked[REFERENCE_CHANNELS];
  uint32_t last[REFERENCE_CHANNELS];       /* of a port */
  uint32_t last_sent;                      /* of the ports */
  uint32_t last_taken[REFERENCE_CHANNELS]; /* channel from which a queue took the last */
  /* outputs and wires of this cycle, set by reference_comb */
  bool in_ready[REFERENCE_CHANNELS];
  bool out_valid[REFERENCE_CHANNELS]; /* of a queue; at most one queue of a port is valid */
  bool eject_valid[REFERENCE_CHANNELS];
  struct reference_packet eject_packet[REFERENCE_CHANNELS];
  bool taken[REFERENCE_CHANNELS];  /* by the router */
  bool waits[REFERENCE_CHANNELS];  /* goes to the store */
  bool leaves[REFERENCE_STORE];    /* a place of the store */
  bool ejects[REFERENCE_CHANNELS]; /* its route unit says eject */
  uint64_t
      queues[REFERENCE_CHANNELS]; /* output queues of the packet in a channel, as a mask */
  uint32_t pushes[REFERENCE_CHANNELS];
  uint32_t first[REFERENCE_CHANNELS]; /* index in memory of the packet that a queue shows */
};

static inline uint32_t reference_queues(const struct reference_switch *s)
{
  return s->ports * s->vcs;
}

/* Places left in a queue after the pushes of this cycle so far. */
uint32_t reference_places(const struct reference_switch *s, uint32_t queue);

/* The state after a reset; seeds[channels]: the value of seed_i for each LFSR. */
void reference_reset(struct reference_switch *s, const uint64_t *seeds);

/* Compute all outputs of this cycle. */
void reference_comb(struct reference_switch *s);

/* The queue that a packet kept in a channel waits for: the lowest full one of its output
 * queues; UINT32_MAX: none. */
uint32_t reference_wanted(const struct reference_switch *s, uint32_t channel);

/* The packet that a granted queue shows on its port. */
static inline const struct reference_packet *
reference_shown(const struct reference_switch *s, uint32_t queue)
{
  return &s->memory[queue][s->first[queue]];
}

/* The rising clock edge: in_packets[channels] are offered where in_valid[channels];
 * out_ready[queues]; `phase`: that of the next cycle. */
void reference_edge(struct reference_switch *s, const bool *in_valid,
                    const struct reference_packet *in_packets, const bool *out_ready,
                    uint32_t phase);

#endif
