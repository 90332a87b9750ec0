/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop_judge -- the public API: rules that pins break, worked out by hand.
 *
 * On hypercube:2 a packet from switch 0 to switch 3 leaves by port 0, and one to switch 2
 * by port 1.  Channels 0 and 1 are the links, 2 and 3 the lanes.
 */
#include "include/lockhop.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

struct stage {
  struct lockhop_judge *judge;
  uint32_t sw; /* given to lockhop_judge_pins */
  struct lockhop_inputs in;
  struct lockhop_outputs out;
};

static const struct lockhop_description plain = {.topology = "hypercube:2", .lanes = 2};

/* A quiet cycle: everybody is ready. */
static void clear(struct stage *s)
{
  s->in = (struct lockhop_inputs){.out_ready = UINT64_MAX, .here = s->in.here};
  s->out = (struct lockhop_outputs){.in_ready = UINT64_MAX, .inject_ready = UINT64_MAX};
}

static void open_stage(struct stage *s, const struct lockhop_description *description,
                       uint32_t sw)
{
  struct lockhop_error error;

  *s = (struct stage){.judge = lockhop_judge_open(description, sw, &error)};
  CHECK(s->judge != NULL, "%s", error.text);
  clear(s);
}

static void inject(struct stage *s, uint32_t lane, uint64_t header, uint64_t data)
{
  s->in.inject_valid |= UINT64_C(1) << lane;
  s->in.inject_packet[lane] = (struct lockhop_packet){header, data};
}

static void come(struct stage *s, uint32_t queue, uint32_t port, uint64_t header,
                 uint64_t data)
{
  s->in.in_valid |= UINT64_C(1) << queue;
  s->in.in_packet[port] = (struct lockhop_packet){header, data};
}

static void offer(struct stage *s, uint32_t queue, uint32_t port, uint64_t header,
                  uint64_t data)
{
  s->out.out_valid |= UINT64_C(1) << queue;
  s->out.out_packet[port] = (struct lockhop_packet){header, data};
}

static void eject(struct stage *s, uint32_t channel, uint64_t header, uint64_t data)
{
  s->out.eject_valid |= UINT64_C(1) << channel;
  s->out.eject_packet[channel] = (struct lockhop_packet){header, data};
}

static void tick(struct stage *s)
{
  struct lockhop_error error;

  lockhop_judge_pins(s->judge, s->sw, &s->in, &s->out);
  CHECK(lockhop_judge_tick(s->judge, &error), "%s", error.text);
  clear(s);
}

static void good_tick(struct stage *s)
{
  tick(s);
  const struct lockhop_verdict v = lockhop_judge_verdict_of(s->judge);

  CHECK(!v.broken && !v.text && !v.rule, "%s", v.text);
}

static void expect(struct stage *s, const char *rule, uint64_t cycle, const char *text)
{
  const struct lockhop_verdict v = lockhop_judge_verdict_of(s->judge);

  CHECK(v.broken, "not found: %s", text);
  CHECK(strcmp(v.rule, rule) == 0 && v.cycle == cycle && strcmp(v.text, text) == 0,
        "%s in cycle %llu: %s\nwanted %s in cycle %llu: %s", v.rule,
        (unsigned long long)v.cycle, v.text, rule, (unsigned long long)cycle, text);
}

/* Nothing changes a verdict. */
static void close_stage(struct stage *s)
{
  const struct lockhop_verdict before = lockhop_judge_verdict_of(s->judge);
  struct lockhop_error error;

  offer(s, 0, 0, 3, 99);
  if (before.broken)
    tick(s);
  CHECK(lockhop_judge_end(s->judge, &error), "%s", error.text);
  const struct lockhop_verdict after = lockhop_judge_verdict_of(s->judge);

  assert_true(before.rule == after.rule && before.cycle == after.cycle);
  lockhop_judge_close(s->judge);
}

TEST(test_nothing_is_wrong)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  for (int i = 0; i < 3; i++) { /* in reset pins mean nothing */
    s.in.rst = true;
    inject(&s, 0, 3, 7);
    offer(&s, 0, 0, 3, 8);
    eject(&s, 0, 0, 9);
    good_tick(&s);
  }
  inject(&s, 0, 3, 7);
  inject(&s, 1, 0, 8);
  come(&s, 1, 1, 1, 9);
  good_tick(&s);
  offer(&s, 0, 0, 3, 7);
  s.in.out_ready = 2;
  eject(&s, 3, 0, 8);
  good_tick(&s);
  offer(&s, 0, 0, 3, 7);
  inject(&s, 0, 3, 10); /* refused, so it is not inside */
  s.out.inject_ready = 2;
  good_tick(&s);
  offer(&s, 0, 0, 1, 9);
  inject(&s, 0, 3, 11);
  good_tick(&s);
  offer(&s, 0, 0, 3, 11);
  good_tick(&s);
  assert_int_equal(lockhop_judge_shape(s.judge).switches, 1);
  assert_int_equal(lockhop_judge_shape(s.judge).channels, 4);
  close_stage(&s);
}

