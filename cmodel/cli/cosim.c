/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- lockhop cosim: golden model and Verilog in lock step. */
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
  WINDOW_AFTER = 5    /* and after it */
};

/* Where the waveform of a difference goes when the user names none. */
static const char difference_wave[] = "lockhop-difference.fst";

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
  struct history history;
  struct recorder *recorder; /* NULL: none */
};

static bool replay_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct replay *replay = self;

  history_add(&replay->history, cycle);
  return !replay->recorder || recorder_add(replay->recorder, cycle, err);
}

struct lock_step {
  struct simulation s;
  struct machine golden;
  struct machine dut;
  struct run_result result;
  uint32_t packet; /* of the difference */
  bool recorded;   /* the waveform that the user asked for is written */
};

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
  l->recorded = written;
  return ran;
}

/* Run again up to the difference: print what led to it, and record a window around it
 * unless the first pass has recorded already. */
static bool second_pass(struct lock_step *l, struct err *err)
{
  const struct difference *d = &l->result.difference;
  struct run_request request = simulate_request(&l->s);
  struct replay replay = {.recorder = NULL};
  struct recorder recorder;
  struct run_result again;
  uint32_t switches[SIMULATE_SWITCHES];
  size_t count = recorder_neighbourhood(&l->s.topology, d->at, l->s.topology.switches <= 16,
                                        switches, SIMULATE_SWITCHES);
  bool written;

  if (!l->s.settings->wave) {
    interrupt_on_full_disk();
    recorder_start(&recorder,
                   &(struct recorder_request){
                       .shape = &l->s.shape,
                       .path = difference_wave,
                       .switches = switches,
                       .count = count,
                       .from = d->cycle > WINDOW_BEFORE ? d->cycle - WINDOW_BEFORE : 0,
                       .to = d->cycle + WINDOW_AFTER + 1,
                       .traffic = l->s.settings->argument[1],
                       .seed = l->s.settings->seed,
                       .command = l->s.settings->command});
    replay.recorder = &recorder;
  }
  if (!history_open(&replay.history, &l->s.shape, d, l->packet, err))
    return false;
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
  if (ran) {
    history_print(&replay.history, simulate_text(&l->s));
    fprintf(simulate_text(&l->s), "repeat with: %s\n", l->s.settings->command);
    if (replay.recorder)
      simulate_print_wave(&l->s, difference_wave);
  }
  history_close(&replay.history);
  return ran;
}

/* Both passes and the report; the exit code. */
static int lock_step(struct lock_step *l, const char *dut, struct err *err)
{
  FILE *text = simulate_text(&l->s);
  int code = 0;

  if (simulate_announce(&l->s, err) && first_pass(l, err) &&
      result_report(&l->s, &l->result, "golden", dut, err)) {
    explain_outcome(&l->s, &l->golden, &l->result, text);
    explain_failure(&l->dut, text);
    if (l->recorded)
      simulate_print_wave(&l->s, l->s.settings->wave);
    if (l->result.outcome != OUTCOME_DIFFER || l->s.settings->quiet || second_pass(l, err))
      code = result_outcome(&l->s, &l->result);
  }
  run_result_close(&l->result);
  return code;
}

int command_cosim(const struct settings *settings, struct err *err)
{
  const char *name = settings->machine ? settings->machine : "array";
  struct lock_step l = {.recorded = false};
  int code = 0;

  if (!simulate_open(&l.s, settings, SETTINGS_UNSET, err))
    return (int)err->kind;
  if (simulate_machine(&l.dut, &l.s, name, err)) {
    if (golden_open(&l.golden, &l.s.shape, simulate_copies(&l.s), err)) {
      code = lock_step(&l, name, err);
      l.golden.ops->close(l.golden.self);
    }
    l.dut.ops->close(l.dut.self);
  }
  simulate_close(&l.s);
  return err->kind ? (int)err->kind : code;
}
