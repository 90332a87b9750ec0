/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exercise_pins -- what is counted at the pins of a design: each item happens once, by
 * hand, and nothing else is counted.
 *
 * On hypercube:2 a packet from switch 0 to switch 1 or 3 leaves by port 0, one to switch 2
 * by port 1.  Channels 0 and 1 are the links, 2 and 3 the lanes.
 */
#include "run/exercise/reach.h"
#include "run/flow/decisions.h"
#include "tests/unit/flow_unit.h"

static struct exercise_map map;
static struct exercise_pins pins;
static struct stage stage;

static void open_stage(const char *routing, uint32_t vcs)
{
  struct err err = {.kind = ERR_NONE};

  stage_open(&stage,
             &(struct stage_row){
                 .spec = "hypercube:2", .routing = routing, .vcs = vcs, .pins = &pins});
  assert_true(exercise_map_open_pins(&map, &stage.shape,
                                     !flow_decisions_single(&stage.shape), &err));
  assert_true(exercise_pins_open(&pins, &map, &stage.shape, &err));
}

/* The same, and terminals may refuse. */
static void open_refusing(void)
{
  struct err err = {.kind = ERR_NONE};

  stage_open(&stage, &(struct stage_row){.spec = "hypercube:2", .pins = &pins});
  stage.shape.eject_ready = true;
  assert_true(exercise_map_open_pins(&map, &stage.shape, false, &err));
  assert_true(exercise_pins_open(&pins, &map, &stage.shape, &err));
}

static void close_stage(void)
{
  exercise_pins_close(&pins);
  exercise_map_close(&map);
  stage_close(&stage);
}

/* The items of a kind that were reached. */
static size_t reached(enum exercise_kind kind)
{
  exercise_pins_finish(&pins);
  return exercise_map_share(&map, kind).reached;
}

static bool has(enum exercise_kind kind, size_t a, size_t b, size_t c)
{
  exercise_pins_finish(&pins);
  return exercise_bit(map.reached, exercise_map_item(&map, kind, a, b, c));
}

/* Nothing of these kinds but so many items. */
static void check_reached(enum exercise_kind kind, size_t items)
{
  CHECK(reached(kind) == items, "%zu items of %s, not %zu", reached(kind),
        exercise_kinds[kind].name, items);
}

TEST(test_ways)
{
  open_stage(NULL, 1);
  inject(&stage, 0, 0, 7, 3);
  inject(&stage, 0, 1, 8, 0);
  good_cycle(&stage);
  check_reached(EXERCISE_ROUTED, 0);
  check_reached(EXERCISE_ROUTE, 0);
  offer(&stage, 0, 0, 7, 3);
  good_cycle(&stage);
  CHECK(has(EXERCISE_ROUTED, 2, 0, 0), "lane 0 to port 0");
  check_reached(EXERCISE_ROUTED, 1);
  check_reached(EXERCISE_EJECTED, 0);
  eject(&stage, 0, 0, 8, 0); /* on another channel than it came by */
  offer(&stage, 1, 1, 7, 3);
  good_cycle(&stage);
  CHECK(has(EXERCISE_EJECTED, 3, 0, 0), "lane 1 ejected");
  CHECK(has(EXERCISE_ROUTED, 0, 1, 0), "channel 0 to port 1");
  check_reached(EXERCISE_EJECTED, 1);
  check_reached(EXERCISE_ROUTED, 2);
  check_reached(EXERCISE_PAIRS, 3);
  CHECK(reached(EXERCISE_ROUTE) > 0, "the unit decides");
  close_stage();
}

/* Only what was refused on its channel, and ejected from it. */
TEST(test_refusals)
{
  open_stage(NULL, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_REFUSED).items, 0);
  close_stage();
  open_refusing();
  assert_int_equal(exercise_map_share(&map, EXERCISE_REFUSED).items, 4);
  inject(&stage, 0, 0, 7, 0);
  inject(&stage, 0, 1, 8, 0);
  good_cycle(&stage);
  eject(&stage, 0, 0, 8, 0);
  decline(&stage, 0, 0);
  eject(&stage, 0, 1, 7, 0);
  good_cycle(&stage);
  check_reached(EXERCISE_REFUSED, 0);
  check_reached(EXERCISE_EJECTED, 1);
  eject(&stage, 0, 0, 8, 0);
  good_cycle(&stage);
  CHECK(has(EXERCISE_REFUSED, 3, 0, 0), "lane 1 was refused");
  check_reached(EXERCISE_REFUSED, 1);
  check_reached(EXERCISE_EJECTED, 2);
  close_stage();
}

