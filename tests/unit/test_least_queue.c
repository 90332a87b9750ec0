/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_least_queue -- every set of ways over two ports of two queues, by the page: the
 * highest word at whose queues the fewest packets wait. */
#include "switch/component/least_queue.h"

#include "tests/unit/unit.h"

enum { PORTS = 2, VCS = 2, QUEUES = PORTS * VCS, WAYS = PORTS + 1, MOST = 3, VC_CODES = 3 };

/* A way is one of 4 masks of ports and of 3 VCs, of which 2 means 1. */
enum { WAY_CODES = 4 * VC_CODES };

static uint32_t at_way(const uint32_t *counts, uint32_t code)
{
  const uint32_t ports = code % 4, vc = code / 4 == 0 ? 0 : 1;

  return (ports & 1 ? counts[vc] : 0) + (ports & 2 ? counts[2 + vc] : 0);
}

static uint32_t by_the_page(const uint32_t *counts, const uint32_t codes[WAYS])
{
  for (uint32_t fewest = 0; fewest <= 2 * MOST; fewest++)
    for (uint32_t word = WAYS; word-- > 0;)
      if (codes[word] % 4 != 0 && at_way(counts, codes[word]) == fewest)
        return word;
  return 0;
}

TEST(test_every_set_of_ways)
{
  uint32_t seen[WAYS] = {0};

  for (uint32_t all = 0; all < MOST * MOST * MOST * MOST; all++)
    for (uint32_t set = 0; set < WAY_CODES * WAY_CODES * WAY_CODES; set++) {
      const uint32_t counts[QUEUES] = {all % MOST, all / MOST % MOST,
                                       all / MOST / MOST % MOST, all / MOST / MOST / MOST};
      const uint32_t codes[WAYS] = {set % WAY_CODES, set / WAY_CODES % WAY_CODES,
                                    set / WAY_CODES / WAY_CODES};
      struct least_queue_way ways[WAYS];

      for (uint32_t i = 0; i < WAYS; i++)
        ways[i] = (struct least_queue_way){.ports = codes[i] % 4, .vc = codes[i] / 4};
      const uint32_t is = least_queue_comb(&(struct least_queue_in){
          .counts = counts, .vcs = VCS, .ways = ways, .count = WAYS});
      const uint32_t must = by_the_page(counts, codes);

      CHECK(is == must, "counts %u ways %u: word %u, not %u", all, set, is, must);
      seen[is]++;
    }
  for (uint32_t i = 0; i < WAYS; i++)
    assert_true(seen[i] > 0);
}
