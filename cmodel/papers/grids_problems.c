/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_problems -- section 5: communication problems that permutation routing solves. */
#include "papers/grids.h"

#include <stdio.h>

/* Permutation networks and the levels that a packet crosses. */
static const struct network {
  const char *spec;
  uint32_t depth, terminals;
} networks[] = {{"benes:2", 3, 4},   {"benes:3", 5, 8}, {"benes:5", 9, 32},
                {"waksman:3", 5, 8}, {"pn:3,2", 3, 9},  {"pn:4,2", 3, 16},
                {"pn:3,3", 5, 27}};
enum { NETWORKS = sizeof networks / sizeof networks[0] };

/* Does the traffic, so many permutations one after the other, take a step for each level
 * and for each permutation but the first, and no packet wait? */
static bool follows(struct finding *f, const struct network *n, const char *traffic,
                    uint32_t permutations)
{
  const struct trial_result result = grids_run(f, n->spec, 0, traffic);

  return result.outcome == OUTCOME_PASS && result.average_delay <= 0 &&
         result.steps == n->depth + permutations - 1;
}

static void judge_reduced(struct finding *f)
{
  static const uint32_t relations[] = {1, 2, 3, 4, 7};
  enum { RELATIONS = sizeof relations / sizeof relations[0] };
  uint32_t split = 0, gossip = 0;

  for (uint32_t i = 0; i < NETWORKS; i++) {
    for (uint32_t k = 0; k < RELATIONS; k++) {
      char traffic[48];

      snprintf(traffic, sizeof traffic, "relation,h=%u,split=1", relations[k]);
      split += follows(f, &networks[i], traffic, relations[k]);
    }
    gossip += follows(f, &networks[i], "gossip", networks[i].terminals - 1);
  }
  reading(
      f, split == NETWORKS * RELATIONS,
      "relation routing: %u of %d random h-relations, h = 1, 2, 3, 4, 7, take 2d+h-2 steps "
      "as h permutations, and no packet waits",
      split, NETWORKS * RELATIONS);
  reading(f, gossip == NETWORKS,
          "gossiping: as N-1 permutations 2d+N-3 steps on %u of %d networks", gossip,
          NETWORKS);
}

static const struct claim_row rows[] = {
    {"5.7", "many of the other problems can be reduced to permutation routing", "many",
     .judge = judge_reduced},
};

const struct claim_part grids_problems = CLAIM_PART(rows, "section 5");