TEST(test_path)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  s.in.rst = true;
  good_tick(&s);
  inject(&s, 0, 3, 0x107);
  good_tick(&s);
  good_tick(&s);
  offer(&s, 1, 1, 3, 0x107);
  tick(&s);
  expect(&s, "path", 2,
         "cycle 2, switch 0 (00), rule path: packet 0x107 leaves by port 1; allowed: port "
         "0\n  packet 0x107 entered by channel 2 (lane 0) in cycle 0 with header 0x3 "
         "(destination=3)");
  const struct lockhop_verdict v = lockhop_judge_verdict_of(s.judge);

  assert_true(v.sw == 0 && v.port == 1 && v.vc == 0 && !v.ejected);
  close_stage(&s);
}

TEST(test_header)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  come(&s, 1, 1, 3, 7);
  good_tick(&s);
  offer(&s, 0, 0, 1, 7);
  tick(&s);
  expect(&s, "header", 1,
         "cycle 1, switch 0 (00), rule header: packet 0x7 leaves by port 0 with header 0x1 "
         "(destination=1); allowed: header 0x3 (destination=3)\n  packet 0x7 entered by "
         "channel 1 in cycle 0 with header 0x3 (destination=3)");
  close_stage(&s);
}

TEST(test_eject)
{
  struct stage s;

  open_stage(&s, &plain, 2);
  come(&s, 1, 1, 3, 7);
  good_tick(&s);
  eject(&s, 3, 3, 7);
  tick(&s);
  expect(&s, "eject", 1,
         "cycle 1, switch 2 (10), rule eject: packet 0x7 is ejected; allowed: port 0\n"
         "  packet 0x7 entered by channel 1 in cycle 0 with header 0x3 (destination=3)");
  const struct lockhop_verdict v = lockhop_judge_verdict_of(s.judge);

  assert_true(v.sw == 2 && v.port == 3 && v.ejected);
  close_stage(&s);
}

/* Two packets of one channel; `options` say what is allowed. */
static void overtake(struct stage *s, const char *options)
{
  struct lockhop_description description = plain;

  description.options = options;
  open_stage(s, &description, 0);
  inject(s, 0, 3, 7);
  good_tick(s);
  inject(s, 0, 1, 8);
  good_tick(s);
  offer(s, 0, 0, 1, 8);
  tick(s);
}

TEST(test_order)
{
  struct stage s;

  overtake(&s, NULL);
  expect(&s, "order", 2,
         "cycle 2, switch 0 (00), rule order: packet 0x8 leaves by port 0 before packet "
         "0x7, which entered by the same channel earlier: REORDER or LOST\n"
         "  packet 0x8 entered by channel 2 (lane 0) in cycle 1 with header 0x1 "
         "(destination=1)\n"
         "  packet 0x7 entered by channel 2 (lane 0) in cycle 0 with header 0x3 "
         "(destination=3)");
  close_stage(&s);
  overtake(&s, "--waive stable,order");
  assert_false(lockhop_judge_verdict_of(s.judge).broken);
  offer(&s, 0, 0, 3, 7);
  good_tick(&s);
  close_stage(&s);
  overtake(&s, "--data constant");
  assert_false(lockhop_judge_verdict_of(s.judge).broken);
  close_stage(&s);
}

TEST(test_duplicate)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  inject(&s, 0, 3, 7);
  good_tick(&s);
  offer(&s, 0, 0, 3, 7);
  good_tick(&s);
  offer(&s, 0, 0, 3, 7);
  tick(&s);
  expect(&s, "duplicate", 2,
         "cycle 2, switch 0 (00), rule duplicate: packet 0x7 leaves by port 0, but is not "
         "inside: it has left already, or never came");
  close_stage(&s);
}

