/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_construction -- sections 2 and 3 of the HDN paper: the dual construction, product
 * graphs, the two steps of a level, quotient graphs; and what section 2 of the RDN paper
 * says of its construction. */
#include "papers/dual_nets.h"

/* --- figure 1 --- */

/* Is the network of the second spec the dual construction of the first?  2 n^2 nodes; in
 * its clusters the links of G; node i of cluster j of class 0 joined to node j of cluster i
 * of class 1; and nothing else. */
static bool is_dual(struct finding *f, const char *base, const char *spec)
{
  bool good = true;
  OF_BLOCK(lab_graph, g);
  OF_BLOCK(lab_graph, whole);

  {
    TOPOLOGY_OF_BLOCK(t);
    if (!lab_open_graph(f, &t, &g, "%s", base))
      return false;
  }
  TOPOLOGY_OF_BLOCK(t);
  if (!lab_open_graph(f, &t, &whole, "%s", spec))
    return false;
  const uint32_t n = g.nodes;

  good = dual_switches(&t) == 2 * n * n;
  for (uint32_t v = 0; v < whole.nodes && good; v++) {
    const uint32_t class_id = v / (n * n), cluster = v / n % n, node = v % n;

    good = whole.first[v + 1] - whole.first[v] == g.first[node + 1] - g.first[node] + 1 &&
           lab_joined(&whole, v, (1 - class_id) * n * n + node * n + cluster);
    for (uint32_t i = g.first[node]; i < g.first[node + 1] && good; i++)
      good = lab_joined(&whole, v, v - node + g.to[i]);
  }
  return good;
}

static void judge_dual(struct finding *f)
{
  static const struct {
    const char *base, *spec;
  } pairs[] = {{"torus:3", "rdn:3:1"},         {"torus:2x2x2", "rdn:2x2x2:1"},
               {"torus:2x3x5", "rdn:2x3x5:1"}, {"rdn:2:1", "rdn:2:2"},
               {"rdn:3:1", "rdn:3:2"},         {"rdn:2:2", "rdn:2:3"}};
  const uint32_t count = sizeof pairs / sizeof pairs[0];
  uint32_t right = 0;

  for (uint32_t i = 0; i < count; i++)
    right += is_dual(f, pairs[i].base, pairs[i].spec);
  reading(f, right == count,
          "so in %u of %u recursive dual-nets of 1 to 3 levels, link by link, and no other "
          "links",
          right, count);
}

static void judge_sizes(struct finding *f)
{
  const uint64_t one = dual_measure(f, 0, "rdn:2x2x2:1").nodes;
  const uint64_t two = dual_measure(f, 0, "rdn:2x2x2:2").nodes;

  reading(f, one == 1 << 7 && two == 1 << 15 && 2 * two * two == UINT64_C(1) << 31,
          "%" PRIu64 ", %" PRIu64 "; from its clusters %" PRIu64, one, two, 2 * two * two);
}

/* --- figure 2 --- */

/* Have the networks the same links? */
static bool are_same(struct finding *f, const char *one, const char *other)
{
  OF_BLOCK(lab_graph, a);
  OF_BLOCK(lab_graph, b);

  {
    TOPOLOGY_OF_BLOCK(t);
    if (!lab_open_graph(f, &t, &a, "%s", one))
      return false;
  }
  TOPOLOGY_OF_BLOCK(t);
  if (!lab_open_graph(f, &t, &b, "%s", other) || a.nodes != b.nodes)
    return false;
  bool same = lab_edges(&a) == lab_edges(&b);

  for (uint32_t v = 0; v < a.nodes && same; v++)
    for (uint32_t i = a.first[v]; i < a.first[v + 1] && same; i++)
      same = lab_joined(&b, v, a.to[i]);
  return same;
}

static bool looks_alike(struct finding *f, const char *spec)
{
  uint32_t least;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  return lab_open_graph(f, &t, &g, "%s", spec) &&
         dual_profiles(&g, UINT32_MAX, &least) == 1;
}

