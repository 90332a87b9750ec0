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

/* BF(1) to BF(GRAPHS), their graphs too. */
static struct survey butterflies(struct finding *f, const char *format)
{
  struct survey s = survey_range(f, format, 1, GRAPHS);

  s.searched = true;
  return s;
}

/* B0 */
static void judge_part_of_benes(struct finding *f)
{
  uint32_t same = 0;
  struct survey wholes SURVEY_OF_BLOCK = butterflies(f, "benes:%u");
  struct survey parts SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&wholes) && survey_next(&parts)) {
    const struct lab_graph *whole = &wholes.g, *part = &parts.g;
    const uint32_t d = parts.size.k, before = (d - 1) << d; /* nodes below level -1 */
    uint32_t other = 0;

    for (uint32_t a = 0; a < part->nodes; a++)
      for (uint32_t b = 0; b < part->nodes; b++)
        other += lab_joined(part, a, b) != lab_joined(whole, before + a, before + b);
    same += other == 0 && before + part->nodes == whole->nodes;
  }
  finding_reading(f, same == GRAPHS, "the same graph, a of [2]^d: %u of d=1..%d", same,
                  GRAPHS);
}

/* B1 */
static void judge_size(struct finding *f)
{
  char counts[64] = "";
  uint32_t right = 0, links = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    const uint32_t d = s.size.k;

    lab_search(&s.g, 0);
    right += s.g.reached == (d + 1) << d && s.g.nodes == s.g.reached;
    links += lab_edges(&s.g) == d << (d + 1) && count_links(&s.t) == lab_edges(&s.g);
    claims_append(counts, sizeof counts, " %u", s.g.reached);
  }
  finding_reading(f, right == GRAPHS, "d=1..%d:%s", GRAPHS, counts);
  finding_note(f, "d 2^(d+1) links in %u of %d", links, GRAPHS);
}

/* Ways of d links from a node of level 0, and the distances from there, to all of level d.
 */
struct ways {
  uint64_t other;    /* pairs with another number of ways than 1 */
  uint64_t pairs;    /* of a source and a sink */
  uint32_t farthest; /* sink from its source */
};

static struct ways count_ways(struct survey *s)
{
  struct ways ways = {.pairs = 0};

  for (uint32_t source = 0; source < s->t.terminals; source++) {
    lab_search(&s->g, topology_source(&s->t, source));
    lab_count_paths(&s->g);
    for (uint32_t to = 0; to < s->t.terminals; to++) {
      const uint32_t sink = topology_sink(&s->t, to), hops = s->g.hops[sink];

      ways.pairs++;
      ways.other += s->g.paths[sink] != 1;
      ways.farthest = hops > ways.farthest ? hops : ways.farthest;
    }
  }
  return ways;
}

/* B2 */
static void judge_depth(struct finding *f)
{
  char depths[64] = "";
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    const uint32_t depth = count_ways(&s).farthest;

    right += depth == s.size.k;
    claims_append(depths, sizeof depths, " %u", depth);
  }
  finding_reading(f, right == GRAPHS, "d=1..%d, all pairs:%s", GRAPHS, depths);
}

/* B3 */
static void judge_one_path(struct finding *f)
{
  uint64_t other = 0, pairs = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    const struct ways ways = count_ways(&s);

    other += ways.other;
    pairs += ways.pairs;
  }
  finding_reading(f, other == 0,
                  "d=1..%d: %" PRIu64 " of %" PRIu64 " pairs have none or several", GRAPHS,
                  other, pairs);
}

/* B4 */
static void judge_wrap(struct finding *f)
{
  char edges[64] = "", degrees[64] = "", diameters[64] = "";
  uint32_t right = 0, regular = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u,wrap=1");

  while (survey_next(&s)) {
    const uint32_t d = s.size.k, diameter = lab_eccentricity(&s.g, UINT32_MAX);
    const uint32_t degree = lab_degree(&s.g), found = lab_edges(&s.g);

    right += s.g.nodes == d << d && count_links(&s.t) == d << (d + 1);
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
