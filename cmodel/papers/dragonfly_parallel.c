/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_parallel -- section 8: vectors that all routers follow at once, and the
 * exchange of whole drawers. */
#include "base/order.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

/* --- one vector --- */

/* The router at which a vector ends. */
static uint32_t end_of(const struct topology *t, uint32_t b, uint32_t sw,
                       struct d3_vector v)
{
  if (b == 4) {
    uint32_t first = lab_local(t, lab_global(t, sw, v.gamma), v.delta);

    return lab_local(t, lab_global(t, first, 0), v.pi);
  }
  return lab_end(t, sw, v);
}

/* All routers follow one vector: is a link shared, or a router reached twice? */
static void follow_together(const struct survey *s, uint32_t b, struct d3_vector v,
                            uint32_t *shared, uint32_t *twice)
{
  uint64_t header = dragonfly_vector(&s->t, b, v.gamma, v.pi, v.delta);
  bool *reached MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *reached);
  SENT_OF_BLOCK(sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (uint32_t sw = 0; reached && sw < s->t.switches; sw++) {
    uint32_t end = end_of(&s->t, b, sw, v);

    *twice += reached[end];
    reached[end] = true;
    sent_add(&sent, 0, sw, end, header);
  }
  *shared += sent_conflicts(&sent).count > 0;
}

static void judge_vectors(struct finding *f)
{
  const uint32_t b = *(const uint32_t *)f->with;
  static const struct lab_size sizes[] = {{2, 3}, {3, 4}, {5, 2}, {4, 4}};
  uint32_t vectors = 0, shared = 0, twice = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 4);

  for (; survey_next_switch(&s); vectors++) {
    /* Every (gamma, pi, delta) is some router's (c, d, p). */
    struct d3_router r = d3_router(&s.t, s.from);

    follow_together(&s, b, (struct d3_vector){r.c, r.d, r.p}, &shared, &twice);
  }
  finding_reading(
      f, shared == 0 && twice == 0,
      "all %u vectors of D3(2,3), D3(3,4), D3(5,2), D3(4,4): %u share a link in "
      "a step, %u routers are reached twice",
      vectors, shared, twice);
}

/* --- drawers to drawers --- */

/* All routers of drawer i send to drawer order[i], router p to router p + turn. */
static struct conflicts exchange(const struct survey *s, enum d3_path path,
                                 const uint32_t *order, uint32_t turn)
{
  const uint32_t m = s->size.m;
  SENT_OF_BLOCK(sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (uint32_t sw = 0; sw < s->t.switches; sw++) {
    uint32_t to = order[sw / m] * m + (sw + turn) % m;

    sent_add(&sent, 0, sw, to, d3_header(&s->t, sent.routing, path, sw, to));
  }
  return sent_conflicts(&sent);
}

/* 8.6: all matchings of drawers with drawers. */
static void judge_drawers(struct finding *f)
{
  static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {1, 3}, {1, 4}, {3, 2}, {2, 3}};
  uint32_t count = 0, crowded = 0, apart = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 6);

  while (survey_next(&s)) {
    const uint32_t m = s.size.m, drawers = s.size.k * m;
    uint32_t order[6];

    lab_identity(order, drawers);
    do
      for (uint32_t turn = 0; turn < m; turn++, count++) {
        crowded += exchange(&s, D3_LGL, order, turn).most == m;
        apart += exchange(&s, D3_GLGL, order, turn).count == 0;
      }
    while (next_permutation(order, drawers));
  }
  finding_reading(f, apart == count,
                  "all %u matchings of drawers of 6 sizes (KM <= 6): no link is shared in "
                  "%u",
                  count, apart);
  finding_note(f, "by local, global, local M packets want one link in %u", crowded);
}

#define PLACE "section 8"

static const struct claim_row rows[] = {
    {"8.4", PLACE,
     "one source vector from all routers: paths that share nothing (also 1, "
     "13)",
     "K M^2 paths", judge_vectors, &(const uint32_t){3}},
    {"8.5", PLACE, "not in the paper: nor do the paths of one four-hop vector", "-",
     judge_vectors, &(const uint32_t){4}},
    {"8.6", PLACE, "paths glgl remove the conflicts of drawer-to-drawer traffic", "avoided",
     .judge = judge_drawers},
};

const struct claim_part dragonfly_parallel = {rows, sizeof rows / sizeof rows[0]};
