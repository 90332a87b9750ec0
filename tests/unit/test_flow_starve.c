/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow_starve -- which packets have been overtaken, how often, and how long one stays.
 *
 * On hypercube:2 a packet from switch 0 to switch 1 or 3 leaves by port 0, one to switch 2
 * by port 1.
 */
#include "base/bits.h"
#include "tests/unit/flow_unit.h"

static void enters(struct stage *s, uint32_t lane, uint32_t number, uint64_t header)
{
  inject(s, 0, lane, number, header);
  good_cycle(s);
}

static void leaves(struct stage *s, uint32_t queue, uint32_t number, uint64_t header)
{
  offer(s, 0, queue, number, header);
  good_cycle(s);
}

static void check_passed(const struct stage *s, uint32_t most, const char *text)
{
  const struct flow_figures figures = flow_figures(s->flow);

  CHECK(figures.passed == most, "%s: %u overtakings, not %u", text, figures.passed, most);
}

/* Two later packets of another channel may leave before it, and no third. */
TEST(test_starve)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .starve = 2});
  enters(&s, 0, 7, 3);
  for (uint32_t number = 8; number < 11; number++)
    enters(&s, 1, number, 1);
  leaves(&s, 0, 8, 1);
  leaves(&s, 0, 9, 1);
  offer(&s, 0, 0, 10, 1);
  const struct flow_fault fault = bad_cycle(
      &s, FLOW_STARVE, 0,
      "rule starve: packet 10 leaves by port 0, and 3 later packets have left by this port "
      "before packet 7, which could have");

  CHECK(fault.has_other && fault.other.cycle == 0 && fault.known &&
            fault.inside.channel == 3,
        "other of cycle %" PRIu64, fault.other.cycle);
  stage_close(&s);
}

/* Without a bound there is the figure: the most of any packet, and where. */
TEST(test_figures)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2"});
  enters(&s, 0, 7, 3);
  for (uint32_t number = 8; number < 11; number++) {
    enters(&s, 1, number, 1);
    leaves(&s, 0, number, 1);
  }
  leaves(&s, 0, 7, 3);
  enters(&s, 0, 11, 2);
  for (uint32_t number = 12; number < 15; number++) {
    enters(&s, 1, number, 2);
    leaves(&s, 1, number, 2);
  }
  leaves(&s, 1, 11, 2);
  const struct flow_figures figures = flow_figures(s.flow);

  CHECK(figures.passed == 3 && figures.passed_at == 0 && figures.passed_exit == 0 &&
            figures.passed_packet.data == stage_packet(&s, 7, 3).data,
        "%u at %u by %u", figures.passed, figures.passed_at, figures.passed_exit);
  CHECK(figures.stay == 7 && figures.stay_at == 0 &&
            figures.stay_packet.data == stage_packet(&s, 7, 3).data,
        "%" PRIu64 " cycles at %u", figures.stay, figures.stay_at);
  flow_reset(s.flow, s.seed);
  check_passed(&s, 3, "after a reset");
  stage_close(&s);
}

/* A packet that owes copies to several ports may have to wait for all of them. */
TEST(test_multicast)
{
  uint64_t header;
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "d3:2,3", .routing = "source-vector"});
  const struct route_out way = broadcast_way(&s, &header);

  enters(&s, 0, 7, header);
  enters(&s, 1, 8, header);
  leaves(&s, bits_lowest(way.ports), 8, way.header);
  check_passed(&s, 0, "of three copies");
  stage_close(&s);
}

/* A packet that entered earlier, or in the same cycle, goes first by right. */
TEST(test_entry)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2"});
  enters(&s, 0, 7, 1);
  inject(&s, 0, 0, 8, 1);
  enters(&s, 1, 9, 1);
  leaves(&s, 0, 7, 1);
  leaves(&s, 0, 9, 1);
  leaves(&s, 0, 8, 1);
  check_passed(&s, 0, "of the same cycle");
  stage_close(&s);
}

