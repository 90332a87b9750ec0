/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_broadcasts -- section 5 of the HDN paper, in rounds of the one-port model. */
#include "network/collective/message_level.h"
#include "papers/dual_nets.h"

/* Rounds of a broadcast from one node; `again`: copies to nodes that had one. */
static bool rounds_of(struct claims *claims, const char *spec, uint32_t source,
                      uint32_t *rounds, uint64_t *again, struct err *err)
{
  struct dual_cost cost;

  if (!dual_cost_of(claims, spec,
                    (struct operation_request){.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST,
                                               .source = source},
                    &cost, err))
    return false;
  *rounds = cost.startups;
  *again = cost.duplicates;
  return true;
}

/* H5.1 */
static bool judge_product(struct finding *f, struct err *err)
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
    uint32_t rounds;
    uint64_t again;

    if (!rounds_of(f->claims, bases[i].spec, 0, &rounds, &again, err))
      return false;
    product += rounds == bases[i].product;
    sum += rounds == bases[i].sum;
  }
  finding_reading(f, product == 5,
                  "3-cube, 2x3, 3x5, 2x3x5, 5x5: so in %u of 5; the sum in %u, with "
                  "ceil(p/2) rounds in a ring of p",
                  product, sum);
  return true;
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
static bool judge_theorem_3(struct finding *f, struct err *err)
{
  uint32_t right = 0, once = 0, sources = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < THEOREM_3; i++) {
    uint32_t rounds = 0;
    uint64_t again, copies = 0;
    bool all = true;

    for (uint32_t source = 0; source < 8; source++, sources++) {
      if (!rounds_of(f->claims, theorem_3[i].spec, source, &rounds, &again, err))
        return false;
      all &= rounds == theorem_3[i].rounds;
      copies += again;
    }
    right += all;
    once += copies == 0;
    claims_append(text, sizeof text, " %u", rounds);
  }
  finding_reading(
      f, right == THEOREM_3 && once == THEOREM_3,
      "exactly so many in %u of %d networks:%s, by a schedule that gives no node "
      "a second copy in %u, from 8 sources each",
      right, THEOREM_3, text, once);
  return true;
}

/* H5.3: the printed recurrence for k = 2 beside the closed form, and the rounds. */
static bool judge_recurrence(struct finding *f, struct err *err)
{
  uint32_t same = 0, tried = 0, rounds, of_example = 0;
  uint64_t again;

  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b < DUAL_SUPERS; b++) {
      const uint32_t s1 = dual_supers[a].broadcast, s2 = dual_supers[b].broadcast;
      const uint32_t t1 = 2 * (6 - s1) + 2, t2 = s1 + 2 * t1 + 2;

      tried++;
      same += s2 + t2 == 4 * 6 - (s2 + 2 * s1) + 6;
      if (a == 4 && b == 6)
        of_example = s2 + t2;
    }
  if (!rounds_of(f->claims, "hdn:2x3x5:2x3,3x5", 0, &rounds, &again, err))
    return false;
  finding_reading(f, same == tried && of_example == rounds,
                  "two levels on 2x3x5: it gives the closed form in %u of %u; (6,15): %u, "
                  "and the schedule takes %u",
                  same, tried, of_example, rounds);
  return true;
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
