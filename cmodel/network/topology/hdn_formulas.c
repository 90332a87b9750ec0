/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_formulas -- closed formulas of dual-nets, printed and corrected; their halvings. */
#include "network/topology/hdn_formulas.h"

#include "network/topology/hdn.h"

#include <math.h>
#include <string.h>

#define NO_RING UINT32_MAX

/* --- distances --- */

/* Of the product of the factors in `mask`. */
static uint32_t factors_diameter(const struct dual_net *net, uint32_t mask)
{
  uint32_t diameter = 0;

  for (uint32_t i = 0; i < net->rings; i++)
    diameter += mask >> i & 1 ? factor_diameter(dual_net_factor(net, i)) : 0;
  return diameter;
}

/* Theorem 1 of the hierarchical dual-net paper. */
static uint32_t printed_diameter(const struct dual_net *net)
{
  const uint32_t k = net->levels;
  uint32_t diameter = (factors_diameter(net, UINT32_MAX) << k) + (UINT32_C(2) << k) - 2;

  for (uint32_t level = 1; level <= k; level++)
    diameter -= factors_diameter(net, net->super[level]) << (k - level);
  return diameter;
}

/* With one cluster in each class of level 1 a single cross-edge leads over, not two. */
static bool one_cluster(const struct dual_net *net)
{
  return net->clusters[1] == 1;
}

uint32_t hdn_diameter(const struct dual_net *net)
{
  return printed_diameter(net) - (one_cluster(net) ? UINT32_C(1) << (net->levels - 1) : 0);
}

/* --- halves --- */

/* Halves that few links join.  In a network of level i either half of the clusters of each
 * class, whole, is on a side, which cuts N_i/4 links, the cross-edges between them; of an
 * odd number, one more of class 1, which cuts s_i/2 more.  Or no cross-edge of level i is
 * cut: each cluster of class 0 is halved, all alike and none of its super-nodes cut in two,
 * and a cluster of class 1 is on the side of the super-nodes of its number. */
struct cut {
  uint32_t level; /* down to which nothing but clusters is cut: half of its clusters are on
                   * a side; 0: the base is cut */
  uint32_t ring;  /* of the base, then */
  double links;   /* duplex; INFINITY: there are no such halves */
};

/* Of a network of the level, between halves of whole clusters. */
static double clusters_cut(const struct dual_net *net, uint32_t level)
{
  const bool odd = net->clusters[level] % 2;

  return net->nodes[level] / 4.0 + (odd ? dual_net_super_nodes(net, level) / 2.0 : 0);
}

static bool half_of_clusters(const struct dual_net *net, uint32_t level, struct dual_id id)
{
  return id.cluster < (net->clusters[level] + id.class_id) / 2;
}

/* Links between the lower and the upper half of the digits of a factor of even size. */
static double factor_cut(struct factor factor)
{
  switch (factor.kind) {
  case FACTOR_COMPLETE:
    return factor.size * (double)factor.size / 4;
  case FACTOR_PETERSEN:
    return factor.size / 2.0;
  default:
    return factor.size == 2 ? 1 : 2;
  }
}

/* Whole super-nodes of the dimensions in `whole` are to stay whole. */
static struct cut base_cut(const struct dual_net *net, uint32_t whole)
{
  struct cut best = {.ring = NO_RING, .links = INFINITY};

  for (uint32_t i = 0; i < net->rings; i++) {
    const uint32_t n = net->size[i];
    const double links = (double)net->nodes[0] / n * factor_cut(dual_net_factor(net, i));

    if (n % 2 == 0 && !(whole >> i & 1) && links < best.links)
      best = (struct cut){.ring = i, .links = links};
  }
  return best;
}

static struct cut fewest(const struct dual_net *net)
{
  uint32_t whole = 0;
  double copies = 1; /* of the network of the level that are cut */
  struct cut best = {.ring = NO_RING, .links = INFINITY};

  for (uint32_t level = net->levels; level >= 1; level--) {
    const double links = copies * clusters_cut(net, level);

    if (links < best.links)
      best = (struct cut){.level = level, .ring = NO_RING, .links = links};
    copies *= net->clusters[level];
    whole |= net->super[level];
  }
  struct cut base = base_cut(net, whole);

  base.links *= copies;
  return base.links < best.links ? base : best;
}

