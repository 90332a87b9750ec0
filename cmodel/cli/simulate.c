/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* simulate -- what run and cosim have in common: from settings to machines, and results. */
#include "cli/simulate.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "generate/verilog.h"
#include "network/golden.h"
#include "network/verilated.h"
#include "traffic/payload.h"
#include "traffic/relation.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH_STALL_FREE_MOST = 64, DEPTH_OTHERWISE = 8 };

static uint32_t packets_per_switch(const struct settings *settings,
                                   const struct topology *t)
{
  return settings->packets ? (uint32_t)settings->packets : t->ports;
}

bool simulate_schedule(struct schedule *schedule, const struct topology *t,
                       const struct routing *routing, const struct settings *settings,
                       struct err *err)
{
  return schedule_make(schedule,
                       &(struct traffic_request){
                           .topology = t,
                           .routing = routing,
                           .traffic = settings->argument[1],
                           .packets = packets_per_switch(settings, t),
                           .seed = settings->seed,
                       },
                       err);
}

/* A depth that never stalls this schedule, where one is known and not too large. */
static bool known_depth(const struct simulation *s, int64_t *depth, struct err *err)
{
  const struct routing *routing = s->shape.routing;
  uint32_t relation = 0;

  *depth = DEPTH_OTHERWISE;
  if (!routing->stall_free_depth)
    return true;
  if (!relation_of(&s->schedule, &s->topology, &relation, err))
    return false;
  uint64_t stall_free = routing->stall_free_depth(&s->topology, relation);
  if (relation > 0 && stall_free <= DEPTH_STALL_FREE_MOST)
    *depth = (int64_t)stall_free;
  return true;
}

static bool read_wave_switches(struct simulation *s, struct err *err)
{
  const char *list = s->settings->wave_switches;

  if (!list) {
    s->wave_count =
        recorder_neighbourhood(&s->topology, 0, true, s->wave_switches, SIMULATE_SWITCHES);
    return true;
  }
  while (*list != '\0') {
    char item[ADDRESS_TEXT];
    size_t length = strcspn(list, ",");

    if (s->wave_count == SIMULATE_SWITCHES)
      return err_set(err, ERR_USAGE, "--wave-switches: at most %d switches",
                     SIMULATE_SWITCHES);
    snprintf(item, sizeof item, "%.*s", (int)length, list);
    if (!topology_parse_address(&s->topology, item, "--wave-switches",
                                &s->wave_switches[s->wave_count], err))
      return false;
    for (size_t i = 0; i < s->wave_count; i++)
      if (s->wave_switches[i] == s->wave_switches[s->wave_count])
        return err_set(err, ERR_USAGE, "--wave-switches: '%s' is named twice", item);
    s->wave_count++;
    list += length + (list[length] == ',');
  }
  return s->wave_count > 0 || err_set(err, ERR_USAGE, "--wave-switches: the list is empty");
}

/* Say early that a file cannot be created: a waveform is begun only when its first cycle
 * comes. */
static bool check_creatable(const char *path, struct err *err)
{
  struct output_file probe;

  if (!file_open(&probe, path, err))
    return false;
  file_abandon(&probe);
  return true;
}

static bool choose_shape(struct simulation *s, int64_t default_depth, struct err *err)
{
  const struct settings *settings = s->settings;
  uint32_t ports = s->topology.ports;

  s->shape.format = (struct packet_format){.header_bits = s->topology.header_bits,
                                           .data_bits = (uint32_t)settings->data_bits};
  s->shape.lanes = settings->lanes != SETTINGS_UNSET
                       ? (uint32_t)settings->lanes
                       : schedule_width(&s->schedule, &s->topology);
  if (ports + s->shape.lanes > SHAPE_CHANNELS)
    return err_set(err, ERR_USAGE,
                   "--lanes %u: %u ports and the lanes are at most %d channels",
                   s->shape.lanes, ports, SHAPE_CHANNELS);
  if (!payload_fits(s->schedule.count, &s->shape.format))
    return err_set(
        err, ERR_USAGE,
        "--data-bits %u: cannot number %zu packets; give more bits, 32 always do",
        s->shape.format.data_bits, s->schedule.count);
  int64_t depth = settings->depth != SETTINGS_UNSET ? settings->depth : default_depth;
  if (depth == SETTINGS_UNSET && !known_depth(s, &depth, err))
    return false;
  s->shape.depth = (uint32_t)depth;
  return true;
}

