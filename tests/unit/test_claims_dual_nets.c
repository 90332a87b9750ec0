/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_dual_nets -- the claims of the papers on dual-nets: the verdicts, numbers
 * that were found by programs apart from this one, and that no verdict is fixed.
 *
 * What the rows measure with is compiled into this program, so that the networks that they
 * open, and the plans that they count, can be wrong in one place.  Every row must then say
 * something else.
 */
#include "network/collective/message_level.h"
#include "network/topology/dependency.h"
#include "papers/dual_nets.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

/* What is wrong. */
static enum flaw {
  FLAW_NONE,
  FLAW_COUNT,  /* there is a switch more */
  FLAW_CUT,    /* all ports but 0 lead back to their own switch */
  FLAW_NEXT,   /* links lead to the switch behind the right one */
  FLAW_OTHER,  /* another network with super-nodes is opened for that of the example */
  FLAW_COST,   /* more messages move */
  FLAW_STILL,  /* none does */
  FLAW_CYCLES, /* a run takes a cycle more */
  FLAW_WAIT,   /* channels wait in a cycle where they do not, and not where they do */
  FLAWS
} flaw;

static const struct topology_row *right;

static struct link faulty_link(const struct topology *t, uint32_t from, uint32_t port)
{
  struct link link = right->link(t, from, port);

  if (flaw == FLAW_NEXT)
    link.to_switch = (link.to_switch + 1) % t->switches;
  if (flaw == FLAW_CUT && port > 0)
    link = (struct link){.to_switch = from, .to_port = port};
  return link;
}

/* Networks of one topology at a time are open; plans need the right row. */
static bool faulty_open(struct topology *t, const char *spec, struct err *err)
{
  static struct topology_row wrong;

  if (flaw == FLAW_OTHER && strcmp(spec, "hdn:2x3x5:2x3,3x5") == 0)
    spec = "hdn:2x3x5:3,3x5";
  if (!topology_open(t, spec, err))
    return false;
  if (flaw != FLAW_NEXT && flaw != FLAW_CUT)
    return true;
  right = t->row;
  wrong = *right;
  wrong.link = faulty_link;
  t->row = &wrong;
  return true;
}

static bool faulty_count(struct message_level *count, const struct operation *operation,
                         message_level_progress *progress, void *self, struct err *err)
{
  if (!message_level_count(count, operation, progress, self, err))
    return false;
  for (uint32_t step = 0; step < count->steps; step++)
    count->sizes[step] = flaw == FLAW_STILL  ? 0
                         : flaw == FLAW_COST ? 2 * count->sizes[step]
                                             : count->sizes[step];
  return true;
}

static bool faulty_walk(const struct operation *operation, uint32_t first, uint32_t last,
                        operation_visitor *visit, void *self, struct err *err)
{
  if (flaw == FLAW_STILL)
    return true;
  return operation_visit_moves(operation, first, last, visit, self, err) &&
         (flaw != FLAW_COST ||
          operation_visit_moves(operation, first, last, visit, self, err));
}

static bool faulty_dependency(struct dependency *d, const struct topology *t,
                              const struct routing *routing, uint32_t vcs, bool in_ports,
                              struct err *err)
{
  if (!dependency_explore(d, t, routing, vcs, in_ports, err))
    return false;
  if (flaw == FLAW_WAIT)
    d->cycle_length = d->cycle_length == 0;
  return true;
}

static bool faulty_trial(const struct description *trial, const volatile sig_atomic_t *stop,
                         struct trial_result *result, struct err *err)
{
  if (!trial_run(trial, stop, result, err))
    return false;
  result->cycles += flaw == FLAW_CYCLES;
  return true;
}

#define topology_open faulty_open
#define message_level_count faulty_count
#define operation_visit_moves faulty_walk
#define dependency_explore faulty_dependency
#define trial_run faulty_trial
#define dual_switches right_switches
uint32_t right_switches(const struct topology *t);
#include "papers/dual_lab.c" /* NOLINT: with what is faulty */
#include "papers/lab.c"      /* NOLINT: with what is faulty */
#undef dual_switches

uint32_t dual_switches(const struct topology *t);

uint32_t dual_switches(const struct topology *t)
{
  return right_switches(t) + (flaw == FLAW_COUNT);
}

/* `says`: a part of what is measured; `flaw`: one with which the row says something else,
 * and not TRUE. */
