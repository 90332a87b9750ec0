/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_embedding -- a hypercube in the swapped dragonfly: how far its edges are, and
 * permutations that cross them one by one. */
#include "tests/unit/collective_unit.h"

#include "base/bits.h"

/* k cabinet bits and m router bits. */
static const struct size {
  uint32_t k, m, cabinet_bits, router_bits;
} sizes[] = {{1, 2, 0, 1}, {2, 2, 1, 1}, {3, 3, 1, 1}, {1, 4, 0, 2},
             {4, 4, 2, 2}, {5, 6, 2, 2}, {8, 4, 3, 2}, {2, 8, 1, 3}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static uint32_t dimensions(const struct size *size)
{
  return size->cabinet_bits + 2 * size->router_bits;
}

/* Where a vertex is: its bits, from the lowest, are p, d and c; with the placement of
 * dilation 2 the vertices of odd parity have d and p swapped. */
static uint32_t router_of(const struct size *size, bool identity, uint32_t vertex)
{
  const uint32_t low = (1u << size->router_bits) - 1;
  uint32_t p = vertex & low, d = vertex >> size->router_bits & low;
  uint32_t c = vertex >> 2 * size->router_bits;

  if (!identity && __builtin_parity(vertex))
    return (c * size->m + p) * size->m + d;
  return (c * size->m + d) * size->m + p;
}

/* Hops of a shortest path: the distance rule of the paper's section 2, corrected. */
static uint32_t distance(const struct size *size, uint32_t from, uint32_t to)
{
  const uint32_t m = size->m;
  const uint32_t d = from / m % m, p = from % m, d2 = to / m % m, p2 = to % m;

  if (from == to)
    return 0;
  if (from / m == to / m || (d2 == p && p2 == d))
    return 1;
  return (d == d2 && p == p2) || d2 == p || p2 == d ? 2 : 3;
}

/* Every vertex sends to its neighbour in dimension `dimension`. */
static void flip(struct made *made, const struct size *size, uint32_t dimension,
                 const char *placement, const char *routing)
{
  char spec[TOPOLOGY_SPEC], path[FILE_PATH], traffic[FILE_PATH + 64];
  FILE *file = fopen(data_path(path, "flip"), "w");

  assert_non_null(file);
  for (uint32_t vertex = 0; vertex < 1u << dimensions(size); vertex++)
    fprintf(file, "%u\n", vertex ^ 1u << dimension);
  assert_int_equal(fclose(file), 0);
  snprintf(spec, sizeof spec, "d3:%u,%u", size->k, size->m);
  snprintf(traffic, sizeof traffic, "hypercube-embedding,of=file:%s,placement=%s", path,
           placement);
  made_open(made, spec, routing, traffic);
  CHECK(made->schedule.count == 1u << dimensions(size), "%s: %zu packets", spec,
        made->schedule.count);
}

/* Every vertex has a packet from its router to that of its neighbour. */
static void check_places(const struct made *made, const struct size *size, bool identity,
                         uint32_t dimension)
{
  for (uint32_t vertex = 0; vertex < made->schedule.count; vertex++) {
    uint32_t from = router_of(size, identity, vertex), found = 0;

    for (size_t i = 0; i < made->schedule.count; i++)
      found += made->schedule.entries[i].source == from &&
               made->schedule.entries[i].destination ==
                   router_of(size, identity, vertex ^ 1u << dimension);
    CHECK(found == 1, "D3(%u,%u) vertex %u dimension %u", size->k, size->m, vertex,
          dimension);
  }
}

/* Two hops for every edge, and without a conflict; with the identity 1, 3, 2 as p, d or c
 * is flipped, by paths local, global, local 3. */
TEST(test_dilation)
{
  for (size_t i = 0; i < SIZES; i++)
    for (int identity = 0; identity < 2; identity++)
      for (uint32_t dimension = 0; dimension < dimensions(&sizes[i]); dimension++) {
        const struct size *size = &sizes[i];
        uint32_t field = dimension / size->router_bits, most = 0;
        uint32_t expected = !identity ? 2 : field == 0 ? 1 : field == 1 ? 3 : 2;
        struct made made;

        flip(&made, size, dimension, identity ? "identity" : "dilation-2", NULL);
        check_places(&made, size, identity, dimension);
        for (size_t j = 0; j < made.schedule.count; j++) {
          const struct schedule_entry *entry = &made.schedule.entries[j];
          uint32_t hops = distance(size, entry->source, entry->destination);

          most = hops > most ? hops : most;
        }
        struct reference r = made_reference(&made, REFERENCE_LGL, "hypercube-embedding");
        CHECK(most <= expected, "D3(%u,%u) identity %d dimension %u: %u hops", size->k,
              size->m, identity, dimension, most);
        CHECK(made.conflicts.last <= (identity ? 3 : 2) &&
                  (identity || made.conflicts.count == 0),
              "D3(%u,%u) identity %d dimension %u: %" PRIu64 " steps, %" PRIu64
              " conflicts",
              size->k, size->m, identity, dimension, made.conflicts.last,
              made.conflicts.count);
        made_run(&made, 0, 1, "hypercube-embedding");
        reference_close(&r);
        made_close(&made);
      }
}

/* With headers of four hops and the identity every dimension takes four steps, without a
 * conflict. */
TEST(test_a_dimension_in_four_steps)
{
  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t dimension = 0; dimension < dimensions(&sizes[i]); dimension++) {
      struct made made;

      flip(&made, &sizes[i], dimension, "identity", "glgl");
      struct reference r = made_reference(&made, REFERENCE_GLGL, "hypercube-embedding");
      CHECK(made.conflicts.count == 0 && made.conflicts.last == 4,
            "D3(%u,%u) dimension %u: %" PRIu64 " conflicts, %" PRIu64 " steps", sizes[i].k,
            sizes[i].m, dimension, made.conflicts.count, made.conflicts.last);
      made_run(&made, 1, 1, "hypercube-embedding,placement=identity");
      reference_close(&r);
      made_close(&made);
    }
}

