/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* synthesis_log -- reads what Yosys prints of a synthesis. */
#ifndef LOCKHOP_VERILOG_SYNTHESIS_SYNTHESIS_LOG_H
#define LOCKHOP_VERILOG_SYNTHESIS_SYNTHESIS_LOG_H

#include "base/err.h"

#include <stdint.h>
#include <stdio.h>

enum {
  SYNTHESIS_NAME = 160, /* bytes of a signal's name; longer ones are cut */
  SYNTHESIS_PATH = 16,  /* signals on the longest path that have names, at most */
  SYNTHESIS_TOOL = 32,
  SYNTHESIS_LINE = 1 << 13
};

struct synthesis {
  char tool[SYNTHESIS_TOOL]; /* "Yosys 0.23" */
  uint64_t luts;             /* look-up tables of four inputs */
  uint64_t flip_flops;       /* bits of registers */
  uint64_t latches;
  uint64_t others; /* cells that are none of these */
  uint32_t levels; /* tables on the longest path between registers or ports */
  char path[SYNTHESIS_PATH][SYNTHESIS_NAME]; /* signals on it, first to last [path_count] */
  size_t path_count;
  char loop[SYNTHESIS_NAME];  /* a signal of a combinational loop; "": there is none */
  char error[SYNTHESIS_LINE]; /* the line by which Yosys has given up; "": it has not */
};

/* Read a log from its beginning.  The counts are those of the last statistics in it. Error:
 * ERR_ENVIRONMENT, there are none, and no error either. */
bool synthesis_log_read(struct synthesis *result, FILE *log, struct err *err);

#endif
