/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text, as JSON, and as an exit code. */
#include "cli/result.h"

#include <inttypes.h>
#include <jansson.h>

double result_accepted_load(const struct simulation *s, const struct run_result *result)
{
  double window = (double)(s->schedule.measure_to - s->schedule.measure_from);

  return (double)result->in_window / (window * s->topology.switches);
}

static void print_conflicts(const struct conflicts *c, FILE *file)
{
  fprintf(file, "  link conflicts        %" PRIu64, c->count);
  if (c->count)
    fprintf(file, ", in %" PRIu64 " step%s, up to %u packets for a link", c->steps,
            c->steps == 1 ? "" : "s", c->most);
  fprintf(file, "; %" PRIu64 " steps without a wait\n", c->last);
}

static void print_text(const struct simulation *s, const struct run_result *r,
                       const char *dut, FILE *file)
{
  const struct statistics *n = &r->statistics;
  char depth[32] = "no limit";

  if (s->shape.depth)
    snprintf(depth, sizeof depth, "%u", s->shape.depth);
  fprintf(file, "%s: %u switches of %u port%s and %u lane%s, queue depth %s, %s routing\n",
          s->topology.spec, s->topology.switches, s->topology.ports,
          s->topology.ports == 1 ? "" : "s", s->shape.lanes, s->shape.lanes == 1 ? "" : "s",
          depth, s->shape.routing->name);
  fprintf(file, "%s: %zu packets, seed %" PRIu64 "\n", s->settings->argument[1],
          s->schedule.count, s->settings->seed);
  fprintf(file, "  delivered             %zu of %" PRIu64 "\n",
          r->scoreboard.delivered_count, r->scoreboard.expected);
  fprintf(file, "  steps                 %" PRIu64 "\n", n->steps);
  fprintf(file, "  hops                  %" PRIu64 "\n", n->hops);
  fprintf(file, "  average delay         %.4f steps\n", statistics_average_delay(n));
  fprintf(file, "  undelayed             %.2f %%\n", statistics_undelayed_percent(n));
  if (r->max_output_queue != UINT32_MAX)
    fprintf(file, "  largest output queue  %u\n", r->max_output_queue);
  fprintf(file, "  cycles                %" PRIu64 "\n", r->cycles);
  if (s->shape.routing->timed)
    print_conflicts(&s->conflicts, file);
  if (s->schedule.measure_to) {
    fprintf(file,
            "  latency               mean %.3f, median %" PRIu64
            ", 99th percentile %" PRIu64 " steps\n",
            statistics_mean_latency(n), statistics_quantile(n, 0.5),
            statistics_quantile(n, 0.99));
    fprintf(file, "  accepted load         %.5f packets per switch and cycle\n",
            result_accepted_load(s, r));
  }
  if (dut)
    fprintf(file, "  compared              %" PRIu64 " switch-cycles, every port\n",
            r->compared_cycles * s->topology.switches);
}

/* A number, or text where not every reader of JSON would keep all of its 64 bits. */
static json_t *json_value(uint64_t value)
{
  char text[32];

  if (value <= UINT64_C(1) << 53)
    return json_integer((json_int_t)value);
  snprintf(text, sizeof text, "0x%" PRIx64, value);
  return json_string(text);
}

static json_t *json_difference(const struct simulation *s, const struct run_result *r)
{
  const struct difference *d = &r->difference;
  char address[ADDRESS_TEXT];

  if (r->outcome != OUTCOME_DIFFER)
    return json_null();
  s->topology.row->print_address(&s->topology, d->at, address);
  json_t *difference =
      json_pack("{s:I, s:I, s:s, s:I, s:s, s:o, s:o}", "cycle", (json_int_t)d->cycle,
                "switch", (json_int_t)d->at, "address", address, "port",
                (json_int_t)d->port, "field", difference_field_name(d->field), "golden",
                json_value(d->golden), "dut", json_value(d->dut));
  if (s->shape.classes > 1 && d->field < DIFFERENCE_INJECT_READY)
    json_object_set_new(difference, "class", json_integer((json_int_t)d->way_class));
  return difference;
}

