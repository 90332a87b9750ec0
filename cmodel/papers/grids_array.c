/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_array -- section 2.2: routing on the two-dimensional array. */
#include "papers/grids_course.h"

#include "base/rng.h"
#include "switch/bank/loop.h"
#include "switch/route/grid.h"

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

/* Which of two runs is the worse, by steps or by buffer first. */
static bool as_bad(const struct grids_taken *a, const struct grids_taken *b, bool by_buffer)
{
  return by_buffer ? a->buffer >= b->buffer : a->steps >= b->steps;
}

/* One search: exchange two destinations, and go on from there if it is no better. */
static void climb(struct grids_course *c, struct rng *rng, bool by_buffer,
                  struct grids_taken *most)
{
  const uint32_t count = c->t.switches;
  struct grids_taken best = {.steps = 0};
  uint32_t to[SWITCHES_MAX];

  lab_shuffle(to, count, rng);
  for (uint32_t step = 0; step < CLIMB_STEPS; step++) {
    const uint32_t a = (uint32_t)rng_below(rng, count), b = (uint32_t)rng_below(rng, count);

    lab_swap(&to[a], &to[b]);
    const struct grids_taken taken = grids_course_permute(c, to);
    grids_taken_most(most, &taken);
    if (as_bad(&taken, &best, by_buffer))
      best = taken;
    else
      lab_swap(&to[a], &to[b]);
  }
}

/* The transpose of n x n, in which all packets of a row meet at one node. */
static void to_transpose(uint32_t *to, uint32_t n)
{
  for (uint32_t i = 0; i < n * n; i++)
    to[i] = i % n * n + i / n;
}

/* The worst that is found on the array of side n: of all permutations of a small one; or
 * else of those that are known to be bad, every coordinate reversed and the transpose, and
 * of those that a search comes to. */
static struct grids_taken search(struct finding *f, uint32_t n, const char *routing)
{
  struct rng rng = rng_seed(f->claims->seed, n);
  struct grids_taken most = {.arrived = true}, taken;
  uint32_t to[SWITCHES_MAX];
  OF_BLOCK(grids_course, c);

  if (!grids_course_open(f, &c, GRIDS_ARRAY, n, routing, NULL, 1))
    return most;
  if (n == SMALL)
    return grids_course_all(&c);
  for (uint32_t i = 0; i < n * n; i++)
    to[i] = n * n - 1 - i;
  taken = grids_course_permute(&c, to);
  grids_taken_most(&most, &taken);
  to_transpose(to, n);
  taken = grids_course_permute(&c, to);
  grids_taken_most(&most, &taken);
  for (uint32_t i = 0; i < CLIMBS; i++)
    climb(&c, &rng, i % 2 == 1, &most);
  return most;
}

/* What is found of arrays of side n by each routing, for 2.9 and 2.10. */
struct measured {
  struct grids_taken most[MODELS][SIDE_MAX + 1];
  bool found[MODELS][SIDE_MAX + 1];
};

/* The worst found, measured once. */
static struct grids_taken worst(struct finding *f, size_t model, uint32_t n)
{
  struct measured *measured = claims_measured(f->claims, sizeof *measured, f->err);

  if (!finding_check(f, measured != NULL))
    return (struct grids_taken){.steps = 0};
  if (!measured->found[model][n]) {
    measured->most[model][n] = search(f, n, models[model]);
    measured->found[model][n] = !f->failed;
  }
  return measured->most[model][n];
}

/* Of one routing, 3x3 to 6x6: are steps, or packets, within the bound of the paper? */
static void judge_model(struct finding *f, size_t model, bool by_buffer)
{
  char text[64] = "";
  bool within = true;

  for (uint32_t n = SMALL; n <= SIDE_MAX; n++) {
    const struct grids_taken most = worst(f, model, n);

    within &= most.arrived && (by_buffer ? most.buffer <= n : most.steps <= 4 * (n - 1));
    claims_append(text, sizeof text, "%s%" PRIu32, n > SMALL ? " " : "",
                  by_buffer ? most.buffer : most.steps);
  }
  reading(f, within, "%s: %s %s, n=3 (all permutations), 4, 5, 6 (worst found)",
          models[model], text, by_buffer ? "packets" : "steps");
}

static void judge_time(struct finding *f)
{
  for (size_t i = 0; i < MODELS; i++)
    judge_model(f, i, false);
}

