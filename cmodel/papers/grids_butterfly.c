/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_butterfly -- section 4: the butterfly as a graph, its definition and properties;
 * section 4.1: how many packets pass its nodes and links. */
#include "base/bits.h"
#include "base/order.h"
#include "network/traffic/loads.h"
#include "papers/grids.h"

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

static void judge_part_of_benes(struct finding *f)
{
  uint32_t same = 0;
  struct survey wholes SURVEY_OF_BLOCK = butterflies(f, "benes:%u");
  struct survey parts SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&wholes) && survey_next(&parts)) {
    const struct lab_graph *whole = &wholes.g, *part = &parts.g;
    const uint32_t d = parts.k, before = (d - 1) << d; /* nodes below level -1 */
    uint32_t other = 0;

    for (uint32_t a = 0; a < part->nodes; a++)
      for (uint32_t b = 0; b < part->nodes; b++)
        other += lab_joined(part, a, b) != lab_joined(whole, before + a, before + b);
    same += other == 0 && before + part->nodes == whole->nodes;
  }
  reading(f, same == GRAPHS, "the same graph, a of [2]^d: %u of d=1..%d", same, GRAPHS);
}

static void judge_size(struct finding *f)
{
  char counts[64] = "";
  uint32_t right = 0, links = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    lab_search(&s.g, 0);
    right += s.g.reached == (s.k + 1) << s.k && s.g.nodes == s.g.reached;
    links += lab_edges(&s.g) == s.k << (s.k + 1) && count_links(&s.t) == lab_edges(&s.g);
    claims_append(counts, sizeof counts, " %u", s.g.reached);
  }
  reading(f, right == GRAPHS, "d=1..%d:%s", GRAPHS, counts);
  note(f, "d 2^(d+1) links in %u of %d", links, GRAPHS);
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

static void judge_depth(struct finding *f)
{
  char depths[64] = "";
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    const uint32_t depth = count_ways(&s).farthest;

    right += depth == s.k;
    claims_append(depths, sizeof depths, " %u", depth);
  }
  reading(f, right == GRAPHS, "d=1..%d, all pairs:%s", GRAPHS, depths);
}

static void judge_one_path(struct finding *f)
{
  uint64_t other = 0, pairs = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u");

  while (survey_next(&s)) {
    const struct ways ways = count_ways(&s);

    other += ways.other;
    pairs += ways.pairs;
  }
  reading(f, other == 0, "d=1..%d: %" PRIu64 " of %" PRIu64 " pairs have none or several",
          GRAPHS, other, pairs);
}

static void judge_wrap(struct finding *f)
{
  char edges[64] = "", degrees[64] = "", diameters[64] = "";
  uint32_t right = 0, regular = 0;
  struct survey s SURVEY_OF_BLOCK = butterflies(f, "butterfly:%u,wrap=1");

  while (survey_next(&s)) {
    const uint32_t d = s.k, diameter = lab_eccentricity(&s.g, UINT32_MAX);
    const uint32_t degree = lab_degree(&s.g), found = lab_edges(&s.g);

    right += s.g.nodes == d << d && count_links(&s.t) == d << (d + 1);
    regular += degree == 4 && found == d << (d + 1);
    claims_append(edges, sizeof edges, " %u", found);
    claims_append(degrees, sizeof degrees, " %u", degree);
    claims_append(diameters, sizeof diameters, " %u", diameter);
  }
  reading(f, right == GRAPHS, "d 2^d nodes and d 2^(d+1) links in %u of d=1..%d", right,
          GRAPHS);
  note(f,
       "different edges%s, largest degree%s: 4-regular and simple in %u, for d <= "
       "2 links are loops or double; diameter in both directions%s",
       edges, degrees, regular, diameters);
}

static const struct claim_row rows_of_graph[] = {
    {"B0", "Definition 9: BF(d) is the levels -1, 1 to d of the (2,d)-PN", "-1, 1..d",
     .judge = judge_part_of_benes},
    {"B1", "BF(d) has (d+1) 2^d processors", "(d+1) 2^d", .judge = judge_size},
    {"B2", "BF(d) has depth d", "d", .judge = judge_depth},
    {"B3", "one shortest path from a node of level 0 to one of level d", "one",
     .judge = judge_one_path},
    {"B4", "with wrap-around edges levels 0 and d are one", "-", .judge = judge_wrap},
};

