/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* recorder -- the waveform of a window of a run, with its save file. */
#include "verilog/wave/recorder.h"

#include "verilog/wave/save_file.h"

#include <string.h>

void recorder_start(struct recorder *recorder, const struct recorder_request *request)
{
  *recorder = (struct recorder){.request = *request};
}

static bool records_itself(const struct machine *target)
{
  return machine_can(target, MACHINE_WAVES);
}

static bool start(struct recorder *recorder, const struct run_cycle *cycle, struct err *err)
{
  const struct recorder_request *q = &recorder->request;
  struct wave_request wave = {.path = q->path, .switches = q->switches, .count = q->count};
  const struct machine *target = &recorder->target;

  recorder->target = cycle->dut ? *cycle->dut : *cycle->machine;
  recorder->alone = !cycle->dut;
  recorder->first = recorder->end = cycle->cycle;
  recorder->open = records_itself(target)
                       ? target->ops->wave_open(target->self, &wave, &recorder->wave, err)
                       : golden_wave_open(&recorder->golden, target, q->shape, &wave, err);
  return recorder->open;
}

static bool stop(struct recorder *recorder, struct err *err)
{
  recorder->open = false;
  return records_itself(&recorder->target)
             ? recorder->wave.ops->close(recorder->wave.self, err)
             : golden_wave_close(recorder->golden, err);
}

/* Show beside the design's own signals what the golden model shows, and where they differ.
 */
static void view(const struct recorder *recorder, const struct run_cycle *cycle)
{
  const struct recorder_request *q = &recorder->request;
  bool differs[RECORDER_SWITCHES] = {false};

  for (size_t i = 0; i < q->count && cycle->dut; i++)
    differs[i] = difference_at(q->shape, cycle->machine, cycle->dut, cycle->links,
                               cycle->dut_links, q->switches[i]);
  recorder->wave.ops->beside(recorder->wave.self, cycle->machine, cycle->links, differs);
}

bool recorder_add(struct recorder *recorder, const struct run_cycle *cycle, struct err *err)
{
  const struct recorder_request *q = &recorder->request;

  if (cycle->cycle < q->from || cycle->cycle >= q->to)
    return !recorder->open || stop(recorder, err);
  if (!recorder->open && !start(recorder, cycle, err))
    return false;
  recorder->end = cycle->cycle + 1;
  if (!records_itself(&recorder->target))
    golden_wave_cycle(recorder->golden, cycle->cycle, cycle->phase,
                      cycle->dut ? cycle->dut_links : cycle->links, cycle->injections,
                      cycle->injection_count);
  else
    view(recorder, cycle);
  return true;
}

static enum save_kind kind_of(const struct machine *target)
{
  if (!records_itself(target))
    return SAVE_GOLDEN;
  return strcmp(target->ops->name, "network") == 0 ? SAVE_NETWORK : SAVE_ARRAY;
}

bool recorder_finish(struct recorder *recorder, const struct difference *difference,
                     bool *written, struct err *err)
{
  const struct recorder_request *q = &recorder->request;
  struct save_difference marked;

  *written = false;
  if (recorder->open && !stop(recorder, err))
    return false;
  if (!recorder->target.ops)
    return true;
  if (difference)
    marked = (struct save_difference){
        .cycle = difference->cycle,
        .sw = difference->at,
        .port = difference->port,
        .vc = difference->vc,
        .entered = difference->kind == DIFFERENCE_RULE && difference->flow.known,
        .entry = difference->flow.inside.cycle,
        .field = difference->kind == DIFFERENCE_STOPPED
                     ? NULL
                     : difference_field_name(difference->field)};
  *written =
      save_file_write(&(struct save_request){.kind = kind_of(&recorder->target),
                                             .dump = q->path,
                                             .alone = recorder->alone,
                                             .shape = q->shape,
                                             .switches = q->switches,
                                             .count = q->count,
                                             .traffic = q->traffic,
                                             .seed = q->seed,
                                             .resets = q->resets,
                                             .values = q->values,
                                             .command = q->command,
                                             .difference = difference ? &marked : NULL,
                                             .from_cycle = recorder->first,
                                             .to_cycle = recorder->end},
                      NULL, err);
  return *written;
}

/* A machine that records itself discards what is open when it is closed. */
void recorder_discard(struct recorder *recorder)
{
  if (recorder->open && !records_itself(&recorder->target))
    golden_wave_abandon(recorder->golden);
  recorder->open = false;
}

/* A switch joins the list, if it is new and there is room; the count of the list. */
static size_t add_switch(uint32_t *switches, size_t count, size_t capacity, uint32_t sw)
{
  for (size_t i = 0; i < count; i++)
    if (switches[i] == sw)
      return count;
  if (count < capacity)
    switches[count++] = sw;
  return count;
}

size_t recorder_neighbourhood(const struct topology *t, uint32_t at, bool all,
                              uint32_t *switches, size_t capacity)
{
  size_t count = 0;

  switches[count++] = at;
  if (all && t->switches <= capacity) {
    for (uint32_t sw = 0; sw < t->switches; sw++)
      if (sw != at)
        switches[count++] = sw;
    return count;
  }
  for (uint32_t port = 0; port < t->ports && count < capacity; port++) {
    count = add_switch(switches, count, capacity, topology_feeder(t, at, port).to_switch);
    count = add_switch(switches, count, capacity, topology_link(t, at, port).to_switch);
  }
  return count;
}
