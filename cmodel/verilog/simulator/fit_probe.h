/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_probe -- a module around the user's switch that gives its parameters the values of a
 * map and of -G, for a switch that cannot be read without: its defaults are -1, or "inv".
 *
 * Which lines of a map are parameters is known when the switch is read.  So a probe starts
 * with all lines that may be, and drops those that Verilator does not find.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_FIT_PROBE_H
#define LOCKHOP_VERILOG_SIMULATOR_FIT_PROBE_H

#include "base/err.h"
#include "verilog/generate/wrapper.h"
#include "verilog/simulator/dut_list.h"
#include "verilog/simulator/fit_map.h"

/* The module that is printed, and its file without ".v". */
#define FIT_PROBE "lockhop_probe"

/* A wrapper around the module `top` with parameters alone; no parameters: it tells no more
 * than the switch alone.  `map` may be NULL.  Error: ERR_ENVIRONMENT.  wrapper_close it in
 * any case. */
bool fit_probe_open(struct wrapper *probe, const char *top, const struct fit_map *map,
                    const struct dut_list *list, struct err *err);

/* Drop the parameter that Verilator has not found; false: that is not what it says. */
bool fit_probe_learn(struct wrapper *probe, const struct err *why);

#endif
