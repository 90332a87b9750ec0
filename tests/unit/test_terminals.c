/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_terminals -- first come, first served, to the lowest free lane. */
#include "run/machine/terminals.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "tests/unit/support.h"

enum { SEED = 21 };

/* A schedule of `count` packets in the first `cycles` cycles, some switches busier. */
static struct schedule random_schedule(const struct topology *t, size_t count,
                                       uint32_t cycles, struct rng *rng)
{
  struct schedule schedule = {.count = 0};

  for (uint32_t cycle = 0; cycle < cycles; cycle++)
    for (uint32_t source = 0; source < t->switches; source++) {
      uint64_t most = source == 1 ? 9 : 2;
      uint64_t here = rng_below(rng, 4) == 0 ? rng_below(rng, most + 1) : 0;

      for (uint64_t i = 0; i < here && schedule.count < count; i++)
        schedule_add(&schedule, t, cycle, source, (uint32_t)rng_below(rng, t->switches));
    }
  return schedule;
}

/* The injections of one switch, in order, must be those of the reference: in every cycle
 * the packets that are due and not started, lowest number first, to the free lanes, lowest
 * first. */
static size_t check_switch(const struct terminals *terminals, const struct shape *shape,
                           uint32_t at, uint32_t cycle, uint64_t free_lanes, bool *started,
                           const char *where)
{
  const struct schedule *schedule = terminals->schedule;
  size_t next = 0, expected = 0;

  for (uint32_t lane = 0; lane < 64; lane++) {
    size_t number = 0;

    if (!(free_lanes >> lane & 1))
      continue;
    while (number < schedule->count &&
           (started[number] || schedule->entries[number].source != at ||
            schedule->entries[number].cycle > cycle))
      number++;
    if (number == schedule->count)
      break;
    started[number] = true;
    expected++;
    while (next < terminals->injection_count && terminals->injections[next].at != at)
      next++;
    CHECK(next < terminals->injection_count, "%s: packet %zu of switch %u is not offered",
          where, number, at);
    const struct injection *injection = &terminals->injections[next++];
    CHECK(injection->lane == lane &&
              payload_number(injection->packet.data, &shape->format) == number,
          "%s: switch %u lane %u gets packet %u, not lane %u packet %zu", where, at,
          injection->lane, payload_number(injection->packet.data, &shape->format), lane,
          number);
    CHECK(injection->packet.header == schedule->entries[number].header &&
              injection->packet.data ==
                  payload_data((uint32_t)number, SEED, &shape->format),
          "%s: packet %zu has another header or payload", where, number);
  }
  return expected;
}

static void compare(uint32_t n, uint32_t lanes, uint64_t seed)
{
  enum { COUNT = 120, CYCLES = 40 };
  char spec[TOPOLOGY_SPEC];
  struct rng rng = rng_seed(seed, lanes);
  struct terminals terminals;
  struct err err;

  snprintf(spec, sizeof spec, "hypercube:%u", n);
  struct topology t = topology_of(spec);
  struct shape shape = shape_of(&t, NULL, lanes, 1, 48);
  struct schedule schedule = random_schedule(&t, COUNT, CYCLES, &rng);
  assert_true(terminals_open(&terminals, &schedule, &shape, SEED, &err));
  for (int round = 0; round < 2; round++) {
    bool started[COUNT] = {false};
    size_t all = 0;

    for (uint32_t cycle = 0; cycle < 40 * CYCLES && all < schedule.count; cycle++) {
      uint64_t ready[16];
      size_t expected = 0;
      char where[TOPOLOGY_SPEC + 96];

      snprintf(where, sizeof where, "%s lanes %u seed %" PRIu64 " round %d cycle %u", spec,
               lanes, seed, round, cycle);
      for (uint32_t sw = 0; sw < t.switches; sw++)
        ready[sw] = rng_next(&rng); /* bits above the lanes mean nothing */
      CHECK(terminals_idle(&terminals) ==
                (schedule.entries[schedule.count - 1].cycle < cycle),
            "%s: idle", where);
      assert_true(terminals_offer(&terminals, cycle, ready, &err));
      for (uint32_t sw = 0; sw < t.switches; sw++)
        expected += check_switch(&terminals, &shape, sw, cycle,
                                 ready[sw] >> n & bits_mask(lanes), started, where);
      CHECK(terminals.injection_count == expected, "%s: %zu injections, not %zu", where,
            terminals.injection_count, expected);
      all += expected;
      CHECK(terminals.started == all, "%s: %zu started, not %zu", where, terminals.started,
            all);
    }
    CHECK(all == schedule.count && terminals_idle(&terminals),
          "%s seed %" PRIu64 ": %zu of %zu", spec, seed, all, schedule.count);
    terminals_reset(&terminals, SEED);
    CHECK(terminals_idle(&terminals) == (schedule.count == 0), "%s: idle after a reset",
          spec);
  }
  terminals_close(&terminals);
  schedule_free(&schedule);
}

