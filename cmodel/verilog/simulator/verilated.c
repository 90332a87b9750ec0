/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated -- RTL as a machine: the array of switches, the generated network, and the
 * switches in SystemC. */
#include "verilog/simulator/verilated.h"

#include "verilog/simulator/verilated_ranks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- one cycle --- */

static struct links machine_links(void *machine)
{
  const struct verilated *m = machine;

  return (struct links){.valid = m->wiring.next.valid,
                        .ready = m->wiring.next.ready,
                        .eject = m->wiring.eject,
                        .active = m->wiring.active,
                        .active_count = m->wiring.active_count};
}

static void show_phase(struct verilated *m, uint32_t phase)
{
  rest_end(&m->rest);
  m->shows_phase = true;
  m->phase = phase;
}

/* Hold rst at 1 for so many edges from this cycle on. */
static void show_reset(struct verilated *m, uint32_t edges)
{
  if ((edges > 0) != (m->resetting > 0)) {
    m->plugin.ops->reset(m->dut, m->first, m->first + m->instances, edges > 0);
    m->trials.resetting = edges > 0;
  }
  m->resetting = edges;
}

/* The pins stay as they are while nothing is refused. */
static void show_refused(struct verilated *m, const uint64_t *refused)
{
  if (m->refused && !refused)
    inputs_take_all(&m->inputs, m->first, m->end);
  m->refused = refused;
}

/* From a switch on that is another one in each cycle, round the network. */
struct verilated_sample verilated_sample(const struct verilated *m)
{
  const struct wiring *w = &m->wiring;
  const uint32_t start = (uint32_t)(rng_mix(m->cycle) % w->switches);
  const size_t first = parts_position(w->active, w->active_count, start);
  struct verilated_sample sample = {.distance = UINT64_MAX};

  for (size_t i = 0; i < w->active_count; i++) {
    const uint32_t sw = w->active[(first + i) % w->active_count];
    const uint64_t valid = w->next.valid[sw];

    if (!valid)
      continue;
    sample.distance = sw >= start ? sw - start : sw + (uint64_t)w->switches - start;
    memcpy(sample.packet, pins_slot(&m->pins, sw, OUT_PACKET, bits_lowest(valid) / w->vcs),
           m->pins.slot_words * sizeof sample.packet[0]);
    break;
  }
  return sample;
}

void verilated_take_sample(struct verilated *m, const struct verilated_sample *sample)
{
  if (sample->distance == UINT64_MAX)
    return;
  memcpy(m->trials.sample, sample->packet, sizeof m->trials.sample);
  m->trials.sampled = true;
}

static void machine_exchange(void *machine, const struct stimulus *stimulus)
{
  struct verilated *m = machine;

  m->fresh = false;
  if (!m->host.ranks) { /* they have told theirs */
    const struct verilated_sample sample = verilated_sample(m);

    verilated_take_sample(m, &sample);
  }
  wiring_swap(&m->wiring);
  m->stimulus = stimulus;
  /* A network with a barrier_tree finds the phase itself. */
  const uint32_t phase =
      m->network && m->shape.routing->phases.tree ? stimulus->all_sent : stimulus->phase;
  if (phase != m->phase)
    show_phase(m, phase);
  if (stimulus->reset && m->inputs.noise)
    m->phase = UINT32_MAX;
  show_reset(m, stimulus->reset);
  m->stalled = stimulus->stalled;
  show_refused(m, stimulus->refused);
}

static void machine_settle(void *machine, const struct stimulus *stimulus)
{
  struct verilated *m = machine;

  m->fresh = false;
  m->host.watchdog->cycle = m->cycle;
  m->host.watchdog->resetting = false;
  m->host.watchdog->armed = true;
  show_reset(m, 0);
  m->stalled = stimulus->stalled;
  show_refused(m, stimulus->refused);
  m->stimulus = NULL;
  verilated_drive(m, m->first, m->end);
  verilated_settle(m);
  m->host.watchdog->armed = false;
}

