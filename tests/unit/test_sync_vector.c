/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_vector -- every header of small networks, and where packets and broadcasts come
 * to. */
#include "switch/route/sync_vector.h"

#include "base/rng.h"
#include "tests/unit/reference_sync.h"

#include <inttypes.h>

enum { SEED = 23, ROUNDS = 30000, ROUTERS_MAX = 64 };

static const struct route_unit *const units[] = {&sync_vector_free, &sync_vector};

static void check(const uint32_t *size, bool holds, uint64_t here, uint64_t header)
{
  reference_sync_check(units[holds], reference_sync_vector, size, holds, here, header);
}

/* At every place; the cabinet makes no difference, and takes some value. */
TEST(test_every_header)
{
  static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {3, 2}, {5, 2}, {1, 3}, {2, 3},
                                      {3, 3}, {1, 4}, {3, 4}, {4, 4}, {2, 5}, {5, 5}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const uint32_t *size = sizes[i];
    const uint64_t places = reference_headers("LL", size);

    for (uint64_t header = 0; header < reference_headers(REFERENCE_VECTOR, size); header++)
      for (uint64_t place = 0; place < places; place++)
        for (uint32_t holds = 0; holds < 2; holds++)
          check(size, holds, place + places * (header % reference_values('G', size)),
                header);
  }
}

TEST(test_random_headers_of_large_networks)
{
  static const uint32_t sizes[][2] = {{60, 2}, {1, 61}, {31, 31}, {8, 16}, {2, 33}};
  struct rng rng = rng_seed(SEED, 0);

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint32_t round = 0; round < ROUNDS; round++)
      check(sizes[i], round % 2, rng_below(&rng, reference_headers("LLG", sizes[i])),
            rng_below(&rng, reference_headers(REFERENCE_VECTOR, sizes[i])));
}

TEST(test_header_is_as_long_as_its_fields)
{
  for (uint32_t k = 1; k <= 60; k++)
    for (uint32_t m = 2; k + m <= 62; m++) {
      const uint32_t size[] = {k, m};

      CHECK(UINT64_C(1) << sync_vector_bits(size) ==
                reference_headers(REFERENCE_VECTOR, size),
            "K %u M %u: %u bits", k, m, sync_vector_bits(size));
    }
}

/* --- paths --- */

static const char *const networks[] = {"d3:1,2", "d3:1,3", "d3:2,2", "d3:5,2",
                                       "d3:2,3", "d3:3,4", "d3:4,4"};

enum { NETWORKS = sizeof networks / sizeof networks[0] };

/* Where the vector (b; gamma, pi, delta) leads, b = 3 or 4: section 8 of the paper. */
static struct reference_router end_of(const uint32_t *size, uint32_t b,
                                      struct reference_router from, uint32_t gamma,
                                      uint32_t pi, uint32_t delta)
{
  uint32_t first = b == 3 ? from.p : from.d, last = b == 3 ? from.d : from.p;

  return (struct reference_router){(from.c + gamma) % size[0], (first + delta) % size[1],
                                   (last + pi) % size[1]};
}

/* All sources start the same vector at once: every packet comes to the router that the
 * vector names, no two to the same, and no two use a link in one step. */
static void check_vector(const struct topology *t, uint32_t b, uint32_t gamma, uint32_t pi,
                         uint32_t delta)
{
  const uint64_t header = reference_join(REFERENCE_VECTOR, t->parameters,
                                         (uint32_t[]){pi, delta, gamma, b, 0, 0});
  uint64_t used[REFERENCE_HOPS][ROUTERS_MAX] = {{0}};
  bool reached[ROUTERS_MAX] = {false};

  for (uint32_t source = 0; source < t->switches; source++) {
    struct reference_router from = reference_router_of(t->parameters, source);
    struct reference_router to = end_of(t->parameters, b, from, gamma, pi, delta);
    struct reference_path path = reference_walk(t, &sync_vector, from, header);
    uint32_t end = reference_number(t->parameters, path.at[path.hops]);

    CHECK(path.hops == b && reference_same(path.at[b], to) && !reached[end],
          "%s: (%u; %u, %u, %u) from %u.%u.%u ends at switch %u after %u hops", t->spec, b,
          gamma, pi, delta, from.c, from.d, from.p, end, path.hops);
    reached[end] = true;
    for (uint32_t hop = 0; hop < path.hops; hop++) {
      uint64_t *links = &used[hop][reference_number(t->parameters, path.at[hop])];

      CHECK(!(*links & path.out[hop].ports), "%s: (%u; %u, %u, %u) conflicts in step %u",
            t->spec, b, gamma, pi, delta, hop + 1);
      *links |= path.out[hop].ports;
    }
  }
}

TEST(test_one_vector_is_a_permutation_without_conflicts)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t gamma = 0; gamma < t.parameters[0]; gamma++)
      for (uint32_t pi = 0; pi < t.parameters[1]; pi++)
        for (uint32_t delta = 0; delta < t.parameters[1]; delta++) {
          check_vector(&t, 3, gamma, pi, delta);
          check_vector(&t, 4, gamma, pi, delta);
        }
  }
}

/* The vectors of the page from every router to every router; without holds the local hops
 * by port 0 take no step. */
