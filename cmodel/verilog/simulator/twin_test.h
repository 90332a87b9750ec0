/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_test -- one module, alone, beside its C twin.
 *
 * The bench is tests/twin/test_MODULE.cpp, a program of its own: it is built by
 * tests/twin/build_unit.sh for several sets of parameters, and run.  Its result counts only
 * when it is whole.  It is kept in the cache under a hash of all that it depends on: the
 * tools, benches and C twins, the modules, the sets; but not where the user's files include
 * others.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_TWIN_TEST_H
#define LOCKHOP_VERILOG_SIMULATOR_TWIN_TEST_H

#include "run/machine/machine.h"

enum { UNIT_TITLE = 640, UNIT_TEXT = 1024, UNIT_TOOL = 64 };

/* Which of the sets of parameters that a bench has itself. */
enum unit_own { UNIT_NONE, UNIT_FEW, UNIT_ALL };

struct twin_test {
  const char *module;
  /* Sets of parameters, a line for each: NAME FILE PARAMETER...
   * (tests/twin/list_models.sh);
   * "": none. */
  const char *sets;
  enum unit_own own_sets;
  /* The user's files [file_count], of which one has the module; 0: it is ours. */
  const char *const *files;
  size_t file_count;
  const struct shape *shape; /* whose route_unit the other modules of the files may need */
  uint32_t seconds;          /* that the bench may run */
};

/* How a bench has ended. */
enum unit_end { UNIT_AGREES, UNIT_DIFFERS, UNIT_CRASHES, UNIT_HANGS };

/* Values alone. */
struct unit_result {
  enum unit_end ended;
  uint32_t sets;          /* that were compared */
  uint32_t differing;     /* of these */
  uint32_t left_out;      /* for which the module has other ports or parameters than ours */
  char title[UNIT_TITLE]; /* of the first set that differs, or is not over */
  char text[UNIT_TEXT];   /* inputs and outputs; or how it ended, if it did not finish */
  char reason[UNIT_TEXT]; /* of the first set that is left out */
};

/* Is there a bench for a module of this name? */
bool twin_test_exists(const char *module);

/* Build, run, judge.  Errors: ERR_USAGE when a file of the user cannot be read,
 * ERR_ENVIRONMENT when the bench of a module of ours cannot be built or a tool is missing.
 */
bool twin_test_run(struct unit_result *result, const struct twin_test *bench,
                   struct err *err);

/* "Verilator 5.006" of this machine. */
void twin_test_tool(char text[UNIT_TOOL]);

#endif
