/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_grids -- the claims of the paper on meshes and Benes networks: what is true
 * of those on graphs, matchings, permutation networks and butterflies, and that no verdict
 * is fixed.
 *
 * What the rows measure with is compiled into this program, so that the networks that they
 * open, and the runs that they make, can be wrong in one place.  Every row must then say
 * something else, or find no path where there should be one.
 */
#include "papers/grids.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

#define edge_colouring_make right_colouring
#include "network/topology/edge_colouring.c" /* NOLINT: with what is faulty below */
#undef edge_colouring_make

void edge_colouring_make(struct edge_colouring *c, uint32_t *colours, uint32_t vertices,
                         uint32_t degree);

/* What is wrong. */
static enum flaw {
  FLAW_NONE,
  FLAW_NEXT,   /* links lead to the switch behind the right one */
  FLAW_SWAP,   /* ports 0 and 1 are exchanged */
  FLAW_SELF,   /* port 0 leads back to its own switch */
  FLAW_UNUSED, /* port 1 is no link */
  FLAW_LEVEL,  /* all switches but the last are of level 0 */
  FLAW_STEPS,  /* a run takes a step more */
  FLAW_BUFFER, /* and finds a packet more at a switch */
  FLAW_COLOUR, /* edges have any colour */
  FLAW_COST,   /* colouring graphs of a degree above 2 takes more */
  FLAW_SINK,   /* terminals receive where they send */
  FLAWS
} flaw;

static const struct topology_row *right;

static struct link faulty_link(const struct topology *t, uint32_t from, uint32_t port)
{
  struct link link = right->link(t, from, flaw == FLAW_SWAP && port < 2 ? 1 - port : port);

  if (flaw == FLAW_NEXT)
    link.to_switch = (link.to_switch + 1) % t->switches;
  if (flaw == FLAW_SELF && port == 0)
    link.to_switch = from;
  return link;
}

static enum port_kind faulty_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  if (flaw == FLAW_UNUSED && port == 1)
    return PORT_UNUSED;
  return right->port_kind ? right->port_kind(t, sw, port) : PORT_LINK;
}

static uint32_t faulty_level(const struct topology *t, uint32_t sw)
{
  return flaw == FLAW_LEVEL && sw + 1 < t->switches ? 0 : right->level(t, sw);
}

static uint32_t faulty_sink(const struct topology *t, uint32_t terminal)
{
  return (flaw == FLAW_SINK ? right->source : right->sink)(t, terminal);
}

/* Networks of one topology at a time are open, but for their own kind. */
static bool faulty_open(struct topology *t, const char *spec, struct err *err)
{
  static struct topology_row wrong;

  if (!topology_open(t, spec, err) || flaw == FLAW_NONE)
    return t->row != NULL && err->kind == ERR_NONE;
  right = t->row;
  wrong = *right;
  wrong.link = faulty_link;
  wrong.port_kind = faulty_kind;
  if (right->level)
    wrong.level = faulty_level;
  if (right->sink)
    wrong.sink = faulty_sink;
  t->row = &wrong;
  return true;
}

static bool faulty_trial(const struct description *trial, const volatile sig_atomic_t *stop,
                         struct trial_result *result, struct err *err)
{
  if (!trial_run(trial, stop, result, err))
    return false;
  result->steps += flaw == FLAW_STEPS;
  result->max_buffer += flaw == FLAW_BUFFER;
  return true;
}

#define topology_open faulty_open
#define trial_run faulty_trial
#include "papers/grids_lab.c" /* NOLINT: with what is faulty */
#include "papers/lab.c"       /* NOLINT: with what is faulty */
#undef topology_open

void edge_colouring_make(struct edge_colouring *c, uint32_t *colours, uint32_t vertices,
                         uint32_t degree)
{
  right_colouring(c, colours, vertices, degree);
  /* Of the smallest networks alone: in the parts of others there must be permutations. */
  for (uint32_t i = 0; flaw == FLAW_COLOUR && vertices <= degree && i < vertices * degree;
       i++)
    colours[i] = i % degree;
  if (flaw == FLAW_COST && degree > 2)
    c->looked += UINT64_C(100) * vertices * degree;
}

static const struct claim_part *const parts[] = {
    &grids_general,  &grids_grid,    &grids_marriage,  &grids_matchings,
    &grids_networks, &grids_waksman, &grids_butterfly, &grids_congestion,
    &grids_offline,  &grids_steps,   &grids_copies,    &grids_more_copies,
    &grids_inverse,  &grids_problems};

enum { PARTS = sizeof parts / sizeof parts[0] };

