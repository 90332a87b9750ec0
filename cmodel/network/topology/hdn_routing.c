/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_routing -- two routings of dual-nets: memoryless and algorithm-1. */
#include "network/topology/hdn_routing.h"

#include "base/bits.h"
#include "network/topology/hdn.h"
#include "switch/route/source_route.h"

#include <assert.h>

enum { QUEUES_MAX = 63, HEADER_MAX = 64 };

/* --- the route unit --- */

static bool has_datelines(const struct dual_net *net)
{
  for (uint32_t i = 0; i < net->rings; i++)
    if (factor_has_dateline(dual_net_factor(net, i)))
      return true;
  return false;
}

/* VCs of a base link: a phase of each level, and two in factors with a dateline. */
static uint32_t label_vcs(const struct dual_net *net)
{
  return UINT32_C(1) << (net->levels + has_datelines(net));
}

size_t hdn_parameters(const struct dual_net *net, uint32_t parameters[DUAL_NET_PARAMETERS])
{
  uint32_t *shape = &parameters[DUAL_NET_PARAMETER_SHAPE];

  parameters[DUAL_NET_PARAMETER_RINGS] = net->rings;
  parameters[DUAL_NET_PARAMETER_LEVELS] = net->levels;
  parameters[DUAL_NET_PARAMETER_DATELINES] =
      has_datelines(net) && net->levels < DUAL_NET_LEVELS;
  for (uint32_t i = 0; i < net->rings; i++) {
    shape[i] = net->size[i];
    shape[net->rings + i] = (uint32_t)net->kind[i] << DUAL_NET_UNIT_LEVELS;
    for (uint32_t level = 1; level <= net->levels; level++)
      shape[net->rings + i] |= (net->super[level] >> i & 1) << (level - 1);
  }
  return DUAL_NET_PARAMETER_SHAPE + 2 * (size_t)net->rings;
}

bool hdn_memoryless_has(const struct topology *t)
{
  return label_vcs(hdn_net(t)) <= ROUTE_VCS;
}

/* A switch with many ports has room for fewer VCs. */
void hdn_memoryless_choose(const struct topology *t, struct routing *routing)
{
  const uint32_t vcs = label_vcs(hdn_net(t));

  routing->vcs = vcs * t->ports <= QUEUES_MAX ? vcs : QUEUES_MAX / t->ports;
  routing->cyclic = routing->vcs < vcs;
}

uint32_t hdn_memoryless_bits(const struct topology *t)
{
  return t->address_bits;
}

uint64_t hdn_memoryless_header(const struct topology *t, uint32_t source,
                               uint32_t destination, uint64_t random)
{
  (void)source;
  (void)random;
  return dual_net_here(hdn_net(t), destination);
}

static void add_field(struct field *fields, size_t capacity, size_t *count,
                      const char *name, uint32_t lsb, uint32_t bits)
{
  if (bits > 0 && *count < capacity)
    fields[(*count)++] = (struct field){.name = name, .lsb = lsb, .bits = bits};
}

size_t hdn_memoryless_fields(const struct topology *t, struct field *fields,
                             size_t capacity)
{
  static const char *const clusters[DUAL_NET_LEVELS] = {"U1", "U2", "U3"};
  static const char *const classes[DUAL_NET_LEVELS] = {"C1", "C2", "C3"};
  static const char *const digits[DUAL_NET_RINGS] = {
      "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",
      "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19"};
  const uint32_t *parameters = t->parameters;
  const uint32_t levels = parameters[DUAL_NET_PARAMETER_LEVELS];
  uint32_t lsb = 0, above = dual_net_digit_bits(parameters, 0);
  const uint32_t base = above;
  size_t count = 0;

  for (uint32_t i = 1; i <= levels; i++) {
    const uint32_t bits = above - base + dual_net_digit_bits(parameters, i);

    add_field(fields, capacity, &count, classes[i - 1], above + bits, 1);
    add_field(fields, capacity, &count, clusters[i - 1], above, bits);
    above += bits + 1;
  }
  for (uint32_t i = 0; i < parameters[DUAL_NET_PARAMETER_RINGS]; i++) {
    const uint32_t bits = bits_index(dual_net_ring(parameters, i).size);

    add_field(fields, capacity, &count, digits[i], lsb, bits);
    lsb += bits;
  }
  return count;
}

/* --- algorithm 1 --- */

