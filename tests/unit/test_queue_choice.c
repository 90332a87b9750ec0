/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_queue_choice -- every pair of ways over three ports of two queues, by the page: the
 * long way when 5 times what waits there is less than 3 times what waits at the other. */
#include "switch/component/queue_choice.h"

#include "tests/unit/unit.h"

enum { PORTS = 3, VCS = 2, QUEUES = PORTS * VCS, MOST = 4 };

static uint32_t at_port(const uint32_t *counts, uint64_t ports)
{
  uint32_t sum = 0;

  for (uint32_t queue = 0; queue < QUEUES; queue++)
    if (ports >> queue / VCS & 1)
      sum += counts[queue];
  return sum;
}

TEST(test_every_pair_of_ways)
{
  uint32_t codes = 1, longer = 0;

  for (uint32_t queue = 0; queue < QUEUES; queue++)
    codes *= MOST;
  for (uint32_t code = 0; code < codes; code++) {
    uint32_t counts[QUEUES], left = code;

    for (uint32_t queue = 0; queue < QUEUES; queue++, left /= MOST)
      counts[queue] = left % MOST;
    for (uint32_t ways = 0; ways < 1u << 2 * PORTS; ways++) {
      const struct queue_choice_in in = {.counts = counts,
                                         .vcs = VCS,
                                         .short_ports = ways % (1u << PORTS),
                                         .long_ports = ways >> PORTS};
      const bool must =
          5 * at_port(counts, in.long_ports) < 3 * at_port(counts, in.short_ports);

      CHECK(queue_choice_comb(&in) == must, "counts %u ways %#x: %d", code, ways, !must);
      longer += must;
    }
  }
  assert_true(longer > 0);
}

/* Equal queues, empty ones among them, are no reason to go the long way; nor are 3 packets
 * against 5, but 2 against 4 and 1 against 2 are. */
TEST(test_ties_go_the_short_way)
{
  static const struct {
    uint32_t at_short, at_long;
    bool goes_long;
  } cases[] = {{0, 0, false}, {1, 0, true}, {1, 1, false}, {2, 1, true},
               {3, 2, false}, {4, 2, true}, {5, 3, false}, {6, 3, true}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const uint32_t counts[] = {cases[i].at_short, cases[i].at_long};

    CHECK(queue_choice_comb(&(struct queue_choice_in){
              .counts = counts, .vcs = 1, .short_ports = 1, .long_ports = 2}) ==
              cases[i].goes_long,
          "%u packets against %u", cases[i].at_short, cases[i].at_long);
  }
}
