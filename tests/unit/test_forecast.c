/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_forecast -- the time left of runs whose moves take a known time of a false clock. */
#include "tests/unit/rig.h"
#include "tool/console/forecast.h"

#include <math.h>

enum { SWITCHES = 64 };

/* A ring in which as many switches send as are asked for, and nothing is ejected. */
struct ring {
  struct topology t;
  struct shape shape;
  uint64_t valid[SWITCHES], ready[SWITCHES], eject[SWITCHES];
  uint32_t active[SWITCHES];
  struct links links;
};

static void ring_open(struct ring *ring)
{
  *ring = (struct ring){.t = topology_of("torus:64")};
  ring->shape = shape_of(&ring->t, NULL, 1, 1, RIG_DATA_BITS);
  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    ring->active[sw] = sw;
  ring->links = (struct links){.valid = ring->valid,
                               .ready = ring->ready,
                               .eject = ring->eject,
                               .active = ring->active,
                               .active_count = SWITCHES};
}

static void ring_send(struct ring *ring, uint32_t crossing, uint32_t ejected,
                      uint32_t blocked)
{
  for (uint32_t sw = 0; sw < SWITCHES; sw++) {
    ring->valid[sw] = sw < crossing + blocked;
    ring->eject[sw] = sw < ejected ? 1 : 0;
    ring->ready[sw] = 0;
  }
  for (uint32_t sw = 0; sw < crossing; sw++) {
    const struct link far = shape_far(&ring->shape, sw, 0);

    ring->ready[far.to_switch] |= UINT64_C(1) << far.to_port;
  }
}

/* What crosses a link and what is ejected is a move; what waits is none. */
TEST(test_moves_of_a_cycle)
{
  static struct ring ring;

  ring_open(&ring);
  ring_send(&ring, 7, 5, 20);
  struct run_pace pace = {.shape = &ring.shape, .links = &ring.links};

  assert_int_equal(pace_moves(&pace), 12);
  ring.links.reset = true;
  ring_send(&ring, 7, 0, 20);
  assert_int_equal(pace_moves(&pace), 0);
  pace.links = NULL;
  assert_int_equal(pace_moves(&pace), 0);
}

/* A run that takes `first` seconds in its first cycle, then `idle` for a cycle and `move`
 * for a move. */
struct clocked {
  double first, move;
  uint32_t cycles,
      crossing; /* crossing links in each cycle, if `many`: only in the first */
  uint32_t many;
  double part;          /* of the network that is seen; 0: all of it */
  double told_at, told; /* by the forecast: when, and the time left */
  uint32_t tells;
  double ends;
};

static void run_clocked(struct clocked *c)
{
  static struct ring ring;
  struct forecast forecast = {.begun = false};
  const uint32_t busy = c->many ? c->many : c->cycles;
  double now = 1000;

  ring_open(&ring);
  c->tells = 0;
  for (uint32_t cycle = 0; cycle < c->cycles; cycle++) {
    ring_send(&ring, cycle < busy ? c->crossing : 0, 0, 0);
    forecast_look(&forecast, now,
                  &(struct run_pace){.cycle = cycle,
                                     .packets = 1,
                                     .moves = (double)busy * c->crossing /
                                              (c->part > 0 ? c->part : 1),
                                     .part = c->part,
                                     .shape = &ring.shape,
                                     .links = &ring.links});
    if (forecast_tells(&forecast)) {
      c->tells++;
      c->told_at = now;
      c->told = forecast.left;
    }
    now += cycle == 0 ? c->first : cycle < busy ? c->crossing * c->move : 0;
  }
  c->ends = now;
}

static void check_told(struct clocked *c, const char *what)
{
  run_clocked(c);
  const double left = c->ends - c->told_at;

  CHECK(c->tells == 1, "%s: told %u times", what, c->tells);
  CHECK(c->told_at > 1000 + c->first + 1 && c->told_at < 1000 + c->first + 12,
        "%s: told after %.1f s", what, c->told_at - 1000);
  CHECK(fabs(c->told - left) < 0.1 * left, "%s: %.1f s left, not %.1f", what, left,
        c->told);
}

TEST(test_long_runs_are_told_of_once)
{
  check_told(&(struct clocked){.move = 0.001, .cycles = 4000, .crossing = 30},
             "short cycles");
  check_told(&(struct clocked){.first = 50, .move = 0.1, .cycles = 40, .crossing = 50},
             "long cycles, and a longer one first");
  check_told(&(struct clocked){.move = 0.1, .cycles = 300, .many = 60, .crossing = 30},
             "most switches rest at the end");
  check_told(&(struct clocked){.move = 0.001, .cycles = 4000, .crossing = 30, .part = 0.25},
             "a fourth of the network is here");
}

TEST(test_short_runs_are_not_told_of)
{
  struct clocked minute = {.move = 0.01, .cycles = 600, .crossing = 10}; /* 60 s */
  struct clocked ends = {.first = 500, .move = 0.01, .cycles = 500, .crossing = 10};

  run_clocked(&minute);
  CHECK(minute.tells == 0, "told after %.1f s, %.1f s left", minute.told_at - 1000,
        minute.told);
  run_clocked(&ends);
  CHECK(ends.tells == 0, "told after %.1f s, %.1f s left", ends.told_at - 1000, ends.told);
}

/* Where moves are not known, deliveries are the work; more moves than expected are no end.
 */
TEST(test_work_of_other_kinds)
{
  struct forecast forecast = {.begun = false};

  for (uint64_t done = 0; done <= 10; done++)
    forecast_look(&forecast, (double)done,
                  &(struct run_pace){.delivered = done, .packets = 100});
  CHECK(forecast_knows(&forecast) && fabs(forecast.left - 90) < 1e-6, "%.3f s left",
        forecast.left);

  static struct ring ring;
  forecast = (struct forecast){.begun = false};
  ring_open(&ring);
  ring_send(&ring, 60, 0, 0);
  for (uint64_t cycle = 0; cycle < 10; cycle++)
    forecast_look(&forecast, (double)cycle,
                  &(struct run_pace){.cycle = cycle,
                                     .delivered = 10,
                                     .packets = 550,
                                     .moves = 100,
                                     .shape = &ring.shape,
                                     .links = &ring.links});
  CHECK(forecast.left > 5 && forecast.left < 20, "%.3f s left", forecast.left);
}

/* Looks of 0.1 s each, at a cycle of a second: a fiftieth of the time, every 5 s. */
TEST(test_looks_that_cost)
{
  struct forecast forecast = {.begun = false, .cost = 0.1};
  uint32_t looks = 0;

  for (uint64_t cycle = 0; cycle <= 100; cycle++) {
    forecast_look(&forecast, (double)cycle,
                  &(struct run_pace){.cycle = cycle, .packets = 1000, .delivered = cycle});
    looks += forecast.looked == (double)cycle;
  }
  assert_int_equal(looks, 21);
}

TEST(test_text_of_times)
{
  static const struct {
    double seconds;
    const char *text;
  } rows[] = {{0.4, "0 s"},     {99.4, "99 s"},    {100, "2 min"},
              {3600, "60 min"}, {5999, "100 min"}, {6000, "1.7 h"}};
  char text[FORECAST_TEXT];

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_string_equal(forecast_print(text, rows[i].seconds), rows[i].text);
}
