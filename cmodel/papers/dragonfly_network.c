/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_network -- abstract, sections 1 to 3: routers and links, ribbons and cabinets.
 */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"
#include "papers/dragonfly_remarks.h"

/* --- sizes --- */

enum { SWITCHES = 256 }; /* of the largest of lab_graphs */

/* What the ports of a network are. */
struct census {
  uint32_t local, global; /* links with two ends */
  uint32_t self;          /* links from a router to itself */
  uint32_t irregular;     /* routers without K global and M - 1 local ports */
  uint32_t parallel;      /* further links between two routers */
  uint32_t unreached;     /* from router 0 */
};

static struct census take_census(struct survey *s)
{
  const struct topology *t = &s->t;
  uint32_t local = 0, global = 0;
  struct census c = {.local = 0};

  lab_search(&s->g, 0);
  c.unreached = t->switches - s->g.reached;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t here[2] = {0};
    bool seen[SWITCHES] = {false};

    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t end = lab_link(t, sw, port).to_switch;

      if (!lab_is_link(t, sw, port))
        continue;
      here[topology_port_kind(t, sw, port) == PORT_GLOBAL]++;
      c.self += end == sw;
      c.parallel += seen[end];
      seen[end] = true;
    }
    c.irregular += here[0] != s->m - 1 || here[1] != s->k;
    local += here[0];
    global += here[1];
  }
  c.local = local / 2;
  c.global = (global - c.self) / 2;
  return c;
}

static void judge_size(struct finding *f)
{
  uint32_t good = 0, links = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.searched = true; survey_next(&s);) {
    const struct census c = take_census(&s);

    good += s.t.switches == s.k * s.m * s.m && c.unreached == 0 && c.irregular == 0;
    links += c.local == s.k * s.m * s.m * (s.m - 1) / 2 &&
             c.global == (s.k * s.k * s.m * s.m - s.k * s.m) / 2 && c.self == s.k * s.m &&
             c.parallel == 0;
    if (dragonfly_is_example(s.size))
      note(f, "D3(3,4): %u routers, %u local and %u global links, %u self-links",
           s.t.switches, c.local, c.global, c.self);
  }
  reading(f, good == LAB_GRAPHS, "so in %u of %d sizes", good, LAB_GRAPHS);
  note(f,
       "K M^2 (M-1)/2 local and (K^2 M^2 - K M)/2 global links, K M self-links and "
       "no two links between two routers in %u sizes",
       links);
}

static void judge_diameter(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.searched = true; survey_next(&s);)
    good += lab_eccentricity(&s.g, UINT32_MAX) == 3;
  reading(f, good == LAB_GRAPHS,
          "breadth-first from all routers: 3 in %u of %d sizes, M >= 2, K >= 1", good,
          LAB_GRAPHS);
}

/* Sizes of D3 as one parameter grows: is every step up the same? */
static bool grows_evenly(struct finding *f, const char *format, char sizes[64])
{
  uint32_t last = 0, rise = 0;
  bool even = true;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, format, 2, 7);

  sizes[0] = '\0';
  while (survey_next(&s)) {
    claims_append(sizes, 64, " %u", s.t.switches);
    even &= s.opened <= 2 || s.t.switches - last == rise;
    rise = s.t.switches - last;
    last = s.t.switches;
  }
  return even;
}

static void judge_linear(struct finding *f)
{
  char sizes[64];
  bool even = grows_evenly(f, "d3:2,%u", sizes);

  reading(f, even, "D3(2,M), M=2..7:%s routers, %s", sizes, even ? "evenly" : "not evenly");
  even = grows_evenly(f, "d3:%u,4", sizes);
  note(f, "D3(K,4), K=2..7:%s, %s: linear in K", sizes, even ? "evenly" : "not evenly");
}

/* --- ports --- */

static void judge_ports(struct finding *f)
{
  uint32_t ports = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next_switch(&s)) {
    const uint32_t k = s.k, m = s.m, global = dragonfly_global(&s.t);
    const struct d3_router r = d3_router(&s.t, s.from);

    for (uint32_t q = 1; q < m; q++, ports++) {
      struct link far = lab_link(&s.t, s.from, q);
      struct d3_router end = {r.c, r.d, (r.p + q) % m};

      wrong += far.to_switch != d3_switch(&s.t, end) || far.to_port != m - q;
    }
    for (uint32_t g = 0; g < k; g++, ports++) {
      struct link far = lab_link(&s.t, s.from, global + g);
      struct d3_router end = {(r.c + g) % k, r.p, r.d};

      wrong += far.to_switch != d3_switch(&s.t, end) || far.to_port != global + (k - g) % k;
    }
  }
  reading(f, wrong == 0, "all %u ports of %d sizes: %u end elsewhere", ports, LAB_GRAPHS,
          wrong);
}