TEST(test_every_injection_is_the_references)
{
  for (uint32_t n = 1; n <= 4; n++)
    for (uint32_t lanes = 1; lanes <= n + 1; lanes++)
      for (uint64_t seed = 1; seed <= 8; seed++)
        compare(n, lanes, seed);
}

/* Terminals of hypercube:2. */
struct stand {
  struct topology topology;
  struct shape shape;
  struct schedule schedule; /* empty until a test adds packets */
  struct terminals terminals;
};

/* It must stay where it is. */
static void stand_prepare(struct stand *s, uint32_t lanes)
{
  *s = (struct stand){.topology = topology_of("hypercube:2")};
  s->shape = shape_of(&s->topology, NULL, lanes, 1, 48);
}

static void stand_start(struct stand *s)
{
  struct err err;

  CHECK(terminals_open(&s->terminals, &s->schedule, &s->shape, SEED, &err), "%s", err.text);
}

static void stand_close(struct stand *s)
{
  terminals_close(&s->terminals);
  schedule_free(&s->schedule);
}

/* Nothing starts while no lane is free, and then the packets that waited start first. */
TEST(test_waiting_packets_keep_their_order)
{
  struct stand s;
  uint64_t busy[4] = {0x3, 0x3, 0x3, 0x3}, ready[4] = {0xf, 0xf, 0xf, 0xf};
  struct err err;

  stand_prepare(&s, 2);
  for (uint32_t cycle = 0; cycle < 5; cycle++)
    schedule_add(&s.schedule, &s.topology, cycle, 3, 0);
  stand_start(&s);
  for (uint32_t cycle = 0; cycle < 4; cycle++) {
    assert_true(terminals_offer(&s.terminals, cycle, busy, &err));
    assert_int_equal(s.terminals.injection_count, 0);
  }
  for (uint32_t cycle = 4; cycle < 7; cycle++) {
    size_t count = cycle < 6 ? 2 : 1;

    assert_true(terminals_offer(&s.terminals, cycle, ready, &err));
    assert_int_equal(s.terminals.injection_count, count);
    for (uint32_t i = 0; i < count; i++)
      assert_int_equal(
          payload_number(s.terminals.injections[i].packet.data, &s.terminals.shape.format),
          2 * (cycle - 4) + i);
  }
  assert_true(terminals_idle(&s.terminals));
  stand_close(&s);
}

TEST(test_no_packets_are_done_at_once)
{
  struct topology t = topology_of("hypercube:1");
  struct shape shape = shape_of(&t, NULL, 1, 1, 48);
  struct schedule schedule = {.count = 0};
  uint64_t ready[2] = {3, 3};
  struct terminals terminals;
  struct err err;

  assert_true(terminals_open(&terminals, &schedule, &shape, SEED, &err));
  assert_true(terminals_idle(&terminals));
  assert_true(terminals_offer(&terminals, 0, ready, &err));
  assert_int_equal(terminals.injection_count, 0);
  terminals_close(&terminals);
}

