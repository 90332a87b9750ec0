/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_general -- section 1: notation, and what networks have in common; the grid M(n,d)
 * as a graph: definitions 1 and 4, and its properties. */
#include "papers/grids.h"

#include <stdio.h>
#include <string.h>

static void judge_links(struct finding *f)
{
  const uint32_t hosts = 1024;
  uint32_t links = 0;

  for (uint32_t a = 0; a < hosts; a++)
    for (uint32_t b = a + 1; b < hosts; b++)
      links++;
  reading(f, links == 523776, "%u pairs of %u", links, hosts);
}

/* A family of networks, and sizes of it. */
struct family {
  const char *format; /* of the spec */
  uint32_t from, to;
};

/* The degrees over the sizes into text; are all the same? */
static bool degrees(struct finding *f, const struct family *family, char text[64])
{
  uint32_t first = 0;
  bool constant = true;
  struct survey s SURVEY_OF_BLOCK =
      survey_range(f, family->format, family->from, family->to);

  for (s.searched = true; survey_next(&s);) {
    const uint32_t degree = lab_degree(&s.g);

    first = s.opened == 1 ? degree : first;
    constant &= degree == first;
    claims_append(text, 64, "%s%u", s.opened == 1 ? "" : " ", degree);
  }
  return constant;
}

static void judge_degree(struct finding *f)
{
  static const struct family families[] = {{"hypercube:%u", 1, 9},
                                           {"d3:2,%u", 2, 6},
                                           {"torus:%ux%u", 3, 8},
                                           {"mesh:%ux%u", 3, 8},
                                           {"butterfly:%u", 2, 7}};
  enum { FAMILIES = sizeof families / sizeof families[0] };
  char texts[FAMILIES][64] = {{0}};
  uint32_t growing = 0;

  for (uint32_t i = 0; i < FAMILIES; i++)
    growing += !degrees(f, &families[i], texts[i]);
  reading(f, growing == 0, "degree grows with the size in %u of %d families", growing,
          FAMILIES);
  note(f,
       "hypercube:1..9: %s; d3:2,2..6: %s; torus 3x3..8x8: %s; mesh 3x3..8x8: %s; "
       "butterfly:2..7: %s",
       texts[0], texts[1], texts[2], texts[3], texts[4]);
}

static void judge_notation(struct finding *f)
{
  static const uint32_t digits[] = {2, 0, 1};
  const uint32_t bits = 4, number = 3;
  char binary[8] = "";
  uint32_t value = 0;

  for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++)
    value = 3 * value + digits[i];
  for (uint32_t i = bits; i-- > 0;)
    claims_append(binary, sizeof binary, "%u", number >> i & 1);
  reading(f, value == 19 && strcmp(binary, "0011") == 0,
          "the first digit is the highest: (201)_3 = %u, bin_4(3) = %s", value, binary);
}

static const struct claim_row rows[] = {
    {"1.1", "links for each pair of 1024 processors", "523776", .judge = judge_links},
    {"1.2", "real networks have constant degree", "constant", .judge = judge_degree},
    {"1.3", "examples of the notation: (201)_3 and bin_4(3)", "19; 0011",
     .judge = judge_notation},
};

const struct claim_part grids_general = CLAIM_PART(rows, "section 1");

/* --- the grid --- */

enum { SIZES = 12 };

/* M(n,d). */
struct size {
  uint32_t n, d;
};

static const struct size sizes[SIZES] = {{2, 1}, {3, 1}, {7, 1}, {2, 2}, {3, 2}, {4, 2},
                                         {8, 2}, {2, 3}, {3, 3}, {4, 3}, {3, 4}, {2, 6}};

/* The spec of M(n,d); of d = 0, which is no grid, that of no rows. */
static void spec_of(struct size size, char text[TOPOLOGY_SPEC])
{
  snprintf(text, TOPOLOGY_SPEC, "mesh:");
  for (uint32_t i = 0; i < size.d; i++)
    claims_append(text, TOPOLOGY_SPEC, "%s%" PRIu32, i > 0 ? "x" : "", size.n);
}

