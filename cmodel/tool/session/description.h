/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a run is, before anything of it is made.
 *
 * Strings and numbers alone, as a person gives them: the options of the command, a row of a
 * sweep, a claim, a caller of lockhop.h.  Everything that is not said here follows from it
 * (tool/session/session.h).  Errors of values name the options of lockhop run and cosim.
 */
#ifndef LOCKHOP_TOOL_SESSION_DESCRIPTION_H
#define LOCKHOP_TOOL_SESSION_DESCRIPTION_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plugin_reading;

enum { DESCRIPTION_UNSET = -1, DESCRIPTION_DATA_BITS = 40 };

/* All strings and arrays are the caller's, and stay as long as the session. */
struct description {
  const char *topology; /* spec, e.g. "hypercube:6" */
  const char *traffic;  /* e.g. "random"; NULL: none, packets are injected by hand */
  const char *routing;  /* NULL: the traffic's, else the topology's default */
  const char *failed;   /* switches that have failed, e.g. "3,1.0.2"; NULL: none */
  int64_t packets;      /* per terminal; 0: as many as ports */
  int64_t depth;        /* packets per output queue; 0: no limit.  DESCRIPTION_UNSET: none
                         * for the golden model alone, else one that the run exercises */
  int64_t vcs;          /* DESCRIPTION_UNSET: what the depth and the routing need */
  int64_t sends;        /* ports on which a switch sends in a cycle; 0: on all of them */
  int64_t lanes;        /* DESCRIPTION_UNSET: so that all can start at once */
  int64_t store;        /* places of a waiting store; DESCRIPTION_UNSET: those that the
                         * schedule needs, 16 without one */
  int64_t data_bits;    /* of a packet */
  uint64_t seed;        /* of all randomness */
  uint64_t cycles;      /* limit; 0: what the work can take at the most */
  bool counts; /* of a collective too large to move its words, messages may be counted */
  bool strict; /* a PASS in which nothing crossed a link is none */
  /* Disturbances to draw (network/traffic/disturbance.h), e.g. "stalls,resets"; NULL: none.
   */
  const char *disturb;
  const char
      *data; /* what the data of packets are (network/traffic/payload.h); NULL: numbers */
  bool exercise; /* see what the golden machine reaches (run/exercise/exercise_map.h) */
  /* Of one run of many: the same is put into this file, and what cannot be reached is not
   * looked for.  NULL: nowhere. */
  const char *reached;
  /* Machines: one alone, or in lock step the golden machine and this one. */
  const char *machine; /* NULL: "golden" alone, "array" in lock step */
  bool lock_step;
  /* Verilog. */
  const char *const *dut_files; /* [dut_count] their modules replace ours by name */
  size_t dut_count;
  uint64_t work; /* switch-cycles of all runs that share its plug-in; 0: its own */
  /* Of an earlier run with the same switch and files, which are not read again
   * (verilog/simulator/plugin.h); NULL: they are read. */
  const struct plugin_reading *reading;
  bool lint; /* what Verilator warns of is an error */
  /* File into which goes what of the Verilog was reached; "": it is counted only.  NULL: it
   * is not. */
  const char *coverage;
  uint32_t build_seconds; /* 0: the default of verilog/simulator/plugin.h */
  uint32_t build_memory;  /* GiB; 0: likewise */
  /* Waveform. */
  const char *wave;            /* FST file; NULL: none */
  const char *wave_switches;   /* list of addresses; NULL: the neighbourhood of switch 0 */
  uint64_t wave_from, wave_to; /* cycles [from, to) */
  const char *evidence; /* FST file of a second pass; NULL: named after the command; "": no
                         * second pass is made */
  const char *command;  /* that repeats the run, as a person types it */
};

/* What a number of a description may be, DESCRIPTION_UNSET apart; `name` is that of its
 * option, e.g. "depth", "data-bits". */
void description_range(const char *name, uint64_t *least, uint64_t *most);

/* Are its numbers in their ranges?  Error: ERR_USAGE. */
bool description_check(const struct description *description, struct err *err);

/* A run of the golden machine alone, everything else as lockhop run has it. */
static inline struct description description_of(const char *topology, const char *traffic)
{
  return (struct description){.topology = topology,
                              .traffic = traffic,
                              .packets = 1,
                              .depth = DESCRIPTION_UNSET,
                              .vcs = DESCRIPTION_UNSET,
                              .lanes = DESCRIPTION_UNSET,
                              .store = DESCRIPTION_UNSET,
                              .data_bits = DESCRIPTION_DATA_BITS,
                              .seed = 1,
                              .wave_to = UINT64_MAX,
                              .command = ""};
}

#endif
