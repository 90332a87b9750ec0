/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_view -- the rows of one switch in a save file. */
#include "verilog/wave/switch_view.h"

#include "verilog/wave/switch_signals.h"

#include <stdio.h>
#include <string.h>

enum { PLACES_SHOWN = 8 }; /* of the waiting store; the oldest packets are in the first */

enum { IS_MASK = false, IS_PACKETS = true };

#define CONTROL(name, bits)
#define LINK(name, suffix, per, bus)                                                       \
  static const struct role name = {#name, (#suffix)[0], PER_##per, IS_##bus};
#define TERMINAL(name, suffix, per, bus) LINK(name, suffix, per, bus)
#include "switch/bank/pins.def"

/* The switch whose rows are being written. */
struct shown {
  struct view *view;
  const struct shape *shape;
  bool golden; /* the dump is one of the golden model */
  struct switch_signals signals;
  uint32_t first; /* index of port, lane or channel that comes first in a section */
};

/* "name[2]"; for a queue or a network channel "name[2][1]" where there are several VCs:
 * port 2, VC 1.  (Of a label with a dot GTKWave shows what is behind it.) */
static void label(const struct shown *s, char text[VIEW_LABEL], const char *name,
                  enum per per, uint32_t index)
{
  const struct shape *shape = s->shape;
  bool of_vc = shape->vcs > 1 && (per == PER_QUEUE || per == PER_CHANNEL) &&
               index < shape_queues(shape);

  if (of_vc)
    snprintf(text, VIEW_LABEL, "%s[%u][%u]", name, index / shape->vcs, index % shape->vcs);
  else
    snprintf(text, VIEW_LABEL, "%s[%u]", name, index);
}

/* The row's colour: the golden machine has the same colour in every dump. */
static enum view_colour own_colour(const struct shown *s)
{
  return s->golden ? COLOUR_GOLDEN : COLOUR_DUT;
}

static enum view_colour colour_of(const struct shown *s, const struct role *role)
{
  return role->suffix == 'i' ? COLOUR_INPUT : own_colour(s);
}

static void show_bit(const struct shown *s, const struct role *role, uint32_t index)
{
  struct slice bit = signals_port(&s->signals, role, index);
  char text[VIEW_LABEL];

  label(s, text, role->name, role->per, index);
  view_bit(s->view, text, colour_of(s, role), &bit);
}

/* A port's packet is valid when the bit of one of its VCs is 1. */
static void show_packet(const struct shown *s, const struct role *valid,
                        const struct role *packet, uint32_t index)
{
  uint32_t valid_bits = valid->per == PER_QUEUE ? s->shape->vcs : 1;
  struct slice valid_slice = signals_port(&s->signals, valid, index * valid_bits);
  struct slice bits = signals_port(&s->signals, packet, index);
  char text[VIEW_LABEL];

  valid_slice.bits *= valid_bits;
  label(s, text, packet->name, packet->per, index);
  view_packet(s->view, text, colour_of(s, packet), s->golden ? NULL : &valid_slice, &bits);
}

/* A bit of the golden machine, below the same bit of the other machine. */
static void show_golden_bit(const struct shown *s, const char *pin, uint32_t bit,
                            enum per per, uint32_t index)
{
  struct slice slice = signals_golden(&s->signals, pin, bit, 1);
  char text[VIEW_LABEL];

  label(s, text, "golden", per, index);
  view_bit(s->view, text, COLOUR_GOLDEN, &slice);
}

/* The k-th of 0, 1, 2, ... when `first` comes first. */
static uint32_t in_order(uint32_t k, uint32_t first)
{
  if (k == 0)
    return first;
  return k <= first ? k - 1 : k;
}

/* An empty line between two ports. */
static void separate(const struct shown *s, uint32_t k)
{
  if (k > 0)
    view_text(s->view, "");
}

/* The name of a port, where the topology has names; else as separate does. */
static void begin_port(const struct shown *s, uint32_t k, uint32_t port)
{
  const struct topology *t = s->shape->topology;
  char name[PORT_TEXT];

  if (!t->row->print_port) {
    separate(s, k);
    return;
  }
  topology_print_port(t, port, name);
  view_text(s->view, name);
}

static void show_out(const struct shown *s)
{
  const uint32_t vcs = s->shape->vcs;

  for (uint32_t k = 0; k < signals_count(&s->signals, PER_PORT); k++) {
    uint32_t port = in_order(k, s->first), queue = port * vcs;
    struct slice golden_valid = signals_golden(&s->signals, "golden_valid_i", queue, vcs);
    struct slice golden_packet = signals_golden_packet(&s->signals, port);
    char text[VIEW_LABEL];

    begin_port(s, k, port);
    for (uint32_t i = 0; i < vcs; i++) {
      show_bit(s, &out_valid, queue + i);
      /* With one VC, the golden packet shows as much. */
      if (vcs > 1)
        show_golden_bit(s, "golden_valid_i", queue + i, PER_QUEUE, queue + i);
    }
    for (uint32_t i = 0; i < vcs; i++)
      show_bit(s, &out_ready, queue + i);
    show_packet(s, &out_valid, &out_packet, port);
    label(s, text, "golden", PER_PORT, port);
    view_packet(s->view, text, COLOUR_GOLDEN, &golden_valid, &golden_packet);
  }
}

static void show_in(const struct shown *s)
{
  const uint32_t vcs = s->shape->vcs;

  for (uint32_t k = 0; k < signals_count(&s->signals, PER_PORT); k++) {
    uint32_t port = in_order(k, s->first);

    begin_port(s, k, port);
    /* With one VC, the packet shows as much. */
    for (uint32_t i = 0; i < vcs && vcs > 1; i++)
      show_bit(s, &in_valid, port * vcs + i);
    show_packet(s, &in_valid, &in_packet, port);
    for (uint32_t queue = port * vcs; queue < (port + 1) * vcs; queue++) {
      show_bit(s, &in_ready, queue);
      show_golden_bit(s, "golden_ready_i", queue, PER_QUEUE, queue);
    }
  }
}

static void show_inject(const struct shown *s)
{
  for (uint32_t k = 0; k < signals_count(&s->signals, PER_LANE); k++) {
    uint32_t lane = in_order(k, s->first);

    separate(s, k);
    show_packet(s, &inject_valid, &inject_packet, lane);
    show_bit(s, &inject_ready, lane);
    show_golden_bit(s, "golden_ready_i", shape_inject_channel(s->shape, lane), PER_LANE,
                    lane);
  }
}

static void show_eject(const struct shown *s)
{
  for (uint32_t k = 0; k < signals_count(&s->signals, PER_CHANNEL); k++) {
    uint32_t channel = in_order(k, s->first);

    show_packet(s, &eject_valid, &eject_packet, channel);
    show_golden_bit(s, "golden_eject_i", channel, PER_CHANNEL, channel);
  }
}

static void show_counts(const struct shown *s)
{
  for (uint32_t queue = 0; queue < signals_count(&s->signals, PER_QUEUE); queue++) {
    struct slice count = signals_queue_count(&s->signals, queue);
    char text[VIEW_LABEL];

    label(s, text, s->golden ? "queue_count" : "count_q", PER_QUEUE, queue);
    view_number(s->view, text, own_colour(s), &count);
  }
}

static void show_input_queues(const struct shown *s)
{
  for (uint32_t c = 0; c < signals_count(&s->signals, PER_CHANNEL); c++) {
    struct slice full, packet = signals_held(&s->signals, c, &full);
    char text[VIEW_LABEL];

    label(s, text, "input_queue", PER_CHANNEL, c);
    view_packet(s->view, text, COLOUR_DUT, &full, &packet);
  }
}

static void show_random_words(const struct shown *s)
{
  for (uint32_t c = 0; c < signals_count(&s->signals, PER_CHANNEL); c++) {
    struct slice word = signals_random(&s->signals, c);
    char text[VIEW_LABEL];

    label(s, text, "random", PER_CHANNEL, c);
    view_hex(s->view, text, COLOUR_DUT, &word);
  }
}

static void show_waiting_store(const struct shown *s)
{
  for (uint32_t place = 0; place < s->shape->store && place < PLACES_SHOWN; place++) {
    struct slice full, packet = signals_waiting(&s->signals, place, &full);
    char text[VIEW_LABEL];

    snprintf(text, sizeof text, "waiting_store[%u]", place);
    view_packet(s->view, text, COLOUR_DUT, &full, &packet);
  }
}

/* How far a collective engine is in its program. */
static void show_registers(const struct shown *s)
{
  static const struct {
    const char *name;
    uint32_t bits;
  } registers[] = {
      {"step_q", 16},         {"sent_q", 24},       {"received_q", 24}, {"send_word_q", 16},
      {"receive_word_q", 16}, {"send_index_q", 31}, {"delay_q", 17},    {"free_q", 31},
  };

  for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
    const uint32_t bits = registers[i].bits;
    struct slice slice =
        view_find(s->view, bits, 0, bits, "%s.%s", s->signals.scope, registers[i].name);

    view_number(s->view, registers[i].name, COLOUR_DUT, &slice);
  }
}