/* The judge remembers so many packets, and no more. */
TEST(test_memory)
{
  enum { REMEMBERED = 4096 };

  for (uint64_t data = 0; data < 2; data++) {
    struct stage s;

    open_stage(&s, &plain, 0);
    for (uint64_t i = 0; i <= REMEMBERED; i++) {
      inject(&s, 0, 3, i);
      good_tick(&s);
      offer(&s, 0, 0, 3, i);
      good_tick(&s);
    }
    eject(&s, 2, 3, data);
    tick(&s);
    assert_string_equal(lockhop_judge_verdict_of(s.judge).rule,
                        data == 0 ? "corrupt" : "duplicate");
    close_stage(&s);
  }
}

TEST(test_corrupt)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  inject(&s, 0, 3, 0x10);
  inject(&s, 1, 3, 0x7f);
  good_tick(&s);
  offer(&s, 0, 0, 3, 0x15);
  tick(&s);
  expect(&s, "corrupt", 1,
         "cycle 1, switch 0 (00), rule corrupt: data 0x15, which no packet inside has, "
         "leave by port 0; the nearest is packet 0x10 with 0x10, different in bits 0, 2\n"
         "  packet 0x10 entered by channel 2 (lane 0) in cycle 0 with header 0x3 "
         "(destination=3)");
  close_stage(&s);
}

TEST(test_reset)
{
  struct stage s;

  open_stage(&s, &plain, 0);
  inject(&s, 0, 3, 7);
  good_tick(&s);
  for (int i = 0; i < 2; i++) {
    s.in.rst = true;
    good_tick(&s);
  }
  inject(&s, 0, 3, 8);
  good_tick(&s);
  offer(&s, 0, 0, 3, 7);
  tick(&s);
  expect(&s, "reset", 4,
         "cycle 4, switch 0 (00), rule reset: packet 0x7 leaves by port 0, and was sent "
         "before the last reset");
  close_stage(&s);
}

TEST(test_stable)
{
  struct stage s;

  for (int changes = 0; changes < 2; changes++) {
    open_stage(&s, &plain, 0);
    inject(&s, 0, 3, 7);
    inject(&s, 1, 1, 8);
    good_tick(&s);
    offer(&s, 0, 0, 3, 7);
    s.in.out_ready = 2;
    good_tick(&s);
    s.in.out_ready = 2;
    if (changes)
      offer(&s, 0, 0, 1, 8);
    tick(&s);
    expect(&s, "stable", 2,
           changes
               ? "cycle 2, switch 0 (00), rule stable: port 0 offered packet 0x7, which "
                 "was refused, and now offers data 0x8 in place of 0x7"
               : "cycle 2, switch 0 (00), rule stable: port 0 offered packet 0x7, which "
                 "was refused, and now offers nothing");
    close_stage(&s);
  }
}

static void end(struct stage *s)
{
  struct lockhop_error error;

  CHECK(lockhop_judge_end(s->judge, &error), "%s", error.text);
}

/* A packet for switch 0 itself that its terminal refuses in `cycles` cycles. */
static void refuse(struct stage *s, int cycles)
{
  open_stage(s, &plain, 0);
  inject(s, 0, 0, 7);
  good_tick(s);
  for (int i = 0; i < cycles; i++) {
    eject(s, 2, 0, 7);
    s->in.eject_refused = 4;
    good_tick(s);
  }
}

TEST(test_refused_ejection)
{
  struct stage s;

  refuse(&s, 300); /* it is not lost, and not a duplicate */
  eject(&s, 2, 0, 7);
  s.in.eject_refused = ~UINT64_C(4); /* all others, and bits beyond */
  good_tick(&s);
  good_tick(&s);
  close_stage(&s);
  refuse(&s, 1);
  tick(&s);
  expect(&s, "stable", 2,
         "cycle 2, switch 0 (00), rule stable: ejection offered packet 0x7, which was "
         "refused, and now offers nothing");
  assert_true(lockhop_judge_verdict_of(s.judge).ejected);
  assert_int_equal(lockhop_judge_verdict_of(s.judge).port, 2);
  close_stage(&s);
  refuse(&s, 1); /* a reset forgets what was refused */
  s.in.rst = true;
  good_tick(&s);
  good_tick(&s);
  close_stage(&s);
}

/* What stays inside though its terminal takes all is lost; while it refuses, it is not. */
TEST(test_lost_at_a_terminal)
{
  for (uint64_t refused = 0; refused < 2; refused++) {
    struct stage s;

    open_stage(&s, &plain, 0);
    inject(&s, 0, 0, 7);
    good_tick(&s);
    for (int i = 0; i < 258; i++) {
      s.in.eject_refused = refused << 2;
      tick(&s);
    }
    end(&s);
    assert_int_equal(lockhop_judge_verdict_of(s.judge).broken, !refused);
    close_stage(&s);
  }
}

