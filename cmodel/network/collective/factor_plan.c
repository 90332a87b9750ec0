/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* factor_plan -- the collective kinds within a complete graph or a Petersen graph. */
#include "network/collective/factor_plan.h"

/* --- complete graphs: numbers count from the root --- */

static uint32_t ahead_of(uint32_t size, uint32_t root, uint32_t node)
{
  return node >= root ? node - root : node + size - root;
}

/* ceil(log2 size). */
static uint32_t doublings(uint32_t size)
{
  uint32_t steps = 0;

  while (UINT32_C(1) << steps < size)
    steps++;
  return steps;
}

/* How far messages move in a step: half of the graph first, then a quarter, and so on. */
static uint32_t stride_of(uint32_t size, uint32_t step)
{
  return UINT32_C(1) << (doublings(size) - 1 - step);
}

/* Those that have the message are multiples of two strides. */
static uint32_t complete_spread(uint32_t size, uint32_t step, uint32_t root, uint32_t at)
{
  const uint32_t ahead = ahead_of(size, root, at), stride = stride_of(size, step);

  return ahead % (2 * stride) == 0 && ahead + stride < size ? stride - 1 : FACTOR_PLAN_NONE;
}

/* One to all: by the binary digits of the number.  All to all: straight there, in the step
 * of the number. */
static uint32_t complete_carry(uint32_t size, enum collective_kind kind, uint32_t step,
                               uint32_t root, uint32_t to)
{
  const uint32_t ahead = ahead_of(size, root, to);

  if (kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED)
    return ahead == step + 1 ? step : FACTOR_PLAN_NONE;
  const uint32_t stride = stride_of(size, step);

  return ahead & stride ? stride - 1 : FACTOR_PLAN_NONE;
}

/* --- Petersen graphs: places are named by the ports of a shortest path from the root ---
 */

enum { PLUS, MINUS, SPOKE = FACTOR_SPOKE, NO };

enum place {
  PLACE_ROOT,
  PLACE_PLUS,
  PLACE_MINUS,
  PLACE_SPOKE,
  PLACE_PLUS_PLUS,
  PLACE_MINUS_MINUS,
  PLACE_PLUS_SPOKE,
  PLACE_MINUS_SPOKE,
  PLACE_SPOKE_PLUS,
  PLACE_SPOKE_MINUS,
  PLACES
};

enum { PETERSEN_STEPS = 5 /* at most */ };

static uint32_t circle_step(uint32_t node)
{
  return node >= 5 ? 2 : 1;
}

static enum place place_of(uint32_t root, uint32_t node)
{
  const uint32_t ahead = (node % 5 + 5 - root % 5) % 5, step = circle_step(root);

  if ((root >= 5) == (node >= 5))
    return ahead == 0          ? PLACE_ROOT
           : ahead == step     ? PLACE_PLUS
           : ahead == 5 - step ? PLACE_MINUS
           : ahead == 2 * step ? PLACE_PLUS_PLUS
                               : PLACE_MINUS_MINUS;
  return ahead == 0          ? PLACE_SPOKE
         : ahead == step     ? PLACE_PLUS_SPOKE
         : ahead == 5 - step ? PLACE_MINUS_SPOKE
         : ahead == 3 - step ? PLACE_SPOKE_PLUS
                             : PLACE_SPOKE_MINUS;
}

/* The node behind PLACE_PLUS_PLUS, by its spoke: of two in the other circle it is
 * PLACE_SPOKE_PLUS as seen from the outer circle, PLACE_SPOKE_MINUS from the inner one.  As
 * seen from the inner circle, what the tables say of these two is exchanged, and so are the
 * ports to them. */
static enum place mirrored(uint32_t root, enum place place)
{
  if (root < 5)
    return place;
  return place == PLACE_SPOKE_PLUS    ? PLACE_SPOKE_MINUS
         : place == PLACE_SPOKE_MINUS ? PLACE_SPOKE_PLUS
                                      : place;
}

/* The tree of one message: by step, the port by which each place sends. */
static const uint8_t tree[4][PLACES] = {
    {PLUS, NO, NO, NO, NO, NO, NO, NO, NO, NO},
    {MINUS, PLUS, NO, NO, NO, NO, NO, NO, NO, NO},
    {SPOKE, SPOKE, MINUS, NO, SPOKE, NO, NO, NO, NO, NO},
    {NO, NO, SPOKE, MINUS, NO, NO, NO, NO, NO, NO},
};

