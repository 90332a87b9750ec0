/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moore -- tests whether an output of a Verilated switch depends combinationally on an
 * input.
 *
 * The Moore law (docs/switch.md) forbids it.  In sampled cycles, while clk is 0, a trial
 * replaces the inputs of a switch by other legal ones and evaluates it: inverted ready
 * bits, packets that come and go, data that change while valid is 0, another address, seed
 * and phase, and in some trials rst.  The outputs must not change, and must be those read
 * after the last edge.  An input can also change registers: by an asynchronous reset, a
 * latch, or an own clock of the design.  So a trial saves the state of the switch and
 * restores it afterwards: no trial changes the run
 * (docs/decisions/0021-moore-trials-at-run-time.md).
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_MOORE_H
#define LOCKHOP_VERILOG_SIMULATOR_MOORE_H

#include "base/rng.h"
#include "run/machine/machine.h"
#include "verilog/simulator/pins.h"

enum { MOORE_INPUTS = 9, MOORE_OUTPUTS = 6 };

/* A pin as the trials see it: `count` things of `words` words each. */
struct moore_part {
  enum pin pin;
  const char *name;
  uint32_t count;
  uint32_t words;
  enum pin valid; /* of a packet: the pin with its valid bits; PIN_COUNT: it is no packet */
};

/* What trials have found. */
struct moore_findings {
  bool asynchronous; /* rst cleared registers without a clock edge */
  bool untried;      /* the state cannot be saved, so there were no trials */
  bool found;
  struct moore_fault fault;
};

/* What trials need to know of a cycle. */
struct moore_cycle {
  uint64_t cycle;
  bool resetting; /* rst is 1 in it */
  bool over;      /* a fault is known: there are no more trials */
  bool sampled;   /* a packet was seen on a link so far: */
  uint64_t sample[2];
};

/* Trials of some switches by one thread.  Which switches are tried in a cycle, and what is
 * tried, depends on nothing but the cycle and the switch.  All zero before moore_open. */
struct moore {
  bool ready_free; /* in_ready may depend on inputs; to be set after moore_open */
  const struct dut_ops *ops;
  void *dut;
  const struct pins *pins;
  const struct shape *shape;
  uint32_t switches; /* tried together: 1, or all of a network */
  bool network;      /* links cannot be changed from outside */
  struct moore_part inputs[MOORE_INPUTS], outputs[MOORE_OUTPUTS]; /* of a switch */
  size_t input_words, output_words;
  struct moore_cycle now;
  uint32_t next;                  /* no lower switch is tried in this cycle any more */
  struct rng rng;                 /* of a trial */
  size_t words;                   /* of the inputs of all these switches */
  uint64_t *before;               /* outputs of all these switches */
  uint64_t *cleared;              /* the same while rst is tried */
  uint64_t *wanted;               /* [words] the inputs of the run */
  uint64_t *other;                /* [words] the inputs of a trial */
  struct moore_findings findings; /* of this cycle */
};

/* Error: false when memory is short.  All arguments must outlive it. */
bool moore_open(struct moore *moore, const struct dut_ops *ops, void *dut,
                const struct pins *pins, const struct shape *shape, bool network);

/* A cycle begins; there are no findings. */
void moore_begin(struct moore *moore, const struct moore_cycle *cycle);

/* The next switch from `sw` on that is tried in this cycle; a network is one switch, 0. */
uint32_t moore_next(const struct moore *moore, uint32_t sw);

/* Is this switch tried in this cycle?  Call it in ascending order. */
static inline bool moore_due(struct moore *moore, uint32_t sw)
{
  if (sw < moore->next)
    return false;
  const bool due = moore_next(moore, sw) == sw;

  moore->next = moore_next(moore, sw + due);
  return due;
}

/* The inputs of this cycle are on the pins, clk is 0, and the design is evaluated; `sw`:
 * the switch, or the first one; `links`: of this cycle.  Restores everything. */
void moore_try(struct moore *moore, uint32_t sw, const struct links *links);

void moore_close(struct moore *moore);

#endif
