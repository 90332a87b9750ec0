/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_conflicts -- section 5, Theorem 2: which two packets want one link in one step.
 *
 * All pairs of packets of a network are compared.  A hold is no link.
 */
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

static bool meet(const struct track *a, const struct track *b)
{
  bool met = false;

  for (int i = 0; i < STEPS; i++)
    met |= a->link[i] != NO_LINK && a->link[i] == b->link[i];
  return met;
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
  bool met = meet(&tracks[one], &tracks[other]);

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
  finding_reading(
      f, all.unforeseen == 0 && all.absent == 0,
      "all %llu pairs of D3(1,2), D3(5,2), D3(2,3), D3(1,4), D3(3,4): %llu "
      "conflict without being between the same drawers, %llu do not though they "
      "are",
      (unsigned long long)all.pairs, (unsigned long long)all.unforeseen,
      (unsigned long long)all.absent);
  finding_note(f, "D3(3,4): %llu pairs conflict as said across drawers, %llu within one",
               (unsigned long long)c.across, (unsigned long long)c.inside);
}

/* 5.6: all routers of drawer 0.0 to the next. */
static void judge_worst(struct finding *f)
{
  uint32_t good = 0;
  char most[64] = "";
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    const uint32_t m = s.size.m;
    SENT_OF_BLOCK(sent);

    sent_open(f, &sent, &s.t, NULL);
    for (uint32_t p = 0; p < m; p++)
      sent_add(&sent, 0, p, m + p, d3_header(&s.t, sent.routing, D3_LGL, p, m + p));
    const struct conflicts c = sent_conflicts(&sent);
    good += c.most == m && topology_port_kind(&s.t, c.at, c.port) == PORT_GLOBAL;
    claims_append(most, sizeof most, " %u", c.most);
  }
  finding_reading(
      f, good == LAB_GRAPHS,
      "all routers of a drawer to another: up to%s packets for its global link, "
      "M in %u of %d sizes",
      most, good, LAB_GRAPHS);
}

#define PLACE "section 5, Theorem 2"

static const struct claim_row rows[] = {
    {"5.1", PLACE,
     "two packets conflict if and only if their sources share a drawer, and their "
     "destinations; both sources and destinations differ; headers with b = 3",
     "if and only if", judge_pairs, &(const struct asked){PATHS_HEADER, SHARED_NONE}},
    {"5.2", PLACE, "so too if the sources are one router", "(allowed)", judge_pairs,
     &(const struct asked){PATHS_HEADER, SHARED_SOURCE}},
    {"5.3", PLACE, "so too if the destinations are one router", "(excluded)", judge_pairs,
     &(const struct asked){PATHS_HEADER, SHARED_DESTINATION}},
    {"5.4", PLACE, "so too if local port 0 takes no step", "-", judge_pairs,
     &(const struct asked){PATHS_NO_HOLD, SHARED_NONE}},
    {"5.5", PLACE, "so too on shortest paths", "minimal paths", judge_pairs,
     &(const struct asked){PATHS_SHORTEST, SHARED_NONE}},
    {"5.6", PLACE, "at worst M packets for one global link", "M", .judge = judge_worst},
};

const struct claim_part dragonfly_conflicts = {rows, sizeof rows / sizeof rows[0]};