/* False: it is not open. */
static bool open_grid(struct finding *f, struct lab_graph *g, struct size size)
{
  char spec[TOPOLOGY_SPEC];
  TOPOLOGY_OF_BLOCK(t);

  spec_of(size, spec);
  return lab_open_graph(f, &t, g, "%s", spec);
}

static uint32_t power(uint32_t n, uint32_t exponent)
{
  uint32_t value = 1;

  for (; exponent > 0; exponent--)
    value *= n;
  return value;
}

static uint32_t digit(uint32_t n, uint32_t node, uint32_t place)
{
  return node / power(n, place) % n;
}

/* The sum of |a_i - b_i|. */
static uint32_t manhattan(struct size size, uint32_t a, uint32_t b)
{
  uint32_t sum = 0;

  for (uint32_t i = 0; i < size.d; i++) {
    const uint32_t x = digit(size.n, a, i), y = digit(size.n, b, i);

    sum += x > y ? x - y : y - x;
  }
  return sum;
}

/* In how many digits they differ. */
static uint32_t hamming(struct size size, uint32_t a, uint32_t b)
{
  uint32_t count = 0;

  for (uint32_t i = 0; i < size.d; i++)
    count += digit(size.n, a, i) != digit(size.n, b, i);
  return count;
}

static void judge_distance_name(struct finding *f)
{
  const struct size nine = {3, 2};
  uint32_t different[2] = {0}, pairs[2] = {0}; /* n = 2; n > 2 */
  uint32_t edges = 0;

  for (size_t k = 0; k < SIZES; k++) {
    const bool large = sizes[k].n > 2;
    const uint32_t nodes = power(sizes[k].n, sizes[k].d);

    for (uint32_t a = 0; a < nodes; a++)
      for (uint32_t b = 0; b < a; b++) {
        pairs[large]++;
        different[large] += manhattan(sizes[k], a, b) != hamming(sizes[k], a, b);
      }
  }
  for (uint32_t a = 0; a < power(nine.n, nine.d); a++)
    for (uint32_t b = 0; b < a; b++)
      edges += hamming(nine, a, b) == 1;
  reading(f, different[0] == 0, "n = 2: other than that of Hamming for %u of %u pairs",
          different[0], pairs[0]);
  reading(f, different[1] == 0, "n > 2: for %u of %u; it is that of Manhattan",
          different[1], pairs[1]);
  note(f, "with that of Hamming M(3,2) would have %u edges", edges);
}

static void judge_counts(struct finding *f)
{
  uint32_t right = 0;

  for (size_t k = 0; k < SIZES; k++) {
    const uint32_t n = sizes[k].n, d = sizes[k].d;
    OF_BLOCK(lab_graph, g);

    if (!open_grid(f, &g, sizes[k]))
      return;
    right +=
        g.nodes == power(n, d) && lab_edges(&g) == d * power(n, d) - d * power(n, d - 1);
  }
  reading(f, right == SIZES, "%u of %d sizes, up to M(4,3) and M(2,6)", right, SIZES);
}

static void judge_distances(struct finding *f)
{
  uint64_t pairs = 0, other = 0;

  for (size_t k = 0; k < SIZES; k++) {
    OF_BLOCK(lab_graph, g);

    open_grid(f, &g, sizes[k]);
    for (uint32_t a = 0; a < g.nodes; a++) {
      lab_search(&g, a);
      for (uint32_t b = 0; b < g.nodes; b++, pairs++)
        other += g.hops[b] != manhattan(sizes[k], a, b);
    }
  }
  reading(f, other == 0, "all %" PRIu64 " pairs of %d sizes: %" PRIu64 " have another",
          pairs, SIZES, other);
}

