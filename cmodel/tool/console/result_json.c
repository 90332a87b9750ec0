/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result_json -- the result of a run as JSON: docs/schema/result.json. */
#include "tool/console/result_json.h"

#include "base/text.h"
#include "network/topology/faults.h"
#include "run/flow/report.h"
#include "tool/console/exercise.h"
#include "tool/console/flow_result.h"
#include "tool/console/json_print.h"
#include "tool/console/memory_text.h"

#include <inttypes.h>
#include <jansson.h>

/* A number; a string where a reader of JSON might lose some of its 64 bits. */
static json_t *json_value(uint64_t value)
{
  char text[32];

  if (value <= UINT64_C(1) << 53)
    return json_integer((json_int_t)value);
  snprintf(text, sizeof text, "0x%" PRIx64, value);
  return json_string(text);
}

/* "out_ready[2]"; null if no single input was found. */
static json_t *json_input(const struct moore_fault *fault)
{
  if (!fault->input)
    return json_null();
  return json_sprintf("%s[%u]", fault->input, fault->input_index);
}

static json_t *json_switch(const struct simulation *s, uint32_t at, json_t *difference)
{
  char address[ADDRESS_TEXT];

  if (at == UINT32_MAX) { /* a network that stopped does not say where */
    json_object_set_new(difference, "switch", json_null());
    json_object_set_new(difference, "address", json_null());
    return difference;
  }
  s->session.topology.row->print_address(&s->session.topology, at, address);
  json_object_set_new(difference, "switch", json_integer((json_int_t)at));
  json_object_set_new(difference, "address", json_string(address));
  return difference;
}

/* Of the packet that was overtaken; null: it is not known. */
static json_t *json_fate(enum flow_fate fate)
{
  static const char *const names[] = {
      [FLOW_REORDERED] = "reordered", [FLOW_HAS_LOST] = "lost"};

  return fate == FLOW_NOT_KNOWN ? json_null() : json_string(names[fate]);
}

/* A broken rule; the port is null where the packet is ejected. */
static json_t *json_rule(const struct simulation *s, const struct difference *d,
                         json_t *difference)
{
  const bool ejects = d->flow.exit == FLOW_TERMINAL;
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  if (file)
    flow_print_cause(&d->flow, &s->session.shape, file);
  if (file && text_close(file, &text))
    json_object_set_new(difference, "text", json_string(text));
  else
    memory_text_left_out();
  free(text);
  json_object_set_new(difference, "rule", json_string(flow_rule_name(d->flow.rule)));
  if (d->flow.rule == FLOW_ORDER)
    json_object_set_new(difference, "fate", json_fate(d->flow.fate));
  json_object_set_new(difference, "port",
                      ejects ? json_null() : json_integer((json_int_t)d->port));
  if (s->session.shape.vcs > 1 && !ejects)
    json_object_set_new(difference, "vc", json_integer((json_int_t)d->vc));
  return difference;
}

static json_t *json_difference(const struct simulation *s, const struct run_result *r)
{
  static const char *const kinds[] = {
      [DIFFERENCE_VALUE] = "value",
      [DIFFERENCE_MOORE] = "moore",
      [DIFFERENCE_STOPPED] = "stopped",
      [DIFFERENCE_RULE] = "rule",
  };
  const struct difference *d = &r->difference;

  if (r->outcome != OUTCOME_DIFFER)
    return json_null();
  json_t *difference =
      json_pack("{s:s, s:I}", "kind", kinds[d->kind], "cycle", (json_int_t)d->cycle);
  json_switch(s, d->at, difference);
  if (d->kind == DIFFERENCE_STOPPED) {
    json_object_set_new(difference, "reset", json_boolean(d->in_reset));
    json_object_set_new(difference, "text", json_string(d->text));
    return difference;
  }
  if (d->kind == DIFFERENCE_RULE)
    return json_rule(s, d, difference);
  json_object_set_new(difference, "port", json_integer((json_int_t)d->port));
  json_object_set_new(difference, "field", json_string(difference_field_name(d->field)));
  json_object_set_new(difference, "golden", json_value(d->golden));
  json_object_set_new(difference, "dut", json_value(d->dut));
  if (d->kind == DIFFERENCE_MOORE)
    json_object_set_new(difference, "input", json_input(&d->moore));
  if (s->session.shape.vcs > 1 && d->field < DIFFERENCE_INJECT_READY)
    json_object_set_new(difference, "vc", json_integer((json_int_t)d->vc));
  return difference;
}

