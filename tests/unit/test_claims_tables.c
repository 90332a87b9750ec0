/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_tables -- the tables of the papers: how many cells hold, and that every
 * verdict changes with what is printed. */
#include "papers/tables.h"
#include "tests/unit/unit.h"

/* Verdicts of the cells of a table; the others judge nothing. */
static const struct {
  const char *name;
  uint32_t cells, right, wrong, ambiguous;
  bool words; /* what is measured is not what could be printed */
} expected[] = {
    {"speedup", 256, 34, 222, 0, true}, {"transpose", 36, 9, 27, 0, true},
    {"steps", 400, 0, 0, 0, true},      {"congestion", 400, 0, 0, 0, true},
    {"undelayed", 400, 0, 0, 0, true},  {"depth", 400, 0, 0, 0, true},
    {"1", 14, 13, 0, 1, false},         {"4a", 16, 10, 6, 0, false},
    {"4b", 25, 24, 1, 0, false},        {"10", 5, 4, 0, 1, false},
    {"latency", 6, 4, 2, 0, true},      {"copies", 20, 14, 1, 0, false},
    {"hdn-1", 72, 72, 0, 0, false},     {"hdn-2", 18, 14, 2, 2, true},
    {"hdn-3", 40, 28, 6, 6, false},     {"hdn-4", 12, 8, 2, 2, false},
    {"rdn-1", 32, 32, 0, 0, false},     {"rdn-2", 16, 11, 4, 1, false},
};

enum { TABLES = sizeof expected / sizeof expected[0], CELLS_MOST = 400, TRIALS = 2 };

static volatile sig_atomic_t stop;
static struct claims claims = {.seed = 1, .trials = TRIALS, .stop = &stop};

static int forget(void **state)
{
  (void)state;
  claims_free_measured(&claims);
  return 0;
}

TEST_GROUP(NULL, forget)

/* Table number i of all papers. */
static const struct claim_table *table_number_of_all(size_t number)
{
  for (size_t p = 0; claims_papers[p]; p++)
    for (size_t t = 0; claims_papers[p]->tables && claims_papers[p]->tables[t]; t++)
      if (number-- == 0)
        return claims_papers[p]->tables[t];
  return NULL;
}

/* A cell, judged; an error of its measurement fails the test. */
static struct finding ask(const struct claim_table *table, uint32_t cell)
{
  struct err err = {.kind = ERR_NONE};
  struct finding f = {.claims = &claims, .err = &err};

  table_ask(&f, table, cell / table->column_count, cell % table->column_count);
  CHECK(!f.failed && f.count > 0, "%s, cell %u: %s", table->name, cell, err.text);
  f.err = NULL;
  return f;
}

TEST(test_verdicts)
{
  for (size_t i = 0; i < TABLES; i++) {
    const struct claim_table *table = table_number_of_all(i);
    uint32_t counts[3] = {0};

    forget(NULL);
    assert_non_null(table);
    assert_string_equal(table->name, expected[i].name);
    const uint32_t cells = table->row_count * table->column_count;
    assert_int_equal(cells, expected[i].cells);
    for (uint32_t cell = 0; cell < cells; cell++) {
      const struct finding f = ask(table, cell);

      if (finding_judges(&f))
        counts[finding_verdict(&f)]++;
    }
    CHECK(counts[CLAIM_TRUE] == expected[i].right &&
              counts[CLAIM_FALSE] == expected[i].wrong &&
              counts[CLAIM_AMBIGUOUS] == expected[i].ambiguous,
          "%s: %u, %u, %u", table->name, counts[CLAIM_TRUE], counts[CLAIM_FALSE],
          counts[CLAIM_AMBIGUOUS]);
  }
  assert_null(table_number_of_all(TABLES));
}

/* Another text that the table prints, or a range without a value. */
static const char *another(const struct claim_table *table, uint32_t cell)
{
  const uint32_t cells = table->row_count * table->column_count;

  for (uint32_t i = 1; i < cells; i++)
    if (strcmp(table->printed[(cell + i) % cells], table->printed[cell]) != 0)
      return table->printed[(cell + i) % cells];
  return "0.001-0.002";
}

/* The verdict of one cell, with another text in its place. */
static enum claim_verdict with_planted(const struct claim_table *table, uint32_t cell,
                                       const char *text)
{
  static const char *printed[CELLS_MOST];
  struct claim_table planted = *table;

  memcpy(printed, table->printed,
         sizeof printed[0] * table->row_count * table->column_count);
  printed[cell] = text;
  planted.printed = printed;
  const struct finding f = ask(&planted, cell);
  return finding_verdict(&f);
}

/* A cell that holds does not with another text; one that does not hold does with the text
 * that is measured, in that reading at least. */
static void plant(const struct claim_table *table, uint32_t cell, bool words)
{
  struct finding f = ask(table, cell);

  if (!finding_judges(&f))
    return;
  if (finding_verdict(&f) == CLAIM_TRUE) {
    CHECK(with_planted(table, cell, another(table, cell)) != CLAIM_TRUE,
          "%s, cell %u holds with '%s'", table->name, cell, another(table, cell));
  } else if (finding_verdict(&f) == CLAIM_FALSE && !words) {
    char *how = strstr(f.readings[0].text, ", ");

    if (how)
      *how = '\0';
    CHECK(with_planted(table, cell, f.readings[0].text) != CLAIM_FALSE,
          "%s, cell %u fails with '%s'", table->name, cell, f.readings[0].text);
  }
}

TEST(test_every_cell_can_change)
{
#ifdef __SANITIZE_ADDRESS__
  skip(); /* a question of logic, not of memory: all cells again */
#endif
  if (!getenv("ALL"))
    skip();
  for (size_t i = 0; i < TABLES; i++) {
    const struct claim_table *table = table_number_of_all(i);

    forget(NULL);
    assert_non_null(table);
    for (uint32_t cell = 0; cell < expected[i].cells; cell++)
      plant(table, cell, expected[i].words);
  }
}
