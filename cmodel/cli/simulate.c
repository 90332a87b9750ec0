/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* simulate -- what run and cosim have in common: from settings to machines. */
#include "cli/simulate.h"

#include "base/file.h"
#include "base/text.h"
#include "check/default_depth.h"
#include "cli/freedom.h"
#include "cli/interrupt.h"
#include "cli/supervise.h"
#include "generate/verilog.h"
#include "network/barrier.h"
#include "network/golden.h"
#include "simulator/verilated.h"
#include "traffic/payload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  STORE_LEAST = 4,
  STORE_MOST = 128,
  MEMORY_GIB = 8,       /* of a run with Verilog, by default */
  SHORT_WORK = 1 << 20, /* switch-cycles; see is_short */
  SHORT_CYCLES = 100,   /* that any run takes, settling included */
  SHORT_HOPS = 16,      /* cycles for which a packet keeps a switch busy */
  GIB_SHIFT = 30,
  MIB_SHIFT = 20
};

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

const struct routing *simulate_routing(const struct topology *t,
                                       const struct settings *settings, struct err *err)
{
  const char *name = settings->routing;

  return topology_routing(t, name ? name : schedule_routing(t, settings->argument[1]), err);
}

/* Does no packet ever wait for another?  Then one VC and a depth of 1 are enough. */
static bool never_waits(const struct simulation *s)
{
  int64_t lanes = s->settings->lanes;

  return s->schedule.conflict_free &&
         (lanes == SETTINGS_UNSET ||
          lanes >= (int64_t)schedule_width(&s->schedule, &s->topology));
}

static bool read_wave_switches(struct simulation *s, struct err *err)
{
  const char *list = s->settings->wave_switches;

  if (!s->settings->wave && (list || s->settings->wave_to != UINT64_MAX))
    return err_set(err, ERR_USAGE,
                   "--wave-%s says what to record; give --wave FILE.fst too",
                   list ? "switches" : "cycles");
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

/* A place for every packet that may wait; rounded up, so that few sizes are compiled. */
static bool choose_store(struct simulation *s, struct err *err)
{
  uint32_t waiting = barrier_store(&s->schedule, &s->topology, s->shape.routing);

  if (waiting == UINT32_MAX)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u switches",
                   s->topology.switches);
  s->shape.store = s->shape.routing->waits_at ? STORE_LEAST : 0;
  while (s->shape.store < waiting)
    s->shape.store *= 2;
  return true;
}

/* By default so many that all can start at once, as far as there are channels. */
static bool choose_lanes(struct simulation *s, struct err *err)
{
  uint32_t queues = shape_queues(&s->shape);
  uint32_t width = schedule_width(&s->schedule, &s->topology);

  if (queues >= SHAPE_CHANNELS)
    return err_set(
        err, ERR_USAGE,
        "--vcs %u: %u ports of as many virtual channels are %u queues; at most %d",
        s->shape.vcs, s->topology.ports, queues, SHAPE_CHANNELS - 1);
  if (s->settings->lanes != SETTINGS_UNSET)
    s->shape.lanes = (uint32_t)s->settings->lanes;
  else
    s->shape.lanes = width < SHAPE_CHANNELS - queues ? width : SHAPE_CHANNELS - queues;
  if (queues + s->shape.lanes > SHAPE_CHANNELS)
    return err_set(err, ERR_USAGE,
                   "--lanes %u: %u ports of %u virtual channel%s and the lanes are at most "
                   "%d channels",
                   s->shape.lanes, s->topology.ports, s->shape.vcs,
                   s->shape.vcs == 1 ? "" : "s", SHAPE_CHANNELS);
  return true;
}

