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
  return lab_walk(t, sw, v);
}

/* All routers follow one vector: is a link shared, or a router reached twice? */
static bool follow_together(const struct topology *t, uint32_t b, struct d3_vector v,
                            uint32_t *shared, uint32_t *twice, struct err *err)
{
  uint64_t header = dragonfly_vector(t, b, v.gamma, v.pi, v.delta);
  bool *reached MEMORY_OF_BLOCK =
      lab_memory(t->switches, sizeof *reached, err, "%s", t->spec);
  PLAN_OF_BLOCK(plan);
  struct conflicts c = {.count = 0};

  if (!reached || !lab_plan_open(&plan, t, NULL, err))
    return false;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t end = end_of(t, b, sw, v);

    *twice += reached[end];
    reached[end] = true;
    if (!lab_plan_send(&plan, 0, sw, end, header, err))
      return false;
  }
  if (!lab_plan_count(&plan, &c, err))
    return false;
  *shared += c.count > 0;
  return true;
}

static bool judge_vectors(struct finding *f, struct err *err)
{
  const uint32_t b = *(const uint32_t *)f->with;
  static const struct lab_size sizes[] = {{2, 3}, {3, 4}, {5, 2}, {4, 4}};
  uint32_t vectors = 0, shared = 0, twice = 0;

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, sizes[i], err))
      return false;
    for (uint32_t code = 0; code < t.switches; code++, vectors++) {
      /* Every (gamma, pi, delta) is some router's (c, d, p). */
      struct d3_router r = d3_router(&t, code);

      if (!follow_together(&t, b, (struct d3_vector){r.c, r.d, r.p}, &shared, &twice, err))
        return false;
    }
  }
  finding_reading(
      f, shared == 0 && twice == 0,
      "all %u vectors of D3(2,3), D3(3,4), D3(5,2), D3(4,4): %u share a link in "
      "a step, %u routers are reached twice",
      vectors, shared, twice);
  return true;
}

/* --- drawers to drawers --- */

/* All routers of drawer i send to drawer order[i], router p to router p + turn. */
static bool exchange(const struct topology *t, enum d3_path path, const uint32_t *order,
                     uint32_t turn, struct conflicts *c, struct err *err)
{
  const uint32_t m = d3_m(t);
  PLAN_OF_BLOCK(plan);

  if (!lab_plan_open(&plan, t, NULL, err))
    return false;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t to = order[sw / m] * m + (sw + turn) % m;

    if (!lab_plan_send(&plan, 0, sw, to, d3_header(t, plan.routing, path, sw, to), err))
      return false;
  }
  return lab_plan_count(&plan, c, err);
}

/* All matchings of drawers with drawers. */
struct matchings {
  uint32_t count;
  uint32_t as_much[2]; /* with paths lgl: M packets for a link; with glgl: never two */
};

static bool try_matchings(struct lab_size size, struct matchings *all, struct err *err)
{
  uint32_t order[16] = {0};
  TOPOLOGY_OF_BLOCK(t);
  const uint32_t drawers = size.k * size.m;

  if (!dragonfly_open(&t, size, err))
    return false;
  lab_identity(order, drawers);
  do {
    for (uint32_t turn = 0; turn < size.m; turn++, all->count++) {
      struct conflicts lgl, glgl;

      if (!exchange(&t, D3_LGL, order, turn, &lgl, err) ||
          !exchange(&t, D3_GLGL, order, turn, &glgl, err))
        return false;
      all->as_much[0] += lgl.most == size.m;
      all->as_much[1] += glgl.count == 0;
    }
  } while (next_permutation(order, drawers));
  return true;
}

/* 8.6 */
static bool judge_drawers(struct finding *f, struct err *err)
{
  static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {1, 3}, {1, 4}, {3, 2}, {2, 3}};
  struct matchings all = {.count = 0};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    if (!try_matchings(sizes[i], &all, err))
      return false;
  finding_reading(f, all.as_much[1] == all.count,
                  "all %u matchings of drawers of 6 sizes (KM <= 6): no link is shared in "
                  "%u",
                  all.count, all.as_much[1]);
  finding_note(f, "by local, global, local M packets want one link in %u", all.as_much[0]);
  return true;
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