bool simulate_open(struct simulation *s, const struct settings *settings,
                   int64_t default_depth, struct err *err)
{
  *s = (struct simulation){.settings = settings};
  if (!topology_open(&s->topology, settings->argument[0], err))
    return false;
  s->packets = packets_per_switch(settings, &s->topology);
  s->shape.topology = &s->topology;
  s->shape.routing = topology_routing(&s->topology, settings->routing, err);
  if (!s->shape.routing || !read_wave_switches(s, err) ||
      !simulate_schedule(&s->schedule, &s->topology, s->shape.routing, settings, err))
    return false;
  /* Now, so that a long run does not end with a result that cannot be written. */
  if (!choose_shape(s, default_depth, err) ||
      (settings->wave && !check_creatable(settings->wave, err)) ||
      (settings->json && !file_open(&s->json, settings->json, err))) {
    schedule_free(&s->schedule);
    return false;
  }
  progress_start(&s->progress, settings->quiet);
  return true;
}

void simulate_close(struct simulation *s)
{
  if (s->json.stream)
    file_abandon(&s->json);
  schedule_free(&s->schedule);
}

static bool open_network(struct machine *machine, const struct simulation *s,
                         struct err *err)
{
  char directory[] = "/tmp/lockhop-network-XXXXXX";

  if (!mkdtemp(directory))
    return err_set(err, ERR_ENVIRONMENT, "cannot make a temporary directory '%s'",
                   directory);
  bool opened = verilog_write_top(&s->shape, directory, err) &&
                network_open(machine, &s->shape, directory, s->settings->dut,
                             s->settings->dut_count, err);
  verilog_remove_top(directory);
  return opened;
}

bool simulate_machine(struct machine *machine, const struct simulation *s, const char *name,
                      struct err *err)
{
  static const char *const names[] = {"golden", "array", "network"};
  char near[128];

  if (strcmp(name, "golden") == 0) {
    if (s->settings->dut_count)
      return err_set(err, ERR_USAGE,
                     "--dut '%s': the golden machine takes no Verilog; give "
                     "--machine array or network",
                     s->settings->dut[0]);
    return golden_open(machine, &s->shape, s->schedule.count, err);
  }
  if (strcmp(name, "array") != 0 && strcmp(name, "network") != 0)
    return err_set(err, ERR_USAGE, "--machine '%s': must be golden, array or network%s",
                   name, text_did_you_mean(near, sizeof near, name, names, 3));
  if (s->shape.depth == 0)
    return err_set(err, ERR_USAGE,
                   "--depth 0: no limit is for the golden model alone; give "
                   "1 or more");
  if (s->shape.lanes == 0)
    return err_set(err, ERR_USAGE,
                   "--lanes 0: is for the golden model alone; give 1 or more");
  if (strcmp(name, "array") == 0)
    return array_open(machine, &s->shape, s->settings->dut, s->settings->dut_count, err);
  return open_network(machine, s, err);
}

struct run_request simulate_request(struct simulation *s)
{
  return (struct run_request){
      .shape = s->shape,
      .schedule = &s->schedule,
      .seed = s->settings->seed,
      .max_cycles = s->settings->cycles,
      .stop = interrupt_watch(),
      .progress = progress_show,
      .progress_self = &s->progress,
  };
}

bool simulate_recorder(struct recorder *recorder, const struct simulation *s)
{
  if (!s->settings->wave)
    return false;
  interrupt_on_full_disk(s->settings->wave);
  recorder_start(recorder, &(struct recorder_request){.shape = &s->shape,
                                                      .path = s->settings->wave,
                                                      .switches = s->wave_switches,
                                                      .count = s->wave_count,
                                                      .from = s->settings->wave_from,
                                                      .to = s->settings->wave_to,
                                                      .traffic = s->settings->argument[1],
                                                      .seed = s->settings->seed,
                                                      .command = s->settings->command});
  return true;
}

void simulate_print_wave(const struct simulation *s, const char *path)
{
  size_t stem = strlen(path);

  if (stem > 4 && strcmp(path + stem - 4, ".fst") == 0)
    stem -= 4;
  if (!s->settings->quiet)
    fprintf(simulate_text(s), "waveform: %s, open it with: gtkwave -a %.*s.gtkw\n", path,
            (int)stem, path);
}

