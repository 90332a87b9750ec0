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

static bool take_census(struct census *c, const struct topology *t, struct err *err)
{
  uint32_t local = 0, global = 0;
  GRAPH_OF_BLOCK(g);

  *c = (struct census){.local = 0};
  if (!lab_graph_open(&g, t, err))
    return false;
  lab_search(&g, 0);
  c->unreached = t->switches - g.reached;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t here[2] = {0};
    bool seen[SWITCHES] = {false};

    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t end = lab_link(t, sw, port).to_switch;

      if (!lab_is_link(t, sw, port))
        continue;
      here[topology_port_kind(t, sw, port) == PORT_GLOBAL]++;
      c->self += end == sw;
      c->parallel += seen[end];
      seen[end] = true;
    }
    c->irregular += here[0] != d3_m(t) - 1 || here[1] != d3_k(t);
    local += here[0];
    global += here[1];
  }
  c->local = local / 2;
  c->global = (global - c->self) / 2;
  return true;
}

/* 1.1 */
static bool judge_size(struct finding *f, struct err *err)
{
  uint32_t good = 0, links = 0;
  struct census c = {.local = 0};

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    const uint32_t k = lab_graphs[i].k, m = lab_graphs[i].m;
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err) || !take_census(&c, &t, err))
      return false;
    good += t.switches == k * m * m && c.unreached == 0 && c.irregular == 0;
    links += c.local == k * m * m * (m - 1) / 2 &&
             c.global == (k * k * m * m - k * m) / 2 && c.self == k * m && c.parallel == 0;
    if (k == 3 && m == 4)
      finding_note(f, "D3(3,4): %u routers, %u local and %u global links, %u self-links",
                   t.switches, c.local, c.global, c.self);
  }
  finding_reading(f, good == LAB_GRAPHS, "so in %u of %d sizes", good, LAB_GRAPHS);
  finding_note(f,
               "K M^2 (M-1)/2 local and (K^2 M^2 - K M)/2 global links, K M self-links and "
               "no two links between two routers in %u sizes",
               links);
  return true;
}

/* 1.2 */
static bool judge_diameter(struct finding *f, struct err *err)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    TOPOLOGY_OF_BLOCK(t);
    uint32_t diameter;

    if (!dragonfly_open(&t, lab_graphs[i], err) || !lab_diameter(&t, &diameter, err))
      return false;
    good += diameter == 3;
  }
  finding_reading(f, good == LAB_GRAPHS,
                  "breadth-first from all routers: 3 in %u of %d sizes, M >= 2, K >= 1",
                  good, LAB_GRAPHS);
  return true;
}

/* Sizes of D3 as one parameter grows: is every step up the same? */
static bool grows_evenly(bool in_m, char *sizes, size_t capacity, bool *even,
                         struct err *err)
{
  uint32_t last = 0, rise = 0;

  *even = true;
  sizes[0] = '\0';
  for (uint32_t i = 2; i <= 7; i++) {
    TOPOLOGY_OF_BLOCK(t);
    struct lab_size size = {in_m ? 2 : i, in_m ? i : 4};

    if (!dragonfly_open(&t, size, err))
      return false;
    claims_append(sizes, capacity, " %u", t.switches);
    *even &= i <= 3 || t.switches - last == rise;
    rise = t.switches - last;
    last = t.switches;
  }
  return true;
}

/* 0.1 */
static bool judge_linear(struct finding *f, struct err *err)
{
  char sizes[2][64];
  bool even[2];

  for (int in_m = 0; in_m < 2; in_m++)
    if (!grows_evenly(in_m, sizes[in_m], sizeof sizes[in_m], &even[in_m], err))
      return false;
  finding_reading(f, even[1], "D3(2,M), M=2..7:%s routers, %s", sizes[1],
                  even[1] ? "evenly" : "not evenly");
  finding_note(f, "D3(K,4), K=2..7:%s, %s: linear in K", sizes[0],
               even[0] ? "evenly" : "not evenly");
  return true;
}

/* --- ports --- */

/* 2.1 */
static bool judge_ports(struct finding *f, struct err *err)
{
  uint32_t ports = 0, wrong = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err))
      return false;
    const uint32_t k = d3_k(&t), m = d3_m(&t);
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      struct d3_router r = d3_router(&t, sw);

      for (uint32_t q = 1; q < m; q++, ports++) {
        struct link far = lab_link(&t, sw, q);
        struct d3_router end = {r.c, r.d, (r.p + q) % m};

        wrong += far.to_switch != d3_switch(&t, end) || far.to_port != m - q;
      }
      for (uint32_t g = 0; g < k; g++, ports++) {
        struct link far = lab_link(&t, sw, dragonfly_global(&t) + g);
        struct d3_router end = {(r.c + g) % k, r.p, r.d};

        wrong += far.to_switch != d3_switch(&t, end) ||
                 far.to_port != dragonfly_global(&t) + (k - g) % k;
      }
    }
  }
  finding_reading(f, wrong == 0, "all %u ports of %d sizes: %u end elsewhere", ports,
                  LAB_GRAPHS, wrong);
  return true;
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