/* The map is written and read with these items, and is of other switches without. */
TEST(test_refusals_in_a_file)
{
  struct exercise_map other;
  struct err err;
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  open_refusing();
  exercise_map_store(&map, file);
  fclose(file);
  file = fmemopen(text, size, "r");
  CHECK(exercise_map_load(&other, file, "x", &err), "%s", err.text);
  fclose(file);
  free(text);
  assert_true(exercise_map_merge(&map, &other));
  close_stage();
  open_stage(NULL, 1);
  assert_false(exercise_map_merge(&map, &other));
  exercise_map_close(&other);
  close_stage();
}

TEST(test_headers)
{
  open_stage(NULL, 1);
  inject(&stage, 0, 0, 7, 2);
  good_cycle(&stage);
  CHECK(has(EXERCISE_HEADER, 2, 0, 0) && has(EXERCISE_HEADER, 2, 1, 1), "bits of lane 0");
  check_reached(EXERCISE_HEADER, 2);
  offer(&stage, 0, 1, 7, 2);
  good_cycle(&stage);
  CHECK(has(EXERCISE_HEADER, 1, 0, 0) && has(EXERCISE_HEADER, 1, 1, 1),
        "bits of channel 1");
  check_reached(EXERCISE_HEADER, 4);
  close_stage();
}

TEST(test_stalls)
{
  open_stage(NULL, 1);
  inject(&stage, 0, 0, 7, 1);
  good_cycle(&stage);
  check_reached(EXERCISE_NOT_READY, 0);
  offer(&stage, 0, 0, 7, 1);
  refuse(&stage, 0, 0);
  good_cycle(&stage);
  CHECK(has(EXERCISE_STALLED, 0, 0, 0) && has(EXERCISE_NOT_READY, 0, 0, 0),
        "port 0 stalls, as channel 0 is not ready");
  check_reached(EXERCISE_STALLED, 1);
  check_reached(EXERCISE_NOT_READY, 1);
  check_reached(EXERCISE_HELD, 0);
  offer(&stage, 0, 0, 7, 1);
  good_cycle(&stage);
  CHECK(has(EXERCISE_HELD, 0, 0, 0), "taken after it was refused");
  inject(&stage, 2, 0, 8, 3);
  good_cycle(&stage);
  offer(&stage, 2, 0, 8, 3);
  good_cycle(&stage);
  check_reached(EXERCISE_HELD, 1);
  close_stage();
}

/* Packets for one queue that enter a switch at one edge, and not those of other queues,
 * other edges or other switches. */
TEST(test_arrivals)
{
  open_stage(NULL, 1);
  inject(&stage, 0, 0, 7, 1);
  inject(&stage, 2, 0, 8, 3);
  good_cycle(&stage);
  inject(&stage, 0, 0, 9, 2);
  inject(&stage, 0, 1, 10, 1);
  good_cycle(&stage);
  CHECK(has(EXERCISE_ARRIVALS, 0, 0, 0) && has(EXERCISE_ARRIVALS, 1, 0, 0), "one each");
  check_reached(EXERCISE_ARRIVALS, 2);
  inject(&stage, 0, 0, 11, 1);
  inject(&stage, 0, 1, 12, 3);
  good_cycle(&stage);
  CHECK(has(EXERCISE_ARRIVALS, 0, 1, 0), "two for port 0");
  check_reached(EXERCISE_ARRIVALS, 3);
  close_stage();
}

