/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* synthesis -- the size of a switch in gates, measured by Yosys: docs/synth.md. */
#ifndef LOCKHOP_VERILOG_SYNTHESIS_SYNTHESIS_H
#define LOCKHOP_VERILOG_SYNTHESIS_SYNTHESIS_H

#include "verilog/simulator/fit.h"
#include "verilog/synthesis/synthesis_log.h"

/* What Yosys does, for those who read the numbers. */
#define SYNTHESIS_COMMANDS "synth -flatten -lut 4; ltp -noff; stat"

struct synthesis_request {
  const struct shape *shape; /* lanes and depth at least 1 */
  /* The user's files; NULL: our switch. Their modules replace those of rtl/ by name. */
  const struct dut_list *list;
  const struct fit *fit; /* a wrapper is around the user's switch; NULL: none is */
  uint32_t seconds;      /* limit; 0: SYNTHESIS_SECONDS */
};

enum { SYNTHESIS_SECONDS = 600 };

/* Synthesize one switch.  Errors: ERR_USAGE when Yosys does not read a file of the user, or
 * no module of one is in the switch, or the switch has a combinational loop;
 * ERR_ENVIRONMENT when Yosys is missing, does not read our own Verilog, or takes too long.
 */
bool synthesis_make(struct synthesis *result, const struct synthesis_request *request,
                    struct err *err);

#endif
