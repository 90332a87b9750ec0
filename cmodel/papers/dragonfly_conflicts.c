/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_conflicts -- section 5, Theorem 2: which two packets want one link in one step;
 * section 4, Corollary 1: links between two parts of the routers.
 *
 * All pairs of packets of a network are compared.  A hold is no link.
 */
#include "network/topology/bisection.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

/* Which path a packet takes, and which pairs are looked at. */
enum paths {
  PATHS_HEADER,  /* of the header with b = 3: a hold is a step */
  PATHS_NO_HOLD, /* the same, but a hold takes no step */
  PATHS_SHORTEST /* besides, one hop within a drawer, and two global hops where d = d' and p
                  * = p' */
};

enum shared { SHARED_NONE, SHARED_SOURCE, SHARED_DESTINATION };

enum { STEPS = 3, NO_LINK = 0 };

/* Links of a packet, 1 + switch * ports + port, by step. */
struct track {
  uint32_t link[STEPS];
};

static void take(struct track *track, const struct topology *t, const struct routing *r,
                 uint32_t from, uint32_t to, uint64_t header)
{
  struct hop hops[LAB_HOPS];
  size_t count = lab_path(t, r, from, to, header, hops);

  for (size_t i = 0; i + 1 < count && i < STEPS; i++)
    track->link[i] = lab_is_link(t, hops[i].at, hops[i].port)
                         ? 1 + hops[i].at * t->ports + hops[i].port
                         : NO_LINK;
}

static struct track track_of(const struct topology *t, enum paths paths, uint32_t from,
                             uint32_t to, const struct routing *const routings[2])
{
  const struct routing *routing = routings[paths != PATHS_HEADER];
  struct d3_router a = d3_router(t, from), b = d3_router(t, to);
  struct track track = {{NO_LINK}};

  if (paths == PATHS_SHORTEST && a.c == b.c && a.d == b.d) {
    take(&track, t, routing, from, to, d3_header(t, routing, D3_L, from, to));
  } else if (paths == PATHS_SHORTEST && a.d == b.d && a.p == b.p) {
    uint32_t first = dragonfly_global(t) + dragonfly_difference(b.c, a.c, d3_k(t));

    track.link[0] = 1 + from * t->ports + first;
    track.link[1] = 1 + lab_link(t, from, first).to_switch * t->ports + dragonfly_global(t);
  } else {
    take(&track, t, routing, from, to, d3_header(t, routing, D3_LGL, from, to));
  }
  return track;
}

/* What comparing all pairs of packets gave. */
struct compared {
  uint64_t pairs;
  uint64_t across, inside; /* conflicts as the theorem says, and of these within a drawer */
  uint64_t unforeseen;     /* conflicts though drawers differ */
  uint64_t absent;         /* none though they do not */
};

static void compare_pair(struct compared *c, const struct topology *t,
                         const struct track *tracks, uint32_t one, uint32_t other)
{
  const uint32_t m = d3_m(t), n = t->switches;
  const uint32_t from[2] = {one / n / m, other / n / m},
                 to[2] = {one % n / m, other % n / m};
  bool said = from[0] == from[1] && to[0] == to[1];
  bool met = false;

  for (int i = 0; i < STEPS; i++)
    met |= tracks[one].link[i] != NO_LINK && tracks[one].link[i] == tracks[other].link[i];

  c->pairs++;
  c->across += said && met && from[0] != to[0];
  c->inside += said && met && from[0] == to[0];
  c->unforeseen += met && !said;
  c->absent += said && !met;
}

static struct compared compare_all(struct survey *s, enum paths paths, enum shared shared)
{
  const uint32_t n = s->t.switches;
  const struct routing *routings[2] = {
      topology_routing(&s->t, "source-vector", s->f->err),
      topology_routing(&s->t, "source-vector,holds=0", s->f->err)};
  struct track *tracks MEMORY_OF_BLOCK = lab_memory(s->f, (size_t)n * n, sizeof *tracks);
  struct compared c = {.pairs = 0};

  if (!finding_check(s->f, tracks && routings[0] && routings[1]))
    return c;
  for (uint32_t packet = 0; packet < n * n; packet++)
    tracks[packet] = track_of(&s->t, paths, packet / n, packet % n, routings);
  for (uint32_t one = 0; one < n * n; one++)
    for (uint32_t other = one + 1; other < n * n; other++) {
      bool same_source = one / n == other / n, same_end = one % n == other % n;

      if (same_source == (shared == SHARED_SOURCE) &&
          same_end == (shared == SHARED_DESTINATION))
        compare_pair(&c, &s->t, tracks, one, other);
    }
  return c;
}

