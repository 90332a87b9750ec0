/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_table -- every header of small networks; the paths are those of the source
 * vectors, hop by hop; deflections by every cabinet and router. */
#include "switch/route/sync_table.h"

#include "base/rng.h"
#include "switch/route/sync_vector.h"
#include "tests/unit/reference_sync.h"

#include <inttypes.h>

enum { SEED = 29, ROUNDS = 30000 };

static const struct route_unit *const units[] = {&sync_table_free, &sync_table};
static const struct route_unit *const vector_units[] = {&sync_vector_free, &sync_vector};

static void check(const uint32_t *size, bool holds, uint64_t here, uint64_t header)
{
  reference_sync_check(units[holds], reference_sync_table, size, holds, here, header);
}

/* Coordinates that no router has are among them. */
TEST(test_every_header)
{
  static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {3, 2}, {1, 3},
                                      {2, 3}, {1, 4}, {2, 4}, {3, 4}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint64_t header = 0; header < reference_headers(REFERENCE_TABLE, sizes[i]);
         header++)
      for (uint32_t holds = 0; holds < 2; holds++)
        check(sizes[i], holds, header % 61, header);
}

TEST(test_random_headers_of_large_networks)
{
  static const uint32_t sizes[][2] = {{60, 2}, {1, 61}, {31, 31}, {8, 16}, {5, 5}, {2, 33}};
  struct rng rng = rng_seed(SEED, 0);

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint32_t round = 0; round < ROUNDS; round++)
      check(sizes[i], round % 2, rng_next(&rng),
            rng_below(&rng, reference_headers(REFERENCE_TABLE, sizes[i])));
}

TEST(test_fields_are_packed_as_on_the_page)
{
  struct rng rng = rng_seed(SEED, 1);

  for (uint32_t k = 1; k <= 60; k++)
    for (uint32_t m = 2; k + m <= 62; m++) {
      const uint32_t size[] = {k, m};
      const uint64_t headers = reference_headers(REFERENCE_TABLE, size);
      const uint64_t header = rng_below(&rng, headers);
      struct sync_table_header is = sync_table_unpack(header, size);
      uint32_t f[REFERENCE_FIELDS];

      reference_cut(REFERENCE_TABLE, size, header, f);
      CHECK(UINT64_C(1) << sync_table_bits(size) == headers, "K %u M %u: %u bits", k, m,
            sync_table_bits(size));
      CHECK(is.to_p == f[TO_P] && is.to_d == f[TO_D] && is.to_c == f[TO_C] &&
                is.at_p == f[AT_P] && is.at_d == f[AT_D] && is.at_c == f[AT_C] &&
                is.via_p == f[VIA_P] && is.via_c == f[VIA_C] && is.count == f[TABLE_B],
            "K %u M %u: header %#" PRIx64 " is taken apart wrongly", k, m, header);
      CHECK(sync_table_pack(&is, size) == header,
            "K %u M %u: header %#" PRIx64 " becomes %#" PRIx64, k, m, header,
            sync_table_pack(&is, size));
    }
}

/* --- paths --- */

static const char *const networks[] = {"d3:1,2", "d3:5,2", "d3:2,3", "d3:3,4", "d3:4,4"};

enum { NETWORKS = sizeof networks / sizeof networks[0] };

/* Two routers; and whether holds take a step. */
struct pair {
  struct reference_router from, to;
  bool holds;
};

static uint32_t pairs_of(const struct topology *t)
{
  return 2 * t->switches * t->switches;
}

static struct pair pair_of(const struct topology *t, uint32_t number)
{
  return (struct pair){.from = reference_router_of(t->parameters, number / 2 % t->switches),
                       .to = reference_router_of(t->parameters, number / 2 / t->switches),
                       .holds = number % 2};
}

/* The path of a packet; where its header says it is, there it is. */
static struct reference_path path_of(const struct topology *t, const struct pair *pair,
                                     uint64_t header)
{
  struct reference_path path = reference_walk(t, units[pair->holds], pair->from, header);

  for (uint32_t hop = 0; hop < path.hops; hop++) {
    const struct reference_router *at = &path.at[hop + 1];
    uint32_t f[REFERENCE_FIELDS];

    reference_cut(REFERENCE_TABLE, t->parameters, path.out[hop].header, f);
    CHECK(f[AT_P] == at->p && f[AT_D] == at->d && f[AT_C] == at->c,
          "%s header %#" PRIx64 ": after hop %u at %u.%u.%u, and not, as it says, %u.%u.%u",
          t->spec, header, hop + 1, at->c, at->d, at->p, f[AT_C], f[AT_D], f[AT_P]);
  }
  CHECK(reference_same(path.at[path.hops], pair->to),
        "%s header %#" PRIx64 ": from %u.%u.%u ends at %u.%u.%u, not %u.%u.%u", t->spec,
        header, pair->from.c, pair->from.d, pair->from.p, path.at[path.hops].c,
        path.at[path.hops].d, path.at[path.hops].p, pair->to.c, pair->to.d, pair->to.p);
  return path;
}

