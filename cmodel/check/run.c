/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- drive a machine through a schedule; with a second machine, in lock step. */
#include "check/run.h"

#include "base/bits.h"
#include "network/injections.h"

#include <stdlib.h>

enum {
  /* In a cycle without a transfer, an injection or an ejection packets may still move
   * inside a switch; the next one shows it.  More than this many such cycles are no
   * progress. */
  QUIET_CYCLES = 64,
  /* The progress function is called once in so many cycles, on large networks in each. */
  PROGRESS_CYCLES = 64,
  PROGRESS_SWITCHES = 4096,
  PATH_CAPACITY = 4096,
  ARRIVALS = 64 /* so many ejected packets are read before they are judged */
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

struct runner {
  const struct run_request *request; /* &asked */
  struct run_request asked;
  struct run_result *result;
  struct terminals terminals;
  struct phases phases;
  struct buffers buffers;
  struct launch_sight sight; /* of the terminals */
  struct links links;        /* of this cycle */
  struct links dut_links;    /* of this cycle, in lock step */
  struct limits limits;
  uint64_t cycle;
  uint64_t last_move;     /* last cycle in which something moved on a link or lane */
  uint64_t last_progress; /* last cycle in which a packet started or was delivered */
  uint64_t delivered_at;  /* cycle of the last delivery */
  uint64_t fault_at;      /* cycle of the first fault of an ejection; UINT64_MAX: none */
  bool golden_alone;
  bool differed;
};

/* A packet that a machine ejects in this cycle. */
struct arrival {
  struct packet packet;
  uint32_t at; /* switch */
  uint32_t channel;
};

/* Links on the only way of a packet, for a machine that does not count hops: simulate
 * refuses routings with several ways. */
static uint64_t hops_on_the_way(const struct runner *r, uint32_t number)
{
  const struct schedule_entry *entry = &r->request->schedule->entries[number];
  struct hop hops[PATH_CAPACITY];
  size_t length =
      topology_path(r->request->shape.topology, r->request->shape.routing, entry->source,
                    entry->destination, entry->header, 0, hops, PATH_CAPACITY);

  return length ? length - 1 : 0;
}

static bool deliver(struct runner *r, const struct arrival *arrival, struct err *err)
{
  const struct machine *m = &r->request->machine;
  const struct schedule *schedule = r->request->schedule;
  uint32_t number;

  if (schedule->measure_from <= r->cycle && r->cycle < schedule->measure_to)
    r->result->in_window++;
  if (!scoreboard_eject(&r->result->scoreboard, r->cycle, arrival->at, &arrival->packet,
                        &number))
    return true;
  terminals_arrived(&r->terminals, number, arrival->at);
  uint64_t hops = machine_can(m, MACHINE_HOPS)
                      ? m->ops->eject_hops(m->self, arrival->at, arrival->channel)
                      : hops_on_the_way(r, number);
  uint64_t start = schedule->entries[number].cycle;
  uint64_t step =
      r->cycle - 1; /* a packet is ejected one cycle after it started, or later */
  bool measured = schedule->measure_to == 0 ||
                  (schedule->measure_from <= start && start < schedule->measure_to);

  return statistics_deliver(&r->result->statistics,
                            step - start - phases_waited(&r->phases, number), hops, step,
                            measured, err);
}

static bool deliver_some(struct runner *r, const struct arrival *arrivals, size_t count,
                         struct err *err)
{
  for (size_t i = 0; i < count; i++)
    if (!deliver(r, &arrivals[i], err))
      return false;
  return true;
}

/* On large networks every packet and its entry of the schedule miss the caches.  Many are
 * read before the first is judged, so that these misses overlap. */
static bool deliver_all(struct runner *r, struct err *err)
{
  const struct machine *m = &r->request->machine;
  const struct scoreboard *board = &r->result->scoreboard;
  const size_t before = board->delivered_count;
  struct arrival arrivals[ARRIVALS + SHAPE_CHANNELS];
  size_t count = 0;

  for (size_t i = 0; i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t eject = r->links.eject[sw]; eject; eject &= eject - 1) {
      struct arrival *arrival = &arrivals[count++];

      *arrival = (struct arrival){.at = sw, .channel = bits_lowest(eject)};
      arrival->packet = m->ops->eject_packet(m->self, sw, arrival->channel);
      scoreboard_prefetch(board, &arrival->packet);
    }
    if (count >= ARRIVALS) {
      if (!deliver_some(r, arrivals, count, err))
        return false;
      count = 0;
    }
  }
  if (!deliver_some(r, arrivals, count, err))
    return false;
  if (board->delivered_count > before)
    r->last_move = r->last_progress = r->delivered_at = r->cycle;
  if (board->faults && r->fault_at == UINT64_MAX)
    r->fault_at = r->cycle;
  return true;
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

/* The machine with Verilog in it, or the only one. */
static const struct machine *under_test(const struct runner *r)
{
  return r->request->dut ? r->request->dut : &r->request->machine;
}

/* Packets move, and none has started or arrived for too long.  Then the run goes on for
 * some cycles, to see where they go. */
static bool goes_round(struct runner *r)
{
  uint64_t left = r->result->scoreboard.expected - r->result->scoreboard.delivered_count;
  uint64_t patience =
      limits_patience(&r->limits, &r->request->shape,
                      r->terminals.started < left ? r->terminals.started : left);

  if (!terminals_idle(&r->terminals) && r->terminals.waiting_count == 0)
    return false; /* it waits for the schedule */
  if (r->cycle <= r->last_progress + patience)
    return false;
  livelock_add(&r->result->livelock, &r->request->shape, &r->request->machine, &r->links);
  r->result->limit_cycles = r->cycle - r->last_progress;
  return r->cycle > r->last_progress + patience + LIVELOCK_CYCLES;
}

/* A packet was ejected that nobody had sent there, or sent twice: the run goes on for as
 * long as others may follow, and at the end to see where those go that move. */
static bool has_been_faulty(struct runner *r)
{
  uint64_t wait = r->result->settle + QUIET_CYCLES;

  if (r->fault_at == UINT64_MAX || r->cycle < r->fault_at + wait)
    return false;
  livelock_add(&r->result->livelock, &r->request->shape, &r->request->machine, &r->links);
  return r->cycle >= r->fault_at + wait + LIVELOCK_HOPS;
}

static bool time_is_up(struct runner *r)
{
  const uint64_t asked = r->request->max_cycles;

  r->result->limit_cycles = asked ? asked : r->limits.cycles;
  r->result->limit = asked ? RUN_LIMIT_ASKED : RUN_LIMIT_WORK;
  return r->cycle + 1 >= r->result->limit_cycles;
}

/* Is the run over?  Then the outcome is set. */
static bool over(struct runner *r)
{
  const struct run_request *q = r->request;
  struct run_result *result = r->result;
  bool done = result->scoreboard.delivered_count == result->scoreboard.expected;

  if (q->stop && *q->stop)
    result->outcome = OUTCOME_INTERRUPTED;
  else if (r->differed && r->cycle >= result->difference.cycle + q->after)
    result->outcome = OUTCOME_DIFFER;
  else if (r->differed)
    return false;
  else if (result->entered.found)
    result->outcome = OUTCOME_LOST;
  else if (done && (r->golden_alone || r->cycle >= r->delivered_at + result->settle))
    result->outcome = result->scoreboard.faults ? OUTCOME_LOST : OUTCOME_PASS;
  else if (!done && has_been_faulty(r))
    result->outcome = OUTCOME_LOST;
  else if ((terminals_idle(&r->terminals) || r->terminals.waiting_count > 0) &&
           r->cycle > r->last_move + r->limits.still && !done)
    result->outcome = OUTCOME_DEADLOCK;
  else if (!done && goes_round(r)) {
    result->outcome = OUTCOME_TIMEOUT;
    result->limit = RUN_LIMIT_PROGRESS;
  } else if (!done && time_is_up(r))
    result->outcome = OUTCOME_TIMEOUT;
  else
    return false;
  return true;
}

/* Has the design stopped, or broken the Moore law, at the clock edge that ended this cycle
 * (`in_reset`: before the first)?  That is a difference.  False with *err when it wants
 * more than it may have. */
static bool judge_design(struct runner *r, bool in_reset, struct err *err)
{
  const struct machine *m = under_test(r);
  struct difference *d = &r->result->difference;
  struct machine_failure failure;
  struct moore_fault fault;

  if (r->differed)
    return true;
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
    r->differed = true;
    r->result->outcome = OUTCOME_DIFFER;
  } else if (machine_can(m, MACHINE_MOORE) && m->ops->moore(m->self, &fault)) {
    *d = difference_moore(&r->request->shape, r->cycle, &fault);
    r->differed = true;
    r->result->outcome = OUTCOME_DIFFER;
  }
  return true;
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
  if (!deliver_all(r, err))
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
         judge_design(r, true, err);
}