static const struct {
  const char *id;
  enum claim_verdict verdict;
  const char *says;
  enum flaw flaw; /* FLAW_NONE: no network is in it */
} expected[] = {
#define T CLAIM_TRUE
#define F CLAIM_FALSE
#define A CLAIM_AMBIGUOUS
    {"H2.1", T, "12 of 12", FLAW_NEXT},
    {"H2.2", T, "12 of 12", FLAW_NEXT},
    {"H2.3", T, "6 of 6", FLAW_NEXT},
    {"H2.4", T, "128, 32768; from its clusters 2147483648", FLAW_COUNT},
    {"H2.5", T, "8 of r = 1..8; in 4 of 4", FLAW_NEXT},
    {"H2.6", T, "0 of 13588", FLAW_NEXT},
    {"H3.1", T, "72 of 72 cells", FLAW_OTHER},
    {"H3.2", F, "8 of 64 of two", FLAW_COUNT},
    {"H3.3", T, "12 of 12", FLAW_COUNT},
    {"H3.4", F, "from 60 to 6480000", FLAW_COUNT},
    {"H3.5", F, "5, 6, 7 neighbours", FLAW_NEXT},
    {"H3.6", A, "0 of 9", FLAW_CUT},
    {"H3.7", T, "19, 18, 17", FLAW_CUT},
    {"H3.8", A, "11 different profiles", FLAW_NEXT},
    {"H3.22", A, "3 for 5-1, 2 for 5-2, 3 for 8-3 [fails]; what", FLAW_NEXT},
    {"H3.9", A, "sum of floors", FLAW_COUNT},
    {"H3.10", T, "12 of", FLAW_COUNT},
    {"H3.11", T, "so in 7 of 7", FLAW_COUNT},
    {"H3.12", F, "6 8 10 13 15 18 20", FLAW_NEXT},
    {"H3.13", T, "6 of", FLAW_COUNT},
    {"H3.14", F, "128 nodes of degree 4", FLAW_COUNT},
    {"H3.15", F, "2^k D(B) - sum + 2^(k+1) - 2: in 9 of 9", FLAW_NEXT},
    {"H3.16", T, "10 of 10", FLAW_CUT},
    {"H3.17", F, "0.7398 0.7642 0.8127 0.6623 0.6828 0.7066", FLAW_CUT},
    {"H3.18", A, "above 1 in 4 of the 72", FLAW_CUT},
    {"H3.23", T, "132 of 132", FLAW_CUT},
    {"H3.24", A, "s_1 in 49 of 56, and of the 8 steps to the whole base in 1 [fails]",
     FLAW_CUT},
    {"H3.25", T, "0.69; of the two levels of table 1 it is 0.66, of (1,1)", FLAW_CUT},
    {"H3.19", A, "12/18, 16/32, 432/648, 32/64, 16/32, 256/512", FLAW_NEXT},
    {"H3.20", T, "4 5 6 2", FLAW_NEXT},
    {"H3.21", T,
     "of 9 networks on K4, K5, a 3-cube and the Petersen graph: 4 5 5 8 6 6 7 11 10",
     FLAW_NEXT},
    {"H4.1", F, "20 super-nodes", FLAW_OTHER},
    {"H4.2", T, "4 of 4", FLAW_OTHER},
    {"H4.3", F, "(19,2) (0,12)", FLAW_OTHER},
    {"H4.4", F, "0 of 20 super-nodes; by moving digits in 20", FLAW_OTHER},
    {"H4.5", F, "9 hops by the box; 9 by search", FLAW_OTHER},
    {"H4.6", T, "20 and 12000", FLAW_OTHER},
    {"H4.7", F, "12 of 14 hops", FLAW_OTHER},
    {"H4.11", T, "SN^2 < 20 and N^2 < 15", FLAW_OTHER},
    {"H4.12", T, "2 hops", FLAW_CUT},
    {"H4.8", T, "0 of ", FLAW_NEXT},
    {"H4.9", A, "longest 17", FLAW_NEXT},
    {"H4.10", T, "0 do not arrive, longest 11, 3280 longer", FLAW_NEXT},
    {"H5.1", F, "the sum in 5", FLAW_STILL},
    {"H5.2", T, "5 11 11 10 14 8 6 14 11 9 19 14", FLAW_STILL},
    {"H5.3", F, "26, and the schedule takes 19", FLAW_STILL},
    {"H5.4", A, "128 of 256 and 117, 32 of 64 and 20, 6000 of 12000 and 13842", FLAW_STILL},
    {"H5.5", A, "16 for 11, 8 for 9, 56 for 19", FLAW_STILL},
    {"X21", A, "8 of 8 [holds]; no plan of all is quicker in 6 of 6", FLAW_STILL},
    {"X22", T, "N - 1 in 15 of 15", FLAW_COST},
    {"X23", A, "1504 for 1482, 672 for 661, 1040 for 1024", FLAW_COST},
    {"X24", A, "18 for 15, 26 for 23, 34 for 31, 50 for 39, 320 for 299", FLAW_COST},
    {"X25", T, "in 6 of 6 of up to 20 nodes", FLAW_COST},
    {"R2.1", T, "17 of 17", FLAW_COUNT},
    {"R2.2", T, "CR of 8 of 8", FLAW_COUNT},
    {"R2.3", T, "switch 14", FLAW_NEXT},
    {"R2.4", A, "16/32, 256/512, 4096/8192", FLAW_NEXT},
    {"R2.5", T, "longest 18, mean 10.2422", FLAW_NEXT},
    {"R2.6", T, "in 8 of 8 networks", FLAW_NEXT},
    {"R2.7", T, "2 for 14", FLAW_CUT},
    {"R2.8", T, "1.46 1.43 1.30 1.18; cubes 2.00 2.00, tori 2.11 11.20", FLAW_CUT},
    {"R3.1", T, "63 of 63", FLAW_CYCLES},
    {"R4.1", T, "6 of 6", FLAW_COST},
    {"R4.2", T, "6 of 6", FLAW_COST},
    {"R4.3", F, "191 for 127", FLAW_COST},
    {"R4.4", T, "6 of 6", FLAW_STILL},
    {"R4.5", T, "6 and 6 of 6", FLAW_STILL},
    {"R4.6", F, "only 72 nodes", FLAW_STILL},
    {"R4.7", T, "27 of 27", FLAW_NONE},
    {"R4.8", F, "from 16 of 128 sources, those with s1 = s2; from others only 72",
     FLAW_STILL},
    {"R5.1", T, "6 of 6", FLAW_COST},
    {"R5.2", F, "191 for 135", FLAW_COST},
    {"R5.3", T, "6 of 6", FLAW_COST},
    {"R5.4", F, "1152 for 574", FLAW_COST},
    {"R5.5", A, "7 and 9, 31 and 35, 127 and 135, 17 and 20, 55 and 54, 127 and 153",
     FLAW_COST},
    {"R6.1", T, "7, 7, all to all: 7, 7", FLAW_COST},
    {"R6.2", T, "15 t_s + 245760 m t_w, from one source", FLAW_COST},
    {"R6.3", T, "18 t_s + 18 m t_w", FLAW_COST},
    {"R6.4", A, "18 t_s + 32767 m t_w", FLAW_COST},
    {"R6.5", A, "8 t_s + 135 m t_w, all, as Algorithm 3 [fails]", FLAW_COST},
    {"R6.6", F,
     "18 t_s + 33927 m t_w, all, from one source; what the receiver has not: 32767",
     FLAW_COST},
    {"R6.7", F, "574 m t_w, Algorithm 4; 8 t_s + 560 m t_w, in the order of the example",
     FLAW_COST},
    {"R6.8", F, "18 t_s + 335616 m t_w, in the order of the example", FLAW_COST},
    {"R6.9", T, "56 32 16 8 8 4 2 1", FLAW_COST},
    {"R6.10", F, "1 2 4 8 8 16 32 63", FLAW_COST},
    {"R6.11", F, "64 64 64 120 64 64 64 56", FLAW_COST},
    {"R6.12", A, "14 %", FLAW_STILL},
    {"R6.13", T, "448 for 256, 245760 for 81920", FLAW_CUT},
    {"X1", A, "longest 15", FLAW_OTHER},
    {"X2", T, "7 of 7", FLAW_WAIT},
    {"X3", T, "0 of 7", FLAW_WAIT},
    {"X20", T, "0 of 4 networks, with one virtual channel in 4", FLAW_WAIT},
    {"X4", T, "6 of 6", FLAW_CYCLES},
    {"X9", T, "12 random nodes", FLAW_STILL},
    {"X10", T,
     "356 of 356: all sources of three networks, k = 1 and 2, both algorithms; "
     "k = 2 on a 3-cube from node 1: 9288",
     FLAW_STILL},
    {"X11", T, "4 of 4", FLAW_CYCLES},
    {"X12", T, "cross 766 links by Algorithm 4, planned 766; 688, planned 688", FLAW_COST},
    {"X5", T, "11 of 11", FLAW_NEXT},
    {"X6", T, "11 of 11", FLAW_CUT},
    {"X7", T, "0 of ", FLAW_NEXT},
    {"X8", T, "dilation 3, 3, 3", FLAW_NEXT},
    {"X27", A, "0.72 and 0.90, mean latency", FLAW_NEXT},
};

