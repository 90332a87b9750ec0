/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_group_choice -- every header at every router of small networks: the way of the
 * word, and nothing else of it; both words give all ways that there are. */
#include "switch/route/sync_group_choice.h"

#include "network/topology/mdf.h"
#include "switch/route/sync_group.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

/* By HOLDS. */
static const struct route_unit *const units[] = {&sync_group_choice_free,
                                                 &sync_group_choice};
static const struct route_unit *const plain[] = {&sync_group_free, &sync_group};

/* K, M, WIRING, COLUMNS; how many values a group and a router have in an address. */
static const struct size {
  uint32_t of[4];
  uint32_t groups, routers;
} sizes[] = {
    {{1, 2, 0, 0}, 4, 2},
    {{2, 2, 1, 0}, 8, 2},
    {{3, 2, 0, 1}, 8, 2},
    {{2, 3, 0, 0}, 8, 4},
};

/* Of a header without b: its values, and the group in it. */
static uint64_t below_b(const struct size *size)
{
  return UINT64_C(1) << (sync_group_bits(size->of) - 3);
}

static uint32_t group_in(const struct size *size, uint64_t word)
{
  return (uint32_t)(word / size->routers % size->groups);
}

static bool two_ways(const struct size *size, uint64_t here, uint64_t header)
{
  return header / below_b(size) == 5 && group_in(size, header) != group_in(size, here);
}

/* As sync_group says of the same header, b = 5 taken for 3 where the word is even and where
 * the destination is in the group. */
static struct route_out reference(const struct size *size, const struct route_in *in,
                                  bool holds)
{
  struct route_in other = *in;

  if (in->header / below_b(size) == 5 &&
      (in->random % 2 == 0 || !two_ways(size, in->here, in->header)))
    other.header = in->header % below_b(size) + 3 * below_b(size);
  return plain[holds]->comb(&other);
}

static void check(const struct size *size, uint64_t here, uint64_t header)
{
  static const uint32_t words[] = {0, 1, UINT32_MAX, UINT32_MAX - 1};

  for (uint32_t code = 0; code < 8; code++) {
    const struct route_in in = {
        .here = here, .header = header, .random = words[code / 2], .parameters = size->of};
    const struct route_out is = units[code % 2]->comb(&in);
    const struct route_out to_be = reference(size, &in, code % 2);

    CHECK(is.ports == to_be.ports && is.header == to_be.header && is.eject == to_be.eject &&
              is.vc == to_be.vc && is.priority == to_be.priority && !is.wait,
          "K %u M %u here %" PRIu64 " header %#" PRIx64 " word %u: ports %#" PRIx64
          ", not %#" PRIx64,
          size->of[0], size->of[1], here, header, in.random, is.ports, to_be.ports);
  }
}

TEST(test_every_header_and_word)
{
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint64_t here = 0; here < sizes[i].groups * sizes[i].routers; here++)
      for (uint64_t header = 0; header < 8 * below_b(&sizes[i]); header++)
        check(&sizes[i], here, header);
}

/* One word but where b is 5 and the destination in another group. */
TEST(test_words_are_all_ways)
{
  const struct size *size = &sizes[3];

  for (uint64_t here = 0; here < size->groups * size->routers; here++)
    for (uint64_t header = 0; header < 8 * below_b(size); header++) {
      const struct route_in in = {.here = here, .header = header, .parameters = size->of};
      uint32_t words[ROUTE_WORDS];
      const uint32_t count = units[1]->words(&in, words);

      CHECK(count == (two_ways(size, here, header) ? 2 : 1) && words[0] == 0 &&
                (count == 1 || words[1] == 1),
            "here %" PRIu64 " header %#" PRIx64 ": %u words", here, header, count);
    }
}

/* Without packets in queues the path is that of `destination`, hop by hop. */
static void check_minimal(const struct topology *t, const char *holds, uint32_t from,
                          uint32_t to)
{
  char names[2][ROUTING_NAME];
  struct hop hops[2][8];
  size_t count[2];

  for (int i = 0; i < 2; i++) {
    snprintf(names[i], sizeof names[i], "%s%s", i ? "destination" : "ugal-l", holds);
    const struct routing *routing = routing_of(t, names[i]);
    count[i] =
        topology_path(t, routing, from, to, routing->header(t, from, to, 5), 0, hops[i], 8);
  }
  CHECK(count[0] > 0 && count[0] == count[1], "%s%s: %u to %u: %zu hops, not %zu", t->spec,
        holds, from, to, count[0], count[1]);
  for (size_t hop = 0; hop < count[0]; hop++)
    assert_int_equal(hops[0][hop].at, hops[1][hop].at);
}

TEST(test_the_short_way_is_minimal)
{
  static const char *const networks[] = {"mdf:1,2", "mdf:2,3", "mdf:3,2,wiring=relative"};

  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
      check_minimal(&t, "", pair / t.switches, pair % t.switches);
      check_minimal(&t, ",holds=0", pair / t.switches, pair % t.switches);
    }
  }
}
