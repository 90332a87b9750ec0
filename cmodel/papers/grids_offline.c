/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_offline -- Theorem 4, and section 4.2: disjoint paths of permutations. */
#include "base/order.h"
#include "base/rng.h"
#include "network/topology/disjoint.h"
#include "network/topology/edge_colouring.h"
#include "network/topology/pn.h"
#include "network/topology/pn_paths.h"
#include "papers/grids.h"

#include <stdio.h>

enum { ROWS = 8 }; /* of (2,3)-PN */

/* Of the paper's example. */
static const uint32_t example[ROWS] = {4, 1, 0, 3, 2, 6, 5, 7};

/* --- Theorem 4 --- */

/* Colour the sum of `degree` random permutations: is every colour a perfect matching? */
static bool colours(struct finding *f, uint32_t vertices, uint32_t degree, struct rng *rng)
{
  const uint32_t edges = vertices * degree;
  uint32_t *words MEMORY_OF_BLOCK =
      lab_memory(f, 4 * (size_t)edges + vertices, sizeof *words);
  struct edge_colouring c;
  bool proper = true;

  if (!words)
    return false;
  if (!edge_colouring_open(&c, edges, vertices, rng_next(rng)))
    return finding_check(
        f, err_set(f->err, ERR_ENVIRONMENT, "not enough memory for %u edges", edges));
  uint32_t *right = words, *colour = right + edges, *seen = colour + edges;

  for (uint32_t i = 0; i < degree; i++)
    lab_shuffle(right + i * vertices, vertices, rng);
  for (uint32_t i = 0; i < edges; i++)
    c.edges[i] = (struct colouring_edge){i % vertices, right[i], i};
  edge_colouring_make(&c, colour, vertices, degree);
  for (uint32_t i = 0; i < edges; i++)
    proper = proper && colour[i] < degree && !seen[i % vertices * degree + colour[i]]++ &&
             !seen[edges + right[i] * degree + colour[i]]++;
  edge_colouring_close(&c);
  return proper;
}

static void judge_matchings(struct finding *f)
{
  static const uint32_t degrees[] = {1, 2, 3, 4, 5, 6, 7, 8, 12};
  static const uint32_t vertices[] = {1, 2, 3, 4, 8, 16, 64};
  struct rng rng = rng_seed(f->claims->seed, 0);
  uint32_t all = 0, right = 0;

  for (size_t i = 0; i < sizeof degrees / sizeof degrees[0]; i++)
    for (size_t k = 0; k < sizeof vertices / sizeof vertices[0]; k++)
      for (uint32_t trial = 0; trial < f->claims->trials; trial++, all++) {
        if (!lab_continues(f))
          return;
        right += colours(f, vertices[k], degrees[i], &rng);
      }
  reading(f, right == all,
          "%u of %u random n-regular multigraphs, n=1..8 and 12, up to 64 vertices "
          "a side, made up of n perfect matchings",
          right, all);
}

/* --- Lemma 1 --- */

/* Are the paths that are set up disjoint? */
static bool set_up(struct finding *f, const struct topology *t, const uint32_t *order)
{
  uint64_t *headers MEMORY_OF_BLOCK = lab_memory(f, t->terminals, sizeof *headers);
  struct err why = {.kind = ERR_NONE};

  if (!headers || !lab_continues(f) ||
      !finding_check(f, t->routings[0].set_up(t, order, headers, f->err)))
    return false;
  const bool disjoint = disjoint_paths(t, &t->routings[0], order, headers, &why);
  finding_check(f,
                why.kind != ERR_ENVIRONMENT || err_set(f->err, why.kind, "%s", why.text));
  return disjoint;
}

static void judge_paths(struct finding *f)
{
  static const char *const small[] = {"pn:2,1", "pn:2,2", "pn:2,3"};
  static const char *const large[] = {"pn:2,10", "pn:3,2", "pn:3,5", "pn:4,4", "pn:5,3",
                                      "pn:6,3",  "pn:7,2", "pn:8,3", "pn:12,2"};
  struct survey smalls SURVEY_OF_BLOCK = survey_specs(f, small, 3);
  struct survey larges SURVEY_OF_BLOCK = survey_specs(f, large, 9);
  uint32_t all = 0, right = 0;

  while (survey_next(&smalls)) {
    uint32_t order[ROWS], count = 0, good = 0;

    lab_identity(order, ROWS);
    do {
      good += set_up(f, &smalls.t, order);
      count++;
    } while (next_permutation(order, smalls.t.terminals));
    reading(f, good == count, "%s: %u of all %u permutations", smalls.t.spec, good, count);
  }
  while (survey_next(&larges)) {
    struct rng rng = rng_seed(f->claims->seed, 1);
    uint32_t *order MEMORY_OF_BLOCK = lab_memory(f, larges.t.terminals, sizeof *order);

    for (uint32_t trial = 0; order && trial < f->claims->trials; trial++, all++) {
      lab_shuffle(order, larges.t.terminals, &rng);
      right += set_up(f, &larges.t, order);
    }
  }
  reading(f, right == all,
          "%u of %u random ones on (2,10) (3,2) (3,5) (4,4) (5,3) (6,3) (7,2) (8,3) (12,2)",
          right, all);
}

