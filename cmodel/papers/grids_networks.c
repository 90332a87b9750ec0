/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_networks -- section 4: the permutation network, its definition and properties;
 * what section 5 says of it.
 *
 * Edges are those of the paper's definition, from its words, with its levels; the network
 * that is compared with them is ours.
 */
#include "base/order.h"
#include "network/topology/pn.h"
#include "papers/grids.h"

/* (n,d) that are small enough for all pairs of nodes of neighbouring levels. */
static const struct {
  uint32_t n, d;
} sizes[] = {{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5},
             {3, 1}, {3, 2}, {3, 3}, {4, 2}, {5, 2}};

enum { SIZES = sizeof sizes / sizeof sizes[0], COPIES = 5 };

/* A level of the paper from one of ours: -d..-1, 1..d. */
static int32_t paper_level(const struct topology *t, uint32_t level)
{
  const int32_t d = (int32_t)pn_d(t), l = (int32_t)level - d;

  return l < 0 ? l : l + 1;
}

/* Do rows a and b agree in all digits but this one? */
static bool agree_but(const struct topology *t, uint32_t a, uint32_t b, uint32_t place)
{
  const uint32_t n = pn_n(t);

  for (uint32_t i = 0; i < pn_d(t); i++, a /= n, b /= n)
    if (i != place && a % n != b % n)
      return false;
  return true;
}

/* Is there an edge from (l,a) to (m,b), m being the level after l, by the edge sets 1 to 3?
 */
static bool defined(const struct topology *t, int32_t l, uint32_t a, uint32_t b)
{
  if (l < -1)
    return agree_but(t, a, b, (uint32_t)-l - 1);
  if (l == -1)
    return agree_but(t, a, b, 0);
  return agree_but(t, a, b, (uint32_t)l); /* m = l + 1, which changes digit m - 1 */
}

/* Is there a link from (level,a) to (level+1,b)? */
static bool linked(const struct topology *t, uint32_t level, uint32_t a, uint32_t b)
{
  const uint32_t from = level * t->terminals + a, to = (level + 1) * t->terminals + b;

  for (uint32_t port = 0; port < t->ports; port++)
    if (topology_port_kind(t, from, port) == PORT_LINK &&
        topology_link(t, from, port).to_switch == to)
      return true;
  return false;
}

/* 4.1 */
static bool judge_edges(struct finding *f, struct err *err)
{
  uint32_t right = 0, same = 0;
  char counts[80] = "";

  for (uint32_t k = 0; k < SIZES; k++) {
    uint64_t edges = 0, different = 0;
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:%u,%u", sizes[k].n, sizes[k].d))
      return false;
    for (uint32_t level = 0; level + 1 < 2 * sizes[k].d; level++)
      for (uint32_t a = 0; a < t.terminals; a++)
        for (uint32_t b = 0; b < t.terminals; b++) {
          const bool edge = defined(&t, paper_level(&t, level), a, b);

          edges += edge;
          different += edge != linked(&t, level, a, b);
        }
    right += edges == (uint64_t)(2 * sizes[k].d - 1) * t.terminals * sizes[k].n;
    same += different == 0;
    claims_append(counts, sizeof counts, " %llu", (unsigned long long)edges);
  }
  finding_reading(f, right == SIZES && same == SIZES,
                  "(2d-1) n^(d+1) edges in %u and the links of pn:n,d in %u of %d sizes:%s",
                  right, same, SIZES, counts);
  return true;
}

/* 4.2 */
static bool judge_straight(struct finding *f, struct err *err)
{
  uint32_t nowhere = 0, known = 0, all = 0;

  for (uint32_t k = 0; k < SIZES; k++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:%u,%u", sizes[k].n, sizes[k].d))
      return false;
    const int32_t d = (int32_t)sizes[k].d;

    for (int32_t l = -d; l < d; l++)
      for (uint32_t a = 0; a < t.terminals; a++) {
        all++;
        nowhere += l == -1 || l == 0; /* l + 1 or l is level 0 */
        known += l != -1 && l != 0 && defined(&t, l, a, a);
      }
  }
  finding_reading(f, nowhere == 0,
                  "%u of %u such edges in %d networks end at level 0, which has no nodes",
                  nowhere, all, SIZES);
  finding_note(f, "%u of the other %u are in the first three sets already", known,
               all - nowhere);
  return true;
}

/* 4.3 */
static bool judge_names(struct finding *f, struct err *err)
{
  uint32_t same = 0, all = 0;

  for (uint32_t k = 0; k < SIZES; k++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:%u,%u", sizes[k].n, sizes[k].d))
      return false;
    for (uint32_t terminal = 0; terminal < t.terminals; terminal++, all++)
      same += topology_source(&t, terminal) == topology_sink(&t, terminal);
  }
  finding_reading(f, same == all,
                  "source a and sink a are one node for %u of %u rows a; S_a elsewhere in "
                  "the paper",
                  same, all);
  return true;
}

