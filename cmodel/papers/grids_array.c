/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_array -- section 2.2: routing on the two-dimensional array. */
#include "papers/grids_course.h"

#include "base/rng.h"
#include "switch/bank/loop.h"
#include "switch/route/grid.h"

#include <inttypes.h>
#include <stdio.h>

enum {
  SMALL = 3, /* an array of which all permutations are tried */
  SIDE_MAX = 6,
  SWITCHES_MAX = SIDE_MAX * SIDE_MAX,
  PHASE_MAX = 6, /* a row or column of which all lists of n packets are tried */
  CLIMBS = 4,    /* searches for a bad permutation, of so many steps each */
  CLIMB_STEPS = 1500
};

static const char *const models[] = {"four-phase", "farthest-barrier", "duplex-barrier",
                                     "farthest", "duplex"};

enum { MODELS = sizeof models / sizeof models[0] };

static bool open_array(struct grids_course *c, uint32_t n, const char *routing,
                       struct err *err)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "mesh:%" PRIu32 "x%" PRIu32, n, n);
  return grids_course_open(c, spec, routing, NULL, 1, err);
}

/* All permutations of the small array. */
static bool try_small(struct grids_taken *most, const struct claims *claims,
                      const char *routing, struct err *err)
{
  COURSE_OF_BLOCK(c);
  uint32_t count;

  return open_array(&c, SMALL, routing, err) &&
         grids_course_all(&c, claims, most, &count, err);
}

/* Which of two runs is the worse, by steps or by buffer first. */
static bool as_bad(const struct grids_taken *a, const struct grids_taken *b, bool by_buffer)
{
  return by_buffer ? a->buffer >= b->buffer : a->steps >= b->steps;
}

/* One search: exchange two destinations, and go on from there if it is no better. */
static bool climb(struct grids_course *c, struct rng *rng, bool by_buffer,
                  const struct claims *claims, struct grids_taken *most, struct err *err)
{
  const uint32_t count = c->t.switches;
  struct grids_taken best = {.steps = 0}, taken;
  uint32_t to[SWITCHES_MAX];

  lab_shuffle(to, count, rng);
  for (uint32_t step = 0; step < CLIMB_STEPS; step++) {
    const uint32_t a = (uint32_t)rng_below(rng, count), b = (uint32_t)rng_below(rng, count);

    lab_swap(&to[a], &to[b]);
    if (!lab_goes_on(claims, err) || !grids_course_permute(c, to, &taken, err))
      return false;
    grids_taken_most(most, &taken);
    if (as_bad(&taken, &best, by_buffer))
      best = taken;
    else
      lab_swap(&to[a], &to[b]);
  }
  return true;
}

/* The permutations that are known to be bad: every coordinate reversed; and the transpose,
 * in which all packets of a row meet at one node. */
static bool known(struct grids_course *c, uint32_t n, struct grids_taken *most,
                  struct err *err)
{
  uint32_t reversed[SWITCHES_MAX], meet[SWITCHES_MAX];
  struct grids_taken taken;

  for (uint32_t i = 0; i < n * n; i++) {
    reversed[i] = n * n - 1 - i;
    meet[i] = i % n * n + i / n;
  }
  if (!grids_course_permute(c, reversed, &taken, err))
    return false;
  grids_taken_most(most, &taken);
  if (!grids_course_permute(c, meet, &taken, err))
    return false;
  grids_taken_most(most, &taken);
  return true;
}

/* The worst that is found on the array of side n. */
static bool search(struct grids_taken *most, const struct claims *claims, uint32_t n,
                   const char *routing, struct err *err)
{
  struct rng rng = rng_seed(claims->seed, n);
  COURSE_OF_BLOCK(c);

  *most = (struct grids_taken){.arrived = true};
  if (!open_array(&c, n, routing, err) || !known(&c, n, most, err))
    return false;
  for (uint32_t i = 0; i < CLIMBS; i++)
    if (!climb(&c, &rng, i % 2 == 1, claims, most, err))
      return false;
  return true;
}

/* What is found of arrays of side n by each routing, for 2.9 and 2.10. */
struct cells {
  struct grids_taken most[MODELS][SIDE_MAX + 1];
  bool found[MODELS][SIDE_MAX + 1];
};

/* All of 3x3, and the worst found of larger ones; NULL on error. */
static const struct grids_taken *worst(struct claims *claims, size_t model, uint32_t n,
                                       struct err *err)
{
  const char *routing = models[model];
  struct cells *cells = claims_cells(claims, sizeof *cells, err);

