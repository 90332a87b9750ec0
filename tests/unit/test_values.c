/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_values -- what the terminals of a reduction compute: in every order in which packets
 * may start and arrive, and that a packet that starts too early, or does not come, is seen.
 */
#include "run/lockstep/values.h"

#include "base/bits.h"

#include "tests/unit/unit.h"

enum { DIMENSIONS = 3, VERTICES = 1 << DIMENSIONS, PACKETS = DIMENSIONS * VERTICES };

static const uint64_t seed = 77;

/* 24 packets: 5 bits for their number, 27 for a value. */
static const struct packet_format format = {
    .header_bits = 3, .data_bits = 32, .number_bits = 5, .last_number = PACKETS - 1};

/* Vertex v is at terminal 7 - v; packet t 8 + v is that of vertex v in turn t. */
struct rig {
  uint32_t vertices[VERTICES];
  struct schedule_entry entries[PACKETS];
  struct reduction reduction;
  struct schedule schedule;
  struct values values;
  uint64_t data[PACKETS]; /* of packets that have left */
};

static void start(struct rig *rig, uint32_t number)
{
  rig->data[number] = values_start(&rig->values, number);
  assert_int_equal(payload_number(rig->data[number], &format), number);
}

static void arrive(struct rig *rig, uint32_t number)
{
  assert_true(values_arrive(&rig->values, number, rig->data[number]));
}

static void rig_open(struct rig *rig, enum reduction_kind kind, bool descends)
{
  struct err err;

  *rig = (struct rig){.reduction = {.kind = kind,
                                    .descends = descends,
                                    .dimensions = DIMENSIONS,
                                    .vertices = rig->vertices}};
  rig->schedule = (struct schedule){
      .entries = rig->entries, .count = PACKETS, .reduction = &rig->reduction};
  for (uint32_t v = 0; v < VERTICES; v++)
    rig->vertices[VERTICES - 1 - v] = v;
  for (uint32_t i = 0; i < PACKETS; i++) {
    const uint32_t turn = i / VERTICES, v = i % VERTICES;
    const uint32_t to = v ^ 1u << (descends ? DIMENSIONS - 1 - turn : turn);

    rig->entries[i] = (struct schedule_entry){.source = VERTICES - 1 - v,
                                              .destination = VERTICES - 1 - to};
  }
  assert_true(values_open(&rig->values, &rig->schedule, &format, seed, &err));
}

static void check_right(struct rig *rig, uint32_t right)
{
  const struct values_found found = values_found(&rig->values);

  CHECK(found.kept && found.vertices == VERTICES && found.right == right,
        "right at %u of %u", found.right, found.vertices);
  values_close(&rig->values);
}

/* All together, turn by turn. */
static void turn(struct rig *rig, uint32_t t)
{
  for (uint32_t v = 0; v < VERTICES; v++)
    start(rig, t * VERTICES + v);
  for (uint32_t v = 0; v < VERTICES; v++)
    arrive(rig, t * VERTICES + v);
}

TEST(test_all_together)
{
  struct rig rig;

  for (int i = 0; i < 3; i++) {
    rig_open(&rig, i == 1 ? REDUCTION_PREFIX : REDUCTION_SUM, i == 2);
    for (uint32_t t = 0; t < DIMENSIONS; t++)
      turn(&rig, t);
    check_right(&rig, VERTICES);
  }
  /* The dimensions of a prefix sum ascend: else vertices 2, 3 and so on have others. */
  rig_open(&rig, REDUCTION_PREFIX, true);
  for (uint32_t t = 0; t < DIMENSIONS; t++)
    turn(&rig, t);
  assert_true(values_found(&rig.values).right < VERTICES);
  values_close(&rig.values);
}

/* A vertex that is late gets the value of a later turn first: it waits, and what the vertex
 * sends in the earlier turn is without it. */
TEST(test_values_that_wait)
{
  struct rig rig;

  rig_open(&rig, REDUCTION_PREFIX, false);
  for (uint32_t v = 0; v < VERTICES; v++)
    if (v != 1) /* which has not heard of 0, */
      start(&rig, v);
  for (uint32_t v = 0; v < VERTICES; v++)
    if (v != 0 && v != 1)
      arrive(&rig, v);
  for (uint32_t v = 2; v < VERTICES; v++)
    start(&rig, VERTICES + v);
  for (uint32_t v = 2; v < VERTICES; v++)
    arrive(&rig, VERTICES + v); /* but of 3, in turn 1; */
  start(&rig, 1);               /* and starts late */
  arrive(&rig, 1);
  arrive(&rig, 0);
  for (uint32_t v = 0; v < 2; v++)
    start(&rig, VERTICES + v);
  for (uint32_t v = 0; v < 2; v++)
    arrive(&rig, VERTICES + v);
  turn(&rig, 2);
  check_right(&rig, VERTICES);
}