static void machine_clock(void *machine, uint32_t from, uint32_t to)
{
  struct verilated *m = machine;

  assert(from == 0 && to >= m->shape.topology->switches);
  (void)from;
  (void)to;
  m->used = true;
  m->host.watchdog->cycle = m->cycle;
  m->host.watchdog->resetting = false;
  m->host.watchdog->armed = true;
  m->plugin.ops->time(m->dut, m->cycle * RECORDING_CYCLE_PS);
  verilated_step(m);
  m->cycle++;
  m->host.watchdog->armed = false;
}

/* --- reset --- */

/* Our own switch is as after another reset already: each is alike, and one is enough. */
static bool is_reset(const struct verilated *m)
{
  return m->fresh && m->own && !m->noise && !m->inputs.noise &&
         !inputs_seeded(&m->inputs) && !m->recording.active &&
         !m->plugin.ops->coverage_start;
}

static bool machine_reset(void *machine, uint64_t seed, struct err *err)
{
  struct verilated *m = machine;

  /* A waveform in progress belongs to the current objects. */
  if (m->used && !m->recording.active && !verilated_open_objects(m, err))
    return false;
  const bool done = is_reset(m);
  m->inputs = (struct inputs){.pins = &m->pins,
                              .shape = &m->shape,
                              .network = m->network,
                              .wired = m->wired,
                              .seed = seed,
                              .noise = m->noise};
  if (!getcwd(m->folder, sizeof m->folder))
    m->folder[0] = '\0';
  m->host.watchdog->resetting = true;
  m->host.watchdog->armed = true;
  if (!done)
    verilated_reset(m);
  if (m->plugin.ops
          ->coverage_start) /* what a reset does counts where it is not the first */
    verilated_reset(m);
  m->host.watchdog->armed = false;
  m->trials = (struct moore_cycle){.sampled = false};
  m->moore = (struct moore_findings){.found = false};
  rest_reset(&m->rest);
  m->settling.text[0] = '\0';
  m->resetting = 0;
  m->stalled = m->refused = NULL;
  m->shows_phase = false;
  m->cycle = 0;
  m->used = false;
  m->fresh = m->unseen = true;
  m->moved_count = 0;
  return true;
}

static void machine_noise(void *machine, uint64_t seed)
{
  struct verilated *m = machine;

  m->noise = seed;
}

/* --- what it shows --- */

static struct packet machine_out_packet(const void *machine, uint32_t sw, uint32_t port)
{
  const struct verilated *m = machine;

  return pins_load_packet(&m->pins, pins_slot(&m->pins, sw, OUT_PACKET, port));
}

static struct packet machine_eject_packet(const void *machine, uint32_t sw,
                                          uint32_t channel)
{
  const struct verilated *m = machine;

  return pins_load_packet(&m->pins, pins_slot(&m->pins, sw, EJECT_PACKET, channel));
}

static bool machine_failure(const void *machine, struct machine_failure *failure)
{
  static const enum failure_kind kinds[] = {
      [DUT_STOPPED] = FAILURE_STOPPED,
      [DUT_UNSETTLED] = FAILURE_UNSETTLED,
      [DUT_NO_MEMORY] = FAILURE_MEMORY,
      [DUT_OUTPUT] = FAILURE_OUTPUT,
  };
  const struct verilated *m = machine;
  const struct dut_failure *why = verilated_failure(m);

  if (m->settling.text[0] != '\0') {
    *failure = (struct machine_failure){.kind = FAILURE_UNSETTLED,
                                        .at = m->settling.at,
                                        .text = m->settling.text,
                                        .loop = ""};
    return true;
  }
  if (why)
    *failure = (struct machine_failure){.kind = kinds[why->kind],
                                        .at = m->network ? UINT32_MAX : why->instance,
                                        .text = why->text,
                                        .loop = m->plugin.loop};
  return why != NULL;
}

static void machine_finish(void *machine)
{
  struct verilated *m = machine;

  m->used = true;
  m->fresh = false;
  verilated_watch(m, UINT32_MAX);
  m->host.watchdog->armed = true;
  if (!verilated_failure(m))
    m->plugin.ops->finish(m->dut);
  m->host.watchdog->armed = false;
  /* Resolve file names from the user's working directory, even if the design changed it. */
  if (m->folder[0] != '\0' && chdir(m->folder) != 0)
    m->folder[0] = '\0';
}