/* --- the routing hypergraph --- */

/* The routing graph G of a permutation: joins[u][v] edges between two vertices, of which u
 * holds the sources u and u + 4, and v those of the destinations v and v + 4.  Has every
 * vertex `degree` edges, counted once for each pair where `sets`? */
static bool is_regular(const uint32_t *order, uint32_t degree, bool sets)
{
  enum { HALF = ROWS / 2 };
  uint32_t joins[HALF][HALF] = {{0}};

  for (uint32_t source = 0; source < ROWS; source++)
    joins[source % HALF][order[source] % HALF]++;
  for (uint32_t i = 0; i < HALF; i++) {
    uint32_t row = 0, column = 0;

    for (uint32_t k = 0; k < HALF; k++) {
      row += sets ? joins[i][k] > 0 : joins[i][k];
      column += sets ? joins[k][i] > 0 : joins[k][i];
    }
    if (row != degree || column != degree)
      return false;
  }
  return true;
}

static void judge_hypergraph(struct finding *f)
{
  uint32_t order[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};
  uint32_t all = 0, multi = 0, sets = 0;

  do {
    all++;
    multi += is_regular(order, 2, false);
    sets += is_regular(order, 2, true);
  } while (next_permutation(order, ROWS));
  reading(f, multi == all,
          "n=2, d=3: with multiple edges, G is 2-regular for %u of %u permutations", multi,
          all);
  note(f, "with every edge counted once, for %u", sets);
}

/* --- Theorem 5 --- */

static void judge_steps(struct finding *f)
{
  static const struct lab_size sizes[] = {{2, 1}, {2, 3}, {2, 6}, {3, 3},
                                          {4, 2}, {5, 2}, {6, 2}};
  static const uint32_t parts[] = {1, 2, 3, 7};
  uint32_t queue = 0;

  for (size_t k = 0; k < 4; k++) {
    struct survey s SURVEY_OF_BLOCK = survey_sizes(f, "pn:%u,%u", sizes, 7);
    char text[64] = "", traffic[32];
    uint32_t right = 0;

    snprintf(traffic, sizeof traffic, "random,parts=%u", parts[k]);
    while (survey_next(&s)) {
      const struct trial_result result = grids_run(f, s.t.spec, 1, traffic);

      right += result.outcome == OUTCOME_PASS && result.steps == 2 * s.m + parts[k] - 2;
      queue = result.max_output_queue > queue ? result.max_output_queue : queue;
      claims_append(text, sizeof text, " %" PRIu64, result.steps);
    }
    reading(f, right == s.count, "s=%u:%s steps", parts[k], text);
  }
  note(f,
       "on (2,1) (2,3) (2,6) (3,3) (4,2) (5,2) (6,2), one send a step; a queue "
       "never held more than %u",
       queue);
}

/* --- the example --- */

/* Rows of a network of 5 stages, of 4 settings each, that change these bits. */
static const uint32_t stage_bits[] = {2, 1, 0, 1, 2};

enum { STAGES = 5, SETTINGS = 4, PLACES = 40320 };

/* How many of all 2^20 settings realise each permutation, by its place. */
static void count_settings(uint32_t *counts, const uint32_t *row, uint32_t stage)
{
  if (stage == STAGES) {
    counts[grids_place(row, ROWS)]++;
    return;
  }
  for (uint32_t setting = 0; setting < 1u << SETTINGS; setting++) {
    const uint32_t bit = stage_bits[stage];
    uint32_t next[ROWS];

    for (uint32_t i = 0; i < ROWS; i++) {
      const uint32_t pair = (row[i] & ((1u << bit) - 1)) | row[i] >> (bit + 1) << bit;

      next[i] = row[i] ^ (setting >> pair & 1) << bit;
    }
    count_settings(counts, next, stage + 1);
  }
}