static void judge_diameter(struct finding *f)
{
  uint32_t right = 0;

  for (size_t k = 0; k < SIZES; k++) {
    OF_BLOCK(lab_graph, g);

    right += open_grid(f, &g, sizes[k]) &&
             lab_eccentricity(&g, UINT32_MAX) == (sizes[k].n - 1) * sizes[k].d;
  }
  reading(f, right == SIZES, "%u of %d sizes", right, SIZES);
}

/* Node number `inner` of the smaller grid, with a digit put in at `place`. */
static uint32_t with_digit(uint32_t n, uint32_t inner, uint32_t place, uint32_t value)
{
  const uint32_t low = power(n, place);

  return inner / low * low * n + value * low + inner % low;
}

/* Is the part of the grid with this digit the smaller grid, all nodes in their order? */
static bool is_slice(const struct lab_graph *whole, const struct lab_graph *part,
                     uint32_t n, uint32_t place, uint32_t value)
{
  for (uint32_t a = 0; a < part->nodes; a++)
    for (uint32_t b = 0; b < part->nodes; b++)
      if (lab_joined(part, a, b) !=
          lab_joined(whole, with_digit(n, a, place, value), with_digit(n, b, place, value)))
        return false;
  return true;
}

static void judge_slices(struct finding *f)
{
  uint32_t slices = 0, other = 0;
  char spec[TOPOLOGY_SPEC];
  struct err reason;
  TOPOLOGY_OF_BLOCK(none);

  for (size_t k = 0; k < SIZES; k++) {
    const uint32_t n = sizes[k].n, d = sizes[k].d;
    OF_BLOCK(lab_graph, whole);
    OF_BLOCK(lab_graph, part);

    if (d == 1)
      continue;
    if (!open_grid(f, &whole, sizes[k]) || !open_grid(f, &part, (struct size){n, d - 1}))
      return;
    for (uint32_t i = 0; i < d; i++)
      for (uint32_t l = 0; l < n; l++, slices++)
        other += !is_slice(&whole, &part, n, i, l);
  }
  reading(f, other == 0, "d > 1, all i and l of the sizes: %u of %u are another graph",
          other, slices);
  spec_of((struct size){3, 0}, spec);
  const bool exists = topology_open(&none, spec, &reason);

  reading(f, exists, "d = 1: M(n,0) %s", exists ? "is a grid" : "is not defined");
}

static void judge_rows(struct finding *f)
{
  uint32_t all = 0, other = 0;

  for (size_t k = 0; k < SIZES; k++) {
    const uint32_t n = sizes[k].n, d = sizes[k].d, stride = power(n, d - 1);
    OF_BLOCK(lab_graph, whole);
    OF_BLOCK(lab_graph, row);

    if (!open_grid(f, &whole, sizes[k]) || !open_grid(f, &row, (struct size){n, 1}))
      return;
    for (uint32_t b = 0; b < stride; b++, all++) {
      bool same = true;

      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
          same &=
              lab_joined(&whole, i * stride + b, j * stride + b) == lab_joined(&row, i, j);
      other += !same;
    }
  }
  reading(f, other == 0, "all b of %d sizes: %u of %u are another graph", SIZES, other,
          all);
}

static const struct claim_row rows_of_grid[] = {
    {"1.4", "Definition 1: the Hamming distance is the sum of |a_i - b_i|", "Hamming",
     .judge = judge_distance_name, .place = "section 1"},
    {"G1", "M(n,d) has n^d nodes and d n^d - d n^(d-1) edges", "d n^d - d n^(d-1)",
     .judge = judge_counts},
    {"G2", "the distance is the sum of |a_i - b_i|", "the sum", .judge = judge_distances},
    {"G3", "the diameter is (n-1) d", "(n-1) d", .judge = judge_diameter},
    {"G4", "M(n,d) with a_i = l is M(n,d-1), for d > 0", "d > 0", .judge = judge_slices},
    {"G5", "M(n,d) with all but the highest coordinate fixed is M(n,1)", "M(n,1)",
     .judge = judge_rows},
};

const struct claim_part grids_grid = CLAIM_PART(rows_of_grid, "section 2");
