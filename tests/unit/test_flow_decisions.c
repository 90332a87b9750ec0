/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow_decisions -- packets that may be told several things: random choices, phases,
 * priorities, multicasts.
 *
 * On hypercube:2 with masks, VC 0 of a port crosses a dimension that was chosen.
 */
#include "run/flow/decisions.h"

#include "base/bits.h"
#include "tests/unit/flow_unit.h"

/* Where a switch chooses at random, any choice is right, and no other. */
TEST(test_random)
{
  const struct stage_row row = {
      .spec = "hypercube:2", .routing = "drand-trans-ooo", .vcs = 3};
  /* With both dimensions in the mask: cross dimension 0, and 1 is left; cross dimension 1,
   * and none is left; choose none, and be forced, by VC 1. */
  static const struct {
    uint32_t queue;
    uint64_t header;
  } right[] = {{0, 2 << 2}, {3, 0}, {1, 0}, {4, 0}};
  struct stage s;

  for (size_t i = 0; i < 4; i++) {
    stage_open(&s, &row);
    inject(&s, 0, 0, 7, 3 << 2);
    good_cycle(&s);
    offer(&s, 0, right[i].queue, 7, right[i].header);
    good_cycle(&s);
    stage_close(&s);
  }
  stage_open(&s, &row);
  inject(&s, 0, 0, 7, 3 << 2);
  good_cycle(&s);
  offer(&s, 0, 3, 7, 2 << 2);
  const struct flow_fault fault = bad_cycle(
      &s, FLOW_HEADER, 0,
      "rule header: packet 7 leaves by port 1 VC 0 with header 0x8 (destination=0 mask=2); "
      "allowed: header 0x0 (destination=0 mask=0)");

  CHECK(fault.decisions == 4, "%u decisions", fault.decisions);
  stage_close(&s);
}

/* Two packets of a channel that both may go either way: the later has left by port 1, so
 * the older one comes too late for it. */
TEST(test_order_of_random_choices)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){
                     .spec = "hypercube:2", .routing = "drand-trans-ooo", .vcs = 3});
  for (uint32_t number = 7; number < 9; number++) {
    inject(&s, 0, 0, number, 3 << 2);
    good_cycle(&s);
  }
  offer(&s, 0, 3, 8, 0);
  good_cycle(&s);
  offer(&s, 0, 3, 7, 0);
  bad_cycle(&s, FLOW_ORDER, 0,
            "rule order: packet 7 leaves by port 1 VC 0 after a packet that entered by the "
            "same channel later");
  stage_close(&s);
}

/* Where a queue is ordered, a later packet of another priority may go first. */
TEST(test_order_and_priority)
{
  const uint64_t second = 1 | 1 << 2,
                 first = 1 | 3 << 2; /* phase, by immediate and final */
  const struct stage_row row = {.spec = "hypercube:2", .routing = "rand-trans-ooo"};
  struct stage s;

  for (uint32_t equal = 0; equal < 2; equal++) {
    stage_open(&s, &row);
    inject(&s, 0, 0, 7, equal ? first : second);
    good_cycle(&s);
    inject(&s, 0, 0, 8, first);
    good_cycle(&s);
    offer(&s, 0, 0, 8, first);
    if (equal)
      bad_cycle(
          &s, FLOW_ORDER, 0,
          "rule order: packet 8 leaves by port 0 before packet 7, which entered by the "
          "same channel earlier: REORDER or LOST");
    else
      good_cycle(&s);
    stage_close(&s);
  }
}

/* The same where the switch chooses: dimension 0 of two has the higher priority, a forced
 * hop has the lower. */
TEST(test_order_of_random_choices_and_priority)
{
  struct stage s;

  for (uint32_t equal = 0; equal < 2; equal++) {
    stage_open(&s, &(struct stage_row){
                       .spec = "hypercube:2", .routing = "drand-trans-ooo", .vcs = 1});
    for (uint32_t number = 7; number < 9; number++) {
      inject(&s, 0, 0, number, 3 << 2);
      good_cycle(&s);
    }
    offer(&s, 0, 0, 8, 2 << 2);
    good_cycle(&s);
    offer(&s, 0, 0, 7, equal ? 2 << 2 : 0);
    if (equal)
      bad_cycle(&s, FLOW_ORDER, 0,
                "rule order: packet 7 leaves by port 0 after a packet that entered by the "
                "same channel later");
    else
      good_cycle(&s);
    stage_close(&s);
  }
}