/* Colourings of the outer level with two colours: bit a of a word is the colour of source
 * a. */
static uint32_t count_colourings(const uint32_t *order)
{
  uint32_t count = 0;

  for (uint32_t word = 0; word < 1u << ROWS; word++) {
    bool proper = true;

    for (uint32_t a = 0; a < ROWS; a++)
      for (uint32_t b = 0; b < a; b++)
        if ((a - b == ROWS / 2 || (order[a] ^ order[b]) == ROWS / 2) &&
            (word >> a & 1) == (word >> b & 1))
          proper = false;
    count += proper;
  }
  return count;
}

static void judge_example(struct finding *f)
{
  static const uint32_t identity[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};
  uint32_t *counts MEMORY_OF_BLOCK = lab_memory(f, PLACES, sizeof *counts);
  const uint32_t colourings = count_colourings(example);
  uint32_t least = UINT32_MAX, most = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!counts || !lab_open(f, &t, "pn:2,3"))
    return;
  const bool disjoint = set_up(f, &t, example);
  count_settings(counts, identity, 0);
  for (uint32_t i = 0; i < PLACES; i++) {
    least = counts[i] < least ? counts[i] : least;
    most = counts[i] > most ? counts[i] : most;
  }
  reading(f, disjoint && colourings > 0,
          "its outer level has %u colourings; the paths set up are %s", colourings,
          disjoint ? "disjoint" : "not disjoint");
  note(f,
       "%u of the 2^20 settings of the 2x2 switches realise it; over all "
       "permutations %u to %u",
       counts[grids_place(example, ROWS)], least, most);
}

/* --- what it costs --- */

/* Edges and steps of walks looked at, for each packet and bit of the number of packets. */
static double cost(struct finding *f, uint32_t n, uint32_t d)
{
  struct rng rng = rng_seed(f->claims->seed, n);
  uint32_t rows = 1, bits = 0;
  uint64_t looked = 0, total = 0;

  for (uint32_t i = 0; i < d; i++)
    rows *= n;
  while (rows >> bits)
    bits++;
  uint32_t *words MEMORY_OF_BLOCK = lab_memory(f, 2 * (size_t)rows, sizeof *words);
  for (uint32_t trial = 0; words && trial < f->claims->trials && lab_continues(f);
       trial++) {
    lab_shuffle(words, rows, &rng);
    finding_check(f, pn_paths(words + rows, words, n, d, &looked, f->err));
    total += looked;
  }
  return (double)total / f->claims->trials / rows / bits;
}

static void judge_cost(struct finding *f)
{
  static const struct {
    uint32_t n, small, large; /* d of a small network and of a large one */
  } others[] = {{3, 5, 9}, {5, 3, 6}, {6, 3, 5}, {7, 3, 5}, {10, 2, 4}, {12, 2, 4}};
  const double expensive = 4, looping = cost(f, 2, 14); /* expensive: so many times */

  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    const double small = cost(f, others[i].n, others[i].small);
    const double large = cost(f, others[i].n, others[i].large);

    reading(f, large / looping > expensive, "n=%u: %.2f of looping at d=%u, %.2f at d=%u",
            others[i].n, small / looping, others[i].small, large / looping,
            others[i].large);
  }
  note(f,
       "edges looked at for each packet and bit of their number; expensive: more "
       "than %.0f times looping, n=2 at d=14",
       expensive);
}

static const struct claim_row theorem_4[] = {
    {"3.6", "Theorem 4: an n-regular graph is made up of n perfect matchings", "n",
     .judge = judge_matchings},
};

const struct claim_part grids_matchings = CLAIM_PART(theorem_4, "section 3");

static const struct claim_row rows[] = {
    {"4.8", "Lemma 1: every permutation has n^d disjoint paths of length 2d-1", "n^d; 2d-1",
     .judge = judge_paths},
    {"4.9", "the routing graph G of a permutation is n-regular", "n",
     .judge = judge_hypergraph},
    {"4.10", "Theorem 5: messages of s parts take (2d-1)+(s-1) steps", "2d+s-2",
     .judge = judge_steps},
    {"4.11", "the example (4 1 0 3 2 6 5 7) on (2,3)-PN has disjoint paths", "figure 8",
     .judge = judge_example},
    {"4.12", "colouring is expensive if n is not a power of two", "expensive",
     .judge = judge_cost},
};

const struct claim_part grids_offline = CLAIM_PART(rows, "section 4.2");
