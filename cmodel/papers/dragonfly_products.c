/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_products -- section 13, [7]: the product of a vector and a matrix, K = L^2.
 *
 * The paper announces four hops and has no algorithm.  This one is ours.  The matrix has
 * L M rows and columns: row (c1, r) and column (c2, q), c1, c2 in [0, L), r, q in [0, M).
 * Cabinet c1 L + c2 is written [c1 c2].  Router ([c1 c2], q, r) has the element of row
 * (c1, r) and column (c2, q).  Entry (c1, r) of the vector starts at router ([c1 h], r, s);
 * h and s are the same for all entries.
 *
 *   hop 1, local   ([c1 h], r, s) to ([c1 h], r, q), all q: the entry
 *   hop 2, global  ([c1 h], r, q) to ([c1 c2], q, r), all c2: the entry; each router
 *                  multiplies it with its element
 *   hop 3, local   ([c1 c2], q, r) to ([c1 c2], q, s): added over r
 *   hop 4, global  ([c1 c2], q, s) to ([g c2], s, q): added over c1; column (c2, q)
 *
 * The values follow the headers of the packets, so a wrong path gives a wrong product. */
#include "base/rng.h"
#include "papers/dragonfly.h"

#include <string.h>

enum { MOST = 36 }; /* rows */

static const struct lab_size sizes[] = {{1, 2}, {1, 4}, {4, 2}, {4, 3}, {4, 4}, {9, 2}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Products of the rows of one matrix with another. */
struct product {
  struct sent *sent;
  uint32_t l, m, h, g, s;
  int64_t matrix[MOST][MOST]; /* [row][column] */
  int64_t *entry, *sum;       /* [switches] what the terminals hold */
  uint32_t *entries;          /* [switches] how many came by hop 2 */
};

static uint32_t router(const struct product *p, uint32_t c1, uint32_t c2, uint32_t d,
                       uint32_t number)
{
  return d3_switch(p->sent->t, (struct d3_router){c1 * p->l + c2, d, number});
}

/* Send a packet of one hop in a cycle; a router keeps what is its own.  Returns where the
 * packet ends. */
static uint32_t hop(struct product *p, uint32_t cycle, enum d3_path path, uint32_t from,
                    uint32_t to)
{
  const struct sent *sent = p->sent;
  struct hop hops[LAB_HOPS];

  if (path == D3_L && from == to)
    return from;
  const uint64_t header = d3_header(sent->t, sent->routing, path, from, to);
  const size_t count = lab_path(sent->t, sent->routing, from, to, header, hops);

  sent_add(p->sent, cycle, from, to, header);
  return count == 2 ? hops[1].at : from;
}

/* Hops 1 and 2: the entries, which start in p->entry at their first routers. */
static void spread(struct product *p, uint32_t cycle)
{
  const uint32_t l = p->l, m = p->m;

  for (uint32_t i = 0; i < l * m * m; i++) {
    const uint32_t c1 = i / m / m, r = i / m % m, q = i % m;
    const uint32_t from = router(p, c1, p->h, r, p->s);
    const uint32_t at = hop(p, cycle, D3_L, from, router(p, c1, p->h, r, q));

    p->sum[at] = p->entry[from]; /* kept until hop 2 */
  }
  for (uint32_t i = 0; i < l * m * m * l; i++) {
    const uint32_t c1 = i / l / m / m, r = i / l / m % m, q = i / l % m, c2 = i % l;
    const uint32_t from = router(p, c1, p->h, r, q);
    const uint32_t at = hop(p, cycle + 1, D3_G, from, router(p, c1, c2, q, r));

    p->entry[at] = p->sum[from];
    p->entries[at]++;
  }
}

/* Multiply, then hops 3 and 4: the sums, which end in p->entry at the routers of columns.
 */
static void gather(struct product *p, uint32_t cycle)
{
  const struct topology *t = p->sent->t;
  const uint32_t l = p->l, m = p->m;

  memset(p->sum, 0, t->switches * sizeof *p->sum);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    const struct d3_router at = d3_router(t, sw);
    const uint32_t c1 = at.c / l, c2 = at.c % l;
    const uint32_t to = hop(p, cycle, D3_L, sw, router(p, c1, c2, at.d, p->s));

    p->sum[to] += p->entry[sw] * p->matrix[c1 * m + at.p][c2 * m + at.d];
  }
  memset(p->entry, 0, t->switches * sizeof *p->entry);
  for (uint32_t i = 0; i < l * l * m; i++) {
    const uint32_t c1 = i / m / l, c2 = i / m % l, q = i % m;
    const uint32_t from = router(p, c1, c2, q, p->s);
    const uint32_t to = hop(p, cycle + 1, D3_G, from, router(p, p->g, c2, p->s, q));

    p->entry[to] += p->sum[from];
  }
}

