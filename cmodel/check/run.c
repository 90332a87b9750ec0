/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- drive a machine through a schedule; with a second machine, in lock step. */
#include "check/run.h"

#include "base/bits.h"
#include "check/runner.h"

#include <stdlib.h>

enum {
  /* The progress function is called once in so many cycles, on large networks in each. */
  PROGRESS_CYCLES = 64,
  PROGRESS_SWITCHES = 4096
};

const char *outcome_name(enum outcome outcome)
{
  static const char *const names[] = {
      [OUTCOME_PASS] = "PASS",
      [OUTCOME_VACUOUS] = "VACUOUS",
      [OUTCOME_DIFFER] = "DIFFER",
      [OUTCOME_LOST] = "LOST",
      [OUTCOME_DEADLOCK] = "DEADLOCK",
      [OUTCOME_TIMEOUT] = "TIMEOUT",
      [OUTCOME_INTERRUPTED] = "INTERRUPTED",
  };

  return names[outcome];
}

/* Does some packet cross a link in this cycle?  Looks no further than the first that does.
 */
static bool any_transfer(const struct runner *r)
{
  const struct shape *shape = &r->request->shape;

  for (size_t i = 0; i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t valid = r->links.valid[sw]; valid; valid &= valid - 1) {
      struct link far = shape_far(shape, sw, bits_lowest(valid));

      if (r->links.ready[far.to_switch] >> far.to_port & 1)
        return true;
    }
  }
  return false;
}

/* A design that has stopped shows nothing any more. */
static bool has_stopped(const struct runner *r)
{
  return r->differed && r->result->difference.kind == DIFFERENCE_STOPPED;
}

static void compare(struct runner *r)
{
  const struct run_request *q = r->request;

  r->dut_links = q->dut->ops->links(q->dut->self);
  if (r->differed)
    return;
  r->result->compared_cycles++;
  r->differed = difference_find(&q->shape, &q->machine, q->dut, &r->links, &r->dut_links,
                                &r->result->difference);
  if (r->differed)
    r->result->difference.cycle = r->cycle;
}

static bool observe(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  return !q->observer ||
         q->observer(
             q->observer_self,
             &(struct run_cycle){
                 .cycle = r->cycle,
                 .phase = r->phases.phase,
                 .machine = &q->machine,
                 .dut = q->dut,
                 .links = &r->links,
                 .dut_links = q->dut ? &r->dut_links : NULL,
                 .injections = r->terminals.injections,
                 .injection_count = r->terminals.injection_count,
                 .difference = r->differed && r->result->difference.cycle == r->cycle
                                   ? &r->result->difference
                                   : NULL,
             },
             err);
}

/* What happens before the clock edge of a cycle. */
static bool begin_cycle(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  r->links = q->machine.ops->links(q->machine.self);
  if (q->dut)
    compare(r);
  if (!run_arrivals(r, err))
    return false;
  buffers_leave(&r->buffers, &r->links);
  if (!terminals_offer(&r->terminals, r->cycle, r->links.ready, err))
    return false;
  buffers_arrive(&r->buffers, &r->links);
  if (r->terminals.injection_count > 0)
    r->last_move = r->last_progress = r->cycle;
  if (r->last_move < r->cycle && any_transfer(r))
    r->last_move = r->cycle;
  if (!r->golden_alone && !r->differed)
    exercise_add(&r->result->exercise, &q->shape, &q->machine, &r->links);
  failed_look(&r->result->entered, &q->shape, &q->machine, &r->links, r->cycle);
  if (!observe(r, err))
    return false;
  if (q->progress &&
      (r->cycle % PROGRESS_CYCLES == 0 || q->shape.topology->switches >= PROGRESS_SWITCHES))
    q->progress(q->progress_self, r->cycle, r->result->scoreboard.delivered_count,
                r->result->scoreboard.expected);
  return true;
}

static void clock_machines(struct runner *r)
{
  const struct run_request *q = r->request;
  const struct terminals *n = &r->terminals;
  struct stimulus stimulus = {.injections = n->injections,
                              .injection_count = n->injection_count};

  stimulus.phase = phases_cycle(&r->phases, r->cycle, &q->machine, &r->links, &stimulus);
  machine_tick(&q->machine, &stimulus);
  if (q->dut)
    machine_tick(q->dut, &stimulus);
}

