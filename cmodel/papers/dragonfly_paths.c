/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_paths -- section 2: paths between two routers. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static void judge_path(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (; survey_next_pair(&s); pairs++) {
    struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    uint32_t first = lab_local(&s.t, s.from, dragonfly_difference(b.d, a.p, s.m));
    uint32_t second = lab_global(&s.t, first, dragonfly_difference(b.c, a.c, s.k));
    uint32_t third = lab_local(&s.t, second, dragonfly_difference(b.p, a.d, s.m));

    wrong += first != d3_switch(&s.t, (struct d3_router){a.c, a.d, b.d}) ||
             second != d3_switch(&s.t, (struct d3_router){b.c, b.d, a.d}) || third != s.to;
  }
  reading(f, wrong == 0, "all %u pairs of %d sizes: %u are not joined by these three hops",
          pairs, LAB_GRAPHS, wrong);
}

/* The cases of the exact rule; the first that fits. */
enum pair_case {
  SAME,        /* one router */
  SAME_DRAWER, /* one drawer */
  SWAPPED,     /* d' = p and p' = d */
  SAME_PLACE,  /* d = d' and p = p', other cabinet */
  HALF,        /* d' = p or p' = d */
  EQUAL_D,     /* d = d' */
  EQUAL_P,     /* p = p' */
  OTHERS,
  CASES
};

static enum pair_case case_of(struct d3_router a, struct d3_router b)
{
  if (a.c == b.c && a.d == b.d)
    return a.p == b.p ? SAME : SAME_DRAWER;
  if (b.d == a.p && b.p == a.d)
    return SWAPPED;
  if (a.d == b.d && a.p == b.p)
    return SAME_PLACE;
  if (b.d == a.p || b.p == a.d)
    return HALF;
  return a.d == b.d ? EQUAL_D : a.p == b.p ? EQUAL_P : OTHERS;
}

struct distance {
  uint32_t hops;
  uint64_t paths; /* shortest ones */
};

static struct distance rule(enum pair_case of, uint32_t k)
{
  const struct distance distances[CASES] = {
      [SAME] = {0, 1},        [SAME_DRAWER] = {1, 1}, [SWAPPED] = {1, 1},
      [SAME_PLACE] = {2, k},  [HALF] = {2, 1},        [EQUAL_D] = {3, 1 + 2 * k},
      [EQUAL_P] = {3, 1 + k}, [OTHERS] = {3, 1}};

  return distances[of];
}

/* All pairs of one size. */
struct pairs {
  uint32_t count, off_rule;  /* that the rule does not give right */
  uint32_t apart[4];         /* by distance */
  uint32_t said;             /* of which the paper says that (2.2) is best */
  uint32_t shorter, several; /* of these: there is a shorter path; another as short */
  struct distance of[CASES]; /* first of each case that d' != p and p' != d allow */
};

static struct pairs look_at_pairs(struct survey *s)
{
  struct pairs pairs = {.count = 0};

  for (uint32_t a = 0; a < s->t.switches; a++) {
    lab_search(&s->g, a);
    lab_count_paths(&s->g);
    for (uint32_t b = 0; b < s->t.switches; b++, pairs.count++) {
      struct d3_router from = d3_router(&s->t, a), end = d3_router(&s->t, b);
      enum pair_case of = case_of(from, end);
      struct distance should = rule(of, s->k), is = {s->g.hops[b], s->g.paths[b]};

      pairs.off_rule += is.hops != should.hops || is.paths != should.paths;
      pairs.apart[is.hops & 3]++;
      if (a == b || end.d == from.p || end.p == from.d)
        continue;
      pairs.said++;
      pairs.shorter += is.hops < 3;
      pairs.several += is.hops >= 3 && is.paths > 1;
      if (pairs.of[of].paths == 0)
        pairs.of[of] = is;
    }
  }
  return pairs;
}

static void judge_shortest(struct finding *f)
{
  static const struct {
    enum pair_case of;
    const char *name;
  } cases[] = {{SAME_DRAWER, "same drawer"},
               {SAME_PLACE, "d=d', p=p'"},
               {EQUAL_D, "d=d'"},
               {EQUAL_P, "p=p'"}};
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  s.searched = true;
  if (!survey_next(&s))
    return;
  const struct pairs pairs = look_at_pairs(&s);

  reading(f, pairs.shorter == 0 && pairs.several == 0,
          "D3(3,4): of %u such pairs %u have a shorter path, %u another as short",
          pairs.said, pairs.shorter, pairs.several);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct distance of = pairs.of[cases[i].of];

    note(f, "%s: %u hop%s, %" PRIu64 " path%s", cases[i].name, of.hops,
         of.hops == 1 ? "" : "s", of.paths, of.paths == 1 ? "" : "s");
  }
}