  if (!cells)
    return NULL;
  struct grids_taken *most = &cells->most[model][n];

  if (!cells->found[model][n] && !(n == SMALL ? try_small(most, claims, routing, err)
                                              : search(most, claims, n, routing, err)))
    return NULL;
  cells->found[model][n] = true;
  return most;
}

/* Of one routing, 3x3 to 6x6: are steps, or packets, within the bound of the paper? */
static bool judge_model(struct finding *f, size_t model, bool by_buffer, struct err *err)
{
  char text[64] = "";
  bool within = true;

  for (uint32_t n = SMALL; n <= SIDE_MAX; n++) {
    const struct grids_taken *most = worst(f->claims, model, n, err);

    if (!most)
      return false;
    within &= most->arrived && (by_buffer ? most->buffer <= n : most->steps <= 4 * (n - 1));
    claims_append(text, sizeof text, "%s%" PRIu32, n > SMALL ? " " : "",
                  by_buffer ? most->buffer : most->steps);
  }
  finding_reading(f, within, "%s: %s %s, n=3 (all permutations), 4, 5, 6 (worst found)",
                  models[model], text, by_buffer ? "packets" : "steps");
  return true;
}

/* 2.9 */
static bool judge_time(struct finding *f, struct err *err)
{
  for (size_t i = 0; i < MODELS; i++)
    if (!judge_model(f, i, false, err))
      return false;
  return true;
}

/* 2.10 */
static bool judge_buffer(struct finding *f, struct err *err)
{
  static const uint32_t witness[] = {0, 7, 2, 5, 4, 3, 6, 1, 8};

  for (size_t i = 0; i < MODELS; i++)
    if (!judge_model(f, i, true, err))
      return false;
  for (size_t i = 0; i < MODELS; i++) {
    struct grids_taken taken = {.steps = 0};
    COURSE_OF_BLOCK(c);

    if (!open_array(&c, SMALL, models[i], err) ||
        !grids_course_permute(&c, witness, &taken, err))
      return false;
    finding_note(f, "(0 7 2 5 4 3 6 1 8), %s: %" PRIu32, models[i], taken.buffer);
  }
  return true;
}

/* --- one phase, which is a row or a column of n packets --- */

/* The lists of n numbers below n, in turn; false after the last. */
static bool next_list(uint32_t *list, uint32_t n)
{
  uint32_t i = 0;

  while (i < n && ++list[i] == n)
    list[i++] = 0;
  return i < n;
}

/* All rows of n packets, one from each switch: to any switches; or all columns, one to each
 * switch: from any. */
static bool try_phase(struct grids_taken *most, const struct claims *claims, uint32_t n,
                      bool column, const char *routing, const struct route_unit *unit,
                      struct err *err)
{
  uint32_t list[PHASE_MAX] = {0}, each[PHASE_MAX];
  char spec[TOPOLOGY_SPEC];
  COURSE_OF_BLOCK(c);

  snprintf(spec, sizeof spec, "mesh:%" PRIu32, n);
  if (!grids_course_open(&c, spec, routing, unit, column ? n : 1, err))
    return false;
  *most = (struct grids_taken){.arrived = true};
  lab_identity(each, n);
  do {
    struct grids_taken taken = {.steps = 0};

    if (!lab_goes_on(claims, err) ||
        !grids_course_run(&c, column ? list : each, column ? each : list, n, &taken, err))
      return false;
    grids_taken_most(most, &taken);
  } while (next_list(list, n));
  return true;
}

/* 2.11 */
static bool judge_dimension(struct finding *f, struct err *err)
{
  for (uint32_t column = 0; column < 2; column++) {
    bool within = true, formula = true;
    char text[64] = "";

    for (uint32_t n = SMALL; n <= PHASE_MAX; n++) {
      struct grids_taken most;

      if (!try_phase(&most, f->claims, n, column, "farthest", NULL, err))
        return false;
      within &= most.arrived && most.steps <= 2 * (n - 1) && most.buffer <= n;
      formula &= most.steps == 3 * (n - 1) / 2;
      claims_append(text, sizeof text, "%s%" PRIu32, n > SMALL ? " " : "", most.steps);
    }
    finding_reading(f, within, "all %s, n=%d..%d: %s steps, %sfloor(3(n-1)/2)",
                    column ? "columns" : "rows", SMALL, PHASE_MAX, text,
                    formula ? "" : "not ");
  }
  return true;
}

/* Left-movers alone move, by another order. */
static inline struct route_out nearest_comb(const struct route_in *in)
{
  struct route_out out = grid_comb(in, GRID_PHASED_DIRECTION, true);

  out.priority = (uint16_t)(UINT16_MAX - out.priority);
  return out;
}

