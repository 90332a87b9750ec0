/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- what Verilator and the compiler print, and Verilator's warnings. */
#include "tests/fuzz/fuzz.h"
#include "verilog/simulator/build_log.h"
#include "verilog/simulator/lint.h"

FUZZ_TARGET(build_log)
{
  static const char *const user[] = {"tests/fuzz/seeds/verilog/user.v"};
  static const struct build_limits limits = {.seconds = 9, .memory_gib = 1, .file_gib = 1};
  const struct lint_files files = {.real = user, .name = user, .count = 1};
  struct fuzz_file file = fuzz_file_of(data, size);
  FILE *log = fopen(file.path, "r");
  struct lint lint = {.text = NULL};
  struct err err;

  LAW(log, "cannot read %s", file.path);
  LAW(!build_log_verilog(log, user, 1, &err), "is no error");
  fuzz_failed(&err);
  rewind(log);
  build_log_declined(log, user, 1);
  rewind(log);
  if (build_log_limit(log, 1 << 8, &limits, &err))
    fuzz_failed(&err);
  rewind(log);
  LAW(!build_log_tools(log, 1 << 8, &err), "is no error");
  fuzz_failed(&err);
  fclose(log);
  if (!lint_open(&lint, file.path, &files, &err))
    fuzz_failed(&err);
  lint_close(&lint);
  fuzz_file_close(&file);
}
