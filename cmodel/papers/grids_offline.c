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
#include <stdlib.h>

enum { ROWS = 8 }; /* of (2,3)-PN */

/* Of the paper's example. */
static const uint32_t example[ROWS] = {4, 1, 0, 3, 2, 6, 5, 7};

/* --- Theorem 4 --- */

/* Colour the sum of `degree` random permutations: is every colour a perfect matching? */
static bool colours(uint32_t vertices, uint32_t degree, struct rng *rng, bool *proper,
                    struct err *err)
{
  const uint32_t edges = vertices * degree;
  uint32_t *words MEMORY_OF_BLOCK =
      lab_memory(4 * (size_t)edges + vertices, sizeof *words, err, "%u edges", edges);
  struct edge_colouring c;

  if (!words)
    return false;
  if (!edge_colouring_open(&c, edges, vertices, rng_next(rng)))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u edges", edges);
  uint32_t *right = words, *colour = right + edges, *seen = colour + edges;

  for (uint32_t i = 0; i < degree; i++)
    lab_shuffle(right + i * vertices, vertices, rng);
  for (uint32_t i = 0; i < edges; i++)
    c.edges[i] = (struct colouring_edge){i % vertices, right[i], i};
  edge_colouring_make(&c, colour, vertices, degree);
  *proper = true;
  for (uint32_t i = 0; i < edges; i++)
    *proper = *proper && colour[i] < degree && !seen[i % vertices * degree + colour[i]]++ &&
              !seen[edges + right[i] * degree + colour[i]]++;
  edge_colouring_close(&c);
  return true;
}

/* 3.6 */
static bool judge_matchings(struct finding *f, struct err *err)
{
  static const uint32_t degrees[] = {1, 2, 3, 4, 5, 6, 7, 8, 12};
  static const uint32_t vertices[] = {1, 2, 3, 4, 8, 16, 64};
  struct rng rng = rng_seed(f->claims->seed, 0);
  uint32_t all = 0, right = 0;

  for (size_t i = 0; i < sizeof degrees / sizeof degrees[0]; i++)
    for (size_t k = 0; k < sizeof vertices / sizeof vertices[0]; k++)
      for (uint32_t trial = 0; trial < f->claims->trials; trial++) {
        bool proper = false;

        if (*f->claims->stop || !colours(vertices[k], degrees[i], &rng, &proper, err))
          return false;
        all++;
        right += proper;
      }
  finding_reading(f, right == all,
                  "%u of %u random n-regular multigraphs, n=1..8 and 12, up to 64 vertices "
                  "a side, made up of n perfect matchings",
                  right, all);
  return true;
}

/* --- Lemma 1 --- */

/* Are the paths that are planned disjoint? */
static bool plan(const struct topology *t, const uint32_t *order, bool *disjoint,
                 struct err *err)
{
  uint64_t *headers MEMORY_OF_BLOCK =
      lab_memory(t->terminals, sizeof *headers, err, "headers");
  struct err why = {.kind = ERR_NONE};

  if (!headers || !t->routings[0].set_up(t, order, headers, err))
    return false;
  *disjoint = disjoint_paths(t, &t->routings[0], order, headers, &why);
  return why.kind != ERR_ENVIRONMENT || err_set(err, why.kind, "%s", why.text);
}

/* All permutations of a small network; how many have disjoint paths. */
static bool plan_all(const struct claims *claims, const char *spec, uint32_t *all,
                     uint32_t *right, struct err *err)
{
  uint32_t order[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};
  TOPOLOGY_OF_BLOCK(t);

  *all = *right = 0;
  if (!lab_open(&t, err, "%s", spec))
    return false;
  do {
    bool disjoint = false;

    if (*claims->stop || !plan(&t, order, &disjoint, err))
      return false;
    ++*all;
    *right += disjoint;
  } while (next_permutation(order, t.terminals));
  return true;
}

static bool plan_random(const struct claims *claims, const char *spec, uint32_t *all,
                        uint32_t *right, struct err *err)
{
  struct rng rng = rng_seed(claims->seed, 1);
  bool good = true;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(&t, err, "%s", spec))
    return false;
  uint32_t *order = malloc(t.terminals * sizeof *order);
  if (!order)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a permutation");
  for (uint32_t trial = 0; good && trial < claims->trials; trial++) {
    bool disjoint = false;

    lab_shuffle(order, t.terminals, &rng);
    good = !*claims->stop && plan(&t, order, &disjoint, err);
    *right += disjoint;
    ++*all;
  }
  free(order);
  return good;
}

