/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- lockhop.h: the numbers of a run. */
#include "tool/api/network.h"

enum { UNCOUNTED = -1 };

static enum lockhop_outcome outcome_of(const struct lockhop_network *n)
{
  static const enum lockhop_outcome outcomes[] = {
      [OUTCOME_PASS] = LOCKHOP_PASS,
      [OUTCOME_VACUOUS] = LOCKHOP_PASS, /* of strict runs alone */
      [OUTCOME_DIFFER] = LOCKHOP_DIFFER,
      [OUTCOME_LOST] = LOCKHOP_LOST,
      [OUTCOME_MISROUTED] = LOCKHOP_LOST, /* of Verilog alone */
      [OUTCOME_DEADLOCK] = LOCKHOP_DEADLOCK,
      [OUTCOME_TIMEOUT] = LOCKHOP_TIMEOUT,
      [OUTCOME_INTERRUPTED] = LOCKHOP_INTERRUPTED,
  };

  return n->runner ? LOCKHOP_RUNNING : outcomes[n->result.outcome];
}

const char *lockhop_outcome_name(enum lockhop_outcome outcome)
{
  static const enum outcome outcomes[] = {
      [LOCKHOP_PASS] = OUTCOME_PASS,
      [LOCKHOP_LOST] = OUTCOME_LOST,
      [LOCKHOP_DEADLOCK] = OUTCOME_DEADLOCK,
      [LOCKHOP_TIMEOUT] = OUTCOME_TIMEOUT,
      [LOCKHOP_INTERRUPTED] = OUTCOME_INTERRUPTED,
      [LOCKHOP_DIFFER] = OUTCOME_DIFFER,
  };

  if (outcome == LOCKHOP_RUNNING)
    return "RUNNING";
  return (unsigned)outcome < sizeof outcomes / sizeof outcomes[0]
             ? outcome_name(outcomes[outcome])
             : "UNKNOWN";
}

static void set_latency(struct lockhop_result *to, const struct lockhop_network *n)
{
  const struct statistics *s = &n->result.statistics;

  to->open_loop = true;
  to->latency_mean = statistics_mean_latency(s);
  to->latency_median = statistics_quantile(s, 0.5);
  to->latency_p99 = statistics_quantile(s, 0.99);
  to->accepted_load = session_accepted_load(&n->session, &n->result);
}

static void set_levels(struct lockhop_result *to, const struct lockhop_network *n)
{
  const struct statistics *own = &n->result.privileged;
  const struct statistics others = statistics_others(&n->result.statistics, own);

  to->mixed = true;
  to->privileged_steps = session_privileged_steps(&n->session, &n->result);
  to->privileged_late = own->delivered - own->undelayed;
  to->standard_average_delay = statistics_average_delay(&others);
}

static struct lockhop_result of_run(const struct lockhop_network *n)
{
  const struct run_result *r = &n->result;
  const struct statistics *s = &r->statistics;
  const struct conflicts *c = &n->session.conflicts;
  struct lockhop_result to = {
      .outcome = outcome_of(n),
      .packets = n->session.schedule.count,
      .deliveries = r->scoreboard.expected,
      .delivered = r->scoreboard.delivered_count,
      .cycles = session_cycles(&n->session, r),
      .steps = s->steps,
      .hops = s->hops,
      .average_delay = statistics_average_delay(s),
      .undelayed_percent = statistics_undelayed_percent(s),
      .max_buffer = r->max_buffer,
      .timed = n->session.shape.routing->timed,
  };

  if (n->session.collective.is) { /* words of a program have no delay, and no queue */
    to.steps = UINT64_MAX;
    to.average_delay = to.undelayed_percent = UNCOUNTED;
  }
  if (n->session.schedule.measure_to)
    set_latency(&to, n);
  if (schedule_is_mixed(&n->session.schedule))
    set_levels(&to, n);
  if (to.timed) {
    to.link_conflicts = c->count;
    to.conflict_steps = c->steps;
    to.scheduled_steps = c->last;
  }
  return to;
}

static struct lockhop_result by_hand(const struct lockhop_network *n)
{
  return (struct lockhop_result){.outcome = LOCKHOP_RUNNING,
                                 .packets = n->injected,
                                 .deliveries = n->injected,
                                 .delivered = n->delivered,
                                 .max_buffer = BUFFERS_UNKNOWN,
                                 .cycles = n->cycle,
                                 .hops = n->hops};
}

struct lockhop_result lockhop_result_of(const struct lockhop_network *n)
{
  struct lockhop_result result = network_has_traffic(n) ? of_run(n) : by_hand(n);

  result.max_output_queue = machine_can(&n->machine, MACHINE_QUEUES)
                                ? n->machine.ops->queue_max(n->machine.self)
                                : UINT32_MAX;
  return result;
}
