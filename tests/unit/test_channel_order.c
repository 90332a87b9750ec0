/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_channel_order -- dependencies that stay acyclic, beside a search of all of them. */
#include "network/topology/channel_order.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

enum { SWITCHES = 6, PORTS = 3, VCS = 2, OUT = PORTS * VCS, CHANNELS = SWITCHES * OUT };

/* Links of a network drawn at random: every port is the end of one. */
struct drawn {
  struct link to[SWITCHES * PORTS];
  uint32_t feeder[SWITCHES * PORTS];
  bool used[SWITCHES * PORTS];
  struct network_wires wires;
};

static void draw(struct drawn *d, struct rng *rng)
{
  uint32_t ends[SWITCHES * PORTS];

  for (uint32_t i = 0; i < SWITCHES * PORTS; i++) {
    const uint32_t k = (uint32_t)rng_below(rng, i + 1);

    ends[i] = ends[k];
    ends[k] = i;
  }
  for (uint32_t i = 0; i < SWITCHES * PORTS; i++) {
    d->to[i] = (struct link){.to_switch = ends[i] / PORTS, .to_port = ends[i] % PORTS};
    d->feeder[ends[i]] = i;
    d->used[i] = true;
  }
  d->wires = (struct network_wires){.switches = SWITCHES,
                                    .ports = PORTS,
                                    .to = d->to,
                                    .feeder = d->feeder,
                                    .used = d->used};
}

static bool reaches(bool has[CHANNELS][CHANNELS], uint32_t from, uint32_t to,
                    bool seen[CHANNELS])
{
  if (from == to)
    return true;
  seen[from] = true;
  for (uint32_t next = 0; next < CHANNELS; next++)
    if (has[from][next] && !seen[next] && reaches(has, next, to, seen))
      return true;
  return false;
}

static bool closes(bool has[CHANNELS][CHANNELS], uint32_t from, uint32_t to)
{
  bool seen[CHANNELS] = {false};

  return reaches(has, to, from, seen);
}

/* The channels of a cycle follow each other, from `to` to `from`. */
static void check_cycle(struct channel_order *o, bool has[CHANNELS][CHANNELS],
                        uint32_t from, uint32_t to)
{
  uint32_t cycle[CHANNELS];
  const size_t count = channel_order_cycle(o, from, to, cycle, CHANNELS);

  CHECK(count > 0 && cycle[0] == to && cycle[count - 1] == from, "%u to %u: %zu", from, to,
        count);
  for (size_t i = 0; i + 1 < count; i++)
    CHECK(has[cycle[i]][cycle[i + 1]], "%u does not lead to %u", cycle[i], cycle[i + 1]);
}

static void compare(uint64_t seed)
{
  struct rng rng = rng_seed(seed, 0);
  bool has[CHANNELS][CHANNELS] = {{false}};
  struct channel_order o;
  struct drawn d;

  draw(&d, &rng);
  assert_true(channel_order_open(&o, &d.wires, VCS));
  for (uint32_t i = 0; i < 8 * CHANNELS; i++) {
    const uint32_t from = (uint32_t)rng_below(&rng, CHANNELS);
    const uint32_t to = d.to[from / VCS].to_switch * OUT + (uint32_t)rng_below(&rng, OUT);
    const enum channel_add expected = has[from][to]           ? CHANNEL_THERE
                                      : closes(has, from, to) ? CHANNEL_CYCLE
                                                              : CHANNEL_ADDED;
    const enum channel_add how = channel_order_add(&o, from, to);

    CHECK(how == expected, "seed %llu: %u to %u: %d, not %d", (unsigned long long)seed,
          from, to, (int)how, (int)expected);
    has[from][to] |= how == CHANNEL_ADDED;
    if (how == CHANNEL_CYCLE && from != to)
      check_cycle(&o, has, from, to);
    if (how == CHANNEL_ADDED && rng_below(&rng, 4) == 0) {
      channel_order_remove(&o, from, to);
      has[from][to] = false;
    }
  }
  channel_order_close(&o);
}

TEST(test_only_what_closes_a_cycle_is_refused)
{
  for (uint64_t seed = 1; seed <= 200; seed++)
    compare(seed);
}

TEST(test_what_is_forbidden_stays_so)
{
  struct rng rng = rng_seed(1, 0);
  struct channel_order o;
  struct drawn d;

  draw(&d, &rng);
  assert_true(channel_order_open(&o, &d.wires, VCS));
  const uint32_t to = d.to[0].to_switch * OUT + 1;
  assert_true(to != 0);
  channel_order_forbid(&o, 0, to);
  assert_int_equal(channel_order_add(&o, 0, to), CHANNEL_CYCLE);
  channel_order_close(&o);
}
