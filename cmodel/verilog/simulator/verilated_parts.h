/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_parts -- shared by verilated.c, a Verilated machine, and verilated_step.c, a
 * cycle of its switches. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_VERILATED_PARTS_H
#define LOCKHOP_VERILOG_SIMULATOR_VERILATED_PARTS_H

#include "verilog/simulator/engine_sizes.h"
#include "verilog/simulator/inputs.h"
#include "verilog/simulator/moore.h"
#include "verilog/simulator/pins.h"
#include "verilog/simulator/plugin.h"
#include "verilog/simulator/recording.h"
#include "verilog/simulator/rest.h"
#include "verilog/simulator/settle.h"
#include "verilog/simulator/verilated.h"
#include "verilog/simulator/wiring.h"

struct verilated {
  struct shape shape;
  struct plugin plugin;
  struct engine_sizes *sizes; /* the plug-in is several; NULL: it is one */
  struct verilated_host host;
  struct watchdog unwatched; /* takes the beats when there is no watchdog */
  char folder[FILE_PATH];    /* the working directory when the run began */
  void *dut;
  uint32_t instances; /* Verilated objects */
  bool network;       /* all switches are one object */
  bool wired;         /* the plug-in wires their links */
  bool used;          /* clocked since it was made */
  bool own;           /* no file of the user is in it */
  bool fresh;         /* nothing has happened since the last reset() */
  struct pins pins;
  struct wiring wiring;
  struct inputs inputs;
  uint64_t cycle;          /* ticks since reset() */
  uint32_t phase;          /* value of the phase pins; UINT32_MAX: noise */
  uint32_t resetting;      /* edges with rst 1, from that of this cycle on */
  const uint64_t *stalled; /* of this cycle, as in struct stimulus */
  const uint64_t *refused; /* the same */
  uint64_t noise;          /* from the next reset() on */

  struct rest rest;
  struct moore moore;
  bool settles; /* ready bits depend on inputs of their cycle */
  struct settling settling;
  struct recording recording;
};

/* A clock edge of switches [from, to), which see what crosses links and pins in this cycle.
 */
void verilated_step(struct verilated *m, uint32_t from, uint32_t to);

/* Change the inputs of a switch for reset, stalls, refusals or noise; links and lanes are
 * gathered already. */
void verilated_disturb(struct verilated *m, uint32_t sw);

/* Set the pins of all switches. */
void verilated_gather(struct verilated *m);

/* Are the links inside the plug-in?  Then all objects are evaluated at once. */
static inline bool verilated_together(const struct verilated *m)
{
  return m->network || m->wired;
}

/* Evaluate all objects with clk at this level. */
void verilated_eval(struct verilated *m, int clock);

#endif