static bool machine_moore(const void *machine, struct moore_fault *fault)
{
  const struct verilated *m = machine;

  *fault = m->moore.fault;
  return m->moore.found;
}

static struct moore_remarks machine_moore_remarks(const void *machine)
{
  const struct verilated *m = machine;

  return (struct moore_remarks){.asynchronous = m->moore.asynchronous,
                                .untried = m->moore.untried};
}

static uint64_t machine_spared(const void *machine)
{
  const struct verilated *m = machine;

  return m->rest.spared;
}

static const char *machine_simulator(const void *machine)
{
  const struct verilated *m = machine;

  return m->plugin.ops->simulator;
}

static bool machine_coverage(const void *machine, const char *path, struct err *err)
{
  const struct verilated *m = machine;

  return m->plugin.ops->coverage_write(m->dut, path) == 0 ||
         err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s'", path);
}

/* --- waveform --- */

static void waveform_beside(void *waveform, const struct machine *other,
                            const struct links *links, const bool *differs)
{
  struct verilated *m = waveform;

  recording_beside(&m->recording, &m->pins, m->shape.topology->ports, m->shape.vcs, other,
                   links, differs);
}

static bool waveform_close(void *waveform, struct err *err)
{
  struct verilated *m = waveform;

  if (m->recording.active) { /* the last cycle lasts its whole time too */
    const size_t active = m->wiring.active_count;

    wiring_swap(&m->wiring);
    m->stimulus = NULL;
    m->stalled = NULL;
    show_refused(m, NULL);
    show_reset(m, m->resetting > 1 ? m->resetting - 1 : 0);
    verilated_gather(m);
    recording_begin_cycle(&m->recording, m->plugin.ops, m->dut, &m->pins, m->cycle);
    wiring_swap(&m->wiring);
    m->wiring.active_count = active;
  }
  return recording_close(&m->recording, m->plugin.ops, m->dut, err);
}

static bool machine_wave_open(void *machine, const struct wave_request *request,
                              struct waveform *waveform, struct err *err)
{
  static const struct waveform_ops ops = {.beside = waveform_beside,
                                          .close = waveform_close};
  struct verilated *m = machine;

  *waveform = (struct waveform){.ops = &ops, .self = m};
  return recording_open(&m->recording, m->plugin.ops, m->dut, &m->shape, request, err);
}

/* --- opening and closing --- */

static void machine_close(void *machine)
{
  struct verilated *m = machine;

  if (!m)
    return;
  recording_abandon(&m->recording, m->plugin.ops, m->dut);
  verilated_close_objects(m);
  if (m->sizes)
    engine_sizes_close(m->sizes);
  else
    plugin_close(&m->plugin);
  wiring_close(&m->wiring);
  settling_close(&m->settling);
  free(m->moved);
  free(m);
}

enum {
  NETWORK_CAN = MACHINE_STOPS | MACHINE_MOORE | MACHINE_SIMULATED | MACHINE_WAVES |
                MACHINE_RESETS | MACHINE_NOISE,
  SYSTEMC_CAN = NETWORK_CAN | MACHINE_STALLS,
  ARRAY_CAN = SYSTEMC_CAN | MACHINE_RANKS
};

#define VERILATED_OPS(NAME, CAN)                                                           \
  {                                                                                        \
    .name = NAME, .reset = machine_reset, .can = CAN, .noise = machine_noise,              \
    .exchange = machine_exchange, .clock = machine_clock, .links = machine_links,          \
    .out_packet = machine_out_packet, .eject_packet = machine_eject_packet,                \
    .finish = machine_finish, .failure = machine_failure, .moore = machine_moore,          \
    .moore_remarks = machine_moore_remarks, .spared = machine_spared,                      \
    .simulator = machine_simulator, .wave_open = machine_wave_open,                        \
    .coverage = machine_coverage, .close = machine_close, .settle = machine_settle,        \
    .tell = verilated_ranks_tell, .hear = verilated_ranks_hear,                            \
  }

