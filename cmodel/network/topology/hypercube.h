/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube -- hypercube:N, the binary N-cube, N in [1, 24].
 *
 * Switch s is an N-bit number, its address.  Port d crosses dimension d: it joins s and
 * s ^ (1 << d), and arrives on port d there.  An address is printed as N binary digits, the
 * most significant first; it is read as exactly N binary digits, or as "0b" and 1 to N of
 * them.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HYPERCUBE_H
#define LOCKHOP_NETWORK_TOPOLOGY_HYPERCUBE_H

#include "network/topology/topology.h"

extern const struct topology_row hypercube;

#endif
