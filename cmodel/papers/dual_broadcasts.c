/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_broadcasts -- section 5 of the HDN paper, in rounds of the one-port model. */
#include "network/collective/message_level.h"
#include "papers/dual_nets.h"

/* A broadcast from one node. */
static struct dual_cost broadcast(struct finding *f, const char *spec, uint32_t source)
{
  return dual_cost_of(f, spec,
                      (struct operation_request){.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST,
                                                 .source = source});
}

/* H5.1 */
static void judge_product(struct finding *f)
{
  static const struct {
    const char *spec;
    uint32_t product, sum;
  } bases[] = {{"hypercube:3", 1, 3},
               {"torus:2x3", 2, 3},
               {"torus:3x5", 6, 5},
               {"torus:2x3x5", 6, 6},
               {"torus:5x5", 9, 6}};
  uint32_t product = 0, sum = 0;

  for (uint32_t i = 0; i < 5; i++) {
    const uint32_t rounds = broadcast(f, bases[i].spec, 0).startups;

    product += rounds == bases[i].product;
    sum += rounds == bases[i].sum;
  }
  finding_reading(f, product == 5,
                  "3-cube, 2x3, 3x5, 2x3x5, 5x5: so in %u of 5; the sum in %u, with "
                  "ceil(p/2) rounds in a ring of p",
                  product, sum);
}

/* Networks with their 2^k T(B) - sum 2^i T(SN^(k-i)) + 2^(k+1) - 2. */
static const struct {
  const char *spec;
  uint32_t rounds;
} theorem_3[] = {
    {"hdn:2x2:2", 2 * 2 - 1 + 2},
    {"hdn:2x2:2,2", 4 * 2 - (1 + 2 * 1) + 6},
    {"hdn:2x2:2,2@2", 4 * 2 - (1 + 2 * 1) + 6},
    {"hdn:2x2:2,2x2", 4 * 2 - (2 + 2 * 1) + 6},
    {"hdn:2x2:1,1", 4 * 2 + 6},
    {"hdn:2x2x2:1", 2 * 3 + 2},
    {"hdn:2x2x2:2x2", 2 * 3 - 2 + 2},
    {"hdn:2x3x5:1", 2 * 6 + 2},
    {"hdn:2x3x5:2x3", 2 * 6 - 3 + 2},
    {"hdn:2x3x5:3x5", 2 * 6 - 5 + 2},
    {"hdn:2x3x5:2x3,3x5", 4 * 6 - (5 + 2 * 3) + 6},
    {"hdn:5x5:1", 2 * 6 + 2},
};

enum { THEOREM_3 = sizeof theorem_3 / sizeof theorem_3[0] };

/* H5.2 */
static void judge_theorem_3(struct finding *f)
{
  enum { SOURCES = 8 };
  uint32_t right = 0, once = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < THEOREM_3; i++) {
    uint32_t rounds = 0;
    uint64_t copies = 0; /* to nodes that had one */
    bool all = true;

    for (uint32_t source = 0; source < SOURCES; source++) {
      const struct dual_cost cost = broadcast(f, theorem_3[i].spec, source);

      rounds = cost.startups;
      all &= rounds == theorem_3[i].rounds;
      copies += cost.duplicates;
    }
    right += all;
    once += copies == 0;
    claims_append(text, sizeof text, " %u", rounds);
  }
  finding_reading(
      f, right == THEOREM_3 && once == THEOREM_3,
      "exactly so many in %u of %d networks:%s, by a schedule that gives no node "
      "a second copy in %u, from %d sources each",
      right, THEOREM_3, text, once, SOURCES);
}

/* H5.3: the printed recurrence for k = 2 beside the closed form, and the rounds. */
static void judge_recurrence(struct finding *f)
{
  const uint32_t rounds = broadcast(f, "hdn:2x3x5:2x3,3x5", 0).startups;
  uint32_t same = 0, tried = 0, of_example = 0;

  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b < DUAL_SUPERS; b++, tried++) {
      const uint32_t s1 = dual_supers[a].broadcast, s2 = dual_supers[b].broadcast;
      const uint32_t t1 = 2 * (6 - s1) + 2, t2 = s1 + 2 * t1 + 2;

      same += s2 + t2 == 4 * 6 - (s2 + 2 * s1) + 6;
      if (a == 4 && b == 6)
        of_example = s2 + t2;
    }
  finding_reading(f, same == tried && of_example == rounds,
                  "two levels on 2x3x5: it gives the closed form in %u of %u; (6,15): %u, "
                  "and the schedule takes %u",
                  same, tried, of_example, rounds);
}

#define SECTION_5 "Hierarchical Dual-Net, section 5"

static const struct claim_row rows[] = {
    {"H5.1", SECTION_5, "broadcast(SN) takes T(B_1) x .. x T(B_q)", "product",
     .judge = judge_product},
    {"H5.2", SECTION_5,
     "Theorem 3: a broadcast takes 2^k T(B) - sum 2^i T(SN^(k-i)) + 2^(k+1) - 2 rounds",
     "formula", .judge = judge_theorem_3},
    {"H5.3", SECTION_5, "it solves T_k = T(SN^(k-1)) + 2 T_(k-1) + 2", "recurrence",
     .judge = judge_recurrence},
};

const struct claim_part dual_broadcasts = {rows, sizeof rows / sizeof rows[0]};