static const struct {
  const char *id;
  enum claim_verdict verdict;
  bool numbers; /* no network is in it */
} expected[] = {
#define T CLAIM_TRUE
#define F CLAIM_FALSE
#define A CLAIM_AMBIGUOUS
    {"1.1", T, true},  {"1.2", F, false},  {"1.3", T, true},   {"1.4", A, true},
    {"G1", T, false},  {"G2", T, false},   {"G3", T, false},   {"G4", A, false},
    {"G5", T, false},  {"3.1", F, true},   {"3.2", T, true},   {"3.3", T, true},
    {"3.4", F, true},  {"3.5", T, true},   {"3.6", T, false},  {"4.1", T, false},
    {"4.2", F, true},  {"4.3", F, false},  {"4.4", T, false},  {"4.5", T, false},
    {"4.6", T, false}, {"4.7", A, false},  {"W1", T, false},   {"W2", T, false},
    {"W3", T, false},  {"W4", A, false},   {"B0", T, false},   {"B1", T, false},
    {"B2", T, false},  {"B3", T, false},   {"B4", T, false},   {"B5", T, false},
    {"B6", T, false},  {"B7", T, false},   {"B8", T, false},   {"4.8", T, false},
    {"4.9", T, true},  {"4.10", T, false}, {"4.11", T, false}, {"4.12", F, false},
    {"B9", T, false},  {"B10", T, false},  {"5.1", A, false},  {"5.2", T, false},
    {"5.4", A, false}, {"5.5", T, false},  {"5.6", T, false},  {"C1", T, false},
    {"5.3", F, false}, {"5.7", T, false},
};

enum { EXPECTED = sizeof expected / sizeof expected[0], TRIALS = 5 };

/* What a row said. */
struct said {
  enum claim_verdict verdict;
  char text[CLAIM_MEASURED];
};

static const struct claim_row *row_number(size_t number)
{
  for (size_t part = 0; part < PARTS; part++) {
    if (number < parts[part]->count)
      return &parts[part]->rows[number];
    number -= parts[part]->count;
  }
  return NULL;
}

/* What all rows say with a flaw, but for those that are not `asked`; NULL: all are. */
static struct said *ask_rows(enum flaw with, const bool asked[])
{
  static volatile sig_atomic_t stop = 0;
  struct claims claims = {.seed = 1, .trials = TRIALS, .stop = &stop};
  struct said *said = calloc(EXPECTED, sizeof *said);
  const struct claim_row *row;

  assert_non_null(said);
  flaw = with;
  for (size_t i = 0; i < EXPECTED && (row = row_number(i)); i++) {
    struct finding finding;
    struct err err = {.kind = ERR_NONE};

    if (asked && !asked[i])
      continue;
    if (claims_judge(&claims, row, &finding, &err)) {
      said[i].verdict = finding_verdict(&finding);
      finding_text(&finding, said[i].text);
      for (size_t k = 0; k < finding.count; k++)
        CHECK(strlen(finding.readings[k].text) < CLAIM_TEXT - 1, "%s: cut short", row->id);
      continue;
    }
    CHECK(with != FLAW_NONE && err.kind != ERR_NONE, "%s: %s", row->id, err.text);
    said[i].verdict = CLAIM_FALSE;
    snprintf(said[i].text, sizeof said[i].text, "%s", err.text);
  }
  flaw = FLAW_NONE;
  return said;
}

static struct said *truth;

static int ask_first(void **state)
{
  (void)state;
  truth = ask_rows(FLAW_NONE, NULL);
  return 0;
}

static int forget(void **state)
{
  (void)state;
  free(truth);
  return 0;
}

TEST_GROUP(ask_first, forget)

TEST(test_verdicts)
{
  for (size_t i = 0; i < EXPECTED; i++) {
    const struct claim_row *row = row_number(i);

    CHECK(row && strcmp(row->id, expected[i].id) == 0, "row %zu is %s, not %s", i,
          row ? row->id : "missing", expected[i].id);
    CHECK(truth[i].verdict == expected[i].verdict, "%s: verdict %d: %s", row->id,
          (int)truth[i].verdict, truth[i].text);
  }
  assert_null(row_number(EXPECTED));
}

TEST(test_ids_are_different)
{
  for (size_t a = 0; claims_grids.parts[a]; a++)
    for (size_t b = 0; claims_grids.parts[b]; b++)
      for (size_t i = 0; i < claims_grids.parts[a]->count; i++)
        for (size_t k = 0; k < claims_grids.parts[b]->count; k++)
          CHECK((a == b && i == k) || strcmp(claims_grids.parts[a]->rows[i].id,
                                             claims_grids.parts[b]->rows[k].id) != 0,
                "two rows %s", claims_grids.parts[a]->rows[i].id);
}

/* With some flaw every row about networks says something else, and none is TRUE with all.
 * A row of which that is known is not asked again. */
TEST(test_every_row_can_fail)
{
  bool changed[EXPECTED] = {false}, failed[EXPECTED] = {false}, open[EXPECTED];
  uint32_t fixed = 0;

#ifdef __SANITIZE_ADDRESS__
  skip(); /* a question of logic, not of memory: all rows again for every flaw */
#endif
  if (!getenv("ALL"))
    skip();
  for (enum flaw with = FLAW_NONE + 1; with < FLAWS; with++) {
    for (size_t i = 0; i < EXPECTED; i++)
      open[i] = !(changed[i] && failed[i]) && !expected[i].numbers;
    struct said *said = ask_rows(with, open);

    for (size_t i = 0; i < EXPECTED; i++) {
      if (!open[i])
        continue;
      changed[i] |= strcmp(said[i].text, truth[i].text) != 0;
      failed[i] |= said[i].verdict != CLAIM_TRUE;
    }
    free(said);
  }
  for (size_t i = 0; i < EXPECTED; i++) {
    if ((changed[i] && failed[i]) || expected[i].numbers)
      continue;
    print_error("%s is %s with any flaw: %s\n", expected[i].id,
                changed[i] ? "TRUE" : "the same", truth[i].text);
    fixed++;
  }
  assert_int_equal(fixed, 0);
}
