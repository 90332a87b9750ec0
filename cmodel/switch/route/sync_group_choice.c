/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_group_choice -- route unit of the maximal dragonfly: minimal or deflected, as the
 * word says. */
#include "switch/route/sync_group_choice.h"

#include "switch/bank/loop.h"
#include "switch/component/sync_counter.h"
#include "switch/route/sync_group.h"
#include "switch/route/sync_marks.h"

static uint32_t count_of(const struct route_in *in, uint64_t header)
{
  return (uint32_t)(header >> (sync_group_bits(in->parameters) - SYNC_COUNT_BITS));
}

/* May the packet go two ways?  Within a group there is one. */
static bool has_choice(const struct route_in *in)
{
  return count_of(in, in->header) == SYNC_DEFLECTED && !sync_group_is_home(in);
}

static inline struct route_out choice_comb(const struct route_in *in, bool holds)
{
  const uint32_t lsb = sync_group_bits(in->parameters) - SYNC_COUNT_BITS;
  const bool deflects = has_choice(in) && in->random & 1;
  struct route_in asked = *in;

  if (count_of(in, in->header) == SYNC_DEFLECTED && !deflects)
    asked.header = sync_minimal(in->header, lsb);
  return holds ? sync_group.comb(&asked) : sync_group_free.comb(&asked);
}

ROUTE_UNIT(holds, choice_comb(in, true))

ROUTE_UNIT(free, choice_comb(in, false))

/* --- marks --- */

SYNC_MARK_FUNCTIONS(count_of)
SYNC_HOP(hop_5, count_of, 5)
SYNC_CHOICE_FUNCTIONS(count_of, has_choice)

/* Hops before it: three that begin in the destination's group are one. */
static uint32_t hops_before(const struct route_in *in, const struct route_out *out)
{
  const uint32_t b = count_of(in, in->header);
  const uint32_t before =
      b == SYNC_DEFLECTED && !sync_is_deflected(in, out) ? SYNC_MINIMAL : b;

  return before == SYNC_MINIMAL && sync_group_is_home(in) ? 1 : before;
}

ROUTE_HAS(sync_left_out)
{
  const uint32_t before = hops_before(in, out);

  at[0] = before / 2;
  return sync_leaves_out(out, before, count_of(in, out->header));
}

ROUTE_HAS(comes_home)
{
  (void)at;
  (void)out;
  return count_of(in, in->header) == SYNC_MINIMAL && sync_group_is_home(in);
}

ROUTE_HAS(stays_home)
{
  (void)at;
  (void)out;
  return count_of(in, in->header) == SYNC_DEFLECTED && sync_group_is_home(in);
}

#define CHOICE_MARKS                                                                       \
  SYNC_MARKS, SYNC_LOCAL("hop 5, local (port 0: hold)", hop_5), SYNC_GOES,                 \
      {.text = "makes its last hop with b = 3, in the destination's group",                \
       .has = comes_home},                                                                 \
  {                                                                                        \
    .text = "has b = 5 in the destination's group: one way", .has = stays_home             \
  }

static const struct route_mark rows[] = {
    CHOICE_MARKS,
    {.text = NULL},
};

static const struct route_mark free_rows[] = {
    CHOICE_MARKS,
    SYNC_LEFT_OUT(sync_group_odd_hops),
    {.text = NULL},
};

static const struct route_marks marks = {.rows = rows,
                                         .destination = sync_group_destination,
                                         .destination_bits = sync_group_destination_bits};
static const struct route_marks free_marks = {.rows = free_rows,
                                              .destination = sync_group_destination,
                                              .destination_bits =
                                                  sync_group_destination_bits};

static const char *const parameters[] = {"K", "M", "WIRING", "COLUMNS", NULL};

const struct route_unit sync_group_choice = {
    .name = "sync_group_choice",
    .one_port = true,
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_random = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = holds_comb,
    .words = sync_words,
    .loops = &holds_loops,
    .marks = &marks,
};

const struct route_unit sync_group_choice_free = {
    .name = "sync_group_choice",
    .one_port = true,
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_random = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .words = sync_words,
    .loops = &free_loops,
    .marks = &free_marks,
};