static bool choose_shape(struct simulation *s, int64_t default_depth, struct err *err)
{
  const struct settings *settings = s->settings;
  const struct routing *routing = s->shape.routing;

  s->shape.format =
      (struct packet_format){.header_bits = routing->header_bits(&s->topology),
                             .data_bits = (uint32_t)settings->data_bits};
  if (!payload_fits(s->schedule.count, &s->shape.format))
    return err_set(
        err, ERR_USAGE,
        "--data-bits %u: cannot number %zu packets; give more bits, 32 always do",
        s->shape.format.data_bits, s->schedule.count);
  int64_t depth = settings->depth != SETTINGS_UNSET ? settings->depth : default_depth;
  s->shape.depth = depth == SETTINGS_UNSET ? 1 : (uint32_t)depth;
  s->shape.vcs = settings->vcs != SETTINGS_UNSET ? (uint32_t)settings->vcs
                 : depth == 0 || never_waits(s)  ? 1
                                                 : routing->vcs;
  if (!choose_store(s, err) || !choose_lanes(s, err))
    return false;
  if (depth != SETTINGS_UNSET || never_waits(s))
    return true;
  s->depth_chosen = true;
  return default_depth_choose(&s->shape, &s->schedule, settings->seed, err);
}

/* Topology, routing, schedule and shape; and the file for the result now, so that a long
 * run does not end with one that cannot be written. */
static bool open_parts(struct simulation *s, int64_t default_depth, struct err *err)
{
  const struct settings *settings = s->settings;

  if (!topology_open(&s->topology, settings->argument[0], err))
    return false;
  s->shape.topology = &s->topology;
  s->shape.routing = simulate_routing(&s->topology, settings, err);
  if (!s->shape.routing || !read_wave_switches(s, err) ||
      !simulate_schedule(&s->schedule, &s->topology, s->shape.routing, settings, err))
    return false;
  if (s->shape.routing->timed &&
      (!conflicts_count(&s->conflicts, &s->schedule, &s->topology, s->shape.routing, err) ||
       !conflicts_refuse(&s->conflicts, &s->schedule, &s->topology, err)))
    return false;
  return choose_shape(s, default_depth, err) &&
         (!settings->wave || check_creatable(settings->wave, err)) &&
         (!settings->json || file_open_with(&s->json, settings->json, settings->out, err));
}

bool simulate_open(struct simulation *s, const struct settings *settings,
                   int64_t default_depth, struct err *err)
{
  *s = (struct simulation){.settings = settings};
  if (!open_parts(s, default_depth, err)) {
    simulate_close(s);
    return false;
  }
  progress_start(&s->progress, settings->quiet);
  s->traced = settings->wave || settings->dut_count > 0;
  s->output.limit = (uint64_t)settings->dut_output << MIB_SHIFT;
  s->output.muted = settings->quiet;
  s->host = (struct verilated_host){.dut = {.self = &s->output, .print = dut_output_print},
                                    .watchdog = settings->watchdog};
  return true;
}

void simulate_close(struct simulation *s)
{
  if (s->json.stream)
    file_abandon(&s->json);
  schedule_free(&s->schedule);
  topology_close(&s->topology);
}

/* Bytes that a run with Verilog may use; 0: any number. */
static uint64_t memory_limit(const struct settings *settings)
{
  uint64_t gib = (uint64_t)settings->dut_memory;
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t most = machine / 4 * 3;

  if (settings->dut_memory != SETTINGS_UNSET)
    return gib << GIB_SHIFT;
  return most < (uint64_t)MEMORY_GIB << GIB_SHIFT ? most
                                                  : (uint64_t)MEMORY_GIB << GIB_SHIFT;
}

static void confine(void *self)
{
  const struct simulation *s = self;

  supervise_confine(memory_limit(s->settings));
}

/* Is the run over before better code would pay for its compilation?  An estimate: switches
 * times cycles, the longest schedule being as long as its packets take one behind the other
 * at a switch. */
static bool is_short(const struct simulation *s)
{
  const struct schedule *schedule = &s->schedule;
  uint64_t last = schedule->count ? schedule->entries[schedule->count - 1].cycle : 0;
  uint64_t work = s->topology.switches * (last + SHORT_CYCLES) +
                  SHORT_HOPS * schedule_deliveries(schedule, &s->topology);

  return work < SHORT_WORK;
}

