/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* print_runtime -- makes the run-time library of plug-ins in the cache, optimised, and
 * prints its path: for `make install`, which puts it where the installed command looks for
 * it.  Exit status 3 where it cannot be made, as without Verilator. */
#include "verilog/simulator/plugin.h"

#include <stdio.h>

int main(void)
{
  struct plugin_library library;
  struct err err;

  if (plugin_runtime(&library, true, &err)) {
    puts(library.path);
    return 0;
  }
  fprintf(stderr, "%s\n", err.text);
  return 3;
}
