/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow_lost -- packets that stay inside though they could leave, and what became of an
 * overtaken one.
 *
 * On hypercube:2 a packet from switch 0 to switch 1 or 3 leaves by port 0, one to switch 2
 * by port 1.
 */
#include "tests/unit/flow_unit.h"

enum { RESTS = 256 }; /* docs/flow.md */

static const struct stage_row plain = {.spec = "hypercube:2"};
static const struct stage_row patient = {.spec = "hypercube:2", .patience = 3};

static void rest(struct stage *s, uint32_t cycles)
{
  for (uint32_t i = 0; i < cycles; i++)
    good_cycle(s);
}

/* A switch may rest for 256 cycles with a packet that could leave. */
TEST(test_a_switch_that_rests)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  rest(&s, RESTS);
  bad_cycle(&s, FLOW_LOST, 0,
            "rule lost: packet 7 is inside and does not leave, though port 0 is free, for "
            "257 cycles");
  stage_close(&s);
  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 0);
  good_cycle(&s);
  rest(&s, RESTS);
  bad_cycle(
      &s, FLOW_LOST, 0,
      "rule lost: packet 7 is inside and does not leave, though ejection is free, for "
      "257 cycles");
  stage_close(&s);
}

/* It does not rest in a cycle in which it offers a packet or ejects one: it may serve
 * others first for as long as it likes. */
TEST(test_a_switch_that_works)
{
  struct stage s;

  for (uint32_t way = 0; way < 3; way++) {
    stage_open(&s, &plain);
    inject(&s, 0, 0, 7, 1);
    inject(&s, 0, 1, 8, way < 2 ? 2 : 0);
    good_cycle(&s);
    rest(&s, RESTS);
    if (way == 0)
      refuse(&s, 0, 1);
    if (way < 2)
      offer(&s, 0, 1, 8, 2);
    else
      eject(&s, 0, 3, 8, 0);
    good_cycle(&s);
    if (way == 0)
      offer(&s, 0, 1, 8, 2);
    rest(&s, RESTS + (way == 0));
    CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "way %u: no rest", way);
    stage_close(&s);
  }
}

/* A port that is not ready for a cycle, or is stalled, begins the time anew. */
TEST(test_a_port_that_is_not_ready)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  for (uint32_t i = 0; i < 3; i++) {
    rest(&s, RESTS);
    refuse(&s, 0, 0);
    good_cycle(&s);
  }
  rest(&s, RESTS);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "it stays");
  stage_close(&s);
}

/* Behind another one of its channel a packet is not free; the first one is lost, and named.
 * Of two switches the lower one is. */
TEST(test_which_is_lost)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &patient);
  inject(&s, 2, 0, 9, 3);
  inject(&s, 1, 0, 7, 0);
  good_cycle(&s);
  inject(&s, 1, 0, 8, 0);
  inject(&s, 1, 1, 10, 3);
  good_cycle(&s);
  rest(&s, 2);
  CHECK(flow_cycle(&s, &fault) && fault.rule == FLOW_LOST && fault.at == 1 &&
            fault.packet.data == stage_packet(&s, 7, 0).data && fault.count == 1 &&
            fault.waited == 4,
        "rule %u at %u, %u packets", fault.rule, fault.at, fault.count);
  stage_close(&s);
}

/* The port of the first of a channel is not ready: the second one cannot leave either. */
TEST(test_behind_another)
{
  struct stage s;

  stage_open(&s, &patient);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  inject(&s, 0, 0, 8, 2);
  for (uint32_t i = 0; i < 10; i++) {
    refuse(&s, 0, 0);
    good_cycle(&s);
  }
  stage_close(&s);
}

/* A switch that was empty for a while is looked at again. */
TEST(test_once_more)
{
  struct stage s;

  stage_open(&s, &patient);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  good_cycle(&s);
  eject(&s, 1, 0, 7, 1);
  rest(&s, 3);
  inject(&s, 0, 0, 8, 1);
  rest(&s, 4);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "packet 8 stays");
  stage_close(&s);
}

