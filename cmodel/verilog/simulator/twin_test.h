/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_test -- tests one module alone against its C twin.
 *
 * The bench is the program tests/twin/test_MODULE.cpp; tests/twin/build_unit.sh builds it
 * for several sets of parameters.  Only a complete result counts.  The cache keeps it under
 * a hash of everything it depends on: tools, benches and C twins, modules, sets.  It is not
 * cached if the user's files include others.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_TWIN_TEST_H
#define LOCKHOP_VERILOG_SIMULATOR_TWIN_TEST_H

#include "run/machine/machine.h"

enum { UNIT_TITLE = 640, UNIT_TEXT = 1024, UNIT_TOOL = 64 };

/* Which of the bench's own sets of parameters to test. */
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
  const struct shape *shape; /* other modules of the files may need its route_unit */
  uint32_t seconds;          /* limit for the bench */
};

/* Outcome of a bench. */
enum unit_end { UNIT_AGREES, UNIT_DIFFERS, UNIT_CRASHES, UNIT_HANGS };

/* No pointers: it can be copied. */
struct unit_result {
  enum unit_end ended;
  uint32_t sets;      /* sets compared */
  uint32_t differing; /* of these: with differences */
  uint32_t left_out;  /* sets skipped: the module has other ports or parameters than ours */
  char title[UNIT_TITLE]; /* of the first set that differs or did not finish */
  char text[UNIT_TEXT];   /* inputs and outputs; or why it did not finish */
  char reason[UNIT_TEXT]; /* why the first skipped set was skipped */
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
