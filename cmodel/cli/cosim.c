/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- lockhop cosim: golden model and Verilog in lock step. */
#include "base/hash.h"
#include "check/history.h"
#include "cli/explain.h"
#include "cli/interrupt.h"
#include "cli/result.h"
#include "cli/simulate.h"
#include "network/golden.h"

#include <inttypes.h>
#include <string.h>

enum {
  WINDOW_BEFORE = 20, /* cycles of the waveform before a difference, */
  WINDOW_AFTER = 5,   /* and after it */
  EVIDENCE_BYTES = 64
};

/* What the first pass is watched by: the waveform the user asked for, and the packet that
 * the difference is about. */
struct watch {
  const struct shape *shape;
  struct recorder *recorder; /* NULL: none */
  uint32_t packet;           /* of the difference; UINT32_MAX: none */
};

static bool watch_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watch *watch = self;

  if (cycle->difference)
    watch->packet = difference_packet(watch->shape, cycle, cycle->difference);
  return !watch->recorder || recorder_add(watch->recorder, cycle, err);
}

/* What the second pass is watched by: history, and the waveform of a window. */
struct replay {
  struct history *history;   /* NULL: none */
  struct recorder *recorder; /* NULL: none */
};

static bool replay_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct replay *replay = self;

  if (replay->history)
    history_add(replay->history, cycle);
  return !replay->recorder || recorder_add(replay->recorder, cycle, err);
}

struct lock_step {
  struct simulation s;
  struct machine golden;
  struct machine dut;
  struct run_result result;
  const char *name;              /* of the design's machine */
  uint32_t packet;               /* of the difference */
  char evidence[EVIDENCE_BYTES]; /* the waveform of the difference, when the user names none
                                  */
  const char *waveform;          /* that is written; NULL: none */
  struct history history;        /* of a second pass */
  bool explained;                /* there was one */
};

/* A name that belongs to this run: the same run gives the same, another one another, so
 * that runs in one folder do not take each other's evidence. */
static bool name_evidence(struct lock_step *l, struct err *err)
{
  const struct settings *settings = l->s.settings;
  struct hash hash = hash_start();
  char text[HASH_TEXT];

  hash_text(&hash, settings->command);
  for (size_t i = 0; i < settings->dut_count; i++)
    if (!hash_file(&hash, settings->dut[i], err))
      return false;
  hash_print(&hash, text);
  snprintf(l->evidence, sizeof l->evidence, "lockhop-difference-%.8s.fst", text);
  return true;
}

static bool first_pass(struct lock_step *l, struct err *err)
{
  struct recorder recorder;
  bool recorded = simulate_recorder(&recorder, &l->s), written = false;
  struct watch watch = {
      .shape = &l->s.shape, .recorder = recorded ? &recorder : NULL, .packet = UINT32_MAX};
  struct run_request request = simulate_request(&l->s);

  request.machine = l->golden;
  request.dut = &l->dut;
  request.after = recorded ? WINDOW_AFTER : 0;
  request.observer = watch_cycle;
  request.observer_self = &watch;
  bool ran = run(&request, &l->result, err);
  progress_end(&l->s.progress);
  l->packet = watch.packet;
  if (!recorded)
    return ran;
  bool differs = ran && l->result.outcome == OUTCOME_DIFFER;
  if (!recorder_finish(&recorder, differs ? &l->result.difference : NULL, &written, err))
    return false;
  l->waveform = written ? l->s.settings->wave : NULL;
  return ran;
}

static void start_evidence(struct lock_step *l, struct recorder *recorder,
                           uint32_t switches[SIMULATE_SWITCHES])
{
  const struct difference *d = &l->result.difference;
  uint32_t at = d->at == UINT32_MAX ? 0 : d->at;
  size_t count = recorder_neighbourhood(&l->s.topology, at, l->s.topology.switches <= 16,
                                        switches, SIMULATE_SWITCHES);

  interrupt_on_full_disk();
  recorder_start(recorder, &(struct recorder_request){.shape = &l->s.shape,
                                                      .path = l->evidence,
                                                      .switches = switches,
                                                      .count = count,
                                                      .from = d->cycle > WINDOW_BEFORE
                                                                  ? d->cycle - WINDOW_BEFORE
                                                                  : 0,
                                                      .to = d->cycle + WINDOW_AFTER + 1,
                                                      .traffic = l->s.settings->argument[1],
                                                      .seed = l->s.settings->seed,
                                                      .command = l->s.settings->command});
}

