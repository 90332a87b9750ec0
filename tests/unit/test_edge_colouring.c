/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_edge_colouring -- every colour is a perfect matching, also of multigraphs. */
#include "network/topology/edge_colouring.h"

#include "tests/unit/unit.h"

enum { EDGES_MAX = 4096, SEEDS = 5 };

/* A sum of random permutations: every regular bipartite multigraph is one. */
static void draw(struct colouring_edge *edges, uint32_t vertices, uint32_t degree,
                 struct rng *rng)
{
  uint32_t right[EDGES_MAX];
  size_t count = 0;

  for (uint32_t k = 0; k < degree; k++) {
    for (uint32_t v = 0; v < vertices; v++)
      right[v] = v;
    for (uint32_t v = vertices; v-- > 1;) {
      const uint32_t other = (uint32_t)rng_below(rng, v + 1), moved = right[v];

      right[v] = right[other];
      right[other] = moved;
    }
    for (uint32_t v = 0; v < vertices; v++)
      edges[count++] = (struct colouring_edge){.left = v, .right = right[v]};
  }
  for (size_t i = count; i-- > 1;) {
    const size_t other = (size_t)rng_below(rng, i + 1);
    const struct colouring_edge moved = edges[i];

    edges[i] = edges[other];
    edges[other] = moved;
  }
  for (size_t i = 0; i < count; i++)
    edges[i].number = (uint32_t)i;
}

/* No vertex has two edges of a colour; so, by counting, it has one of each. */
static void check_colours(const struct colouring_edge *edges, const uint32_t *colours,
                          uint32_t vertices, uint32_t degree)
{
  bool *seen = calloc(2 * (size_t)EDGES_MAX, sizeof *seen);

  assert_non_null(seen);
  for (uint32_t i = 0; i < vertices * degree; i++) {
    CHECK(colours[i] < degree, "edge %u has colour %u of %u", i, colours[i], degree);
    bool *left = &seen[edges[i].left * degree + colours[i]];
    bool *right = &seen[EDGES_MAX + edges[i].right * degree + colours[i]];

    CHECK(!*left && !*right, "%u vertices, degree %u: edge %u and another have colour %u",
          vertices, degree, i, colours[i]);
    *left = *right = true;
  }
  free(seen);
}

static void colour(const struct colouring_edge *edges, uint32_t *colours, uint32_t vertices,
                   uint32_t degree, uint64_t seed)
{
  struct edge_colouring c;

  assert_true(edge_colouring_open(&c, vertices * degree, vertices, seed));
  memcpy(c.edges, edges, (size_t)vertices * degree * sizeof *edges);
  memset(colours, 0xff, EDGES_MAX * sizeof *colours);
  edge_colouring_make(&c, colours, vertices, degree);
  edge_colouring_close(&c);
}

TEST(test_random_multigraphs)
{
  static const uint32_t sizes[] = {1, 2, 3, 4, 5, 8, 13, 64};
  static struct colouring_edge edges[EDGES_MAX];
  static uint32_t colours[EDGES_MAX];
  struct rng rng = rng_seed(11, 0);

  for (uint32_t degree = 1; degree <= 63; degree++)
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
      for (uint64_t seed = 0; seed < SEEDS; seed++) {
        draw(edges, sizes[s], degree, &rng);
        colour(edges, colours, sizes[s], degree, seed);
        check_colours(edges, colours, sizes[s], degree);
      }
}

/* All edges between two vertices, or one edge between any two. */
TEST(test_extreme_multigraphs)
{
  static struct colouring_edge edges[EDGES_MAX];
  static uint32_t colours[EDGES_MAX];

  for (uint32_t degree = 1; degree <= 60; degree++)
    for (uint32_t complete = 0; complete < 2; complete++) {
      for (uint32_t i = 0; i < degree * degree; i++)
        edges[i] = (struct colouring_edge){
            .left = i / degree, .right = complete ? i % degree : i / degree, .number = i};
      colour(edges, colours, degree, degree, 3);
      check_colours(edges, colours, degree, degree);
    }
}

/* All multigraphs of 3 and 3 vertices with degree n, n = 1..4, in all orders that matter:
 * each is given by how many edges join two vertices. */
TEST(test_all_small_multigraphs)
{
  static struct colouring_edge edges[EDGES_MAX];
  static uint32_t colours[EDGES_MAX];

  for (uint32_t n = 1; n <= 4; n++)
    for (uint32_t word = 0; word < 625; word++) {
      const uint32_t a = word % 5, b = word / 5 % 5, c = word / 25 % 5, d = word / 125;
      uint32_t count = 0;

      if (a + b > n || c + d > n || a + c > n || b + d > n || n > a + b + c + d)
        continue;
      const uint32_t joined[3][3] = {
          {a, b, n - a - b}, {c, d, n - c - d}, {n - a - c, n - b - d, a + b + c + d - n}};

      for (uint32_t left = 0; left < 3; left++)
        for (uint32_t right = 0; right < 3; right++)
          for (uint32_t i = 0; i < joined[left][right]; i++, count++)
            edges[count] =
                (struct colouring_edge){.left = left, .right = right, .number = count};
      assert_int_equal(count, 3 * n);
      for (uint64_t seed = 0; seed < SEEDS; seed++) {
        colour(edges, colours, 3, n, seed);
        check_colours(edges, colours, 3, n);
      }
    }
}

/* Degree 2: the first edge of every circle has colour 0. */
TEST(test_looping_starts_with_colour_0)
{
  /* Two circles: of the edges 0, 1, 2, 4 and of 3, 5. */
  static const struct colouring_edge edges[] = {{0, 0, 0}, {1, 1, 1}, {0, 1, 2},
                                                {2, 2, 3}, {1, 0, 4}, {2, 2, 5}};
  static const uint32_t expected[] = {0, 0, 1, 0, 1, 1};
  static uint32_t colours[EDGES_MAX];

  colour(edges, colours, 3, 2, 0);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
    assert_int_equal(colours[i], expected[i]);
}

TEST(test_equal_seeds_give_equal_colours)
{
  static struct colouring_edge edges[EDGES_MAX];
  static uint32_t colours[3][EDGES_MAX];
  struct rng rng = rng_seed(5, 0);

  draw(edges, 64, 7, &rng);
  for (size_t i = 0; i < 3; i++)
    colour(edges, colours[i], 64, 7, i == 2 ? 4 : 9);
  assert_memory_equal(colours[0], colours[1], sizeof colours[0]);
  assert_memory_not_equal(colours[0], colours[2], sizeof colours[0]);
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory)
{
  struct edge_colouring c;

  rlim_t old = limit_memory(64 << 20);
  const bool good = edge_colouring_open(&c, 4 << 20, 2 << 20, 0);
  set_memory(old);
  assert_false(good);
  edge_colouring_close(&c);
}
#endif
