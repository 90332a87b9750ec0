/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_factor_plan -- collectives in one complete graph or Petersen graph: everybody gets
 * what is for him by one port, in the steps and words that are known to be the fewest. */
#include "network/collective/factor_plan.h"

#include "tests/unit/unit.h"

enum { NODES = 32, GRAPHS = 30 };

/* K4 to K32, and the Petersen graph. */
static struct factor graph(uint32_t i)
{
  return i + 4 <= NODES ? (struct factor){FACTOR_COMPLETE, i + 4}
                        : (struct factor){FACTOR_PETERSEN, FACTOR_PETERSEN_SIZE};
}

/* What is sent in a step: from each node, to whom and how many messages. */
struct step {
  uint32_t to[NODES], from[NODES], messages[NODES];
};

static void step_open(struct step *s)
{
  memset(s, 0, sizeof *s);
  memset(s->to, 0xff, sizeof s->to);
  memset(s->from, 0xff, sizeof s->from);
}

static void step_send(struct step *s, uint32_t size, uint32_t at, uint32_t to)
{
  CHECK(s->to[at] == UINT32_MAX || s->to[at] == to, "of %u: %u sends to two", size, at);
  CHECK(s->from[to] == UINT32_MAX || s->from[to] == at, "of %u: %u hears two", size, to);
  s->to[at] = to;
  s->from[to] = at;
  s->messages[at]++;
}

/* The largest number of messages that a node sends. */
static uint32_t step_size(const struct step *s)
{
  uint32_t most = 0;

  for (uint32_t i = 0; i < NODES; i++)
    most = s->messages[i] > most ? s->messages[i] : most;
  return most;
}

static uint32_t fewest_doublings(uint32_t size)
{
  uint32_t steps = 0;

  for (uint32_t have = 1; have < size; have *= 2)
    steps++;
  return steps;
}

/* Hops of shortest paths from a node to all: the Petersen graph has 3 and 6 at 1 and 2. */
static uint32_t distances(struct factor f)
{
  return f.kind == FACTOR_COMPLETE ? f.size - 1 : 3 * 1 + 6 * 2;
}

/* The messages of roots [first, last) spread: returns the words, by steps added. */
static uint32_t spread(struct factor f, enum collective_kind kind, uint32_t first,
                       uint32_t last)
{
  static uint32_t has[NODES]; /* by root: who has its message */
  uint32_t words = 0;
  struct step s;

  for (uint32_t root = first; root < last; root++)
    has[root] = UINT32_C(1) << root;
  for (uint32_t j = 0; j < factor_plan_steps(f, kind); j++) {
    step_open(&s);
    for (uint32_t root = first; root < last; root++) {
      const uint32_t before = has[root];

      for (uint32_t at = 0; at < f.size; at++) {
        const uint32_t port =
            before >> at & 1 ? factor_plan_spread(f, kind, j, root, at) : FACTOR_PLAN_NONE;

        if (port == FACTOR_PLAN_NONE || before >> factor_far(f, at, port) & 1)
          continue;
        const uint32_t to = factor_far(f, at, port);

        step_send(&s, f.size, at, to);
        has[root] |= UINT32_C(1) << to;
      }
    }
    words += step_size(&s);
  }
  for (uint32_t root = first; root < last; root++)
    CHECK(has[root] == (uint32_t)((UINT64_C(1) << f.size) - 1), "of %u: root %u reaches %x",
          f.size, root, has[root]);
  return words;
}

/* The messages of roots [first, last) travel to all nodes. */
static uint32_t carry(struct factor f, enum collective_kind kind, uint32_t first,
                      uint32_t last)
{
  static uint32_t at[NODES][NODES];
  uint32_t words = 0;
  struct step s;

  for (uint32_t root = first; root < last; root++)
    for (uint32_t to = 0; to < f.size; to++)
      at[root][to] = root;
  for (uint32_t j = 0; j < factor_plan_steps(f, kind); j++) {
    step_open(&s);
    for (uint32_t root = first; root < last; root++)
      for (uint32_t to = 0; to < f.size; to++) {
        const uint32_t port = factor_plan_carry(f, kind, j, root, to);

        if (port == FACTOR_PLAN_NONE)
          continue;
        const uint32_t next = factor_far(f, at[root][to], port);

        step_send(&s, f.size, at[root][to], next);
        at[root][to] = next;
      }
    words += step_size(&s);
  }
  for (uint32_t root = first; root < last; root++)
    for (uint32_t to = 0; to < f.size; to++)
      CHECK(at[root][to] == to, "of %u: the message from %u to %u is at %u", f.size, root,
            to, at[root][to]);
  return words;
}

/* In a step at most twice as many have a message: ceil(log2 n) steps.  A node gets n - 1
 * messages by one port, or sends them: n - 1 words. */
TEST(test_broadcasts)
{
  for (uint32_t i = 0; i < GRAPHS; i++) {
    const struct factor f = graph(i);
    const uint32_t steps = fewest_doublings(f.size);

    assert_int_equal(factor_plan_steps(f, COLLECTIVE_ONE_TO_ALL_BROADCAST), steps);
    assert_int_equal(factor_plan_steps(f, COLLECTIVE_ALL_TO_ALL_BROADCAST), steps);
    for (uint32_t root = 0; root < f.size; root++)
      assert_int_equal(spread(f, COLLECTIVE_ONE_TO_ALL_BROADCAST, root, root + 1), steps);
    assert_int_equal(spread(f, COLLECTIVE_ALL_TO_ALL_BROADCAST, 0, f.size), f.size - 1);
  }
}

/* All to all: each node sends as many words as the sum of its distances. */
TEST(test_personalized)
{
  for (uint32_t i = 0; i < GRAPHS; i++) {
    const struct factor f = graph(i);

    assert_int_equal(factor_plan_steps(f, COLLECTIVE_ONE_TO_ALL_PERSONALIZED),
                     fewest_doublings(f.size));
    assert_int_equal(factor_plan_steps(f, COLLECTIVE_ALL_TO_ALL_PERSONALIZED),
                     f.kind == FACTOR_PETERSEN ? 5 : f.size - 1);
    for (uint32_t root = 0; root < f.size; root++)
      assert_int_equal(carry(f, COLLECTIVE_ONE_TO_ALL_PERSONALIZED, root, root + 1),
                       f.size - 1);
    assert_int_equal(carry(f, COLLECTIVE_ALL_TO_ALL_PERSONALIZED, 0, f.size), distances(f));
  }
}
