/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a bench runs, said in the words of `lockhop cosim`.
 *
 * "hypercube:2 uniform,load=1 --depth 2 --lanes 2 --seed 3": a SPEC, a TRAFFIC and options,
 * apart by blanks.  The options are those of `lockhop cosim` that say what a run is, but no
 * --machine and no --dut; --depth and --lanes must be given, because Verilog has both.
 */
#ifndef LOCKHOP_TB_DESCRIPTION_H
#define LOCKHOP_TB_DESCRIPTION_H

#include <lockhop.h>

/* Read `line`, which is changed: the description's strings are in it.  Error:
 * LOCKHOP_USAGE. */
bool description_read(struct lockhop_description *description, char *line,
                      struct lockhop_error *error);

enum { DESCRIPTION_VALUE = 32 };

/* The value of an option that was said, the last one, cut to what there is room for.  Names
 * and values take turns in a line. */
bool description_option(const struct lockhop_description *description, const char *name,
                        char value[DESCRIPTION_VALUE]);

#endif
