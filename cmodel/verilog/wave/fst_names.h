/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_names -- the names of all signals of an FST waveform file, whoever has written it. */
#ifndef LOCKHOP_VERILOG_WAVE_FST_NAMES_H
#define LOCKHOP_VERILOG_WAVE_FST_NAMES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* As GTKWave spells them: "golden.s5.here[3:0]". */
struct fst_names {
  char **name; /* [count], sorted by strcmp, each once */
  size_t count;
};

/* Errors: ERR_ENVIRONMENT when the file cannot be read or is not whole, or memory is short.
 */
bool fst_names_read(struct fst_names *names, const char *path, struct err *err);
bool fst_names_has(const struct fst_names *names, const char *name);
void fst_names_free(struct fst_names *names);

#endif
