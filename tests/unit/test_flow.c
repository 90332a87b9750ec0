/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flow -- the rules of docs/flow.md, each broken by hand; and nothing else is.
 *
 * On hypercube:2 a packet from switch 0 to switch 3 leaves by port 0, crosses switch 1, and
 * leaves that by port 1.  Channels 0 and 1 are the links, 2 and 3 the lanes.
 */
#include "run/flow/flow.h"

#include "tests/unit/flow_unit.h"

#define WAIVED(rule) (UINT32_C(1) << (rule))

static const struct stage_row plain = {.spec = "hypercube:2"};

TEST(test_a_packet_on_its_way)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 3);
  inject(&s, 0, 1, 8, 0);
  good_cycle(&s);
  good_cycle(&s); /* a design may take its time */
  offer(&s, 0, 0, 7, 3);
  refuse(&s, 0, 0);
  eject(&s, 0, 3, 8, 0);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 3);
  good_cycle(&s);
  offer(&s, 1, 1, 7, 3);
  good_cycle(&s);
  eject(&s, 3, 1, 7, 3);
  good_cycle(&s);
  stage_close(&s);
}

TEST(test_path)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 3);
  good_cycle(&s);
  offer(&s, 0, 1, 7, 3);
  const struct flow_fault fault =
      bad_cycle(&s, FLOW_PATH, 0, "rule path: packet 7 leaves by port 1; allowed: port 0");

  CHECK(fault.known && fault.inside.channel == 2 && fault.inside.cycle == 0 &&
            fault.exit == 1,
        "channel %u cycle %" PRIu64, fault.inside.channel, fault.inside.cycle);
  stage_close(&s);
}

TEST(test_header)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 3);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  bad_cycle(&s, FLOW_HEADER, 0,
            "rule header: packet 7 leaves by port 0 with header 0x1 (destination=1); "
            "allowed: header 0x3 (destination=3)");
  stage_close(&s);
}

TEST(test_eject)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 3);
  inject(&s, 1, 0, 8, 1);
  good_cycle(&s);
  eject(&s, 0, 2, 7, 3);
  bad_cycle(&s, FLOW_EJECT, 0, "rule eject: packet 7 is ejected; allowed: port 0");
  offer(&s, 1, 0, 8, 1);
  bad_cycle(&s, FLOW_EJECT, 1, "rule eject: packet 8 leaves by port 0; allowed: ejection");
  stage_close(&s);
}

TEST(test_order_of_a_channel)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 3);
  inject(&s, 0, 1, 8, 1);
  good_cycle(&s);
  inject(&s, 0, 0, 9, 1);
  inject(&s, 0, 1, 10, 2);
  good_cycle(&s);
  offer(&s, 0, 0, 8, 1);  /* of another channel than 7 */
  offer(&s, 0, 1, 10, 2); /* by another queue than 8 */
  good_cycle(&s);
  offer(&s, 0, 0, 9, 1);
  const struct flow_fault fault =
      bad_cycle(&s, FLOW_ORDER, 0,
                "rule order: packet 9 leaves by port 0 before packet 7, which entered by "
                "the same channel earlier: REORDER or LOST");

  CHECK(fault.has_other && fault.other.cycle == 0, "other %d", fault.has_other);
  stage_close(&s);
}

TEST(test_order_of_ejections)
{
  struct stage s;

  stage_open(&s, &plain);
  for (uint32_t number = 7; number < 11; number++) {
    inject(&s, 0, 0, number, 0);
    good_cycle(&s);
  }
  eject(&s, 0, 0, 8, 0); /* in one cycle there is no order */
  eject(&s, 0, 2, 7, 0);
  good_cycle(&s);
  eject(&s, 0, 2, 10, 0);
  bad_cycle(&s, FLOW_ORDER, 0,
            "rule order: packet 10 is ejected before packet 9, which entered by the same "
            "channel earlier: REORDER or LOST");
  stage_close(&s);
}

TEST(test_duplicate)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 2, 0, 8, 3);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  bad_cycle(&s, FLOW_DUPLICATE, 0,
            "rule duplicate: packet 7 leaves by port 0, but is not inside: it has left "
            "already, or never came");
  offer(&s, 0, 1, 8, 3);
  bad_cycle(&s, FLOW_DUPLICATE, 0,
            "rule duplicate: packet 8 leaves by port 1, but is not inside: it has left "
            "already, or never came");
  stage_close(&s);
}

TEST(test_corrupt)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 8, 1);
  s.out[0][0].data ^= UINT64_C(1) << 30 | UINT64_C(1) << 20;
  const struct flow_fault fault = bad_cycle(
      &s, FLOW_CORRUPT, 0,
      "rule corrupt: data 0xae40100008, which no packet inside has, leave by port 0; "
      "the nearest is packet 8 with 0xae00000008, different in bits 20, 30");

  CHECK(fault.has_other && fault.other.packet.data == stage_packet(&s, 8, 1).data,
        "the nearest is not packet 8");
  stage_close(&s);
}