/* A verdict names port and VC of a queue. */
TEST(test_port_and_vc)
{
  struct lockhop_description description = plain;
  struct stage s;

  description.vcs = 2;
  open_stage(&s, &description, 0);
  offer(&s, 3, 1, 2, 7);
  tick(&s);
  const struct lockhop_verdict v = lockhop_judge_verdict_of(s.judge);

  assert_string_equal(v.rule, "corrupt");
  assert_false(v.ejected);
  assert_int_equal(v.port, 1);
  assert_int_equal(v.vc, 1);
  close_stage(&s);
}

TEST(test_at_once)
{
  struct lockhop_description description = plain;
  struct stage s;

  description.vcs = 2;
  open_stage(&s, &description, 0);
  offer(&s, 2, 1, 3, 7);
  offer(&s, 3, 1, 3, 7);
  s.in.out_ready = 0;
  tick(&s);
  expect(&s, "one-vc", 0,
         "cycle 0, switch 0 (00), rule one-vc: port 1 offers packets of several VCs");
  close_stage(&s);
  description.vcs = 1;
  description.sends = 1;
  open_stage(&s, &description, 0);
  offer(&s, 0, 0, 3, 7);
  offer(&s, 1, 1, 2, 8);
  s.in.out_ready = 0;
  tick(&s);
  expect(&s, "sends", 0,
         "cycle 0, switch 0 (00), rule sends: 2 ports offer a packet; at most 1 may");
  close_stage(&s);
}

TEST(test_capacity)
{
  struct lockhop_description description = plain;
  struct stage s;

  description.options = "--capacity 2";
  open_stage(&s, &description, 0);
  inject(&s, 0, 3, 7);
  inject(&s, 1, 3, 8);
  good_tick(&s);
  come(&s, 0, 0, 2, 9);
  good_tick(&s);
  tick(&s);
  expect(&s, "capacity", 2,
         "cycle 2, switch 0 (00), rule capacity: packet 0x9 has entered, and 3 packets are "
         "inside");
  close_stage(&s);
}

/* A packet inside, then `cycles` in which all is quiet and port 0 is ready or not. */
static void wait(struct stage *s, const char *options, int cycles, bool ready)
{
  struct lockhop_description description = plain;

  description.options = options;
  open_stage(s, &description, 0);
  inject(s, 0, 3, 7);
  good_tick(s);
  for (int i = 0; i < cycles; i++) {
    s->in.out_ready = ready;
    tick(s);
  }
}

TEST(test_lost)
{
  static const char text[] =
      "cycle 64, switch 0 (00), rule lost: packet 0x7 is inside and does not leave, though "
      "port 0 is free\n  packet 0x7 entered by channel 2 (lane 0) in cycle 0 with header "
      "0x3 (destination=3)";
  struct stage s;

  wait(&s, NULL, 64, true);
  end(&s);
  expect(&s, "lost", 64, text);
  close_stage(&s);
  wait(&s, NULL, 63, true); /* it may be on its way */
  end(&s);
  assert_false(lockhop_judge_verdict_of(s.judge).broken);
  close_stage(&s);
  wait(&s, NULL, 400, false);
  end(&s);
  assert_false(lockhop_judge_verdict_of(s.judge).broken);
  close_stage(&s);
  wait(&s, NULL, 256, true);
  assert_false(lockhop_judge_verdict_of(s.judge).broken);
  tick(&s);
  assert_int_equal(lockhop_judge_verdict_of(s.judge).cycle, 257);
  assert_string_equal(lockhop_judge_verdict_of(s.judge).rule, "lost");
  close_stage(&s);
  wait(&s, "--patience 5", 6, true);
  assert_int_equal(lockhop_judge_verdict_of(s.judge).cycle, 6);
  close_stage(&s);
}

/* What moves at the pins is a reason to wait for what does not: 64 cycles from the latest
 * entry, ejection or departure.  What is refused does not move. */