/* Null when the run was cut short; of a collective all but the hops. */
static void set_statistics(json_t *result, const struct simulation *s,
                           const struct run_result *r)
{
  const struct statistics *n = &r->statistics;
  const bool hops = result_is_whole(r), whole = hops && !s->session.collective.is;

  json_object_set_new(result, "steps",
                      whole ? json_integer((json_int_t)n->steps) : json_null());
  json_object_set_new(result, "hops",
                      hops ? json_integer((json_int_t)n->hops) : json_null());
  json_object_set_new(result, "average_delay",
                      whole ? json_real(statistics_average_delay(n)) : json_null());
  json_object_set_new(result, "undelayed_percent",
                      whole ? json_real(statistics_undelayed_percent(n)) : json_null());
}

/* What a collective costs. */
static void set_cost(json_t *result, const struct session *s)
{
  const struct message_level *count = &s->collective.count;

  json_object_set_new(result, "startups", json_integer((json_int_t)count->startups));
  json_object_set_new(result, "word_steps", json_integer((json_int_t)count->word_steps));
  json_object_set_new(result, "cost_cycles",
                      json_integer((json_int_t)collective_session_cycles(s)));
  json_object_set_new(result, "level",
                      json_string(s->collective.counted ? "message" : "word"));
}

static json_t *json_exercise(const struct simulation *s, const struct run_result *r,
                             const struct result_machines *m)
{
  json_t *exercise = json_object();

  for (int i = 0; m->simulator && i < ACTIVITY_EVENTS; i++)
    json_object_set_new(
        exercise, activity_rows[i].name,
        activity_counts(m->machine, &s->session.shape, (enum activity_event)i)
            ? json_integer((json_int_t)r->activity.count[i])
            : json_null());
  if (s->session.description.exercise)
    json_object_set_new(exercise, "map", exercise_json(&s->session.exercise));
  return exercise;
}

/* Where it is not numbers. */
static void set_data(json_t *result, const struct session *s)
{
  if (!payload_is_numbered(&s->shape.format))
    json_object_set_new(result, "data", json_string(s->description.data));
}

static void set_disturbances(json_t *result, const struct disturbances *d)
{
  const size_t refusals = disturbances_count(d, DISTURBANCE_REFUSAL);

  if (!disturbances_any(d))
    return;
  json_t *drawn = json_pack("{s:I, s:I, s:I, s:b}", "stalls",
                            (json_int_t)disturbances_count(d, DISTURBANCE_STALL), "holds",
                            (json_int_t)disturbances_count(d, DISTURBANCE_HOLD), "resets",
                            (json_int_t)disturbances_count(d, DISTURBANCE_RESET), "noise",
                            d->noise != 0);
  if (refusals > 0)
    json_object_set_new(drawn, "refusals", json_integer((json_int_t)refusals));
  json_object_set_new(result, "disturbances", drawn);
}

static void set_latency(json_t *result, const struct simulation *s,
                        const struct run_result *r)
{
  const struct statistics *n = &r->statistics;
  struct statistics_steady steady;

  json_object_set_new(result, "warmup",
                      json_integer((json_int_t)s->session.schedule.measure_from));
  if (s->session.schedule.requests)
    json_object_set_new(result, "round_trips",
                        json_integer((json_int_t)statistics_measured(n)));
  json_object_set_new(result, "latency_mean", json_real(statistics_mean_latency(n)));
  json_object_set_new(result, "latency_min",
                      json_integer((json_int_t)statistics_quantile(n, 0)));
  json_object_set_new(result, "latency_median",
                      json_integer((json_int_t)statistics_quantile(n, 0.5)));
  json_object_set_new(result, "latency_p99",
                      json_integer((json_int_t)statistics_quantile(n, 0.99)));
  json_object_set_new(result, "latency_max",
                      json_integer((json_int_t)statistics_quantile(n, 1)));
  if (statistics_steady(n, &steady)) {
    json_object_set_new(result, "latency_interval", json_real(steady.interval));
    json_object_set_new(result, "latency_drift", json_real(steady.drift));
    json_object_set_new(result, "latency_drifting", json_boolean(steady.drifting));
  }
  json_object_set_new(result, "offered_load",
                      json_real(session_offered_load(&s->session, r)));
  json_object_set_new(result, "accepted_load",
                      json_real(session_accepted_load(&s->session, r)));
}

