/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_link_arbiter -- who has the link: docs/switch.md, link_arbiter, sentence by
 * sentence. */
#include "switch/component/link_arbiter.h"

#include "base/rng.h"
#include "switch/bank/unit.h"
#include "tests/unit/unit.h"

enum { VCS_MAX = ROUTE_VCS, SEED = 4 };

static uint64_t grant(uint64_t valid, uint64_t blocked, uint32_t last, uint32_t vcs,
                      enum arbiter_rule rule)
{
  return link_arbiter_comb(&(struct link_arbiter_in){
      .valid = valid, .blocked = blocked, .last = last, .vcs = vcs, .rule = rule});
}

/* "Candidates are the valid VCs that are not blocked; if there are none, all valid
 * VCs." */
static uint64_t reference(uint64_t valid, uint64_t blocked, uint32_t last, uint32_t vcs,
                          enum arbiter_rule rule)
{
  bool candidate[VCS_MAX], any = false;

  for (uint32_t k = 0; k < vcs; k++) {
    candidate[k] = (valid >> k & 1) && !(blocked >> k & 1);
    any = any || candidate[k];
  }
  for (uint32_t k = 0; k < vcs && !any; k++)
    candidate[k] = valid >> k & 1;
  for (uint32_t i = 0; i < vcs; i++) {
    const uint32_t order[] = {[ARBITER_TURNS] = (last + 1 + i) % vcs,
                              [ARBITER_LOWEST] = i,
                              [ARBITER_HIGHEST] = vcs - 1 - i};
    uint32_t k = order[rule];

    if (candidate[k])
      return UINT64_C(1) << k;
  }
  return 0;
}

/* The bits above the VCs do not count in `blocked`, where others' channels may be. */
TEST(test_every_case)
{
  for (uint32_t vcs = 1; vcs <= VCS_MAX; vcs++)
    for (uint64_t valid = 0; valid < UINT64_C(1) << vcs; valid++)
      for (uint64_t blocked = 0; blocked < 256; blocked++)
        for (uint32_t last = 0; last < vcs; last++)
          for (uint32_t rule = ARBITER_TURNS; rule <= ARBITER_HIGHEST; rule++) {
            uint64_t is = grant(valid, blocked, last, vcs, rule);

            CHECK(is == reference(valid, blocked, last, vcs, rule),
                  "vcs %u rule %u valid %#x blocked %#x last %u: grant %#x", vcs, rule,
                  (unsigned)valid, (unsigned)blocked, last, (unsigned)is);
            CHECK((is & (is - 1)) == 0 && (is != 0) == (valid != 0) && (is & ~valid) == 0,
                  "grant %#x of valid %#x", (unsigned)is, (unsigned)valid);
          }
}

/* A channel of each VC at the far end of a link, and the registers of the arbiter. */
struct link_side {
  uint32_t vcs, last;
  uint64_t valid, ready, blocked;
  enum arbiter_rule rule;
};

/* One edge; returns the VC that was granted, `vcs` when none. */
static uint32_t edge(struct link_side *side)
{
  uint64_t granted = grant(side->valid, side->blocked, side->last, side->vcs, side->rule);
  uint32_t k = granted ? bits_lowest(granted) : side->vcs;

  if (granted & side->ready)
    side->last = k;
  side->blocked = ~side->ready & bits_mask(side->vcs);
  return k;
}

/* "The candidates take turns"; "VC 0 comes first" after reset. */
TEST(test_turns)
{
  for (uint32_t vcs = 1; vcs <= VCS_MAX; vcs++) {
    struct link_side side = {.vcs = vcs, .last = vcs - 1};

    side.valid = side.ready = bits_mask(vcs);
    for (uint32_t i = 0; i < 20; i++)
      assert_int_equal(edge(&side), i % vcs);
    /* one that has nothing to send is left out */
    if (vcs == 3) {
      side.valid = 5;
      side.last = 2;
      for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(edge(&side), i % 2 ? 2 : 0);
    }
  }
}

/* "ARBITER = 1: the lowest candidate is granted", as long as it is ready. */
TEST(test_keyed)
{
  struct link_side side = {
      .vcs = 3, .last = 2, .rule = ARBITER_LOWEST, .valid = 7, .ready = 7};

  for (uint32_t i = 0; i < 5; i++)
    assert_int_equal(edge(&side), 0);
  side.ready = 6;
  assert_int_equal(edge(&side), 0); /* it was ready in the cycle before */
  assert_int_equal(edge(&side), 1);
  side.ready = 7;
  assert_int_equal(edge(&side), 1); /* VC 0 was not ready in the cycle before */
  assert_int_equal(edge(&side), 0);
}

/* "ARBITER = 2: the highest." */
TEST(test_the_highest)
{
  struct link_side side = {.vcs = 3, .rule = ARBITER_HIGHEST, .valid = 7, .ready = 7};

  for (uint32_t i = 0; i < 5; i++)
    assert_int_equal(edge(&side), 2);
  side.ready = 3;
  assert_int_equal(edge(&side), 2); /* it was ready in the cycle before */
  assert_int_equal(edge(&side), 1);
  side.valid = 1;
  assert_int_equal(edge(&side), 0);
}

/* last_q changes only when the VC granted is ready. */
TEST(test_a_vc_that_cannot_send_keeps_its_turn)
{
  struct link_side side = {.vcs = 2, .last = 1, .valid = 3, .ready = 0};

  assert_int_equal(edge(&side), 0);
  for (uint32_t i = 0; i < 4; i++) /* all are blocked: all are candidates, VC 0 first */
    assert_int_equal(edge(&side), 0);
  side.ready = 2;
  assert_int_equal(edge(&side), 0);
  assert_int_equal(edge(&side), 1);
  assert_int_equal(side.last, 1);
}

/* "A channel that was ready and was sent nothing is still ready, so a VC that can send
 * is held up by one cycle at most": the link is never idle in two cycles on end in which
 * the same VC could send. */
TEST(test_a_cycle_is_lost_at_most_once)
{
  struct rng rng = rng_seed(SEED, 0);
  uint32_t lost = 0;

  for (uint32_t round = 0; round < 400; round++) {
    struct link_side side = {.vcs = 1 + round % VCS_MAX,
                             .rule = (enum arbiter_rule)rng_below(&rng, 3)};
    uint64_t idle_before = 0; /* VCs that could send in the cycle before, in vain */

    side.last = side.vcs - 1;
    side.ready = bits_mask(side.vcs);
    for (uint32_t cycle = 0; cycle < 300; cycle++) {
      side.valid |= rng_next(&rng) & rng_next(&rng) & bits_mask(side.vcs);
      uint64_t could = side.valid & side.ready;
      uint32_t k = edge(&side);
      bool sent = k < side.vcs && (side.ready >> k & 1);
      uint64_t idle = sent ? 0 : could;

      CHECK((idle & idle_before) == 0,
            "seed %d round %u cycle %u: VCs %#x could send twice and did not", SEED, round,
            cycle, (unsigned)(idle & idle_before));
      CHECK(side.vcs > 1 || !could || sent, "a single VC does not have the link");
      lost += idle != 0;
      idle_before = idle;
      /* what is sent may fill the channel; those that are full may become ready */
      if (sent) {
        side.valid &= ~(rng_below(&rng, 2) << k);
        side.ready &= ~(rng_below(&rng, 2) << k);
      }
      side.ready |= rng_next(&rng) & rng_next(&rng) & bits_mask(side.vcs) &
                    (sent ? ~(UINT64_C(1) << k) : ~UINT64_C(0));
    }
  }
  CHECK(lost > 1000, "only %u cycles were lost: the test proves little", lost);
}