/* One vector from a cycle on; is the product right, and had every router one entry? */
static bool multiply(struct product *p, uint32_t cycle, const int64_t *vector)
{
  const struct topology *t = p->sent->t;
  const uint32_t l = p->l, m = p->m;
  bool right = true;

  memset(p->entry, 0, t->switches * sizeof *p->entry);
  memset(p->entries, 0, t->switches * sizeof *p->entries);
  for (uint32_t row = 0; row < l * m; row++)
    p->entry[router(p, row / m, p->h, row % m, p->s)] = vector[row];
  spread(p, cycle);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    right &= p->entries[sw] == 1;
  gather(p, cycle + 2);
  for (uint32_t column = 0; column < l * m; column++) {
    int64_t sum = 0;

    for (uint32_t row = 0; row < l * m; row++)
      sum += vector[row] * p->matrix[row][column];
    right &= p->entry[router(p, p->g, column / m, p->s, column % m)] == sum;
  }
  return right;
}

/* What came of the products of several vectors. */
struct products {
  uint32_t right;
  struct conflicts conflicts;
};

/* Vectors start two in turn with two pauses, as by Protocol 3. */
static struct products multiply_all(const struct survey *s, uint32_t vectors)
{
  struct product *p MEMORY_OF_BLOCK = lab_memory(s->f, 1, sizeof *p);
  int64_t *entry MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *entry);
  int64_t *sum MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *sum);
  uint32_t *entries MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *entries);
  struct products outcome = {.right = 0};
  struct rng rng = rng_seed(s->f->claims->seed, 0);
  OF_BLOCK(sent, sent);

  if (!p || !entry || !sum || !entries)
    return outcome;
  sent_open(s->f, &sent, &s->t, "source-vector,holds=0");
  p->sent = &sent;
  p->entry = entry;
  p->sum = sum;
  p->entries = entries;
  p->m = s->m;
  for (p->l = 1; p->l * p->l < s->k;)
    p->l++;
  p->h = p->l - 1; /* any */
  p->s = 1;
  for (uint32_t i = 0; i < p->l * p->m * p->l * p->m; i++)
    p->matrix[i / (p->l * p->m)][i % (p->l * p->m)] = (int64_t)rng_below(&rng, 100) - 50;
  for (uint32_t v = 0; v < vectors; v++) {
    int64_t vector[MOST];

    for (uint32_t row = 0; row < p->l * p->m; row++)
      vector[row] = (int64_t)rng_below(&rng, 100) - 50;
    outcome.right += multiply(p, v / 2 * 4 + v % 2, vector);
  }
  outcome.conflicts = sent_conflicts(&sent);
  return outcome;
}

static void judge_vector(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, SIZES);

  while (survey_next(&s)) {
    const struct products one = multiply_all(&s, 1);

    good += one.right == 1 && one.conflicts.count == 0 && one.conflicts.last == 4;
  }
  reading(
      f, good == SIZES,
      "spread by a local and a global hop, added by a local and a global one: the right "
      "product in four steps without conflicts in %u of %d sizes, D3(1,2) to D3(9,2)",
      good, SIZES);
}

static void judge_matrix(struct finding *f)
{
  uint32_t good = 0, fewer = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, SIZES);

  while (survey_next(&s)) {
    uint32_t l = 1;

    while (l * l < s.k)
      l++;
    const uint32_t rows = l * s.m;
    const struct products all = multiply_all(&s, rows);
    /* Two in turn with two pauses, and three steps behind the last launch. */
    const uint32_t last = (rows - 1) / 2 * 4 + (rows - 1) % 2 + 4;

    good += all.right == rows && all.conflicts.count == 0 && all.conflicts.last == last &&
            rows <= s.k * s.m;
    fewer += rows < s.k * s.m;
  }
  reading(
      f, good == SIZES,
      "LM vectors, one a round: all products right, without conflicts, in LM rounds and "
      "as many pauses in %u of %d sizes; LM is less than KM in %u",
      good, SIZES, fewer);
}

static const struct claim_row rows[] = {
    {"13.9", "a vector-matrix product takes four hops if K = L^2 ([7])", "four hops",
     .judge = judge_vector},
    {"13.10", "a matrix product takes KM rounds if K = L^2 ([7])", "KM rounds",
     .judge = judge_matrix},
};

const struct claim_part dragonfly_products = CLAIM_PART(rows, "section 13");