/* The two levels of a mixed schedule. */
static void set_levels(json_t *result, const struct session *s, const struct run_result *r)
{
  const struct statistics *own = &r->privileged;
  const struct statistics others = statistics_others(&r->statistics, own);

  json_object_set_new(result, "privileged_deliveries",
                      json_integer((json_int_t)own->delivered));
  json_object_set_new(result, "privileged_from",
                      json_integer((json_int_t)s->schedule.measure_from));
  json_object_set_new(result, "privileged_steps",
                      json_integer((json_int_t)session_privileged_steps(s, r)));
  json_object_set_new(result, "privileged_late",
                      json_integer((json_int_t)(own->delivered - own->undelayed)));
  json_object_set_new(result, "standard_deliveries",
                      json_integer((json_int_t)others.delivered));
  json_object_set_new(result, "standard_average_delay",
                      json_real(statistics_average_delay(&others)));
  json_object_set_new(result, "standard_undelayed_percent",
                      json_real(statistics_undelayed_percent(&others)));
}

static json_t *counted(uint32_t most)
{
  return most == UINT32_MAX ? json_null() : json_integer((json_int_t)most);
}

static json_t *json_result(const struct simulation *s, const struct run_result *r,
                           const struct result_machines *m)
{
  const size_t nowhere = schedule_nowhere(&s->session.schedule);
  json_t *result = json_pack(
      "{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}",
      "version", LOCKHOP_VERSION, "command", s->session.description.command, "topology",
      s->session.topology.spec, "switches", (json_int_t)s->session.topology.switches,
      "terminals", (json_int_t)s->session.topology.terminals, "ports",
      (json_int_t)s->session.topology.ports, "routing", s->session.shape.routing->name,
      "traffic", s->session.description.traffic, "machine", m->machine->ops->name, "lanes",
      (json_int_t)s->session.shape.lanes, "vcs", (json_int_t)s->session.shape.vcs, "depth",
      (json_int_t)s->session.shape.depth, "seed", (json_int_t)s->session.description.seed,
      "packets", (json_int_t)s->session.schedule.count, "delivered",
      (json_int_t)r->scoreboard.delivered_count);

  if (r->values.kept)
    json_object_set_new(result, "right_values", json_integer((json_int_t)r->values.right));
  if (s->session.shape.sends)
    json_object_set_new(result, "sends", json_integer((json_int_t)s->session.shape.sends));
  if (s->session.shape.pushes)
    json_object_set_new(result, "pushes",
                        json_integer((json_int_t)s->session.shape.pushes));
  if (faults_any(&s->session.topology)) {
    json_object_set_new(result, "failed_switches",
                        json_integer(faults_count(&s->session.topology)));
    json_object_set_new(result, "not_sent",
                        json_integer((json_int_t)s->session.schedule.not_sent));
  }
  if (s->session.schedule.content[0] != '\0')
    json_object_set_new(result, "traffic_content",
                        json_string(s->session.schedule.content));
  set_data(result, &s->session);
  set_disturbances(result, &s->session.schedule.disturbances);
  set_statistics(result, s, r);
  json_object_set_new(result, "max_output_queue", counted(r->max_output_queue));
  json_object_set_new(result, "max_buffer", counted(r->max_buffer));
  if (s->session.shape.routing->phases.tree)
    json_object_set_new(result, "barrier_cycles",
                        json_integer((json_int_t)r->barrier_cycles));
  json_object_set_new(result, "setup_seconds",
                      s->session.schedule.setups
                          ? json_real(s->session.schedule.setup_seconds)
                          : json_null());
  if (nowhere > 0)
    json_object_set_new(result, "never_arrive", json_integer((json_int_t)nowhere));
  if (r->scoreboard.expected != s->session.schedule.count)
    json_object_set_new(result, "deliveries",
                        json_integer((json_int_t)r->scoreboard.expected));
  if (s->session.shape.routing->timed) {
    json_object_set_new(result, "link_conflicts",
                        json_integer((json_int_t)s->session.conflicts.count));
    json_object_set_new(result, "conflict_steps",
                        json_integer((json_int_t)s->session.conflicts.steps));
    json_object_set_new(result, "scheduled_steps",
                        json_integer((json_int_t)s->session.conflicts.last));
  }
  json_object_set_new(result, "cycles",
                      json_integer((json_int_t)session_cycles(&s->session, r)));
  if (s->session.collective.is)
    set_cost(result, &s->session);
  if (schedule_is_mixed(&s->session.schedule) && result_is_whole(r))
    set_levels(result, &s->session, r);
  if (s->session.schedule.measure_to && result_is_whole(r))
    set_latency(result, s, r);
  if (m->simulator)
    json_object_set_new(result, "simulator", json_string(m->simulator));
  if (r->spared > 0)
    json_object_set_new(result, "unevaluated_switch_cycles",
                        json_integer((json_int_t)r->spared));
  if (r->remarks.asynchronous)
    json_object_set_new(result, "asynchronous_reset", json_true());
  if (r->remarks.untried)
    json_object_set_new(result, "moore_untried", json_true());
  if (m->simulator || s->session.description.exercise)
    json_object_set_new(result, "exercise", json_exercise(s, r, m));
  if (m->dut) {
    json_object_set_new(result, "dut", json_string(m->dut));
    if (s->session.compare != COMPARE_CYCLE)
      json_object_set_new(result, "compare",
                          json_string(run_compare_list(s->session.compare)));
    if (s->session.compare == COMPARE_FLOW)
      json_object_set_new(result, "flow", flow_result_json(&s->session, &r->figures));
    json_object_set_new(
        result, "compared_switch_cycles",
        json_integer((json_int_t)(r->compared_cycles * s->session.topology.switches)));
  }
  if (m->dut || r->outcome == OUTCOME_DIFFER)
    json_object_set_new(result, "difference", json_difference(s, r));
  if (m->waveform)
    json_object_set_new(result, "waveform", json_string(m->waveform));
  json_object_set_new(result, "outcome", json_string(outcome_name(r->outcome)));
  return result;
}

