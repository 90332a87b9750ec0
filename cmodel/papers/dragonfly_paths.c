/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_paths -- section 2: paths between two routers. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

/* 2.2 */
static bool judge_path(struct finding *f, struct err *err)
{
  uint32_t pairs = 0, wrong = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err))
      return false;
    for (uint32_t from = 0; from < t.switches; from++)
      for (uint32_t to = 0; to < t.switches; to++, pairs++) {
        struct d3_router a = d3_router(&t, from), b = d3_router(&t, to);
        uint32_t first = lab_local(&t, from, dragonfly_difference(b.d, a.p, d3_m(&t)));
        uint32_t second = lab_global(&t, first, dragonfly_difference(b.c, a.c, d3_k(&t)));
        uint32_t third = lab_local(&t, second, dragonfly_difference(b.p, a.d, d3_m(&t)));

        wrong += first != d3_switch(&t, (struct d3_router){a.c, a.d, b.d}) ||
                 second != d3_switch(&t, (struct d3_router){b.c, b.d, a.d}) || third != to;
      }
  }
  finding_reading(f, wrong == 0,
                  "all %u pairs of %d sizes: %u are not joined by these three hops", pairs,
                  LAB_GRAPHS, wrong);
  return true;
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
  switch (of) {
  case SAME:
    return (struct distance){0, 1};
  case SAME_DRAWER:
  case SWAPPED:
    return (struct distance){1, 1};
  case SAME_PLACE:
    return (struct distance){2, k};
  case HALF:
    return (struct distance){2, 1};
  case EQUAL_D:
    return (struct distance){3, 1 + 2 * k};
  case EQUAL_P:
    return (struct distance){3, 1 + k};
  default:
    return (struct distance){3, 1};
  }
}

/* All pairs of one size. */
struct pairs {
  uint32_t count, off_rule;  /* that the rule does not give right */
  uint32_t apart[4];         /* by distance */
  uint32_t said;             /* of which the paper says that (2.2) is best */
  uint32_t shorter, several; /* of these: there is a shorter path; another as short */
  struct distance of[CASES]; /* first of each case that d' != p and p' != d allow */
};

static bool look_at_pairs(struct pairs *pairs, const struct topology *t, struct err *err)
{
  GRAPH_OF_BLOCK(g);

  *pairs = (struct pairs){.count = 0};
  if (!lab_graph_open(&g, t, err))
    return false;
  for (uint32_t a = 0; a < t->switches; a++) {
    lab_search(&g, a);
    lab_count_paths(&g);
    for (uint32_t b = 0; b < t->switches; b++, pairs->count++) {
      struct d3_router from = d3_router(t, a), end = d3_router(t, b);
      enum pair_case of = case_of(from, end);
      struct distance should = rule(of, d3_k(t)), is = {g.hops[b], g.paths[b]};

      pairs->off_rule += is.hops != should.hops || is.paths != should.paths;
      pairs->apart[is.hops & 3]++;
      if (a == b || end.d == from.p || end.p == from.d)
        continue;
      pairs->said++;
      pairs->shorter += is.hops < 3;
      pairs->several += is.hops >= 3 && is.paths > 1;
      if (pairs->of[of].paths == 0)
        pairs->of[of] = is;
    }
  }
  return true;
}

/* 2.3 */
static bool judge_shortest(struct finding *f, struct err *err)
{
  static const struct {
    enum pair_case of;
    const char *name;
  } cases[] = {{SAME_DRAWER, "same drawer"},
               {SAME_PLACE, "d=d', p=p'"},
               {EQUAL_D, "d=d'"},
               {EQUAL_P, "p=p'"}};
  struct pairs pairs;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, (struct lab_size){3, 4}, err) || !look_at_pairs(&pairs, &t, err))
    return false;
  finding_reading(f, pairs.shorter == 0 && pairs.several == 0,
                  "D3(3,4): of %u such pairs %u have a shorter path, %u another as short",
                  pairs.said, pairs.shorter, pairs.several);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    finding_note(f, "%s: %u hop%s, %llu path%s", cases[i].name, pairs.of[cases[i].of].hops,
                 pairs.of[cases[i].of].hops == 1 ? "" : "s",
                 (unsigned long long)pairs.of[cases[i].of].paths,
                 pairs.of[cases[i].of].paths == 1 ? "" : "s");
  return true;
}

/* 2.4 */
static bool judge_rule(struct finding *f, struct err *err)
{
  uint32_t count = 0, off = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    TOPOLOGY_OF_BLOCK(t);
    struct pairs pairs;

    if (!dragonfly_open(&t, lab_graphs[i], err) || !look_at_pairs(&pairs, &t, err))
      return false;
    count += pairs.count;
    off += pairs.off_rule;
    finding_note(f, "(%u,%u): %u, %u, %u, %u pairs at 0, 1, 2, 3 hops", lab_graphs[i].k,
                 lab_graphs[i].m, pairs.apart[0], pairs.apart[1], pairs.apart[2],
                 pairs.apart[3]);
  }
  finding_reading(f, off == 0, "all %u pairs of %d sizes: %u otherwise", count, LAB_GRAPHS,
                  off);
  return true;
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

