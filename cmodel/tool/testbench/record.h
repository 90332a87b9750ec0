/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* record -- records the pins of a golden switch, or of a golden network, in a run: the
 * two files of a bench in Verilog.
 *
 * Of a switch all its pins, of a network the lanes that go in, and all outputs of all
 * switches.  docs/verilog.md has the format; sim/testbench/bench.v reads it.
 */
#ifndef LOCKHOP_TOOL_TESTBENCH_RECORD_H
#define LOCKHOP_TOOL_TESTBENCH_RECORD_H

#include "tool/api/edge.h"
#include "tool/session/session.h"
#include "verilog/simulator/inputs.h"

#include <stdio.h>

#define RECORD_NETWORK UINT32_MAX /* in the place of a switch: all of them */

struct record {
  const struct shape *shape;
  const struct machine *machine; /* golden, of the run */
  uint32_t first, count;         /* switches whose pins are recorded */
  bool network;                  /* they are those of a network */
  struct edge edge;              /* what comes in over links and lanes */
  struct pins pins;              /* the same as a simulator would show it, with noise */
  uint64_t *words;               /* behind the pins */
  struct inputs inputs;
  uint64_t key;   /* in the titles of both files */
  FILE *stimulus; /* NULL: nothing is written, only counted */
  FILE *expected;
  uint64_t cycle;
  uint64_t packets; /* that outputs have shown */
};

/* `sw`: a switch, or RECORD_NETWORK.  The session has switches, and at least one lane; it
 * and the machine must outlive the record.  Error: ERR_ENVIRONMENT when memory is short.
 * Close in either case. */
bool record_open(struct record *record, const struct session *session,
                 const struct machine *machine, uint32_t sw, struct err *err);

/* Rising edges with rst 1 before cycle 0. */
uint32_t record_reset_edges(const struct record *record);

/* Before cycle 0 of a run that is recorded into these files, or counted. */
void record_begin(struct record *record, FILE *stimulus, FILE *expected);

/* A cycle: the run_feed of run/lockstep/run.h. */
void record_cycle(void *record, const struct links *links, const struct stimulus *stimulus);

void record_close(struct record *record);

#endif
