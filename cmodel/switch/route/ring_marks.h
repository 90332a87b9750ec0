/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ring_marks -- marks of units whose packets move in rings: directions, ties, datelines.
 *
 * A unit has a function that finds the ring move of a decision.  From it
 * RING_MARK_FUNCTIONS defines the functions of the rows RING_MARKS.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_RING_MARKS_H
#define LOCKHOP_SWITCH_ROUTE_RING_MARKS_H

#include "switch/bank/mark.h"

struct ring_move {
  uint32_t dimension, size, at, to; /* to another place of the ring: size > 1 */
  bool plus;
};

/* Hops from `at` to `to` in direction +. */
static inline uint32_t ring_ahead(const struct ring_move *move)
{
  return (move->to + move->size - move->at) % move->size;
}

static inline bool ring_is_by(const struct ring_move *move, bool plus)
{
  return move->size > 2 && move->plus == plus;
}

static inline bool ring_is_of_two(const struct ring_move *move)
{
  return move->size == 2;
}

/* Both directions are equally long. */
static inline bool ring_is_tie(const struct ring_move *move)
{
  return move->size > 2 && 2 * ring_ahead(move) == move->size;
}

/* On an odd ring, the farthest destinations are half a ring away; the other direction is
 * one hop longer. */
static inline bool ring_is_half(const struct ring_move *move)
{
  const uint32_t ahead = ring_ahead(move), half = move->size / 2;

  return move->size % 2 == 1 && (ahead == half || ahead == half + 1);
}

static inline bool ring_crosses(const struct ring_move *move, bool plus)
{
  return ring_is_by(move, plus) && move->at == (plus ? move->size - 1 : 0);
}

/* The packet has no dateline to cross in this ring. */
static inline bool ring_is_behind(const struct ring_move *move)
{
  return move->size > 2 && (move->plus ? move->to > move->at : move->to < move->at);
}

static inline uint32_t ring_ways(const struct route_sizes *sizes)
{
  (void)sizes;
  return 2;
}

#define RING_HAS(name, find, condition)                                                    \
  ROUTE_HAS(name)                                                                          \
  {                                                                                        \
    struct ring_move move;                                                                 \
                                                                                           \
    if (!find(in, out, &move) || !(condition))                                             \
      return false;                                                                        \
    at[0] = move.dimension;                                                                \
    at[1] = move.plus;                                                                     \
    return true;                                                                           \
  }

/* `find`: bool (in, out, struct ring_move *move); false: there is no move in a ring. */
#define RING_MARK_FUNCTIONS(find)                                                          \
  RING_HAS(ring_plus, find, ring_is_by(&move, true))                                       \
  RING_HAS(ring_minus, find, ring_is_by(&move, false))                                     \
  RING_HAS(ring_two, find, ring_is_of_two(&move))                                          \
  RING_HAS(ring_tie, find, ring_is_tie(&move))                                             \
  RING_HAS(ring_half, find, ring_is_half(&move))                                           \
  RING_HAS(ring_crosses_plus, find, ring_crosses(&move, true))                             \
  RING_HAS(ring_crosses_minus, find, ring_crosses(&move, false))                           \
  RING_HAS(ring_behind, find, ring_is_behind(&move))

#define RING_MARK(name, dimensions, function, reason)                                      \
  {                                                                                        \
    .text = (name), .place = {"dimension"}, .count = {dimensions}, .has = (function),      \
    .lacks = (reason)                                                                      \
  }
#define RING_OF_TWO "its ring has 2 switches"

/* `dimensions`: their count. */
#define RING_MARKS(dimensions)                                                             \
  RING_MARK("goes by +", dimensions, ring_plus, RING_OF_TWO),                              \
      RING_MARK("goes by -", dimensions, ring_minus, RING_OF_TWO),                         \
      RING_MARK("goes in a ring of 2", dimensions, ring_two,                               \
                "its ring has more than 2 switches"),                                      \
      RING_MARK("breaks a tie of an even ring", dimensions, ring_tie,                      \
                "its ring is odd, or has 2 switches"),                                     \
      {.text = "goes half round an odd ring",                                              \
       .place = {"dimension", "way"},                                                      \
       .count = {dimensions, ring_ways},                                                   \
       .has = ring_half,                                                                   \
       .lacks = "its ring is even"},                                                       \
      RING_MARK("crosses the dateline by +", dimensions, ring_crosses_plus, RING_OF_TWO),  \
      RING_MARK("crosses the dateline by -", dimensions, ring_crosses_minus, RING_OF_TWO), \
      RING_MARK("goes with no dateline ahead", dimensions, ring_behind, RING_OF_TWO)

#endif
