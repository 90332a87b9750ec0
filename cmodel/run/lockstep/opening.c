/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* opening -- begins a run, with both machines reset, and frees what it holds. */
#include "run/lockstep/runner.h"

#include <stdlib.h>

/* Paths are checked only if no machine counts hops: one that does is golden, or is compared
 * with a golden one in every cycle. */
static bool open_ways(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  return machine_can(&q->machine, MACHINE_HOPS) ||
         ways_open(&r->ways, q->schedule, &q->shape, q->seed, err);
}

static bool open_flow(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  return q->compare != COMPARE_FLOW ||
         flow_open(&r->flow,
                   &(struct flow_request){.shape = &q->shape,
                                          .schedule = q->schedule,
                                          .witness =
                                              q->pins ? exercise_pins_witness(q->pins)
                                                      : (struct flow_witness){.self = NULL},
                                          .seed = q->seed,
                                          .rules = ~q->waived,
                                          .capacity = q->capacity,
                                          .starve = q->starve,
                                          .patience = q->patience},
                   err);
}

/* Where the routing promises it, unless it is waived. */
static bool open_order(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  return q->compare != COMPARE_DELIVERY || !order_is_promised(&q->shape) ||
         (q->waived >> FLOW_ORDER & 1) ||
         order_open(&r->order, &q->shape, q->schedule, err);
}

static bool open_terminals(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  if (!terminals_open(&r->terminals, q->schedule, &q->shape, q->seed, err))
    return false;
  r->sight = (struct launch_sight){.machine = &q->machine, .vcs = q->shape.vcs};
  r->terminals.queues =
      r->flow ? (struct queue_view){.packets = flow_packets, .self = r->flow}
              : (struct queue_view){.packets = launch_sight_packets, .self = &r->sight};
  if (r->buffers.held)
    r->terminals.watch =
        (struct offer_watch){.offered = buffers_offer, .self = &r->buffers};
  if (!values_open(&r->values, q->schedule, &q->shape.format, q->seed, err))
    return false;
  if (r->values.schedule)
    r->terminals.data = (struct data_source){.of = values_start, .self = &r->values};
  return true;
}

/* Can the machine have the disturbances of the schedule? */
static bool can_be_disturbed(const struct run_request *q, const struct machine *m,
                             struct err *err)
{
  const struct disturbances *d = &q->schedule->disturbances;

  if (disturbances_count(d, DISTURBANCE_STALL) && !machine_can(m, MACHINE_STALLS))
    return err_set(err, ERR_USAGE, "the links of machine %s cannot be stalled",
                   m->ops->name);
  if (disturbances_count(d, DISTURBANCE_RESET) && !machine_can(m, MACHINE_RESETS))
    return err_set(err, ERR_USAGE, "machine %s cannot be reset in mid-run", m->ops->name);
  if (disturbances_count(d, DISTURBANCE_REFUSAL) && !machine_can(m, MACHINE_REFUSALS))
    return err_set(err, ERR_USAGE,
                   "refusals: the switches of machine %s have no port eject_ready_i, so "
                   "nothing that they eject can be refused",
                   m->ops->name);
  return true;
}

static bool reset_machine(const struct run_request *q, const struct machine *m,
                          struct err *err)
{
  if (!can_be_disturbed(q, m, err))
    return false;
  if (machine_can(m, MACHINE_NOISE))
    m->ops->noise(m->self, q->schedule->disturbances.noise);
  return m->ops->reset(m->self, q->seed, err);
}

/* Error: ERR_ENVIRONMENT. */
static bool open_refusals(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  if (disturbances_count(&q->schedule->disturbances, DISTURBANCE_REFUSAL) == 0)
    return true;
  r->ejected = calloc(q->shape.topology->switches, sizeof *r->ejected);
  return r->ejected || err_set(err, ERR_ENVIRONMENT, "not enough memory for a run");
}

static bool reset(const struct run_request *q, struct err *err)
{
  return reset_machine(q, &q->machine, err) && (!q->dut || reset_machine(q, q->dut, err));
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
      .lasts = schedule_lasts(request->schedule),
      .golden_alone = !request->dut && machine_can(&request->machine, MACHINE_QUEUES),
      .limits = limits_of(request->schedule, &request->shape, request->seed)};
  const struct run_request *q = r->request = &r->asked; /* a copy that does not move */

  result->settle = r->limits.settle;
  r->disturbed = q->schedule->disturbances.count > 0;
  if (q->watch)
    exercise_watch_reset(q->watch);
  return reset(q, err) &&
         disturber_open(&r->disturber, &q->schedule->disturbances, q->shape.topology,
                        err) &&
         open_refusals(r, err) && buffers_open(&r->buffers, &q->shape, err) &&
         open_ways(r, err) && open_flow(r, err) && open_order(r, err) &&
         open_terminals(r, err) && phases_open(&r->phases, q->schedule, &q->shape, err) &&
         scoreboard_open(&result->scoreboard, q->schedule, q->shape.topology,
                         &q->shape.format, q->seed, err) &&
         run_arrivals_open(r, err) && joint_open(r, err) && run_judge_design(r, true, err);
}

void run_close(struct runner *r)
{
  if (!r)
    return;
  terminals_close(&r->terminals);
  phases_close(&r->phases);
  buffers_close(&r->buffers);
  ways_close(&r->ways);
  flow_close(r->flow);
  order_close(&r->order);
  values_close(&r->values);
  disturber_close(&r->disturber);
  run_arrivals_close(r);
  joint_close(r);
  free(r->ejected);
  free(r);
}
