/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_mesh -- section 2.1: routing on the linear array. */
#include "papers/grids_course.h"

#include "base/order.h"
#include "switch/bank/loop.h"
#include "switch/route/grid.h"

enum { LINE_MAX = 8, LONG_LINE = 64 };

/* --- all permutations of the line --- */

/* All permutations of 2 to LINE_MAX switches. */
struct all {
  struct grids_taken most; /* of all lines */
  bool exactly, at_most;   /* each line of n takes 2(n-1) steps; at most so many */
  bool one_phase;          /* n-1 steps */
  char steps[64], buffers[64], queues[64], transients[64]; /* one number for each line */
};

static struct all try_all(struct finding *f, const char *routing,
                          const struct route_unit *unit)
{
  struct all all = {{.arrived = true}, .exactly = true, .at_most = true, .one_phase = true};

  for (uint32_t n = 2; n <= LINE_MAX; n++) {
    const char *between = n > 2 ? " " : "";
    struct grids_taken taken = {.steps = 0};
    OF_BLOCK(grids_course, c);

    if (grids_course_open(f, &c, GRIDS_LINE, n, routing, unit, 1))
      taken = grids_course_all(&c);
    grids_taken_most(&all.most, &taken);
    all.exactly &= taken.steps == 2 * (n - 1);
    all.at_most &= taken.steps <= 2 * (n - 1);
    all.one_phase &= taken.steps == n - 1;
    claims_append(all.steps, 64, "%s%u", between, taken.steps);
    claims_append(all.buffers, 64, "%s%u", between, taken.buffer);
    claims_append(all.queues, 64, "%s%u", between, taken.queue);
    claims_append(all.transients, 64, "%s%u", between, taken.transient);
  }
  return all;
}

static void judge_time(struct finding *f)
{
  const struct all all = try_all(f, "phases", NULL);

  reading(f, all.most.arrived && all.exactly, "all permutations, n=2..%d: %s steps at most",
          LINE_MAX, all.steps);
}

static void judge_buffer(struct finding *f)
{
  static const uint32_t three[] = {2, 3, 1, 0};
  const struct all all = try_all(f, "phases", NULL);
  OF_BLOCK(grids_course, c);

  reading(f, all.most.buffer <= 3, "all permutations, n=2..%d: %s packets", LINE_MAX,
          all.buffers);
  if (grids_course_open(f, &c, GRIDS_LINE, 4, "phases", NULL, 1))
    note(f, "(2 3 1 0): %" PRIu32, grids_course_permute(&c, three).buffer);
}

/* 2.3: what the comments in the program say is so after n-1 steps of a phase: the
 * packets that have come, and that a phase of n-1 steps has no packet of its own left. */
static void judge_result(struct finding *f)
{
  uint32_t runs = 0, right = 0;

  for (uint32_t n = 2; n <= 6; n++) {
    uint32_t order[6], source[6], to[6];
    OF_BLOCK(grids_course, c);

    lab_identity(order, n);
    if (!grids_course_open(f, &c, GRIDS_LINE, n, "phases", NULL, 1))
      return;
    do {
      size_t count = 0;

      for (uint32_t i = 0; i < n; i++)
        if (order[i] <= i) {
          source[count] = i;
          to[count++] = order[i];
        }
      const struct grids_taken left = grids_course_run(&c, source, to, count);
      const struct grids_taken all = grids_course_permute(&c, order);
      right +=
          left.arrived && left.steps <= n - 1 && all.arrived && all.steps <= 2 * (n - 1);
      runs++;
    } while (next_permutation(order, n));
  }
  reading(f, right == runs, "%u of %u permutations, n=2..6", right, runs);
}

static void judge_choice(struct finding *f)
{
  const struct all all = try_all(f, "phases", NULL);

  reading(f, all.most.queue == 1, "packets that could go next, n=2..%d: %s at most",
          LINE_MAX, all.queues);
}

/* All priorities are equal, and the port that leads left is the lower one. */
static inline struct route_out fifo_comb(const struct route_in *in)
{
  return grid_comb(in, GRID_PHASED_NOTHING, GRID_ALL_EQUAL);
}

ROUTE_LOOPS(fifo, fifo_comb)

/* The reversal of a long line. */
static struct grids_taken reversal(struct finding *f, const char *routing)
{
  uint32_t to[LONG_LINE];
  OF_BLOCK(grids_course, c);

  for (uint32_t i = 0; i < LONG_LINE; i++)
    to[i] = LONG_LINE - 1 - i;
  if (!grids_course_open(f, &c, GRIDS_LINE, LONG_LINE, routing, NULL, 1))
    return (struct grids_taken){.steps = 0};
  return grids_course_permute(&c, to);
}