static void nearest_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, nearest_comb);
}

static inline struct route_out any_comb(const struct route_in *in)
{
  struct route_out out = grid_comb(in, GRID_PHASED_DIRECTION, true);

  out.priority = 0;
  return out;
}

static void any_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, any_comb);
}

/* Steps of one direction of a column, at most: all lists of starts; of these the packets
 * that go left. */
static bool try_direction(uint32_t *steps, const struct claims *claims, uint32_t n,
                          const struct route_unit *unit, struct err *err)
{
  uint32_t list[PHASE_MAX] = {0}, source[PHASE_MAX], to[PHASE_MAX];
  char spec[TOPOLOGY_SPEC];
  COURSE_OF_BLOCK(c);

  snprintf(spec, sizeof spec, "mesh:%" PRIu32, n);
  if (!grids_course_open(&c, spec, "farthest", unit, n, err))
    return false;
  *steps = 0;
  do {
    struct grids_taken taken = {.steps = 0};
    size_t count = 0;

    for (uint32_t i = 0; i < n; i++)
      if (list[i] > i) {
        source[count] = list[i];
        to[count++] = i;
      }
    if (!lab_goes_on(claims, err) || !grids_course_run(&c, source, to, count, &taken, err))
      return false;
    *steps = taken.steps > *steps ? taken.steps : *steps;
  } while (next_list(list, n));
  return true;
}

/* 2.12 */
static bool judge_farthest(struct finding *f, struct err *err)
{
  struct route_unit nearest = grid_four_phase, any = grid_four_phase;
  const struct {
    const char *name;
    const struct route_unit *unit;
  } orders[] = {
      {"farthest first", &grid_four_phase}, {"nearest first", &nearest}, {"FIFO", &any}};
  bool essential = true;
  char text[3][64] = {"", "", ""};

  nearest.comb = nearest_comb;
  nearest.loop = nearest_loop;
  any.comb = any_comb;
  any.loop = any_loop;
  for (uint32_t n = SMALL; n <= PHASE_MAX; n++)
    for (size_t k = 0; k < 3; k++) {
      uint32_t steps;

      if (!try_direction(&steps, f->claims, n, orders[k].unit, err))
        return false;
      essential &= k == 0 ? steps == n - 1 : n < PHASE_MAX || steps > n - 1;
      claims_append(text[k], sizeof text[k], " %" PRIu32, steps);
    }
  finding_reading(f, essential,
                  "steps of one direction, n=%d..%d:%s; nearest first%s; FIFO%s", SMALL,
                  PHASE_MAX, text[0], text[1], text[2]);
  return true;
}

/* 2.13: the transpose of n x n, where the packets of row 0 all meet at node 0. */
static bool judge_column(struct finding *f, struct err *err)
{
  const uint32_t n = 5;
  uint32_t to[SWITCHES_MAX], rows = 0, columns = 0;
  struct grids_taken taken = {.steps = 0};
  COURSE_OF_BLOCK(c);

  for (uint32_t i = 0; i < n * n; i++)
    to[i] = i % n * n + i / n;
  if (!open_array(&c, n, "four-phase", err) || !grids_course_permute(&c, to, &taken, err))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    rows |= 1u << to[i] / n;
    columns |= 1u << to[i] % n;
  }
  finding_reading(f, rows == 1, "%dx%d, %" PRIu32 " packets meet: they go on to %d row%s",
                  (int)n, (int)n, taken.buffer, __builtin_popcount(rows),
                  rows == 1 ? "" : "s");
  finding_note(f, "and to %d column%s", __builtin_popcount(columns),
               columns == 1 ? "" : "s");
  return true;
}

static const struct claim_row rows[] = {
    {"2.9", "theorem 2", "a permutation of the array takes at most 4(n-1) steps", "4(n-1)",
     .judge = judge_time},
    {"2.10", "theorem 2", "a node never holds more than n packets", "n",
     .judge = judge_buffer},
    {"2.11", "theorem 2, proof", "each dimension takes at most 2(n-1) steps", "2(n-1)",
     .judge = judge_dimension},
    {"2.12", "theorem 2, proof",
     "the farthest to go first: a direction of a column takes n-1 steps; no other order "
     "keeps to that",
     "-", .judge = judge_farthest},
    {"2.13", "theorem 2, proof",
     "packets of a row that meet at one node are then distributed in a row", "row",
     .judge = judge_column},
};

const struct claim_part grids_array = {rows, sizeof rows / sizeof rows[0]};
