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
static const struct lab_size sizes[] = {{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5},
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
  return lab_linked(t, level * t->terminals + a, (level + 1) * t->terminals + b);
}

/* pn:n,d of all sizes. */
static struct survey networks(struct finding *f)
{
  return survey_sizes(f, "pn:%u,%u", sizes, SIZES);
}

static void judge_edges(struct finding *f)
{
  uint32_t right = 0, same = 0;
  char counts[80] = "";
  struct survey s SURVEY_OF_BLOCK = networks(f);

  while (survey_next(&s)) {
    const uint32_t n = pn_n(&s.t), last = 2 * pn_d(&s.t) - 1;
    uint64_t edges = 0, different = 0;

    for (uint32_t level = 0; level < last; level++)
      for (uint32_t a = 0; a < s.t.terminals; a++)
        for (uint32_t b = 0; b < s.t.terminals; b++) {
          const bool edge = defined(&s.t, paper_level(&s.t, level), a, b);

          edges += edge;
          different += edge != linked(&s.t, level, a, b);
        }
    right += edges == (uint64_t)last * s.t.terminals * n;
    same += different == 0;
    claims_append(counts, sizeof counts, " %" PRIu64, edges);
  }
  reading(f, right == SIZES && same == SIZES,
          "(2d-1) n^(d+1) edges in %u and the links of pn:n,d in %u of %d sizes:%s", right,
          same, SIZES, counts);
}

static void judge_straight(struct finding *f)
{
  uint32_t nowhere = 0, known = 0, all = 0;
  struct survey s SURVEY_OF_BLOCK = networks(f);

  while (survey_next(&s)) {
    const int32_t d = (int32_t)pn_d(&s.t);

    for (int32_t l = -d; l < d; l++)
      for (uint32_t a = 0; a < s.t.terminals; a++) {
        all++;
        nowhere += l == -1 || l == 0; /* l + 1 or l is level 0 */
        known += l != -1 && l != 0 && defined(&s.t, l, a, a);
      }
  }
  reading(f, nowhere == 0,
          "%u of %u such edges in %d networks end at level 0, which has no nodes", nowhere,
          all, SIZES);
  note(f, "%u of the other %u are in the first three sets already", known, all - nowhere);
}

static void judge_names(struct finding *f)
{
  uint32_t same = 0, all = 0;
  struct survey s SURVEY_OF_BLOCK = networks(f);

  while (survey_next(&s))
    for (uint32_t terminal = 0; terminal < s.t.terminals; terminal++, all++)
      same += topology_source(&s.t, terminal) == topology_sink(&s.t, terminal);
  reading(
      f, same == all,
      "source a and sink a are one node for %u of %u rows a; S_a elsewhere in the paper",
      same, all);
}

/* Nodes that are reached from the sources; links ascend. */
static uint32_t count_nodes(struct finding *f, const struct topology *t)
{
  bool *reached MEMORY_OF_BLOCK = lab_memory(f, t->switches, sizeof *reached);
  uint32_t nodes = 0;

  if (!reached)
    return 0;
  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    reached[topology_source(t, terminal)] = true;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    nodes += reached[sw];
    for (uint32_t port = 0; reached[sw] && port < t->ports; port++)
      if (topology_port_kind(t, sw, port) == PORT_LINK)
        reached[topology_link(t, sw, port).to_switch] = true;
  }
  return nodes;
}

static void judge_nodes(struct finding *f)
{
  char counts[80] = "";
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = networks(f);

  while (survey_next(&s)) {
    const uint32_t n = s.k, d = s.m, nodes = count_nodes(f, &s.t);
    uint32_t power = 1;

    for (uint32_t i = 0; i < d; i++)
      power *= n;
    right += nodes == 2 * d * power;
    claims_append(counts, sizeof counts, " %u", nodes);
  }
  reading(f, right == SIZES, "%u of %d sizes:%s", right, SIZES, counts);
}

