/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_net -- the structure of hierarchical and recursive dual-nets. */
#include "network/topology/dual_net.h"

#include "base/bits.h"
#include "network/topology/hdn.h"
#include "network/topology/hypercube.h"
#include "network/topology/product.h"
#include "network/topology/torus.h"

#include <assert.h>

static bool in_super(const struct dual_net *net, uint32_t level, uint32_t dimension)
{
  return net->super[level] >> dimension & 1;
}

/* --- the structure of a network --- */

static void of_hypercube(const struct topology *t, struct dual_net *net)
{
  net->rings = t->ports;
  for (uint32_t i = 0; i < net->rings; i++) {
    net->size[i] = 2;
    net->stride[i] = UINT32_C(1) << i;
    net->port[i] = i;
  }
}

static void of_torus(const struct topology *t, struct dual_net *net)
{
  uint32_t port = 0;

  net->rings = product_dimensions(t);
  for (uint32_t i = 0; i < net->rings; i++) {
    net->size[i] = product_size(t, i);
    net->stride[i] = product_stride(t, i);
    net->port[i] = port;
    port += net->size[i] == 2 ? 1 : 2;
  }
}

bool dual_net_of(const struct topology *t, struct dual_net *net)
{
  if (t->row == &hdn || t->row == &rdn || t->row == &dual_cube) {
    *net = *hdn_net(t);
    return true;
  }
  if (t->row != &torus && t->row != &hypercube)
    return false;
  *net = (struct dual_net){.nodes = {t->switches}};
  if (t->row == &torus)
    of_torus(t, net);
  else
    of_hypercube(t, net);
  return true;
}

/* --- numbers and what they mean --- */

uint32_t dual_net_super_nodes(const struct dual_net *net, uint32_t level)
{
  return net->nodes[level - 1] / net->clusters[level];
}

static uint32_t digit(const struct dual_net *net, uint32_t number, uint32_t dimension)
{
  return number / net->stride[dimension] % net->size[dimension];
}

void dual_net_split_cluster(const struct dual_net *net, uint32_t level, uint32_t number,
                            uint32_t *super, uint32_t *node)
{
  uint32_t places[2] = {0, 0}, weights[2] = {1, 1}; /* of super, and of node */

  for (uint32_t i = 0; i < net->rings; i++) {
    const bool of_node = in_super(net, level, i);
    const uint32_t size = net->size[i];

    places[of_node] += number % size * weights[of_node];
    weights[of_node] *= size;
    number /= size;
  }
  *super = places[0] + number * weights[0];
  *node = places[1];
}

uint32_t dual_net_join_cluster(const struct dual_net *net, uint32_t level, uint32_t super,
                               uint32_t node)
{
  uint32_t number = 0;

  for (uint32_t i = 0; i < net->rings; i++) {
    uint32_t *rank = in_super(net, level, i) ? &node : &super;

    number += *rank % net->size[i] * net->stride[i];
    *rank /= net->size[i];
  }
  return number + super * net->nodes[0];
}

struct dual_id dual_net_split(const struct dual_net *net, uint32_t level, uint32_t number)
{
  const uint32_t cluster = number / net->nodes[level - 1];
  struct dual_id id = {.class_id = cluster / net->clusters[level],
                       .cluster = cluster % net->clusters[level]};

  assert(number < net->nodes[level]);
  dual_net_split_cluster(net, level, number % net->nodes[level - 1], &id.super, &id.node);
  return id;
}

uint32_t dual_net_join(const struct dual_net *net, uint32_t level, struct dual_id id)
{
  const uint32_t cluster = id.class_id * net->clusters[level] + id.cluster;

  return cluster * net->nodes[level - 1] +
         dual_net_join_cluster(net, level, id.super, id.node);
}

/* --- links --- */

static struct link cross_edge(const struct dual_net *net, uint32_t from_switch,
                              uint32_t level)
{
  const uint32_t number = from_switch % net->nodes[level];
  const struct dual_id id = dual_net_split(net, level, number);
  const struct dual_id far = {
      .class_id = !id.class_id, .cluster = id.super, .super = id.cluster, .node = id.node};

  return (struct link){.to_switch = from_switch - number + dual_net_join(net, level, far),
                       .to_port = net->cross_port[level]};
}

struct link dual_net_link(const struct dual_net *net, uint32_t from_switch, uint32_t port)
{
  uint32_t i = net->rings - 1;