/* Each of two packets inside is the nearest when it is damaged; and nothing is inside. */
TEST(test_the_nearest_is_named)
{
  struct flow_fault fault;
  struct stage s;

  for (uint32_t number = 7; number < 9; number++) {
    stage_open(&s, &plain);
    inject(&s, 0, 0, 7, 1);
    inject(&s, 0, 1, 8, 1);
    good_cycle(&s);
    offer(&s, 0, 0, number, 1);
    s.out[0][0].data ^= UINT64_C(1) << 30 | UINT64_C(1) << 20;
    CHECK(flow_cycle(&s, &fault) && fault.rule == FLOW_CORRUPT &&
              fault.other.packet.data == stage_packet(&s, number, 1).data,
          "packet %u", number);
    stage_close(&s);
  }
  stage_open(&s, &plain);
  offer(&s, 0, 0, 9, 1);
  s.out[0][0].data ^= UINT64_C(1) << 30;
  CHECK(flow_cycle(&s, &fault) && fault.rule == FLOW_CORRUPT && !fault.has_other,
        "nothing is inside");
  stage_close(&s);
}

TEST(test_a_reset_forgets)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 2);
  good_cycle(&s);
  const struct packet old = stage_packet(&s, 8, 2);

  s.seed++;
  flow_reset(s.flow, s.seed);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  good_cycle(&s);
  offer(&s, 0, 1, 8, 2);
  s.out[0][1] = old;
  bad_cycle(&s, FLOW_RESET, 0,
            "rule reset: packet 8 leaves by port 1, and was sent before the last reset");
  stage_close(&s);
}

TEST(test_stable)
{
  struct stage s;

  stage_open(&s, &plain);
  for (uint32_t lane = 0; lane < 2; lane++)
    inject(&s, 0, lane, 7 + lane, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  refuse(&s, 0, 0);
  good_cycle(&s);
  offer(&s, 0, 0, 8, 1);
  refuse(&s, 0, 0);
  bad_cycle(
      &s, FLOW_STABLE, 0,
      "rule stable: port 0 offered packet 7, which was refused, and now offers packet "
      "8");
  bad_cycle(&s, FLOW_STABLE, 0,
            "rule stable: port 0 offered packet 8, which was refused, and now offers "
            "nothing");
  good_cycle(&s); /* told once */
  stage_close(&s);
}

/* The same packet, with a bit of its check inverted. */
TEST(test_an_offer_with_other_data)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  refuse(&s, 0, 0);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  s.out[0][0].data ^= UINT64_C(1) << 39;
  refuse(&s, 0, 0);
  bad_cycle(&s, FLOW_STABLE, 0,
            "rule stable: port 0 offered packet 7, which was refused, and now offers data "
            "0x5100000007 in place of 0xd100000007");
  stage_close(&s);
}

/* While another port of the switch still offers. */
TEST(test_one_of_two_offers_vanishes)
{
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 2);
  good_cycle(&s);
  for (uint32_t port = 0; port < 2; port++) {
    offer(&s, 0, port, 7 + port, 1 << port);
    refuse(&s, 0, port);
  }
  good_cycle(&s);
  offer(&s, 0, 1, 8, 2);
  refuse(&s, 0, 1);
  bad_cycle(&s, FLOW_STABLE, 0,
            "rule stable: port 0 offered packet 7, which was refused, and now offers "
            "nothing");
  stage_close(&s);
}

/* With several VCs an offer may vanish for a while, and comes back as it was. */
TEST(test_stable_with_virtual_channels)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "torus:4", .vcs = 2});
  inject(&s, 0, 0, 7, 1);
  inject(&s, 0, 1, 8, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 7, 1);
  refuse(&s, 0, 0);
  good_cycle(&s);
  good_cycle(&s);
  offer(&s, 0, 0, 8, 1);
  refuse(&s, 0, 0);
  CHECK(flow_cycle(&s, &(struct flow_fault){.count = 0}), "another packet");
  stage_close(&s);
}

TEST(test_one_vc_and_sends)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "torus:4", .vcs = 2});
  offer(&s, 1, 2, 7, 0);
  offer(&s, 1, 3, 7, 0);
  refuse(&s, 1, 2);
  refuse(&s, 1, 3);
  bad_cycle(&s, FLOW_ONE_VC, 1, "rule one-vc: port 1 offers packets of several VCs");
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "hypercube:3", .sends = 2});
  for (uint32_t port = 0; port < 2; port++) {
    offer(&s, 1, port, port, 0);
    refuse(&s, 1, port);
  }
  good_cycle(&s);
  for (uint32_t port = 0; port < 3; port++) {
    offer(&s, 1, port, port, 0);
    refuse(&s, 1, port);
  }
  bad_cycle(&s, FLOW_SENDS, 1, "rule sends: 3 ports offer a packet; at most 2 may");
  stage_close(&s);
  stage_open(&s, &(struct stage_row){.spec = "torus:4x4", .vcs = 2, .sends = 2});
  for (uint32_t port = 0; port < 4; port += 3) {
    offer(&s, 1, port * 2 + 1, port, 0);
    refuse(&s, 1, port * 2 + 1);
  }
  good_cycle(&s);
  stage_close(&s);
}

