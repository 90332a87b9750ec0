/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_mask -- docs/switches/mask.md, and where the intermediate destinations are.
 *
 * The distributions are exact: all random words are enumerated at every switch, and all
 * probabilities are sums of powers of two that a double holds.
 */
#include "switch/route/bitfix_mask.h"

#include "base/bits.h"
#include "switch/component/alternate_destination_selector.h"
#include "tests/unit/reference_network.h"

#include <math.h>

enum { DIMENSIONS_MAX = 8, PARTS = 4096 /* of the bits for the forced hop */ };

#ifdef __SANITIZE_ADDRESS__
enum { LARGEST = 6 }; /* slow */
#else
enum { LARGEST = DIMENSIONS_MAX };
#endif

struct variant {
  const struct route_unit *unit;
  reference_route *route;
  bool forced, shared;
};

static const struct variant variants[] = {
    {&bitfix_mask_forced, reference_forced, true, false},
    {&bitfix_mask_forced_shared, reference_forced_shared, true, true},
    {&bitfix_mask_free, reference_free, false, false},
    {&bitfix_mask_free_shared, reference_free, false, true},
};

static bool same(const struct route_out *a, const struct route_out *b)
{
  return a->ports == b->ports && a->header == b->header && a->vc == b->vc &&
         a->priority == b->priority && a->eject == b->eject && a->wait == b->wait;
}

static void check_same(const struct variant *v, const struct route_in *in)
{
  struct route_out is = v->unit->comb(in), to_be = v->route(in);

  CHECK(same(&is, &to_be),
        "n %u forced %d shared %d header %#" PRIx64 " here %#" PRIx64
        " random %#x: ports %#" PRIx64 " header %#" PRIx64 " VC %u priority %u eject %d",
        in->ports, v->forced, v->shared, in->header, in->here, in->random, is.ports,
        is.header, is.vc, is.priority, is.eject);
}

TEST(test_every_header_at_every_switch)
{
  struct rng rng = rng_seed(1, 0);

  for (uint32_t n = 1; n <= 4; n++)
    for (uint64_t code = 0; code < UINT64_C(1) << (4 * n + 2); code++)
      check_same(&variants[code & 3],
                 &(struct route_in){.header = code >> 2 & bits_mask(2 * n),
                                    .here = code >> (2 + 2 * n) & bits_mask(n),
                                    .random = (uint32_t)(code >> (2 + 3 * n)) |
                                              (uint32_t)rng_next(&rng) << n,
                                    .ports = n});
}

TEST(test_random_headers_of_large_cubes)
{
  struct rng rng = rng_seed(2, 0);

  for (uint32_t i = 0; i < 400000; i++) {
    uint32_t n = 5 + i % 16;
    uint64_t mask = bits_mask(n) << rng_below(&rng, n + 1) & bits_mask(n);
    uint32_t random = (uint32_t)rng_next(&rng);

    if (i % 3 == 0) /* often none is chosen */
      random &= ~(uint32_t)mask;
    check_same(&variants[rng_below(&rng, 4)],
               &(struct route_in){.header = mask << n | (rng_next(&rng) & bits_mask(n)),
                                  .here = rng_next(&rng) & bits_mask(n),
                                  .random = random,
                                  .ports = n});
  }
}

/* Mask 0: as bitfix on the destination, whatever the word. */
TEST(test_second_phase_is_bitfix)
{
  for (size_t i = 0; i < 4; i++)
    for (uint32_t code = 0; code < 1 << 12; code++) {
      uint64_t here = code & 15, destination = code >> 4 & 15;
      struct route_out out =
          variants[i].unit->comb(&(struct route_in){.here = here,
                                                    .header = destination,
                                                    .random = code >> 8 | code << 20,
                                                    .ports = 4});
      struct route_out plain =
          reference_bitfix(&(struct route_in){.here = here, .header = destination});

      CHECK(out.header == destination && out.ports == plain.ports &&
                out.eject == plain.eject && out.priority == 0 &&
                out.vc == (variants[i].forced ? 2 : 1),
            "at %d for %d: ports %#x VC %u", (int)here, (int)destination,
            (unsigned)out.ports, out.vc);
    }
}

/* A packet that passes its destination in its first phase goes on; without the forced hop
 * it is ejected there if its second phase begins there. */
TEST(test_passing_the_destination)
{
  for (size_t i = 0; i < 4; i++) {
    struct route_in in = {.here = 6, .header = 0x70 | 6, .random = 2, .ports = 4};
    struct route_out out = variants[i].unit->comb(&in);

    assert_true(!out.eject && out.ports == 2 && out.header == (0x40 | 6) &&
                out.priority == 1);
    in.random = 0;
    out = variants[i].unit->comb(&in);
    assert_true(out.eject == !variants[i].forced && out.priority == 0 && out.header == 6);
    assert_true(out.ports == (variants[i].forced ? 1 : 0));
  }
}