/* Packet 0 of the last turn leaves before that of the turn before has come. */
TEST(test_started_too_early)
{
  struct rig rig;

  rig_open(&rig, REDUCTION_SUM, false);
  turn(&rig, 0);
  for (uint32_t v = 0; v < VERTICES; v++)
    start(&rig, VERTICES + v);
  start(&rig, 2 * VERTICES);
  for (uint32_t v = 0; v < VERTICES; v++)
    arrive(&rig, VERTICES + v);
  for (uint32_t v = 1; v < VERTICES; v++)
    start(&rig, 2 * VERTICES + v);
  for (uint32_t v = 0; v < VERTICES; v++)
    arrive(&rig, 2 * VERTICES + v);
  const struct values_found found = values_found(&rig.values);

  assert_int_equal(found.first, 4); /* to which it goes */
  assert_true(found.value != found.expected);
  check_right(&rig, VERTICES - 1);
}

TEST(test_not_arrived)
{
  struct rig rig;

  rig_open(&rig, REDUCTION_SUM, false);
  turn(&rig, 0);
  turn(&rig, 1);
  for (uint32_t v = 0; v < VERTICES; v++)
    start(&rig, 2 * VERTICES + v);
  for (uint32_t v = 0; v < VERTICES - 2; v++)
    arrive(&rig, 2 * VERTICES + v);
  check_right(&rig, VERTICES - 2);
  rig_open(&rig, REDUCTION_SUM, false);
  turn(&rig, 0);
  values_reset(&rig.values, seed + 1); /* as if nothing had been */
  for (uint32_t t = 0; t < DIMENSIONS; t++)
    turn(&rig, t);
  check_right(&rig, VERTICES);
}

/* One bit of one packet is wrong: so are all that hear of it, 4, 2 or 1 of 8. */
TEST(test_damaged)
{
  struct rig rig;

  for (int kind = REDUCTION_SUM; kind <= REDUCTION_PREFIX; kind++)
    for (uint32_t bad = 0; bad < PACKETS; bad++) {
      rig_open(&rig, (enum reduction_kind)kind, false);
      for (uint32_t i = 0; i < PACKETS; i += VERTICES) {
        for (uint32_t v = 0; v < VERTICES; v++)
          start(&rig, i + v);
        for (uint32_t v = 0; v < VERTICES; v++) {
          const uint64_t wrong = i + v == bad ? UINT64_C(1) << (5 + bad) : 0;

          CHECK(values_arrive(&rig.values, i + v, rig.data[i + v] ^ wrong) == !wrong,
                "packet %u of %u", i + v, bad);
        }
      }
      check_right(&rig, VERTICES - (4u >> bad / VERTICES));
    }
}

/* Two packets exchange what they carry. */
TEST(test_exchanged)
{
  struct rig rig;
  const uint64_t number = bits_mask(format.number_bits);

  rig_open(&rig, REDUCTION_SUM, false);
  turn(&rig, 0);
  for (uint32_t v = 0; v < VERTICES; v++)
    start(&rig, VERTICES + v);
  const uint64_t a = rig.data[VERTICES], b = rig.data[VERTICES + 7];

  assert_false(values_arrive(&rig.values, VERTICES, (a & number) | (b & ~number)));
  assert_false(values_arrive(&rig.values, VERTICES + 7, (b & number) | (a & ~number)));
  for (uint32_t v = 1; v < VERTICES - 1; v++)
    arrive(&rig, VERTICES + v);
  turn(&rig, 2);
  check_right(&rig, VERTICES - 4); /* 2 and 5, and those that they tell in turn 2 */
}

/* A packet from before a reset has another value, and one that has not left has none. */
TEST(test_packet_from_before)
{
  struct rig rig;

  rig_open(&rig, REDUCTION_SUM, false);
  start(&rig, 0);
  const uint64_t before = rig.data[0];

  values_reset(&rig.values, seed + 1);
  assert_false(values_arrive(&rig.values, 0, before));
  values_reset(&rig.values, seed + 1);
  start(&rig, 0);
  assert_false(values_arrive(&rig.values, 0, before));
  values_close(&rig.values);
}

/* Where data have no bit above the number, or no number, nothing is kept. */
TEST(test_no_room)
{
  struct packet_format small = format;
  struct rig rig;
  struct err err;

  rig_open(&rig, REDUCTION_SUM, false);
  values_close(&rig.values);
  small.data_bits = small.number_bits;
  assert_true(values_open(&rig.values, &rig.schedule, &small, seed, &err));
  assert_false(values_found(&rig.values).kept);
  small.data_bits++;
  assert_true(values_open(&rig.values, &rig.schedule, &small, seed, &err));
  assert_true(values_found(&rig.values).kept);
  values_close(&rig.values);
  small = format;
  small.data_kind = PAYLOAD_FIRST_OTHER;
  assert_true(values_open(&rig.values, &rig.schedule, &small, seed, &err));
  assert_false(values_found(&rig.values).kept);
}

TEST(test_other_schedules)
{
  struct schedule schedule = {.count = 1};
  struct values values;
  struct err err;

  assert_true(values_open(&values, &schedule, &format, seed, &err));
  assert_true(values_arrive(&values, 0, 1));
  assert_false(values_found(&values).kept);
  values_close(&values);
}
