/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_parts -- shared by verilated.c, a Verilated machine, verilated_objects.c, its
 * objects, verilated_reset.c, which makes and resets them, and verilated_step.c, a cycle.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_VERILATED_PARTS_H
#define LOCKHOP_VERILOG_SIMULATOR_VERILATED_PARTS_H

#include "base/memory.h"
#include "run/machine/parts.h"
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

/* Switches [from, to) of an array, and what the thread that evaluates them needs for
 * itself. It writes to their pins, links and marks alone. */
struct verilated_part {
  _Alignas(MEMORY_APART) struct verilated *machine;
  uint32_t from, to;
  void *dut; /* its handle of the design; that of the first part is the machine's */
  struct rest_part rest;
  struct moore moore;
  struct watchdog_mark *mark;
  size_t active_count; /* of its switches, in wiring.active from `from` on */
  uint32_t *border; /* [border_count] ends, as in wiring.feeder, of its links to others */
  size_t border_count;
};

struct verilated {
  struct shape shape;
  struct plugin plugin;
  struct engine_sizes *sizes; /* the plug-in is several; NULL: it is one */
  struct verilated_host host;
  struct watchdog unwatched; /* takes the beats when there is no watchdog */
  char folder[FILE_PATH];    /* the working directory when the run began */
  void *dut;
  uint32_t first, end;          /* the switches that are here */
  uint32_t instances;           /* Verilated objects, numbered from `first` on */
  struct verilated_part *parts; /* [count] */
  uint32_t count;               /* 1: all switches are one part */
  bool network;                 /* all switches are one object */
  bool wired;                   /* the plug-in wires their links */
  bool used;                    /* clocked since it was made */
  bool own;                     /* no file of the user is in it */
  bool fresh;                   /* nothing has happened since the last reset() */
  struct pins pins;
  struct wiring wiring;
  struct inputs inputs;
  uint64_t cycle;                  /* ticks since reset() */
  uint32_t phase;                  /* value of the phase pins; UINT32_MAX: noise */
  bool shows_phase;                /* they get it in this cycle */
  const struct stimulus *stimulus; /* of this cycle; NULL: nothing is injected */
  uint32_t resetting;              /* edges with rst 1, from that of this cycle on */
  const uint64_t *stalled;         /* of this cycle, as in struct stimulus */
  const uint64_t *refused;         /* the same */
  uint64_t noise;                  /* from the next reset() on */

  struct rest rest;
  struct moore_cycle trials; /* of the Moore law, in this cycle */
  struct moore_findings moore;
  uint32_t share;     /* switches of a rank's part; 0: there are no ranks */
  uint32_t *moved;    /* [moved_count] evaluated in the last cycle; NULL: nobody asks */
  size_t moved_count; /* room for all that are here */
  bool unseen;        /* other ranks have seen nothing of these objects yet */
  bool settles;       /* ready bits depend on inputs of their cycle */
  struct settling settling;
  struct recording recording;
};

/* Is this end, as in wiring.feeder, at a switch of the part? */
static inline bool verilated_is_own(const struct verilated_part *p, uint32_t end)
{
  return (end >> WIRING_PORT_BITS) - p->from < p->to - p->from;
}

/* A packet in transit, for trials to offer it at another input: that of the first switch
 * that offers one. */
struct verilated_sample {
  uint64_t distance; /* of the switch, from where the search begins; UINT64_MAX: none */
  uint64_t packet[2];
};

/* The sample of this cycle, of the switches that are here; and what is to be tried. */
struct verilated_sample verilated_sample(const struct verilated *m);
void verilated_take_sample(struct verilated *m, const struct verilated_sample *sample);

/* Into how many parts the objects are divided that are here, and which. */
struct parts verilated_parts(const struct verilated *m);

/* Replace the objects and what belongs to them by new ones.  Errors: ERR_ENVIRONMENT. */
bool verilated_open_objects(struct verilated *m, struct err *err);
void verilated_close_objects(struct verilated *m);

/* Make objects that are opened, but not made: the threads share it. */
void verilated_make(struct verilated *m);

/* Reset all objects, and read what they show; the threads share it where they make them. */
void verilated_reset(struct verilated *m);

/* A clock edge of all switches, which see what crosses links and pins in this cycle. */
void verilated_step(struct verilated *m);

/* Change the inputs of a switch for reset, stalls, refusals or noise; links and lanes are
 * gathered already. */
void verilated_disturb(struct verilated *m, uint32_t sw);

/* Set the pins of all switches. */
void verilated_gather(struct verilated *m);

/* Set the pins that terminals and the barrier drive, of switches [from, to): lanes and
 * phase.  Links come later. */
void verilated_drive(struct verilated *m, uint32_t from, uint32_t to);

/* Why the design has stopped, or NULL: of several switches that have stopped in a cycle,
 * the lowest. */
const struct dut_failure *verilated_failure(const struct verilated *m);

/* What is evaluated now, by one thread: a switch, or UINT32_MAX, all. */
static inline void verilated_watch(struct verilated *m, uint32_t at)
{
  m->host.watchdog->marks[0].at = at;
}

static inline void verilated_beat(struct verilated *m)
{
  m->host.watchdog->marks[0].beats++;
}

/* Are the links inside the plug-in?  Then all objects are evaluated at once. */
static inline bool verilated_together(const struct verilated *m)
{
  return m->network || m->wired;
}

/* Evaluate all objects with clk at this level. */
void verilated_eval(struct verilated *m, int clock);

#endif