/* Follow the packets that answer each other: from every vertex by ascending dimensions to
 * its target, each launched when the one before has arrived. */
static void check_walks(const struct made *made, const struct size *size, bool identity,
                        const struct schedule *cube, uint32_t packets)
{
  const struct schedule *s = &made->schedule;
  uint32_t *next = calloc(s->count + 1, sizeof *next), walks = 0, crossings = 0;
  bool *taken = calloc(s->count + 1, sizeof *taken);

  assert_true(next && taken);
  for (size_t i = 0; i < s->count; i++)
    if (s->entries[i].answers) {
      const struct schedule_entry *before = &s->entries[s->entries[i].answers - 1];

      CHECK(before->destination == s->entries[i].source &&
                before->cycle < s->entries[i].cycle && !next[s->entries[i].answers - 1],
            "packet %zu", i);
      next[s->entries[i].answers - 1] = (uint32_t)i;
    }
  for (size_t i = 0; i < cube->count; i++) {
    uint32_t vertex = cube->entries[i].source, target = cube->entries[i].destination;
    size_t packet = s->count;

    for (size_t j = 0; j < s->count && vertex != target; j++) {
      const struct schedule_entry *e = &s->entries[j];

      if (!taken[j] && e->answers == 0 && e->source == router_of(size, identity, vertex) &&
          e->destination == router_of(size, identity,
                                      vertex ^ ((vertex ^ target) & -(vertex ^ target)))) {
        packet = j;
        break;
      }
    }
    walks += vertex != target;
    for (; vertex != target; packet = next[packet]) {
      uint32_t differ = vertex ^ target;

      CHECK(packet < s->count && !taken[packet], "walk %zu ends early", i);
      CHECK(s->entries[packet].source == router_of(size, identity, vertex), "walk %zu", i);
      taken[packet] = true;
      crossings++;
      vertex ^= differ & -differ;
      CHECK(s->entries[packet].destination == router_of(size, identity, vertex), "walk %zu",
            i);
    }
  }
  CHECK(crossings == s->count && (packets > 1 || walks > 0),
        "D3(%u,%u): %u of %zu packets are crossings", size->k, size->m, crossings,
        s->count);
  free(next);
  free(taken);
}

TEST(test_permutations_arrive)
{
  static const char *const permutations[] = {"bit-complement", "bit-reversal", "shuffle",
                                             "identity"};

  for (size_t i = 0; i < SIZES; i++)
    for (size_t j = 0; j < 4; j++)
      for (int identity = 0; identity < 2; identity++) {
        char spec[TOPOLOGY_SPEC], cube_spec[TOPOLOGY_SPEC], traffic[128];
        struct made made;

        snprintf(spec, sizeof spec, "d3:%u,%u", sizes[i].k, sizes[i].m);
        snprintf(cube_spec, sizeof cube_spec, "hypercube:%u", dimensions(&sizes[i]));
        snprintf(traffic, sizeof traffic, "hypercube-embedding,of=%s,placement=%s",
                 permutations[j], identity ? "identity" : "dilation-2");
        struct topology cube = topology_of(cube_spec);
        struct schedule permutation = schedule_of(&cube, permutations[j], 1, 5);
        made_open(&made, spec, NULL, traffic);
        if (j < 3)
          check_walks(&made, &sizes[i], identity, &permutation, 1);
        else
          assert_int_equal(made.schedule.count, 0);
        if (j < 3)
          made_run(&made, 0, 1, traffic);
        schedule_free(&permutation);
        made_close(&made);
      }
}

