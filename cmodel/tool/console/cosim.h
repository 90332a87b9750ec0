/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- one run in lock step with its report, for the commands that make such runs. */
#ifndef LOCKHOP_TOOL_CONSOLE_COSIM_H
#define LOCKHOP_TOOL_CONSOLE_COSIM_H

#include "run/lockstep/run.h"
#include "tool/console/settings.h"
#include "tool/session/description.h"
#include "verilog/simulator/plugin.h"

enum { COSIM_LINE = 512 };

/* What is kept of a run; a value without pointers, so that it can be in a shared page. */
struct cosim_summary {
  bool ended; /* the rest holds */
  enum outcome outcome;
  bool
      can_deadlock; /* DEADLOCK: channels can wait in a cycle, by the walk of all packets */
  bool explained;   /* there is a waveform of a second pass */
  enum difference_kind kind;   /* DIFFER: how it was found */
  enum difference_field field; /* DIFFER: what differs, of values */
  uint64_t cycles;
  uint64_t packets;
  uint64_t delivered;
  uint64_t compared; /* switch-cycles */
  struct activity activity;
  struct moore_remarks remarks;
  struct plugin_reading reading; /* of the user's files */
  char line[COSIM_LINE];         /* what the outcome alone does not say; "": nothing */
};

/* Run, print the report to settings->out, write the JSON that settings ask for; in a child
 * (tool/jobs/supervise.h), because what it opens stays open.  The exit code; on error that
 * of *err.  A description that says where evidence goes is one of many: nobody is warned
 * that it can deadlock. */
int cosim_run(const struct settings *settings, const struct description *description,
              struct cosim_summary *summary, struct err *err);

#endif
