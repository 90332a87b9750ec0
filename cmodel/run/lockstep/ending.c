/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ending -- decides when a run is over, and its outcome. */
#include "run/lockstep/runner.h"

#include "base/bits.h"

#include <stdio.h>

enum {
  /* In a cycle without a transfer, an injection or an ejection, packets may still move
   * inside a switch; the next cycle shows it.  More such cycles than this mean that nothing
   * moves. */
  QUIET_CYCLES = 64
};

static uint64_t later(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* Does a packet wait at a terminal? */
static bool any_waits(const struct runner *r)
{
  return r->terminals.waiting_count > 0 || r->joint.waiting;
}

/* Record where packets go. */
static void add_livelock(struct runner *r)
{
  if (r->joint.ranks)
    joint_livelock(r);
  else
    livelock_add(&r->result->livelock, &r->request->shape, &r->request->machine, &r->links);
}

/* Is the run asked to stop? */
static bool is_asked(const struct runner *r)
{
  const volatile sig_atomic_t *stop = r->request->stop;

  return r->joint.ranks ? r->joint.stop : stop && *stop;
}

/* Have packets moved for too long while none started or arrived?  Then the run continues
 * for some cycles to record where they go. */
static bool goes_round(struct runner *r)
{
  uint64_t left = r->result->scoreboard.expected - r->result->scoreboard.delivered_count;
  uint64_t patience =
      limits_patience(&r->limits, &r->request->shape,
                      r->terminals.started < left ? r->terminals.started : left);

  if (!terminals_idle(&r->terminals) && !any_waits(r))
    return false; /* the run waits for the schedule */
  const uint64_t since = later(r->last_progress, r->held_up);

  if (r->cycle <= since + patience)
    return false;
  add_livelock(r);
  r->result->limit_cycles = r->cycle - r->last_progress;
  return r->cycle > since + patience + LIVELOCK_CYCLES;
}

/* Was there a faulty ejection, such as a packet that was never sent there or came twice?
 * Then the run continues while others may follow, and at the end to record where moving
 * packets go. */
static bool has_been_faulty(struct runner *r)
{
  uint64_t wait = r->result->settle + QUIET_CYCLES;

  if (r->fault_at == UINT64_MAX || r->cycle < r->fault_at + wait)
    return false;
  add_livelock(r);
  return r->cycle >= r->fault_at + wait + LIVELOCK_HOPS;
}

/* Have all packets arrived, with a reset still to come? */
static bool waits_for_reset(const struct runner *r)
{
  const struct scoreboard *board = &r->result->scoreboard;

  return r->cycle < r->disturber.resets_end && board->delivered_count == board->expected;
}

/* Have all deliveries been made before the least cycles of the schedule are over? */
static bool looks_on(const struct runner *r)
{
  const struct scoreboard *board = &r->result->scoreboard;

  return r->schedule_cycle < r->lasts && board->delivered_count == board->expected;
}

/* Has the run used its time: that of the schedule, anew after every reset, and the cycles
 * of disturbances? */
static bool time_is_up(struct runner *r)
{
  const uint64_t asked = r->request->max_cycles;

  r->result->limit_cycles = asked ? asked : r->start + r->held_cycles + r->limits.cycles;
  r->result->limit = asked ? RUN_LIMIT_ASKED : RUN_LIMIT_WORK;
  return r->cycle + 1 >= r->result->limit_cycles &&
         (asked || !(waits_for_reset(r) || looks_on(r)));
}

bool run_follows(const struct runner *r)
{
  const struct difference *d = &r->result->difference;

  return r->flow && r->differed && d->kind == DIFFERENCE_RULE &&
         d->flow.rule == FLOW_ORDER && d->flow.has_other &&
         d->flow.fate == FLOW_NOT_KNOWN && !run_in_reset(r) && r->start <= d->cycle &&
         r->cycle < d->cycle + r->request->follow;
}

/* Nothing moves any more while an overtaken packet is followed: it is lost. */
static bool gives_up(struct runner *r)
{
  struct flow_fault *fault = &r->result->difference.flow;

  if (r->cycle <= later(r->last_move, r->held_up) + r->limits.still)
    return false;
  fault->fate = FLOW_HAS_LOST;
  fault->fate_at = r->cycle;
  return true;
}

bool run_is_over(struct runner *r)
{
  const struct run_request *q = r->request;
  struct run_result *result = r->result;
  const bool to_come = r->cycle < r->disturber.resets_end; /* of resets */
  const bool looks = looks_on(r);
  const bool waits = looks || waits_for_reset(r);
  const bool done = !to_come && !looks &&
                    result->scoreboard.delivered_count == result->scoreboard.expected;

  if (is_asked(r))
    result->outcome = OUTCOME_INTERRUPTED;
  else if (run_follows(r) && !gives_up(r))
    return false;
  else if (r->differed && r->cycle >= result->difference.cycle + q->after)
    result->outcome = OUTCOME_DIFFER;
  else if (r->differed)
    return false;
  else if (result->entered.found)
    result->outcome = OUTCOME_LOST;
  else if (done && (r->golden_alone ||
                    r->cycle >= later(r->delivered_at, r->held_up) + result->settle))
    result->outcome = result->scoreboard.faults ? OUTCOME_LOST : OUTCOME_PASS;
  else if (!done && has_been_faulty(r))
    result->outcome = OUTCOME_LOST;
  else if ((terminals_idle(&r->terminals) || any_waits(r)) &&
           r->cycle > later(r->last_move, r->held_up) + r->limits.still && !done && !waits)
    result->outcome = OUTCOME_DEADLOCK;
  else if (!done && !waits && goes_round(r)) {
    result->outcome = OUTCOME_TIMEOUT;
    result->limit = RUN_LIMIT_PROGRESS;
  } else if (!done && time_is_up(r))
    result->outcome = OUTCOME_TIMEOUT;
  else
    return false;
  return true;
}

void run_tell_deadlock_from_loss(struct runner *r)
{
  const struct shape *shape = &r->request->shape;
  /* A channel of an engine is ready in some steps alone, whatever the engine keeps. */
  const bool barrier = shape->routing->phases.kind == PHASE_BARRIER && !shape->programs;
  const uint64_t channels = bits_mask(shape_channels(shape));
  bool kept = false;

  r->result->stuck_since = r->last_move;
  for (size_t i = 0; i < r->links.active_count && !kept; i++) {
    const uint32_t sw = r->links.active[i];

    kept =
        r->links.valid[sw] != 0 || (barrier && (r->links.ready[sw] & channels) != channels);
  }
  if (joint_any(r, kept))
    return;
  joint_board(r);
  scoreboard_finish(&r->result->scoreboard, r->cycle);
  r->result->outcome = OUTCOME_LOST;
}

bool run_judge_lost(struct runner *r)
{
  struct flow_fault fault;

  if (!r->flow || !flow_lost(r->flow, r->cycle, &r->links, &fault))
    return false;
  r->result->difference = difference_rule(&r->request->shape, &fault);
  r->result->outcome = OUTCOME_DIFFER;
  return true;
}

bool run_judge_ways(struct runner *r, struct err *err)
{
  struct run_result *result = r->result;

  if (!r->joint.ranks || !r->ways.schedule)
    ways_finish(&r->ways, 0, UINT64_MAX);
  else if (!joint_ways(r, err))
    return false;
  result->misrouted = r->ways.first;
  result->misrouted_count = r->ways.faults;
  result->strays = r->ways.strays;
  if (result->misrouted_count > 0 || result->strays > 0)
    result->outcome = OUTCOME_MISROUTED;
  return true;
}

bool run_find_fault(const struct runner *r, bool in_reset, struct difference *d,
                    bool *found, struct err *err)
{
  const struct machine *m = run_under_test(r);
  struct machine_failure failure;
  struct moore_fault fault;

  *found = false;
  if (machine_can(m, MACHINE_STOPS) && m->ops->failure(m->self, &failure)) {
    if (failure.kind == FAILURE_MEMORY)
      return err_set(err, ERR_ENVIRONMENT,
                     "the design needs more memory than --dut-memory allows");
    if (failure.kind == FAILURE_OUTPUT)
      return err_set(err, ERR_ENVIRONMENT,
                     "the design prints more than --dut-output allows");
    *d = (struct difference){.kind = DIFFERENCE_STOPPED,
                             .cycle = r->cycle,
                             .at = failure.at,
                             .in_reset = in_reset};
    if (failure.kind == FAILURE_UNSETTLED && failure.loop[0] != '\0')
      snprintf(d->text, sizeof d->text, "its logic does not settle: a loop at %s",
               failure.loop);
    else
      snprintf(d->text, sizeof d->text, "%s", failure.text);
    *found = true;
  } else if (machine_can(m, MACHINE_MOORE) && m->ops->moore(m->self, &fault)) {
    *d = difference_moore(&r->request->shape, r->cycle, &fault);
    *found = true;
  }
  return true;
}

bool run_judge_design(struct runner *r, bool in_reset, struct err *err)
{
  bool found;

  if (r->differed)
    return true;
  if (r->joint.ranks && machine_can(run_under_test(r), MACHINE_SIMULATED))
    return joint_judge(r, in_reset, err);
  if (!run_find_fault(r, in_reset, &r->result->difference, &found, err))
    return false;
  if (found) {
    r->differed = true;
    r->result->outcome = OUTCOME_DIFFER;
  }
  return true;
}

bool run_finish(struct runner *r, struct err *err)
{
  const struct machine *m = &r->request->machine;
  struct run_result *result = r->result;

  if (!run_arrivals_finish(r, err) || !joint_statistics(r, err))
    return false;
  result->began = r->start + r->phases.since;
  if (machine_can(run_under_test(r), MACHINE_SIMULATED)) {
    run_under_test(r)->ops->finish(run_under_test(r)->self);
    if (!run_judge_design(r, false, err))
      return false;
    if (!r->joint.ranks)
      result->spared = run_under_test(r)->ops->spared(run_under_test(r)->self);
  }
  if (result->outcome == OUTCOME_PASS && r->request->compare == COMPARE_CYCLE &&
      !run_judge_ways(r, err))
    return false;
  if (result->scoreboard.delivered_count == result->scoreboard.expected &&
      (result->outcome == OUTCOME_MISROUTED || result->outcome == OUTCOME_PASS ||
       result->outcome == OUTCOME_LOST))
    result->cycles = r->delivered_at + 1;
  result->values = values_found(&r->values);
  if (result->outcome == OUTCOME_PASS && result->values.right < result->values.vertices)
    result->outcome = OUTCOME_LOST;
  if (result->outcome == OUTCOME_DEADLOCK && !run_judge_lost(r))
    run_tell_deadlock_from_loss(r);
  if (result->outcome == OUTCOME_PASS && r->request->strict && result->statistics.hops == 0)
    result->outcome = OUTCOME_VACUOUS;
  if (r->joint.ranks)
    result->remarks = r->joint.remarks;
  else if (machine_can(run_under_test(r), MACHINE_MOORE))
    result->remarks = run_under_test(r)->ops->moore_remarks(run_under_test(r)->self);
  if (machine_can(m, MACHINE_QUEUES) && !r->joint.ranks)
    result->max_output_queue = m->ops->queue_max(m->self);
  result->barrier_cycles = r->phases.cost;
  if (r->flow)
    result->figures = flow_figures(r->flow);
  if (r->request->watch)
    exercise_watch_finish(r->request->watch);
  if (r->request->pins)
    exercise_pins_finish(r->request->pins);
  return joint_end(r, err);
}