/* Without lanes, packet j of a switch starts in its network channel j, in cycle 0. */
TEST(test_without_lanes_packets_start_in_the_ports)
{
  for (uint32_t packets = 1; packets <= 3; packets++) {
    struct topology t = topology_of("hypercube:3");
    struct shape shape = shape_of(&t, NULL, 0, 1, 48);
    struct schedule schedule = schedule_of(&t, "random", packets, 2);
    uint64_t ready[8];
    struct terminals terminals;
    struct err err;

    for (uint32_t sw = 0; sw < 8; sw++)
      ready[sw] = 7;
    assert_true(terminals_open(&terminals, &schedule, &shape, SEED, &err));
    assert_true(terminals_offer(&terminals, 0, ready, &err));
    assert_int_equal(terminals.injection_count, 8 * packets);
    for (size_t i = 0; i < terminals.injection_count; i++) {
      const struct injection *injection = &terminals.injections[i];
      uint32_t number = payload_number(injection->packet.data, &shape.format);

      CHECK(injection->at == number / packets && injection->lane == number % packets,
            "%u a switch: packet %u starts in channel %u of switch %u", packets, number,
            injection->lane, injection->at);
    }
    assert_true(terminals_idle(&terminals));
    terminals_close(&terminals);
    schedule_free(&schedule);
  }
}

TEST(test_without_lanes_late_or_many_packets_are_refused)
{
  struct topology t = topology_of("hypercube:2");
  struct shape shape = shape_of(&t, NULL, 0, 1, 48);
  struct schedule many = schedule_of(&t, "identity", 3, 1), late = {.count = 0};
  struct terminals terminals;
  struct err err = {.kind = ERR_NONE};

  assert_false(terminals_open(&terminals, &many, &shape, SEED, &err));
  check_error(&err, ERR_USAGE, "at most 2 per terminal", "3 per terminal");
  terminals_close(&terminals);
  schedule_add(&late, &t, 0, 0, 1);
  schedule_add(&late, &t, 1, 2, 1);
  assert_false(terminals_open(&terminals, &late, &shape, SEED, &err));
  check_error(&err, ERR_USAGE, "cycle 0", "a packet in cycle 1");
  terminals_close(&terminals);
  schedule_free(&many);
  schedule_free(&late);
}

/* --- answers --- */

/* Packet `answers` - 1 must have arrived at `source` before. */
static void add_answer(struct schedule *schedule, const struct topology *t, uint32_t cycle,
                       uint32_t source, uint32_t destination, uint32_t answers)
{
  schedule_add(schedule, t, cycle, source, destination);
  schedule->entries[schedule->count - 1].answers = answers;
}

/* All lanes are free in this cycle; the packet that is started is `expected`, or none is:
 * UINT32_MAX. */
static void offer_one(struct terminals *terminals, uint64_t cycle, uint32_t expected)
{
  uint64_t ready[16];
  struct err err;

  memset(ready, 0xff, sizeof ready);
  assert_true(terminals_offer(terminals, cycle, ready, &err));
  uint32_t started =
      terminals->injection_count
          ? payload_number(terminals->injections[0].packet.data, &terminals->shape.format)
          : UINT32_MAX;
  CHECK(terminals->injection_count <= 1 && started == expected,
        "cycle %" PRIu64 ": %zu started, the first is %u, not %u", cycle,
        terminals->injection_count, started, expected);
}

/* Whichever comes later decides: its cycle, or the packet that it answers, in that same
 * cycle. */
