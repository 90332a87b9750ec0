/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_wave -- records a machine from outside, as a waveform. */
#include "verilog/wave/golden_wave.h"

#include "base/bits.h"
#include "verilog/wave/wave_signal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CYCLE_BITS = 32,
  SIGNALS_PER_CHANNEL = 11 /* at most, for fst_open */
};

/* One network port, or one lane. */
struct place {
  struct link far;  /* where out_* leads; ports alone */
  struct link from; /* what drives in_*: to_switch offers on to_port; UINT32_MAX: nothing */
  struct wave_signal out_valid, out_ready, out_packet;
  struct wave_signal in_valid, in_ready, in_packet;
  struct wave_signal inject_valid, inject_ready, inject_packet;
};

/* One channel, and the output queue of that number. */
struct channel {
  struct wave_signal queue_count;
  struct wave_signal eject_valid, eject_packet;
};

struct golden_wave {
  struct fst_writer *file;
  const struct machine *machine;
  const struct shape *shape;
  uint32_t *switches;         /* [count] recorded */
  struct place *places;       /* [count * place_count] ports, then lanes */
  struct channel *channels;   /* [count * channel_count] */
  struct injection *injected; /* [count * channel_count] of this cycle */
  uint64_t *injected_mask;    /* [count] bit c: injected has an entry for channel c */
  uint32_t *index; /* [switches of the network] into switches; UINT32_MAX: none */
  size_t count;
  uint32_t place_count, channel_count; /* of a switch */
  uint64_t end_ps;                     /* of the last cycle recorded */
  struct wave_signal clk, rst, cycle, phase;
};

static void make_count(struct golden_wave *w, struct channel *channel)
{
  if (machine_can(w->machine, MACHINE_QUEUES))
    channel->queue_count =
        wave_signal_word(w->file, "queue_count", golden_wave_count_bits(w->shape->depth));
}

static void make_eject(struct golden_wave *w, struct channel *channel)
{
  channel->eject_valid = wave_signal_word(w->file, "eject_valid", 1);
  channel->eject_packet = wave_signal_packet(w->file, "eject_packet", &w->shape->format);
}

static void make_lane(struct golden_wave *w, struct place *place)
{
  place->inject_valid = wave_signal_word(w->file, "inject_valid", 1);
  place->inject_ready = wave_signal_word(w->file, "inject_ready", 1);
  place->inject_packet = wave_signal_packet(w->file, "inject_packet", &w->shape->format);
}

/* What there is of each VC; in scopes of their own where there are several. */
static void make_vcs(struct golden_wave *w, struct channel *channels)
{
  char scope[FST_NAME];

  for (uint32_t k = 0; k < w->shape->vcs; k++) {
    snprintf(scope, sizeof scope, "vc[%u]", k);
    fst_enter(w->file, scope);
    make_count(w, &channels[k]);
    make_eject(w, &channels[k]);
    fst_leave(w->file);
  }
}

/* A port with its VCs: channels[VCs]. */
static void make_port(struct golden_wave *w, struct place *place, struct channel *channels)
{
  uint32_t vcs = w->shape->vcs;

  place->out_valid = wave_signal_word(w->file, "out_valid", vcs);
  place->out_ready = wave_signal_word(w->file, "out_ready", vcs);
  place->out_packet = wave_signal_packet(w->file, "out_packet", &w->shape->format);
  if (vcs == 1)
    make_count(w, channels);
  place->in_valid = wave_signal_word(w->file, "in_valid", vcs);
  place->in_ready = wave_signal_word(w->file, "in_ready", vcs);
  place->in_packet = wave_signal_packet(w->file, "in_packet", &w->shape->format);
  if (w->shape->lanes == 0)
    make_lane(w, place);
  if (vcs == 1)
    make_eject(w, channels);
  else
    make_vcs(w, channels);
}

static void make_switch(struct golden_wave *w, size_t index)
{
  uint32_t ports = w->shape->topology->ports, queues = shape_queues(w->shape);
  struct place *places = &w->places[index * w->place_count];
  struct channel *channels = &w->channels[index * w->channel_count];
  char scope[FST_NAME];

  snprintf(scope, sizeof scope, "s%u", w->switches[index]);
  fst_enter(w->file, scope);
  for (uint32_t p = 0; p < ports; p++) {
    snprintf(scope, sizeof scope, "port[%u]", p);
    fst_enter(w->file, scope);
    make_port(w, &places[p], &channels[p * w->shape->vcs]);
    fst_leave(w->file);
  }
  for (uint32_t lane = 0; lane < w->shape->lanes; lane++) {
    snprintf(scope, sizeof scope, "lane[%u]", lane);
    fst_enter(w->file, scope);
    make_lane(w, &places[ports + lane]);
    make_eject(w, &channels[queues + lane]);
    fst_leave(w->file);
  }
  fst_leave(w->file);
}