const struct claim_part grids_butterfly = CLAIM_PART(rows_of_graph, "section 4");

/* --- congestion --- */

enum {
  LOADED = 12, /* up to BF(12) */
  SHOWN = 5    /* in the text */
};

/* A permutation of the rows; `inverse`: destinations send to sources. */
struct pattern {
  const char *traffic;
  bool inverse;
};

static const struct pattern reversal = {"bit-reversal", false};

/* Largest loads of nodes and of links, over all levels or of each. */
struct loads {
  struct level_load levels[LOADED + 1];
  uint32_t node, edge; /* most packets */
};

/* Of the packets of the first `rows` rows, or of as many as there are. */
static struct loads loads_of(struct finding *f, const struct pattern *pattern, uint32_t d,
                             uint32_t rows)
{
  struct loads loads = {.node = 0};
  OF_BLOCK(path_loads, counted);
  struct schedule schedule __attribute__((cleanup(schedule_free))) = {.count = 0};
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "butterfly:%u", d))
    return loads;
  const struct routing *routing = &t.routings[0];
  if (!lab_schedule(f, &schedule, &t, routing, pattern->traffic))
    return loads;
  schedule.count = rows < schedule.count ? rows : schedule.count;
  for (size_t i = 0; pattern->inverse && i < schedule.count; i++) {
    struct schedule_entry *entry = &schedule.entries[i];

    lab_swap(&entry->source, &entry->destination);
    entry->header = routing->header(&t, entry->source, entry->destination, 0);
  }
  if (!finding_check(f, path_loads_count(&counted, &schedule, &t, routing, f->err)))
    return loads;
  for (uint32_t level = 0; level <= d; level++) {
    const struct level_load most = loads.levels[level] = path_loads_level(&counted, level);

    loads.node = most.switches.packets > loads.node ? most.switches.packets : loads.node;
    loads.edge = most.links.packets > loads.edge ? most.links.packets : loads.edge;
  }
  return loads;
}

static struct loads loads_of_reversal(struct finding *f, uint32_t d)
{
  return loads_of(f, &reversal, d, UINT32_MAX);
}

static void judge_hot_spot(struct finding *f)
{
  const uint32_t d = 4, level = 2, red = 4; /* figure 5: the paths of rows 0 to 3 are red */
  const struct loads all = loads_of_reversal(f, d);
  const struct loads four = loads_of(f, &reversal, d, red);
  const struct load_peak hot = all.levels[level].switches;
  char column[64] = "";

  for (uint32_t l = 0; l <= d; l++)
    claims_append(column, sizeof column, " %u", four.levels[l].switches.packets);
  reading(f, hot.at == level << d && hot.packets == all.node,
          "%u packets at (2,0000), and at %u nodes of its level; the most anywhere is %u",
          hot.packets, hot.count, all.node);
  note(f, "the four red packets alone, most at one node of level 0 to 4:%s", column);
}

/* Node and link loads over all permutations of BF(d), the most that there are. */
static struct loads worst_of_all(struct finding *f, uint32_t d)
{
  const uint32_t rows = UINT32_C(1) << d;
  struct loads worst = {.node = 0};
  struct grids_paths paths;
  uint32_t order[GRIDS_ROWS];

  if (!grids_paths_of(f, &paths, d))
    return worst;
  lab_identity(order, rows);
  do {
    uint32_t nodes[GRIDS_NODES] = {0}, links[2 * GRIDS_NODES] = {0};

    for (uint32_t from = 0; from < rows; from++)
      for (uint32_t l = 0; l <= d; l++) {
        const struct hop *hop = &paths.hops[from][order[from]][l];
        const uint32_t load = ++nodes[hop->at];
        const uint32_t crossed = l < d ? ++links[2 * hop->at + hop->port] : 0;

        worst.node = load > worst.node ? load : worst.node;
        worst.edge = crossed > worst.edge ? crossed : worst.edge;
      }
  } while (next_permutation(order, rows));
  return worst;
}

