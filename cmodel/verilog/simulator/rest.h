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
  uint32_t switches;   /* of the network, */
  uint32_t first, end; /* and those that are here */
  bool possible;       /* switches can rest */
  bool on;             /* and they are looked at in these cycles */
  bool any;            /* some switch rests */
  bool *rests;         /* [switches] */
  /* [switches] of each: low bits of the last even, odd cycle in which an input may change.
   * In a cycle its own is read, and the other is written, by any part. */
  uint32_t *due[2];
  size_t bytes;         /* of a state */
  uint32_t left;        /* cycles until it is decided again whether to look */
  uint32_t pause;       /* cycles of the last pause */
  uint64_t spared;      /* switch-cycles without evaluation, since rest_reset, */
  uint64_t elsewhere;   /* and of switches that are not here: told by who has them */
  uint64_t before_last; /* the same before the cycles by which that is decided */
};

/* What a thread that evaluates some of the switches has for itself.  All zero before
 * rest_part_open. */
struct rest_part {
  struct rest *rest;
  unsigned char *before; /* [bytes] a state to compare with */
  uint64_t spared;       /* since rest_join */
  bool any;              /* a switch has come to rest since then */
};

/* Of switches [first, end) of a network of `switches`; `wanted`: false if all are to be
 * evaluated in every cycle.  False: memory is short.  The arguments must outlive it. */
bool rest_open(struct rest *rest, const struct dut_ops *ops, void *dut, uint32_t switches,
               uint32_t first, uint32_t end, bool wanted);

/* All zero is allowed. */
void rest_close(struct rest *rest);

/* Of a part; it must be closed before `rest` is. */
bool rest_part_open(struct rest_part *part, struct rest *rest);
void rest_part_close(struct rest_part *part);

/* The objects are new, or were reset. */
void rest_reset(struct rest *rest);

/* No switch rests: anything may have happened to their pins. */
void rest_end(struct rest *rest);

/* A cycle begins.  Where few switches rest, looking at them costs more than it spares, so
 * it pauses, and is tried again. */
void rest_cycle(struct rest *rest);

/* A cycle is over: add what a part has found. */
void rest_join(struct rest *rest, struct rest_part *part);

/* An input of this switch may be another one in this cycle.  Parts may call it at the same
 * time, for the next cycle: whoever writes, it is the same mark. */
static inline void rest_disturb(struct rest *rest, uint32_t sw, uint64_t cycle)
{
  if (rest->possible)
    __atomic_store_n(&rest->due[cycle & 1][sw], (uint32_t)cycle, __ATOMIC_RELAXED);
}

/* Can this cycle be left out?  Counts it. */
static inline bool rest_spares(struct rest_part *part, uint32_t sw, uint64_t cycle)
{
  const struct rest *rest = part->rest;
  const bool spared =
      rest->on && rest->rests[sw] && rest->due[cycle & 1][sw] != (uint32_t)cycle;

  part->spared += spared;
  return spared;
}

/* Before a cycle in which the switch may come to rest; its inputs are on its pins. */
static inline void rest_look(struct rest_part *part, uint32_t sw)
{
  const struct rest *rest = part->rest;
  size_t bytes;

  memcpy(part->before, rest->ops->state(rest->dut, sw, &bytes), rest->bytes);
}

/* After a cycle; `looked`: rest_look was called before it. */
void rest_judge(struct rest_part *part, uint32_t sw, bool looked);

#endif