static void judge_buffer(struct finding *f)
{
  static const uint32_t witness[] = {0, 7, 2, 5, 4, 3, 6, 1, 8};

  for (size_t i = 0; i < MODELS; i++)
    judge_model(f, i, true);
  for (size_t i = 0; i < MODELS; i++) {
    OF_BLOCK(grids_course, c);

    if (grids_course_open(f, &c, GRIDS_ARRAY, SMALL, models[i], NULL, 1))
      note(f, "(0 7 2 5 4 3 6 1 8), %s: %" PRIu32, models[i],
           grids_course_permute(&c, witness).buffer);
  }
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
static struct grids_taken try_phase(struct finding *f, uint32_t n, bool column)
{
  uint32_t list[PHASE_MAX] = {0}, each[PHASE_MAX];
  struct grids_taken most = {.arrived = true};
  OF_BLOCK(grids_course, c);

  if (!grids_course_open(f, &c, GRIDS_LINE, n, "farthest", NULL, column ? n : 1))
    return most;
  lab_identity(each, n);
  do {
    const struct grids_taken taken =
        grids_course_run(&c, column ? list : each, column ? each : list, n);

    grids_taken_most(&most, &taken);
  } while (next_list(list, n));
  return most;
}

static void judge_dimension(struct finding *f)
{
  for (uint32_t column = 0; column < 2; column++) {
    bool within = true, formula = true;
    char text[64] = "";

    for (uint32_t n = SMALL; n <= PHASE_MAX; n++) {
      const struct grids_taken most = try_phase(f, n, column);

      within &= most.arrived && most.steps <= 2 * (n - 1) && most.buffer <= n;
      formula &= most.steps == 3 * (n - 1) / 2;
      claims_append(text, sizeof text, "%s%" PRIu32, n > SMALL ? " " : "", most.steps);
    }
    reading(f, within, "all %s, n=%d..%d: %s steps, %sfloor(3(n-1)/2)",
            column ? "columns" : "rows", SMALL, PHASE_MAX, text, formula ? "" : "not ");
  }
}

/* Left-movers alone move, by another order. */
static inline struct route_out nearest_comb(const struct route_in *in)
{
  struct route_out out = grid_comb(in, GRID_PHASED_DIRECTION, true);

  out.priority = (uint16_t)(UINT16_MAX - out.priority);
  return out;
}

ROUTE_LOOPS(nearest, nearest_comb)

static inline struct route_out any_comb(const struct route_in *in)
{
  struct route_out out = grid_comb(in, GRID_PHASED_DIRECTION, true);

  out.priority = 0;
  return out;
}

ROUTE_LOOPS(any, any_comb)

/* Steps of one direction of a column, at most: all lists of starts; of these the packets
 * that go left. */
static uint32_t try_direction(struct finding *f, uint32_t n, const struct route_unit *unit)
{
  uint32_t list[PHASE_MAX] = {0}, source[PHASE_MAX], to[PHASE_MAX], most = 0;
  OF_BLOCK(grids_course, c);

  if (!grids_course_open(f, &c, GRIDS_LINE, n, "farthest", unit, n))
    return 0;
  do {
    size_t count = 0;

    for (uint32_t i = 0; i < n; i++)
      if (list[i] > i) {
        source[count] = list[i];
        to[count++] = i;
      }
    const uint32_t steps = grids_course_run(&c, source, to, count).steps;
    most = steps > most ? steps : most;
  } while (next_list(list, n));
  return most;
}

static void judge_farthest(struct finding *f)
{
  struct route_unit nearest = grid_four_phase, any = grid_four_phase;
  const struct route_unit *const orders[] = {&grid_four_phase, &nearest, &any};
  bool essential = true;
  char text[3][64] = {"", "", ""};

  nearest.comb = nearest_comb;
  nearest.loops = &nearest_loops;
  any.comb = any_comb;
  any.loops = &any_loops;
  for (uint32_t n = SMALL; n <= PHASE_MAX; n++)
    for (size_t k = 0; k < 3; k++) {
      const uint32_t steps = try_direction(f, n, orders[k]);

      essential &= k == 0 ? steps == n - 1 : n < PHASE_MAX || steps > n - 1;
      claims_append(text[k], sizeof text[k], " %" PRIu32, steps);
    }
  reading(f, essential, "steps of one direction, n=%d..%d:%s; nearest first%s; FIFO%s",
          SMALL, PHASE_MAX, text[0], text[1], text[2]);
}

/* 2.13: the transpose of n x n, where the packets of row 0 all meet at node 0. */
static void judge_column(struct finding *f)
{
  enum { N = 5 };
  uint32_t to[SWITCHES_MAX], rows = 0, columns = 0;
  OF_BLOCK(grids_course, c);

  to_transpose(to, N);
  if (!grids_course_open(f, &c, GRIDS_ARRAY, N, "four-phase", NULL, 1))
    return;
  for (uint32_t i = 0; i < N; i++) {
    rows |= 1u << to[i] / N;
    columns |= 1u << to[i] % N;
  }
  reading(f, rows == 1, "%dx%d, %" PRIu32 " packets meet: they go on to %d row%s", N, N,
          grids_course_permute(&c, to).buffer, __builtin_popcount(rows),
          rows == 1 ? "" : "s");
  note(f, "and to %d column%s", __builtin_popcount(columns), columns == 1 ? "" : "s");
}

static const struct claim_row rows[] = {
    {"2.9", "a permutation of the array takes at most 4(n-1) steps", "4(n-1)",
     .judge = judge_time, .place = "theorem 2"},
    {"2.10", "a node never holds more than n packets", "n", .judge = judge_buffer,
     .place = "theorem 2"},
    {"2.11", "each dimension takes at most 2(n-1) steps", "2(n-1)",
     .judge = judge_dimension},
    {"2.12",
     "the farthest to go first: a direction of a column takes n-1 steps; no other order "
     "keeps to that",
     "-", .judge = judge_farthest},
    {"2.13", "packets of a row that meet at one node are then distributed in a row", "row",
     .judge = judge_column},
};

const struct claim_part grids_array = CLAIM_PART(rows, "theorem 2, proof");
