/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_wires -- the ports of a network in a file, and what every port leads to. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_NETWORK_WIRES_H
#define LOCKHOP_NETWORK_TOPOLOGY_NETWORK_WIRES_H

#include "network/topology/network_file.h"
#include "network/topology/topology.h"

/* A link is [switch * ports + port], by the port at which it starts. */
struct network_wires {
  uint32_t switches, ports;
  bool one_way;     /* some link has none that leads back */
  struct link *to;  /* [switches * ports] the far end; of an unused port, where it is wired
                     * to */
  uint32_t *feeder; /* [switches * ports] the link that ends at a port */
  bool *used;       /* [switches * ports] the port has a link of the file */
};

/* Give a port to every link: those said first, then the lowest that is free.  Errors:
 * ERR_USAGE when two links say the same port, or a switch has too many; ERR_ENVIRONMENT
 * when memory is short.  *w must be closed in any case. */
bool network_wires_open(struct network_wires *w, const struct network_file *f,
                        struct err *err);

void network_wires_close(struct network_wires *w);

#endif
