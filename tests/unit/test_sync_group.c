/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_group -- every header at every router of small networks, by the page; the paths
 * are those of the source vectors, and every deflection goes by the group that it names. */
#include "switch/route/sync_group.h"

#include "base/rng.h"
#include "network/topology/dragonfly.h"
#include "network/topology/mdf.h"
#include "tests/unit/reference_sync.h"

enum { SEED = 31, ROUNDS = 30000, HOPS = 8 };

static const struct route_unit *const units[] = {&sync_group_free, &sync_group};

/* Fields of a header, to_p lowest. */
struct fields {
  uint32_t to_p, to_g, via_p, via_c, b;
};

static uint32_t width(uint32_t values)
{
  uint32_t bits = 1;

  while (1u << bits < values)
    bits++;
  return bits;
}

/* Take a field from the low end of a word. */
static uint32_t cut(uint64_t *word, uint32_t values)
{
  const uint32_t field = (uint32_t)(*word % (1u << width(values)));

  *word >>= width(values);
  return field;
}

static struct fields fields_of(const uint32_t *size, uint64_t header)
{
  struct fields f;

  f.to_p = cut(&header, size[1]);
  f.to_g = cut(&header, size[0] * size[1] + 1);
  f.via_p = cut(&header, size[1]);
  f.via_c = cut(&header, size[0]);
  f.b = (uint32_t)header;
  return f;
}

static uint32_t bits_of(const uint32_t *size)
{
  return 2 * width(size[1]) + width(size[0] * size[1] + 1) + width(size[0]) + 3;
}

/* The unit again, from the page. */
static struct route_out reference(const struct route_in *in, bool holds)
{
  const uint32_t *size = in->parameters;
  const struct group_table table = {size[0], size[1], size[2], size[3]};
  const struct fields f = fields_of(size, in->header);
  const uint32_t b_at = bits_of(size) - 3;
  uint64_t here = in->here;
  const uint32_t p = cut(&here, size[1]), group = (uint32_t)here;
  const struct group_exit way = group_table_comb(&table, group, f.to_g);
  struct route_out out = {.header = in->header};
  uint32_t hop = f.b, number;

  if (f.b == 3 && f.to_g == group)
    hop = 1;
  if (hop > 5)
    return out;
  number = hop == 5   ? reference_table(f.via_p, p, size[1])
           : hop == 3 ? reference_table(way.p, p, size[1])
           : hop == 1 ? reference_table(f.to_p, p, size[1])
                      : 0;
  if (!holds && hop % 2 == 1 && number == 0)
    hop--;
  if (hop == 4 || hop == 2)
    number = hop == 4 ? f.via_c : way.port;
  out.ports = reference_mask_of(size, hop, number, false, false);
  out.eject = hop == 0;
  out.vc = reference_hop_vc[hop];
  out.priority = reference_hop_priority[hop];
  out.header = in->header % (UINT64_C(1) << b_at) | (uint64_t)(hop ? hop - 1 : 0) << b_at;
  return out;
}

static void check(const uint32_t *size, bool holds, uint64_t here, uint64_t header)
{
  reference_sync_check(units[holds], reference, size, holds, here, header);
}

/* Numbers that no router, group or port has are among them. */
TEST(test_every_header)
{
  static const uint32_t sizes[][4] = {
      {1, 2, 0, 0}, {2, 2, 1, 0}, {3, 2, 0, 1}, {2, 3, 0, 0}, {1, 3, 1, 1}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const uint32_t *size = sizes[i];
    const uint32_t places = width(size[0] * size[1] + 1) + width(size[1]);

    assert_int_equal(sync_group_bits(size), bits_of(size));
    for (uint64_t here = 0; here < 1u << places; here++)
      for (uint64_t header = 0; header < 1u << bits_of(size); header++)
        check(size, here % 2, here, header);
  }
}

