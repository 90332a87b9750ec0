/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* relay -- a broadcast on the swapped dragonfly whose packets terminals copy.
 *
 * Every hop is a packet of its own; the terminal that gets it launches the next ones.  So
 * it stays inside a part of a network, and needs no source vectors.  Source: The Swapped
 * Dragonfly, footnotes 4 and 8; docs/schedules/broadcast.md.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_RELAY_H
#define LOCKHOP_NETWORK_TRAFFIC_RELAY_H

#include "network/traffic/collective.h"

/* Who copies. */
enum copies {
  COPIES_ROUTERS,   /* with the broadcast bit of source vectors, on whole networks */
  COPIES_TERMINALS, /* everywhere */
  COPIES
};

/* Read copies=routers|terminals.  Not given: routers, where they can.  Errors: ERR_USAGE;
 * those of collective_needs_broadcasts. */
bool relay_read(enum copies *copies, const struct collective *c, const char *kind,
                const char *options, struct err *err);

/* The packets of one message, as they are added next to the schedule. */
struct relay {
  struct schedule_entry *entries; /* [count]; room for two packets to each router */
  size_t count;
  uint32_t *arrives; /* [switches] 1 + number of the packet that comes there; 0: source */
  uint32_t *ready;   /* [switches] cycle in which its terminal can launch what answers it */
  uint32_t end;      /* largest of `ready` */
};

/* Error: ERR_ENVIRONMENT when memory is short. */
bool relay_open(struct relay *relay, const struct collective *c, struct err *err);
void relay_close(struct relay *relay);

/* Fill in a message from a router to all others, each reached once; cycles count from its
 * launch. */
void relay_message(struct relay *relay, const struct collective *c, uint32_t source);

#endif