static void judge_products(struct finding *f)
{
  static const char *const symmetric[] = {"torus:3x4", "torus:2x3x5", "torus:5x5",
                                          "torus:2x2x3x3"};
  static const char *const not_symmetric[] = {"mesh:2x3", "mesh:3x4"};
  uint32_t cubes = 0, alike = 0, not_alike = 0;
  char cube[16], product[32] = "torus:2";

  for (uint32_t r = 1; r <= 8; r++, claims_append(product, sizeof product, "x2")) {
    cube[0] = '\0';
    claims_append(cube, sizeof cube, "hypercube:%u", r);
    cubes += are_same(f, cube, product);
  }
  for (uint32_t i = 0; i < 4; i++)
    alike += looks_alike(f, symmetric[i]);
  for (uint32_t i = 0; i < 2; i++)
    not_alike += !looks_alike(f, not_symmetric[i]);
  reading(f, cubes == 8 && alike == 4 && not_alike == 2,
          "the cube is that product for %u of r = 1..8; in %u of 4 products of rings all "
          "nodes look alike, in products with a line of 3 or more they do not, in %u of 2",
          cubes, alike, not_alike);
}

/* --- the two steps of a level --- */

static const char *const nets[] = {"hdn:2x2:2",         "hdn:2x2:2,2",   "hdn:2x2:2,2@2",
                                   "hdn:2x2:2,2x2",     "hdn:2x3x5:2x3", "hdn:2x3x5:3x5",
                                   "hdn:2x3x5:2x3,3x5", "hdn:2xK4:4,4"};
enum { NETS = sizeof nets / sizeof nets[0] };

/* Number of the super-node of the highest level, in the whole network. */
static uint32_t super_node(const struct dual_net *net, uint32_t sw)
{
  const uint32_t k = net->levels, n = net->clusters[k];
  const struct dual_id id = dual_net_split(net, k, sw);

  return (id.class_id * n + id.cluster) * n + id.super;
}

/* Switches whose cross-edge is no part of K_2 x SN: from its super-node all lead to one,
 * and joined switches of it to joined ones. */
static uint32_t outside_products(const struct topology *t, const struct lab_graph *g)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t cross = net->cross_port[net->levels];
  uint32_t wrong = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    const uint32_t far = topology_link(t, sw, cross).to_switch, own = super_node(net, sw);
    bool good = topology_link(t, far, cross).to_switch == sw;

    for (uint32_t i = g->first[sw]; i < g->first[sw + 1]; i++) {
      const uint32_t beside = g->to[i];

      if (super_node(net, beside) != own)
        continue;
      const uint32_t there = topology_link(t, beside, cross).to_switch;

      good &= super_node(net, there) == super_node(net, far) && lab_joined(g, far, there);
    }
    wrong += !good;
  }
  return wrong;
}

static void judge_two_steps(struct finding *f)
{
  uint32_t wrong = 0, switches = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    wrong += outside_products(&s.t, &s.g);
    switches += s.t.switches;
  }
  reading(
      f, wrong == 0 && switches > 0,
      "%u of %u cross-edges of the highest level of %d networks are no part of K_2 x SN",
      wrong, switches, NETS);
}

static const struct claim_row rows[] = {
    {"H2.3",
     "figure 1: the dual construction joins node i of cluster j of class 0 to node j of "
     "cluster i of class 1",
     "2n^2 nodes", .judge = judge_dual},
    {"H2.4", "RDN(8,k) has so many nodes for k = 1, 2, 3", "2^7, 2^15, 2^31",
     .judge = judge_sizes},
    {"H2.5",
     "figure 2: an r-cube is a product of r graphs K_2; products of symmetric graphs are "
     "symmetric",
     "symmetric", .judge = judge_products},
    {"H2.6", "a level replaces every K_2 between two super-nodes by K_2 x SN", "K_2 x SN",
     .judge = judge_two_steps},
};

const struct claim_part dual_construction =
    CLAIM_PART(rows, "Hierarchical Dual-Net, section 2");

/* --- quotient graphs --- */

#define NO_GROUP UINT32_MAX

/* Searches a cluster of the highest level, each group of switches one node.  group[size]:
 * [0, groups) or NO_GROUP: the switch is taken out.  *reached: 0 where it starts, else
 * UINT32_MAX; then the distances.  Returns the largest. */
static uint32_t search(const struct topology *t, const uint32_t *group, uint32_t *reached)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t size = net->nodes[net->levels - 1], ports = net->cross_port[net->levels];
  uint32_t hops = 0;

  for (bool grew = true; grew; hops += grew) {
    grew = false;
    for (uint32_t sw = 0; sw < size; sw++)
      for (uint32_t port = 0; port < ports && group[sw] != NO_GROUP; port++) {
        const uint32_t far = group[topology_link(t, sw, port).to_switch % size];

        if (reached[group[sw]] == hops && far != NO_GROUP && reached[far] > hops + 1) {
          reached[far] = hops + 1;
          grew = true;
        }
      }
  }
  return hops;
}

