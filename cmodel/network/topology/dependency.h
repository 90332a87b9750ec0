/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dependency -- which channels can wait for which: may a routing deadlock?
 *
 * A channel here is a link with a VC: the input register at its far end and the output
 * queue at its near end.  One depends on another if some packet that came by the first can
 * need the second.  Without a cycle of dependencies nothing can wait in a circle, whatever
 * the depth of the queues and the order in them, as long as new packets start in lanes of
 * their own.  With one, a deadlock is to be expected.
 *
 * It also tells which output queues can hold packets of several priorities: there alone it
 * matters that a queue is ordered by them.
 *
 * Every packet is walked: all sources, destinations and random choices.  That is possible
 * on small networks only, so it is done on the spec that the topology's row names for it.
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
  char spec[TOPOLOGY_SPEC]; /* the network that was walked */
  size_t dependencies;      /* between two channels */
  size_t mixed;             /* output queues that packets of several priorities go to */
  size_t cycle_length;      /* 0: there is no cycle */
  struct channel cycle[DEPENDENCY_CYCLE]; /* the first ones of a cycle; each waits for the
                                           * next */
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
