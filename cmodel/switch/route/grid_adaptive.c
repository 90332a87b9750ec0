/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid_adaptive -- route unit of a grid without wrap-around: minimal, the word says which
 * of the permitted ports. */
#include "switch/route/grid_adaptive.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"
#include "switch/route/adaptive.h"
#include "switch/route/grid.h"

enum { WEST, EAST, NORTH, SOUTH };

static uint64_t bit(uint32_t port)
{
  return UINT64_C(1) << port;
}

/* The productive ports; none: the packet has arrived. */
static inline uint64_t productive_ports(const struct route_in *in)
{
  const uint32_t *sizes = &in->parameters[1];
  uint64_t ports = 0;
  uint32_t lsb = 0; /* of dimension i */

  for (uint32_t i = 0; i < in->parameters[0]; i++) {
    const uint32_t bits = bits_index(sizes[i]);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(in->header >> lsb & bits_mask(bits));

    if (to != at)
      ports |= bit(GRID_DIRECTIONS * i + (to > at));
    lsb += bits;
  }
  return ports;
}

/* Of the productive ports, on two dimensions. */
static inline uint64_t west_first(uint64_t productive)
{
  return productive & bit(WEST) ? bit(WEST) : productive;
}

static inline uint64_t odd_even(const struct route_in *in, uint64_t productive)
{
  const uint64_t row = bit(WEST) | bit(EAST), column = bit(NORTH) | bit(SOUTH);
  const uint32_t bits = bits_index(in->parameters[1]);
  const uint32_t above = bits + bits_index(in->parameters[2]);
  const uint32_t at = (uint32_t)(in->here & bits_mask(bits));
  const uint32_t to = (uint32_t)(in->header & bits_mask(bits));
  const uint32_t source = (uint32_t)(in->header >> above & bits_mask(bits));
  uint64_t permitted = productive;

  if (!(productive & row) || !(productive & column))
    return productive;
  if (productive & bit(WEST))
    return at % 2 == 0 ? productive : bit(WEST);
  if (at % 2 == 0 && at != source)
    permitted &= ~column;
  if (to % 2 == 0 && to - at == 1)
    permitted &= ~bit(EAST);
  return permitted;
}

static inline uint64_t permitted_ports(const struct route_in *in, enum grid_turns turns)
{
  const uint64_t productive = productive_ports(in);

  switch (turns) {
  case GRID_TURNS_WEST_FIRST:
    return west_first(productive);
  case GRID_TURNS_ODD_EVEN:
    return odd_even(in, productive);
  default:
    return productive;
  }
}

static inline struct route_out grid_adaptive_comb(const struct route_in *in,
                                                  enum grid_turns turns)
{
  const uint64_t permitted = permitted_ports(in, turns);

  if (!permitted)
    return (struct route_out){.eject = true, .header = in->header};
  if (turns == GRID_TURNS_ALL && in->random == ADAPTIVE_ESCAPE)
    return (struct route_out){
        .ports = permitted & -permitted, .header = in->header, .vc = 1};
  return (struct route_out){.ports = adaptive_port(permitted, in), .header = in->header};
}

/* --- marks --- */

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  uint32_t bits = 0;

  (void)out;
  for (uint32_t i = 0; i < in->parameters[0]; i++)
    bits += bits_index(in->parameters[1 + i]);
  return in->header & bits_mask(bits);
}

static uint32_t destination_bits(const struct route_sizes *s)
{
  uint32_t bits = 0;

  for (uint32_t i = 0; i < s->parameters[0]; i++)
    bits += bits_index(s->parameters[1 + i]);
  return bits;
}

/* Can the packet, which goes by *port in VC 0, go by another one too? */
static bool has_choice(const struct route_in *in, const struct route_out *out,
                       enum grid_turns turns, uint32_t *port)
{
  const uint64_t permitted = permitted_ports(in, turns);

  return route_port(out, port) && out->vc == 0 && (permitted & (permitted - 1));
}