FILE *simulate_text(const struct simulation *s)
{
  return s->settings->json && strcmp(s->settings->json, "-") == 0 ? stderr : stdout;
}

/* What an open-loop run measured. */
static double accepted_load(const struct simulation *s, const struct run_result *result)
{
  double window = (double)(s->schedule.measure_to - s->schedule.measure_from);

  return (double)result->in_window / (window * s->topology.switches);
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
  fprintf(file, "  delivered             %zu of %zu\n", r->scoreboard.delivered_count,
          s->schedule.count);
  fprintf(file, "  steps                 %" PRIu64 "\n", n->steps);
  fprintf(file, "  hops                  %" PRIu64 "\n", n->hops);
  fprintf(file, "  average delay         %.4f steps\n", statistics_average_delay(n));
  fprintf(file, "  undelayed             %.2f %%\n", statistics_undelayed_percent(n));
  if (r->max_output_queue != UINT32_MAX)
    fprintf(file, "  largest output queue  %u\n", r->max_output_queue);
  fprintf(file, "  cycles                %" PRIu64 "\n", r->cycles);
  if (s->schedule.measure_to) {
    fprintf(file,
            "  latency               mean %.3f, median %" PRIu64
            ", 99th percentile %" PRIu64 " steps\n",
            statistics_mean_latency(n), statistics_quantile(n, 0.5),
            statistics_quantile(n, 0.99));
    fprintf(file, "  accepted load         %.5f packets per switch and cycle\n",
            accepted_load(s, r));
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
  return json_pack("{s:I, s:I, s:s, s:I, s:s, s:o, s:o}", "cycle", (json_int_t)d->cycle,
                   "switch", (json_int_t)d->at, "address", address, "port",
                   (json_int_t)d->port, "field", difference_field_name(d->field), "golden",
                   json_value(d->golden), "dut", json_value(d->dut));
}

static json_t *json_result(const struct simulation *s, const struct run_result *r,
                           const char *machine, const char *dut)
{
  const struct statistics *n = &r->statistics;
  json_t *result = json_pack(
      "{s:s, s:I, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f}",
      "topology", s->topology.spec, "switches", (json_int_t)s->topology.switches, "ports",
      (json_int_t)s->topology.ports, "routing", s->shape.routing->name, "traffic",
      s->settings->argument[1], "machine", machine, "lanes", (json_int_t)s->shape.lanes,
      "depth", (json_int_t)s->shape.depth, "seed", (json_int_t)s->settings->seed, "packets",
      (json_int_t)s->schedule.count, "delivered", (json_int_t)r->scoreboard.delivered_count,
      "steps", (json_int_t)n->steps, "hops", (json_int_t)n->hops, "average_delay",
      statistics_average_delay(n), "undelayed_percent", statistics_undelayed_percent(n));

  json_object_set_new(result, "max_output_queue",
                      r->max_output_queue == UINT32_MAX
                          ? json_null()
                          : json_integer((json_int_t)r->max_output_queue));
  json_object_set_new(result, "cycles", json_integer((json_int_t)r->cycles));
  if (s->schedule.measure_to) {
    json_object_set_new(result, "latency_mean", json_real(statistics_mean_latency(n)));
    json_object_set_new(result, "latency_median",
                        json_integer((json_int_t)statistics_quantile(n, 0.5)));
    json_object_set_new(result, "latency_p99",
                        json_integer((json_int_t)statistics_quantile(n, 0.99)));
    json_object_set_new(result, "accepted_load", json_real(accepted_load(s, r)));
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

bool simulate_report(struct simulation *s, const struct run_result *result,
                     const char *machine, const char *dut, struct err *err)
{
  if (!s->settings->quiet)
    print_text(s, result, dut, simulate_text(s));
  return !s->settings->json || write_json(s, result, machine, dut, err);
}

int simulate_outcome(const struct simulation *s, const struct run_result *result)
{
  static const int codes[] = {
      [OUTCOME_PASS] = 0,     [OUTCOME_DIFFER] = 1,  [OUTCOME_LOST] = 1,
      [OUTCOME_DEADLOCK] = 4, [OUTCOME_TIMEOUT] = 4, [OUTCOME_INTERRUPTED] = 130,
  };

  fprintf(simulate_text(s), "%s\n", outcome_name(result->outcome));
  return codes[result->outcome];
}
