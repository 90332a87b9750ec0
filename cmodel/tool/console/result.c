/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text, as JSON, and as an exit code. */
#include "tool/console/result.h"

#include "network/topology/faults.h"
#include "run/flow/report.h"
#include "tool/console/exercise.h"
#include "tool/console/flow_result.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

static void print_conflicts(const struct conflicts *c, FILE *file)
{
  fprintf(file, "  link conflicts        %" PRIu64, c->count);
  if (c->count)
    fprintf(file, ", in %" PRIu64 " step%s, up to %u packets for a link", c->steps,
            c->steps == 1 ? "" : "s", c->most);
  fprintf(file, "; %" PRIu64 " steps without a wait\n", c->last);
}

static void print_setup(const struct schedule *schedule, FILE *file)
{
  fprintf(file, "  path set-up           %.3f s for %u permutation%s\n",
          schedule->setup_seconds, schedule->setups, schedule->setups == 1 ? "" : "s");
}

/* Do the numbers cover the whole workload? A run that was cut short saw only some packets.
 */
static bool is_whole(const struct run_result *r)
{
  return r->scoreboard.delivered_count == r->scoreboard.expected &&
         (r->outcome == OUTCOME_PASS || r->outcome == OUTCOME_VACUOUS ||
          r->outcome == OUTCOME_LOST || r->outcome == OUTCOME_MISROUTED);
}

/* Of a network of collective engines, at one level or the other. */
static void print_collective_head(const struct session *s, FILE *file)
{
  const struct topology *t = &s->topology;

  fprintf(file, "%s: %u collective engines of %u port%s\n", t->spec, t->switches, t->ports,
          t->ports == 1 ? "" : "s");
  if (s->collective.counted)
    fprintf(file, "%s: about %" PRIu64 " transfers of words, counted by messages\n",
            s->description.traffic, s->collective.estimate);
  else
    fprintf(file, "%s: %zu words, seed %" PRIu64 "\n", s->description.traffic,
            s->schedule.count, s->description.seed);
}

static void print_head(const struct simulation *s, FILE *file)
{
  const size_t nowhere = schedule_nowhere(&s->session.schedule);
  char depth[48] = "no limit", terminals[32] = "", sends[32] = "";

  if (s->session.shape.depth)
    snprintf(depth, sizeof depth, "%u%s", s->session.shape.depth,
             s->session.depth_chosen ? " (chosen)" : "");
  if (topology_terminals_apart(&s->session.topology))
    snprintf(terminals, sizeof terminals, "%u terminals at ",
             s->session.topology.terminals);
  if (s->session.shape.sends)
    snprintf(sends, sizeof sends, "%u send%s in a cycle, ", s->session.shape.sends,
             s->session.shape.sends == 1 ? "" : "s");
  fprintf(file,
          "%s: %s%u switches of %u port%s and %u lane%s, %squeue depth %s, %s routing\n",
          s->session.topology.spec, terminals, s->session.topology.switches,
          s->session.topology.ports, s->session.topology.ports == 1 ? "" : "s",
          s->session.shape.lanes, s->session.shape.lanes == 1 ? "" : "s", sends, depth,
          s->session.shape.routing->name);
  fprintf(file, "%s: %zu packets, seed %" PRIu64 "\n", s->session.description.traffic,
          s->session.schedule.count, s->session.description.seed);
  if (nowhere > 0)
    fprintf(file, "  never arrive          %zu: no switch ejects them\n", nowhere);
  if (faults_any(&s->session.topology))
    fprintf(file, "  failed switches       %u; %" PRIu64 " packets not sent\n",
            faults_count(&s->session.topology), s->session.schedule.not_sent);
}

/* "12 stalls, 1 reset, noise" */
static void print_disturbances(const struct disturbances *d, FILE *file)
{
  static const char *const names[] = {
      [DISTURBANCE_STALL] = "stall",
      [DISTURBANCE_HOLD] = "hold",
      [DISTURBANCE_RESET] = "reset",
      [DISTURBANCE_REFUSAL] = "refusal",
  };
  const char *before = "  disturbances          ";

  for (int kind = 0; kind < DISTURBANCE_KINDS; kind++) {
    const size_t count = disturbances_count(d, (enum disturbance_kind)kind);

    if (count == 0)
      continue;
    fprintf(file, "%s%zu %s%s", before, count, names[kind], count == 1 ? "" : "s");
    before = ", ";
  }
  if (d->noise)
    fprintf(file, "%snoise", before);
  fputc('\n', file);
}

