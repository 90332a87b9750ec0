/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dependency -- may a routing deadlock?  Against another walk, and what is known.
 *
 * Source: hypercube switch paper, whose routings these are; that each phase with channels
 * of its own is free of deadlock follows from the ascending dimensions, and that the others
 * are not was seen in simulations that share nothing with this code.
 */
#include "network/topology/dependency.h"

#include "base/bits.h"
#include "tests/unit/reference_network.h"

enum { SWITCHES = 16, PORTS = 4, VCS = 4, CHANNELS = SWITCHES * PORTS * VCS };

/* --- another walk: by the reference routes, states in an array --- */

struct walk {
  const struct reference_routing *routing;
  uint32_t n, vcs;
  bool depends[CHANNELS]
              [CHANNELS]; /* a packet that came by the first can need the second */
  bool seen[CHANNELS + SWITCHES][2][1 << 2 * PORTS]; /* [came by; or started at][phase] */
};

static uint32_t number_of(const struct walk *w, uint32_t sw, uint32_t port, uint32_t k)
{
  return (sw * w->n + port) * w->vcs + k;
}

static void follow(struct walk *w, uint32_t from, uint32_t at, uint64_t header, bool phase)
{
  uint32_t words = w->routing->random ? 1u << w->n : 1;
  uint32_t parts = w->routing->random ? 16 : 1; /* all ports of 4 */
  uint32_t late = w->routing->random == RANDOM_STEPS ? 31u << 27 : 0;

  if (w->seen[from][phase][header])
    return;
  w->seen[from][phase][header] = true;
  for (uint32_t bits = 0; bits < words; bits++)
    for (uint32_t part = 0; part < parts; part++) {
      struct route_out out =
          w->routing->route(&(struct route_in){.here = at,
                                               .header = header,
                                               .random = part << 28 | late | bits,
                                               .ports = w->n,
                                               .phase = phase});

      if (out.wait) { /* nothing waits for it: in phase 1 it starts from the store */
        follow(w, CHANNELS + at, at, out.header, true);
        if (!phase) /* or from here, if that begins just now */
          follow(w, from, at, header, true);
      }
      if (out.wait || out.eject)
        continue;
      uint32_t k = out.vc < w->vcs ? out.vc : w->vcs - 1;
      uint32_t to = number_of(w, at, bits_lowest(out.ports), k);
      if (from < CHANNELS)
        w->depends[from][to] = true;
      follow(w, to, at ^ (uint32_t)out.ports, out.header, phase);
    }
}

/* Every packet; started in its lane, or as if it had come by any link to its source. */
static void walk_all(struct walk *w, bool start_in_ports)
{
  uint32_t switches = 1u << w->n;

  for (uint32_t source = 0; source < switches; source++)
    for (uint32_t code = 0; code < switches * switches; code++) {
      uint64_t header =
          reference_header(w->routing, w->n, code % switches, code / switches);

      if (!start_in_ports)
        follow(w, CHANNELS + source, source, header, false);
      for (uint32_t port = 0; start_in_ports && port < w->n; port++)
        follow(w, number_of(w, source ^ 1u << port, port, 0), source, header, false);
    }
}

/* Channels that wait for none are removed, and those that then wait for none, ... */
static bool has_cycle(const struct walk *w, uint32_t channels)
{
  bool removed[CHANNELS] = {false}, progress = true;
  uint32_t left = channels;

  while (progress) {
    progress = false;
    for (uint32_t from = 0; from < channels; from++) {
      bool waits = false;

      for (uint32_t to = 0; to < channels; to++)
        waits = waits || (w->depends[from][to] && !removed[to]);
      if (!removed[from] && !waits) {
        removed[from] = progress = true;
        left--;
      }
    }
  }
  return left > 0;
}

/* What is reported as a cycle is one, and its channels are links. */
static void check_cycle(const struct walk *w, const struct dependency *d, const char *what)
{
  CHECK(d->cycle_length <= (size_t)CHANNELS, "%s: a cycle of %zu", what, d->cycle_length);
  for (size_t i = 0; i < d->cycle_length && i < DEPENDENCY_CYCLE; i++) {
    const struct channel *a = &d->cycle[i];
    const struct channel *b = &d->cycle[(i + 1) % d->cycle_length];

    CHECK(a->from_switch < 1u << w->n && a->from_port < w->n && a->channel_vc < w->vcs,
          "%s: channel %zu is none", what, i);
    for (size_t j = 0; j < i; j++)
      CHECK(memcmp(&d->cycle[j], a, sizeof *a) != 0, "%s: channel %zu twice", what, i);
    if (i + 1 < DEPENDENCY_CYCLE)
      CHECK(w->depends[number_of(w, a->from_switch, a->from_port, a->channel_vc)]
                      [number_of(w, b->from_switch, b->from_port, b->channel_vc)] &&
                b->from_switch == (a->from_switch ^ 1u << a->from_port),
            "%s: channel %zu does not wait for the next", what, i);
  }
}

