/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_picture -- the loads in a drawing, against those of the packets' paths. */
#include "tool/draw/picture.h"

#include "tests/unit/picture_unit.h"
#include "tool/session/machines.h"

#include <inttypes.h>

enum { HOPS = 64 };

/* What a run puts on links and switches. */
struct measured {
  struct session session;
  struct run_loads loads;
  uint64_t hops;
};

static void measure(struct measured *m, const struct description *d)
{
  struct machine machine;
  struct run_result result;
  struct err err;

  CHECK(session_open(&m->session, d, NULL, &err), "%s", err.text);
  CHECK(machines_open(&machine, &m->session, &err), "%s", err.text);
  CHECK(run_loads_open(&m->loads, &m->session.shape, &err), "%s", err.text);
  struct run_request request = session_request(&m->session);
  request.machine = machine;
  request.observer = run_loads_add;
  request.observer_self = &m->loads;
  CHECK(run(&request, &result, &err), "%s", err.text);
  CHECK(result.outcome == OUTCOME_PASS, "%s", outcome_name(result.outcome));
  m->hops = result.statistics.hops;
  run_result_close(&result);
  machine.ops->close(machine.self);
}

static void forget(struct measured *m)
{
  run_loads_close(&m->loads);
  session_close(&m->session);
}

/* The same from the path of every packet; links[switches * ports], switches[switches]. */
static void follow(const struct session *s, uint64_t *links, uint64_t *switches)
{
  const struct topology *t = &s->topology;

  for (size_t i = 0; i < s->schedule.count; i++) {
    const struct schedule_entry *e = &s->schedule.entries[i];
    struct hop hops[HOPS];
    size_t count = topology_path(t, s->shape.routing, e->source, e->destination, e->header,
                                 0, hops, HOPS);

    assert_true(count > 0);
    for (size_t k = 0; k < count; k++) {
      switches[hops[k].at] += k == 0 || hops[k].at != hops[k - 1].at;
      if (k + 1 < count)
        links[hops[k].at * t->ports + hops[k].port]++;
    }
  }
}

/* Known paths: no choice is left to chance or to the queues. */
static const struct known {
  const char *topology, *traffic, *routing;
  int64_t packets, depth, vcs;
} known[] = {
    {"hypercube:4", "random", NULL, 3, -1, -1},
    {"hypercube:5", "bit-reversal", NULL, 1, 1, -1},
    {"torus:4x4", "random", NULL, 2, 1, 2},
    {"torus:3x5", "uniform,load=0.3,warmup=5,measure=20", NULL, 1, -1, -1},
    {"d3:2,3", "all-to-all", NULL, 1, -1, -1},
    {"d3:3,2", "random", "source-vector,holds=0", 2, 2, 2},
    {"mdf:2,3", "random", NULL, 1, -1, -1},
};

static struct description describe(const struct known *k)
{
  struct description d = description_of(k->topology, k->traffic);

  d.routing = k->routing;
  d.packets = k->packets;
  d.depth = k->depth;
  d.vcs = k->vcs;
  return d;
}

TEST(test_loads_are_those_of_paths)
{
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const struct description d = describe(&known[i]);
    struct measured m;

    measure(&m, &d);
    const struct topology *t = &m.session.topology;
    const size_t count = (size_t)t->switches * t->ports;
    uint64_t *links = calloc(count, sizeof *links);
    uint64_t *switches = calloc(t->switches, sizeof *switches);

    assert_true(links && switches);
    follow(&m.session, links, switches);
    for (size_t k = 0; k < count; k++)
      CHECK(links[k] == m.loads.links[k], "%s: link %zu: %" PRIu64 ", not %" PRIu64,
            t->spec, k, m.loads.links[k], links[k]);
    for (uint32_t k = 0; k < t->switches; k++)
      CHECK(switches[k] == m.loads.switches[k], "%s: switch %u: %" PRIu64 ", not %" PRIu64,
            t->spec, k, m.loads.switches[k], switches[k]);
    free(links);
    free(switches);
    forget(&m);
  }
}

