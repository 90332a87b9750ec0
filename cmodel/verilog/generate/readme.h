/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme -- writes the README of a generated network: parameters, ports, packets. */
#ifndef LOCKHOP_VERILOG_GENERATE_README_H
#define LOCKHOP_VERILOG_GENERATE_README_H

#include "run/machine/machine.h"

#include <stdio.h>

/* README.md of a generated network. */
void readme_print(const struct shape *shape, FILE *file);

/* Its part below the list of files: parameters, ports, terminals, packets. */
void readme_print_network(const struct shape *shape, FILE *file);

/* The fields of a header, the addresses of the switches, and one packet as an example. */
void readme_print_packets(const struct shape *shape, FILE *file);

#endif
