/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* simulate -- a session (tool/session/session.h) opened from settings, with a person at the
 * terminal. */
#ifndef LOCKHOP_TOOL_CONSOLE_SIMULATE_H
#define LOCKHOP_TOOL_CONSOLE_SIMULATE_H

#include "base/file.h"
#include "tool/console/dut_output.h"
#include "tool/console/progress.h"
#include "tool/console/settings.h"
#include "tool/session/session.h"

/* It must stay where it is. */
struct simulation {
  const struct settings *settings;
  struct session session;
  struct progress progress;
  struct dut_output output; /* what the design prints */
  struct output_file json;  /* open when --json asks for it */
};

/* Open the session, and the file of the result.  `counts`: of a collective too large to
 * move its words, messages may be counted. */
bool simulate_open(struct simulation *s, const struct settings *settings, bool lock_step,
                   bool counts, struct err *err);

/* The same for a description; settings say what is shown and written. */
bool simulate_open_described(struct simulation *s, const struct settings *settings,
                             const struct description *description, struct err *err);

void simulate_close(struct simulation *s);

/* Bytes that a run with Verilog may use; 0: any number. */
uint64_t simulate_memory(const struct settings *settings);

/* In the child, before the design is loaded: limit its memory (bytes; 0: no limit). */
void simulate_confine(uint64_t memory);

/* From now on Ctrl-C causes an error, or ends a run, after cleaning up. */
void simulate_watch(struct simulation *s);

/* Once the machines are open: warn if they can deadlock.  Error: ERR_ENVIRONMENT. */
bool simulate_announce(const struct simulation *s, struct err *err);

/* Print where a waveform is and how to open it. */
void simulate_print_wave(const struct simulation *s, const char *path);

/* The stream for text: standard output, or standard error if the JSON goes to standard
 * output. */
FILE *simulate_text(const struct simulation *s);

#endif