TEST(test_random_headers_of_large_networks)
{
  static const uint32_t sizes[][4] = {
      {60, 2, 0, 0}, {1, 61, 1, 0}, {31, 31, 0, 1}, {8, 16, 1, 1}, {5, 5, 0, 0}};
  struct rng rng = rng_seed(SEED, 0);

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint32_t round = 0; round < ROUNDS; round++) {
      const uint32_t *size = sizes[i];
      const uint32_t places = width(size[0] * size[1] + 1) + width(size[1]);

      check(size, round % 2, rng_below(&rng, 1u << places),
            rng_below(&rng, UINT64_C(1) << bits_of(size)));
    }
}

/* --- paths --- */

static const char *const networks[] = {"mdf:1,2", "mdf:2,3", "mdf:3,2,wiring=relative",
                                       "mdf:2,3,columns=router-major"};

/* The ports by which a packet leaves, the same for both routings. */
static void check_same_path(const struct topology *t, const char *holds, uint32_t from,
                            uint32_t to)
{
  char names[2][ROUTING_NAME];
  struct hop hops[2][HOPS];
  size_t count[2];

  for (int i = 0; i < 2; i++) {
    snprintf(names[i], sizeof names[i], "%s%s", i ? "source-vector" : "destination", holds);
    const struct routing *routing = routing_of(t, names[i]);
    count[i] = topology_path(t, routing, from, to, routing->header(t, from, to, 0), 0,
                             hops[i], HOPS);
  }
  CHECK(count[0] > 0 && count[0] == count[1], "%s%s: %u to %u: %zu hops, not %zu", t->spec,
        holds, from, to, count[0], count[1]);
  for (size_t i = 0; i + 1 < count[0]; i++)
    CHECK(hops[0][i].port == hops[1][i].port, "%s%s: %u to %u: hop %zu by port %u, not %u",
          t->spec, holds, from, to, i, hops[0][i].port, hops[1][i].port);
}

TEST(test_paths_are_those_of_the_source_vectors)
{
  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
    struct topology t = topology_of(networks[i]);

    for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
      check_same_path(&t, "", pair / t.switches, pair % t.switches);
      check_same_path(&t, ",holds=0", pair / t.switches, pair % t.switches);
    }
  }
}

/* Two global hops, by the link that D and C name and by that to the destination; one when
 * the first leads to the destination's group. */
static void check_deflection(const struct topology *t, uint32_t b, uint32_t from,
                             uint32_t to, uint32_t random)
{
  const struct routing *routing = routing_of(t, b == 5 ? "valiant,b=5" : "valiant");
  const uint32_t k = t->parameters[0], m = t->parameters[1];
  const uint32_t router = b == 5 ? from - from % m + random / k : from;
  const uint32_t port = dragonfly_global(t) + random % k;
  const uint32_t between = topology_link(t, router, port).to_switch;
  struct hop hops[HOPS];
  const size_t count = topology_path(t, routing, from, to,
                                     routing->header(t, from, to, random), 0, hops, HOPS);

  CHECK(count == (between / m == to / m ? b - 2 : b) + 1 && hops[b - 4].at == router &&
            hops[b - 4].port == port && hops[b - 3].at == between &&
            hops[count - 1].at == to,
        "%s b %u: %u to %u, word %u: %zu hops, %u by port %u", t->spec, b, from, to, random,
        count - 1, hops[b - 4].at, hops[b - 4].port);
}

TEST(test_every_deflection)
{
  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
    struct topology t = topology_of(networks[i]);
    const uint32_t k = t.parameters[0], m = t.parameters[1];

    for (uint32_t pair = 0; pair < t.switches * t.switches; pair++)
      for (uint32_t random = 0; random < k * m; random++) {
        check_deflection(&t, 5, pair / t.switches, pair % t.switches, random);
        if (random < k)
          check_deflection(&t, 4, pair / t.switches, pair % t.switches, random);
      }
  }
}
