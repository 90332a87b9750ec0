/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow_golden -- the golden model, judged by its flow, breaks no rule: all units, with
 * queues in order and ordered ones, stalls and resets; and a golden model with one wrong
 * bit does.
 */
#include "run/flow/flow.h"

#include "tests/unit/rig.h"

enum { SEEDS = 3 };

static const struct rig_row rows[] = {
    {"hypercube:1", NULL, "random", 5, 1, 1, 0},
    {"hypercube:4", NULL, "random", 8, 0, 2, 0},
    {"hypercube:4", NULL, "broadcast,source=0000", 1, 1, 1, 0},
    {"hypercube:3", "rand-sync", "random", 4, 0, 1, 0},
    {"hypercube:3", "rand-trans", "random", 4, 0, 1, 2},
    {"hypercube:3", "rand-trans-ooo", "random", 4, 0, 8, 1},
    {"hypercube:3", "drand-trans-ooo", "random", 4, 0, 8, 1},
    {"hypercube:3", "drand-trans-ooo,random=shared", "random", 4, 0, 2, 3},
    {"hypercube:3", "drand-trans-ooo,forced=0", "random", 4, 0, 2, 2},
    {"d3:2,3", NULL, "all-to-all", 1, 0, 1, 0},
    {"d3:2,3", "source-vector,queue=lifo", "random", 4, 0, 4, 0},
    {"d3:2,3", NULL, "broadcast,source=0.0.0", 1, 1, 1, 0},
    {"d3:2,3", "ugal", "random", 4, 0, 2, 0},
    {"mesh:4x3", NULL, "random", 4, 0, 4, 0},
    {"mesh:4x3", "farthest-barrier", "random", 4, 0, 4, 0},
    {"mesh:4x3", "duplex", "random", 4, 0, 4, 0},
    {"mesh:4x3", "dimension-order", "random", 4, 0, 1, 0},
    {"torus:5x4", NULL, "random", 4, 0, 1, 0},
    {"butterfly:3", NULL, "random", 4, 0, 1, 0},
    {"ccc:3", NULL, "random", 4, 0, 2, 0},
    {"benes:3", NULL, "random", 1, 0, 1, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void judge_alone(struct rig *rig)
{
  rig->request.dut = NULL;
  rig->request.compare = COMPARE_FLOW;
}

TEST(test_the_golden_model_breaks_no_rule)
{
  for (size_t i = 0; i < ROWS; i++)
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
      struct rig rig;

      rig_prepare(&rig, &rows[i], seed);
      rig_start(&rig);
      judge_alone(&rig);
      rig_run(&rig, OUTCOME_PASS);
      assert_true(rig.result.compared_cycles > 0);
      rig_close(&rig);
    }
}

/* One bit of what a switch shows in cycle 3, at each port and channel: where it sends or
 * ejects, a rule is broken, and is found there; where its offer is refused, in the next
 * cycle, in which it offers something else. */
TEST(test_a_wrong_bit_breaks_a_rule)
{
  static const struct rig_row row = {"hypercube:3", NULL, "random", 4, 0, 2, 0};
  static const enum difference_field fields[] = {DIFFERENCE_OUT_HEADER, DIFFERENCE_OUT_DATA,
                                                 DIFFERENCE_EJECT_HEADER,
                                                 DIFFERENCE_EJECT_DATA};
  uint32_t found[4] = {0};

  for (size_t f = 0; f < 4; f++)
    for (uint32_t at = 0; at < 8; at++)
      for (uint32_t port = 0; port < (f < 2 ? 3 : 6); port++) {
        struct planted planted = {.count = 1};
        struct err err = {.kind = ERR_NONE};
        struct rig rig;

        rig_open(&rig, &row, 1);
        judge_alone(&rig);
        planted.inner = rig.golden;
        planted.topology = &rig.topology;
        planted.plants[0] = (struct plant){
            .cycle = 3, .field = fields[f], .at = at, .port = port, .bit = 1};
        rig.request.machine = planted_machine(&planted);
        assert_true(run(&rig.request, &rig.result, &err));
        const struct difference *d = &rig.result.difference;

        if (rig.result.outcome == OUTCOME_DIFFER) {
          found[f]++;
          CHECK(d->kind == DIFFERENCE_RULE && d->at == at && d->port == port &&
                    (d->cycle == 3 || (d->cycle == 4 && d->flow.rule == FLOW_STABLE)),
                "field %zu at %u port %u: found at %u port %u in cycle %" PRIu64, f, at,
                port, d->at, d->port, d->cycle);
        } else {
          assert_int_equal(rig.result.outcome, OUTCOME_PASS);
        }
        rig_close(&rig);
      }
  for (size_t f = 0; f < 4; f++)
    CHECK(found[f] >= 5, "field %zu was shown %u times", f, found[f]);
}