enum { EXPECTED = sizeof expected / sizeof expected[0], TRIALS = 5 };

/* What a row said. */
static struct said {
  enum claim_verdict verdict;
  char text[CLAIM_MEASURED];
} truth[EXPECTED];

static const struct claim_row *row_number(size_t number)
{
  for (size_t part = 0; claims_dual_nets.parts[part]; part++) {
    if (number < claims_dual_nets.parts[part]->count)
      return &claims_dual_nets.parts[part]->rows[number];
    number -= claims_dual_nets.parts[part]->count;
  }
  return NULL;
}

static volatile sig_atomic_t stop;
static struct claims claims = {.seed = 1, .trials = TRIALS, .stop = &stop};

static int forget(void **state)
{
  (void)state;
  claims_free_measured(&claims);
  return 0;
}

static void ask(size_t number, enum flaw with, struct said *said)
{
  static enum flaw before; /* what was measured with another is forgotten */
  const struct claim_row *row = row_number(number);
  struct finding finding;
  struct err err = {.kind = ERR_NONE};

  if (with != before)
    forget(NULL);
  flaw = before = with;
  if (claims_judge(&claims, row, &finding, &err)) {
    said->verdict = finding_verdict(&finding);
    finding_text(&finding, said->text);
    for (size_t k = 0; k < finding.count; k++)
      CHECK(strlen(finding.readings[k].text) < CLAIM_TEXT - 1, "%s: cut short", row->id);
  } else {
    CHECK(with != FLAW_NONE && err.kind != ERR_NONE, "%s: %s", row->id, err.text);
    said->verdict = CLAIM_FALSE;
    snprintf(said->text, sizeof said->text, "%s", err.text);
  }
  flaw = FLAW_NONE;
}

