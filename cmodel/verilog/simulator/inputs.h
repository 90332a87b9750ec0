/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* inputs -- drives the pins of Verilated switches that links and lanes do not drive: the
 * phase; address, seeds and programs during rst; stalls; refusals; and noise
 * (docs/switch.md).
 *
 * Noise depends on its seed, the cycle and the switch, so a second run of the same cycles
 * has the same noise.
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
  bool wired;     /* the plug-in wires the links; it has the pins `stalled` and `driven` */
  uint64_t seed;  /* of the random words */
  uint64_t noise; /* 0: none */
  bool elsewhere; /* resets give every switch the complement of its address, and no link
                     stalls */
};

/* Set the pins of one switch to their undisturbed values; during rst it is offered nothing.
 */
void inputs_clear(const struct inputs *inputs, uint32_t sw);

/* Set the phase pin of one switch. */
void inputs_show_phase(const struct inputs *inputs, uint32_t sw, uint32_t phase);

/* Set the pins of one injection. */
void inputs_inject(const struct inputs *inputs, const struct injection *injection);

/* The terminals of switches [from, to) refuse nothing from now on. */
void inputs_take_all(const struct inputs *inputs, uint32_t from, uint32_t to);

/* Does what a reset shows depend on the seed? */
bool inputs_seeded(const struct inputs *inputs);

/* Edges with rst 1 that write all LFSRs, or the whole program, of switch `sw`. */
uint32_t inputs_reset_edges(const struct inputs *inputs, uint32_t sw);

/* Set the pins of one switch in a cycle with rst 1; `left`: edges with rst 1 from this
 * cycle on, at least 1.  With noise the phase pin is random. */
void inputs_show_reset(const struct inputs *inputs, uint32_t sw, uint64_t cycle,
                       uint32_t left);

/* Apply stalls, refusals and noise to one switch in a cycle with rst 0, after links and
 * lanes have set its pins: stalls of its queues and its neighbours' (NULL: none; never in a
 * network), and what its terminal refuses (NULL: nothing; always where it has no such pin).
 * If the plug-in wires the links, call it in every such cycle. */
void inputs_disturb(const struct inputs *inputs, const struct wiring *wiring, uint32_t sw,
                    uint64_t cycle, const uint64_t *stalled, const uint64_t *refused);

#endif
