/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* terminal -- how many terminals are at a site of a network: the key of every spec. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_TERMINAL_H
#define LOCKHOP_NETWORK_TOPOLOGY_TERMINAL_H

#include "network/topology/topology.h"

#define TERMINAL_KEY "terminals"

/* Read ",terminals=T" of a spec whose row has read the rest; sets per_site, terminals, and
 * sites where the row has not.  Error: ERR_USAGE. */
bool terminal_read_count(struct topology *t, struct spec *spec, struct err *err);

#endif