  for (uint32_t level = 1; level <= net->levels; level++)
    if (port == net->cross_port[level])
      return cross_edge(net, from_switch, level);
  while (net->port[i] > port)
    i--;
  const struct factor factor = dual_net_factor(net, i);
  const uint32_t x = digit(net, from_switch, i), place = port - net->port[i];
  const uint32_t end = factor_far(factor, x, place);

  return (struct link){
      .to_switch = from_switch + end * net->stride[i] - x * net->stride[i],
      .to_port = net->port[i] + factor_far_port(factor, place),
  };
}

/* --- fields --- */

/* Digits of the base of `number` that are not in `without`, put above what is in *word;
 * *number is what is above the base then. */
static void put_digits(const struct dual_net *net, uint32_t without, uint32_t *number,
                       uint64_t *word, uint32_t *bits)
{
  for (uint32_t i = 0; i < net->rings; i++) {
    if (without >> i & 1)
      continue;
    *word |= (uint64_t)(*number % net->size[i]) << *bits;
    *bits += bits_index(net->size[i]);
    *number /= net->size[i];
  }
}

/* U^j and C^j of the levels up to `levels`, which *number counts. */
static void put_levels(const struct dual_net *net, uint32_t levels, uint32_t *number,
                       uint64_t *word, uint32_t *bits)
{
  for (uint32_t level = 1; level <= levels; level++) {
    uint32_t cluster = *number % net->clusters[level];

    *number /= net->clusters[level];
    put_digits(net, net->super[level], &cluster, word, bits);
    put_levels(net, level - 1, &cluster, word, bits);
    *word |= (uint64_t)(*number % 2) << *bits;
    *bits += 1;
    *number /= 2;
  }
}

static uint64_t fields_of(const struct dual_net *net, uint32_t number, uint32_t *bits)
{
  uint64_t word = 0;

  *bits = 0;
  put_digits(net, 0, &number, &word, bits);
  put_levels(net, net->levels, &number, &word, bits);
  return word;
}

uint64_t dual_net_here(const struct dual_net *net, uint32_t sw)
{
  uint32_t bits;

  return fields_of(net, sw, &bits);
}

uint32_t dual_net_here_bits(const struct dual_net *net)
{
  uint32_t bits;

  fields_of(net, 0, &bits);
  return bits;
}

/* --- symmetry --- */

bool dual_net_nested(const struct dual_net *net)
{
  for (uint32_t level = 2; level <= net->levels; level++)
    if (net->super[level] & ~net->super[level - 1])
      return false;
  return true;
}

bool dual_net_has_others(const struct dual_net *net)
{
  for (uint32_t i = 0; i < net->rings; i++)
    if (net->kind[i] != FACTOR_RING)
      return true;
  return false;
}

bool dual_net_alike(const struct dual_net *net)
{
  for (uint32_t i = 0; i < net->rings; i++)
    if (net->kind[i] == FACTOR_PETERSEN)
      return false;
  return dual_net_nested(net);
}

/* In a network of the level.  Flipping C of all switches keeps the links and their ports.
 * And so does, at level 0, moving all digits on; at level i, doing so in the clusters of
 * class 0, and in those of class 1, if both move the places N alike: what it does with the
 * super-nodes of one class it does with the clusters of the other. */
static uint32_t seen_from(const struct dual_net *net, uint32_t level, uint32_t source,
                          uint32_t number)
{
  uint32_t seen = 0, unused;

  if (level == 0) {
    for (uint32_t i = 0; i < net->rings; i++) {
      const uint32_t n = net->size[i];

      seen += (digit(net, number, i) + n - digit(net, source, i)) % n * net->stride[i];
    }
    return seen;
  }
  const struct dual_id from = dual_net_split(net, level, source);
  struct dual_id id = dual_net_split(net, level, number);

  id.class_id ^= from.class_id;
  const bool other = id.class_id == 1;
  const uint32_t inside = seen_from(
      net, level - 1,
      dual_net_join_cluster(net, level, other ? from.cluster : from.super, from.node),
      dual_net_join_cluster(net, level, id.super, id.node));
  const uint32_t outside = seen_from(
      net, level - 1,
      dual_net_join_cluster(net, level, other ? from.super : from.cluster, from.node),
      dual_net_join_cluster(net, level, id.cluster, from.node));

  dual_net_split_cluster(net, level, inside, &id.super, &id.node);
  dual_net_split_cluster(net, level, outside, &id.cluster, &unused);
  return dual_net_join(net, level, id);
}

uint32_t dual_net_seen_from(const struct dual_net *net, uint32_t source, uint32_t sw)
{
  return seen_from(net, net->levels, source, sw);
}
