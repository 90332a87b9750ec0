/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* simulate -- what run and cosim have in common: from settings to machines. */
#ifndef LOCKHOP_CLI_SIMULATE_H
#define LOCKHOP_CLI_SIMULATE_H

#include "base/file.h"
#include "check/recorder.h"
#include "check/run.h"
#include "cli/dut_output.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "simulator/verilated.h"
#include "traffic/conflicts.h"

enum { SIMULATE_SWITCHES = RECORDER_SWITCHES };

/* Everything about one simulation but the machines. */
struct simulation {
  const struct settings *settings;
  struct topology topology;
  struct shape shape;
  struct schedule schedule;
  struct conflicts conflicts; /* of the schedule, when the routing is timed */
  uint32_t wave_switches[SIMULATE_SWITCHES]; /* to record when the user names a waveform */
  size_t wave_count;
  bool depth_chosen; /* the depth is not the user's (check/default_depth.h) */
  /* Machines of Verilog can record waveforms; those of a user's design always can
   * (simulator/plugin.h). */
  bool traced;
  struct progress progress;
  struct dut_output output; /* what the design prints */
  struct verilated_host host;
  struct output_file json; /* open when --json asks for it */
};

/* Make the schedule that settings ask for. */
bool simulate_schedule(struct schedule *schedule, const struct topology *t,
                       const struct routing *routing, const struct settings *settings,
                       struct err *err);

/* The routing that settings ask for: the traffic's, else the topology's default, when they
 * name none.  NULL on error. */
const struct routing *simulate_routing(const struct topology *t,
                                       const struct settings *settings, struct err *err);

/* Topology, routing, schedule and shape.  `default_depth`: used when the user gives none;
 * SETTINGS_UNSET: one that the run exercises (check/default_depth.h). */
bool simulate_open(struct simulation *s, const struct settings *settings,
                   int64_t default_depth, struct err *err);

void simulate_close(struct simulation *s);

/* Most packets that can be in the network at a time, the copies of broadcasts included. */
size_t simulate_copies(const struct simulation *s);

/* Open a machine by name: "golden", "array", "network". */
bool simulate_machine(struct machine *machine, struct simulation *s, const char *name,
                      struct err *err);

/* Once the machines are open: warn if they can deadlock.  Error: ERR_ENVIRONMENT. */
bool simulate_announce(const struct simulation *s, struct err *err);

/* A run request with everything but machines and observer. */
struct run_request simulate_request(struct simulation *s);

/* The recorder that --wave asks for; false when it asks for none. */
bool simulate_recorder(struct recorder *recorder, const struct simulation *s);

/* Say where a waveform is and how to open it. */
void simulate_print_wave(const struct simulation *s, const char *path);

/* The stream for text that people read: standard output, or standard error when JSON goes
 * there. */
FILE *simulate_text(const struct simulation *s);

#endif
