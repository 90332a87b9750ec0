/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* recorder -- the waveform of a window of a run, with its save file.
 *
 * An observer.  A machine that can record itself (RTL in a simulator) does so, and adds the
 * links of the golden model; any other machine is recorded from outside.
 */
#ifndef LOCKHOP_VERILOG_WAVE_RECORDER_H
#define LOCKHOP_VERILOG_WAVE_RECORDER_H

#include "run/lockstep/run.h"
#include "verilog/wave/golden_wave.h"

enum { RECORDER_SWITCHES = 64 }; /* most switches in a waveform */

struct recorder_request {
  const struct shape *shape;
  const char *path;         /* FST file */
  const uint32_t *switches; /* [count] switches to record */
  size_t count;             /* at most RECORDER_SWITCHES */
  uint64_t from, to;        /* cycles to record: [from, to) */
  const char *traffic;
  uint64_t seed;
  size_t resets;       /* in mid-run */
  bool values;         /* packets carry values */
  const char *command; /* command line that makes this waveform */
};

struct recorder {
  struct recorder_request request;
  struct machine target;      /* the machine recorded; without ops before `from` */
  struct waveform wave;       /* when it records itself */
  struct golden_wave *golden; /* when it is recorded from outside */
  bool open;
  bool alone;          /* there is no second machine */
  uint64_t first, end; /* cycles recorded so far: [first, end) */
};

/* What the request and the run point to, its machines too, must outlive the recording. */
void recorder_start(struct recorder *recorder, const struct recorder_request *request);

/* Add a cycle, if it is in the window.  Errors: those of the waveform writers. */
bool recorder_add(struct recorder *recorder, const struct run_cycle *cycle,
                  struct err *err);

/* Complete the waveform and write its save file; nothing is written when no cycle was in
 * the window.  `difference`: mark it; may be NULL.  *written tells whether there is a
 * waveform. */
bool recorder_finish(struct recorder *recorder, const struct difference *difference,
                     bool *written, struct err *err);

/* The run has ended with an error: no waveform, and no save file. */
void recorder_discard(struct recorder *recorder);

/* Fill switches[capacity] with a switch and its neighbours, each once; with `all`, with all
 * switches if they fit.  Returns the count. */
size_t recorder_neighbourhood(const struct topology *t, uint32_t at, bool all,
                              uint32_t *switches, size_t capacity);

#endif
