/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fattree_adaptive -- the route unit fattree_adaptive, by docs/switches/adaptive.md:
 * every switch, destination, way and word of small trees; deadlock. */
#include "switch/route/fattree_adaptive.h"

#include "network/topology/dependency.h"
#include "switch/route/fattree.h"
#include "tests/unit/unit.h"

/* Rules 1 and 2, with the answer of fattree. */
static void check(const struct topology *t, uint32_t at, uint64_t header, uint32_t word)
{
  const uint32_t k = t->parameters[0];
  struct route_in in = topology_route_in(t, at, header);
  uint64_t ports = fattree_unit.comb(&in).ports;

  for (uint32_t u = 0; word < k && u < k; u++)
    if (fattree_unit.comb(&in).ports == UINT64_C(1) << (k + u))
      ports = UINT64_C(1) << (k + (u + word) % k);
  in.random = word;
  const struct route_out is = fattree_adaptive.comb(&in);
  CHECK(is.ports == ports && is.eject == fattree_unit.comb(&in).eject &&
            is.header == header && is.vc == 0 && !is.wait && is.priority == 0,
        "%s: at %u header %#llx word %u: ports %#llx", t->spec, at,
        (unsigned long long)header, word, (unsigned long long)is.ports);
}

TEST(test_every_header_and_word)
{
  static const char *const specs[] = {"fattree:2,2", "fattree:3,2", "fattree:2,3",
                                      "fattree:5,2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const uint32_t bits = routing_of(&t, "minimal-adaptive")->header_bits(&t);

    for (uint32_t at = 0; at < t.switches; at++)
      for (uint64_t header = 0; header < UINT64_C(1) << bits; header++)
        for (uint32_t word = 0; word < t.ports + 2; word++)
          check(&t, at, header, word);
  }
}

/* Of empty queues the switch takes the highest of these words: the way of d-mod-k. */
TEST(test_words_are_the_ways)
{
  struct topology t = topology_of("fattree:5,2");
  const struct routing *routing = routing_of(&t, "minimal-adaptive");
  uint32_t words[ROUTE_WORDS];

  for (uint32_t to = 0; to < t.terminals; to++) {
    const uint64_t header = topology_header(&t, routing, 0, to, 0);
    const struct route_in in = topology_route_in(&t, 0, header);
    const uint32_t count = fattree_adaptive.words(&in, words);
    uint64_t ports = 0;

    for (uint32_t i = 0; i < count; i++) {
      struct route_in asked = in;

      assert_true(i == 0 || words[i] > words[i - 1]);
      asked.random = words[i];
      ports |= fattree_adaptive.comb(&asked).ports;
      if (i + 1 == count)
        assert_int_equal(fattree_adaptive.comb(&asked).ports, fattree_unit.comb(&in).ports);
    }
    assert_int_equal(ports, to < 5 ? 0 : 0x1f << 5);
    assert_int_equal(header, topology_header(&t, routing_of(&t, "d-mod-k"), 0, to, 0));
  }
}

/* A unit that goes up once more where it may go down: a planted fault, which the walk of
 * all words must find. */
static struct route_out climbs_comb(const struct route_in *in)
{
  struct route_out out = fattree_adaptive.comb(in);

  if (in->random == 1 && in->here == 0x4)
    out.ports = UINT64_C(1) << 2;
  return out;
}

static uint32_t climbs_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  (void)in;
  words[0] = 1;
  words[1] = 2;
  return 2;
}

TEST(test_deadlock)
{
  static const char *const specs[] = {"fattree:2,2", "fattree:3,3", "fattree:2,4"};
  struct dependency d;
  struct err err;

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    CHECK(dependency_explore(&d, &t, routing_of(&t, "minimal-adaptive"), 1, false, &err) &&
              d.cycle_length == 0,
          "%s: a cycle", specs[i]);
  }
  struct topology t = topology_of("fattree:2,3");
  struct routing routing = *routing_of(&t, "minimal-adaptive");
  struct route_unit unit = *routing.unit;

  routing.unit = &unit;
  CHECK(dependency_explore(&d, &t, &routing, 1, false, &err) && d.cycle_length == 0,
        "right");
  unit.comb = climbs_comb;
  unit.words = climbs_words;
  CHECK(dependency_explore(&d, &t, &routing, 1, false, &err) && d.cycle_length > 0,
        "the fault is not found");
}
