/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_counter -- every count, written down by hand. */
#include "switch/component/sync_counter.h"

#include "tests/unit/unit.h"

enum { COUNTS = 8, STAYS = 9 };

/* hop by count, STAYS where the count is too high */
struct row {
  uint32_t last;
  bool holds, still;
  uint8_t hop[COUNTS];
};

static const struct row rows[] = {
    {4, true, false, {0, 1, 2, 3, 4, STAYS, STAYS, STAYS}},
    {4, true, true, {0, 1, 2, 3, 4, STAYS, STAYS, STAYS}},
    {4, false, false, {0, 1, 2, 3, 4, STAYS, STAYS, STAYS}},
    {4, false, true, {0, 0, 2, 2, 4, STAYS, STAYS, STAYS}},
    {5, true, false, {0, 1, 2, 3, 4, 5, STAYS, STAYS}},
    {5, true, true, {0, 1, 2, 3, 4, 5, STAYS, STAYS}},
    {5, false, false, {0, 1, 2, 3, 4, 5, STAYS, STAYS}},
    {5, false, true, {0, 0, 2, 2, 4, 4, STAYS, STAYS}},
};

TEST(test_every_count)
{
  static const uint8_t next[] = {0, 0, 1, 2, 3, 4};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint32_t count = 0; count < COUNTS; count++) {
      const struct row *row = &rows[i];
      const bool stays = row->hop[count] == STAYS;
      const uint32_t hop = stays ? 0 : row->hop[count];
      const uint32_t after = stays ? count : next[hop];
      struct sync_counter_out out =
          sync_counter_comb(count, row->still, row->last, row->holds);

      CHECK(out.hop == hop && out.next == after && out.arrived == (!stays && hop == 0),
            "last %u holds %d still %d count %u: hop %u next %u arrived %d, not %u %u %d",
            row->last, row->holds, row->still, count, out.hop, out.next, out.arrived, hop,
            after, !stays && hop == 0);
    }
}

/* A packet makes all its hops, in descending order, and then has arrived: with holds in as
 * many steps as it has hops, without them in one less for each local hop by port 0. */
TEST(test_counts_down_to_the_arrival)
{
  for (uint32_t code = 0; code < 2 * 6 * 8; code++) {
    const bool holds = code % 2;
    const uint32_t first = code / 2 % 6, stills = code / 12; /* bit i: local hop 2i + 1 */
    uint32_t count = first, steps = 0, left_out = 0;

    for (uint32_t hop = 1; hop <= first; hop += 2)
      left_out += stills >> hop / 2 & 1;
    for (;; steps++) {
      struct sync_counter_out out =
          sync_counter_comb(count, stills >> count / 2 & 1, 5, holds);

      if (out.arrived)
        break;
      CHECK(out.hop <= count && out.hop > out.next && steps < 5,
            "from %u stills %#x holds %d: count %u hop %u next %u", first, stills, holds,
            count, out.hop, out.next);
      count = out.next;
    }
    CHECK(steps == first - (holds ? 0 : left_out), "from %u stills %#x holds %d: %u steps",
          first, stills, holds, steps);
  }
}
