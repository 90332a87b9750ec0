/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_choice -- every header of small networks: the way of the word, and nothing else
 * of it; both words give all ways that there are. */
#include "switch/route/sync_choice.h"

#include "network/topology/d3.h"
#include "switch/route/sync_table.h"
#include "tests/unit/reference_sync.h"

static const struct route_unit *const units[] = {&sync_choice_free, &sync_choice};

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}};

/* As sync_table says of the same header, b = 5 taken for 3 where the word is even. */
static struct route_out reference(const struct route_in *in, bool holds)
{
  const uint64_t rest = reference_headers("LLGLLGLG", in->parameters);
  struct route_in other = *in;

  if (in->header / rest == 5 && in->random % 2 == 0)
    other.header = in->header % rest + 3 * rest;
  return reference_sync_table(&other, holds);
}

TEST(test_every_header_and_word)
{
  static const uint32_t words[] = {0, 1, UINT32_MAX, UINT32_MAX - 1};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint64_t header = 0; header < reference_headers(REFERENCE_TABLE, sizes[i]);
         header++)
      for (uint32_t code = 0; code < 8; code++) {
        const struct route_in in = {
            .header = header, .random = words[code / 2], .parameters = sizes[i]};
        const struct route_out is = units[code % 2]->comb(&in);
        const struct route_out to_be = reference(&in, code % 2);

        CHECK(is.ports == to_be.ports && is.header == to_be.header &&
                  is.eject == to_be.eject && is.vc == to_be.vc &&
                  is.priority == to_be.priority && !is.wait,
              "K %u M %u header %#" PRIx64 " word %u: ports %#" PRIx64 ", not %#" PRIx64,
              sizes[i][0], sizes[i][1], header, in.random, is.ports, to_be.ports);
      }
}

/* One word where b is not 5, else two, which differ in the first bit. */
TEST(test_words_are_all_ways)
{
  const uint32_t *size = sizes[4];
  const uint64_t rest = reference_headers("LLGLLGLG", size);

  for (uint64_t header = 0; header < 8 * rest; header++) {
    const struct route_in in = {.header = header, .parameters = size};
    uint32_t words[ROUTE_WORDS];
    const uint32_t count = units[1]->words(&in, words);

    CHECK(count == (header / rest == 5 ? 2 : 1) && words[0] == 0 &&
              (count == 1 || words[1] == 1),
          "header %#" PRIx64 ": %u words", header, count);
  }
}

/* Both ways end at the destination. */
TEST(test_both_ways_arrive)
{
  struct topology t = topology_of("d3:2,3");
  const struct routing *choice = routing_of(&t, "ugal-l");
  const struct routing *minimal = routing_of(&t, "destination");
  struct hop hops[2][8];

  for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
    const uint32_t from = pair / t.switches, to = pair % t.switches;
    const size_t is =
        topology_path(&t, choice, from, to, choice->header(&t, from, to, 5), 0, hops[0], 8);
    const size_t must = topology_path(&t, minimal, from, to,
                                      minimal->header(&t, from, to, 0), 0, hops[1], 8);

    CHECK(is > 0 && is == must, "%u to %u: %zu hops, not %zu", from, to, is, must);
    for (size_t hop = 0; hop < is; hop++)
      assert_int_equal(hops[0][hop].at, hops[1][hop].at);
  }
}
