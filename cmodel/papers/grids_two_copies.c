/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_two_copies -- paths of a permutation through two copies of BF(d) in a row.
 *
 * Bits of the middle are chosen from bit 0 on, by a search that goes back.  The first copy
 * asks that two packets whose rows differ in bit l alone, behind l stages, choose opposite
 * bits l: so one bit is chosen for each such pair.  The second copy asks for every j
 * in 1..l: of the packets with the same bits 0 to j-1 of their destination, and j to l-1 of
 * their middle, half choose 0 and half choose 1.  There are 2^(d-l) in such a group, so for
 * the last bit these are the rows that must differ.
 */
#include "papers/grids_two_copies.h"

#include <string.h>

enum { D = TWO_COPIES_D, ROWS = TWO_COPIES_ROWS, CHOICES = 20000, STARTS = 2000 };

enum outcome { NOTHING, FOUND, TIRED };

struct search {
  const uint32_t *order; /* [rows] */
  uint32_t *middle;      /* [rows] the bits that are chosen */
  uint32_t d, rows;
  struct rng *rng;
  uint32_t left;                  /* choices until it is tired */
  uint32_t pairs[D][ROWS / 2][2]; /* for each bit the packets that choose opposite ones */
  uint8_t count[D][D][2][ROWS];   /* for each bit and j: of a group, with each choice */
};

static uint32_t low_bits(uint32_t word, uint32_t bits)
{
  return word & ((1u << bits) - 1);
}

/* The group of a packet for bit l: bits below j of its destination, the others of its
 * middle. */
static uint32_t group_of(const struct search *s, uint32_t l, uint32_t j, uint32_t packet)
{
  const uint32_t chosen = low_bits(s->middle[packet], l);

  return low_bits(s->order[packet], j) | (chosen & ~((1u << j) - 1));
}

/* Take back the first `groups` counts of put(). */
static void take_back(struct search *s, uint32_t l, const uint32_t *pair, uint32_t choice,
                      uint32_t groups)
{
  for (uint32_t j = 1; j <= groups; j++)
    for (uint32_t end = 0; end < 2; end++)
      s->count[l][j][choice ^ end][group_of(s, l, j, pair[end])]--;
}

/* Count the choice of a pair in all its groups.  False: one has too many; nothing is
 * counted then. */
static bool put(struct search *s, uint32_t l, const uint32_t *pair, uint32_t choice)
{
  const uint32_t half = 1u << (s->d - 1 - l);

  for (uint32_t j = 1; j <= l; j++) {
    bool good = true;

    for (uint32_t end = 0; end < 2; end++)
      good &= ++s->count[l][j][choice ^ end][group_of(s, l, j, pair[end])] <= half;
    if (good)
      continue;
    take_back(s, l, pair, choice, j);
    return false;
  }
  return true;
}

static enum outcome choose_bit(struct search *s, uint32_t l);

/* Choose bit l for the pairs from `number` on, then the other bits. */
static enum outcome choose(struct search *s, uint32_t l, uint32_t number)
{
  const uint32_t first = (uint32_t)rng_below(s->rng, 2), *pair = s->pairs[l][number];

  if (number == s->rows / 2)
    return choose_bit(s, l + 1);
  if (s->left-- == 0)
    return TIRED;
  for (uint32_t turn = 0; turn < 2; turn++) {
    const uint32_t choice = first ^ turn;

    if (!put(s, l, pair, choice))
      continue;
    for (uint32_t end = 0; end < 2; end++)
      s->middle[pair[end]] |= (choice ^ end) << l;
    const enum outcome outcome = choose(s, l, number + 1);
    if (outcome != NOTHING)
      return outcome;
    for (uint32_t end = 0; end < 2; end++)
      s->middle[pair[end]] = low_bits(s->middle[pair[end]], l);
    take_back(s, l, pair, choice, l);
  }
  return NOTHING;
}

/* The pairs for bit l, in the order of their packets. */
static void pair_up(struct search *s, uint32_t l)
{
  uint32_t waiting[ROWS], count = 0;

  memset(waiting, 0xff, sizeof waiting);
  for (uint32_t packet = 0; packet < s->rows; packet++) {
    const uint32_t place = low_bits(s->middle[packet], l) | (packet >> (l + 1) << l);

    if (waiting[place] == UINT32_MAX) {
      waiting[place] = packet;
      continue;
    }
    s->pairs[l][count][0] = waiting[place];
    s->pairs[l][count++][1] = packet;
  }
}

/* Put pairs that share groups next to each other: then a group that cannot be halved is
 * found early. */
static void sort_pairs(struct search *s, uint32_t l)
{
  uint8_t seen[D][ROWS] = {{0}};

  for (uint32_t from = 0; from < s->rows / 2; from++) {
    uint32_t best = from, most = 0;

    for (uint32_t i = from; i < s->rows / 2; i++) {
      uint32_t shared = 0;

      for (uint32_t j = 1; j <= l; j++)
        for (uint32_t end = 0; end < 2; end++)
          shared += seen[j][group_of(s, l, j, s->pairs[l][i][end])];
      if (shared > most) {
        most = shared;
        best = i;
      }
    }
    for (uint32_t end = 0; end < 2; end++) {
      const uint32_t packet = s->pairs[l][best][end];

      s->pairs[l][best][end] = s->pairs[l][from][end];
      s->pairs[l][from][end] = packet;
      for (uint32_t j = 1; j <= l; j++)
        seen[j][group_of(s, l, j, packet)]++;
    }
  }
}

static enum outcome choose_bit(struct search *s, uint32_t l)
{
  if (l == s->d)
    return FOUND;
  memset(s->count[l], 0, sizeof s->count[l]);
  pair_up(s, l);
  sort_pairs(s, l);
  return choose(s, l, 0);
}

bool two_copies_find(uint32_t *middle, const uint32_t *order, uint32_t d, struct rng *rng)
{
  struct search s = {.order = order, .middle = middle, .d = d, .rows = 1u << d, .rng = rng};
  enum outcome outcome = TIRED;

  for (uint32_t start = 0; start < STARTS && outcome == TIRED; start++) {
    memset(middle, 0, s.rows * sizeof *middle);
    s.left = CHOICES;
    outcome = choose_bit(&s, 0);
  }
  return outcome == FOUND;
}
