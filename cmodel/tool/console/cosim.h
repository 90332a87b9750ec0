/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- one run in lock step with its report, for the commands that make such runs. */
#ifndef LOCKHOP_TOOL_CONSOLE_COSIM_H
#define LOCKHOP_TOOL_CONSOLE_COSIM_H

#include "run/lockstep/run.h"
#include "tool/console/settings.h"
#include "tool/console/symptom.h"
#include "tool/session/description.h"
#include "verilog/simulator/plugin.h"

enum { COSIM_LINE = 512 };

/* The summary of a run: a value without pointers, so that it can pass between processes. */
struct cosim_summary {
  bool ended; /* the other members are valid */
  enum outcome outcome;
  bool can_deadlock;         /* DEADLOCK: exploring all packets found a cyclic dependency of
                                channels */
  bool explained;            /* a second pass wrote a waveform */
  enum difference_kind kind; /* DIFFER: how it was found */
  enum difference_field field; /* DIFFER: what differs, of values */
  enum flow_rule rule;         /* DIFFER: of a broken rule */
  struct symptom symptom;
  uint64_t cycles;
  uint64_t packets;
  uint64_t delivered;
  uint64_t compared; /* switch-cycles */
  struct activity activity;
  struct moore_remarks remarks;
  struct plugin_reading reading; /* of the user's files */
  char line[COSIM_LINE]; /* one line that explains the outcome; "": nothing to explain */
};

/* Run, print the report to settings->out, and write the JSON that settings ask for. Call it
 * in a child (tool/jobs/supervise.h), because machines stay open. Returns the exit code; on
 * error that of *err. If the description names a file for evidence, the run is one of many
 * and prints no warning about deadlock. */
int cosim_run(const struct settings *settings, const struct description *description,
              struct cosim_summary *summary, struct err *err);

#endif
