/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_link_arbiter -- who has the link: docs/switch.md, link_arbiter, sentence by
 * sentence. */
#include "component/link_arbiter.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

enum { CLASSES_MAX = 4, SEED = 4 };

static uint64_t grant(uint64_t valid, uint64_t blocked, uint32_t last, uint32_t classes,
                      bool keyed)
{
  return link_arbiter_comb(&(struct link_arbiter_in){.valid = valid,
                                                     .blocked = blocked,
                                                     .last = last,
                                                     .classes = classes,
                                                     .keyed = keyed});
}

/* "Candidates are the valid classes that are not blocked; if there are none, all valid
 * classes." */
static uint64_t reference(uint64_t valid, uint64_t blocked, uint32_t last, uint32_t classes,
                          bool keyed)
{
  bool candidate[CLASSES_MAX], any = false;

  for (uint32_t k = 0; k < classes; k++) {
    candidate[k] = (valid >> k & 1) && !(blocked >> k & 1);
    any = any || candidate[k];
  }
  for (uint32_t k = 0; k < classes && !any; k++)
    candidate[k] = valid >> k & 1;
  for (uint32_t i = 0; i < classes; i++) {
    uint32_t k = keyed ? i : (last + 1 + i) % classes;

    if (candidate[k])
      return UINT64_C(1) << k;
  }
  return 0;
}

/* The bits above the classes do not count in `blocked`, where others' channels may be. */
static void test_every_case(void **state)
{
  (void)state;
  for (uint32_t classes = 1; classes <= CLASSES_MAX; classes++)
    for (uint64_t valid = 0; valid < UINT64_C(1) << classes; valid++)
      for (uint64_t blocked = 0; blocked < 256; blocked++)
        for (uint32_t last = 0; last < classes; last++)
          for (uint32_t keyed = 0; keyed < 2; keyed++) {
            uint64_t is = grant(valid, blocked, last, classes, keyed);

            CHECK(is == reference(valid, blocked, last, classes, keyed),
                  "classes %u keyed %u valid %#x blocked %#x last %u: grant %#x", classes,
                  keyed, (unsigned)valid, (unsigned)blocked, last, (unsigned)is);
            CHECK((is & (is - 1)) == 0 && (is != 0) == (valid != 0) && (is & ~valid) == 0,
                  "grant %#x of valid %#x", (unsigned)is, (unsigned)valid);
          }
}

/* A channel of each class at the far end of a link, and the registers of the arbiter. */
struct link_side {
  uint32_t classes, last;
  uint64_t valid, ready, blocked;
  bool keyed;
};

/* One edge; returns the class that was granted, `classes` when none. */
static uint32_t edge(struct link_side *side)
{
  uint64_t granted =
      grant(side->valid, side->blocked, side->last, side->classes, side->keyed);
  uint32_t k = granted ? bits_lowest(granted) : side->classes;

  if (granted & side->ready)
    side->last = k;
  side->blocked = ~side->ready & bits_mask(side->classes);
  return k;
}

/* "The candidates take turns"; "class 0 comes first" after reset. */
static void test_turns(void **state)
{
  (void)state;
  for (uint32_t classes = 1; classes <= CLASSES_MAX; classes++) {
    struct link_side side = {.classes = classes, .last = classes - 1};

    side.valid = side.ready = bits_mask(classes);
    for (uint32_t i = 0; i < 20; i++)
      assert_int_equal(edge(&side), i % classes);
    /* one that has nothing to send is left out */
    if (classes == 3) {
      side.valid = 5;
      side.last = 2;
      for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(edge(&side), i % 2 ? 2 : 0);
    }
  }
}

/* "KEYED = 1: the lowest candidate is granted", as long as it is ready. */
static void test_keyed(void **state)
{
  struct link_side side = {.classes = 3, .last = 2, .keyed = true, .valid = 7, .ready = 7};

  (void)state;
  for (uint32_t i = 0; i < 5; i++)
    assert_int_equal(edge(&side), 0);
  side.ready = 6;
  assert_int_equal(edge(&side), 0); /* it was ready in the cycle before */
  assert_int_equal(edge(&side), 1);
  side.ready = 7;
  assert_int_equal(edge(&side), 1); /* class 0 was not ready in the cycle before */
  assert_int_equal(edge(&side), 0);
}

/* last_q changes only when the class granted is ready. */
static void test_a_class_that_cannot_send_keeps_its_turn(void **state)
{
  struct link_side side = {.classes = 2, .last = 1, .valid = 3, .ready = 0};

  (void)state;
  assert_int_equal(edge(&side), 0);
  for (uint32_t i = 0; i < 4; i++) /* all are blocked: all are candidates, class 0 first */
    assert_int_equal(edge(&side), 0);
  side.ready = 2;
  assert_int_equal(edge(&side), 0);
  assert_int_equal(edge(&side), 1);
  assert_int_equal(side.last, 1);
}

/* "A channel that was ready and was sent nothing is still ready, so a class that can send
 * is held up by one cycle at most": the link is never idle in two cycles on end in which
 * the same class could send. */
static void test_a_cycle_is_lost_at_most_once(void **state)
{
  struct rng rng = rng_seed(SEED, 0);
  uint32_t lost = 0;

  (void)state;
  for (uint32_t round = 0; round < 400; round++) {
    struct link_side side = {.classes = 1 + round % CLASSES_MAX,
                             .keyed = rng_below(&rng, 2) == 0};
    uint64_t idle_before = 0; /* classes that could send in the cycle before, in vain */

    side.last = side.classes - 1;
    side.ready = bits_mask(side.classes);
    for (uint32_t cycle = 0; cycle < 300; cycle++) {
      side.valid |= rng_next(&rng) & rng_next(&rng) & bits_mask(side.classes);
      uint64_t could = side.valid & side.ready;
      uint32_t k = edge(&side);
      bool sent = k < side.classes && (side.ready >> k & 1);
      uint64_t idle = sent ? 0 : could;

      CHECK((idle & idle_before) == 0,
            "seed %d round %u cycle %u: classes %#x could send twice and did not", SEED,
            round, cycle, (unsigned)(idle & idle_before));
      CHECK(side.classes > 1 || !could || sent, "a single class does not have the link");
      lost += idle != 0;
      idle_before = idle;
      /* what is sent may fill the channel; those that are full may become ready */
      if (sent) {
        side.valid &= ~(rng_below(&rng, 2) << k);
        side.ready &= ~(rng_below(&rng, 2) << k);
      }
      side.ready |= rng_next(&rng) & rng_next(&rng) & bits_mask(side.classes) &
                    (sent ? ~(UINT64_C(1) << k) : ~UINT64_C(0));
    }
  }
  CHECK(lost > 1000, "only %u cycles were lost: the test proves little", lost);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_case),
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_keyed),
      cmocka_unit_test(test_a_class_that_cannot_send_keeps_its_turn),
      cmocka_unit_test(test_a_cycle_is_lost_at_most_once),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
