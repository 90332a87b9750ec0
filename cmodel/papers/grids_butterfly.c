/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_butterfly -- the butterfly as a graph: its definition and properties, section 4. */
#include "papers/grids.h"

#include <inttypes.h>

enum { GRAPHS = 6 }; /* BF(1) to BF(6) */

/* --- the graph --- */

/* Ends of links, each counted at the switch that it leaves. */
static uint32_t count_links(const struct topology *t)
{
  uint32_t links = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      links += topology_port_kind(t, sw, port) != PORT_UNUSED;
  return links;
}

/* B0 */
static bool judge_part_of_benes(struct finding *f, struct err *err)
{
  uint32_t same = 0;

  for (uint32_t d = 1; d <= GRAPHS; d++) {
    const uint32_t before = (d - 1) << d; /* nodes of the levels below -1 */
    uint32_t other = 0;
    TOPOLOGY_OF_BLOCK(t);
    GRAPH_OF_BLOCK(whole);
    GRAPH_OF_BLOCK(part);

    if (!lab_open_graph(&t, &whole, err, "benes:%u", d) ||
        !lab_open_graph(&t, &part, err, "butterfly:%u", d))
      return false;
    for (uint32_t a = 0; a < part.nodes; a++)
      for (uint32_t b = 0; b < part.nodes; b++)
        other += lab_joined(&part, a, b) != lab_joined(&whole, before + a, before + b);
    same += other == 0 && before + part.nodes == whole.nodes;
  }
  finding_reading(f, same == GRAPHS, "the same graph, a of [2]^d: %u of d=1..%d", same,
                  GRAPHS);
  return true;
}

/* B1 */
static bool judge_size(struct finding *f, struct err *err)
{
  char counts[64] = "";
  uint32_t right = 0, links = 0;

  for (uint32_t d = 1; d <= GRAPHS; d++) {
    TOPOLOGY_OF_BLOCK(t);
    GRAPH_OF_BLOCK(g);

    if (!lab_open_graph(&t, &g, err, "butterfly:%u", d))
      return false;
    lab_search(&g, 0);
    right += g.reached == (d + 1) << d && g.nodes == g.reached;
    links += lab_edges(&g) == d << (d + 1) && count_links(&t) == lab_edges(&g);
    claims_append(counts, sizeof counts, " %u", g.reached);
  }
  finding_reading(f, right == GRAPHS, "d=1..%d:%s", GRAPHS, counts);
  finding_note(f, "d 2^(d+1) links in %u of %d", links, GRAPHS);
  return true;
}

/* Ways of d links from a node of level 0, and the distances from there, to all of level d.
 */
struct ways {
  uint64_t other;    /* pairs with another number of ways than 1 */
  uint64_t pairs;    /* of a source and a sink */
  uint32_t farthest; /* sink from its source */
};

static bool count_ways(struct ways *ways, uint32_t d, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  GRAPH_OF_BLOCK(g);

  if (!lab_open_graph(&t, &g, err, "butterfly:%u", d))
    return false;
  for (uint32_t source = 0; source < t.terminals; source++) {
    lab_search(&g, topology_source(&t, source));
    lab_count_paths(&g);
    for (uint32_t to = 0; to < t.terminals; to++) {
      const uint32_t sink = topology_sink(&t, to);

      ways->pairs++;
      ways->other += g.paths[sink] != 1;
      ways->farthest = g.hops[sink] > ways->farthest ? g.hops[sink] : ways->farthest;
    }
  }
  return true;
}

/* B2 */
static bool judge_depth(struct finding *f, struct err *err)
{
  char depths[64] = "";
  uint32_t right = 0;

  for (uint32_t d = 1; d <= GRAPHS; d++) {
    struct ways ways = {.pairs = 0};

    if (!count_ways(&ways, d, err))
      return false;
    right += ways.farthest == d;
    claims_append(depths, sizeof depths, " %u", ways.farthest);
  }
  finding_reading(f, right == GRAPHS, "d=1..%d, all pairs:%s", GRAPHS, depths);
  return true;
}

/* B3 */
static bool judge_one_path(struct finding *f, struct err *err)
{
  struct ways ways = {.pairs = 0};

  for (uint32_t d = 1; d <= GRAPHS; d++)
    if (!count_ways(&ways, d, err))
      return false;
  finding_reading(f, ways.other == 0,
                  "d=1..%d: %" PRIu64 " of %" PRIu64 " pairs have none or several", GRAPHS,
                  ways.other, ways.pairs);
  return true;
}

/* B4 */
static bool judge_wrap(struct finding *f, struct err *err)
{
  char edges[64] = "", degrees[64] = "", diameters[64] = "";
  uint32_t right = 0, regular = 0;

  for (uint32_t d = 1; d <= GRAPHS; d++) {
    TOPOLOGY_OF_BLOCK(t);
    GRAPH_OF_BLOCK(g);

    if (!lab_open_graph(&t, &g, err, "butterfly:%u,wrap=1", d))
      return false;
    const uint32_t diameter = lab_eccentricity(&g, UINT32_MAX);
    const uint32_t degree = lab_degree(&g), found = lab_edges(&g);

    right += g.nodes == d << d && count_links(&t) == d << (d + 1);
    regular += degree == 4 && found == d << (d + 1);
    claims_append(edges, sizeof edges, " %u", found);
    claims_append(degrees, sizeof degrees, " %u", degree);
    claims_append(diameters, sizeof diameters, " %u", diameter);
  }
  finding_reading(f, right == GRAPHS, "d 2^d nodes and d 2^(d+1) links in %u of d=1..%d",
                  right, GRAPHS);
  finding_note(
      f,
      "different edges%s, largest degree%s: 4-regular and simple in %u, for d <= 2 "
      "links are loops or double; diameter in both directions%s",
      edges, degrees, regular, diameters);
  return true;
}

#define SECTION_4 "section 4"

static const struct claim_row rows[] = {
    {"B0", SECTION_4, "Definition 9: BF(d) is the levels -1, 1 to d of the (2,d)-PN",
     "-1, 1..d", .judge = judge_part_of_benes},
    {"B1", SECTION_4, "BF(d) has (d+1) 2^d processors", "(d+1) 2^d", .judge = judge_size},
    {"B2", SECTION_4, "BF(d) has depth d", "d", .judge = judge_depth},
    {"B3", SECTION_4, "one shortest path from a node of level 0 to one of level d", "one",
     .judge = judge_one_path},
    {"B4", SECTION_4, "with wrap-around edges levels 0 and d are one", "-",
     .judge = judge_wrap},
};

const struct claim_part grids_butterfly = {rows, sizeof rows / sizeof rows[0]};
