/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_mask -- switches on the path choose the intermediate destination at random. */
#include "switch/route/bitfix_mask.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

ROUTE_UNIT(forced, bitfix_mask_comb(in, true, false))

ROUTE_UNIT(forced_shared, bitfix_mask_comb(in, true, true))

ROUTE_UNIT(free, bitfix_mask_comb(in, false, false))

ROUTE_UNIT(free_shared, bitfix_mask_comb(in, false, true))

/* --- random words --- */

static uint32_t choose_none(const struct route_in *in, uint32_t *words)
{
  words[0] = 0;
  (void)in;
  return 1;
}

/* No dimension of the mask, and each port of the forced hop. */
static uint32_t choose_ports(const struct route_in *in, uint32_t *words)
{
  for (uint32_t port = 0; port < in->ports; port++)
    words[port] = (((port << ALTERNATE_BITS) + in->ports - 1) / in->ports) << ALTERNATE_LSB;
  return in->ports;
}

/* The same where the bits of the dimensions choose the port, by their remainder: those that
 * are not in the mask are free.  One word for each remainder. */
static uint32_t choose_ports_shared(const struct route_in *in, uint32_t *words)
{
  const uint64_t mask = in->header >> in->ports;
  bool has[ROUTE_WORDS] = {true};
  uint32_t count = 1;

  words[0] = 0;
  for (uint32_t bit = 0; bit < in->ports; bit++) {
    const uint32_t without = mask >> bit & 1 ? 0 : count;

    for (uint32_t i = 0; i < without; i++) {
      const uint32_t word = words[i] | UINT32_C(1) << bit;

      if (has[word % in->ports])
        continue;
      has[word % in->ports] = true;
      words[count++] = word;
    }
  }
  return count;
}

static uint32_t all_words(const struct route_in *in, uint32_t words[ROUTE_WORDS],
                          route_words *none)
{
  const uint64_t mask = in->header >> in->ports;
  uint32_t count = 0;

  for (uint64_t left = mask; left; left &= left - 1)
    words[count++] = UINT32_C(1) << bits_lowest(left);
  return count + (mask ? none(in, words + count) : choose_none(in, words + count));
}

static uint32_t forced_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  return all_words(in, words, choose_ports);
}

static uint32_t forced_shared_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  return all_words(in, words, choose_ports_shared);
}

static uint32_t free_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  return all_words(in, words, choose_none);
}

/* --- marks --- */

static uint64_t destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask(in->ports);
}

static uint64_t old_mask(const struct route_in *in)
{
  return in->header >> in->ports;
}

static uint64_t left_mask(const struct route_in *in, const struct route_out *out)
{
  return out->header >> in->ports;
}

/* In every variant a packet that crosses a chosen dimension uses VC 0. */
ROUTE_HAS(chooses)
{
  return route_port(out, &at[0]) && out->vc == 0 && left_mask(in, out) != 0;
}

ROUTE_HAS(chooses_last)
{
  return route_port(out, &at[0]) && out->vc == 0 && left_mask(in, out) == 0;
}

ROUTE_HAS(forced_hop)
{
  return route_port(out, &at[0]) && out->vc == 1 && old_mask(in) != 0;
}

ROUTE_HAS(chooses_none)
{
  return route_port(out, &at[0]) && out->vc > 0 && old_mask(in) != 0;
}

ROUTE_HAS(moves_second)
{
  return route_port(out, &at[0]) && old_mask(in) == 0;
}

ROUTE_HAS(arrives)
{
  (void)at;
  return out->eject && old_mask(in) == 0;
}

ROUTE_HAS(arrives_at_once)
{
  (void)at;
  return out->eject && old_mask(in) != 0;
}

#define MARK(name, function)                                                               \
  {                                                                                        \
    .text = (name), .place = {"dimension"}, .count = {route_ports}, .has = (function)      \
  }

static const struct route_mark forced_rows[] = {
    MARK("chooses, and some are left", chooses),
    MARK("chooses the last, none is left", chooses_last),
    MARK("chooses none, forced hop over", forced_hop),
    MARK("second phase, crosses", moves_second),
    {.text = "arrives", .has = arrives},
    {.text = NULL},
};

static const struct route_mark free_rows[] = {
    MARK("chooses, and some are left", chooses),
    MARK("chooses the last, none is left", chooses_last),
    MARK("chooses none, second phase at once over", chooses_none),
    MARK("second phase, crosses", moves_second),
    {.text = "arrives", .has = arrives},
    {.text = "chooses none, and is there", .has = arrives_at_once},
    {.text = NULL},
};

static const struct route_marks forced_marks = {
    .rows = forced_rows, .destination = destination, .destination_bits = route_ports};
static const struct route_marks free_marks = {
    .rows = free_rows, .destination = destination, .destination_bits = route_ports};

#define UNIT(variant, choices, is_forced, is_shared, of)                                   \
  {                                                                                        \
    .name = "bitfix_mask", .fixed = {{"FORCED", is_forced}, {"SHARED", is_shared}},        \
    .one_port = true, .has_random = true, .has_vc = true, .priority_bits = 1,              \
    .comb = variant##_comb, .words = choices##_words, .loops = &variant##_loops,           \
    .marks = &(of)                                                                         \
  }

const struct route_unit bitfix_mask_forced = UNIT(forced, forced, 1, 0, forced_marks);
const struct route_unit bitfix_mask_forced_shared =
    UNIT(forced_shared, forced_shared, 1, 1, forced_marks);
const struct route_unit bitfix_mask_free = UNIT(free, free, 0, 0, free_marks);
const struct route_unit bitfix_mask_free_shared = UNIT(free_shared, free, 0, 1, free_marks);
