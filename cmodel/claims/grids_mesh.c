/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_mesh -- sections 1.2, 2 and 2.1: the grid, and routing on the linear array. */
#include "claims/grids_course.h"

#include "base/order.h"
#include "route/grid.h"
#include "switch/loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_MAX = 8, LONG_LINE = 64 };

/* --- the grid --- */

/* The specs of M(n,d) that are measured. */
static const struct size {
  uint32_t n, d;
} grids[] = {{2, 1}, {5, 1}, {9, 1}, {2, 2}, {3, 2}, {4, 2}, {7, 2},
             {2, 3}, {3, 3}, {4, 3}, {3, 4}, {2, 5}, {2, 6}};

enum { GRIDS = sizeof grids / sizeof grids[0] };

static bool open_grid(struct topology *t, uint32_t n, uint32_t d, struct err *err)
{
  char spec[TOPOLOGY_SPEC];
  int used = snprintf(spec, sizeof spec, "mesh:%" PRIu32, n);

  for (uint32_t i = 1; i < d; i++)
    used += snprintf(spec + used, sizeof spec - (size_t)used, "x%" PRIu32, n);
  return grids_open(t, err, "%s", spec);
}

static uint32_t power(uint32_t n, uint32_t d)
{
  return d == 0 ? 1 : n * power(n, d - 1);
}

/* Coordinate i of a node of M(n,d). */
static uint32_t coordinate(uint32_t node, uint32_t n, uint32_t i)
{
  return node / power(n, i) % n;
}

static uint32_t manhattan(uint32_t a, uint32_t b, uint32_t n, uint32_t d)
{
  uint32_t sum = 0;

  for (uint32_t i = 0; i < d; i++) {
    const uint32_t x = coordinate(a, n, i), y = coordinate(b, n, i);

    sum += x > y ? x - y : y - x;
  }
  return sum;
}

static uint32_t differing(uint32_t a, uint32_t b, uint32_t n, uint32_t d)
{
  uint32_t count = 0;

  for (uint32_t i = 0; i < d; i++)
    count += coordinate(a, n, i) != coordinate(b, n, i);
  return count;
}

/* 1.5 */
static bool judge_edges(struct claims *claims, struct finding *f, struct err *err)
{
  uint32_t right = 0;

  (void)claims;
  for (size_t k = 0; k < GRIDS; k++) {
    const uint32_t n = grids[k].n, d = grids[k].d;
    struct grids_graph g;
    TOPOLOGY_OF_BLOCK(t);

    if (!open_grid(&t, n, d, err) || !grids_graph_open(&g, &t, err))
      return false;
    right += g.nodes == power(n, d) &&
             grids_edges(&g) == d * power(n, d) - d * power(n, d - 1);
    grids_graph_close(&g);
  }
  finding_reading(f, right == GRIDS, "%u of %d sizes", right, GRIDS);
  return true;
}

/* 1.6, 1.7: distances from every node, and the largest. */
static bool judge_distances(struct finding *f, bool diameter, struct err *err)
{
  uint32_t right = 0;

  for (size_t k = 0; k < GRIDS; k++) {
    const uint32_t n = grids[k].n, d = grids[k].d;
    uint32_t most = 0;
    bool equal = true;
    struct grids_graph g;
    TOPOLOGY_OF_BLOCK(t);

    if (!open_grid(&t, n, d, err) || !grids_graph_open(&g, &t, err))
      return false;
    uint32_t *hops = malloc(g.nodes * sizeof *hops);
    for (uint32_t a = 0; hops && a < g.nodes; a++) {
      grids_distances(&g, a, hops);
      for (uint32_t b = 0; b < g.nodes; b++) {
        equal &= hops[b] == manhattan(a, b, n, d);
        most = hops[b] > most ? hops[b] : most;
      }
    }
    const bool measured = hops != NULL;
    free(hops);
    grids_graph_close(&g);
    if (!measured)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t.spec);
    right += diameter ? most == (n - 1) * d : equal;
  }
  finding_reading(f, right == GRIDS, "%u of %d sizes, from every node", right, GRIDS);
  return true;
}

static bool judge_distance(struct claims *claims, struct finding *f, struct err *err)
{
  (void)claims;
  return judge_distances(f, false, err);
}

static bool judge_diameter(struct claims *claims, struct finding *f, struct err *err)
{
  (void)claims;
  return judge_distances(f, true, err);
}