ROUTE_HAS(goes)
{
  (void)in;
  return route_port(out, &at[0]) && out->vc == 0;
}

ROUTE_HAS(escapes)
{
  (void)in;
  return route_port(out, &at[0]) && out->vc == 1;
}

ROUTE_HAS(chooses_all)
{
  return has_choice(in, out, GRID_TURNS_ALL, &at[0]);
}

ROUTE_HAS(chooses_west_first)
{
  return has_choice(in, out, GRID_TURNS_WEST_FIRST, &at[0]);
}

ROUTE_HAS(chooses_odd_even)
{
  return has_choice(in, out, GRID_TURNS_ODD_EVEN, &at[0]);
}

/* The turns forbid a productive port. */
ROUTE_HAS(obeys_west_first)
{
  return route_port(out, &at[0]) &&
         permitted_ports(in, GRID_TURNS_WEST_FIRST) != productive_ports(in);
}

ROUTE_HAS(obeys_odd_even)
{
  return route_port(out, &at[0]) &&
         permitted_ports(in, GRID_TURNS_ODD_EVEN) != productive_ports(in);
}

#define MARK(name, function, reason)                                                       \
  {                                                                                        \
    .text = (name), .place = {"port"}, .count = {route_ports}, .has = (function),          \
    .lacks = (reason)                                                                      \
  }
#define ONE_WAY "no other port is ever permitted beside it"
#define NO_TURN "the turns never leave it alone"

static const struct route_mark minimal_rows[] = {
    MARK("goes by", goes, NULL),
    MARK("goes by, of several", chooses_all, ONE_WAY),
    MARK("escapes by", escapes, NULL),
    ROUTE_ARRIVES,
    {.text = NULL}};
static const struct route_mark west_first_rows[] = {
    MARK("goes by", goes, NULL),
    MARK("goes by, of several", chooses_west_first, ONE_WAY),
    MARK("goes by, for another turn is forbidden", obeys_west_first, NO_TURN),
    ROUTE_ARRIVES,
    {.text = NULL}};
static const struct route_mark odd_even_rows[] = {
    MARK("goes by", goes, NULL),
    MARK("goes by, of several", chooses_odd_even, ONE_WAY),
    MARK("goes by, for another turn is forbidden", obeys_odd_even, NO_TURN),
    ROUTE_ARRIVES,
    {.text = NULL}};

/* --- units --- */

static const char *const parameters[] = {"DIMENSIONS", NULL};

/* A unit with its own loop for each TURNS. */
#define VARIANT(variant, turns, escape)                                                    \
  ROUTE_UNIT(variant, grid_adaptive_comb(in, turns))                                       \
                                                                                           \
  static uint32_t variant##_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])  \
  {                                                                                        \
    return adaptive_words(permitted_ports(in, turns), escape, words);                      \
  }                                                                                        \
                                                                                           \
  static const struct route_marks variant##_marks = {.rows = variant##_rows,               \
                                                     .destination = destination,           \
                                                     .destination_bits =                   \
                                                         destination_bits};                \
                                                                                           \
  const struct route_unit grid_##variant = {                                               \
      .name = "grid_adaptive",                                                             \
      .one_port = true,                                                                    \
      .fixed = {{"TURNS", turns}},                                                         \
      .parameters = parameters,                                                            \
      .vector = "SIZES",                                                                   \
      .has_random = true,                                                                  \
      .has_vc = true,                                                                      \
      .has_escape = (escape),                                                              \
      .comb = variant##_comb,                                                              \
      .words = variant##_words,                                                            \
      .loops = &variant##_loops,                                                           \
      .marks = &variant##_marks,                                                           \
  }

VARIANT(minimal, GRID_TURNS_ALL, true);
VARIANT(west_first, GRID_TURNS_WEST_FIRST, false);
VARIANT(odd_even, GRID_TURNS_ODD_EVEN, false);
