/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_array -- a port that is an unpacked array, by wires that are one. */
#ifndef LOCKHOP_VERILOG_GENERATE_PORT_ARRAY_H
#define LOCKHOP_VERILOG_GENERATE_PORT_ARRAY_H

#include <stdbool.h>
#include <stdio.h>

enum { PORT_ARRAY_TEXT = 128 };

/* [FIRST:LAST]; both are Verilog. */
struct port_range {
  char first[PORT_ARRAY_TEXT], last[PORT_ARRAY_TEXT];
};

/* NAME[FIRST:LAST], or NAME[FIRST:LAST][FIRST:LAST]. */
struct port_array {
  char name[PORT_ARRAY_TEXT];
  struct port_range range[2]; /* [dimensions] */
  int dimensions;
};

/* Read "NAME[FIRST:LAST]", or "NAME[SIZE]", which is NAME[0:SIZE-1]; or with two of these.
 * False: it is neither. */
bool port_array_parse(struct port_array *array, const char *left);

/* Declare array_NAME, to be connected with the port, and connect it with `right`: its
 * elements are the parts of `right`, the lowest index in the low bits.  Of two dimensions
 * the elements of the second follow each other. */
void port_array_print(const struct port_array *array, const char *right, bool output,
                      FILE *file);

#endif
