/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lock_step -- a design against the golden model: in lock step, or alone and judged by what
 * it does (docs/flow.md); and, where it differs, once more, to see what led to it. */
#ifndef LOCKHOP_TOOL_SESSION_LOCK_STEP_H
#define LOCKHOP_TOOL_SESSION_LOCK_STEP_H

#include "base/file.h"
#include "run/lockstep/history.h"
#include "tool/session/session.h"

enum {
  EVIDENCE_BYTES = FILE_PATH,
  SIMULATOR_BYTES = 64,
  LOCK_STEP_FOLLOW = 5000 /* cycles to know what became of a packet that was overtaken */
};

/* It must stay where it is. */
struct lock_step {
  struct session *session;
  struct machine first; /* that decides what is injected: the golden one, or the design */
  struct machine dut;
  bool alone; /* there is no golden one */
  struct run_result result;
  char simulator[SIMULATOR_BYTES]; /* of the design's machine */
  uint32_t packet;                 /* of the difference; UINT32_MAX: none */
  const char *waveform;            /* that is written; NULL: none */
  char evidence[EVIDENCE_BYTES];   /* its name, when the description has none */
  struct history history;          /* of a second pass */
  bool explained;                  /* there was one */
  struct err again;                /* why there was none */
};

/* Open both machines of a session whose description has lock_step.  Nobody closes them: the
 * process ends with the run (tool/jobs/supervise.h). */
bool lock_step_open(struct lock_step *l, struct session *session, struct err *err);

/* Run.  Where the machines differ after reset, run again from new objects up to there, for
 * the history, and record a window around it unless the first pass has recorded already. A
 * second pass that fails does not take the difference away: l->again says why. */
bool lock_step_run(struct lock_step *l, struct err *err);

#endif