/* [1]: of switches with a port eject_ready_i */
static const struct machine_ops array_ops[] = {
    VERILATED_OPS("array", ARRAY_CAN),
    VERILATED_OPS("array", ARRAY_CAN | MACHINE_REFUSALS)};
static const struct machine_ops settled_ops[] = {
    VERILATED_OPS("array", SYSTEMC_CAN | MACHINE_SETTLES),
    VERILATED_OPS("array", SYSTEMC_CAN | MACHINE_SETTLES | MACHINE_REFUSALS)};
static const struct machine_ops network_ops[] = {
    VERILATED_OPS("network", NETWORK_CAN),
    VERILATED_OPS("network", NETWORK_CAN | MACHINE_REFUSALS)};
static const struct machine_ops systemc_ops[] = {
    VERILATED_OPS("systemc", SYSTEMC_CAN),
    VERILATED_OPS("systemc", SYSTEMC_CAN | MACHINE_REFUSALS)};

static bool load(struct verilated *m, const struct plugin_request *request, struct err *err)
{
  if (!engine_sizes_wanted(request))
    return plugin_open(&m->plugin, request, err);
  m->sizes = engine_sizes_open(request, err);
  if (m->sizes)
    m->plugin.ops = engine_sizes_ops(m->sizes);
  return m->sizes != NULL;
}

/* Bytes of the objects, and of what is kept of every switch outside of them. */
static uint64_t bytes_of(const struct verilated *m)
{
  const struct wiring *w = &m->wiring; /* of which only sizes are asked */
  const uint64_t ports = m->shape.topology->ports, slots = m->plugin.ops->slot_words;
  const uint64_t wires =
      sizeof *w->now.valid + sizeof *w->now.ready + ports * slots * sizeof *w->now.packets;
  const uint64_t each = 2 * wires + 2 * ports * sizeof *w->feeder + sizeof *w->eject +
                        sizeof *w->inject + sizeof *w->active + sizeof *m->pins.base +
                        2 * sizeof *m->rest.due[0] + sizeof *m->rest.rests;
  const uint64_t objects =
      m->sizes ? engine_sizes_bytes(m->sizes, &m->host.dut)
               : plugin_objects_bytes(m->plugin.ops, m->instances, &m->host.dut);

  return objects + (m->end - m->first) * each;
}

bool verilated_open(struct machine *machine, const struct plugin_request *request,
                    const struct verilated_host *host, struct err *err)
{
  const struct topology *t = request->shape->topology;
  struct verilated *m = calloc(1, sizeof *m);

  if (!m)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  m->shape = *request->shape;
  m->network = request->network != NULL;
  m->own = request->dut_count == 0;
  m->host = *host;
  m->end = t->switches;
  verilated_ranks_divide(m);
  m->instances = m->network ? 1 : m->end - m->first;
  if (!m->host.watchdog)
    m->host.watchdog = &m->unwatched;
  const bool loaded = load(m, request, err);
  m->host.watchdog->armed = false;
  if (!loaded) {
    free(m);
    return false;
  }
  m->wired = m->plugin.ops->wire != NULL;
  m->settles = request->style.settles;
  bool opened = (!host->room || host->room(host->room_self, bytes_of(m), err)) &&
                verilated_open_objects(m, err);
  if (opened && m->settles && !settling_open(&m->settling, t->switches))
    opened = err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  if (opened && (!wiring_open(&m->wiring, &m->shape, m->first, m->end, m->pins.slot_words,
                              !verilated_together(m)) ||
                 !verilated_ranks_open(m)))
    opened = err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  if (!opened || !machine_reset(m, 0, err)) {
    machine_close(m);
    return false;
  }
  const struct machine_ops *ops = m->network   ? network_ops
                                  : m->wired   ? systemc_ops
                                  : m->settles ? settled_ops
                                               : array_ops;

  *machine = (struct machine){.ops = ops + m->pins.eject_ready, .self = m};
  return true;
}