/* Nodes that are reached from the sources; links ascend. */
static bool count_nodes(const struct topology *t, uint32_t *nodes, struct err *err)
{
  bool *reached MEMORY_OF_BLOCK =
      lab_memory(t->switches, sizeof *reached, err, "%s", t->spec);

  *nodes = 0;
  if (!reached)
    return false;
  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    reached[topology_source(t, terminal)] = true;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    *nodes += reached[sw];
    for (uint32_t port = 0; reached[sw] && port < t->ports; port++)
      if (topology_port_kind(t, sw, port) == PORT_LINK)
        reached[topology_link(t, sw, port).to_switch] = true;
  }
  return true;
}

/* 4.4 */
static bool judge_nodes(struct finding *f, struct err *err)
{
  char counts[80] = "";
  uint32_t right = 0;

  for (uint32_t k = 0; k < SIZES; k++) {
    uint32_t power = 1, nodes;
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:%u,%u", sizes[k].n, sizes[k].d) ||
        !count_nodes(&t, &nodes, err))
      return false;
    for (uint32_t i = 0; i < sizes[k].d; i++)
      power *= sizes[k].n;
    right += nodes == 2 * sizes[k].d * power;
    claims_append(counts, sizeof counts, " %u", nodes);
  }
  finding_reading(f, right == SIZES, "%u of %d sizes:%s", right, SIZES, counts);
  return true;
}

/* Pairs of a source and a sink at a distance other than `depth`. */
static bool other_depths(const struct topology *t, uint32_t depth, uint32_t *other,
                         struct err *err)
{
  GRAPH_OF_BLOCK(g);

  *other = 0;
  if (!lab_graph_open(&g, t, err))
    return false;
  for (uint32_t source = 0; source < t->terminals; source++) {
    lab_search(&g, topology_source(t, source));
    for (uint32_t sink = 0; sink < t->terminals; sink++)
      *other += g.hops[topology_sink(t, sink)] != depth;
  }
  return true;
}

/* 4.5 */
static bool judge_depth(struct finding *f, struct err *err)
{
  uint32_t pairs = 0, others = 0;

  for (uint32_t k = 0; k < SIZES; k++) {
    uint32_t other;
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:%u,%u", sizes[k].n, sizes[k].d) ||
        !other_depths(&t, 2 * sizes[k].d - 1, &other, err))
      return false;
    pairs += t.terminals * t.terminals;
    others += other;
  }
  finding_reading(f, others == 0,
                  "%u of %u pairs of a source and a sink in %d networks are 2d-1 links "
                  "apart",
                  pairs - others, pairs, SIZES);
  return true;
}

/* Is the network on the levels -t..t and the rows that begin with the digits `top` that of
 * the dimension of `part`, by its own numbers? */
static bool is_part(const struct topology *whole, const struct topology *part, uint32_t top)
{
  const uint32_t outer = pn_d(whole) - pn_d(part), rows = part->terminals;
  uint32_t links = 0;

  for (uint32_t level = 0; level + 1 < 2 * pn_d(part); level++)
    for (uint32_t a = 0; a < rows; a++)
      for (uint32_t b = 0; b < rows; b++) {
        const bool link = linked(part, level, a, b);

        links += link;
        if (link != linked(whole, level + outer, top * rows + a, top * rows + b))
          return false;
      }
  return links == (2 * pn_d(part) - 1) * rows * pn_n(part);
}

/* 4.6 */
static bool judge_parts(struct finding *f, struct err *err)
{
  uint32_t parts = 0, right = 0;

  for (uint32_t k = 0; k < SIZES; k++) {
    TOPOLOGY_OF_BLOCK(whole);

    if (!lab_open(&whole, err, "pn:%u,%u", sizes[k].n, sizes[k].d))
      return false;
    for (uint32_t d = 1; d < sizes[k].d; d++) {
      TOPOLOGY_OF_BLOCK(part);

      if (!lab_open(&part, err, "pn:%u,%u", sizes[k].n, d))
        return false;
      for (uint32_t top = 0; top < whole.terminals / part.terminals; top++, parts++)
        right += is_part(&whole, &part, top);
    }
  }
  finding_reading(f, right == parts,
                  "%u of %u parts, every t and b of %d networks, are (n,t)-PN link by link",
                  right, parts, SIZES);
  return true;
}

/* 4.7: a setting is a pair of rows that differ in the digit of a stage; it is crossed when
 * the packet of the lower row leaves by port 1. */
static bool crossed_settings(const struct topology *t, bool *crossed, uint32_t *order,
                             struct err *err)
{
  uint64_t headers[8];
  struct hop hops[8];

