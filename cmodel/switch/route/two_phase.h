/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* two_phase -- what route units of products of lines and of rings share whose packets go by
 * way of an intermediate destination: docs/switches/intermediate.md.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_TWO_PHASE_H
#define LOCKHOP_SWITCH_ROUTE_TWO_PHASE_H

#include "base/bits.h"
#include "switch/bank/loop.h"
#include "switch/bank/mark.h"
#include "switch/bank/unit.h"
#include "switch/component/destination_exchange.h"

/* Bits of an address: the parameters are DIMENSIONS and SIZES. */
static inline uint32_t two_phase_bits(const uint32_t *parameters)
{
  uint32_t bits = 0;

  for (uint32_t i = 0; i < parameters[0]; i++)
    bits += bits_index(parameters[1 + i]);
  return bits;
}

/* `one` routes to the immediate destination, with `vcs` VCs; the second phase has others.
 */
static inline struct route_out two_phase_comb(const struct route_in *in, route_comb *one,
                                              uint8_t vcs)
{
  const uint32_t bits = two_phase_bits(in->parameters);
  const uint64_t final = in->header >> bits;
  const struct destination_exchange_out exchanged =
      destination_exchange_comb(&(struct destination_exchange_in){
          .immediate = in->header & bits_mask(bits),
          .final = final,
          .here = in->here,
          .exchange = true,
      });
  struct route_in asked = *in;

  asked.header = exchanged.immediate;
  struct route_out out = one(&asked);
  out.header = final << bits | exchanged.immediate;
  if (out.ports && exchanged.immediate == final)
    out.vc = (uint8_t)(out.vc + vcs);
  return out;
}

/* --- marks --- */

static inline uint64_t two_phase_immediate(const struct route_in *in, uint64_t header)
{
  return header & bits_mask(two_phase_bits(in->parameters));
}

static inline uint64_t two_phase_destination(const struct route_in *in,
                                             const struct route_out *out)
{
  return two_phase_immediate(in, out->header);
}

static inline uint32_t two_phase_destination_bits(const struct route_sizes *s)
{
  return two_phase_bits(s->parameters);
}

/* The packet is at its intermediate destination, which is not the final one. */
static inline bool two_phase_exchanges(const struct route_in *in)
{
  const uint64_t immediate = two_phase_immediate(in, in->header);

  return immediate == in->here && immediate != in->header >> two_phase_bits(in->parameters);
}

static inline bool two_phase_goes(const struct route_in *in, const struct route_out *out,
                                  uint32_t at[ROUTE_MARK_PLACES])
{
  (void)in;
  at[1] = out->vc;
  return route_port(out, &at[0]);
}

static inline bool two_phase_changes(const struct route_in *in, const struct route_out *out,
                                     uint32_t at[ROUTE_MARK_PLACES])
{
  return route_port(out, &at[0]) && two_phase_exchanges(in);
}

static inline bool two_phase_passes(const struct route_in *in, const struct route_out *out,
                                    uint32_t at[ROUTE_MARK_PLACES])
{
  (void)at;
  return out->ports && !two_phase_exchanges(in) &&
         in->header >> two_phase_bits(in->parameters) == in->here;
}

/* `vcs`: a function that gives their number. */
#define TWO_PHASE_MARKS(vcs)                                                               \
  {.text = "goes by",                                                                      \
   .place = {"port", "VC"},                                                                \
   .count = {route_ports, vcs},                                                            \
   .has = two_phase_goes,                                                                  \
   .lacks = "no packet needs this VC there"},                                              \
      {.text = "changes phase here, goes by",                                              \
       .place = {"port"},                                                                  \
       .count = {route_ports},                                                             \
       .has = two_phase_changes},                                                          \
      ROUTE_ARRIVES,                                                                       \
  {                                                                                        \
    .text = "comes by its final destination in the first phase", .has = two_phase_passes,  \
    .lacks = "no way to an intermediate destination leads there"                           \
  }

/* The unit of this name, whose file defines one_phase(); VCS: VCs of a phase. */
#define TWO_PHASE_UNIT(unit)                                                               \
  ROUTE_UNIT(unit, two_phase_comb(in, one_phase, VCS))                                     \
                                                                                           \
  static uint32_t vcs(const struct route_sizes *sizes)                                     \
  {                                                                                        \
    (void)sizes;                                                                           \
    return 2 * VCS;                                                                        \
  }                                                                                        \
                                                                                           \
  static const struct route_mark rows[] = {TWO_PHASE_MARKS(vcs), {.text = NULL}};          \
                                                                                           \
  static const struct route_marks marks = {.rows = rows,                                   \
                                           .destination = two_phase_destination,           \
                                           .destination_bits =                             \
                                               two_phase_destination_bits};                \
                                                                                           \
  static const char *const parameters[] = {"DIMENSIONS", NULL};                            \
                                                                                           \
  const struct route_unit unit = {                                                         \
      .name = #unit,                                                                       \
      .one_port = true,                                                                    \
      .parameters = parameters,                                                            \
      .vector = "SIZES",                                                                   \
      .has_vc = true,                                                                      \
      .comb = unit##_comb,                                                                 \
      .loops = &unit##_loops,                                                              \
      .marks = &marks,                                                                     \
  }

#endif