/* By another port nobody is overtaken. */
TEST(test_ports)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2"});
  enters(&s, 0, 7, 1);
  enters(&s, 1, 8, 2);
  leaves(&s, 1, 8, 2);
  check_passed(&s, 0, "by another port");
  stage_close(&s);
}

/* A packet behind another one of its channel could not leave; nor in the cycle in which
 * that one leaves. */
TEST(test_the_oldest_of_a_channel)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2"});
  enters(&s, 0, 7, 2);
  enters(&s, 0, 8, 1);
  for (uint32_t number = 9; number < 12; number++)
    enters(&s, 1, number, 1);
  leaves(&s, 0, 9, 1);
  check_passed(&s, 0, "behind another one");
  offer(&s, 0, 0, 10, 1);
  offer(&s, 0, 1, 7, 2);
  good_cycle(&s);
  check_passed(&s, 0, "in the cycle in which that one leaves");
  leaves(&s, 0, 11, 1);
  check_passed(&s, 1, "now it is the oldest");
  stage_close(&s);
}

/* In the order of queues the one before leaves in the same cycle, by a lower queue. */
TEST(test_the_oldest_leaves_first)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2"});
  enters(&s, 0, 7, 1);
  enters(&s, 0, 8, 2);
  enters(&s, 1, 9, 2);
  offer(&s, 0, 0, 7, 1);
  offer(&s, 0, 1, 9, 2);
  good_cycle(&s);
  check_passed(&s, 0, "the one before has left in this cycle");
  stage_close(&s);
}

/* Another VC of the port is taken before it: it could have left only where its own VC would
 * have been taken.  On torus:4 a packet from 2 to 0 leaves by VC 0, one to 3 by VC 1. */
TEST(test_vcs)
{
  struct stage s;

  for (uint32_t ready = 0; ready < 2; ready++) {
    stage_open(&s, &(struct stage_row){.spec = "torus:4", .vcs = 2});
    inject(&s, 2, 0, 7, 0);
    good_cycle(&s);
    inject(&s, 2, 1, 8, 3);
    good_cycle(&s);
    offer(&s, 2, 1, 8, 3);
    if (!ready)
      refuse(&s, 2, 0);
    good_cycle(&s);
    check_passed(&s, ready, ready ? "VC 0 is ready" : "VC 0 is not ready");
    stage_close(&s);
  }
}

/* Where a queue is ordered, higher priorities go first by right; phase 1, by immediate and
 * final destination, is the higher one. */
TEST(test_priorities)
{
  const uint64_t first = 1 | 3 << 2, second = 1 | 1 << 2;
  struct stage s;

  for (uint32_t equal = 0; equal < 2; equal++) {
    stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-trans-ooo"});
    enters(&s, 0, 7, equal ? first : second);
    enters(&s, 1, 8, first);
    leaves(&s, 0, 8, first);
    check_passed(&s, equal, equal ? "equal priorities" : "different ones");
    stage_close(&s);
  }
}

/* One that may go elsewhere, or waits for a phase, has not been overtaken. */
TEST(test_choices)
{
  const uint64_t here = 0 | 1 << 2, there = 1 | 1 << 2; /* immediate, final */
  struct stage s;

  stage_open(&s, &(struct stage_row){
                     .spec = "hypercube:2", .routing = "drand-trans-ooo", .vcs = 3});
  enters(&s, 0, 7, 3 << 2);
  enters(&s, 1, 8, 3 << 2);
  leaves(&s, 0, 8, 2 << 2);
  check_passed(&s, 0, "a packet with a choice");
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .routing = "rand-sync"});
  enters(&s, 0, 7, here);
  enters(&s, 1, 8, there);
  leaves(&s, 0, 8, there);
  check_passed(&s, 0, "a packet that waits");
  s.phase = 1;
  good_cycle(&s);
  enters(&s, 1, 9, there);
  enters(&s, 0, 10, there);
  leaves(&s, 0, 10, there);
  check_passed(&s, 1, "a packet of this phase, before one of this phase");
  stage_close(&s);
}