static const struct lab_size sizes[] = {{1, 2}, {5, 2}, {2, 3}, {1, 4}, {3, 4}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

struct asked {
  enum paths paths;
  enum shared shared;
};

static void judge_pairs(struct finding *f)
{
  const struct asked *asked = f->with;
  struct compared all = {.pairs = 0}, c = {.pairs = 0};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, SIZES);

  while (survey_next(&s)) {
    c = compare_all(&s, asked->paths, asked->shared);
    all.pairs += c.pairs;
    all.unforeseen += c.unforeseen;
    all.absent += c.absent;
  }
  reading(f, all.unforeseen == 0 && all.absent == 0,
          "all %" PRIu64 " pairs of D3(1,2), D3(5,2), D3(2,3), D3(1,4), D3(3,4): %" PRIu64
          " conflict without being between the same drawers, %" PRIu64
          " do not though they are",
          all.pairs, all.unforeseen, all.absent);
  note(f,
       "D3(3,4): %" PRIu64 " pairs conflict as said across drawers, %" PRIu64 " within one",
       c.across, c.inside);
}

static void judge_worst(struct finding *f)
{
  uint32_t good = 0;
  char most[64] = "";
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    OF_BLOCK(sent, sent);

    sent_open(f, &sent, &s.t, NULL);
    for (uint32_t p = 0; p < s.m; p++)
      sent_add(&sent, 0, p, s.m + p, d3_header(&s.t, sent.routing, D3_LGL, p, s.m + p));
    const struct conflicts c = sent_conflicts(&sent);
    good += c.most == s.m && topology_port_kind(&s.t, c.at, c.port) == PORT_GLOBAL;
    claims_append(most, sizeof most, " %u", c.most);
  }
  reading(f, good == LAB_GRAPHS,
          "all routers of a drawer to another: up to%s packets for its global "
          "link, M in %u of %d sizes",
          most, good, LAB_GRAPHS);
}

static const struct claim_row rows[] = {
    {"5.1",
     "two packets conflict if and only if their sources share a drawer, and their "
     "destinations; both sources and destinations differ; headers with b = 3",
     "if and only if", judge_pairs,
     .with = &(const struct asked){PATHS_HEADER, SHARED_NONE}},
    {"5.2", "so too if the sources are one router", "(allowed)", judge_pairs,
     .with = &(const struct asked){PATHS_HEADER, SHARED_SOURCE}},
    {"5.3", "so too if the destinations are one router", "(excluded)", judge_pairs,
     .with = &(const struct asked){PATHS_HEADER, SHARED_DESTINATION}},
    {"5.4", "so too if local port 0 takes no step", "-", judge_pairs,
     .with = &(const struct asked){PATHS_NO_HOLD, SHARED_NONE}},
    {"5.5", "so too on shortest paths", "minimal paths", judge_pairs,
     .with = &(const struct asked){PATHS_SHORTEST, SHARED_NONE}},
    {"5.6", "at worst M packets for one global link", "M", .judge = judge_worst},
};

const struct claim_part dragonfly_conflicts = CLAIM_PART(rows, "section 5, Theorem 2");

/* --- cuts --- */

static bool half_the_cabinets(const struct topology *t, uint32_t sw)
{
  return d3_router(t, sw).c < d3_k(t) / 2;
}

static bool half_the_drawers(const struct topology *t, uint32_t sw)
{
  return d3_router(t, sw).d < d3_m(t) / 2;
}

static bool both_halves(const struct topology *t, uint32_t sw)
{
  const struct d3_router r = d3_router(t, sw);

  return (r.d < d3_m(t) / 2) == (r.p < d3_m(t) / 2);
}

/* The routers of a D3(K,M/2). */
static bool lower_quarter(const struct topology *t, uint32_t sw)
{
  const struct d3_router r = d3_router(t, sw);

  return r.d < d3_m(t) / 2 && r.p < d3_m(t) / 2;
}

/* K and M even */
static const struct lab_size even[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4}, {8, 4}, {4, 8}};
enum { EVEN = sizeof even / sizeof even[0] };

static void judge_cutset(struct finding *f)
{
  uint32_t directed = 0, duplex = 0, half = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, even, EVEN);

  while (survey_next(&s)) {
    const uint32_t less = s.k < s.m ? s.k : s.m;
    const uint32_t cabinets = lab_cut_of(&s.t, half_the_cabinets).links;
    const uint32_t routers = lab_cut_of(&s.t, both_halves).links;
    const uint32_t least = cabinets < routers ? cabinets : routers;
    const uint32_t said = s.k * s.m * s.m * less / 2;

    directed += 2 * least == said;
    duplex += least == said;
    half += cabinets == s.k * s.k * s.m * s.m / 4 && routers == s.k * s.m * s.m * s.m / 4;
  }
  reading(f, directed == EVEN, "each direction of a link counted: so in %u of %d", directed,
          EVEN);
  reading(f, duplex == EVEN,
          "a link counted once: so in %u of %d; K^2 M^2/4 and K M^3/4 in %u", duplex, EVEN,
          half);
}