TEST(test_capacity)
{
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .capacity = 2});
  for (uint32_t number = 0; number < 2; number++) {
    inject(&s, 2, 0, number, 1);
    good_cycle(&s);
  }
  inject(&s, 2, 0, 2, 1);
  good_cycle(&s); /* it enters at the edge */
  bad_cycle(&s, FLOW_CAPACITY, 2,
            "rule capacity: packet 2 has entered, and 3 packets are inside");
  good_cycle(&s); /* told once */
  stage_close(&s);
}

/* The oldest of its channel, and its port is idle and ready. */
TEST(test_lost)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 3, 1, 9, 1);
  good_cycle(&s);
  inject(&s, 0, 0, 8, 1);
  good_cycle(&s);
  refuse(&s, 0, 0);
  refuse(&s, 3, 1);
  struct links links = stage_links(&s);

  CHECK(!flow_lost(s.flow, 9, &links, &fault), "ports that refuse");
  stage_clear(&s);
  offer(&s, 0, 0, 7, 1);
  links = stage_links(&s);
  CHECK(flow_lost(s.flow, 9, &links, &fault) && fault.at == 3 && fault.count == 1 &&
            fault.rule == FLOW_LOST && fault.inside.cycle == 0 && fault.exit == 1,
        "packet 9: switch %u, %u lost", fault.at, fault.count);
  stage_close(&s);
}

/* The packet that entered first, at the lowest switch; there is no other. */
TEST(test_the_first_that_is_lost)
{
  struct flow_fault fault;
  struct stage s;

  stage_open(&s, &plain);
  inject(&s, 2, 0, 9, 0);
  good_cycle(&s);
  inject(&s, 0, 0, 7, 1);
  inject(&s, 3, 0, 8, 1);
  good_cycle(&s);
  struct links links = stage_links(&s);

  CHECK(flow_lost(s.flow, 9, &links, &fault) && fault.at == 2 && fault.count == 3,
        "switch %u, %u lost", fault.at, fault.count);
  offer(&s, 2, 1, 9, 0);
  good_cycle(&s);
  eject(&s, 0, 1, 9, 0);
  good_cycle(&s);
  links = stage_links(&s);
  CHECK(flow_lost(s.flow, 9, &links, &fault) && fault.at == 0 && fault.count == 2,
        "switch %u, %u lost", fault.at, fault.count);
  stage_close(&s);
}

/* What a terminal sees of the queues. */
TEST(test_packets_of_a_port)
{
  struct stage s;

  stage_open(&s, &plain);
  for (uint32_t number = 0; number < 3; number++) {
    inject(&s, 0, 0, number, number == 0 ? 2 : 1);
    good_cycle(&s);
  }
  CHECK(flow_packets(s.flow, 0, 0) == 2 && flow_packets(s.flow, 0, 1) == 1 &&
            flow_packets(s.flow, 1, 0) == 0,
        "%u %u", flow_packets(s.flow, 0, 0), flow_packets(s.flow, 0, 1));
  stage_close(&s);
}

/* A rule that is waived is not reported, and what follows is judged as if it were right. */
TEST(test_waived)
{
  const uint32_t waived = WAIVED(FLOW_PATH) | WAIVED(FLOW_ORDER) | WAIVED(FLOW_CORRUPT);
  struct stage s;

  stage_open(&s, &(struct stage_row){.spec = "hypercube:2", .waived = waived});
  inject(&s, 0, 0, 7, 3);
  good_cycle(&s);
  inject(&s, 0, 0, 8, 1);
  good_cycle(&s);
  offer(&s, 0, 0, 8, 1);
  good_cycle(&s);
  offer(&s, 0, 1, 7, 3);
  good_cycle(&s);
  offer(&s, 0, 1, 7, 3);
  bad_cycle(&s, FLOW_DUPLICATE, 0,
            "rule duplicate: packet 7 leaves by port 1, but is not inside: it has left "
            "already, or never came");
  stage_close(&s);
}

TEST(test_names_of_rules)
{
  struct err err = {.kind = ERR_NONE};
  uint32_t rules;

  CHECK(flow_rules_read(&rules, "order,one-vc", &err) &&
            rules == (WAIVED(FLOW_ORDER) | WAIVED(FLOW_ONE_VC)),
        "%#x", rules);
  CHECK(flow_rules_read(&rules, "path", &err) && rules == WAIVED(FLOW_PATH), "%#x", rules);
  CHECK(flow_rules_read(&rules, NULL, &err) && rules == 0, "%#x", rules);
  CHECK(!flow_rules_read(&rules, "oder", &err), "oder");
  assert_string_equal(err.text,
                      "--waive: 'oder' is no rule of docs/flow.md; did you mean 'order'?");
  CHECK(!flow_rules_read(&rules, "", &err), "empty");
  assert_string_equal(err.text, "--waive: the list is empty");
}
