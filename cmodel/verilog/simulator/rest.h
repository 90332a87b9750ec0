/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rest -- which switches of an array need no evaluation, because they cannot change.
 *
 * The bytes of a Verilated object are its whole state, pins included, and what a cycle
 * makes of them depends on nothing else (dut_ops.state says where this is so).  So a
 * switch that a cycle has left as it was, to the last byte, will be left so by every
 * further cycle with the same inputs: it rests, until an input may have changed.  Nothing
 * is assumed about its Verilog (docs/decisions/0058-a-switch-that-cannot-change.md).
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_REST_H
#define LOCKHOP_VERILOG_SIMULATOR_REST_H

#include "sim/dut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* All zero before rest_open. */
struct rest {
  const struct dut_ops *ops;
  void *dut;
  uint32_t switches;
  bool possible;         /* switches can rest */
  bool on;               /* and they are looked at in these cycles */
  bool any;              /* some switch rests */
  bool *rests;           /* [switches] */
  uint64_t *due;         /* [switches] the last cycle in which an input may change */
  unsigned char *before; /* [bytes] a state to compare with */
  size_t bytes;
  uint32_t left;        /* cycles until it is decided again whether to look */
  uint32_t pause;       /* cycles of the last pause */
  uint64_t spared;      /* switch-cycles without evaluation, since rest_reset */
  uint64_t before_last; /* the same before the cycles by which that is decided */
};

/* `wanted`: false if all switches are to be evaluated in every cycle.  False: memory is
 * short.  The arguments must outlive it. */
bool rest_open(struct rest *rest, const struct dut_ops *ops, void *dut, uint32_t switches,
               bool wanted);

/* All zero is allowed. */
void rest_close(struct rest *rest);

/* The objects are new, or were reset. */
void rest_reset(struct rest *rest);

/* No switch rests: anything may have happened to their pins. */
void rest_end(struct rest *rest);

/* A cycle begins.  Where few switches rest, looking at them costs more than it spares, so
 * it pauses, and is tried again. */
void rest_cycle(struct rest *rest);

/* An input of this switch may be another one in this cycle, the present or the next. */
static inline void rest_disturb(struct rest *rest, uint32_t sw, uint64_t cycle)
{
  if (rest->possible)
    rest->due[sw] = cycle;
}

/* Can this cycle be left out?  Counts it. */
static inline bool rest_spares(struct rest *rest, uint32_t sw, uint64_t cycle)
{
  const bool spared = rest->on && rest->rests[sw] && rest->due[sw] < cycle;

  rest->spared += spared;
  return spared;
}

/* Before a cycle in which the switch may come to rest; its inputs are on its pins. */
static inline void rest_look(struct rest *rest, uint32_t sw)
{
  size_t bytes;

  memcpy(rest->before, rest->ops->state(rest->dut, sw, &bytes), rest->bytes);
}

/* After a cycle; `looked`: rest_look was called before it. */
void rest_judge(struct rest *rest, uint32_t sw, bool looked);

#endif
