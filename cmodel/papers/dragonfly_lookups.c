/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_lookups -- section 10: the port tables, and what the counter b reads in them.
 */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

enum { K = 3, M = 4 }; /* where all cases are gone through: the example */

/* D3(3,4) with a routing. */
static struct survey survey_with(struct finding *f, const char *routed)
{
  struct survey s = dragonfly_one(f);

  s.routed = routed;
  return s;
}

static void judge_tables(struct finding *f)
{
  static const struct lab_size sizes[] = {{2, 3}, {3, 4}, {5, 2}, {4, 4}};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 4);
  uint32_t pairs = 0, wrong = 0;

  for (s.routed = "source-vector"; survey_next_pair(&s); pairs++) {
    const struct routing *other = topology_routing(&s.t, "destination", f->err);
    struct hop hops[2][LAB_HOPS];

    if (!finding_check(f, other != NULL))
      break;
    size_t count = lab_path_of(&s.t, s.routing, s.from, s.to, hops[0]);
    bool same = count > 0 && count == lab_path_of(&s.t, other, s.from, s.to, hops[1]);

    for (size_t h = 0; same && h < count; h++)
      same = hops[0][h].at == hops[1][h].at && hops[0][h].port == hops[1][h].port;
    wrong += !same;
  }
  reading(f, wrong == 0,
          "all %u pairs of D3(2,3), D3(3,4), D3(5,2), D3(4,4): %u go otherwise "
          "than by their source vector",
          pairs, wrong);
}

/* 10.2: the last hop from (c',d',d), where the location is up to date. */
static void judge_last_hop(struct finding *f)
{
  uint32_t pairs = 0, by_p = 0, by_d = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  for (; survey_next_pair(&s); pairs++) {
    struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    uint32_t at = d3_switch(&s.t, (struct d3_router){b.c, b.d, a.d});
    struct d3_router location = d3_router(&s.t, at);

    by_p += lab_local(&s.t, at, dragonfly_difference(b.p, location.p, M)) == s.to;
    by_d += lab_local(&s.t, at, dragonfly_difference(b.p, location.d, M)) == s.to;
  }
  reading(f, by_p == pairs,
          "(built) column p of the location, the d of the source: %u of %u pairs "
          "of D3(3,4) arrive",
          by_p, pairs);
  reading(f, by_d == pairs, "column d of the location: %u arrive, %u do not", by_d,
          pairs - by_d);
}

/* --- the look-ups of section 10, as a table --- */

static const char *const lookups[] = {"local table", "global table", "b=3", "b=2", "b=1"};
static const char *const entry[] = {"entry (b, a)"};
static const char *const printed_entries[] = {"b - a mod M", "b - a mod K", "(d', p)",
                                              "(c', c)", "(p', d)"};

/* Do the hops of the destination's routing take the port of this look-up? */
static void judge_lookup(struct finding *f, const struct table_cell *cell)
{
  uint32_t wrong = 0;
  struct survey s SURVEY_OF_BLOCK = survey_with(f, "destination");

  if (cell->row == 4) {
    judge_last_hop(f);
    return;
  }
  while (survey_next_pair(&s)) {
    const struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    const uint32_t first = lab_local(&s.t, s.from, dragonfly_difference(b.d, a.p, M));
    const uint32_t second = lab_global(&s.t, first, dragonfly_difference(b.c, a.c, K));
    struct hop hops[LAB_HOPS];
    const bool whole = lab_path_of(&s.t, s.routing, s.from, s.to, hops) >= 4;

    wrong += cell->row == 0 || cell->row == 2 ? !whole || hops[1].at != first
                                              : !whole || hops[2].at != second;
  }
  cell_reads(f, cell, "%s", wrong == 0 ? printed_entries[cell->row] : "another");
}

const struct claim_table dragonfly_table_10 = {
    .name = "10",
    .title = "port tables and the look-ups of the counter b, on D3(3,4)",
    .place = "section 10",
    .row_count = sizeof lookups / sizeof lookups[0],
    .column_count = 1,
    .rows = lookups,
    .columns = entry,
    .printed = printed_entries,
    .judge = judge_lookup,
};

static const struct claim_row rows[] = {
    {"10.1", "tables with b - a give the path of the source vector", "x, y = b - a",
     .judge = judge_tables},
    {"10.2", "with b=1 the last hop is entry (p',d) of the local table", "(p', d)",
     .judge = judge_last_hop},
};

const struct claim_part dragonfly_lookups = CLAIM_PART(rows, "section 10");