TEST(test_every_pair_is_joined)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t pair = 0; pair < 4 * t.switches * t.switches; pair++) {
      const bool holds = pair % 2;
      const uint32_t b = 3 + pair / 2 % 2;
      struct reference_router from =
          reference_router_of(t.parameters, pair / 4 % t.switches);
      struct reference_router to = reference_router_of(t.parameters, pair / 4 / t.switches);
      uint64_t header = reference_vector(t.parameters, b, from, to);
      struct reference_path path = reference_walk(&t, units[holds], from, header);
      uint32_t f[REFERENCE_FIELDS];

      reference_cut(REFERENCE_VECTOR, t.parameters, header, f);
      const uint32_t stills = (uint32_t)(f[PI] == 0) + (f[DELTA] == 0);
      CHECK(reference_same(path.at[path.hops], to) && path.hops == b - (holds ? 0 : stills),
            "%s holds %d b %u: %u.%u.%u to %u.%u.%u ends at %u.%u.%u after %u hops", t.spec,
            holds, b, from.c, from.d, from.p, to.c, to.d, to.p, path.at[path.hops].c,
            path.at[path.hops].d, path.at[path.hops].p, path.hops);
    }
  }
}

/* (3; 2, 1, 3) from (1,0,2) of D3(3,4): local 3 to (1,0,1), global 2 to (0,1,0), local 1 to
 * (0,1,1); and (4; 2, 1, 3): (0,2,0), (0,2,3), (0,3,2), (0,3,3). */
TEST(test_examples_by_hand)
{
  static const struct reference_router from = {1, 0, 2};
  static const struct reference_router three[] = {{1, 0, 1}, {0, 1, 0}, {0, 1, 1}};
  static const struct reference_router four[] = {
      {0, 2, 0}, {0, 2, 3}, {0, 3, 2}, {0, 3, 3}};
  static const uint64_t ports[] = {1 << 3, 1 << 6, 1 << 1};
  static const uint64_t ports_of_four[] = {1 << 6, 1 << 3, 1 << 4, 1 << 1};
  struct topology t = topology_of("d3:3,4");

  struct reference_path path =
      reference_walk(&t, &sync_vector, from, 3 << 6 | 2 << 4 | 3 << 2 | 1);
  assert_int_equal(path.hops, 3);
  for (uint32_t hop = 0; hop < 3; hop++) {
    assert_int_equal(path.out[hop].ports, ports[hop]);
    assert_true(reference_same(path.at[hop + 1], three[hop]));
  }
  path = reference_walk(&t, &sync_vector, from, 4 << 6 | 2 << 4 | 3 << 2 | 1);
  assert_int_equal(path.hops, 4);
  for (uint32_t hop = 0; hop < 4; hop++) {
    assert_int_equal(path.out[hop].ports, ports_of_four[hop]);
    assert_true(reference_same(path.at[hop + 1], four[hop]));
  }
}

/* --- broadcasts --- */

/* The copies of one broadcast in one step: at which routers, how many. */
struct wave {
  uint32_t copies[ROUTERS_MAX];
  uint64_t header; /* of all of them */
  uint32_t links;  /* real links crossed to get there, self-links too */
  uint32_t loops;  /* self-links among them */
};

/* One step: reads[router] counts what the terminals get. */
static struct wave broadcast_step(const struct topology *t, bool holds,
                                  const struct wave *old, uint32_t *reads)
{
  struct wave next = {.links = 0};

  for (uint32_t i = 0; i < t->switches; i++) {
    if (old->copies[i] == 0)
      continue;
    struct reference_router at = reference_router_of(t->parameters, i);
    struct route_out out = reference_route_at(t, units[holds], at, old->header);

    reads[i] += out.eject;
    for (uint64_t ports = out.ports; ports; ports &= ports - 1) {
      uint32_t port = bits_lowest(ports);
      bool real = port > 0 && port < t->parameters[0] + t->parameters[1];
      uint32_t far = reference_number(t->parameters, reference_cross(t, at, port));

      next.copies[far]++;
      next.header = out.header;
      next.links += real;
      next.loops += real && far == i;
      CHECK(next.copies[far] == 1, "%s: two copies at switch %u", t->spec, far);
    }
  }
  return next;
}

/* Three steps; then every terminal has one copy.  Copies over real links: M - 1, KM and
 * KM(M - 1), of which one is over a self-link; with skip_self that is left out, with all
 * that would come from it, and the drawer of the source reads after one step. */
static void check_broadcast(const struct topology *t, bool holds, bool skip,
                            uint32_t source)
{
  const uint32_t k = t->parameters[0], m = t->parameters[1];
  const uint32_t links[] = {m - 1, k * m - skip, (k * m - skip) * (m - 1)};
  struct wave wave = {.header = reference_join(REFERENCE_VECTOR, t->parameters,
                                               (uint32_t[]){0, 0, 0, 3, 1, skip})};
  uint32_t reads[ROUTERS_MAX] = {0};

  wave.copies[source] = 1;
  for (uint32_t step = 0; step <= 3; step++) {
    wave = broadcast_step(t, holds, &wave, reads);
    if (step == 3)
      break;
    CHECK(wave.links == links[step] && wave.loops == (step == 1 && !skip),
          "%s holds %d skip %d source %u step %u: %u copies on links, %u on self-links",
          t->spec, holds, skip, source, step + 1, wave.links, wave.loops);
    for (uint32_t i = 0; i < t->switches; i++)
      CHECK(reads[i] == (skip && step >= 1 && i / m == source / m),
            "%s holds %d skip %d source %u: switch %u has %u in step %u", t->spec, holds,
            skip, source, i, reads[i], step + 1);
  }
  for (uint32_t i = 0; i < t->switches; i++)
    CHECK(reads[i] == 1 && wave.copies[i] == 0,
          "%s holds %d skip %d source %u: switch %u reads %u", t->spec, holds, skip, source,
          i, reads[i]);
}

TEST(test_broadcasts_reach_everyone_once)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t code = 0; code < 4 * t.switches; code++)
      check_broadcast(&t, code & 1, code & 2, code / 4);
  }
}
