/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_wiring -- section 3: ribbons and cabinets. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

/* The routers that port g of drawer (c,d) leads to, in the order of the drawer's: are they
 * the column (c+g,*,d)? */
static bool ribbon_in_order(const struct topology *t, struct d3_router drawer, uint32_t g)
{
  for (uint32_t p = 0; p < d3_m(t); p++) {
    drawer.p = p;
    struct link far = lab_link(t, d3_switch(t, drawer), dragonfly_global(t) + g);
    struct d3_router end = {(drawer.c + g) % d3_k(t), p, drawer.d};

    if (far.to_switch != d3_switch(t, end) ||
        far.to_port != dragonfly_global(t) + (d3_k(t) - g) % d3_k(t))
      return false;
  }
  return true;
}

/* 3.1 */
static void judge_ribbons(struct finding *f)
{
  uint32_t ribbons = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s))
    for (uint32_t sw = 0; sw < s.t.switches; sw += s.size.m)
      for (uint32_t g = 0; g < s.size.k; g++, ribbons++)
        wrong += !ribbon_in_order(&s.t, d3_router(&s.t, sw), g);
  finding_reading(f, wrong == 0, "all %u of %d sizes: %u go elsewhere or in another order",
                  ribbons, LAB_GRAPHS, wrong);
}

/* 3.2 */
static void judge_ribbon_example(struct finding *f)
{
  const struct d3_router from = {4, 5, 3}, to = {2, 3, 5};
  char end[ADDRESS_TEXT];
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(f, &t, (struct lab_size){6, 6}))
    return;
  struct link far = lab_link(&t, d3_switch(&t, from), dragonfly_global(&t) + 4);
  t.row->print_address(&t, far.to_switch, end);
  finding_reading(
      f, far.to_switch == d3_switch(&t, to) && far.to_port == dragonfly_global(&t) + 2,
      "D3(6,6): 4.5.3 port 4 leads to %s port %u", end, far.to_port - dragonfly_global(&t));
}

/* 3.3: wires of one drawer that go to one column. */
static void judge_ribbon_width(struct finding *f)
{
  uint32_t as_k = 0, as_m = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t wires = 0;

    for (uint32_t p = 0; p < s.size.m; p++) {
      struct d3_router end = d3_router(&s.t, lab_global(&s.t, p, s.size.k - 1));

      wires += end.c == s.size.k - 1 && end.p == 0;
    }
    as_k += wires == s.size.k;
    as_m += wires == s.size.m;
  }
  finding_reading(f, as_k == LAB_GRAPHS,
                  "a drawer's port g has K wires in %u of %d sizes, M wires in %u", as_k,
                  LAB_GRAPHS, as_m);
}

/* 3.4 */
static void judge_cabinets(struct finding *f)
{
  uint32_t cabinets = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    TOPOLOGY_OF_BLOCK(one);

    if (!dragonfly_open(f, &one, (struct lab_size){1, s.size.m}))
      break;
    for (uint32_t first = 0; first < s.t.switches; first += one.switches, cabinets++) {
      bool same = true;

      for (uint32_t sw = 0; sw < one.switches; sw++) {
        same &= lab_global(&s.t, first + sw, 0) == first + lab_global(&one, sw, 0);
        for (uint32_t q = 1; q < s.size.m; q++)
          same &= lab_local(&s.t, first + sw, q) == first + lab_local(&one, sw, q);
      }
      wrong += !same;
    }
  }
  finding_reading(f, wrong == 0,
                  "%u cabinets of %d sizes: inside, %u are wired otherwise than D3(1,M)",
                  cabinets, LAB_GRAPHS, wrong);
}

#define PLACE "section 3"

static const struct claim_row rows[] = {
    {"3.1", PLACE, "port g of drawer (c,d) leads in order to port -g of (c+g,*,d)",
     "in order", .judge = judge_ribbons},
    {"3.2", PLACE, "K=6: (4,5,3) port 4 is joined to (2,3,5) port 2", "(2,3,5,(2))",
     .judge = judge_ribbon_example},
    {"3.3", PLACE, "a ribbon of global links has as many wires as there are cabinets", "K",
     .judge = judge_ribbon_width},
    {"3.4", PLACE, "every cabinet is a D3(1,M)", "D3(1,M)", .judge = judge_cabinets},
};

const struct claim_part dragonfly_wiring = {rows, sizeof rows / sizeof rows[0]};
