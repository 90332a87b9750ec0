/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dependency -- the channel dependency graph of a routing: can the network deadlock?
 *
 * A channel here is a link with a VC: the input register at its far end and the output
 * queue at its near end.  One depends on another if a packet that came by the first can
 * need the second.  Without a cycle of dependencies the network cannot deadlock, whatever
 * the depth and order of the queues, if new packets start in their own lanes.  With a
 * cycle, expect a deadlock.  A packet of a unit with an escape can always wait for that, so
 * only escapes count: docs/switches/adaptive.md has the proof.
 *
 * It also counts the output queues that can hold packets of several priorities: only there
 * the order by priority matters.
 *
 * It explores every packet: all sources, destinations and random choices.  That is possible
 * only on small networks, so the topology's row names a small spec of the same kind for it.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DEPENDENCY_H
#define LOCKHOP_NETWORK_TOPOLOGY_DEPENDENCY_H

#include "network/topology/topology.h"

enum { DEPENDENCY_CYCLE = 16 };

struct channel {
  uint32_t from_switch;
  uint32_t from_port;
  uint32_t channel_vc;
};

struct dependency {
  char spec[TOPOLOGY_SPEC]; /* the network that was explored */
  size_t dependencies;      /* between two channels */
  size_t mixed;             /* output queues that can hold packets of several priorities */
  size_t cycle_length;      /* 0: there is no cycle */
  struct channel cycle[DEPENDENCY_CYCLE]; /* the first channels of a cycle; each waits for
                                           * the next */
};

/* `start_in_ports`: packets start in the input registers of the network channels, not in
 * lanes.  Error: ERR_ENVIRONMENT when memory is short. */
bool dependency_check(struct dependency *d, const struct topology *t,
                      const struct routing *routing, uint32_t vcs, bool start_in_ports,
                      struct err *err);

/* The same, on this network itself, which must be small. */
bool dependency_explore(struct dependency *d, const struct topology *t,
                        const struct routing *routing, uint32_t vcs, bool start_in_ports,
                        struct err *err);

#endif