/* What the settings say about building; warnings go to *lint. */
static struct plugin_request build_request(struct simulation *s, struct lint *lint)
{
  return (struct plugin_request){
      .shape = &s->shape,
      .dut_files = s->settings->dut,
      .dut_count = s->settings->dut_count,
      .untraced = !s->traced,
      .quick = is_short(s),
      .lint = s->settings->lint,
      .seconds = (uint32_t)s->settings->build_seconds,
      .memory_gib = (uint32_t)s->settings->build_memory,
      .before_load = confine,
      .before_load_self = s,
      .lint_to = lint,
  };
}

/* One line for each warning; a DUT that is refused for them shows them too. */
static void print_lint(const struct simulation *s, const struct lint *lint)
{
  const char *line = lint->text;

  if (s->settings->quiet && !s->settings->lint)
    return;
  while (line && *line != '\0') {
    size_t length = strcspn(line, "\n");

    fprintf(stderr, "lockhop: warning: %.*s\n", (int)length, line);
    line += length + 1;
  }
}

static bool open_network(struct machine *machine, struct simulation *s,
                         struct plugin_request *request, struct err *err)
{
  const char *parent = getenv("TMPDIR");
  char directory[FILE_PATH];

  snprintf(directory, sizeof directory, "%s/lockhop-network-XXXXXX",
           parent && parent[0] ? parent : "/tmp");
  if (!mkdtemp(directory))
    return err_set(err, ERR_ENVIRONMENT, "cannot make a temporary directory '%.500s': %s",
                   directory, strerror(errno));
  request->network = directory;
  bool opened = verilog_write_top(&s->shape, directory, err) &&
                verilated_open(machine, request, &s->host, err);
  verilog_remove_top(directory);
  return opened;
}

size_t simulate_copies(const struct simulation *s)
{
  return (size_t)schedule_deliveries(&s->schedule, &s->topology);
}

bool simulate_machine(struct machine *machine, struct simulation *s, const char *name,
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
    return golden_open(machine, &s->shape, simulate_copies(s), err);
  }
  if (strcmp(name, "array") != 0 && strcmp(name, "network") != 0)
    return err_set(err, ERR_USAGE, "--machine '%s': must be golden, array or network%s",
                   name, text_did_you_mean(near, sizeof near, name, names, 3));
  if (s->shape.depth == 0)
    return err_set(err, ERR_USAGE,
                   "--depth 0: no limit is for the golden model alone; give "
                   "1 or more");
  if (s->shape.store > STORE_MOST)
    return err_set(err, ERR_USAGE,
                   "%s: more than %d packets can wait at one switch, too many for a switch "
                   "in Verilog; give fewer packets or --machine golden",
                   s->shape.routing->name, STORE_MOST);
  if (s->shape.lanes == 0)
    return err_set(err, ERR_USAGE,
                   "--lanes 0: is for the golden model alone; give 1 or more");
  progress_say(&s->progress,
               "preparing the Verilog; a switch of new size is compiled first");
  interrupt_watch(); /* Ctrl-C during a build comes back as an error, and cleans up */
  struct lint lint = {.text = NULL};
  struct plugin_request request = build_request(s, &lint);
  bool opened = strcmp(name, "array") == 0
                    ? verilated_open(machine, &request, &s->host, err)
                    : open_network(machine, s, &request, err);
  progress_end(&s->progress);
  print_lint(s, &lint);
  lint_close(&lint);
  progress_start(&s->progress, s->settings->quiet);
  return opened;
}

bool simulate_announce(const struct simulation *s, struct err *err)
{
  return s->settings->quiet || never_waits(s) || freedom_warn(&s->shape, stderr, err);
}

struct run_request simulate_request(struct simulation *s)
{
  return (struct run_request){
      .shape = s->shape,
      .schedule = &s->schedule,
      .seed = s->settings->seed,
      .max_cycles = s->settings->cycles,
      .strict = s->settings->strict,
      .stop = interrupt_watch(),
      .progress = progress_show,
      .progress_self = &s->progress,
  };
}

bool simulate_recorder(struct recorder *recorder, const struct simulation *s)
{
  if (!s->settings->wave)
    return false;
  interrupt_on_full_disk();
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
  return s->settings->json && strcmp(s->settings->json, "-") == 0 ? stderr
                                                                  : s->settings->out;
}
