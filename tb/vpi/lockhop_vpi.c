/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lockhop_vpi -- a golden network, or a judge, for benches of Icarus Verilog, with four
 * states.
 *
 * System functions, which bench.v calls; all answer 1 to go on, and 0 to end:
 *
 *   $lockhop_open(SWITCHES, PORTS, ... in the order of bench.c)
 *     opens the network that +run='SPEC TRAFFIC OPTIONS' describes;
 *   $lockhop_show(in_ready, out_valid, out_packet, inject_ready, eject_valid, eject_packet)
 *     shows the designs' outputs to the judge of --compare flow or delivery; else it does
 *     nothing, and may be left out;
 *   $lockhop_drive(rst, here, seed, phase, in_valid, in_packet, out_ready, inject_valid,
 *                  inject_packet)
 *     clocks the network, and shows its inputs on those of the designs; x where an input
 *     means nothing (docs/switch.md);
 *   $lockhop_compare(in_ready, ... as $lockhop_show)
 *     compares the designs with what it showed before that edge.  x and z differ from all.
 *
 * All buses are those of the switch, one switch after the other; rst and phase are shared.
 * Exit codes of vvp are then those of `lockhop cosim`.
 */
#include "../common/description.h"
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One bench in a simulation: VPI has no end of a simulation that could set the exit code
 * but atexit, which passes nothing on. */
enum { EXIT_DIFFER = 1 };

static struct bench bench = {.code = LOCKHOP_ENVIRONMENT};

/* --- verdicts --- */

static bool stop(int code, const char *line)
{
  return bench_stop(&bench, code, line);
}

static bool differ(const char *line)
{
  bench_say(line);
  return stop(EXIT_DIFFER, "DIFFER");
}

/* $finish, also a design's own, ends vvp with 0. */
static void leave(void)
{
  if (!bench.over)
    fprintf(stderr,
            "ERROR: the simulation ended before the run did, in cycle %" PRIu64 "\n",
            bench.cycle);
  fflush(NULL);
  if (bench.code)
    _exit(bench.code);
}

/* --- calls --- */

/* The arguments of a call with pins, as wide as they must be. */
static bool pins(vpiHandle handles[], const struct bus *buses, size_t count)
{
  char line[80];

  if (!bench_arguments(&bench, handles, count))
    return false;
  for (size_t i = 0; i < count; i++)
    if (vpi_get(vpiSize, handles[i]) != (PLI_INT32)buses[i].bits) {
      snprintf(line, sizeof line, "ERROR: argument %zu must have %" PRIu32 " bits", i + 1,
               buses[i].bits);
      return stop(LOCKHOP_USAGE, line);
    }
  return true;
}

static PLI_INT32 answer(bool go_on)
{
  s_vpi_value value = {.format = vpiIntVal, .value.integer = go_on};

  vpi_put_value(vpi_handle(vpiSysTfCall, NULL), &value, NULL, vpiNoDelay);
  return 0;
}

/* --- $lockhop_open --- */

static PLI_INT32 call_open(PLI_BYTE8 *unused)
{
  (void)unused;
  return answer(bench_open(&bench));
}

/* --- $lockhop_drive --- */

/* In reset nothing but rst, here_i and seed_i means something. */
static void show_reset(uint32_t sw, const struct lockhop_inputs *inputs)
{
  bus_show_bits(&bench.input[HERE], sw * bench.shape.address_bits, bench.shape.address_bits,
                inputs->here);
  if (bench.shape.random)
    bus_show_bits(&bench.input[SEED], sw * 64, 64, inputs->seed);
}

static void show_cycle(uint32_t sw, const struct lockhop_inputs *inputs)
{
  const struct lockhop_shape *s = &bench.shape;

  bus_show_bits(&bench.input[PHASE], 0, s->phase_bits, inputs->phase);
  bus_show_bits(&bench.input[IN_VALID], sw * s->queues, s->queues, inputs->in_valid);
  bus_show_bits(&bench.input[OUT_READY], sw * s->queues, s->queues, inputs->out_ready);
  bus_show_bits(&bench.input[INJECT_VALID], sw * s->lanes, s->lanes, inputs->inject_valid);
  for (uint32_t queue = 0; queue < s->queues; queue++)
    if (inputs->in_valid >> queue & 1)
      bus_show_packet(&bench.input[IN_PACKET], sw * s->ports + queue / s->vcs, s,
                      &inputs->in_packet[queue / s->vcs]);
  for (uint32_t lane = 0; lane < s->lanes; lane++)
    if (inputs->inject_valid >> lane & 1)
      bus_show_packet(&bench.input[INJECT_PACKET], sw * s->lanes + lane, s,
                      &inputs->inject_packet[lane]);
}

static void inputs_of(uint32_t sw, struct lockhop_inputs *inputs)
{
  if (bench.resets > 0)
    *inputs =
        (struct lockhop_inputs){.rst = true,
                                .here = lockhop_here(bench.network, sw),
                                .seed = lockhop_seed(bench.network, sw, bench.resets - 1)};
  else
    lockhop_inputs_of(bench.network, sw, inputs);
}

/* The run is over: so is the simulation. */
static bool is_over(void)
{
  const enum lockhop_outcome outcome = lockhop_result_of(bench.network).outcome;
  char line[LINE_TEXT];

  if (outcome == LOCKHOP_RUNNING)
    return false;
  if (bench.is_judged) {
    char *text = judged_ending(&bench.judged);

    stop(judged_code(outcome), text ? text : "not enough memory");
    free(text);
    return true;
  }
  snprintf(line, sizeof line, "%" PRIu64 " cycles of %" PRIu32 " switches agree",
           bench.cycle, bench.shape.switches);
  bench_say(line);
  stop(judged_code(outcome), lockhop_outcome_name(outcome));
  return true;
}