static void print_statistics(const struct run_result *r, FILE *file)
{
  const struct statistics *n = &r->statistics;

  fprintf(file, "  steps                 %" PRIu64 "\n", n->steps);
  fprintf(file, "  hops                  %" PRIu64 "\n", n->hops);
  fprintf(file, "  average delay         %.4f steps\n", statistics_average_delay(n));
  fprintf(file, "  undelayed             %.2f %%\n", statistics_undelayed_percent(n));
  if (r->barrier_cycles > 0)
    fprintf(file, "  barrier cycles        %" PRIu64 "\n", r->barrier_cycles);
  if (r->max_output_queue != UINT32_MAX)
    fprintf(file, "  largest output queue  %u\n", r->max_output_queue);
  if (r->max_buffer != BUFFERS_UNKNOWN)
    fprintf(file, "  largest buffer        %u\n", r->max_buffer);
}

/* The cost of a collective; `cycles` UINT64_MAX: it did not finish. */
static void print_cost(const struct session *s, uint64_t cycles, FILE *file)
{
  const struct collectives *c = &s->collective.traffic;
  const struct message_level *count = &s->collective.count;
  const uint64_t cost = collective_session_cycles(s);

  fprintf(file, "  start-ups             %u of %u cycle%s\n", count->startups, c->startup,
          c->startup == 1 ? "" : "s");
  fprintf(file, "  word steps            %" PRIu64 " of %u word%s, %u cycle%s each\n",
          count->word_steps, c->words, c->words == 1 ? "" : "s", c->word,
          c->word == 1 ? "" : "s");
  fprintf(file, "  cost                  %" PRIu64 " cycles%s\n", cost,
          cycles == UINT64_MAX || cycles == cost ? "" : " if all begin each step together");
}

/* The two levels of a mixed schedule. */
static void print_levels(const struct session *s, const struct run_result *r, FILE *file)
{
  const struct statistics *own = &r->privileged;
  const struct statistics others = statistics_others(&r->statistics, own);

  fprintf(file,
          "  privileged            %" PRIu64 " deliveries in %" PRIu64
          " steps from cycle %u on, %" PRIu64 " of them late\n",
          own->delivered, session_privileged_steps(s, r), s->schedule.measure_from,
          own->delivered - own->undelayed);
  fprintf(file,
          "  standard              %" PRIu64 " deliveries, average delay %.4f steps\n",
          others.delivered, statistics_average_delay(&others));
}

static void print_latency(const struct simulation *s, const struct run_result *r,
                          FILE *file)
{
  const struct statistics *n = &r->statistics;

  fprintf(file,
          "  latency               mean %.3f, median %" PRIu64 ", 99th percentile %" PRIu64
          " steps\n",
          statistics_mean_latency(n), statistics_quantile(n, 0.5),
          statistics_quantile(n, 0.99));
  fprintf(file, "  accepted load         %.5f packets per terminal and cycle\n",
          session_accepted_load(&s->session, r));
}

static void print_text(const struct simulation *s, const struct run_result *r,
                       const char *dut, FILE *file)
{
  const bool collective = s->session.collective.is;

  if (collective)
    print_collective_head(&s->session, file);
  else
    print_head(s, file);
  if (!payload_is_numbered(&s->session.shape.format))
    fprintf(file, "  data                   %s\n", s->session.description.data);
  if (disturbances_any(&s->session.schedule.disturbances))
    print_disturbances(&s->session.schedule.disturbances, file);
  fprintf(file, "  delivered             %zu of %" PRIu64 "\n",
          r->scoreboard.delivered_count, r->scoreboard.expected);
  if (r->values.kept)
    fprintf(file, "  values                right at %u of %u vertices\n", r->values.right,
            r->values.vertices);
  if (is_whole(r) && collective)
    fprintf(file, "  hops                  %" PRIu64 "\n", r->statistics.hops);
  else if (is_whole(r))
    print_statistics(r, file);
  fprintf(file, "  cycles                %" PRIu64 "\n", session_cycles(&s->session, r));
  if (collective)
    print_cost(&s->session, is_whole(r) ? session_cycles(&s->session, r) : UINT64_MAX,
               file);
  if (s->session.shape.routing->timed)
    print_conflicts(&s->session.conflicts, file);
  if (s->session.schedule.setups)
    print_setup(&s->session.schedule, file);
  if (schedule_is_mixed(&s->session.schedule) && is_whole(r))
    print_levels(&s->session, r, file);
  if (s->session.schedule.measure_to && is_whole(r))
    print_latency(s, r, file);
  if (dut && s->session.compare == COMPARE_FLOW)
    flow_result_print(&s->session, &r->figures, file);
  if (dut && s->session.compare == COMPARE_DELIVERY)
    fprintf(file, "  compared              deliveries alone\n");
  else if (dut)
    fprintf(file, "  compared              %" PRIu64 " switch-cycles, %s\n",
            r->compared_cycles * s->session.topology.switches,
            s->session.compare == COMPARE_FLOW ? "what enters and leaves" : "every port");
}

