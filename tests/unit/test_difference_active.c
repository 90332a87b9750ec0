/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_difference_active -- a switch that one machine alone lists as active is compared.
 *
 * The load is light, so that in every cycle some switches are idle.
 */
#include "run/lockstep/difference.h"

#include "base/bits.h"
#include "tests/unit/difference_unit.h"

enum { CYCLES = 30, PERCENT = 15, LANES = 2 };

/* A pair in one order or the other, and what is compared of each. */
struct sides {
  struct machine machines[2];
  struct links links[2];
  uint32_t lists[2][SWITCHES]; /* where links[].active points */
};

/* As both machines show themselves now.  `swapped`: the golden one is that with the plants.
 */
static void sides_open(struct sides *sides, struct pair *pair, bool swapped)
{
  sides->machines[swapped] = pair->golden.golden;
  sides->machines[!swapped] = pair->dut;
  for (uint32_t side = 0; side < 2; side++) {
    const struct machine *m = &sides->machines[side];

    sides->links[side] = m->ops->links(m->self);
  }
}

/* One machine lists the switches of this mask. */
static void list(struct sides *sides, uint32_t side, uint64_t switches)
{
  struct links *links = &sides->links[side];

  links->active = sides->lists[side];
  links->active_count = 0;
  for (; switches; switches &= switches - 1)
    sides->lists[side][links->active_count++] = bits_lowest(switches);
}

/* The switches that the golden machine lists. */
static uint64_t active_of(const struct pair *pair)
{
  const struct machine *m = &pair->golden.golden;
  struct links links = m->ops->links(m->self);
  uint64_t active = 0;

  for (size_t i = 0; i < links.active_count; i++)
    active |= UINT64_C(1) << links.active[i];
  return active;
}

static bool found(const struct pair *pair, const struct sides *sides,
                  struct difference *difference)
{
  *difference = (struct difference){.cycle = 4711, .at = 99, .port = 99, .others = 99};
  return difference_find(&pair->golden.shape, &sides->machines[0], &sides->machines[1],
                         &sides->links[0], &sides->links[1], NULL, difference);
}

static void pair_run(void (*check)(struct pair *pair, struct rng *rng, const char *where),
                     uint64_t stream)
{
  struct rng rng = rng_seed(SEED, stream);
  struct pair pair;

  pair_open(&pair, LANES, 1);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    char where[64];

    snprintf(where, sizeof where, "seed %d cycle %u", SEED, cycle);
    check(&pair, &rng, where);
    pair_tick(&pair, PERCENT, &rng);
  }
  pair_close(&pair);
}

/* --- one bit of a switch that is listed once --- */

/* How often a field differed at a switch that else shows nothing, and at others. */
static uint32_t idle[FIELDS], busy[FIELDS];

/* `lister`: the machine that lists the switch; `swapped`: which of them shows the bit. */
static void check_plant(struct pair *pair, struct plant plant, uint64_t value,
                        uint32_t lister, bool swapped, const char *where)
{
  const uint64_t at = UINT64_C(1) << plant.at, active = active_of(pair);
  struct difference difference;
  struct sides sides;
  char what[128];

  snprintf(what, sizeof what, "%s, machine %u lists switch %u, machine %d shows it", where,
           lister, plant.at, !swapped);
  pair->planted.plants[0] = plant;
  pair->planted.count = 1;
  sides_open(&sides, pair, swapped);
  list(&sides, lister, active | at);
  list(&sides, !lister, active & ~at);
  CHECK(found(pair, &sides, &difference), "%s: %s port %u is not found", what,
        difference_field_name(plant.field), plant.port);
  check_difference(&difference, &plant, swapped ? value ^ UINT64_C(1) << plant.bit : value,
                   0, what);
  pair->planted.count = 0;
}

static void check_all_plants(struct pair *pair, struct rng *rng, const char *where)
{
  for (uint32_t field = 0; field < FIELDS; field++)
    for (uint32_t sw = 0; sw < SWITCHES; sw++)
      for (uint32_t port = 0; port < shape_channels(&pair->golden.shape); port++) {
        struct plant plant = {.cycle = pair->planted.cycle,
                              .field = field,
                              .at = sw,
                              .port = port,
                              .bit = (uint32_t)rng_below(rng, bits_of(field))};
        uint64_t value;

        if (!golden_value(pair, field, sw, port, &value))
          continue;
        for (uint32_t lister = 0; lister < 2; lister++)
          for (int swapped = 0; swapped < 2; swapped++)
            check_plant(pair, plant, value, lister, swapped, where);
        ++*(active_of(pair) >> sw & 1 ? &busy[field] : &idle[field]);
      }
}

/* Every field; those of packets mean nothing at a switch that is idle. */
TEST(test_one_bit_of_a_switch_that_one_machine_lists)
{
  pair_run(check_all_plants, 1);
  for (uint32_t field = 0; field < FIELDS; field++) {
    bool packet = field == DIFFERENCE_OUT_HEADER || field == DIFFERENCE_OUT_DATA ||
                  field == DIFFERENCE_EJECT_HEADER || field == DIFFERENCE_EJECT_DATA;

    CHECK(busy[field] >= 10 && (packet || idle[field] >= 10),
          "%s was tried %u times at busy switches, %u at idle ones",
          difference_field_name(field), busy[field], idle[field]);
  }
}

/* --- a machine that has lost a switch --- */