static json_t *json_result(const struct simulation *s, const struct run_result *r,
                           const char *machine, const char *dut)
{
  const struct statistics *n = &r->statistics;
  json_t *result = json_pack(
      "{s:s, s:I, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f}",
      "topology", s->topology.spec, "switches", (json_int_t)s->topology.switches, "ports",
      (json_int_t)s->topology.ports, "routing", s->shape.routing->name, "traffic",
      s->settings->argument[1], "machine", machine, "lanes", (json_int_t)s->shape.lanes,
      "classes", (json_int_t)s->shape.classes, "depth", (json_int_t)s->shape.depth, "seed",
      (json_int_t)s->settings->seed, "packets", (json_int_t)s->schedule.count, "delivered",
      (json_int_t)r->scoreboard.delivered_count, "steps", (json_int_t)n->steps, "hops",
      (json_int_t)n->hops, "average_delay", statistics_average_delay(n),
      "undelayed_percent", statistics_undelayed_percent(n));

  json_object_set_new(result, "max_output_queue",
                      r->max_output_queue == UINT32_MAX
                          ? json_null()
                          : json_integer((json_int_t)r->max_output_queue));
  if (r->scoreboard.expected != s->schedule.count)
    json_object_set_new(result, "deliveries",
                        json_integer((json_int_t)r->scoreboard.expected));
  if (s->shape.routing->timed) {
    json_object_set_new(result, "link_conflicts",
                        json_integer((json_int_t)s->conflicts.count));
    json_object_set_new(result, "conflict_steps",
                        json_integer((json_int_t)s->conflicts.steps));
    json_object_set_new(result, "scheduled_steps",
                        json_integer((json_int_t)s->conflicts.last));
  }
  json_object_set_new(result, "cycles", json_integer((json_int_t)r->cycles));
  if (s->schedule.measure_to) {
    json_object_set_new(result, "latency_mean", json_real(statistics_mean_latency(n)));
    json_object_set_new(result, "latency_median",
                        json_integer((json_int_t)statistics_quantile(n, 0.5)));
    json_object_set_new(result, "latency_p99",
                        json_integer((json_int_t)statistics_quantile(n, 0.99)));
    json_object_set_new(result, "accepted_load", json_real(result_accepted_load(s, r)));
  }
  if (dut) {
    json_object_set_new(result, "dut", json_string(dut));
    json_object_set_new(
        result, "compared_switch_cycles",
        json_integer((json_int_t)(r->compared_cycles * s->topology.switches)));
    json_object_set_new(result, "difference", json_difference(s, r));
  }
  json_object_set_new(result, "outcome", json_string(outcome_name(r->outcome)));
  return result;
}

static bool write_json(struct simulation *s, const struct run_result *r,
                       const char *machine, const char *dut, struct err *err)
{
  json_t *result = json_result(s, r, machine, dut);

  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the JSON result");
  json_dumpf(result, s->json.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
  fputc('\n', s->json.stream);
  json_decref(result);
  return file_commit(&s->json, err);
}

bool result_report(struct simulation *s, const struct run_result *result,
                   const char *machine, const char *dut, struct err *err)
{
  if (!s->settings->quiet)
    print_text(s, result, dut, simulate_text(s));
  return !s->settings->json || write_json(s, result, machine, dut, err);
}

int result_outcome(const struct simulation *s, const struct run_result *result)
{
  static const int codes[] = {
      [OUTCOME_PASS] = 0,     [OUTCOME_DIFFER] = 1,  [OUTCOME_LOST] = 1,
      [OUTCOME_DEADLOCK] = 4, [OUTCOME_TIMEOUT] = 4, [OUTCOME_INTERRUPTED] = 130,
  };

  fprintf(simulate_text(s), "%s\n", outcome_name(result->outcome));
  return codes[result->outcome];
}