/* --patience counts every cycle in which the port is free, whatever else the switch does.
 */
TEST(test_patience)
{
  struct stage s;

  stage_open(&s, &patient);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 2);
  good_cycle(&s);
  good_cycle(&s);
  refuse(&s, 0, 0);
  good_cycle(&s);
  offer(&s, 0, 1, 8, 2);
  good_cycle(&s);
  good_cycle(&s);
  bad_cycle(
      &s, FLOW_LOST, 0,
      "rule lost: packet 7 is inside and does not leave, though port 0 is free, for 4 "
      "cycles");
  stage_close(&s);
}

/* With a budget of sends the port is free only while the budget is not used. */
TEST(test_patience_and_sends)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .patience = 3, .sends = 1});
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 2);
  good_cycle(&s);
  for (uint32_t i = 0; i < 5; i++) {
    offer(&s, 0, 1, 8, 2);
    refuse(&s, 0, 1);
    good_cycle(&s);
  }
  rest(&s, 3);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "it stays");
  stage_close(&s);
}

/* One that waits for a phase is not free; where the switch may choose, all ports must be.
 */
TEST(test_choices)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){
                     .spec = "hypercube:2", .routing = "rand-sync", .patience = 3});
  inject(&s, 0, 0, 7, 0 | 1 << 2);
  good_cycle(&s);
  rest(&s, 10);
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "hypercube:2",
                                     .routing = "drand-trans-ooo",
                                     .vcs = 3,
                                     .patience = 3});
  inject(&s, 0, 0, 7, 3 << 2);
  good_cycle(&s);
  for (uint32_t i = 0; i < 10; i++) {
    refuse(&s, 0, i % 2 ? 0 : 3);
    good_cycle(&s);
  }
  rest(&s, 3);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "it stays");
  stage_close(&s);
}

/* A broken order: packet 9 leaves switch 0 before packet 7. */
static struct flow_fault broken_order(struct stage *s)
{
  stage_open(s, &plain);
  inject(s, 0, 0, 7, 3);
  good_cycle(s);
  inject(s, 0, 0, 9, 1);
  good_cycle(s);
  offer(s, 0, 0, 9, 1);
  return bad_cycle(
      s, FLOW_ORDER, 0,
      "rule order: packet 9 leaves by port 0 before packet 7, which entered by "
      "the same channel earlier: REORDER or LOST");
}

static void follow(struct stage *s, struct flow_fault *fault)
{
  const struct links links = stage_links(s);

  flow_follow(s->flow, s->cycle++, &s->machine, &links, fault);
  stage_clear(s);
}

/* Whatever way it leaves by, it has been overtaken. */
TEST(test_reordered)
{
  struct stage s;

  for (uint32_t way = 0; way < 3; way++) {
    struct flow_fault fault = broken_order(&s);

    follow(&s, &fault);
    offer(&s, 0, 1, 8, 2);
    eject(&s, 0, 0, 10, 0);
    follow(&s, &fault);
    if (way < 2)
      offer(&s, 0, way, 7, 3);
    if (way < 2)
      refuse(&s, 0, way);
    follow(&s, &fault);
    CHECK(fault.fate == FLOW_NOT_KNOWN, "fate %u", fault.fate);
    if (way < 2)
      offer(&s, 0, way, 7, 3);
    else
      eject(&s, 0, 2, 7, 3);
    follow(&s, &fault);
    CHECK(fault.fate == FLOW_REORDERED && fault.fate_at == 6, "fate %u", fault.fate);
    stage_close(&s);
  }
}

TEST(test_lost_after_all)
{
  struct stage s;
  struct flow_fault fault = broken_order(&s);

  for (uint32_t i = 0; i < RESTS; i++)
    follow(&s, &fault);
  CHECK(fault.fate == FLOW_NOT_KNOWN, "fate %u", fault.fate);
  follow(&s, &fault);
  CHECK(fault.fate == FLOW_HAS_LOST && fault.fate_at == RESTS + 3, "fate %u at %" PRIu64,
        fault.fate, fault.fate_at);
  stage_close(&s);
}
