/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- drives a machine through a schedule; with a second machine, in lock step. */
#include "run/lockstep/run.h"

#include "base/bits.h"
#include "network/topology/faults.h"
#include "run/lockstep/runner.h"

#include <stdlib.h>

enum {
  /* Cycles between two calls of the progress function; on large networks it is called in
     each. */
  PROGRESS_CYCLES = 64,
  PROGRESS_SWITCHES = 4096,
  LONG_PATHS = 4 /* so many times as long as paths, a schedule is long */
};

const char *run_compare_list(size_t number)
{
  static const char *const names[] = {[COMPARE_CYCLE] = "cycle",
                                      [COMPARE_FLOW] = "flow",
                                      [COMPARE_DELIVERY] = "delivery",
                                      NULL};

  return names[number];
}

/* Does any packet cross a link in this cycle?  Stops at the first. */
static bool any_transfer(const struct runner *r)
{
  const struct shape *shape = &r->request->shape;

  for (size_t i = 0; i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t valid = r->links.valid[sw]; valid; valid &= valid - 1)
      if (links_taken(shape, &r->links, sw, bits_lowest(valid)))
        return true;
  }
  return false;
}

/* Has the design stopped?  Then its outputs are no longer valid. */
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
  r->differed = r->joint.ranks
                    ? joint_differs(r, &r->result->difference)
                    : difference_find(&q->shape, &q->machine, q->dut, &r->links,
                                      &r->dut_links, q->team, &r->result->difference);
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

/* The part of the network whose links are seen; 0: all of it. */
static double seen_part(const struct runner *r)
{
  const struct joint *j = &r->joint;

  return j->ranks ? (double)(j->end - j->first) / r->request->shape.topology->switches : 0;
}

static void tell_progress(const struct runner *r)
{
  const struct run_request *q = r->request;
  const struct scoreboard *board = &r->result->scoreboard;
  const bool is_long = schedule_last_cycle(q->schedule) > LONG_PATHS * r->limits.hops;

  if (!q->progress ||
      (r->cycle % PROGRESS_CYCLES != 0 && q->shape.topology->switches < PROGRESS_SWITCHES))
    return;
  q->progress(q->progress_self,
              &(struct run_pace){
                  .cycle = r->cycle,
                  .delivered = board->delivered_count,
                  .packets = board->expected,
                  .moves = is_long ? 0 : r->limits.mean * (double)board->expected,
                  .shape = &q->shape,
                  .links = &r->links,
                  .part = seen_part(r),
              });
}

/* move() of one rank of several.  Progress is told while the links show all that moves in
 * the part; channels of other ranks are as in the cycle before. */
static bool move_jointly(struct runner *r, struct err *err)
{
  const size_t delivered = r->result->scoreboard.delivered_count;
  const size_t faults = r->result->scoreboard.faults;

  if (!run_arrivals(r, err))
    return false;
  tell_progress(r);
  return terminals_offer(&r->terminals, r->schedule_cycle, r->links.ready, err) &&
         joint_cycle(r, delivered, faults, err);
}

/* Handle the arrivals and injections of this cycle. */
static bool move(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  if (r->joint.ranks)
    return move_jointly(r, err);
  /* Before the arrivals, upon which terminals may offer packets. */
  buffers_look(&r->buffers, &r->links);
  buffers_leave(&r->buffers);
  if (!run_arrivals(r, err))
    return false;
  order_cycle(&r->order);
  if (!terminals_offer(&r->terminals, r->schedule_cycle, r->links.ready, err))
    return false;
  buffers_arrive(&r->buffers);
  for (size_t i = 0; i < r->terminals.injection_count; i++)
    order_start(&r->order, r->cycle, &r->terminals.injections[i]);
  if (r->terminals.injection_count > 0)
    r->last_move = r->last_progress = r->cycle;
  if (r->last_move < r->cycle && any_transfer(r))
    r->last_move = r->cycle;
  if (!r->golden_alone && !r->differed)
    activity_add(&r->result->activity, &q->shape, &q->machine, &r->links, q->team);
  ways_cross(&r->ways, &q->machine, &r->links);
  failed_look(&r->result->entered, &q->shape, &q->machine, &r->links, r->cycle);
  return true;
}

/* Apply the disturbances of this cycle. */
static void disturb(struct runner *r)
{
  struct disturber *d = &r->disturber;

  disturber_cycle(d, r->cycle);
  r->terminals.held = disturber_held(d);
  if (d->lasting_count == 0)
    return;
  r->held_up = r->cycle;
  r->held_cycles++;
}

/* Take out of the ejections of this cycle those that the terminals refuse. */
static void refuse(struct runner *r)
{
  const uint64_t *refused = disturber_refused(&r->disturber);

  if (!refused)
    return;
  for (uint32_t sw = 0; sw < r->request->shape.topology->switches; sw++)
    r->ejected[sw] = r->links.eject[sw] & ~refused[sw];
  r->links.shown = r->links.eject;
  r->links.eject = r->ejected;
  r->links.refused = refused;
}

/* Let ready bits that depend on inputs become final. */
static void settle(struct runner *r)
{
  const struct machine *machine = &r->request->machine;
  struct stimulus stimulus = {.reset = 0};

  if (!machine_can(machine, MACHINE_SETTLES) || run_in_reset(r))
    return;
  if (r->disturbed) {
    stimulus.stalled = disturber_stalled(&r->disturber);
    stimulus.refused = disturber_refused(&r->disturber);
  }
  machine->ops->settle(machine->self, &stimulus);
}

/* Read the links of both machines in this cycle. */
static void look(struct runner *r)
{
  const struct run_request *q = r->request;

  settle(r);
  r->links = q->machine.ops->links(q->machine.self);
  if (q->dut)
    compare(r);
  if (!r->disturbed)
    return;
  r->links.stalled = r->dut_links.stalled = disturber_stalled(&r->disturber);
  r->links.reset = r->dut_links.reset = run_in_reset(r);
  refuse(r);
}

