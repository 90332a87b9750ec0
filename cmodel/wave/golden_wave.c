/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_wave -- records a machine from outside, as a waveform. */
#include "wave/golden_wave.h"

#include "base/bits.h"
#include "wave/fst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CYCLE_BITS = 32,
  SIGNAL_BITS_MAX = 128,
  SIGNALS_PER_CHANNEL = 11 /* at most, for fst_open */
};

/* What a signal shows: a word in `header`, or a packet, or nothing (all bits z). */
struct value {
  struct packet bits;
  bool defined;
};

struct signal {
  uint32_t handle;
  uint32_t low_bits;  /* of bits.header */
  uint32_t high_bits; /* of bits.data, above them */
  bool shown;         /* `last` has been written to the file */
  struct value last;
};

/* One network port (the out half) and its channel, or one lane. */
struct place {
  struct link far; /* where out_* leads; ports alone */
  struct link
      from; /* what leads to in_*: to_switch offers on to_port; UINT32_MAX: nobody */
  struct signal out_valid, out_ready, out_packet, queue_count;
  struct signal in_valid, in_ready, in_packet;
  struct signal inject_valid, inject_ready, inject_packet;
  struct signal eject_valid, eject_packet;
};

struct golden_wave {
  struct fst_writer *file;
  const struct machine *machine;
  const struct shape *shape;
  uint32_t *switches;         /* [count] recorded */
  struct place *places;       /* [count * channels] */
  struct injection *injected; /* [count * channels] of this cycle */
  uint64_t *injected_mask;    /* [count] bit c: injected has an entry for channel c */
  uint32_t *index; /* [switches of the network] into switches; UINT32_MAX: none */
  size_t count;
  uint32_t channels;
  uint64_t end_ps; /* of the last cycle recorded */
  struct signal clk, cycle;
};

static void show(struct golden_wave *w, struct signal *signal, struct value value)
{
  char text[SIGNAL_BITS_MAX + 1];
  uint32_t bits = signal->low_bits + signal->high_bits;

  if (signal->shown && signal->last.defined == value.defined &&
      (!value.defined || (signal->last.bits.header == value.bits.header &&
                          signal->last.bits.data == value.bits.data)))
    return;
  for (uint32_t i = 0; i < bits; i++) {
    uint64_t word = i < signal->low_bits ? value.bits.header >> i
                                         : value.bits.data >> (i - signal->low_bits);

    text[bits - 1 - i] = (char)(value.defined ? '0' + (int)(word & 1) : 'z');
  }
  text[bits] = '\0';
  fst_value(w->file, signal->handle, text);
  signal->shown = true;
  signal->last = value;
}

static void show_word(struct golden_wave *w, struct signal *signal, uint64_t word)
{
  show(w, signal, (struct value){.bits = {.header = word}, .defined = true});
}

static void show_packet(struct golden_wave *w, struct signal *signal, bool valid,
                        struct packet packet)
{
  show(w, signal, (struct value){.bits = packet, .defined = valid});
}

static struct signal word_signal(struct golden_wave *w, const char *name, uint32_t bits)
{
  return (struct signal){.handle = fst_signal(w->file, name, bits), .low_bits = bits};
}

static struct signal packet_signal(struct golden_wave *w, const char *name)
{
  const struct packet_format *format = &w->shape->format;

  return (struct signal){
      .handle = fst_signal(w->file, name, format->header_bits + format->data_bits),
      .low_bits = format->header_bits,
      .high_bits = format->data_bits,
  };
}

static void make_port(struct golden_wave *w, struct place *place)
{
  place->out_valid = word_signal(w, "out_valid", 1);
  place->out_ready = word_signal(w, "out_ready", 1);
  place->out_packet = packet_signal(w, "out_packet");
  if (w->machine->ops->queue_count)
    place->queue_count =
        word_signal(w, "queue_count", golden_wave_count_bits(w->shape->depth));
  place->in_valid = word_signal(w, "in_valid", 1);
  place->in_ready = word_signal(w, "in_ready", 1);
  place->in_packet = packet_signal(w, "in_packet");
}

static void make_lane(struct golden_wave *w, struct place *place)
{
  place->inject_valid = word_signal(w, "inject_valid", 1);
  place->inject_ready = word_signal(w, "inject_ready", 1);
  place->inject_packet = packet_signal(w, "inject_packet");
}

static void make_switch(struct golden_wave *w, uint32_t sw, struct place *places)
{
  uint32_t ports = w->shape->topology->ports;
  char scope[FST_NAME];

  snprintf(scope, sizeof scope, "s%u", sw);
  fst_enter(w->file, scope);
  for (uint32_t c = 0; c < w->channels; c++) {
    bool port = c < ports;

    snprintf(scope, sizeof scope, port ? "port[%u]" : "lane[%u]", port ? c : c - ports);
    fst_enter(w->file, scope);
    if (port)
      make_port(w, &places[c]);
    if (!port || w->shape->lanes == 0)
      make_lane(w, &places[c]);
    places[c].eject_valid = word_signal(w, "eject_valid", 1);
    places[c].eject_packet = packet_signal(w, "eject_packet");
    fst_leave(w->file);
  }
  fst_leave(w->file);
}

