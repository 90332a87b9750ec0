/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* outcome -- how a run can end: the word of each outcome, and its exit code. */
#ifndef LOCKHOP_RUN_LOCKSTEP_OUTCOME_H
#define LOCKHOP_RUN_LOCKSTEP_OUTCOME_H

enum outcome {
  OUTCOME_PASS,    /* the machines agreed, and all packets were delivered */
  OUTCOME_VACUOUS, /* PASS, but nothing crossed a link; only in strict runs */
  OUTCOME_DIFFER, /* the machines differ, or the design stopped or violated the Moore law */
  OUTCOME_LOST,   /* a packet was lost, duplicated, misdelivered or corrupted, or
                   * entered a failed switch */
  OUTCOME_MISROUTED,  /* all arrived, but a packet crossed links that are not on its path;
                       * only for a Verilog machine alone */
  OUTCOME_DEADLOCK,   /* packets are in the network and nothing moves */
  OUTCOME_TIMEOUT,    /* the run reached a limit of cycles; see enum run_limit */
  OUTCOME_INTERRUPTED /* stopped from outside */
};

/* Of the command; 2 and 3 are enum err_kind. */
enum exit_code {
  EXIT_PASSED = 0,
  EXIT_WRONG = 1,       /* the machines differ, or a packet is not where it must be */
  EXIT_NO_PROGRESS = 4, /* a deadlock, a livelock, or a limit */
  EXIT_INTERRUPTED = 130
};

/* "PASS", "DIFFER", ... */
const char *outcome_name(enum outcome outcome);

/* Its exit code. */
int outcome_code(enum outcome outcome);

#endif