/* Both ends of every link of a recorded switch. */
static void find_links(struct golden_wave *w)
{
  const struct topology *t = w->shape->topology;

  for (size_t i = 0; i < w->count; i++)
    for (uint32_t p = 0; p < t->ports; p++)
      w->places[i * w->place_count + p].from.to_switch = UINT32_MAX;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link link = topology_link(t, sw, port);
      uint32_t here = w->index[sw], there = w->index[link.to_switch];

      if (here != UINT32_MAX)
        w->places[(size_t)here * w->place_count + port].far = link;
      if (there != UINT32_MAX)
        w->places[(size_t)there * w->place_count + link.to_port].from =
            (struct link){.to_switch = sw, .to_port = port};
    }
  }
}

static void make_signals(struct golden_wave *w)
{
  fst_enter(w->file, "golden");
  w->clk = wave_signal_word(w->file, "clk", 1);
  w->rst = wave_signal_word(w->file, "rst", 1);
  w->cycle = wave_signal_word(w->file, "cycle", CYCLE_BITS);
  if (w->shape->routing->phases.kind != PHASE_STAYS)
    w->phase = wave_signal_word(w->file, "phase", shape_phase_bits(w->shape));
  for (size_t i = 0; i < w->count; i++)
    make_switch(w, i);
  fst_leave(w->file);
}

static void free_wave(struct golden_wave *w)
{
  free(w->switches);
  free(w->places);
  free(w->channels);
  free(w->injected);
  free(w->injected_mask);
  free(w->index);
  free(w);
}

/* NULL when memory is short. */
static struct golden_wave *new_wave(const struct machine *machine,
                                    const struct shape *shape,
                                    const struct wave_request *request)
{
  struct golden_wave *w = calloc(1, sizeof *w);
  uint32_t switches = shape->topology->switches;

  if (!w)
    return NULL;
  w->machine = machine;
  w->shape = shape;
  w->count = request->count;
  w->place_count = shape->topology->ports + shape->lanes;
  w->channel_count = shape_channels(shape);
  w->switches = calloc(w->count + 1, sizeof *w->switches);
  w->places = calloc(w->count * w->place_count + 1, sizeof *w->places);
  w->channels = calloc(w->count * w->channel_count + 1, sizeof *w->channels);
  w->injected = calloc(w->count * w->channel_count + 1, sizeof *w->injected);
  w->injected_mask = calloc(w->count + 1, sizeof *w->injected_mask);
  w->index = malloc(switches * sizeof *w->index);
  if (!w->switches || !w->places || !w->channels || !w->injected || !w->injected_mask ||
      !w->index) {
    free_wave(w);
    return NULL;
  }
  memset(w->index, 0xff, switches * sizeof *w->index);
  for (size_t i = 0; i < w->count; i++) {
    w->switches[i] = request->switches[i];
    w->index[w->switches[i]] = (uint32_t)i;
  }
  return w;
}

bool golden_wave_open(struct golden_wave **wave, const struct machine *machine,
                      const struct shape *shape, const struct wave_request *request,
                      struct err *err)
{
  struct golden_wave *w = new_wave(machine, shape, request);
  size_t signals = 2 + request->count * shape_channels(shape) * SIGNALS_PER_CHANNEL;

  *wave = NULL;
  if (!w)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a waveform of %zu switches",
                   request->count);
  if (!fst_open(&w->file, request->path, shape->topology->spec, signals, err)) {
    free_wave(w);
    return false;
  }
  find_links(w);
  make_signals(w);
  *wave = w;
  return true;
}

/* The packet that a port offers; any when it offers none. */
static struct packet offered(const struct golden_wave *w, bool valid, uint32_t sw,
                             uint32_t port)
{
  if (!valid)
    return (struct packet){0};
  return w->machine->ops->out_packet(w->machine->self, sw, port);
}

/* The bits of a mask of queues that are about the VCs of one port. */
static uint64_t vcs_of(const struct golden_wave *w, uint64_t mask, uint32_t port)
{
  return mask >> (port * w->shape->vcs) & bits_mask(w->shape->vcs);
}

