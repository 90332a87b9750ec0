/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_livelock -- packets that go round are followed, and their circles found. */
#include "run/lockstep/livelock.h"

#include "base/bits.h"
#include "tests/unit/support.h"

enum { SWITCHES = 21 }; /* at most */

/* hypercube:2 with packets that a test places: number n at (switch, port). */
struct merry {
  struct topology topology;
  struct shape shape;
  uint64_t valid[SWITCHES], ready[SWITCHES], eject[SWITCHES];
  struct packet packet[SWITCHES][2]; /* by switch and port */
};

static struct packet merry_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct merry *m = self;

  CHECK(m->valid[sw] >> (port * m->shape.vcs) & bits_mask(m->shape.vcs),
        "switch %u port %u shows no packet", sw, port);
  return m->packet[sw][port];
}

static const struct machine_ops merry_ops = {.name = "merry", .out_packet = merry_packet};

static void merry_open(struct merry *m, uint32_t vcs)
{
  memset(m, 0, sizeof *m);
  m->topology = topology_of("hypercube:2");
  m->shape = shape_of(&m->topology, NULL, 1, 1, 40);
  m->shape.vcs = vcs;
  memset(m->ready, 0xff, sizeof m->ready);
}

static void place(struct merry *m, uint32_t sw, uint32_t queue, uint32_t number)
{
  m->valid[sw] |= UINT64_C(1) << queue;
  m->packet[sw][queue / m->shape.vcs] =
      (struct packet){.data = payload_data(number, 1, &m->shape.format)};
}

static void add_cycle(struct livelock *livelock, struct merry *m)
{
  const struct machine machine = {.ops = &merry_ops, .self = m};
  const struct links links = {.valid = m->valid,
                              .ready = m->ready,
                              .eject = m->eject,
                              .active = all_switches(),
                              .active_count = m->shape.topology->switches};

  livelock_add(livelock, &m->shape, &machine, &links);
  memset(m->valid, 0, sizeof m->valid);
}

/* What crosses a link is added; what is offered and not taken is not. */
TEST(test_crossings_are_followed)
{
  static struct merry m;
  struct livelock l = {.count = 0};

  merry_open(&m, 1);
  add_cycle(&l, &m);
  assert_int_equal(l.count, 0);
  place(&m, 1, 0, 7);
  add_cycle(&l, &m);
  place(&m, 0, 1, 7);
  place(&m, 3, 0, 9);
  m.ready[2] = ~UINT64_C(1); /* channel 0 of switch 2: from 3 by port 0 */
  add_cycle(&l, &m);
  assert_int_equal(l.count, 1);
  assert_int_equal(l.packets[0].number, 7);
  assert_int_equal(l.packets[0].hops, 2);
  assert_int_equal(l.packets[0].at[0], 1);
  assert_int_equal(l.packets[0].at[1], 0);
  m.ready[2] = ~UINT64_C(0);
  place(&m, 3, 0, 9);
  add_cycle(&l, &m);
  assert_int_equal(l.count, 2);
  assert_int_equal(l.packets[1].number, 9);
  assert_int_equal(l.packets[1].at[0], 3);
}

/* The ready bit is that of the packet's own VC. */
TEST(test_vcs)
{
  static struct merry m;
  struct livelock l = {.count = 0};

  merry_open(&m, 2);
  m.ready[1] = ~UINT64_C(2); /* channel 1: port 0, VC 1 */
  place(&m, 0, 1, 5);
  add_cycle(&l, &m);
  assert_int_equal(l.count, 0);
  place(&m, 0, 0, 5);
  place(&m, 2, 3, 6); /* port 1, VC 1 */
  add_cycle(&l, &m);
  assert_int_equal(l.count, 2);
  assert_int_equal(l.packets[0].number, 5);
  assert_int_equal(l.packets[1].number, 6);
  assert_int_equal(l.packets[1].at[0], 2);
}

/* The ready bit is that of the channel at the far end, whose number may be another. */
TEST(test_far_end)
{
  static struct merry m;
  struct livelock l = {.count = 0};
  struct link far = {0};
  uint32_t port = 0;

  merry_open(&m, 1);
  m.topology = topology_of("mdf:2,3"); /* the first four switches alone */
  m.shape = shape_of(&m.topology, NULL, 1, 1, 40);
  for (uint32_t sw = 0; sw < 4; sw++)
    for (port = 0; port < 2; port++) {
      far = topology_link(&m.topology, sw, port);
      if (far.to_port == port || far.to_switch >= 4)
        continue;
      place(&m, sw, port, 1);
      m.ready[far.to_switch] = ~(UINT64_C(1) << far.to_port);
      add_cycle(&l, &m);
      assert_int_equal(l.count, 0);
      place(&m, sw, port, 1);
      m.ready[far.to_switch] = UINT64_C(1) << far.to_port;
      add_cycle(&l, &m);
      assert_int_equal(l.count, 1);
      return;
    }
  fail_msg("no link with other port numbers at its ends");
}

/* More packets and hops than there is room for are left out, and nothing else. */
TEST(test_room)
{
  static struct merry m;
  struct livelock l = {.count = 0};

  merry_open(&m, 1);
  for (uint32_t i = 0; i < 3 * LIVELOCK_HOPS; i++) {
    for (uint32_t sw = 0; sw < 4; sw++)
      for (uint32_t port = 0; port < 2; port++)
        place(&m, sw, port, 10 * sw + port);
    add_cycle(&l, &m);
  }
  assert_int_equal(l.count, LIVELOCK_PACKETS);
  for (uint32_t i = 0; i < LIVELOCK_PACKETS; i++) {
    assert_int_equal(l.packets[i].number, 10 * (i / 2) + i % 2);
    assert_int_equal(l.packets[i].hops, LIVELOCK_HOPS);
    for (uint32_t hop = 0; hop < LIVELOCK_HOPS; hop++)
      assert_int_equal(l.packets[i].at[hop], i / 2);
  }
}

/* The first switch that a packet leaves again closes the circle, by a plain search. */
TEST(test_circles)
{
  struct rng rng = rng_seed(3, 0);

  for (int turn = 0; turn < 20000; turn++) {
    struct livelock_packet p = {.hops = rng_below(&rng, LIVELOCK_HOPS + 1)};
    uint32_t switches = 1 + (uint32_t)rng_below(&rng, 3 * LIVELOCK_HOPS);
    size_t first = 0, last = 0, from = 0, to = 0;

    for (size_t i = 0; i < p.hops; i++)
      p.at[i] = (uint32_t)rng_below(&rng, switches);
    for (size_t i = p.hops; i < LIVELOCK_HOPS; i++)
      p.at[i] = p.hops ? p.at[0] : 0; /* what was not filled is not looked at */
    for (size_t i = p.hops; i-- > 1;)
      for (size_t k = i; k-- > 0;)
        if (p.at[i] == p.at[k]) {
          from = k;
          to = i;
        }
    bool found = livelock_circle(&p, &first, &last);
    CHECK(found == (to > 0), "turn %d, %zu hops", turn, p.hops);
    CHECK(!found || (first == from && last == to), "turn %d: %zu to %zu, not %zu to %zu",
          turn, first, last, from, to);
  }
}
