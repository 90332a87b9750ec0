/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_buffers -- the most packets at a node, beside a count of where every packet is. */
#include "run/lockstep/buffers.h"

#include "tests/unit/unit.h"
#include "tool/session/trial.h"

enum { NODES = 4 };

/* A line of four, whose links a test sets. */
struct line {
  struct topology t;
  struct shape shape;
  struct buffers buffers;
  uint64_t valid[NODES], ready[NODES], eject[NODES];
  uint32_t active[NODES];
};

static void line_open(struct line *l)
{
  struct err err;

  *l = (struct line){.t = topology_of("mesh:4")};
  l->shape = (struct shape){
      .topology = &l->t, .routing = routing_of(&l->t, NULL), .lanes = 1, .vcs = 1};
  for (uint32_t sw = 0; sw < NODES; sw++) {
    l->active[sw] = sw;
    l->ready[sw] = 7;
  }
  CHECK(buffers_open(&l->buffers, &l->shape, &err), "%s", err.text);
}

/* A cycle in which these ports of each node offer a packet. */
static uint32_t cycle(struct line *l, const uint64_t valid[NODES])
{
  const struct links links = {.valid = l->valid,
                              .ready = l->ready,
                              .eject = l->eject,
                              .active = l->active,
                              .active_count = NODES};

  memcpy(l->valid, valid, sizeof l->valid);
  buffers_look(&l->buffers, &links);
  buffers_leave(&l->buffers);
  buffers_arrive(&l->buffers);
  return buffers_most(&l->buffers);
}

/* Departures and arrivals of a step are at once; the start counts; what is not ready does
 * not move; who has arrived stays. */
TEST(test_a_step_is_at_once)
{
  struct line l;

  line_open(&l);
  assert_int_equal(buffers_most(&l.buffers), 0);
  for (uint32_t terminal = 0; terminal < NODES; terminal++)
    buffers_offer(&l.buffers, terminal);
  assert_int_equal(buffers_most(&l.buffers), 1);
  /* 0 and 1 exchange packets: never two at one node */
  assert_int_equal(cycle(&l, (uint64_t[]){2, 1, 0, 0}), 1);
  /* 3 sends to 2, which does not send */
  l.ready[2] = 0;
  assert_int_equal(cycle(&l, (uint64_t[]){0, 0, 0, 1}), 1);
  l.ready[2] = 7;
  assert_int_equal(cycle(&l, (uint64_t[]){0, 0, 0, 1}), 2);
  /* 2 gets one more while it sends one: no more than before; then three */
  assert_int_equal(cycle(&l, (uint64_t[]){0, 2, 1, 0}), 2);
  assert_int_equal(cycle(&l, (uint64_t[]){0, 2, 0, 0}), 3);
  /* a broken design sends what it never had */
  assert_int_equal(cycle(&l, (uint64_t[]){0, 0, 0, 1}), 4);
  buffers_close(&l.buffers);
}

/* Where the row does not say so, nothing is counted. */
TEST(test_only_where_it_is_asked_for)
{
  struct topology cube = topology_of("hypercube:3");
  const struct shape shape = {
      .topology = &cube, .routing = routing_of(&cube, NULL), .lanes = 1, .vcs = 1};
  struct buffers b;
  struct err err;

  CHECK(buffers_open(&b, &shape, &err), "%s", err.text);
  assert_null(b.held);
  assert_int_equal(buffers_most(&b), BUFFERS_UNKNOWN);
  buffers_close(&b);
}

/* Runs: identity holds the packets that a terminal has; all to one node holds all. */
TEST(test_in_runs)
{
  static const struct {
    const char *topology, *traffic;
    uint32_t packets, most;
  } runs[] = {{"mesh:4", "identity", 3, 3},
              {"mesh:4x4", "identity", 1, 1},
              {"torus:4x4", "identity", 2, 2},
              {"hypercube:4", "random", 1, BUFFERS_UNKNOWN}};

  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    struct description d = description_of(runs[i].topology, runs[i].traffic);
    struct trial_result result;
    struct err err;

    d.packets = runs[i].packets;
    CHECK(trial_run(&d, NULL, &result, &err), "%s", err.text);
    CHECK(result.outcome == OUTCOME_PASS && result.max_buffer == runs[i].most, "%s %s: %u",
          runs[i].topology, runs[i].traffic, result.max_buffer);
  }
}