static void judge_local(struct finding *f)
{
  struct route_unit fifo = grid_left_first;
  const struct {
    const char *name, *routing;
    const struct route_unit *unit;
  } models[] = {{"left first, right-movers farthest first", "local", NULL},
                {"left first, FIFO", "local", &fifo},
                {"farthest first", "farthest", NULL}};

  fifo.comb = fifo_comb;
  fifo.loops = &fifo_loops;
  for (size_t k = 0; k < sizeof models / sizeof models[0]; k++) {
    const struct all all = try_all(f, models[k].routing, models[k].unit);

    reading(f, all.most.arrived && all.at_most && all.most.buffer <= 3,
            "%s, n=2..%d: %s steps, %s packets", models[k].name, LINE_MAX, all.steps,
            all.buffers);
  }
  note(f, "farthest first, reversal of n=%d: %" PRIu32 " packets", LONG_LINE,
       reversal(f, "farthest").buffer);
}

/* A node that turns to phase 2 for good when it holds no left-mover: the permutations that
 * it does not deliver.  Such a node has a memory of its own, so it is followed here. */
static bool loses(const uint32_t *to, uint32_t n)
{
  uint32_t at[LINE_MAX], left = n;
  bool second[LINE_MAX] = {false};

  lab_identity(at, n);
  for (uint32_t step = 0; step < 4 * n; step++) {
    uint32_t next[LINE_MAX];

    for (uint32_t i = 0; i < n; i++)
      next[i] = at[i];
    for (uint32_t v = 0; v < n; v++) {
      uint32_t chosen = n;
      bool holds = false;

      for (uint32_t i = 0; i < n; i++)
        holds |= at[i] == v && to[i] < v;
      second[v] |= !holds;
      for (uint32_t i = 0; i < n && chosen == n; i++)
        if (at[i] == v && (second[v] ? to[i] > v : to[i] < v))
          chosen = i;
      if (chosen < n)
        next[chosen] = second[v] ? v + 1 : v - 1;
    }
    left = 0;
    for (uint32_t i = 0; i < n; i++) {
      at[i] = next[i];
      left += at[i] != to[i];
    }
  }
  return left > 0;
}

static void judge_once(struct finding *f)
{
  char text[64] = "";
  bool none = true;

  for (uint32_t n = 2; n <= 7; n++) {
    uint32_t order[LINE_MAX], lost = 0, count = 0;

    lab_identity(order, n);
    do {
      lost += loses(order, n);
      count++;
    } while (next_permutation(order, n));
    none &= lost == 0;
    claims_append(text, sizeof text, "%s%u/%u", n > 2 ? " " : "", lost, count);
  }
  reading(f, none, "permutations not delivered, n=2..7: %s", text);
}

static void judge_duplex(struct finding *f)
{
  const struct all all = try_all(f, "duplex", NULL);

  reading(f, all.most.arrived && all.one_phase && all.most.buffer <= 3,
          "all permutations, n=2..%d: %s steps, %s packets", LINE_MAX, all.steps,
          all.buffers);
}

static void judge_transient(struct finding *f)
{
  const struct all all = try_all(f, "phases", NULL);

  reading(f, all.most.transient <= 3, "arrivals before departures, n=2..%d: %s packets",
          LINE_MAX, all.transients);
}

static const struct claim_row rows[] = {
    {"2.1", "a permutation of the line takes at most 2(n-1) steps, and some do", "2(n-1)",
     .judge = judge_time, .place = "theorem 1"},
    {"2.2", "a node never holds more than 3 packets", "3", .judge = judge_buffer,
     .place = "theorem 1"},
    {"2.3", "after phase 1 all that go left have come, after phase 2 all", "-",
     .judge = judge_result, .place = "theorem 1, results"},
    {"2.4", "within a phase a node never has a choice", "-", .judge = judge_choice,
     .place = "theorem 1, proof"},
    {"2.5", "the same bounds without phases, each node by itself", "2(n-1), 3",
     .judge = judge_local},
    {"2.6", "a node that holds no left-mover may turn to phase 2 for good", "-",
     .judge = judge_once},
    {"2.7", "with a send in each direction: n-1 steps, 3 packets", "-",
     .judge = judge_duplex},
    {"2.8", "3 packets also where an arrival comes before the departure of its step", "3",
     .judge = judge_transient},
};

const struct claim_part grids_mesh = CLAIM_PART(rows, "theorem 1, reading");