static void judge_depth(struct finding *f)
{
  uint32_t pairs = 0, others = 0;
  struct survey s SURVEY_OF_BLOCK = networks(f);

  for (s.searched = true; survey_next(&s);)
    for (uint32_t source = 0; source < s.t.terminals; source++) {
      lab_search(&s.g, topology_source(&s.t, source));
      for (uint32_t sink = 0; sink < s.t.terminals; sink++, pairs++)
        others += s.g.hops[topology_sink(&s.t, sink)] != 2 * s.m - 1;
    }
  reading(f, others == 0,
          "%u of %u pairs of a source and a sink in %d networks are 2d-1 links apart",
          pairs - others, pairs, SIZES);
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

static void judge_parts(struct finding *f)
{
  uint32_t parts = 0, right = 0;
  struct survey s SURVEY_OF_BLOCK = networks(f);

  while (survey_next(&s))
    for (uint32_t d = 1; d < s.m; d++) {
      TOPOLOGY_OF_BLOCK(part);

      if (!lab_open(f, &part, "pn:%u,%u", s.k, d))
        break;
      for (uint32_t top = 0; top < s.t.terminals / part.terminals; top++, parts++)
        right += is_part(&s.t, &part, top);
    }
  reading(f, right == parts,
          "%u of %u parts, every t and b of %d networks, are (n,t)-PN link by link", right,
          parts, SIZES);
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

/* The bits that the stages of a network change, bits[count].  Returns the count. */
static uint32_t stages_of(struct finding *f, uint32_t *bits, const char *name, uint32_t d)
{
  uint32_t count = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "%s:%u", name, d))
    return 0;
  for (; topology_port_kind(&t, count * t.terminals, 1) == PORT_LINK; count++)
    bits[count] = changed_bit(&t, count);
  return count;
}

static void judge_two_copies(struct finding *f)
{
  uint32_t whole = 0, sharing = 0;

  for (uint32_t d = 1; d <= COPIES; d++) {
    uint32_t copy[2 * COPIES], network[2 * COPIES];
    const uint32_t of_copy = stages_of(f, copy, "butterfly", d);
    const uint32_t stages = stages_of(f, network, "benes", d);
    bool same = stages + 1 == 2 * of_copy;

    whole += stages == 2 * of_copy;
    /* The inverse copy, and the copy without its first stage. */
    for (uint32_t i = 0; same && i < stages; i++)
      same = network[i] == copy[i < of_copy ? of_copy - 1 - i : i + 1 - of_copy];
    sharing += same;
  }
  reading(f, whole == COPIES,
          "joined whole, two copies have 2d stages of links, and (2,d)-PN has as "
          "many in %u of d=1..%d",
          whole, COPIES);
  note(f, "with the stage of digit 0 in common they are (2,d)-PN in %u", sharing);
}

static const struct claim_row rows[] = {
    {"4.1", "definition 8: the edge sets 1 to 3 join neighbouring levels", "-",
     .judge = judge_edges},
    {"4.2", "definition 8: straight edges from level l to l+1 for -d <= l < d",
     "-d <= l < d", .judge = judge_straight},
    {"4.3", "definition 8: the sinks are the processors Q_a", "Q_a", .judge = judge_names},
    {"4.4", "property 1: 2d n^d processors", "2d n^d", .judge = judge_nodes},
    {"4.5", "property 2: depth 2d-1", "2d-1", .judge = judge_depth},
    {"4.6", "property 3: the rows that begin with b make an (n,t)-PN", "isomorphic",
     .judge = judge_parts},
};

const struct claim_part grids_networks = CLAIM_PART(rows, "section 4");

static const struct claim_row of_section_5[] = {
    {"5.3", "(2,d)-PN consists of two copies of BF(d), one inverse", "two",
     .judge = judge_two_copies},
};

const struct claim_part grids_inverse = CLAIM_PART(of_section_5, "section 5");
