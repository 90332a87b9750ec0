/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_choice -- route unit of the swapped dragonfly: minimal or deflected, as the word
 * says. */
#include "switch/route/sync_choice.h"

#include "switch/bank/loop.h"
#include "switch/component/sync_counter.h"
#include "switch/route/sync_marks.h"
#include "switch/route/sync_table.h"

static uint32_t count_of(const struct route_in *in, uint64_t header)
{
  return (uint32_t)(header >> (sync_table_bits(in->parameters) - SYNC_COUNT_BITS));
}

/* May the packet go two ways? */
static bool has_choice(const struct route_in *in)
{
  return count_of(in, in->header) == SYNC_DEFLECTED;
}

static inline struct route_out choice_comb(const struct route_in *in, bool holds)
{
  const uint32_t lsb = sync_table_bits(in->parameters) - SYNC_COUNT_BITS;
  struct route_in asked = *in;

  if (has_choice(in) && !(in->random & 1))
    asked.header = sync_minimal(in->header, lsb);
  return holds ? sync_table.comb(&asked) : sync_table_free.comb(&asked);
}

ROUTE_UNIT(holds, choice_comb(in, true))

ROUTE_UNIT(free, choice_comb(in, false))

/* --- marks --- */

SYNC_MARK_FUNCTIONS(count_of)
SYNC_HOP(hop_5, count_of, 5)
SYNC_CHOICE_FUNCTIONS(count_of, has_choice)

ROUTE_HAS(sync_left_out)
{
  const bool minimal = has_choice(in) && !sync_is_deflected(in, out);
  const uint32_t before = minimal ? SYNC_MINIMAL : count_of(in, in->header);

  at[0] = before / 2;
  return sync_leaves_out(out, before, count_of(in, out->header));
}

#define CHOICE_MARKS SYNC_MARKS, SYNC_LOCAL("hop 5, local (port 0: hold)", hop_5), SYNC_GOES

static const struct route_mark rows[] = {
    CHOICE_MARKS,
    {.text = NULL},
};

static const struct route_mark free_rows[] = {
    CHOICE_MARKS,
    SYNC_LEFT_OUT(sync_table_odd_hops),
    {.text = NULL},
};

static const struct route_marks marks = {.rows = rows,
                                         .destination = sync_table_destination,
                                         .destination_bits = sync_table_destination_bits};
static const struct route_marks free_marks = {.rows = free_rows,
                                              .destination = sync_table_destination,
                                              .destination_bits =
                                                  sync_table_destination_bits};

static const char *const parameters[] = {"K", "M", NULL};

const struct route_unit sync_choice = {
    .name = "sync_choice",
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

const struct route_unit sync_choice_free = {
    .name = "sync_choice",
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