/* Where the way is chosen at random, the packets still cross as many links as they say. */
TEST(test_random_routings)
{
  static const char *const routings[] = {"rand-sync", "rand-trans", "rand-trans-ooo",
                                         "drand-trans-ooo"};

  for (size_t i = 0; i < sizeof routings / sizeof routings[0]; i++) {
    struct description d = description_of("hypercube:5", "random");
    struct measured m;
    uint64_t sum = 0;

    d.routing = routings[i];
    measure(&m, &d);
    for (size_t k = 0; k < 32 * 5; k++)
      sum += m.loads.links[k];
    CHECK(sum == m.hops && sum > 0, "%s: %" PRIu64 " links, %" PRIu64 " hops", routings[i],
          sum, m.hops);
    forget(&m);
  }
}

/* --- the drawing --- */

/* Every link of the network is named once, with its load. */
static void check_titles(const struct topology *t, const struct run_loads *loads,
                         const char *text)
{
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const enum port_kind kind = topology_port_kind(t, sw, port);
      char from[ADDRESS_TEXT], to[ADDRESS_TEXT], name[PORT_TEXT], title[256];

      if (kind == PORT_HOLD || kind == PORT_UNUSED)
        continue;
      t->row->print_address(t, sw, from);
      t->row->print_address(t, topology_link(t, sw, port).to_switch, to);
      topology_print_port(t, port, name);
      int used = snprintf(title, sizeof title, "%s by %s to %s", from, name, to);
      if (loads)
        snprintf(title + used, sizeof title - (size_t)used, ": %" PRIu64,
                 loads->links[(size_t)sw * t->ports + port]);
      const char *at = strstr(text, title);
      CHECK(at && strchr(";<", at[strlen(title)]), "%s: not drawn: %s", t->spec, title);
    }
}

TEST(test_titles)
{
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const struct description d = describe(&known[i]);
    struct measured m;

    measure(&m, &d);
    const struct picture picture = {.topology = &m.session.topology,
                                    .loads = &m.loads,
                                    .run = known[i].traffic,
                                    .result = "a & b < c > d"};
    char *first = drawn(&picture), *second = drawn(&picture);

    check_titles(picture.topology, &m.loads, first);
    CHECK(strcmp(first, second) == 0, "%s: not the same bytes", picture.topology->spec);
    CHECK(strstr(first, "a &amp; b &lt; c &gt; d"), "%s: not escaped",
          picture.topology->spec);
    free(first);
    free(second);
    forget(&m);
  }
}

TEST(test_without_traffic)
{
  const struct topology t = topology_of("torus:3x4");
  char *text = drawn(&(struct picture){.topology = &t});

  check_titles(&t, NULL, text);
  CHECK(occurrences(text, "<path") == 24, "%zu lines", occurrences(text, "<path"));
  CHECK(strstr(text, "12 switches, 48 links") && !strstr(text, "packets"), "the numbers");
  free(text);
}

/* Pairs with two loads are drawn apart, and only what was crossed has a head. */
TEST(test_apart)
{
  const struct topology t = topology_of("torus:3");
  struct shape shape = {.topology = &t};
  struct run_loads loads;
  struct err err;

  assert_true(run_loads_open(&loads, &shape, &err));
  loads.links[0] = 5;                  /* 0 to 1 */
  loads.links[2] = loads.links[5] = 3; /* 1 to 2 and back */
  char *text = drawn(&(struct picture){.topology = &t, .loads = &loads});
  CHECK(occurrences(text, "<title>0 by +0 to 1: 5</title>") == 1, "%s", text);
  CHECK(occurrences(text, "<title>1 by -0 to 0: 0</title>") == 1, "%s", text);
  CHECK(occurrences(text, "<title>1 by +0 to 2: 3; 2 by -0 to 1: 3</title>") == 1, "%s",
        text);
  CHECK(occurrences(text, "Z\"/>") == 1, "%zu heads", occurrences(text, "Z\"/>"));
  CHECK(strstr(text, "3 switches; 3 of 6 links used; packets on a link: most 5, mean 1.83"),
        "%s", text);
  free(text);
  run_loads_close(&loads);
}