TEST(test_moves)
{
  enum { ENTERS, IS_EJECTED, LEAVES, IS_REFUSED, IS_NOT_EJECTED, KINDS };
  static const struct {
    uint64_t header;
    uint64_t lost; /* cycle */
  } rows[KINDS] = {[ENTERS] = {3, 105},
                   [IS_EJECTED] = {0, 106},
                   [LEAVES] = {2, 106},
                   [IS_REFUSED] = {2, 105},
                   [IS_NOT_EJECTED] = {0, 105}};

  for (int kind = 0; kind < KINDS; kind++) {
    const uint64_t header = rows[kind].header;
    struct stage s;

    wait(&s, NULL, 40, true);
    inject(&s, 1, header, 8);
    good_tick(&s);
    for (uint64_t cycle = 42; cycle <= rows[kind].lost; cycle++) {
      if (kind == IS_EJECTED && cycle == 42)
        eject(&s, 3, header, 8);
      if (kind == IS_REFUSED || (kind == LEAVES && cycle == 42))
        offer(&s, 1, 1, header, 8);
      if (kind == IS_NOT_EJECTED) {
        eject(&s, 3, header, 8);
        s.in.eject_refused = 8;
      }
      s.in.out_ready = kind == IS_REFUSED ? 1 : 3;
      end(&s);
      good_tick(&s);
    }
    end(&s);
    assert_int_equal(lockhop_judge_verdict_of(s.judge).cycle, rows[kind].lost);
    assert_string_equal(lockhop_judge_verdict_of(s.judge).rule, "lost");
    close_stage(&s);
  }
}

/* Which switch it is says the pin; a reset may change it. */
TEST(test_here)
{
  struct stage s;

  open_stage(&s, &plain, LOCKHOP_HERE);
  for (uint64_t here = 0; here < 4; here += 3) {
    s.in.here = here | 4; /* beyond its width */
    if (here) {
      s.in.rst = true;
      good_tick(&s);
    }
    s.in.here = 1; /* means nothing now */
    inject(&s, 0, here, 7);
    good_tick(&s);
    eject(&s, 2, here, 7);
    good_tick(&s);
  }
  inject(&s, 0, 2, 8);
  good_tick(&s);
  offer(&s, 1, 1, 2, 8);
  tick(&s);
  expect(&s, "path", 6,
         "cycle 6, switch 3 (11), rule path: packet 0x8 leaves by port 1; allowed: port 0\n"
         "  packet 0x8 entered by channel 2 (lane 0) in cycle 5 with header 0x2 "
         "(destination=2)");
  close_stage(&s);
}

/* The first packets of a run that start before its first reset and after it.  Not packet 0,
 * of switch 0: its data may be all 0 each time. */
static void find_starts(const struct lockhop_description *description,
                        struct lockhop_packet starts[2])
{
  struct lockhop_error error;
  struct lockhop_inputs inputs;
  struct lockhop_network *network = lockhop_open(description, &error);
  bool found[2] = {false, false}, was_reset = false;

  CHECK(network != NULL, "%s", error.text);
  while (!found[1]) {
    assert_int_equal(lockhop_result_of(network).outcome, LOCKHOP_RUNNING);
    assert_true(lockhop_tick(network, &error));
    for (uint32_t sw = 1; sw < lockhop_shape_of(network).switches; sw++) {
      lockhop_inputs_of(network, sw, &inputs);
      was_reset = was_reset || inputs.rst;
      if (!(inputs.inject_valid & 1) || found[was_reset])
        continue;
      found[was_reset] = true;
      starts[was_reset] = inputs.inject_packet[0];
    }
  }
  assert_true(found[0]);
  lockhop_close(network);
}

static void reset_stage(struct stage *s)
{
  for (int i = 0; i < 3; i++) {
    s->in.rst = true;
    good_tick(s);
  }
}

/* With traffic a reset in mid-run, of any length, changes the data of packets once; the one
 * before the first cycle does not. */
TEST(test_resets_of_traffic)
{
  const struct lockhop_description d = {.topology = "hypercube:2",
                                        .traffic = "uniform,load=1,warmup=0,measure=60",
                                        .depth = 2,
                                        .seed = 3,
                                        .pins = true,
                                        .disturb = "resets"};
  static const struct {
    int resets; /* in mid-run */
    int start;
    const char *rule;
  } rows[] = {{0, 0, "duplicate"}, {0, 1, "corrupt"}, {1, 0, "reset"},
              {1, 1, "duplicate"}, {2, 0, "reset"},   {2, 1, "reset"}};
  struct lockhop_packet starts[2];

  find_starts(&d, starts);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct stage s;

    open_stage(&s, &d, 0);
    reset_stage(&s);
    good_tick(&s);
    for (int k = 0; k < rows[i].resets; k++) {
      reset_stage(&s);
      good_tick(&s);
    }
    offer(&s, 0, 0, starts[rows[i].start].header, starts[rows[i].start].data);
    tick(&s);
    CHECK(strcmp(lockhop_judge_verdict_of(s.judge).rule, rows[i].rule) == 0, "row %zu: %s",
          i, lockhop_judge_verdict_of(s.judge).text);
    close_stage(&s);
  }
}