/* In a network of the level. */
static bool side_of(const struct dual_net *net, const struct cut *cut, uint32_t level,
                    uint32_t number)
{
  if (level == 0)
    return number / net->stride[cut->ring] % net->size[cut->ring] <
           net->size[cut->ring] / 2;
  struct dual_id id = dual_net_split(net, level, number);

  if (cut->level == level)
    return half_of_clusters(net, level, id);
  return side_of(
      net, cut, level - 1,
      dual_net_join_cluster(net, level, id.class_id ? id.cluster : id.super, id.node));
}

static bool printed_half(const struct topology *t, uint32_t sw)
{
  const struct dual_net *net = hdn_net(t);

  return half_of_clusters(net, net->levels, dual_net_split(net, net->levels, sw));
}

static bool fewest_known(const struct topology *t, uint32_t sw)
{
  const struct dual_net *net = hdn_net(t);
  const struct cut cut = fewest(net);

  return side_of(net, &cut, net->levels, sw);
}

const struct halving hdn_halvings[HDN_HALVINGS] = {
    {.text = "half of the clusters of each class", .side = printed_half, .of_paper = true},
    {.text = "clusters of class 1 as the super-nodes of class 0", .side = fewest_known},
};

/* --- formulas --- */

/* The sizes as they are, and as the hierarchical dual-net paper prints them. */
static double size_of(const struct dual_net *net, bool printed)
{
  double size = pow(2 * (double)net->nodes[0], (double)(1 << net->levels)) / 2;

  for (uint32_t level = 1; level <= net->levels; level++)
    size /= pow(dual_net_super_nodes(net, level),
                printed ? 1 : (double)(1 << (net->levels - level)));
  return size;
}

static void add(struct formula *formulas, size_t *count, const char *quantity,
                const char *formula, double value)
{
  formulas[(*count)++] =
      (struct formula){.quantity = quantity, .formula = formula, .value = value};
}

/* What a paper prints, where it is not so. */
static void add_printed(struct formula *formulas, size_t *count, const char *formula,
                        double value)
{
  const struct formula *is = &formulas[*count - 1];

  if (value != is->value)
    add(formulas, count, is->quantity, formula, value);
}

static void add_bisections(const struct topology *t, struct formula *formulas,
                           size_t *count)
{
  const struct dual_net *net = hdn_net(t);
  const double links = fewest(net).links;
  const bool even = net->clusters[net->levels] % 2 == 0;

  add(formulas, count, "bisection",
      links < clusters_cut(net, net->levels) ? "<= n_k cuts of a cluster"
      : even                                 ? "<= N/4"
                                             : "<= N/4 + s_k/2",
      links);
  if (t->row != &hdn)
    add_printed(formulas, count, "paper: ceil((2 N0)^(2^k)/8)", ceil(t->switches / 4.0));
  else if (even)
    add_printed(formulas, count, "paper: N/4", t->switches / 4.0);
}

size_t hdn_formulas(const struct topology *t, struct formula *formulas, size_t capacity)
{
  const struct dual_net *net = hdn_net(t);
  const bool any_super = t->row == &hdn;
  struct formula all[12];
  size_t count = 0;

  add(all, &count, "switches",
      any_super ? "(2 N0)^(2^k) / (2 prod s_i^(2^(k-i)))" : "(2 N0)^(2^k) / 2",
      size_of(net, false));
  add_printed(all, &count, "paper: (2 N0)^(2^k) / (2 prod s_i)", size_of(net, true));
  add(all, &count, "ports", "d0 + k", t->ports);
  /* A ring of 2 beside longer ones: in the paper's 2x3x5 it has two links. */
  if (any_super && t->ports > net->rings + net->levels && !dual_net_has_others(net))
    add_printed(all, &count, "paper: 2 for each ring, + k", 2 * net->rings + net->levels);
  add(all, &count, "links", "N (d0 + k)", (double)t->switches * t->ports);
  add(all, &count, "diameter",
      one_cluster(net) ? "2^k D0 - sum .. + 2^(k+1) - 2 - 2^(k-1), as n_1 = 1"
      : any_super      ? "2^k D0 - sum 2^(k-i) D(SN^i) + 2^(k+1) - 2"
                       : "2^k D0 + 2^(k+1) - 2",
      hdn_diameter(net));
  add_printed(all, &count, "paper: without - 2^(k-1)", printed_diameter(net));
  add_bisections(t, all, &count);
  count = count < capacity ? count : capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}