/* 1.4: M(3,2) with the edges that each reading of the distance gives. */
static bool judge_hamming(struct claims *claims, struct finding *f, struct err *err)
{
  static const struct {
    const char *name;
    uint32_t (*of)(uint32_t a, uint32_t b, uint32_t n, uint32_t d);
  } readings[] = {{"sum of the differences", manhattan},
                  {"number of coordinates that differ", differing}};
  const uint32_t n = 3, d = 2, nodes = 9;

  (void)claims;
  (void)err;
  for (size_t k = 0; k < 2; k++) {
    uint32_t edges = 0, diameter = 0;

    for (uint32_t a = 0; a < nodes; a++)
      for (uint32_t b = 0; b < a; b++) {
        const uint32_t distance = readings[k].of(a, b, n, d);

        edges += distance == 1;
        diameter = distance > diameter ? distance : diameter;
      }
    finding_reading(f,
                    edges == d * power(n, d) - d * power(n, d - 1) &&
                        diameter == (n - 1) * d,
                    "%s: M(3,2) has %u edges and diameter %u", readings[k].name, edges,
                    diameter);
  }
  return true;
}

/* Is the sub-network of M(n,d) whose nodes inside[count] are listed joined as M(n,e), the
 * nodes in that order? */
static bool joined_alike(const struct topology *t, const uint32_t *inside, uint32_t n,
                         uint32_t e)
{
  bool alike = true;

  for (uint32_t a = 0; a < power(n, e); a++)
    for (uint32_t b = 0; b < power(n, e); b++) {
      bool joined = false;

      for (uint32_t port = 0; port < t->ports; port++)
        joined |= topology_port_kind(t, inside[a], port) == PORT_LINK &&
                  topology_link(t, inside[a], port).to_switch == inside[b];
      alike &= joined == (manhattan(a, b, n, e) == 1);
    }
  return alike;
}

/* 1.8: every coordinate fixed at every value; 1.9: all but one. */
static bool judge_parts(struct finding *f, bool lines, struct err *err)
{
  uint32_t parts = 0, right = 0;

  for (size_t k = 0; k < GRIDS; k++) {
    const uint32_t n = grids[k].n, d = grids[k].d, nodes = power(n, d);
    const uint32_t e = lines ? 1 : d - 1;
    TOPOLOGY_OF_BLOCK(t);

    if (e == 0 || nodes > 256)
      continue;
    if (!open_grid(&t, n, d, err))
      return false;
    for (uint32_t i = 0; i < d; i++)
      for (uint32_t start = 0; start < nodes; start++) {
        uint32_t inside[256], count = 0;

        /* the first node of the part stands for it */
        for (uint32_t v = 0; v < nodes; v++) {
          const bool same = coordinate(v, n, i) == coordinate(start, n, i);

          if (lines ? differing(v, start, n, d) == !same : same)
            inside[count++] = v;
        }
        if (inside[0] != start)
          continue;
        parts++;
        right += count == power(n, e) && joined_alike(&t, inside, n, e);
      }
  }
  finding_reading(f, right == parts, "%u of %u parts of grids up to 256 nodes", right,
                  parts);
  return true;
}

static bool judge_subgrids(struct claims *claims, struct finding *f, struct err *err)
{
  (void)claims;
  return judge_parts(f, false, err);
}

static bool judge_lines(struct claims *claims, struct finding *f, struct err *err)
{
  (void)claims;
  return judge_parts(f, true, err);
}

/* --- all permutations of the line --- */

struct all {
  struct grids_taken taken[LINE_MAX + 1]; /* of n switches */
  bool arrived;
};

static bool try_all(struct all *all, const struct claims *claims, const char *routing,
                    const struct route_unit *unit, struct err *err)
{
  all->arrived = true;
  for (uint32_t n = 2; n <= LINE_MAX; n++) {
    char spec[TOPOLOGY_SPEC];
    struct grids_course c;
    uint32_t count;

    snprintf(spec, sizeof spec, "mesh:%" PRIu32, n);
    const bool good = grids_course_open(&c, spec, routing, unit, 1, err) &&
                      grids_course_all(&c, claims, &all->taken[n], &count, err);
    grids_course_close(&c);
    if (!good)
      return false;
    all->arrived &= all->taken[n].arrived;
  }
  return true;
}

/* "2 4 6": one number for each n. */
static const char *numbers(const struct all *all, size_t offset, char text[64])
{
  text[0] = '\0';
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    claims_append(text, 64, "%s%" PRIu32, n > 2 ? " " : "",
                  *(const uint32_t *)((const char *)&all->taken[n] + offset));
  return text;
}

#define NUMBERS(all, member, text) numbers(all, offsetof(struct grids_taken, member), text)

/* 2.1 */
static bool judge_time(struct claims *claims, struct finding *f, struct err *err)
{
  struct all all;
  bool exact = true;
  char text[64];

  if (!try_all(&all, claims, "phases", NULL, err))
    return false;
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    exact &= all.taken[n].steps == 2 * (n - 1);
  finding_reading(f, all.arrived && exact, "all permutations, n=2..%d: %s steps at most",
                  LINE_MAX, NUMBERS(&all, steps, text));
  return true;
}

