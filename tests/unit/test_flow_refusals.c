/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow_refusals -- the judge where terminals refuse what is ejected: docs/flow.md. */
#include "tests/unit/flow_unit.h"

enum { LANE_0 = 2, LANE_1 = 3 };

static const struct stage_row plain = {.spec = "hypercube:2"};
static const struct stage_row patient = {.spec = "hypercube:2", .patience = 4};

/* A packet for its own terminal is inside, and was refused once. */
static void open_refused(struct stage *s, const struct stage_row *row)
{
  stage_open(s, row);
  inject(s, 0, 0, 7, 0);
  inject(s, 0, 1, 8, 0);
  good_cycle(s);
  eject(s, 0, LANE_0, 7, 0);
  decline(s, 0, LANE_0);
  good_cycle(s);
}

/* It stays inside until it is taken, and leaves once. */
TEST(test_taken_later)
{
  struct stage s;

  open_refused(&s, &plain);
  assert_int_equal(flow_inside(s.flow)->lists[0].count, 2);
  for (int i = 0; i < 3; i++) {
    eject(&s, 0, LANE_0, 7, 0);
    decline(&s, 0, LANE_0);
    good_cycle(&s);
  }
  eject(&s, 0, LANE_0, 7, 0);
  good_cycle(&s);
  assert_int_equal(flow_inside(s.flow)->lists[0].count, 1);
  eject(&s, 0, LANE_0, 7, 0);
  bad_cycle(
      &s, FLOW_DUPLICATE, 0,
      "rule duplicate: packet 7 is ejected, but is not inside: it has left already, or "
      "never came");
  stage_close(&s);
}

/* Another channel is taken at the same time; the next packet of the channel comes after. */
TEST(test_other_channels)
{
  struct stage s;

  open_refused(&s, &plain);
  eject(&s, 0, LANE_0, 7, 0);
  decline(&s, 0, LANE_0);
  eject(&s, 0, LANE_1, 8, 0);
  inject(&s, 0, 0, 9, 0);
  good_cycle(&s);
  eject(&s, 0, LANE_0, 7, 0);
  good_cycle(&s);
  eject(&s, 0, LANE_0, 9, 0);
  good_cycle(&s);
  stage_close(&s);
}

/* Ejected and forgotten: with nothing in its place, alone or beside another ejection. */
TEST(test_it_vanishes)
{
  static const char text[] =
      "rule stable: ejection offered packet 7, which was refused, and now offers nothing";

  for (int beside = 0; beside < 2; beside++) {
    struct flow_fault fault;
    struct stage s;

    open_refused(&s, &plain);
    if (beside)
      eject(&s, 0, LANE_1, 8, 0);
    fault = bad_cycle(&s, FLOW_STABLE, 0, text);
    assert_int_equal(fault.channel, LANE_0);
    good_cycle(&s); /* told once */
    inject(&s, 0, 1, 9, 0);
    good_cycle(&s);
    eject(&s, 0, LANE_1, beside ? 9 : 8, 0);
    good_cycle(&s);
    stage_close(&s);
  }
}

/* Replaced by another while the terminal still refuses, or as it takes. */
TEST(test_it_changes)
{
  for (int taken = 0; taken < 2; taken++) {
    struct stage s;

    open_refused(&s, &plain);
    eject(&s, 0, LANE_0, 8, 0);
    if (!taken)
      decline(&s, 0, LANE_0);
    bad_cycle(&s, FLOW_STABLE, 0,
              "rule stable: ejection offered packet 7, which was refused, and now offers "
              "packet 8");
    stage_close(&s);
  }
}

TEST(test_other_data)
{
  struct stage s;

  open_refused(&s, &plain);
  eject(&s, 0, LANE_0, 7, 0);
  s.ejected[0][LANE_0].data ^= UINT64_C(1) << 39;
  decline(&s, 0, LANE_0);
  bad_cycle(
      &s, FLOW_STABLE, 0,
      "rule stable: ejection offered packet 7, which was refused, and now offers data "
      "0x5100000007 in place of 0xd100000007");
  stage_close(&s);
}