TEST(test_resets)
{
  open_stage(NULL, 1);
  exercise_pins_reset(&pins, stage.flow);
  CHECK(pins.inside == 0, "no packet is inside, but inside is 0x%" PRIx64, pins.inside);
  flow_reset(stage.flow, stage.seed);
  check_reached(EXERCISE_RESET_INSIDE, 0);
  inject(&stage, 0, 0, 7, 1);
  inject(&stage, 0, 1, 8, 1);
  inject(&stage, 1, 1, 9, 1);
  good_cycle(&stage);
  inject(&stage, 0, 1, 10, 1);
  good_cycle(&stage);
  check_reached(EXERCISE_RESET_ENTERED, 0);
  offer(&stage, 0, 0, 7, 1);
  refuse(&stage, 0, 0);
  good_cycle(&stage);
  exercise_pins_reset(&pins, stage.flow);
  flow_reset(stage.flow, stage.seed);
  CHECK(has(EXERCISE_RESET_INSIDE, 0, 0, 0) && has(EXERCISE_RESET_INSIDE, 0, 2, 0),
        "one and three packets");
  check_reached(EXERCISE_RESET_INSIDE, 2);
  CHECK(has(EXERCISE_RESET_ENTERED, 2, 0, 0) && has(EXERCISE_RESET_ENTERED, 3, 0, 0),
        "both lanes");
  check_reached(EXERCISE_RESET_ENTERED, 2);
  inject(&stage, 0, 0, 7, 1);
  good_cycle(&stage);
  offer(&stage, 0, 0, 7, 1);
  good_cycle(&stage);
  check_reached(EXERCISE_HELD, 0); /* what was refused before the reset is another offer */
  for (uint32_t number = 0; number < 9; number++) {
    inject(&stage, 0, 0, number, 1);
    good_cycle(&stage);
  }
  exercise_pins_reset(&pins, stage.flow);
  CHECK(has(EXERCISE_RESET_INSIDE, 0, 3, 0), "nine packets are as four channels");
  close_stage();
}

/* Where a packet may have several decisions, nobody knows for which queue it is when it
 * enters; when it leaves, its decision is known. */
TEST(test_choices)
{
  open_stage("drand-trans-ooo", 3);
  check_reached(EXERCISE_ARRIVALS, 0);
  CHECK(exercise_map_share(&map, EXERCISE_ARRIVALS).items == 0, "no items of arrivals");
  inject(&stage, 0, 0, 7, 3 << 2);
  good_cycle(&stage);
  check_reached(EXERCISE_ROUTE, 0);
  offer(&stage, 0, 3, 7, 0);
  good_cycle(&stage);
  CHECK(has(EXERCISE_ROUTED, 6, 3, 0), "lane 0 to port 1, VC 0");
  CHECK(reached(EXERCISE_ROUTE) > 0, "the unit decides");
  close_stage();
}

/* The pins show no queues and no stores; a map of them is not that of the golden model. */
TEST(test_map_of_pins)
{
  static const enum exercise_kind inner[] = {
      EXERCISE_FILL,       EXERCISE_PUSHES,      EXERCISE_KEPT,   EXERCISE_THROUGH,
      EXERCISE_CONTENDERS, EXERCISE_RESET_QUEUE, EXERCISE_STORED, EXERCISE_RESET_CHANNEL};
  struct exercise_map golden, read;
  struct err err = {.kind = ERR_NONE};
  FILE *file = tmpfile();

  open_stage(NULL, 1);
  for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++)
    CHECK(exercise_map_share(&map, inner[i]).items == 0, "%s",
          exercise_kinds[inner[i]].name);
  assert_true(exercise_map_open(&golden, &stage.shape, &err));
  CHECK(!exercise_map_merge(&map, &golden), "two maps of one kind");
  for (int k = EXERCISE_NOT_READY; k <= EXERCISE_RESET_INSIDE; k++) {
    CHECK(exercise_map_share(&golden, (enum exercise_kind)k).items == 0, "golden: %s",
          exercise_kinds[k].name);
    CHECK(exercise_map_share(&map, (enum exercise_kind)k).items > 0, "pins: %s",
          exercise_kinds[k].name);
  }
  exercise_map_store(&map, file);
  rewind(file);
  CHECK(exercise_map_load(&read, file, "a file", &err), "%s", err.text);
  CHECK(exercise_map_merge(&map, &read), "the map that was read is another");
  exercise_map_close(&read);
  exercise_map_close(&golden);
  fclose(file);
  close_stage();
}

/* The walk knows what no packet reaches. */
TEST(test_walk)
{
  struct err err = {.kind = ERR_NONE};

  open_stage(NULL, 1);
  CHECK(exercise_reach(&map, &stage.shape, NULL, &err), "%s", err.text);
  CHECK(exercise_bit(map.reachable, exercise_map_item(&map, EXERCISE_ARRIVALS, 1, 2, 0)),
        "three channels lead to port 1");
  CHECK(!exercise_bit(map.reachable, exercise_map_item(&map, EXERCISE_ARRIVALS, 0, 2, 0)),
        "three channels lead to port 0");
  CHECK(exercise_map_share(&map, EXERCISE_RESET_INSIDE).reachable == 4, "resets");
  CHECK(exercise_map_share(&map, EXERCISE_NOT_READY).reachable == 4, "ready");
  close_stage();
}