static void compare(uint32_t n, const struct reference_routing *routing, uint32_t vcs,
                    bool start_in_ports)
{
  static struct walk w;
  char spec[TOPOLOGY_SPEC], what[128];
  struct dependency d;
  struct err err;
  size_t count = 0;

  snprintf(spec, sizeof spec, "hypercube:%u", n);
  snprintf(what, sizeof what, "%.16s %.48s VCs %u, started in %s", spec, routing->name, vcs,
           start_in_ports ? "ports" : "lanes");
  struct topology t = topology_of(spec);
  CHECK(dependency_check(&d, &t, routing_of(&t, routing->name), vcs, start_in_ports, &err),
        "%s: %s", what, err.text);
  memset(&w, 0, sizeof w);
  w.routing = routing;
  w.n = n;
  w.vcs = vcs;
  walk_all(&w, start_in_ports);
  for (uint32_t i = 0; i < CHANNELS * CHANNELS; i++)
    count += w.depends[i / CHANNELS][i % CHANNELS];
  assert_string_equal(d.spec, spec);
  CHECK(d.dependencies == count, "%s: %zu dependencies, not %zu", what, d.dependencies,
        count);
  CHECK((d.cycle_length > 0) == has_cycle(&w, (n << n) * vcs), "%s: a cycle of %zu", what,
        d.cycle_length);
  check_cycle(&w, &d, what);
}

TEST(test_equals_another_walk)
{
  for (uint32_t n = 1; n <= PORTS; n++)
    for (size_t i = 0; i < REFERENCE_ROUTINGS; i++)
      for (uint32_t vcs = 1; vcs <= VCS; vcs++)
        for (uint32_t in_ports = 0; in_ports < 2; in_ports++)
          compare(n, &reference_routings[i], vcs, in_ports);
}

/* --- verdicts --- */

static bool is_free(const char *spec, const char *routing, uint32_t vcs,
                    bool start_in_ports)
{
  struct topology t = topology_of(spec);
  struct dependency d;
  struct err err;

  CHECK(dependency_check(&d, &t, routing_of(&t, routing), vcs, start_in_ports, &err), "%s",
        err.text);
  return d.cycle_length == 0;
}

/* VCs with which a routing is free; with fewer it is not. */
TEST(test_known_verdicts)
{
  static const struct {
    const char *routing;
    uint32_t vcs;
  } verdicts[] = {
      {"deterministic", 1},
      {"rand-sync", 1},
      {"rand-trans", 2},
      {"rand-trans-ooo", 2},
      {"drand-trans-ooo", 3},
      {"drand-trans-ooo,random=shared", 3},
      {"drand-trans-ooo,forced=0", 2},
      {"drand-trans-ooo,forced=0,random=shared", 2},
  };
  static const char *const specs[] = {"hypercube:2", "hypercube:3", "hypercube:4"};

  for (size_t s = 0; s < 3; s++) {
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++)
      for (uint32_t vcs = 1; vcs <= VCS; vcs++)
        CHECK(is_free(specs[s], verdicts[i].routing, vcs, false) ==
                  (vcs >= verdicts[i].vcs),
              "%s %s with %u VCs", specs[s], verdicts[i].routing, vcs);
    CHECK(!is_free(specs[s], "deterministic", 1, true), "%s, started in ports", specs[s]);
  }
}

/* The walk is made on a small network of the same kind, and says so. */
TEST(test_large_networks_are_walked_small)
{
  struct topology t = topology_of("hypercube:20");
  struct dependency d, small;
  struct err err;

  assert_true(dependency_check(&d, &t, routing_of(&t, "rand-trans"), 1, false, &err));
  assert_string_equal(d.spec, "hypercube:4");
  t = topology_of("hypercube:4");
  assert_true(dependency_check(&small, &t, routing_of(&t, "rand-trans"), 1, false, &err));
  assert_int_equal(small.dependencies, d.dependencies);
  assert_int_equal(small.cycle_length, d.cycle_length);
  assert_true(d.cycle_length > 0);
  t = topology_of("butterfly:20,wrap=1");
  assert_true(dependency_check(&d, &t, routing_of(&t, NULL), 1, false, &err));
  assert_string_equal(d.spec, "butterfly:4,wrap=1");
}