/* How many packets each output queue holds; and, inside the switch of rtl/, where a dump
 * has it, which packet each input queue holds, and more. */
static void show_queues(const struct shown *s)
{
  if (s->shape->programs) {
    show_registers(s);
    return;
  }
  show_counts(s);
  show_input_queues(s);
  show_random_words(s);
  show_waiting_store(s);
}

/* The groups within a switch, in their usual order. */
static const struct section {
  const char *name;
  const char *field; /* differences in fields that begin with this are seen here */
  enum per per;      /* what such a difference is counted by */
  void (*show)(const struct shown *s);
  bool open; /* in a switch that is open */
} sections[] = {
    {"links out", "out_", PER_PORT, show_out, true},
    {"queues", "queue_", PER_PORT, show_queues, true},
    {"links in", "in_", PER_PORT, show_in, false},
    {"inject", "inject_", PER_LANE, show_inject, false},
    {"eject", "eject_", PER_CHANNEL, show_eject, false},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool holds_difference(const struct section *section,
                             const struct save_difference *difference)
{
  return difference &&
         strncmp(difference->field, section->field, strlen(section->field)) == 0;
}

static void show_section(struct shown *s, const struct section *section,
                         const struct save_difference *difference)
{
  bool differs = holds_difference(section, difference);

  s->first = differs && difference->port < signals_count(&s->signals, section->per)
                 ? difference->port
                 : 0;
  view_enter(s->view, section->name, !section->open && !differs);
  section->show(s);
  view_leave(s->view);
}

void switch_view(struct view *view, const struct save_request *request, uint32_t sw,
                 bool closed, const struct save_difference *difference)
{
  struct shown s = {.view = view,
                    .shape = request->shape,
                    .golden = request->kind == SAVE_GOLDEN,
                    .signals = switch_signals(view, request, sw)};
  struct slice differ = signals_golden(&s.signals, "differ_i", 0, 1);
  char address[ADDRESS_TEXT], name[VIEW_LABEL * 2];

  request->shape->topology->row->print_address(request->shape->topology, sw, address);
  snprintf(name, sizeof name, "switch %u (%s)", sw, address);
  view_enter(view, name, closed);
  view_bit(view, "differ", COLOUR_DIFFER, &differ);
  for (size_t i = 0; i < SECTIONS; i++)
    if (holds_difference(&sections[i], difference))
      show_section(&s, &sections[i], difference);
  for (size_t i = 0; i < SECTIONS; i++)
    if (!holds_difference(&sections[i], difference))
      show_section(&s, &sections[i], difference);
  view_leave(view);
}
