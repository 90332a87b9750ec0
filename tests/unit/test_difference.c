/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_difference -- one wrong bit, anywhere, is found there; and no other is.
 *
 * A golden network runs twice in lock step, and the second shows one bit inverted.
 */
#include "run/lockstep/difference.h"

#include "base/bits.h"
#include "tests/unit/difference_unit.h"

enum { CYCLES = 14 };

/* Every bit of a field at one place in this cycle; returns 1 if the field means something.
 */
static uint32_t plant_one(struct pair *pair, enum difference_field field, uint32_t sw,
                          uint32_t port, const char *where)
{
  struct difference difference;
  uint64_t golden = 0;
  bool meant = golden_value(pair, field, sw, port, &golden);

  if (!meant && bits_of(field) == 1)
    return 0; /* no such port */
  pair->planted.count = 1;
  for (uint32_t bit = 0; bit < bits_of(field); bit++) {
    struct plant plant = {
        .cycle = pair->planted.cycle, .field = field, .at = sw, .port = port, .bit = bit};

    pair->planted.plants[0] = plant;
    bool found = differ(pair, &difference);
    CHECK(found == meant, "%s: %s bit %u of switch %u port %u is %sfound", where,
          difference_field_name(field), bit, sw, port, found ? "" : "not ");
    if (found)
      check_difference(&difference, &plant, golden, 0, where);
  }
  pair->planted.count = 0;
  return meant;
}

/* In every cycle, at every switch and port, every field; a packet that is not shown means
 * nothing.  And nothing is found without a fault. */
TEST(test_every_single_bit_is_found)
{
  static const uint32_t shapes[][2] = {{1, 1}, {3, 2}, {2, 0}}; /* lanes, depth */
  uint32_t meant[FIELDS] = {0};

  for (size_t i = 0; i < 3; i++) {
    struct pair pair;
    struct rng rng = rng_seed(SEED, i);

    pair_open(&pair, shapes[i][0], shapes[i][1]);
    for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
      struct difference difference;
      char where[96];

      snprintf(where, sizeof where, "lanes %u depth %u seed %d cycle %u", shapes[i][0],
               shapes[i][1], SEED, cycle);
      CHECK(!differ(&pair, &difference), "%s: equal machines differ", where);
      for (uint32_t field = 0; field < FIELDS; field++)
        for (uint32_t sw = 0; sw < SWITCHES; sw++)
          for (uint32_t port = 0; port < shape_channels(&pair.golden.shape); port++)
            meant[field] += plant_one(&pair, field, sw, port, where);
      pair_tick(&pair, 100, &rng);
    }
    pair_close(&pair);
  }
  for (uint32_t field = 0; field < FIELDS; field++)
    CHECK(meant[field] > 100, "%s was tried %u times", difference_field_name(field),
          meant[field]);
}

/* The places where each field means something in this cycle, in the order of the report:
 * switch, field, port. */
static size_t places_of(const struct pair *pair, struct plant *places, size_t capacity)
{
  size_t count = 0;
  uint64_t value;

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    for (uint32_t field = 0; field < FIELDS; field++)
      for (uint32_t port = 0; port < shape_channels(&pair->golden.shape); port++)
        if (golden_value(pair, field, sw, port, &value)) {
          assert_true(count < capacity);
          places[count++] = (struct plant){
              .cycle = pair->planted.cycle, .field = field, .at = sw, .port = port};
        }
  return count;
}

static bool same_place(const struct plant *a, const struct plant *b)
{
  return a->at == b->at && a->field == b->field && a->port == b->port;
}

/* Are these the header of a packet and the data of another, on ports of one switch?  They
 * have a test of their own. */
static bool header_and_data(const struct plant *a, const struct plant *b)
{
  bool halves = (a->field == DIFFERENCE_OUT_HEADER && b->field == DIFFERENCE_OUT_DATA) ||
                (a->field == DIFFERENCE_EJECT_HEADER && b->field == DIFFERENCE_EJECT_DATA);

  return halves && a->at == b->at && a->port != b->port;
}