/* 4.8 */
static bool judge_paths(struct finding *f, struct err *err)
{
  static const char *const small[] = {"pn:2,1", "pn:2,2", "pn:2,3"};
  static const char *const large[] = {"pn:2,10", "pn:3,2", "pn:3,5", "pn:4,4", "pn:5,3",
                                      "pn:6,3",  "pn:7,2", "pn:8,3", "pn:12,2"};
  uint32_t all, right;

  for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
    if (!plan_all(f->claims, small[i], &all, &right, err))
      return false;
    finding_reading(f, right == all, "%s: %u of all %u permutations", small[i], right, all);
  }
  all = right = 0;
  for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
    if (!plan_random(f->claims, large[i], &all, &right, err))
      return false;
  finding_reading(f, right == all,
                  "%u of %u random ones on (2,10) (3,2) (3,5) (4,4) (5,3) "
                  "(6,3) (7,2) (8,3) (12,2)",
                  right, all);
  return true;
}

/* --- the routing hypergraph --- */

/* Edges between two vertices of G: type-1 hyperedge u holds the sources u and u + 4, type-2
 * hyperedge v those of the destinations v and v + 4. */
struct hypergraph {
  uint32_t joins[ROWS / 2][ROWS / 2];
};

static struct hypergraph hypergraph_of(const uint32_t *order)
{
  struct hypergraph h = {.joins = {{0}}};

  for (uint32_t source = 0; source < ROWS; source++)
    h.joins[source % (ROWS / 2)][order[source] % (ROWS / 2)]++;
  return h;
}

/* Has every vertex `degree` edges, counted once for each pair where `sets`? */
static bool is_regular(const struct hypergraph *h, uint32_t degree, bool sets)
{
  for (uint32_t i = 0; i < ROWS / 2; i++) {
    uint32_t row = 0, column = 0;

    for (uint32_t k = 0; k < ROWS / 2; k++) {
      row += sets ? h->joins[i][k] > 0 : h->joins[i][k];
      column += sets ? h->joins[k][i] > 0 : h->joins[k][i];
    }
    if (row != degree || column != degree)
      return false;
  }
  return true;
}

/* 4.9 */
static bool judge_hypergraph(struct finding *f, struct err *err)
{
  uint32_t order[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};
  uint32_t all = 0, multi = 0, sets = 0;

  (void)err;
  do {
    const struct hypergraph h = hypergraph_of(order);

    all++;
    multi += is_regular(&h, 2, false);
    sets += is_regular(&h, 2, true);
  } while (next_permutation(order, ROWS));
  finding_reading(f, multi == all,
                  "n=2, d=3: with multiple edges, G is 2-regular for %u "
                  "of %u permutations",
                  multi, all);
  finding_note(f, "with every edge counted once, for %u", sets);
  return true;
}

/* --- Theorem 5 --- */

/* 4.10 */
static bool judge_steps(struct finding *f, struct err *err)
{
  static const struct {
    const char *spec;
    uint32_t d;
  } networks[] = {{"pn:2,1", 1}, {"pn:2,3", 3}, {"pn:2,6", 6}, {"pn:3,3", 3},
                  {"pn:4,2", 2}, {"pn:5,2", 2}, {"pn:6,2", 2}};
  static const uint32_t parts[] = {1, 2, 3, 7};
  char texts[4][64] = {{0}};
  uint32_t right[4] = {0}, queue = 0;

  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++)
    for (size_t k = 0; k < 4; k++) {
      struct trial_result result;
      char traffic[32];

      snprintf(traffic, sizeof traffic, "random,parts=%u", parts[k]);
      if (!grids_run(f->claims, networks[i].spec, NULL, 1, traffic, &result, err))
        return false;
      right[k] += result.outcome == OUTCOME_PASS &&
                  result.steps == 2 * networks[i].d + parts[k] - 2;
      queue = result.max_output_queue > queue ? result.max_output_queue : queue;
      claims_append(texts[k], sizeof texts[k], " %llu", (unsigned long long)result.steps);
    }
  for (size_t k = 0; k < 4; k++)
    finding_reading(f, right[k] == sizeof networks / sizeof networks[0], "s=%u:%s steps",
                    parts[k], texts[k]);
  finding_note(f,
               "on (2,1) (2,3) (2,6) (3,3) (4,2) (5,2) (6,2), one send a step; a queue "
               "never held more than %u",
               queue);
  return true;
}

/* --- the example --- */

/* Rows of a network of 5 stages, of 4 settings each, that change these bits. */
static const uint32_t stage_bits[] = {2, 1, 0, 1, 2};

enum { STAGES = 5, SETTINGS = 4, PLACES = 40320 };

/* How many of all 2^20 settings realise each permutation, by its place in the order of
 * next_permutation. */
static uint32_t place_of(const uint32_t *row)
{
  uint32_t place = 0, seen = 0;

  for (uint32_t i = 0; i < ROWS; i++) {
    const uint32_t smaller =
        row[i] - (uint32_t)__builtin_popcount(seen & ((1u << row[i]) - 1));

    place = place * (ROWS - i) + smaller;
    seen |= 1u << row[i];
  }
  return place;
}

