/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* needs -- the memory that a run will take, estimated before it begins: docs/memory.md. */
#ifndef LOCKHOP_TOOL_SESSION_NEEDS_H
#define LOCKHOP_TOOL_SESSION_NEEDS_H

#include "base/room.h"
#include "tool/session/session.h"

/* What takes memory. */
enum need {
  NEED_PROGRAM,  /* what is there before the machines: the program, the network */
  NEED_SCHEDULE, /* packets of the schedule, what terminals and judges keep of them */
  NEED_SWITCHES, /* of the golden model, or its engines */
  NEED_FLYING,   /* packets in the network */
  NEED_VERILOG,  /* objects of Verilated switches, and their wiring */
  NEED_WATCH,    /* exercise, rules of the flow, waveforms */
  NEEDS
};

struct needs {
  uint64_t bytes[NEEDS];
};

/* Estimate the run of a session whose shape is known.  `verilog`: bytes of the machine in
 * Verilog that is about to be opened; 0: there is none.  `room`: what the process has
 * taken, and what bounds it. */
struct needs needs_of(const struct session *s, uint64_t verilog, const struct room *room);

uint64_t needs_sum(const struct needs *needs);

/* Is there room for the run?  Sets s->needed.  Beyond half of it the host is warned. Error:
 * ERR_ENVIRONMENT with the remedy, unless --memory 0. */
bool needs_check(struct session *s, uint64_t verilog, struct err *err);

enum { NEEDS_BYTES = 16 };

/* "14 GB", "230 MB", into text; returns text. */
const char *needs_print_bytes(char text[NEEDS_BYTES], uint64_t bytes);

/* Before a schedule is made: the most packets for which there is room; 0: any number. */
uint64_t needs_packets(const struct description *description);

#endif