static void judge_second_value(struct finding *f)
{
  uint32_t partitions = 0, as_said = 0;
  struct lab_cut quarter = {.links = 0};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, even, EVEN);

  while (survey_next(&s)) {
    quarter = lab_cut_of(&s.t, lower_quarter);
    partitions += 2 * quarter.switches == s.t.switches;
    as_said += 2 * lab_cut_of(&s.t, both_halves).links == s.k * s.m * s.m * s.m / 2;
  }
  reading(f, partitions == EVEN,
          "two D3(K,M/2) hold all routers in %u of %d sizes; at D3(4,8) one holds "
          "%u of 256 and %u links leave it",
          partitions, EVEN, quarter.switches, quarter.links);
  note(
      f,
      "the value, each direction counted, is that of {d, p both in half or both not} in %u",
      as_said);
}

/* --- all halves of the routers --- */

/* Links between the fewest joined halves among those that the topology lists. */
struct listed {
  uint32_t links;
  const char *text; /* NULL: none of them halves the routers */
};

static struct listed fewest_listed(const struct topology *t)
{
  struct listed found = {.links = UINT32_MAX};

  for (size_t i = 0; i < t->row->halving_count; i++) {
    const struct halving *halving = &t->row->halvings[i];
    const struct lab_cut cut = lab_cut_of(t, halving->side);

    if (2 * cut.switches == t->switches && cut.links < found.links)
      found = (struct listed){cut.links, halving->text};
  }
  return found;
}

/* Four times what 4.13 says is the least. */
static uint32_t four_times_said(struct lab_size size)
{
  return size.k * size.m * size.m * (size.k < size.m ? size.k : size.m);
}

/* 4.13: all halves of small networks; of larger ones, halves that are known to have few
 * links between them, which can refute it and cannot confirm it. */
static void judge_bisection(struct finding *f)
{
  static const struct lab_size small[] = {{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {1, 4}};
  static const struct lab_size larger[] = {{2, 3}, {3, 4}, {4, 4}, {5, 4}, {6, 6}};
  struct survey all SURVEY_OF_BLOCK = dragonfly_survey(f, small, 6);
  struct survey some SURVEY_OF_BLOCK = dragonfly_survey(f, larger, 5);
  uint32_t good = 0, under = 0;
  char text[64] = "";

  while (survey_next(&all)) {
    const uint32_t least = (uint32_t)bisection_fewest(&all.t).links;

    good += 4 * least == four_times_said(all.size);
    claims_append(text, sizeof text, " %u", least);
  }
  note(f, "all halves of D3(1..5,2), D3(1,4):%s links, so in %u of 6", text, good);
  while (survey_next(&some)) {
    const uint32_t said = four_times_said(some.size), half = some.t.switches / 2;
    const struct listed halves = fewest_listed(&some.t);

    if (some.m == 3) {
      const uint32_t least = (uint32_t)bisection_fewest(&some.t).links;

      under += 4 * least < said;
      note(f, "all halves of D3(2,3), M odd: %u, said %u", least, said / 4);
    } else if (halves.text) {
      under += 4 * halves.links < said;
      note(f, "D3(%u,%u): %u between %u and %u routers (%s), said %u", some.k, some.m,
           halves.links, half, half, halves.text, said / 4);
    }
  }
  reading(f, under == 0, "fewer in %u of these 5", under);
}

static void judge_drawers(struct finding *f)
{
  static const struct lab_size small[] = {{1, 2}, {3, 2}, {3, 4}, {5, 4}, {3, 8}, {4, 4}};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, small, 6);
  uint32_t good = 0;

  while (survey_next(&s))
    good += 4 * lab_cut_of(&s.t, half_the_drawers).links == s.k * s.k * s.m * s.m;
  reading(f, good == s.count,
          "half the drawers of every cabinet: so in %u of 6 sizes, K=1, 3, 4, 5, M=2, 4, 8",
          good);
}

static const struct claim_row rows_of_cuts[] = {
    {"4.11", "a cutset of min(K^2 M^2/2, K M^3/2) links (K, M even)", "K^2M^2/2, KM^3/2",
     .judge = judge_cutset},
    {"4.12", "the second value comes from a partition into two D3(K,M/2)", "D3(K,M/2)",
     .judge = judge_second_value},
    {"4.13",
     "not in the paper: no two halves have fewer than min(K^2 M^2, K M^3)/4 links between "
     "them",
     "-", .judge = judge_bisection},
    {"4.14", "not in the paper: half the drawers cut K^2 M^2/4 links, M even, K odd too",
     "-", .judge = judge_drawers},
};

const struct claim_part dragonfly_cuts = CLAIM_PART(rows_of_cuts, "section 4, Corollary 1");