/* --- distributions --- */

/* From one source, where the first phase ends. */
struct ends {
  double at[1 << DIMENSIONS_MAX];
  double forced;       /* probability of the forced hop */
  double forced_first; /* at the first switch */
  double last;         /* probability that the last dimension is crossed */
  double hops;         /* of the first phase, on average */
  double alternate_first[DIMENSIONS_MAX]; /* ports of the forced hop at the first switch */
};

/* What one word does with the probability p to a packet at `here` with this mask. */
static void step(struct ends *ends, double (*next)[1 << DIMENSIONS_MAX],
                 const struct variant *v, uint32_t n, uint64_t source, uint64_t here,
                 uint64_t mask, uint64_t destination, uint32_t word, double p)
{
  struct route_out out = v->unit->comb(&(struct route_in){
      .here = here, .header = mask << n | destination, .random = word, .ports = n});
  uint64_t left = out.header >> n;
  bool chosen = out.vc == 0;
  uint64_t there = here ^ out.ports;

  CHECK((out.header & bits_mask(n)) == destination && (left & ~mask) == 0,
        "n %u at %d: header %#" PRIx64, n, (int)here, out.header);
  CHECK(!chosen || (!out.eject && bits_count(out.ports) == 1 && out.ports & mask),
        "n %u at %d: ports %#" PRIx64 " with mask %#" PRIx64, n, (int)here, out.ports,
        mask);
  if (chosen || v->forced) {
    ends->hops += p;
    ends->last += out.ports >> (n - 1) & 1 ? p : 0;
  } else {
    there = here; /* the second phase begins at once */
  }
  if (!chosen && v->forced) {
    CHECK(out.vc == 1 && bits_count(out.ports) == 1 && out.ports >> n == 0,
          "n %u at %d: ports %#" PRIx64, n, (int)here, out.ports);
    ends->forced += p;
    if (here == source && mask == bits_mask(n)) {
      ends->forced_first += p;
      ends->alternate_first[bits_lowest(out.ports)] += p;
    }
  }
  CHECK(chosen || left == 0, "n %u: a mask is left", n);
  if (left == 0)
    ends->at[there] += p;
  else
    next[bits_lowest(left)][there] += p;
}

/* Masks are all the dimensions from some one up: states[lowest dimension][switch]. */
static void explore(struct ends *ends, const struct variant *v, uint32_t n, uint64_t source,
                    uint64_t destination)
{
  static double states[DIMENSIONS_MAX][1 << DIMENSIONS_MAX];
  double each = 1.0 / (1 << n);

  memset(ends, 0, sizeof *ends);
  memset(states, 0, sizeof states);
  states[0][source] = 1;
  for (uint32_t lowest = 0; lowest < n; lowest++)
    for (uint64_t here = 0; here < UINT64_C(1) << n; here++) {
      uint64_t mask = bits_mask(n) >> lowest << lowest;
      double p = states[lowest][here];

      for (uint32_t bits = 0; p > 0 && bits < 1u << n; bits++)
        if (v->shared || bits & mask) /* the other bits do not count; see above */
          step(ends, states, v, n, source, here, mask, destination, bits, p * each);
        else
          for (uint32_t part = 0; part < PARTS; part++)
            step(ends, states, v, n, source, here, mask, destination,
                 part << ALTERNATE_LSB | bits, p * each / PARTS);
    }
}

static double variation(const struct ends *ends, uint32_t n)
{
  double sum = 0;

  for (uint32_t sw = 0; sw < 1u << n; sw++)
    sum += fabs(ends->at[sw] - 1.0 / (1 << n));
  return sum / 2;
}

static void check_number(double is, double to_be, double tolerance, const char *what,
                         uint32_t n, uint64_t source, uint64_t destination)
{
  CHECK(fabs(is - to_be) <= tolerance, "n %u from %d to %d: %s is %.17g, not %.17g", n,
        (int)source, (int)destination, what, is, to_be);
}

/* The forced hop has probability 1/2; the last dimension is crossed with probability 1/2 +
 * 1/(2n), so the variation from uniform is 1/(2n); P(eta = source) = (1 - 1/n) / 2^n;
 * (n + 1)/2 hops.  Exactly where the ports of the forced hop are exactly uniform. */
static void check_forced(uint32_t n, uint64_t source, uint64_t destination)
{
  static struct ends ends;
  double tolerance = n & (n - 1) ? 1.0 / PARTS : 0;

  explore(&ends, &variants[0], n, source, destination);
  check_number(ends.forced, 0.5, 0, "P(forced)", n, source, destination);
  check_number(ends.forced_first, 1.0 / (1 << n), 0, "P(forced at once)", n, source,
               destination);
  check_number(ends.last, 0.5 + 0.5 / n, tolerance, "P(last dimension)", n, source,
               destination);
  check_number(variation(&ends, n), 0.5 / n, tolerance, "variation", n, source,
               destination);
  check_number(ends.at[source], (1 - 1.0 / n) / (1 << n), tolerance / (1 << n),
               "P(eta = source)", n, source, destination);
  check_number(ends.hops, (n + 1) / 2.0, 0, "hops", n, source, destination);
  for (uint32_t port = 0; port < n; port++)
    check_number(ends.alternate_first[port], 1.0 / n / (1 << n), tolerance / (1 << n),
                 "P(first alternate)", n, source, destination);
}

