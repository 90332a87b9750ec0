/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* save_file -- the view in which GTKWave opens a dump.
 *
 * For a dump FILE.fst, FILE.gtkw says what is shown, in which order, colours and window,
 * and FILE.decode.py shows packets as words.  `gtkwave -a FILE.gtkw` opens all three, from
 * any directory, as long as they stay beside each other.  See waves/README.md.
 */
#ifndef LOCKHOP_VERILOG_WAVE_SAVE_FILE_H
#define LOCKHOP_VERILOG_WAVE_SAVE_FILE_H

#include "run/machine/machine.h"

/* Which scopes and signals a dump has. */
enum save_kind {
  SAVE_GOLDEN, /* written by golden_wave */
  SAVE_ARRAY,  /* written by an array of simulated switches: one top module per switch */
  SAVE_NETWORK /* written by a simulated network: one top module */
};

/* The first difference of a lock-step run. */
struct save_difference {
  uint64_t cycle;
  uint32_t sw;       /* UINT32_MAX: not known, of a network that stopped */
  uint32_t port;     /* port of out_* and in_*, lane of inject_*, channel of eject_* */
  uint32_t vc;       /* of out_* and in_* */
  const char *field; /* port of rtl/switch/switch.v, without suffix: "out_valid"; NULL: the
                      * design stopped by itself, and no port is meant */
  bool entered;      /* the packet that it is about has entered this switch, */
  uint64_t entry;    /* in this cycle: marker B */
};

struct save_request {
  enum save_kind kind;
  const char *dump; /* path of the FST file, complete */
  const struct shape *shape;
  const uint32_t *switches; /* [count] recorded switches, in the order wanted */
  size_t count;
  const char *traffic;
  uint64_t seed;
  size_t resets;       /* in mid-run */
  bool values;         /* packets carry values */
  const char *command; /* as a person types it */
  bool alone;          /* the design ran without the golden model, which has no rows then */
  const struct save_difference *difference; /* NULL: none; marked if its cycle is dumped */
  uint64_t from_cycle, to_cycle;            /* cycles in the dump: [from, to) */
};

/* Write FILE.gtkw and FILE.decode.py.  A signal that the dump does not have is left out.
 * *traces: lines of the view, which GTKWave must show all; NULL when not wanted.  Errors:
 * ERR_USAGE when a file cannot be made; ERR_ENVIRONMENT when the dump is not whole, this
 * build cannot read it, or the disk is full. */
bool save_file_write(const struct save_request *request, size_t *traces, struct err *err);

#endif
