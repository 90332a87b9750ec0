/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* inputs -- what the pins of Verilated switches show beside what links and lanes bring: the
 * phase; in cycles with rst the address, seeds and programs; stalls; and noise
 * (docs/switch.md).
 *
 * Noise is drawn from its seed, the cycle and the switch, so that a second run of the same
 * cycles sees the same.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_INPUTS_H
#define LOCKHOP_VERILOG_SIMULATOR_INPUTS_H

#include "run/machine/machine.h"
#include "verilog/simulator/pins.h"
#include "verilog/simulator/wiring.h"

struct inputs {
  const struct pins *pins;
  const struct shape *shape;
  bool network;   /* links and addresses are inside, and all switches have one phase pin */
  bool wired;     /* the plug-in wires the links: there are the pins stalled and driven */
  uint64_t seed;  /* of the random words */
  uint64_t noise; /* 0: none */
  bool elsewhere; /* resets give every switch the complement of its address, and no link
                     stalls */
};

/* Of one switch: what it shows where nothing disturbs it, and in the cycles of rst nothing
 * that is offered. */
void inputs_clear(const struct inputs *inputs, uint32_t sw);

/* Of all switches. */
void inputs_show_phase(const struct inputs *inputs, uint32_t phase);

/* Edges with rst 1 that switch `sw` needs to be written whole: LFSRs, or the program. */
uint32_t inputs_reset_edges(const struct inputs *inputs, uint32_t sw);

/* A cycle with rst 1, of one switch; `left`: such edges from this cycle on, at least 1.
 * With noise the phase pin shows anything. */
void inputs_show_reset(const struct inputs *inputs, uint32_t sw, uint64_t cycle,
                       uint32_t left);

/* A cycle with rst 0, of one switch, once the pins show what links and lanes bring: its
 * queues and its neighbours' that are stalled (NULL: none; never in a network), and noise.
 * Where the plug-in wires the links, of every such cycle. */
void inputs_disturb(const struct inputs *inputs, const struct wiring *wiring, uint32_t sw,
                    uint64_t cycle, const uint64_t *stalled);

#endif