TEST_GROUP(NULL, forget)

TEST(test_verdicts)
{
  for (size_t i = 0; i < EXPECTED; i++) {
    const struct claim_row *row = row_number(i);

    CHECK(row && strcmp(row->id, expected[i].id) == 0, "row %zu is %s, not %s", i,
          row ? row->id : "missing", expected[i].id);
    ask(i, FLAW_NONE, &truth[i]);
    CHECK(truth[i].verdict == expected[i].verdict, "%s: verdict %d: %s", row->id,
          (int)truth[i].verdict, truth[i].text);
    CHECK(strstr(truth[i].text, expected[i].says), "%s: '%s' is not in: %s", row->id,
          expected[i].says, truth[i].text);
  }
  assert_null(row_number(EXPECTED));
}

/* What table II prints and no plan does. */
TEST(test_what_must_not_be_measured)
{
  static const char *const numbers[] = {"512", "294912", "33783", "33925"};

  for (size_t i = 0; i < EXPECTED; i++)
    for (size_t k = 0; expected[i].id[0] == 'R' && expected[i].id[1] == '6' && k < 4; k++)
      CHECK(!strstr(truth[i].text, numbers[k]), "%s: %s", expected[i].id, truth[i].text);
}

/* With its flaw every row about networks says something else, and is not TRUE; the others
 * say the same with all flaws. */
TEST(test_every_row_can_fail)
{
  static struct said said;
  uint32_t numbers = 0;

#ifdef __SANITIZE_ADDRESS__
  skip(); /* a question of logic, not of memory: all rows again */
#endif
  if (!getenv("ALL"))
    skip();
  for (size_t i = 0; i < EXPECTED; i++) {
    if (expected[i].flaw == FLAW_NONE) {
      numbers++;
      for (enum flaw with = FLAW_NONE + 1; with < FLAWS; with++) {
        ask(i, with, &said);
        CHECK(strcmp(said.text, truth[i].text) == 0, "%s: another with flaw %d: %s",
              expected[i].id, (int)with, said.text);
      }
      continue;
    }
    ask(i, expected[i].flaw, &said);
    CHECK(strcmp(said.text, truth[i].text) != 0, "%s: the same with a flaw: %s",
          expected[i].id, truth[i].text);
    CHECK(truth[i].verdict != CLAIM_TRUE || said.verdict != CLAIM_TRUE,
          "%s: TRUE with a flaw: %s", expected[i].id, said.text);
  }
  assert_int_equal(numbers, 1);
}