static bool open_terminals(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  if (!terminals_open(&r->terminals, q->schedule, &q->shape, q->seed, err))
    return false;
  r->sight = (struct launch_sight){.machine = &q->machine, .vcs = q->shape.vcs};
  r->terminals.queues =
      (struct queue_view){.packets = launch_sight_packets, .self = &r->sight};
  if (r->buffers.held)
    r->terminals.watch =
        (struct offer_watch){.offered = buffers_offer, .self = &r->buffers};
  return true;
}

static bool reset(const struct run_request *q, struct err *err)
{
  return q->machine.ops->reset(q->machine.self, q->seed, err) &&
         (!q->dut || q->dut->ops->reset(q->dut->self, q->seed, err));
}

bool run_open(struct runner **runner, const struct run_request *request,
              struct run_result *result, struct err *err)
{
  struct runner *r = *runner = malloc(sizeof *r);

  *result =
      (struct run_result){.max_output_queue = UINT32_MAX, .max_buffer = BUFFERS_UNKNOWN};
  if (!r)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a run");
  *r = (struct runner){
      .asked = *request,
      .result = result,
      .fault_at = UINT64_MAX,
      .golden_alone = !request->dut && machine_can(&request->machine, MACHINE_QUEUES),
      .limits = limits_of(request->schedule, &request->shape, request->seed)};
  const struct run_request *q = r->request = &r->asked; /* which stays */

  result->settle = r->limits.settle;
  return reset(q, err) && buffers_open(&r->buffers, &q->shape, err) &&
         open_terminals(r, err) && phases_open(&r->phases, q->schedule, &q->shape, err) &&
         scoreboard_open(&result->scoreboard, q->schedule, q->shape.topology,
                         &q->shape.format, q->seed, err) &&
         run_judge_design(r, true, err);
}

bool run_step(struct runner *r, bool *last, struct err *err)
{
  *last = has_stopped(r);
  if (*last)
    return true;
  if (!begin_cycle(r, err))
    return false;
  *last = run_is_over(r);
  /* The last cycle has its clock edge too, so that a waveform shows the whole of it. */
  clock_machines(r);
  if (!run_judge_design(r, false, err))
    return false;
  r->result->cycles = r->cycle + 1;
  r->result->max_buffer = buffers_most(&r->buffers);
  *last = *last || has_stopped(r);
  r->cycle += !*last;
  return true;
}

bool run_finish(struct runner *r, struct err *err)
{
  const struct machine *m = &r->request->machine;
  struct run_result *result = r->result;

  result->began = r->phases.since;
  if (machine_can(run_under_test(r), MACHINE_SIMULATED)) {
    run_under_test(r)->ops->finish(run_under_test(r)->self);
    if (!run_judge_design(r, false, err))
      return false;
  }
  if (result->scoreboard.delivered_count == result->scoreboard.expected &&
      (result->outcome == OUTCOME_PASS || result->outcome == OUTCOME_LOST))
    result->cycles = r->delivered_at + 1;
  if (result->outcome == OUTCOME_DEADLOCK)
    run_tell_deadlock_from_loss(r);
  if (result->outcome == OUTCOME_PASS && r->request->strict && result->statistics.hops == 0)
    result->outcome = OUTCOME_VACUOUS;
  if (machine_can(m, MACHINE_QUEUES))
    result->max_output_queue = m->ops->queue_max(m->self);
  return true;
}

void run_close(struct runner *r)
{
  if (!r)
    return;
  terminals_close(&r->terminals);
  phases_close(&r->phases);
  buffers_close(&r->buffers);
  free(r);
}

bool run(const struct run_request *request, struct run_result *result, struct err *err)
{
  struct runner *runner;
  bool last = false;
  bool ran = run_open(&runner, request, result, err);

  while (ran && !last)
    ran = run_step(runner, &last, err);
  ran = ran && run_finish(runner, err);
  run_close(runner);
  return ran;
}

void run_result_close(struct run_result *result)
{
  statistics_close(&result->statistics);
  scoreboard_close(&result->scoreboard);
}