/* Both ends of every link of a recorded switch. */
static void find_links(struct golden_wave *w)
{
  const struct topology *t = w->shape->topology;

  for (size_t i = 0; i < w->count; i++)
    for (uint32_t c = 0; c < w->channels; c++)
      w->places[i * w->channels + c].from.to_switch = UINT32_MAX;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link link = topology_link(t, sw, port);
      uint32_t here = w->index[sw], there = w->index[link.to_switch];

      if (here != UINT32_MAX)
        w->places[(size_t)here * w->channels + port].far = link;
      if (there != UINT32_MAX)
        w->places[(size_t)there * w->channels + link.to_port].from =
            (struct link){.to_switch = sw, .to_port = port};
    }
  }
}

static void make_signals(struct golden_wave *w)
{
  fst_enter(w->file, "golden");
  w->clk = word_signal(w, "clk", 1);
  w->cycle = word_signal(w, "cycle", CYCLE_BITS);
  for (size_t i = 0; i < w->count; i++)
    make_switch(w, w->switches[i], &w->places[i * w->channels]);
  fst_leave(w->file);
}

static void free_wave(struct golden_wave *w)
{
  free(w->switches);
  free(w->places);
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
  w->channels = shape_channels(shape);
  w->switches = calloc(w->count + 1, sizeof *w->switches);
  w->places = calloc(w->count * w->channels + 1, sizeof *w->places);
  w->injected = calloc(w->count * w->channels + 1, sizeof *w->injected);
  w->injected_mask = calloc(w->count + 1, sizeof *w->injected_mask);
  w->index = malloc(switches * sizeof *w->index);
  if (!w->switches || !w->places || !w->injected || !w->injected_mask || !w->index) {
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

static void show_port(struct golden_wave *w, struct place *place, uint32_t sw,
                      uint32_t port, const struct links *links)
{
  const struct machine_ops *ops = w->machine->ops;
  bool out_valid = links->valid[sw] >> port & 1;
  bool has_feeder = place->from.to_switch != UINT32_MAX;
  bool in_valid =
      has_feeder && (links->valid[place->from.to_switch] >> place->from.to_port & 1);

  show_word(w, &place->out_valid, out_valid);
  show_word(w, &place->out_ready,
            links->ready[place->far.to_switch] >> place->far.to_port & 1);
  show_packet(w, &place->out_packet, out_valid, offered(w, out_valid, sw, port));
  if (ops->queue_count)
    show_word(w, &place->queue_count, ops->queue_count(w->machine->self, sw, port));
  show_word(w, &place->in_valid, in_valid);
  show_word(w, &place->in_ready, links->ready[sw] >> port & 1);
  show_packet(w, &place->in_packet, in_valid,
              offered(w, in_valid, place->from.to_switch, place->from.to_port));
}

static void show_switch(struct golden_wave *w, size_t index, const struct links *links)
{
  const struct machine_ops *ops = w->machine->ops;
  uint32_t sw = w->switches[index], ports = w->shape->topology->ports;

  for (uint32_t c = 0; c < w->channels; c++) {
    size_t at = index * w->channels + c;
    struct place *place = &w->places[at];
    bool ejected = links->eject[sw] >> c & 1;

    if (c < ports)
      show_port(w, place, sw, c, links);
    if (c >= ports || w->shape->lanes == 0) {
      bool injected = w->injected_mask[index] >> c & 1;

      show_word(w, &place->inject_valid, injected);
      show_word(w, &place->inject_ready, links->ready[sw] >> c & 1);
      show_packet(w, &place->inject_packet, injected, w->injected[at].packet);
    }
    show_word(w, &place->eject_valid, ejected);
    show_packet(w, &place->eject_packet, ejected,
                ejected ? ops->eject_packet(w->machine->self, sw, c) : (struct packet){0});
  }
}

void golden_wave_cycle(struct golden_wave *wave, uint64_t cycle, const struct links *links,
                       const struct injection *injections, size_t count)
{
  struct golden_wave *w = wave;
  uint32_t first_lane = w->shape->lanes ? w->shape->topology->ports : 0;

  memset(w->injected_mask, 0, w->count * sizeof *w->injected_mask);
  for (size_t i = 0; i < count; i++) {
    uint32_t index = w->index[injections[i].at];
    uint32_t channel = first_lane + injections[i].lane;

    if (index == UINT32_MAX)
      continue;
    w->injected[(size_t)index * w->channels + channel] = injections[i];
    w->injected_mask[index] |= UINT64_C(1) << channel;
  }
  fst_time(w->file, cycle * WAVE_CYCLE_PS);
  show_word(w, &w->clk, 1);
  show_word(w, &w->cycle, cycle & bits_mask(CYCLE_BITS));
  for (size_t i = 0; i < w->count; i++)
    show_switch(w, i, links);
  fst_time(w->file, cycle * WAVE_CYCLE_PS + WAVE_CYCLE_PS / 2);
  show_word(w, &w->clk, 0);
  w->end_ps = (cycle + 1) * WAVE_CYCLE_PS;
}

bool golden_wave_close(struct golden_wave *wave, struct err *err)
{
  bool good;

  fst_time(wave->file, wave->end_ps);
  show_word(wave, &wave->clk, 1);
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