  do {
    if (!t->routings[0].set_up(t, order, headers, err))
      return false;
    for (uint32_t source = 0; source < t->terminals; source++) {
      const size_t count = topology_path(t, &t->routings[0], source, order[source],
                                         headers[source], 0, hops, 8);

      for (size_t i = 0; i + 1 < count; i++)
        if (hops[i + 1].at % t->terminals > hops[i].at % t->terminals)
          crossed[hops[i].at] = true;
    }
  } while (next_permutation(order, t->terminals));
  return true;
}

static bool judge_waksman(struct finding *f, struct err *err)
{
  for (uint32_t d = 1; d <= 3; d++) {
    uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7}, needed = 0;
    bool crossed[64] = {false};
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "pn:2,%u", d) || !crossed_settings(&t, crossed, order, err))
      return false;
    const uint32_t all = (2 * d - 1) * t.terminals / 2;

    for (uint32_t sw = 0; sw < t.switches; sw++)
      needed += crossed[sw];
    finding_reading(f, needed == all,
                    "d=%u: our set-up crosses %u of the %u 2x2 switches, over all "
                    "permutations; the others need not be there",
                    d, needed, all);
  }
  finding_note(f, "Waksman's network has N log2 N - N + 1 of them: 1, 5, 17");
  return true;
}

/* The digit that stage `level` changes: that of any two rows that it joins. */
static uint32_t changed_bit(const struct topology *t, uint32_t level)
{
  const uint32_t sw = level * t->terminals;
  const uint32_t zero = topology_link(t, sw, 0).to_switch % t->terminals;
  const uint32_t one = topology_link(t, sw, 1).to_switch % t->terminals;
  uint32_t bit = 0;

  while ((zero ^ one) >> bit > 1)
    bit++;
  return bit;
}

/* The bits that the stages of a network change, bits[*count]. */
static bool stages_of(uint32_t *bits, uint32_t *count, const char *name, uint32_t d,
                      struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(&t, err, "%s:%u", name, d))
    return false;
  *count = 0;
  while (topology_port_kind(&t, *count * t.terminals, 1) == PORT_LINK) {
    bits[*count] = changed_bit(&t, *count);
    ++*count;
  }
  return true;
}

/* 5.3 */
static bool judge_two_copies(struct finding *f, struct err *err)
{
  uint32_t whole = 0, sharing = 0;

  for (uint32_t d = 1; d <= COPIES; d++) {
    uint32_t copy[2 * COPIES], network[2 * COPIES], of_copy, stages;
    bool same;

    if (!stages_of(copy, &of_copy, "butterfly", d, err) ||
        !stages_of(network, &stages, "benes", d, err))
      return false;
    whole += stages == 2 * of_copy;
    same = stages + 1 == 2 * of_copy;
    /* The inverse copy, and the copy without its first stage. */
    for (uint32_t i = 0; same && i < stages; i++)
      same = network[i] == copy[i < of_copy ? of_copy - 1 - i : i + 1 - of_copy];
    sharing += same;
  }
  finding_reading(f, whole == COPIES,
                  "joined whole, two copies have 2d stages of links, and (2,d)-PN has as "
                  "many in %u of d=1..%d",
                  whole, COPIES);
  finding_note(f, "with the stage of digit 0 in common they are (2,d)-PN in %u", sharing);
  return true;
}

#define SECTION_4 "section 4"

static const struct claim_row rows[] = {
    {"4.1", SECTION_4, "definition 8: the edge sets 1 to 3 join neighbouring levels", "-",
     .judge = judge_edges},
    {"4.2", SECTION_4, "definition 8: straight edges from level l to l+1 for -d <= l < d",
     "-d <= l < d", .judge = judge_straight},
    {"4.3", SECTION_4, "definition 8: the sinks are the processors Q_a", "Q_a",
     .judge = judge_names},
    {"4.4", SECTION_4, "property 1: 2d n^d processors", "2d n^d", .judge = judge_nodes},
    {"4.5", SECTION_4, "property 2: depth 2d-1", "2d-1", .judge = judge_depth},
    {"4.6", SECTION_4, "property 3: the rows that begin with b make an (n,t)-PN",
     "isomorphic", .judge = judge_parts},
    {"4.7", SECTION_4, "(2,d)-PN is also called Waksman network", "Waksman",
     .judge = judge_waksman},
};

const struct claim_part grids_networks = {rows, sizeof rows / sizeof rows[0]};

static const struct claim_row of_section_5[] = {
    {"5.3", "section 5", "(2,d)-PN consists of two copies of BF(d), one inverse", "two",
     .judge = judge_two_copies},
};

const struct claim_part grids_inverse = {of_section_5,
                                         sizeof of_section_5 / sizeof of_section_5[0]};
