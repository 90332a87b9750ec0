/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* core_file -- writes the FuseSoC core of a generated folder. */
#ifndef LOCKHOP_VERILOG_GENERATE_CORE_FILE_H
#define LOCKHOP_VERILOG_GENERATE_CORE_FILE_H

#include "run/machine/machine.h"
#include "verilog/generate/modules.h"

#include <stdio.h>

/* The files of the core: those of rtl/, route.v, and names[count]. */
struct core_files {
  const struct module_files *modules;
  const char *const *names;
  size_t count;
};

/* The name of its file. */
#define CORE_FILE "lockhop.core"

/* Print a core of format CAPI2, whose targets are lint of the network and of one switch; or
 * the run of a bench, if testbench.v is among the names. */
void core_file_print(const struct shape *shape, const struct core_files *files, FILE *file);

#endif