TEST(test_an_answer_waits_for_both)
{
  struct stand s;
  enum { CYCLE = 5, CYCLES = 12 };

  stand_prepare(&s, 2);
  schedule_add(&s.schedule, &s.topology, 0, 0, 1);
  add_answer(&s.schedule, &s.topology, CYCLE, 1, 2, 1);
  stand_start(&s);
  for (uint64_t arrival = 1; arrival < CYCLES; arrival++) {
    uint64_t due = arrival > CYCLE ? arrival : CYCLE;

    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
      if (cycle == arrival)
        terminals_arrived(&s.terminals, 0, 0, 1);
      offer_one(&s.terminals, cycle, cycle == 0 ? 0 : cycle == due ? 1 : UINT32_MAX);
      assert_int_equal(terminals_idle(&s.terminals), cycle >= CYCLE);
    }
    assert_int_equal(s.terminals.started, 2);
    terminals_reset(&s.terminals, SEED); /* nothing of it is remembered */
  }
  stand_close(&s);
}

/* A packet that never comes is never answered, and the terminals have nothing more to do.
 */
TEST(test_what_is_lost_is_not_answered)
{
  struct stand s;

  stand_prepare(&s, 2);
  schedule_add(&s.schedule, &s.topology, 0, 0, 1);
  add_answer(&s.schedule, &s.topology, 2, 1, 2, 1);
  stand_start(&s);
  for (uint64_t cycle = 0; cycle < 100; cycle++) {
    offer_one(&s.terminals, cycle, cycle == 0 ? 0 : UINT32_MAX);
    terminals_arrived(&s.terminals, 0, 0, 2); /* at another switch */
    terminals_arrived(&s.terminals, 0, 1, 1); /* another packet */
    assert_int_equal(terminals_idle(&s.terminals), cycle >= 2);
  }
  assert_int_equal(s.terminals.started, 1);
  assert_int_equal(s.terminals.waiting_count, 0);
  stand_close(&s);
}

/* A broadcast is answered at each switch when it has come there; a terminal that has
 * several answers offers them in their order. */
TEST(test_a_broadcast_is_answered_where_it_is)
{
  struct stand s;
  uint64_t ready[4];
  struct err err;

  stand_prepare(&s, 3);
  memset(ready, 0xff, sizeof ready);
  schedule_add(&s.schedule, &s.topology, 0, 3, 0);
  s.schedule.entries[0].destination = SCHEDULE_ALL;
  add_answer(&s.schedule, &s.topology, 1, 0, 3, 1);
  add_answer(&s.schedule, &s.topology, 1, 2, 3, 1);
  add_answer(&s.schedule, &s.topology, 1, 2, 1, 1);
  add_answer(&s.schedule, &s.topology, 1, 3, 1, 1); /* of the source to itself */
  stand_start(&s);
  offer_one(&s.terminals, 0, 0);
  offer_one(&s.terminals, 1, UINT32_MAX);
  terminals_arrived(&s.terminals, 0, 0, 1); /* which has no answer */
  offer_one(&s.terminals, 2, UINT32_MAX);
  terminals_arrived(&s.terminals, 0, 0, 2);
  assert_true(terminals_offer(&s.terminals, 3, ready, &err));
  assert_int_equal(s.terminals.injection_count, 2);
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(s.terminals.injections[i].at, 2);
    assert_int_equal(
        payload_number(s.terminals.injections[i].packet.data, &s.terminals.shape.format),
        2 + i);
  }
  terminals_arrived(&s.terminals, 0, 0, 3);
  offer_one(&s.terminals, 4, 4);
  terminals_arrived(&s.terminals, 0, 0, 0);
  offer_one(&s.terminals, 5, 1);
  assert_int_equal(s.terminals.started, 5);
  stand_close(&s);
}