static bool clock_judged(void)
{
  struct lockhop_error error;

  if (!judged_tick(&bench.judged, &error))
    return stop((int)error.code, error.text);
  if (!bench.judged.in_reset && bench.unknown[0] != '\0')
    return differ(bench.unknown);
  return !is_over();
}

static bool clock_golden(void)
{
  struct lockhop_error error;

  for (uint32_t sw = 0; sw < bench.shape.switches; sw++)
    lockhop_outputs_of(bench.network, sw, &bench.expected[sw]);
  return lockhop_tick(bench.network, &error) || stop((int)error.code, error.text);
}

/* A judge judges what it was shown. */
static bool was_shown(void)
{
  const bool shown = !bench.is_judged || bench.resets > 0 || bench.shown;

  bench.shown = false;
  return shown ||
         stop(LOCKHOP_USAGE, "ERROR: --compare needs $lockhop_show before $lockhop_drive");
}

static bool drive(void)
{
  vpiHandle handles[INPUTS];
  struct lockhop_inputs inputs;
  bool good = pins(handles, bench.input, INPUTS);

  if (!good || !was_shown() ||
      (bench.resets == 0 &&
       (is_over() || !(bench.is_judged ? clock_judged() : clock_golden()))))
    return false;
  for (size_t i = 0; i < INPUTS; i++)
    bus_show_x(&bench.input[i]);
  for (uint32_t sw = 0; sw < bench.shape.switches; sw++) {
    inputs_of(sw, &inputs);
    bus_show_bits(&bench.input[RST], 0, 1, inputs.rst);
    if (inputs.rst)
      show_reset(sw, &inputs);
    else
      show_cycle(sw, &inputs);
  }
  for (size_t i = 0; i < INPUTS && good; i++)
    good = bus_write(&bench.input[i], handles[i]) ||
           stop(LOCKHOP_ENVIRONMENT, "ERROR: not enough memory");
  return good;
}

static PLI_INT32 call_drive(PLI_BYTE8 *unused)
{
  (void)unused;
  return answer(!bench.over && drive());
}

/* --- $lockhop_show --- */

static bool read_outputs(void)
{
  vpiHandle handles[OUTPUTS];

  if (!pins(handles, bench.output, OUTPUTS))
    return false;
  for (size_t i = 0; i < OUTPUTS; i++)
    bus_read(&bench.output[i], handles[i]);
  return true;
}

/* In reset anything may be x, and whether there is one is known after the tick. */
static bool show(void)
{
  struct lockhop_outputs outputs;
  char line[LINE_TEXT];

  if (!bench.is_judged || bench.resets > 0)
    return true;
  if (!read_outputs())
    return false;
  bench.unknown[0] = '\0';
  for (uint32_t sw = 0; sw < bench.shape.switches; sw++) {
    if (!compare_read(&bench, sw, &outputs, line) && bench.unknown[0] == '\0')
      memcpy(bench.unknown, line, sizeof line);
    judged_show(&bench.judged, sw, &outputs);
  }
  bench.shown = true;
  return true;
}

static PLI_INT32 call_show(PLI_BYTE8 *unused)
{
  (void)unused;
  return answer(!bench.over && show());
}

/* --- $lockhop_compare --- */

static bool compare(void)
{
  struct lockhop_outputs outputs;
  char line[LINE_TEXT], moved[JUDGED_TEXT];

  if (!read_outputs())
    return false;
  if (bench.resets > 0) { /* before cycle 0 registers may hold anything */
    bench.resets--;
    return true;
  }
  for (uint32_t sw = 0; sw < bench.shape.switches; sw++) {
    if (!bench.is_judged && !compare_switch(&bench, sw, line))
      return differ(line);
    if (!bench.is_judged)
      continue;
    if (!compare_read(&bench, sw, &outputs, line) && !bench.judged.in_reset)
      return differ(line);
    if (!judged_settled(&bench.judged, sw, &outputs, moved))
      return differ(moved);
  }
  bench.cycle++;
  return true;
}

static PLI_INT32 call_compare(PLI_BYTE8 *unused)
{
  (void)unused;
  return answer(!bench.over && compare());
}

/* --- registering --- */

static void register_calls(void)
{
  const struct {
    const char *name;
    PLI_INT32 (*call)(PLI_BYTE8 *);
  } calls[] = {
      {"$lockhop_open", call_open},
      {"$lockhop_show", call_show},
      {"$lockhop_drive", call_drive},
      {"$lockhop_compare", call_compare},
  };

  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    s_vpi_systf_data data = {.type = vpiSysFunc,
                             .sysfunctype = vpiIntFunc,
                             .tfname = (PLI_BYTE8 *)(uintptr_t)calls[i].name,
                             .calltf = calls[i].call};

    vpi_register_systf(&data);
  }
}

/* Registered when the simulation starts, and not when iverilog reads the names of the
 * calls. */
static PLI_INT32 start(struct t_cb_data *unused)
{
  (void)unused;
  atexit(leave);
  return 0;
}

static void register_start(void)
{
  s_cb_data data = {.reason = cbStartOfSimulation, .cb_rtn = start};

  vpi_register_cb(&data);
}

void (*vlog_startup_routines[])(void) = {register_calls, register_start, NULL};
