/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_net -- the structure of hierarchical and recursive dual-nets.
 *
 * A dual-net of level i has two classes of n_i clusters each, and each cluster is a
 * dual-net of level i-1, whose N_{i-1} switches are n_i super-nodes of s_i; level 0 is the
 * base, a product of rings and of a few other symmetric graphs.  Besides the links in its
 * clusters each switch has one cross-edge of level i: the switch in class C, cluster U,
 * super-node SN, place N in it is joined to (not C, SN, U, N). docs/topologies/dual_net.md.
 *
 * Switches are numbered with the digits C^k, U^k, .., C^1, U^1, then those of the base, the
 * first the most significant; so number % nodes[i] is the number within the cluster of
 * level i + 1, or among all for i = k.
 *
 * Source: the hierarchical dual-net paper, section 3; for super-nodes of one switch the
 * recursive dual-net paper, section 2.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DUAL_NET_H
#define LOCKHOP_NETWORK_TOPOLOGY_DUAL_NET_H

#include "network/topology/topology.h"
#include "switch/route/factor.h"

enum { DUAL_NET_RINGS = 20, DUAL_NET_LEVELS = 3 };

/* Arrays by level begin at level 0; elements without meaning are 0. */
struct dual_net {
  uint32_t rings;                           /* factors of the base; dimension 0 is the
                                             * last one */
  enum factor_kind kind[DUAL_NET_RINGS];    /* [rings] by dimension */
  uint32_t size[DUAL_NET_RINGS];            /* [rings] by dimension */
  uint32_t stride[DUAL_NET_RINGS];          /* switch numbers between two digits */
  uint32_t port[DUAL_NET_RINGS];            /* the first port; of a ring the + port, and
                                             * the - port is the next one, where size > 2 */
  uint32_t levels;                          /* k */
  uint32_t super[DUAL_NET_LEVELS + 1];      /* SN^i, i in [1, k]: a mask of dimensions */
  uint32_t nodes[DUAL_NET_LEVELS + 1];      /* N_i, i in [0, k] */
  uint32_t clusters[DUAL_NET_LEVELS + 1];   /* n_i, i in [1, k]: of each class, and so the
                                             * super-nodes of a cluster */
  uint32_t cross_port[DUAL_NET_LEVELS + 1]; /* of the cross-edge of level i in [1, k] */
};

/* A switch within a network of some level from 1 on. */
struct dual_id {
  uint32_t class_id; /* C: 0 or 1 */
  uint32_t cluster;  /* U, [0, clusters) */
  uint32_t super;    /* SN, [0, clusters): its super-node */
  uint32_t node;     /* N, [0, s): its place in the super-node */
};

static inline struct factor dual_net_factor(const struct dual_net *net, uint32_t dimension)
{
  return (struct factor){.kind = net->kind[dimension], .size = net->size[dimension]};
}

/* Has the base other factors than rings? */
bool dual_net_has_others(const struct dual_net *net);

/* Get the structure of an hdn, rdn or dual-cube; or, without levels, of a torus or
 * hypercube. False: the network is none of these. */
bool dual_net_of(const struct topology *t, struct dual_net *net);

/* Switches of a super-node of a level in [1, k]. */
uint32_t dual_net_super_nodes(const struct dual_net *net, uint32_t level);

/* Split a number in [0, nodes[level]), level in [1, k], into the coordinates of its switch;
 * and join them. */
struct dual_id dual_net_split(const struct dual_net *net, uint32_t level, uint32_t number);
uint32_t dual_net_join(const struct dual_net *net, uint32_t level, struct dual_id id);

/* The same within a cluster of the level: split the number of a switch, [0, nodes[level -
 * 1]), into super-node and place; and join them. */
void dual_net_split_cluster(const struct dual_net *net, uint32_t level, uint32_t number,
                            uint32_t *super, uint32_t *node);
uint32_t dual_net_join_cluster(const struct dual_net *net, uint32_t level, uint32_t super,
                               uint32_t node);

struct link dual_net_link(const struct dual_net *net, uint32_t from_switch, uint32_t port);

/* The switch number as fields: a digit of the base in ceil(log2 size) bits, dimension 0 in
 * the lowest; then for each level the fields of what U^i counts (digits of the base that
 * are not in SN^i by dimension, then U^j and C^j of the lower levels), and C^i in one bit.
 */
uint64_t dual_net_here(const struct dual_net *net, uint32_t sw);
uint32_t dual_net_here_bits(const struct dual_net *net);

/* Is each SN^i contained in SN^{i-1}?  Then the network is symmetric: all switches look
 * alike. */
bool dual_net_nested(const struct dual_net *net);

/* Does each port of each switch lead where it does at switch 0, too?  So it is in a nested
 * network whose base has no Petersen graph. */
bool dual_net_alike(const struct dual_net *net);

/* For a network whose ports are alike: the switch that is reached from switch 0 by the same
 * ports as `sw` from `source`. */
uint32_t dual_net_seen_from(const struct dual_net *net, uint32_t source, uint32_t sw);

#endif