/* Did this event happen in the run? An event that cannot be counted is not missing. */
static bool happened(const struct simulation *s, const struct run_result *r,
                     const struct machine *machine, enum activity_event item)
{
  return r->activity.count[item] > 0 || !activity_counts(machine, &s->session.shape, item);
}

void result_print_exercise(const struct simulation *s, const struct run_result *r,
                           const struct machine *machine)
{
  FILE *file = simulate_text(s);
  const char *before = "never: ";

  if (s->settings->quiet || (r->outcome != OUTCOME_PASS && r->outcome != OUTCOME_VACUOUS))
    return;
  for (int item = 0; item < ACTIVITY_EVENTS; item++) {
    if (happened(s, r, machine, (enum activity_event)item))
      continue;
    fprintf(file, "%s%s", before, activity_rows[item].never);
    before = "; ";
  }
  if (before[0] == ';')
    fprintf(file, "\n");
}

void result_print_map(const struct simulation *s)
{
  if (s->session.description.exercise && !s->settings->quiet)
    exercise_print(&s->session.exercise, simulate_text(s));
}

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
  if (file && fclose(file) == 0)
    json_object_set_new(difference, "text", json_string(text));
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
  const bool hops = is_whole(r), whole = hops && !s->session.collective.is;

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

  json_object_set_new(result, "latency_mean", json_real(statistics_mean_latency(n)));
  json_object_set_new(result, "latency_median",
                      json_integer((json_int_t)statistics_quantile(n, 0.5)));
  json_object_set_new(result, "latency_p99",
                      json_integer((json_int_t)statistics_quantile(n, 0.99)));
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
  if (faults_any(&s->session.topology)) {
    json_object_set_new(result, "failed_switches",
                        json_integer(faults_count(&s->session.topology)));
    json_object_set_new(result, "not_sent",
                        json_integer((json_int_t)s->session.schedule.not_sent));
  }
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
  if (schedule_is_mixed(&s->session.schedule) && is_whole(r))
    set_levels(result, &s->session, r);
  if (s->session.schedule.measure_to && is_whole(r))
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
  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the JSON result");
  json_dumpf(result, s->json.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
  fputc('\n', s->json.stream);
  json_decref(result);
  return file_commit(&s->json, err);
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

int result_counted(struct simulation *s, bool stopped, struct err *err)
{
  const enum outcome outcome = stopped ? OUTCOME_INTERRUPTED : OUTCOME_PASS;
  FILE *file = simulate_text(s);

  if (!s->settings->quiet) {
    print_collective_head(&s->session, file);
    if (!stopped) {
      fprintf(file, "  messages moved        %" PRIu64 "\n",
              s->session.collective.count.moves);
      fprintf(file, "  cycles                %" PRIu64 "\n",
              collective_session_cycles(&s->session));
      print_cost(&s->session, UINT64_MAX, file);
    }
  }
  if (s->settings->json && !write_json(s, json_counted(s, outcome), err))
    return 0;
  fprintf(file, "%s\n", outcome_name(outcome));
  return outcome_code(outcome);
}

void result_print(const struct simulation *s, const struct run_result *result,
                  const char *dut)
{
  if (!s->settings->quiet)
    print_text(s, result, dut, simulate_text(s));
}

int result_outcome(const struct simulation *s, const struct run_result *result)
{
  fprintf(simulate_text(s), "%s\n", outcome_name(result->outcome));
  return outcome_code(result->outcome);
}
