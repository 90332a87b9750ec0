/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moore -- does an output of a Verilated switch move when an input does, without a clock
 * edge?
 *
 * The Moore law (docs/switch.md) says that it never may.  In sampled cycles a switch whose
 * inputs of the cycle are on its pins is evaluated, while clk is 0, with others that are
 * lawful too: ready bits inverted, packets that come and go, data that changes while valid
 * is 0, another address, seed and phase, and in some trials rst.  Its outputs must be the
 * same, and those that the network has read after the last edge.  An input may still have
 * changed registers: an asynchronous reset, a latch, a clock of the design's own.  So the
 * state of the switch is kept before a trial and brought back after it: no trial changes
 * the run (docs/decisions/0021-moore-trials-at-run-time.md).
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_MOORE_H
#define LOCKHOP_VERILOG_SIMULATOR_MOORE_H

#include "base/rng.h"
#include "run/machine/machine.h"
#include "verilog/simulator/pins.h"

enum { MOORE_INPUTS = 8, MOORE_OUTPUTS = 6 };

/* A pin as the trials see it: `count` things of `words` words each. */
struct moore_part {
  enum pin pin;
  const char *name;
  uint32_t count;
  uint32_t words;
  enum pin valid; /* of a packet: the pin with its valid bits; PIN_COUNT: it is no packet */
};

/* All zero before moore_open. */
struct moore {
  const struct dut_ops *ops;
  void *dut;
  const struct pins *pins;
  const struct shape *shape;
  uint32_t switches; /* tried together: 1, or all of a network */
  bool network;      /* its links cannot be changed from outside */
  struct moore_part inputs[MOORE_INPUTS], outputs[MOORE_OUTPUTS]; /* of a switch */
  size_t input_words, output_words;
  struct rng rng;
  uint64_t left;      /* switch-cycles until the next trial */
  uint64_t trials;    /* made so far */
  size_t words;       /* of the inputs of all these switches */
  uint64_t *before;   /* outputs of all of them */
  uint64_t *cleared;  /* the same while rst is tried */
  uint64_t *wanted;   /* [words] its own inputs */
  uint64_t *other;    /* [words] other lawful ones */
  uint64_t sample[2]; /* a packet that was seen on a link */
  bool sampled;
  bool resetting;    /* rst is 1 in this cycle */
  bool asynchronous; /* rst has cleared registers without a clock edge */
  bool untried;      /* the state cannot be kept: no input was changed */
  bool found;
  struct moore_fault fault;
};

/* Error: false when memory is short.  What is pointed to must outlive it. */
bool moore_open(struct moore *moore, const struct dut_ops *ops, void *dut,
                const struct pins *pins, const struct shape *shape, bool network);

/* From the start: the same samples again, nothing found. */
void moore_reset(struct moore *moore);

/* Is the next switch-cycle to be tried?  Called once for each; a network has one a cycle.
 */
static inline bool moore_due(struct moore *moore)
{
  return --moore->left == 0;
}

/* The inputs of this cycle are on the pins, clk is 0, and the design is evaluated; `sw`:
 * the switch, or the first one; `links`: of this cycle.  Afterwards all is as it was. */
void moore_try(struct moore *moore, uint32_t sw, const struct links *links);

void moore_close(struct moore *moore);

#endif