/* Largest distance between groups. */
static uint32_t spread(const struct topology *t, const uint32_t *group, uint32_t groups,
                       uint32_t *reached)
{
  uint32_t most = 0;

  for (uint32_t from = 0; from < groups; from++) {
    for (uint32_t i = 0; i < groups; i++)
      reached[i] = i == from ? 0 : UINT32_MAX;
    const uint32_t hops = search(t, group, reached);
    most = hops > most ? hops : most;
  }
  return most;
}

/* Of a cluster of the highest level: its diameter, that of a super-node in it, that of the
 * cluster with each super-node as one node; and the longest way from a switch to the
 * nearest one of a super-node. */
struct spreads {
  uint32_t cluster, super, quotient, approach;
};

static struct spreads spreads_of(struct finding *f, const struct topology *t)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t k = net->levels, size = net->nodes[k - 1];
  uint32_t *group MEMORY_OF_BLOCK = lab_memory(f, size, sizeof *group);
  uint32_t *reached MEMORY_OF_BLOCK = lab_memory(f, size, sizeof *reached);
  struct spreads found = {.cluster = 0};

  if (!group || !reached)
    return found;
  lab_identity(group, size);
  found.cluster = spread(t, group, size, reached);
  for (uint32_t super = 0; super < net->clusters[k]; super++) {
    for (uint32_t sw = 0; sw < size; sw++)
      reached[sw] = dual_net_split(net, k, sw).super == super ? 0 : UINT32_MAX;
    const uint32_t hops = search(t, group, reached);
    found.approach = hops > found.approach ? hops : found.approach;
  }
  for (uint32_t sw = 0; sw < size; sw++)
    group[sw] = dual_net_split(net, k, sw).super;
  found.quotient = spread(t, group, net->clusters[k], reached);
  for (uint32_t sw = 0; sw < size; sw++)
    group[sw] = group[sw] == 0 ? dual_net_split(net, k, sw).node : NO_GROUP;
  found.super = spread(t, group, dual_net_super_nodes(net, k), reached);
  return found;
}

/* Networks in which it is so; the text has "quotient = cluster - super" of each. */
static uint32_t quotients(struct finding *f, const char *const *specs, uint32_t count,
                          char text[96], uint32_t *approaches)
{
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, count);

  text[0] = '\0';
  while (survey_next(&s)) {
    const struct spreads d = spreads_of(f, &s.t);

    right += d.quotient + d.super == d.cluster;
    *approaches += d.approach + d.super == d.cluster;
    claims_append(text, 96, "%s %u for %u-%u", s.opened > 1 ? "," : "", d.quotient,
                  d.cluster, d.super);
  }
  return right;
}

static void judge_quotients(struct finding *f)
{
  static const char *const alike[] = {"hdn:2x2:2",   "hdn:2x3x5:2x3", "hdn:2x3x5:3x5",
                                      "hdn:2x2:2,2", "hdn:2xK4:4,4",  "rdn:2:2"};
  static const char *const others[] = {"hdn:2x2:2,2@2", "hdn:2x2:2,2x2",
                                       "hdn:2x3x5:2x3,3x5"};
  uint32_t approaches = 0;
  char text[96];
  const uint32_t right = quotients(f, alike, 6, text, &approaches);

  reading(f, right == 6, "one level, or S_2 = S_1: in %u of 6:%s", right, text);
  const uint32_t wrong = quotients(f, others, 3, text, &approaches);
  reading(f, wrong == 3, "other S_2: in %u of 3:%s", wrong, text);
  note(f,
       "what the proof needs, the way from a node to the nearest of a super-node, is that "
       "long in %u of 9",
       approaches);
}

static const struct claim_row of_section_3[] = {
    {"H3.22", "the diameter of a quotient graph: D(Q^(i-1)) = D_(i-1) - D(SN^i)",
     "D_(i-1) - D(SN^i)", .judge = judge_quotients},
};

const struct claim_part dual_quotients =
    CLAIM_PART(of_section_3, "Hierarchical Dual-Net, section 3");