/* Pairs for which the words are not K, where d = d' and p = p' are as asked, or are any
 * elsewhere. */
static bool off_words(const struct topology *t, const char *word, bool equal_d,
                      bool equal_p, uint32_t *off, struct err *err)
{
  uint32_t *ends MEMORY_OF_BLOCK =
      lab_memory(t->switches, sizeof *ends, err, "%s", t->spec);

  if (!ends)
    return false;
  for (uint32_t a = 0; a < t->switches; a++) {
    for (uint32_t b = 0; b < t->switches; b++)
      ends[b] = 0;
    follow_words(t, a, word, ends);
    for (uint32_t b = 0; b < t->switches; b++) {
      struct d3_router from = d3_router(t, a), to = d3_router(t, b);
      bool there = (!equal_d || from.d == to.d) && (!equal_p || from.p == to.p);

      *off += ends[b] != (there ? d3_k(t) : 0);
    }
  }
  return true;
}

/* The same over all sizes. */
static bool off_words_anywhere(const char *word, bool equal_d, bool equal_p, uint32_t *off,
                               struct err *err)
{
  *off = 0;
  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !off_words(&t, word, equal_d, equal_p, off, err))
      return false;
  }
  return true;
}

/* 2.5 */
static bool judge_ggl(struct finding *f, struct err *err)
{
  uint32_t off[4];

  if (!off_words_anywhere("ggl", true, false, &off[0], err) ||
      !off_words_anywhere("lgg", true, false, &off[1], err) ||
      !off_words_anywhere("glg", false, true, &off[2], err) ||
      !off_words_anywhere("gg", true, true, &off[3], err))
    return false;
  finding_reading(f, off[0] == 0 && off[1] == 0,
                  "words ggl and lgg, K each if and only if d=d': %u and %u pairs of %d "
                  "sizes are otherwise",
                  off[0], off[1], LAB_GRAPHS);
  finding_note(f, "glg, K if and only if p=p': %u otherwise", off[2]);
  finding_note(f, "gg, K if and only if d=d' and p=p': %u otherwise", off[3]);
  return true;
}

/* 2.6 */
static bool judge_four_hops(struct finding *f, struct err *err)
{
  uint32_t off[2];

  if (!off_words_anywhere("glgl", false, false, &off[0], err) ||
      !off_words_anywhere("lglg", false, false, &off[1], err))
    return false;
  finding_reading(f, off[0] == 0 && off[1] == 0,
                  "all pairs of %d sizes: %u have not exactly K words glgl, %u not exactly "
                  "K words lglg",
                  LAB_GRAPHS, off[0], off[1]);
  return true;
}

/* 2.7: ports c'-c and 0 from (c,d,p); printed by way of (c',d,p), and to (c',p,d). */
static bool judge_example(struct finding *f, struct err *err)
{
  uint32_t paths = 0, printed = 0, corrected = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, (struct lab_size){3, 4}, err))
    return false;
  for (uint32_t sw = 0; sw < t.switches; sw++)
    for (uint32_t g = 0; g < d3_k(&t); g++) {
      struct d3_router r = d3_router(&t, sw);
      uint32_t c = (r.c + g) % d3_k(&t);
      uint32_t first = lab_global(&t, sw, g), second = lab_global(&t, first, 0);
      uint32_t straight = d3_switch(&t, (struct d3_router){c, r.d, r.p});
      uint32_t swapped = d3_switch(&t, (struct d3_router){c, r.p, r.d});

      if (r.d == r.p)
        continue;
      paths++;
      printed += first == straight && second == swapped;
      corrected += first == swapped && second == straight;
    }
  finding_reading(f, printed == paths,
                  "D3(3,4), d != p: %u of %u paths go by (c',d,p) to (c',p,d)", printed,
                  paths);
  finding_note(f, "%u go by (c',p,d) to (c',d,p)", corrected);
  return true;
}

#define PLACE "section 2"

static const struct claim_row rows[] = {
    {"2.2", PLACE, "local, global, local joins any two routers: (2.2)", "3 hops",
     .judge = judge_path},
    {"2.3", PLACE,
     "(2.2) is the only shortest path, if d' != p, p' != d and they are two routers",
     "unique", .judge = judge_shortest},
    {"2.4", PLACE, "not in the paper: distance and number of shortest paths, exactly", "-",
     .judge = judge_rule},
    {"2.5", PLACE, "paths with two global hops together if d = d' (damaged text)",
     "if d = d'", .judge = judge_ggl},
    {"2.6", PLACE, "four-hop paths of either form between any two routers", "K and K",
     .judge = judge_four_hops},
    {"2.7", PLACE, "(c,d,p) to (c',p,d) by ports c'-c and 0, by way of (c',d,p)",
     "(c',d,p)", .judge = judge_example},
};

const struct claim_part dragonfly_paths = {rows, sizeof rows / sizeof rows[0]};