/* A packet that waits for a phase may be overtaken, and not leave; then it may. */
TEST(test_phases)
{
  const uint64_t here = 0 | 1 << 2, there = 1 | 1 << 2; /* immediate, final */
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-sync"});
  inject(&s, 0, 0, 7, here);
  good_cycle(&s);
  inject(&s, 0, 0, 8, there);
  good_cycle(&s);
  offer(&s, 0, 0, 8, there);
  s.phase = 1;
  good_cycle(&s);
  offer(&s, 0, 0, 7, there);
  good_cycle(&s);
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-sync"});
  inject(&s, 0, 0, 7, here);
  good_cycle(&s);
  offer(&s, 0, 0, 7, there);
  bad_cycle(&s, FLOW_PATH, 0, "rule path: packet 7 leaves by port 0; allowed: waiting");
  stage_close(&s);
}

/* A phase begins again at 0. */
TEST(test_a_reset_begins_with_the_first_phase)
{
  const uint64_t here = 0 | 1 << 2, there = 1 | 1 << 2; /* immediate, final */
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-sync"});
  s.phase = 1;
  good_cycle(&s);
  s.phase = 0;
  flow_reset(s.flow, s.seed);
  inject(&s, 0, 0, 7, here);
  good_cycle(&s);
  offer(&s, 0, 0, 7, there);
  bad_cycle(&s, FLOW_PATH, 0, "rule path: packet 7 leaves by port 0; allowed: waiting");
  stage_close(&s);
}

/* A copy for each port that the decision names, in any order; each once. */
TEST(test_multicast)
{
  uint64_t header;
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "d3:2,3", .routing = "source-vector"});
  const struct route_out way = broadcast_way(&s, &header);

  CHECK(bits_count(way.ports) == 3 && !way.eject, "ports %#" PRIx64, way.ports);
  inject(&s, 0, 0, 7, header);
  good_cycle(&s);
  for (uint32_t port = 3; port-- > 0;) {
    offer(&s, 0, bits_highest(way.ports) - port, 7, way.header);
    good_cycle(&s);
  }
  inject(&s, 0, 0, 8, header);
  good_cycle(&s);
  for (uint32_t time = 0; time < 2; time++) {
    offer(&s, 0, bits_lowest(way.ports), 8, way.header);
    if (time == 0)
      good_cycle(&s);
  }
  bad_cycle(&s, FLOW_DUPLICATE, 0,
            "rule duplicate: packet 8 leaves by port 0 (hold), but has left so already");
  stage_close(&s);
}

/* A packet that may go several ways is lost when all of them are free; one that waits for a
 * phase is not, and is when the phase has come. */
TEST(test_lost_with_several_decisions)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &(struct stage_row){
                     .spec = "hypercube:2", .routing = "drand-trans-ooo", .vcs = 3});
  inject(&s, 0, 0, 7, 3 << 2);
  good_cycle(&s);
  for (uint32_t queue = 0; queue < 4; queue += 3) {
    refuse(&s, 0, queue);
    const struct links refused = stage_links(&s);

    CHECK(!flow_lost(s.flow, 9, &refused, &fault), "queue %u refuses", queue);
    stage_clear(&s);
  }
  const struct links free = stage_links(&s);

  CHECK(flow_lost(s.flow, 9, &free, &fault), "all are free");
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-sync"});
  inject(&s, 0, 0, 7, 0 | 1 << 2);
  good_cycle(&s);
  CHECK(!flow_lost(s.flow, 9, &free, &fault), "it waits");
  s.phase = 1;
  good_cycle(&s);
  CHECK(flow_lost(s.flow, 9, &free, &fault), "it may go");
  stage_close(&s);
}