/* The lowest place of a mask that is not 0, of `bits` bits from `first` on. */
static bool lost_bit(struct plant *plant, enum difference_field field, uint64_t mask,
                     uint32_t first, uint32_t bits)
{
  const uint64_t within = mask >> first & bits_mask(bits);

  if (within) {
    plant->field = field;
    plant->port = bits_lowest(within);
  }
  return within != 0;
}

/* What differs first when a switch shows nothing instead of this; false: it is idle. */
static bool first_lost(struct plant *plant, const struct links *links, uint32_t sw)
{
  const uint64_t kept = ~links->ready[sw];

  return lost_bit(plant, DIFFERENCE_OUT_VALID, links->valid[sw], 0, N) ||
         lost_bit(plant, DIFFERENCE_IN_READY, kept, 0, N) ||
         lost_bit(plant, DIFFERENCE_INJECT_READY, kept, N, LANES) ||
         lost_bit(plant, DIFFERENCE_EJECT_VALID, links->eject[sw], 0, N + LANES);
}

static uint32_t lost[FIELDS], lost_idle;

/* Side `loser` shows nothing at the switch, nor lists it. */
static void check_lost(struct pair *pair, uint32_t loser, uint32_t sw, const char *where)
{
  uint64_t valid[SWITCHES], ready[SWITCHES], eject[SWITCHES];
  struct plant plant = {.at = sw};
  struct difference difference;
  struct sides sides;

  sides_open(&sides, pair, false);
  struct links *links = &sides.links[loser];
  const bool shows = first_lost(&plant, links, sw);
  memcpy(valid, links->valid, sizeof valid);
  memcpy(ready, links->ready, sizeof ready);
  memcpy(eject, links->eject, sizeof eject);
  valid[sw] = eject[sw] = 0;
  ready[sw] = bits_mask(N + LANES);
  *links = (struct links){.valid = valid, .ready = ready, .eject = eject};
  list(&sides, loser, active_of(pair) & ~(UINT64_C(1) << sw));
  list(&sides, !loser, active_of(pair));
  CHECK(found(pair, &sides, &difference) == shows, "%s: machine %u has lost switch %u",
        where, loser, sw);
  if (!shows) {
    lost_idle++;
    return;
  }
  const bool golden = (plant.field == DIFFERENCE_OUT_VALID ||
                       plant.field == DIFFERENCE_EJECT_VALID) == (loser == 1);
  check_difference(&difference, &plant, golden, 0, where);
  lost[plant.field]++;
}

static void check_lost_switches(struct pair *pair, struct rng *rng, const char *where)
{
  (void)rng;
  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    for (uint32_t loser = 0; loser < 2; loser++)
      check_lost(pair, loser, sw, where);
}

TEST(test_machine_that_has_lost_a_switch)
{
  pair_run(check_lost_switches, 2);
  CHECK(lost[DIFFERENCE_OUT_VALID] >= 10 && lost[DIFFERENCE_EJECT_VALID] >= 10 &&
            lost_idle >= 10,
        "%u times out_valid, %u times eject_valid, %u times nothing",
        lost[DIFFERENCE_OUT_VALID], lost[DIFFERENCE_EJECT_VALID], lost_idle);
}

/* --- lists that have little in common --- */

static void check_equal_images(struct pair *pair, struct rng *rng, const char *where)
{
  for (uint32_t round = 0; round < 200; round++) {
    const uint64_t of[2] = {rng_below(rng, 1 << SWITCHES), rng_below(rng, 1 << SWITCHES)};
    struct difference difference;
    struct sides sides;

    sides_open(&sides, pair, round % 2);
    list(&sides, 0, of[0]);
    list(&sides, 1, of[1]);
    CHECK(!found(pair, &sides, &difference),
          "%s: lists %#" PRIx64 " and %#" PRIx64 ": equal images differ", where, of[0],
          of[1]);
  }
}

TEST(test_equal_images_whatever_is_listed)
{
  pair_run(check_equal_images, 3);
}

/* Several switches differ, each listed by one machine or the other; the lists have others
 * between, before and behind. */
static void check_interleaved(struct pair *pair, struct rng *rng, const char *where)
{
  struct planted *p = &pair->planted;

  for (uint32_t round = 0; round < 200; round++) {
    const uint64_t first = rng_below(rng, 1 << SWITCHES);
    uint64_t differing = 0, value;
    struct difference difference;
    struct sides sides;
    size_t lowest = 0;

    p->count = 1 + rng_below(rng, PLANTS);
    for (size_t i = 0; i < p->count; i++) {
      uint32_t sw = (uint32_t)rng_below(rng, SWITCHES);

      while (differing >> sw & 1)
        sw = (sw + 1) % SWITCHES;
      differing |= UINT64_C(1) << sw;
      p->plants[i] = (struct plant){.cycle = p->cycle,
                                    .field = DIFFERENCE_IN_READY,
                                    .at = sw,
                                    .port = (uint32_t)rng_below(rng, N)};
      lowest = sw < p->plants[lowest].at ? i : lowest;
    }
    sides_open(&sides, pair, false);
    list(&sides, 0, first);
    list(&sides, 1, (rng_below(rng, 1 << SWITCHES) & ~differing) | (differing & ~first));
    CHECK(found(pair, &sides, &difference), "%s: nothing is found", where);
    assert_true(golden_value(pair, DIFFERENCE_IN_READY, p->plants[lowest].at,
                             p->plants[lowest].port, &value));
    check_difference(&difference, &p->plants[lowest], value, (uint32_t)p->count - 1, where);
    p->count = 0;
  }
}

TEST(test_lists_that_interleave)
{
  pair_run(check_interleaved, 4);
}