TEST(test_another_header)
{
  struct stage s;

  open_refused(&s, &plain);
  eject(&s, 0, LANE_0, 7, 1);
  decline(&s, 0, LANE_0);
  bad_cycle(&s, FLOW_STABLE, 0,
            "rule stable: ejection offered packet 7, which was refused, and now offers it "
            "with another header: header 0x1 (destination=1)");
  stage_close(&s);
}

/* A packet that was overtaken, and is refused: it is still inside. */
TEST(test_overtaken_and_refused)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 0);
  good_cycle(&s);
  inject(&s, 0, 0, 8, 0);
  good_cycle(&s);
  eject(&s, 0, LANE_0, 8, 0);
  CHECK(flow_cycle(&s, &fault) && fault.rule == FLOW_ORDER && fault.has_other, "order");
  for (int taken = 0; taken < 2; taken++) {
    eject(&s, 0, LANE_0, 7, 0);
    if (!taken)
      decline(&s, 0, LANE_0);
    const struct links links = stage_links(&s);
    flow_follow(s.flow, s.cycle++, &s.machine, &links, &fault);
    assert_int_equal(fault.fate, taken ? FLOW_REORDERED : FLOW_NOT_KNOWN);
    stage_clear(&s);
  }
  stage_close(&s);
}

/* What is only offered is not judged: it may be nobody's. */
TEST(test_refused_is_not_ejected)
{
  struct stage s;

  stage_open(&s, &plain);
  eject(&s, 0, LANE_0, 7, 0);
  decline(&s, 0, LANE_0);
  good_cycle(&s);
  eject(&s, 0, LANE_0, 7, 0);
  bad_cycle(
      &s, FLOW_DUPLICATE, 0,
      "rule duplicate: packet 7 is ejected, but is not inside: it has left already, or "
      "never came");
  stage_close(&s);
}

/* A reset forgets what was refused. */
TEST(test_a_reset)
{
  struct stage s;

  open_refused(&s, &plain);
  flow_reset(s.flow, STAGE_SEED);
  good_cycle(&s);
  inject(&s, 0, 1, 9, 0);
  good_cycle(&s);
  eject(&s, 0, LANE_1, 9, 0);
  good_cycle(&s);
  stage_close(&s);
}

/* Waived. */
TEST(test_waived)
{
  struct stage s;

  open_refused(
      &s, &(struct stage_row){.spec = "hypercube:2", .waived = UINT32_C(1) << FLOW_STABLE});
  good_cycle(&s);
  eject(&s, 0, LANE_0, 7, 0);
  good_cycle(&s);
  stage_close(&s);
}

/* A packet is free for the terminal only while that refuses nothing, on any channel. */
TEST(test_lost)
{
  struct stage s;

  stage_open(&s, &patient);
  inject(&s, 0, 0, 7, 0);
  good_cycle(&s);
  for (int i = 0; i < 20; i++) {
    decline(&s, 0, 0);
    good_cycle(&s);
  }
  for (int i = 0; i < 20; i++) {
    decline(&s, 1, 0); /* another terminal */
    if (i < 4)
      good_cycle(&s);
  }
  bad_cycle(
      &s, FLOW_LOST, 0,
      "rule lost: packet 7 is inside and does not leave, though ejection is free, for "
      "5 cycles");
  stage_close(&s);
}

/* A switch that offers its terminal a packet does not rest. */
TEST(test_no_rest)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 0);
  inject(&s, 0, 1, 8, 1);
  good_cycle(&s);
  for (int i = 0; i < 600; i++) {
    eject(&s, 0, LANE_0, 7, 0);
    decline(&s, 0, LANE_0);
    good_cycle(&s);
  }
  eject(&s, 0, LANE_0, 7, 0);
  good_cycle(&s);
  for (int i = 0; i < 256; i++)
    good_cycle(&s);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "packet 8 stays for ever");
  stage_close(&s);
}

/* At the end of a run, while a terminal refuses, nothing is lost for it. */
TEST(test_the_run_ends)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 0);
  good_cycle(&s);
  decline(&s, 0, LANE_1);
  struct links links = stage_links(&s);
  assert_false(flow_lost(s.flow, s.cycle, &links, &fault));
  stage_clear(&s);
  links = stage_links(&s);
  assert_true(flow_lost(s.flow, s.cycle, &links, &fault) && fault.rule == FLOW_LOST);
  stage_close(&s);
}