struct path {
  const struct dual_net *net;
  uint8_t *ports; /* [HDN_PATH] */
  size_t count;
};

static void leave(struct path *path, uint32_t port)
{
  assert(path->count < HDN_PATH);
  path->ports[path->count++] = (uint8_t)port;
}

/* By the lowest dimension first; in a ring the shorter way, + if both are as long. */
static void base_route(struct path *path, uint32_t from, uint32_t to)
{
  const struct dual_net *net = path->net;

  for (uint32_t i = 0; i < net->rings; i++) {
    const struct factor factor = dual_net_factor(net, i);
    const uint32_t end = to / net->stride[i] % factor.size;
    uint32_t at = from / net->stride[i] % factor.size;

    while (at != end) {
      const uint32_t port = factor_hop(factor, at, end).port;

      leave(path, net->port[i] + port);
      at = factor_far(factor, at, port);
    }
  }
}

/* The port at the other end of a link. */
static uint32_t far_port(const struct dual_net *net, uint32_t port)
{
  return dual_net_link(net, 0, port).to_port;
}

/* Turn round the hops from place `first` on. */
static void turn_round(struct path *path, size_t first)
{
  for (size_t i = first, j = path->count; i < j--; i++) {
    const uint32_t port = far_port(path->net, path->ports[i]);

    path->ports[i] = (uint8_t)far_port(path->net, path->ports[j]);
    path->ports[j] = (uint8_t)port;
  }
}

/* The box, in a network of the level; from and to are numbers in it. */
static void route(struct path *path, uint32_t level, uint32_t from, uint32_t to)
{
  const struct dual_net *net = path->net;

  if (level == 0) {
    base_route(path, from, to);
    return;
  }
  struct dual_id u = dual_net_split(net, level, from);
  const struct dual_id v = dual_net_split(net, level, to);

  if (u.class_id == v.class_id && u.cluster == v.cluster) {
    route(path, level - 1, from % net->nodes[level - 1], to % net->nodes[level - 1]);
    return;
  }
  if (u.class_id == v.class_id) {
    leave(path, net->cross_port[level]);
    u = (struct dual_id){
        .class_id = !u.class_id, .cluster = u.super, .super = u.cluster, .node = u.node};
  }
  const uint32_t u_way = dual_net_join_cluster(net, level, v.cluster, u.node);
  const uint32_t v_way = dual_net_join_cluster(net, level, u.cluster, v.node);
  const uint32_t u_far = dual_net_join_cluster(net, level, u.cluster, u.node);

  route(path, level - 1, dual_net_join_cluster(net, level, u.super, u.node), u_way);
  leave(path, net->cross_port[level]);
  base_route(path, u_far % net->nodes[0], v_way % net->nodes[0]);
  const size_t first = path->count;
  route(path, level - 1, to % net->nodes[level - 1], v_way);
  turn_round(path, first);
}

size_t hdn_path(const struct dual_net *net, uint32_t source, uint32_t destination,
                uint8_t ports[HDN_PATH])
{
  struct path path = {.net = net, .ports = ports};

  route(&path, net->levels, source, destination);
  return path.count;
}

/* Hops between switches of a network of the level that have the digits of the dimensions in
 * `equal` alike, at most. */
static uint32_t longest(const struct dual_net *net, uint32_t level, uint32_t equal)
{
  const uint32_t within = level > 0 ? net->super[level] : UINT32_MAX;
  uint32_t hops = 0;

  for (uint32_t i = 0; i < net->rings; i++)
    hops += (within & ~equal) >> i & 1 ? factor_diameter(dual_net_factor(net, i)) : 0;
  return level == 0 ? hops : hops + 2 * longest(net, level - 1, net->super[level]) + 2;
}

uint32_t hdn_algorithm_1_bits(const struct topology *t)
{
  return source_route_bits(t->ports, longest(hdn_net(t), hdn_net(t)->levels, 0));
}

bool hdn_algorithm_1_has(const struct topology *t)
{
  return hdn_algorithm_1_bits(t) <= HEADER_MAX;
}

uint64_t hdn_algorithm_1_header(const struct topology *t, uint32_t source,
                                uint32_t destination, uint64_t random)
{
  uint8_t ports[HDN_PATH];
  uint64_t header = source_route_end;

  (void)random;
  for (size_t i = hdn_path(hdn_net(t), source, destination, ports); i-- > 0;)
    header = source_route_before(t->ports, ports[i], header);
  return header;
}