/* Can a fault be planted at `place` beside the first `count` plants? */
static bool fits(const struct planted *p, size_t count, const struct plant *place)
{
  for (size_t i = 0; i < count; i++)
    if (same_place(&p->plants[i], place) || header_and_data(&p->plants[i], place) ||
        header_and_data(place, &p->plants[i]))
      return false;
  return true;
}

/* Of several faults the one at the lowest switch is reported, there the first field, there
 * the lowest port; the other switches are counted. */
static void check_several(struct pair *pair, const struct plant *places, size_t count,
                          struct rng *rng, const char *where)
{
  struct planted *p = &pair->planted;
  struct difference difference;
  size_t lowest = count;
  uint64_t golden, switches = 0;

  p->count = 2 + rng_below(rng, PLANTS - 1);
  for (size_t i = 0; i < p->count; i++) {
    size_t place = rng_below(rng, count);

    while (!fits(p, i, &places[place]))
      place = rng_below(rng, count);
    p->plants[i] = places[place];
    lowest = place < lowest ? place : lowest;
    switches |= UINT64_C(1) << places[place].at;
  }
  assert_true(golden_value(pair, places[lowest].field, places[lowest].at,
                           places[lowest].port, &golden));
  CHECK(differ(pair, &difference), "%s: nothing is found", where);
  check_difference(&difference, &places[lowest], golden, bits_count(switches) - 1, where);
  p->count = 0;
}

TEST(test_lowest_switch_then_field_then_port)
{
  struct rng rng = rng_seed(SEED, 100);
  struct pair pair;

  pair_open(&pair, 3, 2);
  for (uint32_t cycle = 0; cycle < 3 * CYCLES; cycle++) {
    struct plant places[2048];
    size_t count = places_of(&pair, places, 2048);

    for (uint32_t round = 0; round < 500; round++) {
      char where[64];

      snprintf(where, sizeof where, "seed %d cycle %u round %u", SEED, cycle, round);
      check_several(&pair, places, count, &rng, where);
    }
    pair_tick(&pair, 100, &rng);
  }
  pair_close(&pair);
}

/* The header is the first field, whatever port it is on. */
TEST(test_header_comes_before_data_of_a_lower_port)
{
  struct rng rng = rng_seed(SEED, 200);
  struct pair pair;
  uint32_t tried = 0;

  pair_open(&pair, 3, 2);
  for (uint32_t cycle = 0; cycle < 3 * CYCLES; cycle++) {
    struct plant places[2048];
    size_t count = places_of(&pair, places, 2048);
    char where[64];

    snprintf(where, sizeof where, "seed %d cycle %u", SEED, cycle);
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < count; j++)
        if (header_and_data(&places[i], &places[j])) {
          struct difference difference;
          uint64_t golden;

          pair.planted.count = 2;
          pair.planted.plants[0] = places[i];
          pair.planted.plants[1] = places[j];
          assert_true(
              golden_value(&pair, places[i].field, places[i].at, places[i].port, &golden));
          CHECK(differ(&pair, &difference), "%s: nothing is found", where);
          check_difference(&difference, &places[i], golden, 0, where);
          pair.planted.count = 0;
          tried++;
        }
    pair_tick(&pair, 100, &rng);
  }
  CHECK(tried > 100, "tried %u times", tried);
  pair_close(&pair);
}

/* Reports and their readers rely on them. */
TEST(test_names_of_the_fields)
{
  static const char *const names[] = {"out_valid",    "out_header",   "out_data",
                                      "in_ready",     "inject_ready", "eject_valid",
                                      "eject_header", "eject_data"};

  for (uint32_t field = 0; field < FIELDS; field++)
    assert_string_equal(difference_field_name(field), names[field]);
}
