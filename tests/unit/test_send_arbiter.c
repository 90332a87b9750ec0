/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_send_arbiter -- which ports may send: docs/switch.md, send_arbiter, sentence by
 * sentence. */
#include "switch/component/send_arbiter.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

enum { QUEUES_MAX = 63, SEED = 9 };

/* Does queue a come before queue b?  Those that are not valid come behind. */
static bool comes_before(const struct send_arbiter_in *in, uint32_t a, uint32_t b)
{
  bool a_valid = in->valid >> a & 1, b_valid = in->valid >> b & 1;
  bool a_blocked = in->blocked >> a & 1, b_blocked = in->blocked >> b & 1;

  if (a_valid != b_valid)
    return a_valid;
  if (a_blocked != b_blocked)
    return b_blocked;
  return in->priorities && in->priorities[a] > in->priorities[b];
}

/* Every queue in its place in the ranking. */
static void rank(const struct send_arbiter_in *in, uint32_t *order)
{
  for (uint32_t i = 0; i < in->queues; i++)
    order[i] = in->fixed ? i : (in->last + 1 + i) % in->queues;
  /* exchanging neighbours keeps the order among equals */
  for (uint32_t i = 0; i < in->queues; i++)
    for (uint32_t j = in->queues - 1; j > i; j--)
      if (comes_before(in, order[j], order[j - 1])) {
        uint32_t behind = order[j - 1];

        order[j - 1] = order[j];
        order[j] = behind;
      }
}

static void check(const struct send_arbiter_in *in, uint64_t ready, const char *what)
{
  uint32_t order[QUEUES_MAX], last = UINT32_MAX;
  uint64_t grant = send_arbiter_comb(in), to_be = 0;

  rank(in, order);
  for (uint32_t i = 0; i < in->queues && i < in->sends; i++)
    to_be |= in->valid & UINT64_C(1) << order[i];
  CHECK(grant == to_be, "%s: grant %#" PRIx64 ", not %#" PRIx64, what, grant, to_be);
  for (uint32_t i = 0; i < in->queues && i < in->sends; i++)
    if (grant & ready & UINT64_C(1) << order[i])
      last = order[i];
  if (grant & ready)
    CHECK(send_arbiter_last(in, grant & ready) == last, "%s: last %u, not %u", what,
          send_arbiter_last(in, grant & ready), last);
}

static void check_all(uint32_t queues, uint32_t sends, bool fixed)
{
  for (uint32_t code = 0; code < 1u << 3 * queues; code++)
    for (uint32_t last = 0; last < queues; last++) {
      const struct send_arbiter_in in = {.valid = code & bits_mask(queues),
                                         .blocked = code >> queues & bits_mask(queues),
                                         .last = last,
                                         .queues = queues,
                                         .sends = sends,
                                         .fixed = fixed};
      char what[96];

      snprintf(what, sizeof what, "queues %u case %#x last %u sends %u fixed %d", queues,
               code, last, sends, fixed);
      check(&in, code >> 2 * queues, what);
    }
}

TEST(test_every_case_of_4_queues)
{
  for (uint32_t queues = 1; queues <= 4; queues++)
    for (uint32_t sends = 1; sends <= queues; sends++) {
      check_all(queues, sends, false);
      check_all(queues, sends, true);
    }
}

TEST(test_priorities)
{
  enum { ROUNDS = 20000 };
  static const uint32_t spread[] = {1, 2, 4, 65536};
  struct rng rng = rng_seed(SEED, 0);

  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint16_t priorities[QUEUES_MAX];
    uint32_t queues = 1 + (uint32_t)rng_below(&rng, QUEUES_MAX);
    struct send_arbiter_in in = {.valid = rng_next(&rng) & bits_mask(queues),
                                 .blocked = rng_next(&rng),
                                 .priorities = priorities,
                                 .last = (uint32_t)rng_below(&rng, queues),
                                 .queues = queues,
                                 .sends = 1 + (uint32_t)rng_below(&rng, queues),
                                 .fixed = round % 2};
    char what[64];

    for (uint32_t i = 0; i < QUEUES_MAX; i++)
      priorities[i] = (uint16_t)rng_below(&rng, spread[round / 2 % 4]);
    snprintf(what, sizeof what, "seed %d round %u", SEED, round);
    check(&in, rng_next(&rng), what);
  }
}

/* "All when there are no more than that." */
TEST(test_as_many_as_ports_is_no_limit)
{
  for (uint64_t valid = 0; valid < 64; valid++)
    assert_int_equal(send_arbiter_comb(&(struct send_arbiter_in){
                         .valid = valid, .blocked = 21, .queues = 6, .sends = 6}),
                     valid);
}

/* Everybody ready: 5 ports share 2 sends in turns. */
TEST(test_nobody_starves)
{
  enum { PORTS = 5, SENDS = 2, CYCLES = 50 };
  uint32_t count[PORTS] = {0}, last = PORTS - 1;

  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    const struct send_arbiter_in in = {
        .valid = bits_mask(PORTS), .last = last, .queues = PORTS, .sends = SENDS};
    uint64_t grant = send_arbiter_comb(&in);

    for (uint32_t q = 0; q < PORTS; q++)
      count[q] += (uint32_t)(grant >> q & 1);
    last = send_arbiter_last(&in, grant);
  }
  for (uint32_t q = 0; q < PORTS; q++)
    CHECK(count[q] == CYCLES * SENDS / PORTS, "queue %u sends %u times", q, count[q]);
}