/* The steps in which the messages from one root move, by destination: the root has the
 * longest ways and the largest loads first. */
static const uint8_t scatter[PLACES][PETERSEN_STEPS] = {
    [PLACE_ROOT] = {NO, NO, NO, NO},
    [PLACE_PLUS] = {NO, NO, NO, PLUS},
    [PLACE_MINUS] = {NO, MINUS, NO, NO},
    [PLACE_SPOKE] = {NO, NO, SPOKE, NO},
    [PLACE_PLUS_PLUS] = {PLUS, PLUS, NO, NO},
    [PLACE_MINUS_MINUS] = {NO, MINUS, MINUS, NO},
    [PLACE_PLUS_SPOKE] = {PLUS, NO, SPOKE, NO},
    [PLACE_MINUS_SPOKE] = {NO, MINUS, NO, SPOKE},
    [PLACE_SPOKE_PLUS] = {PLUS, PLUS, SPOKE, NO},
    [PLACE_SPOKE_MINUS] = {NO, NO, SPOKE, MINUS},
};

/* Where all send, each step is of one port: +, -, spoke, +, -. */
static const uint8_t exchange[PLACES][PETERSEN_STEPS] = {
    [PLACE_ROOT] = {NO, NO, NO, NO, NO},
    [PLACE_PLUS] = {PLUS, NO, NO, NO, NO},
    [PLACE_MINUS] = {NO, MINUS, NO, NO, NO},
    [PLACE_SPOKE] = {NO, NO, SPOKE, NO, NO},
    [PLACE_PLUS_PLUS] = {PLUS, NO, NO, PLUS, NO},
    [PLACE_MINUS_MINUS] = {NO, MINUS, NO, NO, MINUS},
    [PLACE_PLUS_SPOKE] = {PLUS, NO, SPOKE, NO, NO},
    [PLACE_MINUS_SPOKE] = {NO, MINUS, SPOKE, NO, NO},
    [PLACE_SPOKE_PLUS] = {NO, NO, SPOKE, PLUS, NO},
    [PLACE_SPOKE_MINUS] = {NO, NO, SPOKE, NO, MINUS},
};

static uint32_t port_or_none(uint32_t port)
{
  return port == NO ? FACTOR_PLAN_NONE : port;
}

/* In the tree only PLACE_SPOKE sends to a place that is mirrored. */
static uint32_t petersen_tree(uint32_t step, uint32_t root, uint32_t at)
{
  const enum place place = place_of(root, at);
  const uint32_t port = tree[step][place];

  return place == PLACE_SPOKE && port != NO && root >= 5 ? PLUS : port_or_none(port);
}

/* All to all: by spokes, +, -, and spokes.  Pairs of a spoke are known to both ends; then
 * in the outer circle the pairs of both neighbours, in the inner one the two others. */
static const uint8_t gossip[4] = {SPOKE, PLUS, MINUS, SPOKE};

static uint32_t petersen_carry(enum collective_kind kind, uint32_t step, uint32_t root,
                               uint32_t to)
{
  const enum place place = place_of(root, to);

  if (kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED)
    return port_or_none(exchange[place][step]);
  const uint32_t port = scatter[mirrored(root, place)][step];

  /* The last hop to the place that is not behind PLACE_PLUS_PLUS. */
  return step == 3 && port == MINUS && root >= 5 ? PLUS : port_or_none(port);
}

/* --- both --- */

uint32_t factor_plan_steps(struct factor f, enum collective_kind kind)
{
  if (f.kind == FACTOR_COMPLETE)
    return kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED ? f.size - 1 : doublings(f.size);
  return kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED ? PETERSEN_STEPS : PETERSEN_STEPS - 1;
}

uint32_t factor_plan_spread(struct factor f, enum collective_kind kind, uint32_t step,
                            uint32_t root, uint32_t at)
{
  if (f.kind == FACTOR_COMPLETE)
    return complete_spread(f.size, step, root, at);
  return kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ? petersen_tree(step, root, at)
                                                 : gossip[step];
}

uint32_t factor_plan_carry(struct factor f, enum collective_kind kind, uint32_t step,
                           uint32_t root, uint32_t to)
{
  return f.kind == FACTOR_COMPLETE ? complete_carry(f.size, kind, step, root, to)
                                   : petersen_carry(kind, step, root, to);
}
