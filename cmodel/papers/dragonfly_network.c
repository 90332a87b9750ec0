/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_network -- abstract, sections 1 and 2: routers and links. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

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
    c.irregular += here[0] != s->size.m - 1 || here[1] != s->size.k;
    local += here[0];
    global += here[1];
  }
  c.local = local / 2;
  c.global = (global - c.self) / 2;
  return c;
}

/* 1.1 */
static void judge_size(struct finding *f)
{
  uint32_t good = 0, links = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.searched = true; survey_next(&s);) {
    const uint32_t k = s.size.k, m = s.size.m;
    const struct census c = take_census(&s);

    good += s.t.switches == k * m * m && c.unreached == 0 && c.irregular == 0;
    links += c.local == k * m * m * (m - 1) / 2 &&
             c.global == (k * k * m * m - k * m) / 2 && c.self == k * m && c.parallel == 0;
    if (dragonfly_is_example(s.size))
      finding_note(f, "D3(3,4): %u routers, %u local and %u global links, %u self-links",
                   s.t.switches, c.local, c.global, c.self);
  }
  finding_reading(f, good == LAB_GRAPHS, "so in %u of %d sizes", good, LAB_GRAPHS);
  finding_note(f,
               "K M^2 (M-1)/2 local and (K^2 M^2 - K M)/2 global links, K M self-links and "
               "no two links between two routers in %u sizes",
               links);
}

/* 1.2 */
static void judge_diameter(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.searched = true; survey_next(&s);)
    good += lab_eccentricity(&s.g, UINT32_MAX) == 3;
  finding_reading(f, good == LAB_GRAPHS,
                  "breadth-first from all routers: 3 in %u of %d sizes, M >= 2, K >= 1",
                  good, LAB_GRAPHS);
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

/* 0.1 */
static void judge_linear(struct finding *f)
{
  char sizes[64];
  bool even = grows_evenly(f, "d3:2,%u", sizes);

  finding_reading(f, even, "D3(2,M), M=2..7:%s routers, %s", sizes,
                  even ? "evenly" : "not evenly");
  even = grows_evenly(f, "d3:%u,4", sizes);
  finding_note(f, "D3(K,4), K=2..7:%s, %s: linear in K", sizes,
               even ? "evenly" : "not evenly");
}

/* --- ports --- */

/* 2.1 */
static void judge_ports(struct finding *f)
{
  uint32_t ports = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next_switch(&s)) {
    const uint32_t k = s.size.k, m = s.size.m, global = dragonfly_global(&s.t);
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
  finding_reading(f, wrong == 0, "all %u ports of %d sizes: %u end elsewhere", ports,
                  LAB_GRAPHS, wrong);
}

#define SECTION_1 "section 1"
#define SECTION_2 "section 2"

static const struct claim_row rows[] = {
    {"0.1", "abstract", "linearly scalable in M", "in M", .judge = judge_linear},
    {"1.1", SECTION_1, "K M^2 routers with K global and M-1 local ports each (also 2)",
     "K M^2", .judge = judge_size},
    {"1.2", SECTION_1, "the diameter is three", "3", .judge = judge_diameter},
    {"2.1", SECTION_2,
     "local port q of p meets port -q of p+q; global port g of (c,d,p) meets port -g of "
     "(c+g,p,d)",
     "-q; -g", .judge = judge_ports},
};

const struct claim_part dragonfly_network = {rows, sizeof rows / sizeof rows[0]};
