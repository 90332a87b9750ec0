// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// output -- what a Verilated design prints goes to the shim, never to standard output.
//
// Included before everything else in every file of a plug-in and of Verilator's run-time
// library: $display and its kin, and the file descriptors that a design has from the start.
#ifndef LOCKHOP_SIM_VERILATOR_OUTPUT_H
#define LOCKHOP_SIM_VERILATOR_OUTPUT_H

#include <cstdio>

int lockhop_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::FILE *lockhop_stream();

#define VL_PRINTF lockhop_print
#undef stdout
#undef stderr
#define stdout lockhop_stream()
#define stderr lockhop_stream()

#endif