static void count_settings(uint32_t *counts, const uint32_t *row, uint32_t stage)
{
  if (stage == STAGES) {
    counts[place_of(row)]++;
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

/* 4.11 */
static bool judge_example(struct finding *f, struct err *err)
{
  static const uint32_t identity[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};
  uint32_t *counts = calloc(PLACES, sizeof *counts);
  uint32_t least = UINT32_MAX, most = 0;
  bool disjoint = false, good;
  TOPOLOGY_OF_BLOCK(t);

  if (!counts)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for all permutations");
  good = lab_open(&t, err, "pn:2,3") && plan(&t, example, &disjoint, err);
  if (good) {
    count_settings(counts, identity, 0);
    for (uint32_t i = 0; i < PLACES; i++) {
      least = counts[i] < least ? counts[i] : least;
      most = counts[i] > most ? counts[i] : most;
    }
    const uint32_t colourings = count_colourings(example);

    finding_reading(f, disjoint && colourings > 0,
                    "its outer level has %u colourings; the paths set up are %s",
                    colourings, disjoint ? "disjoint" : "not disjoint");
    finding_note(f,
                 "%u of the 2^20 settings of the 2x2 switches realise it; over all "
                 "permutations %u to %u",
                 counts[place_of(example)], least, most);
  }
  free(counts);
  return good;
}

/* --- what it costs --- */

/* Edges and steps of walks looked at, for each packet and bit of the number of packets. */
static bool cost(struct claims *claims, uint32_t n, uint32_t d, double *per_bit,
                 struct err *err)
{
  struct rng rng = rng_seed(claims->seed, n);
  uint32_t rows = 1, bits = 0;
  uint64_t looked = 0, total = 0;
  bool good = true;

  for (uint32_t i = 0; i < d; i++)
    rows *= n;
  while (rows >> bits)
    bits++;
  uint32_t *words = malloc(2 * (size_t)rows * sizeof *words);
  if (!words)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a permutation");
  for (uint32_t trial = 0; good && trial < claims->trials; trial++) {
    lab_shuffle(words, rows, &rng);
    good = !*claims->stop && pn_paths(words + rows, words, n, d, &looked, err);
    total += looked;
  }
  *per_bit = (double)total / claims->trials / rows / bits;
  free(words);
  return good;
}

/* 4.12 */
static bool judge_cost(struct finding *f, struct err *err)
{
  static const struct {
    uint32_t n, small, large; /* d of a small network and of a large one */
  } others[] = {{3, 5, 9}, {5, 3, 6}, {6, 3, 5}, {7, 3, 5}, {10, 2, 4}, {12, 2, 4}};
  const double expensive = 4; /* times as much as looping */
  double looping = 0;

  if (!cost(f->claims, 2, 14, &looping, err))
    return false;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    double small = 0, large = 0;

    if (!cost(f->claims, others[i].n, others[i].small, &small, err) ||
        !cost(f->claims, others[i].n, others[i].large, &large, err))
      return false;
    finding_reading(f, large / looping > expensive,
                    "n=%u: %.2f of looping at d=%u, %.2f at d=%u", others[i].n,
                    small / looping, others[i].small, large / looping, others[i].large);
  }
  finding_note(
      f,
      "edges looked at for each packet and bit of their number; expensive: more than "
      "%.0f times looping, n=2 at d=14",
      expensive);
  return true;
}

#define SECTION_4_2 "section 4.2"

static const struct claim_row theorem_4[] = {
    {"3.6", "section 3", "Theorem 4: an n-regular graph is made up of n perfect matchings",
     "n", .judge = judge_matchings},
};

const struct claim_part grids_matchings = {theorem_4,
                                           sizeof theorem_4 / sizeof theorem_4[0]};

static const struct claim_row rows[] = {
    {"4.8", SECTION_4_2, "Lemma 1: every permutation has n^d disjoint paths of length 2d-1",
     "n^d; 2d-1", .judge = judge_paths},
    {"4.9", SECTION_4_2, "the routing graph G of a permutation is n-regular", "n",
     .judge = judge_hypergraph},
    {"4.10", SECTION_4_2, "Theorem 5: messages of s parts take (2d-1)+(s-1) steps",
     "2d+s-2", .judge = judge_steps},
    {"4.11", SECTION_4_2, "the example (4 1 0 3 2 6 5 7) on (2,3)-PN has disjoint paths",
     "figure 8", .judge = judge_example},
    {"4.12", SECTION_4_2, "colouring is expensive if n is not a power of two", "expensive",
     .judge = judge_cost},
};

const struct claim_part grids_offline = {rows, sizeof rows / sizeof rows[0]};