static bool write_json(struct simulation *s, json_t *result, struct err *err)
{
  const bool good =
      json_print(result, s->json.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10), err);

  json_decref(result);
  return good && memory_text_whole(err) && file_commit(&s->json, err);
}

bool result_write_json(struct simulation *s, const struct run_result *r,
                       const struct result_machines *machines, struct err *err)
{
  return !s->settings->json || write_json(s, json_result(s, r, machines), err);
}

/* No words moved, so the result has the numbers of the operation. */
static json_t *json_counted(const struct simulation *s, enum outcome outcome)
{
  const struct session *n = &s->session;
  const bool whole = outcome == OUTCOME_PASS;
  json_t *result = json_pack(
      "{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:I}", "version", LOCKHOP_VERSION,
      "command", s->session.description.command, "topology", n->topology.spec, "switches",
      (json_int_t)n->topology.switches, "terminals", (json_int_t)n->topology.terminals,
      "ports", (json_int_t)n->topology.ports, "routing", n->shape.routing->name, "traffic",
      n->description.traffic, "seed", (json_int_t)n->description.seed);

  json_object_set_new(result, "moves",
                      whole ? json_integer((json_int_t)n->collective.count.moves)
                            : json_null());
  json_object_set_new(result, "cycles",
                      whole ? json_integer((json_int_t)collective_session_cycles(n))
                            : json_null());
  if (whole)
    set_cost(result, n);
  json_object_set_new(result, "outcome", json_string(outcome_name(outcome)));
  return result;
}

bool result_write_counted(struct simulation *s, enum outcome outcome, struct err *err)
{
  return !s->settings->json || write_json(s, json_counted(s, outcome), err);
}