/* Judge what leaves the switches in this cycle, if that is asked for. */
static void judge_flow(struct runner *r)
{
  const struct run_request *q = r->request;
  struct flow_fault fault;

  if (!r->flow)
    return;
  if (run_follows(r))
    flow_follow(r->flow, r->cycle, &q->machine, &r->links, &r->result->difference.flow);
  if (r->differed)
    return;
  r->result->compared_cycles++;
  if (!flow_judge(r->flow, r->cycle, &q->machine, &r->links, &fault))
    return;
  r->differed = true;
  r->result->difference = difference_rule(&q->shape, &fault);
}

/* The part of a cycle before its clock edge. */
static bool begin_cycle(struct runner *r, struct err *err)
{
  if (r->disturbed)
    disturb(r);
  look(r);
  if (run_in_reset(r))
    r->terminals.injection_count = 0;
  else if (!move(r, err))
    return false;
  if (!run_in_reset(r))
    judge_flow(r);
  if (!observe(r, err))
    return false;
  if (!r->joint.ranks)
    tell_progress(r);
  return true;
}

/* Does nobody look into the machine in the next cycle?  When nothing has started or arrived
 * for long, packets are looked for, on links and in queues; after the last cycle too. */
static bool is_unseen(const struct runner *r, bool last)
{
  return r->is_blind && !last && r->fault_at == UINT64_MAX &&
         r->cycle < r->last_progress + r->limits.still;
}

static bool clock_machines(struct runner *r, bool last, struct err *err)
{
  const struct run_request *q = r->request;
  const struct terminals *n = &r->terminals;
  struct stimulus stimulus = {.injections = n->injections,
                              .injection_count = n->injection_count,
                              .stalled = r->links.stalled,
                              .refused = r->links.refused,
                              .unseen = is_unseen(r, last),
                              .reset = r->disturber.reset};

  if (!run_in_reset(r)) {
    stimulus.phase =
        phases_cycle(&r->phases, r->schedule_cycle, &q->machine, &r->links, &stimulus);
    stimulus.all_sent = q->shape.routing->phases.tree && phases_all_sent(&r->phases);
  }
  if (r->flow && !r->differed && !run_in_reset(r) && !flow_enter(r->flow, &stimulus, err))
    return false;
  if (q->pins && !r->differed && !run_in_reset(r))
    exercise_pins_cycle(q->pins, &r->links);
  if (q->watch && !r->differed)
    exercise_watch_cycle(q->watch, &q->machine, &r->links, &stimulus);
  if (q->feed)
    q->feed(q->feed_self, &r->links, &stimulus);
  machine_tick(&q->machine, &stimulus);
  if (q->dut)
    machine_tick(q->dut, &stimulus);
  return true;
}

/* A reset begins in this cycle: after it the run starts again.  Faults found so far and the
 * counters of activity are kept. */
static void start_again(struct runner *r)
{
  struct run_result *result = r->result;
  const uint64_t seed = payload_seed(r->request->seed, ++r->resets);

  r->start = r->last_move = r->last_progress = r->delivered_at = r->disturber.reset_to;
  r->held_cycles = 0;
  terminals_reset(&r->terminals, seed);
  phases_reset(&r->phases);
  buffers_reset(&r->buffers);
  ways_reset(&r->ways, seed);
  order_reset(&r->order);
  values_reset(&r->values, seed);
  if (r->request->pins && !r->differed)
    exercise_pins_reset(r->request->pins, r->flow);
  if (r->flow)
    flow_reset(r->flow, seed);
  scoreboard_reset(&result->scoreboard, seed, r->start);
  statistics_close(&result->statistics);
  statistics_close(&result->privileged);
  run_arrivals_reset(r);
  joint_reset(r);
  result->in_window = 0;
  result->livelock = (struct livelock){.count = 0};
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
  if (!clock_machines(r, *last, err))
    return false;
  if (run_in_reset(r) && r->start != r->disturber.reset_to)
    start_again(r);
  if (!run_judge_design(r, false, err))
    return false;
  r->result->cycles = r->cycle + 1;
  r->result->max_buffer = buffers_most(&r->buffers);
  *last = *last || has_stopped(r);
  r->cycle += !*last;
  r->schedule_cycle = r->cycle - r->start;
  return true;
}

/* Is all that this run asks of its machine, while packets arrive, the links and what is
 * ejected? */
static bool looks_at_links_alone(const struct runner *r)
{
  const struct run_request *q = r->request;

  return r->golden_alone && machine_can(&q->machine, MACHINE_UNSEEN) && !r->ways.schedule &&
         !r->disturbed && !q->observer && !q->watch && !q->pins && !q->feed && !q->ranks &&
         q->compare == COMPARE_CYCLE && !r->phases.packets && !q->shape.routing->launch &&
         !faults_any(q->shape.topology);
}

bool run(const struct run_request *request, struct run_result *result, struct err *err)
{
  struct runner *runner;
  bool last = false;
  bool ran = run_open(&runner, request, result, err);

  if (ran)
    runner->is_blind = looks_at_links_alone(runner);
  while (ran && !last)
    ran = run_step(runner, &last, err);
  ran = ran && run_finish(runner, err);
  if (!ran && request->ranks && !(runner && runner->joint.alike))
    request->ranks->ops->fail(request->ranks, (int)err->kind, err->text);
  run_close(runner);
  return ran;
}

void run_result_close(struct run_result *result)
{
  statistics_close(&result->statistics);
  statistics_close(&result->privileged);
  scoreboard_close(&result->scoreboard);
}