/* First come, first served: an answer that is late stands behind what was due before. */
TEST(test_answers_stand_in_line)
{
  struct stand s;
  uint64_t busy[4] = {0x3, 0x3, 0x3, 0x3};
  static const uint32_t order[] = {2, 3, 1, 4};
  struct err err;

  stand_prepare(&s, 1);
  schedule_add(&s.schedule, &s.topology, 0, 0, 1);
  add_answer(&s.schedule, &s.topology, 1, 1, 2, 1);
  schedule_add(&s.schedule, &s.topology, 1, 1, 3);
  schedule_add(&s.schedule, &s.topology, 2, 1, 3);
  schedule_add(&s.schedule, &s.topology, 4, 1, 0);
  stand_start(&s);
  offer_one(&s.terminals, 0, 0);
  for (uint64_t cycle = 1; cycle < 5; cycle++) {
    if (cycle == 3)
      terminals_arrived(&s.terminals, 0, 0, 1);
    assert_true(terminals_offer(&s.terminals, cycle, busy, &err));
    assert_int_equal(s.terminals.injection_count, 0);
  }
  for (uint32_t i = 0; i < 4; i++)
    offer_one(&s.terminals, 5 + i, order[i]);
  stand_close(&s);
}

/* Random packets, answers and answers of answers; every packet arrives somewhat later. */
TEST(test_every_answer_is_the_references)
{
  enum { COUNT = 12, CYCLES = 120, SWITCHES = 4 };
  struct topology t = topology_of("hypercube:2");
  struct shape shape = shape_of(&t, NULL, COUNT, 1, 48);

  for (uint64_t seed = 1; seed <= 300; seed++) {
    struct rng rng = rng_seed(seed, 5);
    struct schedule schedule = {.count = 0};
    uint64_t starts[COUNT], arrives[COUNT], ready[SWITCHES];
    size_t started = 0;
    struct terminals terminals;
    struct err err;

    for (uint32_t i = 0; i < COUNT; i++) {
      uint32_t question = (uint32_t)rng_below(&rng, 2 * i + 1);

      if (i > 0 && question < i)
        add_answer(&schedule, &t, i / 2 * 2, schedule.entries[question].destination,
                   (uint32_t)rng_below(&rng, SWITCHES), question + 1);
      else
        schedule_add(&schedule, &t, i / 2 * 2, (uint32_t)rng_below(&rng, SWITCHES),
                     (uint32_t)rng_below(&rng, SWITCHES));
      starts[i] = schedule.entries[i].cycle;
      if (schedule.entries[i].answers && arrives[question] > starts[i])
        starts[i] = arrives[question];
      arrives[i] = starts[i] + 1 + rng_below(&rng, 6);
    }
    assert_true(terminals_open(&terminals, &schedule, &shape, SEED, &err));
    memset(ready, 0xff, sizeof ready);
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
      for (uint32_t i = 0; i < COUNT; i++)
        if (arrives[i] == cycle)
          terminals_arrived(&terminals, cycle, i, schedule.entries[i].destination);
      assert_true(terminals_offer(&terminals, cycle, ready, &err));
      for (size_t i = 0; i < terminals.injection_count; i++) {
        uint32_t number =
            payload_number(terminals.injections[i].packet.data, &terminals.shape.format);

        CHECK(number < COUNT && starts[number] == cycle &&
                  terminals.injections[i].at == schedule.entries[number].source,
              "seed %" PRIu64 ": packet %u starts in cycle %" PRIu64, seed, number, cycle);
      }
      started += terminals.injection_count;
    }
    CHECK(started == COUNT, "seed %" PRIu64 ": %zu of %d started", seed, started, COUNT);
    terminals_close(&terminals);
    schedule_free(&schedule);
  }
}

/* Without lanes nothing can start later. */
TEST(test_without_lanes_answers_are_refused)
{
  struct stand s;
  struct err err = {.kind = ERR_NONE};

  stand_prepare(&s, 0);
  schedule_add(&s.schedule, &s.topology, 0, 0, 1);
  add_answer(&s.schedule, &s.topology, 0, 1, 2, 1);
  assert_false(terminals_open(&s.terminals, &s.schedule, &s.shape, SEED, &err));
  check_error(&err, ERR_USAGE, "give --lanes 1 or more", "an answer");
  stand_close(&s);
}
