/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decode_script -- a small Python program that shows packets as words in GTKWave.
 *
 * It reads one value per line and answers each at once with one line: "#12 destination=5"
 * for packet 12, its header fields in the order of the routing's field table.  GTKWave runs
 * it as a "translate filter process"; `echo VALUE | ./FILE.decode.py` works as well.
 */
#ifndef LOCKHOP_VERILOG_WAVE_DECODE_SCRIPT_H
#define LOCKHOP_VERILOG_WAVE_DECODE_SCRIPT_H

#include "run/machine/machine.h"

/* Write the program for packets of this shape, executable.  `seed`: of the payloads, so
 * that data whose check is wrong is shown as such, in a run with so many resets.  `values`:
 * packets carry values in place of checks; they are shown.  Errors: ERR_USAGE when the file
 * cannot be made; ERR_ENVIRONMENT when the disk is full. */
bool decode_script_write(const char *path, const struct shape *shape, uint64_t seed,
                         size_t resets, bool values, struct err *err);

#endif