static void judge_worst(struct finding *f)
{
  char nodes[96] = "", edges[96] = "";
  uint32_t at_bound = 0, equal = 0;

  for (uint32_t d = 1; d <= LOADED; d++) {
    const uint32_t bound = UINT32_C(1) << d / 2, edge_bound = UINT32_C(1) << (d - 1) / 2;

    claims_say(f->claims, "bit-reversal");
    const struct loads loads = loads_of_reversal(f, d);
    at_bound += loads.node == bound && loads.edge == edge_bound;
    if (d > 1) {
      claims_append(nodes, sizeof nodes, " %u", loads.node);
      claims_append(edges, sizeof edges, " %u", loads.edge);
    }
    if (d <= GRIDS_ALL) {
      const struct loads worst = worst_of_all(f, d);

      equal += loads.node == worst.node && loads.edge == worst.edge;
    }
  }
  reading(f, at_bound == LOADED && equal == GRIDS_ALL,
          "d=1..%d: no permutation can put more on a node than 2^floor(d/2), or on "
          "a link than 2^floor((d-1)/2), and bit-reversal puts as many in %u; most "
          "of all permutations in %u of d=1..%d",
          LOADED, at_bound, equal, GRIDS_ALL);
  note(f, "d=2..%d: node%s; link%s", LOADED, nodes, edges);
}

static void judge_levels(struct finding *f)
{
  char text[160] = "";
  uint32_t elsewhere = 0;

  for (uint32_t d = 2; d <= LOADED; d++) {
    const struct loads loads = loads_of_reversal(f, d);

    for (uint32_t level = 0; level <= d; level++) {
      const struct load_peak *peak = &loads.levels[level].switches;
      const bool hot = peak->packets == loads.node;

      elsewhere += hot != (level == d / 2 || level == (d + 1) / 2);
      if (hot && d <= SHOWN)
        claims_append(text, sizeof text, "%s %u in level %u of BF(%u)", text[0] ? "," : "",
                      peak->count, level, d);
    }
  }
  reading(f, elsewhere == 0, "d=2..%d: %u levels are otherwise", LOADED, elsewhere);
  note(f, "hot nodes, d=2..%d:%s", SHOWN, text);
}

static void judge_patterns(struct finding *f)
{
  static const struct pattern others[] = {{"transpose", false},
                                          {"identity", false},
                                          {"bit-complement", false},
                                          {"shuffle", false},
                                          {"shuffle", true}};
  enum { OTHERS = sizeof others / sizeof others[0] };
  uint32_t worse = 0;

  for (size_t i = 0; i < OTHERS; i++) {
    char text[160] = "";

    for (uint32_t d = 2; d <= LOADED; d += 2) {
      const struct loads loads = loads_of(f, &others[i], d, UINT32_MAX);
      const struct loads most = loads_of_reversal(f, d);

      worse += loads.node > most.node || loads.edge > most.edge;
      claims_append(text, sizeof text, " %u/%u", loads.node, loads.edge);
    }
    note(f, "%s%s, d=2,4..%d:%s", others[i].inverse ? "un" : "", others[i].traffic, LOADED,
         text);
  }
  reading(f, worse == 0, "%u of %d patterns and d load a node or link more", worse,
          OTHERS * LOADED / 2);
}

static const struct claim_row rows_of_congestion[] = {
    {"B5", "bit-reversal on BF(4): node (2,0000) has the most packets", "4",
     .judge = judge_hot_spot},
    {"B6", "bit-reversal is a worst case of congestion", "worst case",
     .judge = judge_worst},
    {"B7", "the nodes with the most are in the middle level, or the middle two", "-",
     .judge = judge_levels, .place = "not in the paper"},
    {"B8", "no other pattern of address bits loads a node or link more", "-",
     .judge = judge_patterns, .place = "not in the paper"},
};

const struct claim_part grids_congestion = CLAIM_PART(rows_of_congestion, "section 4.1");
