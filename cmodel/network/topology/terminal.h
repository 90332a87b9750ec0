/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* terminal -- how many terminals are at a site of a network: the key of every spec. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_TERMINAL_H
#define LOCKHOP_NETWORK_TOPOLOGY_TERMINAL_H

#include "network/topology/topology.h"

#define TERMINAL_KEY "terminals"

/* How the key is written behind a spec, for lists. */
#define TERMINAL_USAGE "SPEC," TERMINAL_KEY "=T"

enum { TERMINAL_TEXT = 160 };

/* What it does, and which networks do not take it. */
void terminal_explain(char text[TERMINAL_TEXT]);

/* Read ",terminals=T" of a spec whose row has read the rest; sets per_site, terminals, and
 * sites where the row has not.  Error: ERR_USAGE. */
bool terminal_read_count(struct topology *t, struct spec *spec, struct err *err);

#endif