/* Without the forced hop: exactly uniform, n/2 hops; with either source. */
static void check_free(uint32_t n, uint64_t source, uint64_t destination)
{
  static struct ends ends;

  for (size_t i = 2; i < 4; i++) {
    explore(&ends, &variants[i], n, source, destination);
    check_number(variation(&ends, n), 0, 0, "variation", n, source, destination);
    check_number(ends.hops, n / 2.0, 0, "hops", n, source, destination);
    check_number(ends.last, 0.5, 0, "P(last dimension)", n, source, destination);
    check_number(ends.forced, 0, 0, "P(forced)", n, source, destination);
  }
}

static void each_packet(void (*check)(uint32_t n, uint64_t source, uint64_t destination))
{
  for (uint32_t n = 1; n <= LARGEST; n++) {
    if (n <= 3)
      for (uint64_t pair = 0; pair < UINT64_C(1) << 2 * n; pair++)
        check(n, pair & bits_mask(n), pair >> n);
    check(n, 0, 0);
    check(n, bits_mask(n), 0);
    check(n, bits_mask(n) / 3, bits_mask(n) / 3);
  }
}

TEST(test_forced_hop)
{
  each_packet(check_forced);
}

TEST(test_without_the_forced_hop)
{
  each_packet(check_free);
}

/* One source: the alternate at the first switch is always port 0, and the variation from
 * uniform is 0.094, 0.125, 0.067 for n = 3, 4, 8; the forced hop as likely as ever. */
TEST(test_shared_source)
{
  static const struct {
    uint32_t n;
    double variation;
  } table[] = {{3, 0.094}, {4, 0.125}, {8, 0.067}};
  static struct ends ends;

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    explore(&ends, &variants[1], table[i].n, 1, 2);
    check_number(variation(&ends, table[i].n), table[i].variation, 0.0005, "variation",
                 table[i].n, 1, 2);
  }
  for (uint32_t n = 1; n <= LARGEST; n++) {
    explore(&ends, &variants[1], n, 0, 1);
    check_number(ends.forced, 0.5, 0, "P(forced)", n, 0, 1);
    check_number(ends.hops, (n + 1) / 2.0, 0, "hops", n, 0, 1);
    check_number(ends.alternate_first[0], 1.0 / (1 << n), 0, "P(port 0 first)", n, 0, 1);
  }
}

/* What the generator and the switch are told of the units. */
TEST(test_names_and_parameters)
{
  for (size_t i = 0; i < 4; i++) {
    const struct route_unit *unit = variants[i].unit;

    assert_string_equal(unit->name, "bitfix_mask");
    assert_string_equal(unit->fixed[0].name, "FORCED");
    assert_int_equal(unit->fixed[0].value, variants[i].forced);
    assert_string_equal(unit->fixed[1].name, "SHARED");
    assert_int_equal(unit->fixed[1].value, variants[i].shared);
    assert_true(unit->has_random && unit->has_vc && unit->priority_bits == 1);
    assert_false(unit->phase_bits || unit->waits);
  }
}

/* Is this an answer to one of the words? */
static bool has_word_for(const struct route_unit *unit, struct route_in in,
                         const struct route_out *answer)
{
  uint32_t words[ROUTE_WORDS];
  const uint32_t count = unit->words(&in, words);

  for (uint32_t i = 0; i < count; i++) {
    in.random = words[i];
    const struct route_out out = unit->comb(&in);

    if (same(&out, answer))
      return true;
  }
  return false;
}

/* The words that matter: every set of dimensions, and every port of the forced hop. */
TEST(test_words_give_every_decision)
{
  for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
    for (uint32_t n = 1; n <= 5; n++)
      for (uint64_t header = 0; header < UINT64_C(1) << (2 * n); header++)
        for (uint32_t bits = 0; bits < UINT32_C(1) << n; bits++)
          for (uint32_t port = 0; port < n; port++) {
            struct route_in in = {.here = header % 3, .header = header, .ports = n};

            in.random = (((port << ALTERNATE_BITS) + n - 1) / n) << ALTERNATE_LSB | bits;
            const struct route_out answer = variants[i].unit->comb(&in);
            CHECK(has_word_for(variants[i].unit, in, &answer),
                  "n %u variant %zu header %#" PRIx64 " random %#x", n, i, header,
                  in.random);
          }
}