/* 2.2 */
static bool judge_buffer(struct claims *claims, struct finding *f, struct err *err)
{
  static const uint32_t three[] = {2, 3, 1, 0};
  struct all all;
  struct grids_course c;
  struct grids_taken taken = {.steps = 0};
  bool within = true;
  char text[64];

  if (!try_all(&all, claims, "phases", NULL, err))
    return false;
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    within &= all.taken[n].buffer <= 3;
  const bool good = grids_course_open(&c, "mesh:4", "phases", NULL, 1, err) &&
                    grids_course_permute(&c, three, &taken, err);
  grids_course_close(&c);
  finding_reading(f, within, "all permutations, n=2..%d: %s packets", LINE_MAX,
                  NUMBERS(&all, buffer, text));
  finding_note(f, "(2 3 1 0): %" PRIu32, taken.buffer);
  return good;
}

/* 2.3, 2.4: what the comments in the program say is so after n-1 steps of a phase: the
 * packets that have come, and that a phase of n-1 steps has no packet of its own left. */
static bool judge_result(struct claims *claims, struct finding *f, struct err *err)
{
  uint32_t runs = 0, right = 0;

  for (uint32_t n = 2; n <= 6; n++) {
    uint32_t order[6], source[6], to[6];
    char spec[TOPOLOGY_SPEC];
    struct grids_course c;
    bool good;

    for (uint32_t i = 0; i < n; i++)
      order[i] = i;
    snprintf(spec, sizeof spec, "mesh:%" PRIu32, n);
    good = grids_course_open(&c, spec, "phases", NULL, 1, err);
    do {
      struct grids_taken left = {.steps = 0}, all = {.steps = 0};
      size_t count = 0;

      for (uint32_t i = 0; i < n; i++)
        if (order[i] <= i) {
          source[count] = i;
          to[count++] = order[i];
        }
      good = good && !(claims->stop && *claims->stop) &&
             grids_course_run(&c, source, to, count, &left, err) &&
             grids_course_permute(&c, order, &all, err);
      right += left.arrived && left.steps <= n - 1 && all.arrived && all.steps <= 2 * (n - 1);
      runs++;
    } while (good && next_permutation(order, n));
    grids_course_close(&c);
    if (!good)
      return false;
  }
  finding_reading(f, right == runs, "%u of %u permutations, n=2..6", right, runs);
  return true;
}

/* 2.5 */
static bool judge_choice(struct claims *claims, struct finding *f, struct err *err)
{
  struct all all;
  char text[64];
  bool none = true;

  if (!try_all(&all, claims, "phases", NULL, err))
    return false;
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    none &= all.taken[n].queue == 1;
  finding_reading(f, none, "packets that could go next, n=2..%d: %s at most", LINE_MAX,
                  NUMBERS(&all, queue, text));
  return true;
}

/* Left-movers before all others, and of the right-movers the farthest to go. */
static inline struct route_out left_first_comb(const struct route_in *in)
{
  struct route_out out = grid_comb(in, GRID_PHASED_NOTHING, true);

  if (out.ports == 1)
    out.priority = UINT16_MAX;
  return out;
}

static void left_first_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, left_first_comb);
}

static uint32_t all_bits(const struct topology *t)
{
  (void)t;
  return ROUTE_PRIORITY_BITS;
}

/* The reversal of a long line. */
static bool reversal(struct grids_taken *taken, const char *routing, struct err *err)
{
  uint32_t to[LONG_LINE];
  struct grids_course c;
  char spec[TOPOLOGY_SPEC];

  for (uint32_t i = 0; i < LONG_LINE; i++)
    to[i] = LONG_LINE - 1 - i;
  snprintf(spec, sizeof spec, "mesh:%d", LONG_LINE);
  const bool good = grids_course_open(&c, spec, routing, NULL, 1, err) &&
                    grids_course_permute(&c, to, taken, err);
  grids_course_close(&c);
  return good;
}

/* 2.6 */
static bool judge_local(struct claims *claims, struct finding *f, struct err *err)
{
  struct route_unit left_first = grid_farthest;
  const struct {
    const char *name, *routing;
    const struct route_unit *unit;
  } models[] = {{"left first, FIFO", "local", NULL},
                {"left first, right-movers farthest first", "farthest", &left_first},
                {"farthest first", "farthest", NULL}};
  struct grids_taken taken;

  left_first.comb = left_first_comb;
  left_first.loop = left_first_loop;
  for (size_t k = 0; k < sizeof models / sizeof models[0]; k++) {
    struct all all;
    bool within = true;
    char steps[64], buffers[64];

    if (!try_all(&all, claims, models[k].routing, models[k].unit, err))
      return false;
    for (uint32_t n = 2; n <= LINE_MAX; n++)
      within &= all.taken[n].steps <= 2 * (n - 1) && all.taken[n].buffer <= 3;
    finding_reading(f, all.arrived && within, "%s, n=2..%d: %s steps, %s packets",
                    models[k].name, LINE_MAX, NUMBERS(&all, steps, steps),
                    NUMBERS(&all, buffer, buffers));
  }
  if (!reversal(&taken, "farthest", err))
    return false;
  finding_note(f, "farthest first, reversal of n=%d: %" PRIu32 " packets", LONG_LINE,
               taken.buffer);
  return true;
}