/* The design again, now able to record a waveform. */
static bool open_traced(struct lock_step *l, struct err *err)
{
  l->dut.ops->close(l->dut.self);
  l->dut = (struct machine){.ops = NULL};
  l->s.traced = true;
  return simulate_machine(&l->dut, &l->s, l->name, err);
}

/* Run again up to the difference, from new objects: see what led to it, and record a window
 * around it unless the first pass has recorded already. */
static bool second_pass(struct lock_step *l, struct err *err)
{
  const struct difference *d = &l->result.difference;
  struct run_request request = simulate_request(&l->s);
  struct replay replay = {.history = NULL};
  struct recorder recorder;
  struct run_result again;
  uint32_t switches[SIMULATE_SWITCHES];
  bool written = false;

  l->s.output.muted = true; /* it has been shown before */
  l->s.output.printed = 0;
  if (!l->s.settings->wave) {
    if (!name_evidence(l, err) || (!l->s.traced && !open_traced(l, err)))
      return false;
    start_evidence(l, &recorder, switches);
    replay.recorder = &recorder;
  }
  l->explained = d->at != UINT32_MAX; /* a network that stopped does not say where */
  if (l->explained && !history_open(&l->history, &l->s.shape, d, l->packet, err))
    return false;
  if (l->explained)
    replay.history = &l->history;
  request.machine = l->golden;
  request.dut = &l->dut;
  request.after = WINDOW_AFTER;
  request.observer = replay_cycle;
  request.observer_self = &replay;
  request.progress = NULL;
  bool ran = run(&request, &again, err);
  run_result_close(&again);
  if (replay.recorder)
    ran = recorder_finish(&recorder, d, &written, err) && ran;
  if (written)
    l->waveform = l->evidence;
  return ran;
}

static void print_report(const struct lock_step *l)
{
  FILE *text = simulate_text(&l->s);

  result_print(&l->s, &l->result, l->name);
  explain_outcome(&l->s, &l->golden, &l->result, text);
  result_print_exercise(&l->s, &l->result, &l->golden);
  if (l->explained && !l->s.settings->quiet)
    history_print(&l->history, text);
  if (l->result.outcome == OUTCOME_DIFFER && !l->s.settings->quiet)
    fprintf(text, "repeat with: %s\n", l->s.settings->command);
  if (l->waveform)
    simulate_print_wave(&l->s, l->waveform);
}

/* A second pass that fails does not take the difference away. */
static void look_again(struct lock_step *l)
{
  struct err err;

  if (!second_pass(l, &err))
    fprintf(stderr, "lockhop: warning: the difference could not be looked at again: %s\n",
            err.text);
}

/* Both passes and the report; the exit code. */
static int lock_step(struct lock_step *l, struct err *err)
{
  struct result_machines machines = {.machine = &l->golden,
                                     .dut = l->name,
                                     .simulator = l->dut.ops->simulator(l->dut.self)};
  int code = 0;

  if (simulate_announce(&l->s, err) && first_pass(l, err)) {
    if (l->result.outcome == OUTCOME_DIFFER && !l->result.difference.in_reset)
      look_again(l);
    print_report(l);
    machines.waveform = l->waveform;
    if (result_write_json(&l->s, &l->result, &machines, err))
      code = result_outcome(&l->s, &l->result);
  }
  history_close(&l->history);
  run_result_close(&l->result);
  return code;
}

int command_cosim(const struct settings *settings, struct err *err)
{
  const char *name = settings->machine ? settings->machine : "array";
  struct lock_step l = {.name = name};
  int code = 0;

  if (strcmp(name, "golden") == 0 && settings->dut_count == 0) {
    err_set(err, ERR_USAGE,
            "--machine golden: cosim compares the golden model with Verilog, not with "
            "itself; give --machine array or network");
    return (int)err->kind;
  }
  if (!simulate_open(&l.s, settings, SETTINGS_UNSET, err))
    return (int)err->kind;
  if (simulate_machine(&l.dut, &l.s, name, err)) {
    if (golden_open(&l.golden, &l.s.shape, simulate_copies(&l.s), err)) {
      code = lock_step(&l, err);
      l.golden.ops->close(l.golden.self);
    }
    if (l.dut.ops)
      l.dut.ops->close(l.dut.self);
  }
  simulate_close(&l.s);
  return err->kind ? (int)err->kind : code;
}