bool run_step(struct runner *r, bool *last, struct err *err)
{
  *last = has_stopped(r);
  if (*last)
    return true;
  if (!begin_cycle(r, err))
    return false;
  *last = over(r);
  /* The last cycle has its clock edge too, so that a waveform shows the whole of it. */
  clock_machines(r);
  if (!judge_design(r, false, err))
    return false;
  r->result->cycles = r->cycle + 1;
  r->result->max_buffer = buffers_most(&r->buffers);
  *last = *last || has_stopped(r);
  r->cycle += !*last;
  return true;
}

/* A machine that swallowed packets stands still too, but has nothing on its links. */
static void tell_deadlock_from_loss(struct runner *r)
{
  bool offered = false;

  r->result->stuck_since = r->last_move;
  for (size_t i = 0; i < r->links.active_count && !offered; i++)
    offered = r->links.valid[r->links.active[i]] != 0;
  if (offered)
    return;
  scoreboard_finish(&r->result->scoreboard, r->cycle);
  r->result->outcome = OUTCOME_LOST;
}

bool run_finish(struct runner *r, struct err *err)
{
  const struct machine *m = &r->request->machine;
  struct run_result *result = r->result;

  result->began = r->phases.since;
  if (machine_can(under_test(r), MACHINE_SIMULATED)) {
    under_test(r)->ops->finish(under_test(r)->self);
    if (!judge_design(r, false, err))
      return false;
  }
  if (result->scoreboard.delivered_count == result->scoreboard.expected &&
      (result->outcome == OUTCOME_PASS || result->outcome == OUTCOME_LOST))
    result->cycles = r->delivered_at + 1;
  if (result->outcome == OUTCOME_DEADLOCK)
    tell_deadlock_from_loss(r);
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