/* A node that turns to phase 2 for good when it holds no left-mover: the permutations that
 * it does not deliver.  Such a node has a memory of its own, so it is followed here. */
static bool loses(const uint32_t *to, uint32_t n)
{
  uint32_t at[LINE_MAX], left = n;
  bool second[LINE_MAX] = {false};

  for (uint32_t i = 0; i < n; i++)
    at[i] = i;
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

/* 2.7 */
static bool judge_once(struct claims *claims, struct finding *f, struct err *err)
{
  char text[64] = "";
  bool none = true;

  (void)claims;
  (void)err;
  for (uint32_t n = 2; n <= 7; n++) {
    uint32_t order[LINE_MAX], lost = 0, count = 0;

    for (uint32_t i = 0; i < n; i++)
      order[i] = i;
    do {
      lost += loses(order, n);
      count++;
    } while (next_permutation(order, n));
    none &= lost == 0;
    claims_append(text, sizeof text, "%s%u/%u", n > 2 ? " " : "", lost, count);
  }
  finding_reading(f, none, "permutations not delivered, n=2..7: %s", text);
  return true;
}

/* 2.8 */
static bool judge_duplex(struct claims *claims, struct finding *f, struct err *err)
{
  struct all all;
  bool exact = true;
  char steps[64], buffers[64];

  if (!try_all(&all, claims, "duplex", NULL, err))
    return false;
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    exact &= all.taken[n].steps == n - 1 && all.taken[n].buffer <= 3;
  finding_reading(f, all.arrived && exact, "all permutations, n=2..%d: %s steps, %s packets",
                  LINE_MAX, NUMBERS(&all, steps, steps), NUMBERS(&all, buffer, buffers));
  return true;
}

/* 2.9 */
static bool judge_transient(struct claims *claims, struct finding *f, struct err *err)
{
  struct all all;
  bool within = true;
  char text[64];

  if (!try_all(&all, claims, "phases", NULL, err))
    return false;
  for (uint32_t n = 2; n <= LINE_MAX; n++)
    within &= all.taken[n].transient <= 3;
  finding_reading(f, within, "arrivals before departures, n=2..%d: %s packets", LINE_MAX,
                  NUMBERS(&all, transient, text));
  return true;
}

static const struct claim_row rows[] = {
    {"1.4", "section 1.2, definition 1", "the distance in the grid is the Hamming distance",
     "sum of |a_i - b_i|", judge_hamming},
    {"1.5", "section 2, property 1", "nodes and edges of M(n,d)",
     "n^d, d n^d - d n^(d-1)", judge_edges},
    {"1.6", "section 2, property 2", "a distance is the sum of |a_i - b_i|", "-",
     judge_distance},
    {"1.7", "section 2, property 3", "the diameter of M(n,d)", "(n-1) d", judge_diameter},
    {"1.8", "section 2, property 4",
     "a coordinate fixed: what is left is M(n,d-1), for d > 1", "-", judge_subgrids},
    {"1.9", "section 2, property 5", "all coordinates but one fixed: M(n,1)", "-",
     judge_lines},
    {"2.1", "theorem 1", "a permutation of the line takes at most 2(n-1) steps, and some do",
     "2(n-1)", judge_time},
    {"2.2", "theorem 1", "a node never holds more than 3 packets", "3", judge_buffer},
    {"2.3", "theorem 1, results",
     "after phase 1 all that go left have come, after phase 2 all", "-", judge_result},
    {"2.4", "theorem 1, proof", "within a phase a node never has a choice", "-",
     judge_choice},
    {"2.5", "theorem 1, reading", "the same bounds without phases, each node by itself",
     "2(n-1), 3", judge_local},
    {"2.6", "theorem 1, reading",
     "a node that holds no left-mover may turn to phase 2 for good", "-", judge_once},
    {"2.7", "theorem 1, reading", "with a send in each direction: n-1 steps, 3 packets",
     "-", judge_duplex},
    {"2.8", "theorem 1, reading",
     "3 packets also where an arrival comes before the departure of its step", "3",
     judge_transient},
};

const struct claim_part grids_mesh = {rows, sizeof rows / sizeof rows[0]};
