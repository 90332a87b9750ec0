/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_sketch -- drawings of dual-nets: the clusters of class 0 above those of class 1. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HDN_SKETCH_H
#define LOCKHOP_NETWORK_TOPOLOGY_HDN_SKETCH_H

#include "network/topology/sketch.h"

extern const struct sketch hdn_sketch;

#endif
