/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_team -- every part of every round is done once, by a thread of its own. */
#include "base/team.h"

#include "tests/unit/support.h"

#include <pthread.h>
#include <string.h>

enum { ROUNDS = 300, MOST = 7 };

struct work {
  uint32_t done[ROUNDS][MOST]; /* times, by round and part */
  pthread_t by[MOST];          /* threads, in the first round */
  uint32_t round;
};

static void note(void *self, uint32_t part)
{
  struct work *work = self;

  work->done[work->round][part]++;
  if (work->round == 0)
    work->by[part] = pthread_self();
  else
    assert_true(pthread_equal(work->by[part], pthread_self()));
}

TEST(test_every_part_once)
{
  for (uint32_t threads = 1; threads <= MOST; threads++) {
    static struct work work;
    struct team *team;
    struct err err;

    memset(&work, 0, sizeof work);
    assert_true(team_open(&team, threads, &err));
    assert_int_equal(team_size(team), threads);
    for (work.round = 0; work.round < ROUNDS; work.round++) {
      team_run(team, note, &work);
      for (uint32_t part = 0; part < MOST; part++)
        CHECK(work.done[work.round][part] == (part < threads),
              "%u threads, round %u, part %u: %u times", threads, work.round, part,
              work.done[work.round][part]);
    }
    assert_true(pthread_equal(work.by[0], pthread_self()));
    for (uint32_t part = 1; part < threads; part++)
      for (uint32_t other = 0; other < part; other++)
        assert_false(pthread_equal(work.by[part], work.by[other]));
    team_close(team);
  }
}

/* A part that waits for another ends: they run at the same time. */
static void meet(void *self, uint32_t part)
{
  uint32_t *met = self;

  (void)part;
  __atomic_add_fetch(met, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(met, __ATOMIC_SEQ_CST) % 3 != 0)
    ;
}

TEST(test_at_the_same_time)
{
  struct team *team;
  struct err err;
  uint32_t met = 0;

  assert_true(team_open(&team, 3, &err));
  for (uint32_t round = 1; round <= 20; round++) {
    team_run(team, meet, &met);
    assert_int_equal(met, 3 * round);
  }
  team_close(team);
}

TEST(test_shares_cover_everything)
{
  static const size_t counts[] = {0, 1, 2, 63, 64, 65, 1000, 4096};

  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    for (uint32_t parts = 1; parts <= 9; parts++)
      for (size_t block = 1; block <= 64; block *= 8) {
        const size_t whole = counts[i] / parts + block;

        assert_int_equal(team_share(parts, 0, counts[i], block), 0);
        assert_int_equal(team_share(parts, parts, counts[i], block), counts[i]);
        for (uint32_t part = 0; part < parts; part++) {
          const size_t from = team_share(parts, part, counts[i], block);
          const size_t to = team_share(parts, part + 1, counts[i], block);

          CHECK(from <= to && to - from <= whole &&
                    (from % block == 0 || from == counts[i]),
                "%zu in %u parts of blocks of %zu: part %u is [%zu, %zu)", counts[i], parts,
                block, part, from, to);
        }
      }
}
