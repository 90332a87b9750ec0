/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_array -- a port that is an unpacked array, by wires that are one. */
#ifndef LOCKHOP_VERILOG_GENERATE_PORT_ARRAY_H
#define LOCKHOP_VERILOG_GENERATE_PORT_ARRAY_H

#include <stdbool.h>
#include <stdio.h>

enum { PORT_ARRAY_TEXT = 128 };

/* NAME[FIRST:LAST]; both are Verilog. */
struct port_array {
  char name[PORT_ARRAY_TEXT], first[PORT_ARRAY_TEXT], last[PORT_ARRAY_TEXT];
};

/* Read "NAME[FIRST:LAST]", or "NAME[SIZE]", which is NAME[0:SIZE-1].  False: it is neither.
 */
bool port_array_parse(struct port_array *array, const char *left);

/* Declare array_NAME, to be connected with the port, and connect it with `right`: its
 * elements are the parts of `right`, the lowest index in the low bits. */
void port_array_print(const struct port_array *array, const char *right, bool output,
                      FILE *file);

#endif
