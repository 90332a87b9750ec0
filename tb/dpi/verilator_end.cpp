// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// verilator_end -- the exit code of a simulation under Verilator is what golden_ends was
// told, and 1 before: $fatal does not abort, and a design that calls $finish has not
// passed.
//
// Verilator's run-time library leaves both to us when it is compiled with VL_USER_FATAL and
// VL_USER_FINISH.
#include "verilated.h"

#include <cstdio>
#include <cstdlib>

extern "C" int golden_exit_code(void);

static void leave(int code)
{
  Verilated::threadContextp()->gotFinish(true);
  Verilated::runFlushCallbacks();
  std::fflush(nullptr);
  std::_Exit(code);
}

void vl_fatal(const char *file, int line, const char *, const char *what)
{
  Verilated::threadContextp()->gotError(true);
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
  leave(golden_exit_code());
}

void vl_finish(const char *file, int line, const char *)
{
  Verilated::threadContextp()->gotFinish(true);
  if (golden_exit_code() == 0)
    return;
  std::fprintf(stderr, "%s:%d: $finish before the bench has a verdict\n", file, line);
  leave(3); // as of lockhop cosim
}