static void show_port(struct golden_wave *w, struct place *place, uint32_t sw,
                      uint32_t port, const struct links *links)
{
  const struct link from = place->from, far = place->far;
  uint64_t out_valid = vcs_of(w, links->valid[sw], port), in_valid = 0;
  uint64_t out_ready = vcs_of(w, links->ready[far.to_switch], far.to_port);

  if (from.to_switch != UINT32_MAX)
    in_valid = vcs_of(w, links->valid[from.to_switch], from.to_port);
  if (links->stalled)
    out_ready &= ~vcs_of(w, links->stalled[sw], port);
  if (links->stalled && in_valid)
    in_valid &= ~vcs_of(w, links->stalled[from.to_switch], from.to_port);
  wave_signal_show(w->file, &place->out_valid, out_valid);
  wave_signal_show(w->file, &place->out_ready, out_ready);
  wave_signal_show_packet(w->file, &place->out_packet, out_valid,
                          offered(w, out_valid, sw, port));
  wave_signal_show(w->file, &place->in_valid, in_valid);
  wave_signal_show(w->file, &place->in_ready, vcs_of(w, links->ready[sw], port));
  wave_signal_show_packet(w->file, &place->in_packet, in_valid,
                          offered(w, in_valid, place->from.to_switch, place->from.to_port));
}

/* Injections are shown at the lanes, or at the ports when there are none. */
static void show_injection(struct golden_wave *w, size_t index, uint32_t lane,
                           const struct links *links)
{
  uint32_t first = w->shape->lanes ? w->shape->topology->ports : 0;
  uint32_t channel = shape_inject_channel(w->shape, lane);
  struct place *place = &w->places[index * w->place_count + first + lane];
  bool injected = w->injected_mask[index] >> channel & 1;

  wave_signal_show(w->file, &place->inject_valid, injected);
  wave_signal_show(w->file, &place->inject_ready,
                   links->ready[w->switches[index]] >> channel & 1);
  wave_signal_show_packet(w->file, &place->inject_packet, injected,
                          w->injected[index * w->channel_count + channel].packet);
}

static void show_channel(struct golden_wave *w, size_t index, uint32_t c,
                         const struct links *links)
{
  const struct machine_ops *ops = w->machine->ops;
  struct channel *channel = &w->channels[index * w->channel_count + c];
  uint32_t sw = w->switches[index];
  bool ejected = links->eject[sw] >> c & 1;

  if (machine_can(w->machine, MACHINE_QUEUES) && c < shape_queues(w->shape))
    wave_signal_show(w->file, &channel->queue_count,
                     ops->queue_count(w->machine->self, sw, c));
  wave_signal_show(w->file, &channel->eject_valid, ejected);
  wave_signal_show_packet(w->file, &channel->eject_packet, ejected,
                          ejected ? ops->eject_packet(w->machine->self, sw, c)
                                  : (struct packet){0});
}

static void show_switch(struct golden_wave *w, size_t index, const struct links *links)
{
  uint32_t ports = w->shape->topology->ports;
  uint32_t lanes = w->shape->lanes ? w->shape->lanes : ports;

  for (uint32_t p = 0; p < ports; p++)
    show_port(w, &w->places[index * w->place_count + p], w->switches[index], p, links);
  for (uint32_t lane = 0; lane < lanes; lane++)
    show_injection(w, index, lane, links);
  for (uint32_t c = 0; c < w->channel_count; c++)
    show_channel(w, index, c, links);
}

void golden_wave_cycle(struct golden_wave *wave, uint64_t cycle, uint32_t phase,
                       const struct links *links, const struct injection *injections,
                       size_t count)
{
  struct golden_wave *w = wave;

  memset(w->injected_mask, 0, w->count * sizeof *w->injected_mask);
  for (size_t i = 0; i < count; i++) {
    uint32_t index = w->index[injections[i].at];
    uint32_t channel = shape_inject_channel(w->shape, injections[i].lane);

    if (index == UINT32_MAX)
      continue;
    w->injected[(size_t)index * w->channel_count + channel] = injections[i];
    w->injected_mask[index] |= UINT64_C(1) << channel;
  }
  fst_time(w->file, cycle * WAVE_CYCLE_PS);
  wave_signal_show(w->file, &w->clk, 1);
  wave_signal_show(w->file, &w->rst, links->reset);
  wave_signal_show(w->file, &w->cycle, cycle & bits_mask(CYCLE_BITS));
  if (w->shape->routing->phases.kind != PHASE_STAYS)
    wave_signal_show(w->file, &w->phase, phase);
  for (size_t i = 0; i < w->count; i++)
    show_switch(w, i, links);
  fst_time(w->file, cycle * WAVE_CYCLE_PS + WAVE_CYCLE_PS / 2);
  wave_signal_show(w->file, &w->clk, 0);
  w->end_ps = (cycle + 1) * WAVE_CYCLE_PS;
}

bool golden_wave_close(struct golden_wave *wave, struct err *err)
{
  bool good;

  fst_time(wave->file, wave->end_ps);
  wave_signal_show(wave->file, &wave->clk, 1);
  good = fst_close(wave->file, err);
  free_wave(wave);
  return good;
}

void golden_wave_abandon(struct golden_wave *wave)
{
  if (!wave)
    return;
  fst_abandon(wave->file);
  free_wave(wave);
}
