/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* file_network -- file:PATH, the network that a file describes: docs/topologies/file.md. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FILE_NETWORK_H
#define LOCKHOP_NETWORK_TOPOLOGY_FILE_NETWORK_H

#include "network/topology/topology.h"

extern const struct topology_row file_network;

/* The path in a spec such as "file:net.json,terminals=2", into path[SPEC_TEXT]; false: it
 * is the spec of another topology. */
bool file_network_path(const char *spec, char path[SPEC_TEXT]);

#endif
