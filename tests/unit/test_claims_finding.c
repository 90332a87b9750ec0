/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_finding -- the verdict follows from the readings, and from nothing else.
 */
#include "papers/claims.h"
#include "tests/unit/unit.h"

TEST(test_verdict_of_every_mixture)
{
  for (uint32_t holding = 0; holding <= 3; holding++)
    for (uint32_t failing = 0; failing <= 3; failing++)
      for (uint32_t notes = 0; notes <= 2; notes++) {
        struct finding f = {.count = 0};
        enum claim_verdict should = failing == 0   ? CLAIM_TRUE
                                    : holding == 0 ? CLAIM_FALSE
                                                   : CLAIM_AMBIGUOUS;

        if (holding + failing == 0)
          continue;
        for (uint32_t i = 0; i < notes; i++)
          note(&f, "note");
        for (uint32_t i = 0; i < holding; i++)
          reading(&f, true, "yes");
        for (uint32_t i = 0; i < failing; i++)
          reading(&f, false, "no");
        CHECK(finding_verdict(&f) == should, "%u hold, %u fail: verdict %d", holding,
              failing, (int)finding_verdict(&f));
      }
}

/* Which readings hold is said where they disagree. */
TEST(test_text)
{
  struct finding f = {.count = 0};
  char text[CLAIM_MEASURED];

  reading(&f, true, "depth %d: %d", 0, 5);
  note(&f, "a note");
  assert_string_equal(finding_text(&f, text), "depth 0: 5; a note");
  reading(&f, false, "depth 1: 7");
  assert_string_equal(finding_text(&f, text),
                      "depth 0: 5 [holds]; a note; depth 1: 7 [fails]");
}

/* The longest that can be said is all there. */
TEST(test_capacity)
{
  struct finding f = {.count = 0};
  char word[CLAIM_TEXT + 50], text[CLAIM_MEASURED];

  memset(word, 'x', sizeof word);
  word[sizeof word - 1] = '\0';
  for (uint32_t i = 0; i < CLAIM_READINGS; i++)
    reading(&f, i % 2, "%s", word);
  finding_text(&f, text);
  assert_int_equal(strlen(text), CLAIM_READINGS * (CLAIM_TEXT - 1) +
                                     CLAIM_READINGS * strlen(" [holds]") +
                                     (CLAIM_READINGS - 1) * strlen("; "));
}
