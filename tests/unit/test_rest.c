/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_rest -- a switch rests when a cycle leaves its bytes as they were, and until an
 * input may have changed. */
#include "tests/unit/unit.h"
#include "verilog/simulator/rest.h"

enum { SWITCHES = 3, BYTES = 8 };

static unsigned char bytes[SWITCHES][BYTES];

static const unsigned char *show(void *dut, uint32_t instance, size_t *count)
{
  (void)dut;
  *count = BYTES;
  return bytes[instance];
}

static const unsigned char *hide(void *dut, uint32_t instance, size_t *count)
{
  (void)dut;
  (void)instance;
  *count = BYTES;
  return NULL;
}

static const struct dut_ops shown = {.state = show}, hidden = {.state = hide},
                            without = {0};

static struct rest_part part;

static void open_three(struct rest *rest)
{
  assert_true(rest_open(rest, &shown, NULL, SWITCHES, 0, SWITCHES, true));
  assert_true(rest_part_open(&part, rest));
  assert_true(rest->possible);
  rest_reset(rest);
}

static void close_three(struct rest *rest)
{
  rest_part_close(&part);
  rest_close(rest);
}

static bool is_spared(struct rest *rest, uint32_t sw, uint64_t cycle)
{
  const bool spared = rest_spares(&part, sw, cycle);

  rest_join(rest, &part);
  return spared;
}

/* A quiet cycle of a switch, which changes a byte or none. */
static void pass(struct rest *rest, uint32_t sw, bool changes)
{
  rest_look(&part, sw);
  bytes[sw][BYTES - 1] ^= changes;
  rest_judge(&part, sw, true);
  rest_join(rest, &part);
}

TEST(test_rests_until_disturbed)
{
  struct rest rest;

  open_three(&rest);
  assert_false(is_spared(&rest, 1, 5));
  pass(&rest, 1, true);
  assert_false(is_spared(&rest, 1, 5));
  pass(&rest, 1, false);
  assert_true(is_spared(&rest, 1, 5));
  assert_false(is_spared(&rest, 0, 5));
  rest_disturb(&rest, 1, 6);
  assert_false(is_spared(&rest, 1, 6));
  assert_true(is_spared(&rest, 1, 7));
  assert_int_equal(rest.spared, 2);
  rest_judge(&part, 1, false);
  assert_false(is_spared(&rest, 1, 8));
  close_three(&rest);
}

/* In cycle 3 a neighbour says that the next input is another one, before the switch has had
 * the present one; or after it, whichever part is first. */
TEST(test_disturbed_for_both_cycles)
{
  struct rest rest;

  open_three(&rest);
  pass(&rest, 0, false);
  rest_disturb(&rest, 0, 3);
  rest_disturb(&rest, 0, 4);
  assert_false(is_spared(&rest, 0, 3));
  pass(&rest, 0, false);
  assert_false(is_spared(&rest, 0, 4));
  pass(&rest, 0, false);
  assert_true(is_spared(&rest, 0, 5));
  rest_disturb(&rest, 0, 7);
  assert_true(is_spared(&rest, 0, 6));
  assert_false(is_spared(&rest, 0, 7));
  close_three(&rest);
}

TEST(test_ends_for_all)
{
  struct rest rest;

  open_three(&rest);
  pass(&rest, 0, false);
  pass(&rest, 2, false);
  rest_end(&rest);
  assert_false(is_spared(&rest, 0, 1) || is_spared(&rest, 2, 1));
  pass(&rest, 2, false);
  rest_disturb(&rest, 1, 100);
  rest_reset(&rest);
  assert_false(is_spared(&rest, 2, 1));
  pass(&rest, 1, false);
  assert_true(is_spared(&rest, 1, 1));
  assert_int_equal(rest.spared, 1);
  close_three(&rest);
}

TEST(test_not_where_there_is_more)
{
  const struct dut_ops *ops[] = {&hidden, &without, &shown};
  struct rest rest;

  for (size_t i = 0; i < 3; i++) {
    assert_true(rest_open(&rest, ops[i], NULL, SWITCHES, 0, SWITCHES, i < 2));
    assert_true(rest_part_open(&part, &rest));
    assert_false(rest.possible);
    rest_reset(&rest);
    assert_false(rest.possible);
    rest_judge(&part, 0, false);
    rest_disturb(&rest, 0, 1);
    rest_end(&rest);
    assert_false(is_spared(&rest, 0, 2));
    close_three(&rest);
  }
}

/* So many cycles, in each of which one switch of three is spared, or none. */
static uint32_t looking(struct rest *rest, uint32_t cycles, bool spares)
{
  uint32_t on = 0;

  for (uint32_t cycle = 0; cycle < cycles; cycle++) {
    rest_cycle(rest);
    on += rest->on;
    if (rest->on)
      pass(rest, 0, !spares);
    assert_int_equal(is_spared(rest, 0, 5), rest->on && spares);
  }
  return on;
}

TEST(test_pauses_where_nothing_is_spared)
{
  struct rest rest;

  open_three(&rest);
  assert_int_equal(looking(&rest, 16, false), 16);
  assert_int_equal(looking(&rest, 128, false), 0);
  assert_int_equal(looking(&rest, 16, false), 16);
  assert_int_equal(looking(&rest, 256, false), 0);
  assert_int_equal(looking(&rest, 1000, true), 1000);
  assert_int_equal(looking(&rest, 32, false), 16 - 1000 % 16);
  assert_in_range(looking(&rest, 1 << 18, false), 200, 400);
  rest_reset(&rest);
  assert_int_equal(looking(&rest, 16, false), 16);
  close_three(&rest);
}

/* A run that begins busy and becomes quiet: the last cycles of a window count. */
TEST(test_looks_on_where_the_last_cycles_are_spared)
{
  struct rest rest;

  open_three(&rest);
  assert_int_equal(looking(&rest, 12, false), 12);
  assert_int_equal(looking(&rest, 1000, true), 1000);
  close_three(&rest);
}

/* A switch that rested before a pause does not after it: its inputs were others. */
TEST(test_nothing_rests_after_a_pause)
{
  struct rest rest;

  open_three(&rest);
  for (uint32_t cycle = 0; cycle < 17; cycle++)
    rest_cycle(&rest);
  pass(&rest, 1, false);
  assert_false(rest.on || rest.rests[1]);
  for (uint32_t cycle = 0; cycle < 128; cycle++)
    rest_cycle(&rest);
  assert_true(rest.on);
  assert_false(is_spared(&rest, 1, 1000));
  close_three(&rest);
}