static const struct claim_row rows[] = {
    {"0.1", "linearly scalable in M", "in M", .judge = judge_linear, .place = "abstract"},
    {"1.1", "K M^2 routers with K global and M-1 local ports each (also 2)", "K M^2",
     .judge = judge_size},
    {"1.2", "the diameter is three", "3", .judge = judge_diameter},
    {"1.3", "the all-to-all is no pairwise exchange (also abstract)", "not pairwise",
     .judge = dragonfly_judge_exchanges},
    {"2.1",
     "local port q of p meets port -q of p+q; global port g of (c,d,p) meets port -g of "
     "(c+g,p,d)",
     "-q; -g", .judge = judge_ports, .place = "section 2"},
};

const struct claim_part dragonfly_network = CLAIM_PART(rows, "section 1");

/* --- section 3 --- */

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

static void judge_ribbons(struct finding *f)
{
  uint32_t ribbons = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s))
    for (uint32_t sw = 0; sw < s.t.switches; sw += s.m)
      for (uint32_t g = 0; g < s.k; g++, ribbons++)
        wrong += !ribbon_in_order(&s.t, d3_router(&s.t, sw), g);
  reading(f, wrong == 0, "all %u of %d sizes: %u go elsewhere or in another order", ribbons,
          LAB_GRAPHS, wrong);
}

static void judge_ribbon_example(struct finding *f)
{
  const struct d3_router from = {4, 5, 3}, to = {2, 3, 5};
  char end[ADDRESS_TEXT];
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(f, &t, (struct lab_size){6, 6}))
    return;
  struct link far = lab_link(&t, d3_switch(&t, from), dragonfly_global(&t) + 4);
  t.row->print_address(&t, far.to_switch, end);
  reading(f, far.to_switch == d3_switch(&t, to) && far.to_port == dragonfly_global(&t) + 2,
          "D3(6,6): 4.5.3 port 4 leads to %s port %u", end,
          far.to_port - dragonfly_global(&t));
}

/* 3.3: wires of one drawer that go to one column. */
static void judge_ribbon_width(struct finding *f)
{
  uint32_t as_k = 0, as_m = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t wires = 0;

    for (uint32_t p = 0; p < s.m; p++) {
      struct d3_router end = d3_router(&s.t, lab_global(&s.t, p, s.k - 1));

      wires += end.c == s.k - 1 && end.p == 0;
    }
    as_k += wires == s.k;
    as_m += wires == s.m;
  }
  reading(f, as_k == LAB_GRAPHS,
          "a drawer's port g has K wires in %u of %d sizes, M wires in %u", as_k,
          LAB_GRAPHS, as_m);
}

static void judge_cabinets(struct finding *f)
{
  uint32_t cabinets = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    TOPOLOGY_OF_BLOCK(one);

    if (!dragonfly_open(f, &one, (struct lab_size){1, s.m}))
      break;
    for (uint32_t first = 0; first < s.t.switches; first += one.switches, cabinets++) {
      bool same = true;

      for (uint32_t sw = 0; sw < one.switches; sw++) {
        same &= lab_global(&s.t, first + sw, 0) == first + lab_global(&one, sw, 0);
        for (uint32_t q = 1; q < s.m; q++)
          same &= lab_local(&s.t, first + sw, q) == first + lab_local(&one, sw, q);
      }
      wrong += !same;
    }
  }
  reading(f, wrong == 0,
          "%u cabinets of %d sizes: inside, %u are wired otherwise than D3(1,M)", cabinets,
          LAB_GRAPHS, wrong);
}

static const struct claim_row rows_of_wiring[] = {
    {"3.1", "port g of drawer (c,d) leads in order to port -g of (c+g,*,d)", "in order",
     .judge = judge_ribbons},
    {"3.2", "K=6: (4,5,3) port 4 is joined to (2,3,5) port 2", "(2,3,5,(2))",
     .judge = judge_ribbon_example},
    {"3.3", "a ribbon of global links has as many wires as there are cabinets", "K",
     .judge = judge_ribbon_width},
    {"3.4", "every cabinet is a D3(1,M)", "D3(1,M)", .judge = judge_cabinets},
};

const struct claim_part dragonfly_wiring = CLAIM_PART(rows_of_wiring, "section 3");