/* The same ports, VCs and priorities as the source vector, in every step. */
static void check_same_path(const struct topology *t, const struct pair *pair, uint32_t b)
{
  uint64_t vector = reference_vector(t->parameters, b, pair->from, pair->to);
  uint64_t header =
      reference_destination(t->parameters, b, pair->from, pair->to, pair->to.c, 0);
  struct reference_path to_be =
      reference_walk(t, vector_units[pair->holds], pair->from, vector);
  struct reference_path is = path_of(t, pair, header);

  CHECK(is.hops == to_be.hops, "%s header %#" PRIx64 ": %u hops, not %u", t->spec, header,
        is.hops, to_be.hops);
  for (uint32_t hop = 0; hop <= is.hops; hop++)
    CHECK(is.out[hop].ports == to_be.out[hop].ports &&
              is.out[hop].eject == to_be.out[hop].eject &&
              is.out[hop].vc == to_be.out[hop].vc &&
              is.out[hop].priority == to_be.out[hop].priority,
          "%s header %#" PRIx64 " hop %u: ports %#" PRIx64 ", of the vector %#" PRIx64,
          t->spec, header, hop, is.out[hop].ports, to_be.out[hop].ports);
}

TEST(test_paths_are_those_of_the_source_vectors)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t number = 0; number < pairs_of(&t); number++) {
      struct pair pair = pair_of(&t, number);

      check_same_path(&t, &pair, 3);
      check_same_path(&t, &pair, 4);
    }
  }
}

/* b = 1 leads to every router of the drawer, b = 2 to where one global hop does. */
TEST(test_shorter_headers)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t number = 0; number < pairs_of(&t); number++) {
      struct pair pair = pair_of(&t, number);
      bool drawer = pair.from.c == pair.to.c && pair.from.d == pair.to.d;
      bool still = !pair.holds && pair.from.p == pair.to.p;

      if (drawer)
        assert_int_equal(
            path_of(&t, &pair,
                    reference_destination(t.parameters, 1, pair.from, pair.to, 0, 0))
                .hops,
            !still);
      if (pair.from.p == pair.to.d)
        path_of(&t, &pair,
                reference_destination(t.parameters, 2, pair.from, pair.to, 0, 0));
    }
  }
}

/* By every cabinet C and router D: at (C,p,d) after one hop of b = 4, at (C,D,d) after two
 * of b = 5; and from there to the destination.  Without holds a step less for each local
 * hop to where the packet is. */
static void check_deflection(const struct topology *t, const struct pair *pair, uint32_t b,
                             uint32_t via_c, uint32_t via_p)
{
  const struct reference_router from = pair->from;
  const uint32_t d = b == 5 ? via_p : from.p; /* of the router in between */
  const struct reference_router between = {via_c, d, from.d};
  const bool stays = b == 5 && via_p == from.p; /* in hop 5 */
  const uint32_t stills = (uint32_t)stays + (pair->to.d == from.d) + (pair->to.p == d);
  const uint32_t left_out = pair->holds ? 0 : stills;
  const uint32_t first = b - 3 - (!pair->holds && stays);
  struct reference_path path = path_of(
      t, pair, reference_destination(t->parameters, b, from, pair->to, via_c, via_p));

  CHECK(path.hops == b - left_out && reference_same(path.at[first], between),
        "%s b %u from %u.%u.%u to %u.%u.%u via cabinet %u router %u holds %d: %u hops; "
        "after %u at %u.%u.%u",
        t->spec, b, from.c, from.d, from.p, pair->to.c, pair->to.d, pair->to.p, via_c,
        via_p, pair->holds, path.hops, first, path.at[first].c, path.at[first].d,
        path.at[first].p);
}

TEST(test_every_deflection)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t number = 0; number < pairs_of(&t); number++) {
      struct pair pair = pair_of(&t, number);

      for (uint32_t via_c = 0; via_c < t.parameters[0]; via_c++) {
        check_deflection(&t, &pair, 4, via_c, 0);
        for (uint32_t via_p = 0; via_p < t.parameters[1]; via_p++)
          check_deflection(&t, &pair, 5, via_c, via_p);
      }
    }
  }
}
