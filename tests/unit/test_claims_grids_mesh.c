/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_grids_mesh -- the claims of routing on lines and arrays: what is true of
 * them, and that no verdict is fixed.
 *
 * The rows are compiled into this program with runs that can be wrong, and with some
 * permutations instead of all: the reversal, which takes the longest, and random ones.
 */
#include "base/rng.h"
#include "papers/grids_course.h"
#include "tests/unit/unit.h"

/* What is wrong with the numbers of a run. */
static enum flaw { FLAW_NONE, FLAW_MORE, FLAW_LESS, FLAW_LOST, FLAWS } flaw;

static struct grids_taken flawed(struct grids_taken taken)
{
  if (flaw == FLAW_MORE)
    taken = (struct grids_taken){.steps = taken.steps + 9,
                                 .buffer = taken.buffer + 9,
                                 .transient = taken.transient + 9,
                                 .queue = taken.queue + 9,
                                 .arrived = taken.arrived};
  if (flaw == FLAW_LESS)
    taken = (struct grids_taken){
        .steps = 1, .buffer = 1, .transient = 1, .queue = 1, .arrived = true};
  if (flaw == FLAW_LOST)
    taken.arrived = false;
  return taken;
}

static struct grids_taken flawed_run(struct grids_course *c, const uint32_t *source,
                                     const uint32_t *destination, size_t count)
{
  return flawed(grids_course_run(c, source, destination, count));
}

static struct grids_taken flawed_permute(struct grids_course *c,
                                         const uint32_t *destination)
{
  return flawed(grids_course_permute(c, destination));
}

static struct grids_taken some(struct grids_course *c)
{
  enum { TRIED = 200, SWITCHES = 64 };
  struct rng rng = rng_seed(c->f->claims->seed, 0);
  struct grids_taken most = {.arrived = true};
  uint32_t to[SWITCHES];

  for (uint32_t i = 0; i < c->t.switches; i++)
    to[i] = c->t.switches - 1 - i;
  for (uint32_t count = 0; count < fewer_with_sanitizers(TRIED, 20); count++) {
    const struct grids_taken taken = flawed_permute(c, to);

    grids_taken_most(&most, &taken);
    for (uint32_t i = c->t.switches; i-- > 1;) {
      const uint32_t k = (uint32_t)rng_below(&rng, i + 1), kept = to[i];

      to[i] = to[k];
      to[k] = kept;
    }
  }
  return most;
}

#define grids_course_run flawed_run
#define grids_course_permute flawed_permute
#define grids_course_all some
#define rows line_rows
#define judge_time line_time
#define judge_buffer line_buffer
#include "papers/grids_mesh.c"
#undef rows
#undef judge_time
#undef judge_buffer
#include "papers/grids_array.c"

/* What is true; and the flaw by which the row says something else, FLAW_NONE where its
 * numbers are not those of a run. */
static const struct expected {
  const char *id;
  enum claim_verdict verdict;
  enum flaw flaw;
} expected[] = {
    {"2.1", CLAIM_TRUE, FLAW_MORE},   {"2.2", CLAIM_TRUE, FLAW_MORE},
    {"2.3", CLAIM_TRUE, FLAW_LOST},   {"2.4", CLAIM_TRUE, FLAW_MORE},
    {"2.5", CLAIM_FALSE, FLAW_LESS},  {"2.6", CLAIM_FALSE, FLAW_NONE},
    {"2.7", CLAIM_TRUE, FLAW_LOST},   {"2.8", CLAIM_FALSE, FLAW_LESS},
    {"2.9", CLAIM_TRUE, FLAW_MORE},   {"2.10", CLAIM_AMBIGUOUS, FLAW_LESS},
    {"2.11", CLAIM_TRUE, FLAW_LOST},  {"2.12", CLAIM_TRUE, FLAW_LESS},
    {"2.13", CLAIM_FALSE, FLAW_NONE},
};

static enum claim_verdict verdict_of(const struct claim_row *row, struct claims *claims)
{
  struct finding finding;
  struct err err;

  CHECK(claims_judge(claims, row, &finding, &err), "%s: %s", row->id, err.text);
  return finding_verdict(&finding);
}

static void check_part(const struct claim_part *part, size_t *next)
{
  const struct claims none = {.seed = 1, .trials = fewer_with_sanitizers(100, 5)};
  struct claims right = none;

  for (size_t i = 0; i < part->count; i++, ++*next) {
    const struct claim_row *row = &part->rows[i];
    const struct expected *e = &expected[*next];

    assert_string_equal(row->id, e->id);
    flaw = FLAW_NONE;
    CHECK(verdict_of(row, &right) == e->verdict, "%s: another verdict", row->id);
#ifndef __SANITIZE_ADDRESS__ /* a question of logic, not of memory */
    struct claims wrong = none;

    flaw = e->flaw;
    CHECK(flaw == FLAW_NONE || verdict_of(row, &wrong) != e->verdict,
          "%s: the same verdict with a flaw", row->id);
    claims_free_measured(&wrong);
#endif
  }
  claims_free_measured(&right);
}

TEST(test_verdicts)
{
  size_t next = 0;

  check_part(&grids_mesh, &next);
  check_part(&grids_array, &next);
  assert_int_equal(next, sizeof expected / sizeof expected[0]);
}