static void judge_rule(struct finding *f)
{
  uint32_t count = 0, off = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.searched = true; survey_next(&s);) {
    const struct pairs pairs = look_at_pairs(&s);

    count += pairs.count;
    off += pairs.off_rule;
    note(f, "(%u,%u): %u, %u, %u, %u pairs at 0, 1, 2, 3 hops", s.k, s.m, pairs.apart[0],
         pairs.apart[1], pairs.apart[2], pairs.apart[3]);
  }
  reading(f, off == 0, "all %u pairs of %d sizes: %u otherwise", count, LAB_GRAPHS, off);
}

/* Add one to ends[s] for every word of hops, such as "glgl", that leads to s. */
static void follow_words(const struct topology *t, uint32_t at, const char *word,
                         uint32_t *ends)
{
  if (*word == '\0') {
    ends[at]++;
    return;
  }
  for (uint32_t i = 0; i < (*word == 'g' ? d3_k(t) : d3_m(t)); i++)
    follow_words(t, *word == 'g' ? lab_global(t, at, i) : lab_local(t, at, i), word + 1,
                 ends);
}

/* Pairs of all sizes for which the words are not K, where d = d' and p = p' are as asked,
 * or are any elsewhere. */
static uint32_t off_words(struct finding *f, const char *word, bool equal_d, bool equal_p)
{
  uint32_t off = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next_switch(&s)) {
    const struct d3_router from = d3_router(&s.t, s.from);
    uint32_t *ends MEMORY_OF_BLOCK = lab_memory(f, s.t.switches, sizeof *ends);

    if (!ends)
      break;
    follow_words(&s.t, s.from, word, ends);
    for (uint32_t b = 0; b < s.t.switches; b++) {
      struct d3_router to = d3_router(&s.t, b);
      bool there = (!equal_d || from.d == to.d) && (!equal_p || from.p == to.p);

      off += ends[b] != (there ? s.k : 0);
    }
  }
  return off;
}

static void judge_ggl(struct finding *f)
{
  const uint32_t ggl = off_words(f, "ggl", true, false);
  const uint32_t lgg = off_words(f, "lgg", true, false);

  reading(f, ggl == 0 && lgg == 0,
          "words ggl and lgg, K each if and only if d=d': %u and %u pairs of %d "
          "sizes are otherwise",
          ggl, lgg, LAB_GRAPHS);
  note(f, "glg, K if and only if p=p': %u otherwise", off_words(f, "glg", false, true));
  note(f, "gg, K if and only if d=d' and p=p': %u otherwise",
       off_words(f, "gg", true, true));
}

static void judge_four_hops(struct finding *f)
{
  const uint32_t glgl = off_words(f, "glgl", false, false);
  const uint32_t lglg = off_words(f, "lglg", false, false);

  reading(f, glgl == 0 && lglg == 0,
          "all pairs of %d sizes: %u have not exactly K words glgl, %u not exactly "
          "K words lglg",
          LAB_GRAPHS, glgl, lglg);
}

static void judge_example(struct finding *f)
{
  uint32_t paths = 0, printed = 0, corrected = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  while (survey_next_switch(&s)) {
    const struct d3_router r = d3_router(&s.t, s.from);

    for (uint32_t g = 0; r.d != r.p && g < s.k; g++, paths++) {
      uint32_t c = (r.c + g) % s.k;
      uint32_t first = lab_global(&s.t, s.from, g), second = lab_global(&s.t, first, 0);
      uint32_t straight = d3_switch(&s.t, (struct d3_router){c, r.d, r.p});
      uint32_t swapped = d3_switch(&s.t, (struct d3_router){c, r.p, r.d});

      printed += first == straight && second == swapped;
      corrected += first == swapped && second == straight;
    }
  }
  reading(f, printed == paths, "D3(3,4), d != p: %u of %u paths go by (c',d,p) to (c',p,d)",
          printed, paths);
  note(f, "%u go by (c',p,d) to (c',d,p)", corrected);
}

static const struct claim_row rows[] = {
    {"2.2", "local, global, local joins any two routers: (2.2)", "3 hops",
     .judge = judge_path},
    {"2.3", "(2.2) is the only shortest path, if d' != p, p' != d and they are two routers",
     "unique", .judge = judge_shortest},
    {"2.4", "not in the paper: distance and number of shortest paths, exactly", "-",
     .judge = judge_rule},
    {"2.5", "paths with two global hops together if d = d' (damaged text)", "if d = d'",
     .judge = judge_ggl},
    {"2.6", "four-hop paths of either form between any two routers", "K and K",
     .judge = judge_four_hops},
    {"2.7", "(c,d,p) to (c',p,d) by ports c'-c and 0, by way of (c',d,p)", "(c',d,p)",
     .judge = judge_example},
};

const struct claim_part dragonfly_paths = CLAIM_PART(rows, "section 2");
