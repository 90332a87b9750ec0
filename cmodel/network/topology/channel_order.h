/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* channel_order -- dependencies between channels that grow one by one and stay acyclic.
 *
 * A channel is a link with a VC: [link * vcs + vc].  One depends on another that starts
 * where its link ends.  The channels are kept in an order in which every dependency leads
 * forward; a new one that leads back is looked at between its two ends alone.
 *
 * Source: D. J. Pearce and P. H. J. Kelly, A Dynamic Topological Sort Algorithm for
 * Directed Acyclic Graphs, 2007.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_CHANNEL_ORDER_H
#define LOCKHOP_NETWORK_TOPOLOGY_CHANNEL_ORDER_H

#include "network/topology/network_wires.h"

struct channel_order {
  const struct network_wires *wires;
  uint32_t vcs, channels;
  uint32_t out;        /* ports * vcs: channels that start at a switch, or end there */
  uint32_t words;      /* of a set of those, a bit each */
  uint64_t *next;      /* [channels * words] channels at its head that depend on it */
  uint64_t *previous;  /* [channels * words] channels at its tail on which it depends */
  uint64_t *forbidden; /* [channels * words] as `next`, of those refused for good */
  uint32_t *place;     /* [channels] in the order */
  uint32_t *seen;      /* [channels] the last search that came by */
  uint32_t *came;      /* [channels] by which channel */
  uint32_t *found;     /* [2 * channels] of a search: a stack, and what it has seen */
  uint64_t *moved;     /* [2 * channels] that get new places */
  uint32_t *places;    /* [channels] */
  uint32_t search;
};

enum channel_add {
  CHANNEL_ADDED, /* it is new */
  CHANNEL_THERE, /* it was there */
  CHANNEL_CYCLE  /* it would close a cycle: it is not added */
};

/* False: memory is short.  It must be closed in any case. */
bool channel_order_open(struct channel_order *o, const struct network_wires *wires,
                        uint32_t vcs);
void channel_order_close(struct channel_order *o);

/* `to` must start where the link of `from` ends. */
enum channel_add channel_order_add(struct channel_order *o, uint32_t from, uint32_t to);

/* Was it forbidden? */
bool channel_order_forbidden(const struct channel_order *o, uint32_t from, uint32_t to);

/* Take back one that was added. */
void channel_order_remove(struct channel_order *o, uint32_t from, uint32_t to);

/* Remember that one is refused for good, as CHANNEL_CYCLE, because dependencies are only
 * added. */
void channel_order_forbid(struct channel_order *o, uint32_t from, uint32_t to);

/* The channels from `to` to `from`, both included, which this dependency would make a
 * cycle: cycle[capacity], the rest left out; returns their number. */
size_t channel_order_cycle(struct channel_order *o, uint32_t from, uint32_t to,
                           uint32_t *cycle, size_t capacity);

#endif
