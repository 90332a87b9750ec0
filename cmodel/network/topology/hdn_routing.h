/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_routing -- two routings of dual-nets: memoryless and algorithm-1.
 *
 * memoryless: the route unit dual_net, hop by hop.  algorithm-1: Algorithm 1 of the
 * hierarchical dual-net paper, with the cases of its box; the header lists the ports of the
 * path.  From u to v in clusters of different classes the path goes from u to u', whose
 * cross-edge leads into v's cluster; over it to u''; within the super-node to v'; then
 * backwards along the path from v to v'.  u' and v' have the same places in their
 * super-nodes as u and v.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HDN_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_HDN_ROUTING_H

#include "network/topology/dual_net.h"
#include "switch/route/dual_net.h"

enum { HDN_PATH = 64 }; /* hops of a path of algorithm-1, whose header has 64 bits */

/* The parameters of the route unit dual_net.  Returns their number. */
size_t hdn_parameters(const struct dual_net *net, uint32_t parameters[DUAL_NET_PARAMETERS]);

/* The output ports of the path of algorithm-1, in order.  Returns their number. */
size_t hdn_path(const struct dual_net *net, uint32_t source, uint32_t destination,
                uint8_t ports[HDN_PATH]);

/* Functions for rows of routings. */
bool hdn_memoryless_has(const struct topology *t);
void hdn_memoryless_choose(const struct topology *t, struct routing *routing);
uint32_t hdn_memoryless_bits(const struct topology *t);
uint64_t hdn_memoryless_header(const struct topology *t, uint32_t source,
                               uint32_t destination, uint64_t random);
size_t hdn_memoryless_fields(const struct topology *t, struct field *fields,
                             size_t capacity);
bool hdn_algorithm_1_has(const struct topology *t);
uint32_t hdn_algorithm_1_bits(const struct topology *t);
uint64_t hdn_algorithm_1_header(const struct topology *t, uint32_t source,
                                uint32_t destination, uint64_t random);

#endif
