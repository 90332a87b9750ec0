/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_part -- a temporary file for a waveform, moved to its target once it is complete.
 *
 * Simulators open the file themselves and do not report failed writes.  They get a path in
 * a private directory (base/part.h); the file moves to the target once base/fst_check.h
 * finds it complete.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_WAVE_PART_H
#define LOCKHOP_VERILOG_SIMULATOR_WAVE_PART_H

#include "base/part.h"

#include <stdint.h>

/* Open a part for a waveform.  `table_bytes`: most that the FST library
 * keeps beside the file; where a file may not grow so large, it would be killed by a
 * signal. Errors: ERR_USAGE when the target is no regular file (a simulator would remove a
 * device of this name) or cannot be made there; ERR_ENVIRONMENT when files may not be that
 * large. */
bool wave_part_open(struct part *part, const char *path, uint64_t table_bytes,
                    struct err *err);

/* The simulator has closed the part.  Error: ERR_ENVIRONMENT when it is not whole; nothing
 * is left behind then, and the target is as it was. */
bool wave_part_commit(struct part *part, struct err *err);

void wave_part_abandon(struct part *part);

#endif
