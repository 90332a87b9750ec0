/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench -- a self-checking bench in plain Verilog, for simulators without the golden
 * model: the design, its stimulus, and the expected outputs. */
#ifndef LOCKHOP_TOOL_TESTBENCH_TESTBENCH_H
#define LOCKHOP_TOOL_TESTBENCH_TESTBENCH_H

#include "tool/testbench/record.h"
#include "verilog/generate/network_text.h"

#include <stdbool.h>

struct testbench {
  const struct session *session; /* of switches; with depth, lanes and traffic */
  struct machine golden;         /* its golden machine */
  uint32_t sw;                   /* the switch under test; RECORD_NETWORK: all of them */
  struct run_result result;      /* of testbench_try */
  uint64_t cycles;               /* of it */
  uint64_t packets;              /* that the outputs under test show in it */
  struct run_request request;
};

/* Can a bench be made of this?  Error: ERR_USAGE. */
bool testbench_check(const struct session *session, uint32_t sw, struct err *err);

/* The run of the golden machine that the bench repeats; nothing is written.  Close the
 * testbench in either case. */
bool testbench_try(struct testbench *testbench, const struct session *session,
                   const struct machine *golden, uint32_t sw, struct err *err);

/* Write the bench into a directory, which is made when needed; the run is made again.  As
 * in verilog_write files.f is removed first and written last.  `watch` may be NULL; false
 * with err->kind ERR_NONE: the watch, or the session's host, has ended it. */
bool testbench_write(struct testbench *testbench, const char *directory,
                     const struct network_watch *watch, struct err *err);

void testbench_close(struct testbench *testbench);

#endif