/* A program: in each dimension a packet of every vertex, none before that of the dimension
 * before has come there; no conflict, and the right value at every vertex. */
TEST(test_programs)
{
  static const char *const programs[] = {"all-reduce", "prefix-sum",
                                         "all-reduce,order=descend"};

  for (size_t i = 0; i < SIZES; i++)
    for (size_t j = 0; j < 3; j++) {
      const uint32_t n = dimensions(&sizes[i]);
      char spec[TOPOLOGY_SPEC], traffic[128];
      struct made made;

      snprintf(spec, sizeof spec, "d3:%u,%u", sizes[i].k, sizes[i].m);
      snprintf(traffic, sizeof traffic, "hypercube-embedding,program=%s", programs[j]);
      made_open(&made, spec, NULL, traffic);
      const struct schedule *s = &made.schedule;

      CHECK(s->count == (size_t)n << n && s->reduction && s->reduction->dimensions == n,
            "%s: %zu packets", spec, s->count);
      for (size_t k = 0; k < s->count; k++) {
        const uint32_t bit = s->reduction->vertices[s->entries[k].source] ^
                             s->reduction->vertices[s->entries[k].destination];
        const uint32_t before = j == 2 ? bit << 1 : bit >> 1;
        const struct schedule_entry *answered =
            s->entries[k].answers ? &s->entries[s->entries[k].answers - 1] : NULL;

        CHECK(
            bits_count(bit) == 1 && (answered != NULL) == (before && before >> n == 0) &&
                (!answered || (answered->destination == s->entries[k].source &&
                               (s->reduction->vertices[answered->source] ^
                                s->reduction->vertices[answered->destination]) == before)),
            "%s %s: packet %zu", spec, traffic, k);
      }
      CHECK(made.conflicts.count == 0 &&
                made.conflicts.last ==
                    n - 1 + sizes[i].cabinet_bits + 4 * sizes[i].router_bits,
            "%s %s: %" PRIu64 " steps", spec, traffic, made.conflicts.last);
      made_run(&made, 1, 1, traffic);
      made_close(&made);
    }
}

TEST(test_several_packets_per_vertex)
{
  const struct size *size = &sizes[4];
  struct topology t = topology_of("d3:4,4"), cube = topology_of("hypercube:6");
  struct schedule permutations = schedule_of(&cube, "random", 3, 5);
  struct made made = {.t = t, .routing = &t.routings[0]};

  made.schedule = schedule_of(&t, "hypercube-embedding", 3, 5);
  size_t bits = 0;
  for (size_t i = 0; i < permutations.count; i++)
    bits +=
        bits_count(permutations.entries[i].source ^ permutations.entries[i].destination);
  assert_int_equal(made.schedule.count, bits);
  check_walks(&made, size, false, &permutations, 3);
  schedule_free(&permutations);
  made_close(&made);
}

TEST(test_what_is_no_permutation_is_refused)
{
  struct topology t = topology_of("d3:2,2");
  char path[FILE_PATH], traffic[FILE_PATH + 32];
  const char *late = "# lockhop schedule 1 hypercube:3 deterministic\n"
                     "# cycle source destination header\n0 0 1 0x1\n3 0 1 0x1\n";
  const char *all = "# lockhop schedule 1 hypercube:3 deterministic\n"
                    "# cycle source destination header\n0 0 all 0x1\n";

  write_data(data_path(path, "late"), late, strlen(late));
  snprintf(traffic, sizeof traffic, "hypercube-embedding,of=trace:%s", path);
  check_refused(&t, traffic, 1, ERR_USAGE,
                "start late, or are broadcasts; use a permutation");
  write_data(data_path(path, "all"), all, strlen(all));
  snprintf(traffic, sizeof traffic, "hypercube-embedding,of=trace:%s", path);
  check_refused(&t, traffic, 1, ERR_USAGE,
                "start late, or are broadcasts; use a permutation");
}
