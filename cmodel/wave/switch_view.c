/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_view -- the rows of one switch in a save file. */
#include "wave/switch_view.h"

#include "wave/golden_wave.h"

#include <stdio.h>
#include <string.h>

enum { MASK_BITS = 64 }; /* of a mask pin, see sim/dut.h */

/* What there is one of per port, lane or channel. */
enum per { PER_PORT, PER_LANE, PER_CHANNEL };

/* A port of rtl/switch/switch.v, without suffix, as an array of bits or packets. */
struct role {
  const char *name;
  char suffix; /* i: an input of the switch, o: an output */
  enum per per;
  bool packet;
};

static const struct role out_valid = {"out_valid", 'o', PER_PORT, false};
static const struct role out_ready = {"out_ready", 'i', PER_PORT, false};
static const struct role out_packet = {"out_packet", 'o', PER_PORT, true};
static const struct role in_valid = {"in_valid", 'i', PER_PORT, false};
static const struct role in_ready = {"in_ready", 'o', PER_PORT, false};
static const struct role in_packet = {"in_packet", 'i', PER_PORT, true};
static const struct role inject_valid = {"inject_valid", 'i', PER_LANE, false};
static const struct role inject_ready = {"inject_ready", 'o', PER_LANE, false};
static const struct role inject_packet = {"inject_packet", 'i', PER_LANE, true};
static const struct role eject_valid = {"eject_valid", 'o', PER_CHANNEL, false};
static const struct role eject_packet = {"eject_packet", 'o', PER_CHANNEL, true};

/* The switch whose rows are being written. */
struct shown {
  struct view *view;
  const struct save_request *request;
  uint32_t sw;
  uint32_t packet_bits;
  char scope[FST_NAME]; /* of the switch's own ports */
  char pins[FST_NAME];  /* of the pins of sim/dut.h */
  uint32_t first;       /* index of port, lane or channel that comes first in a section */
};

/* The switches whose pins lie behind each other in one bus; see sim/dut.h. */
static uint32_t pin_switches(const struct shown *s)
{
  return s->request->kind == SAVE_NETWORK ? s->request->shape->topology->switches : 1;
}

/* Which of them is this one. */
static uint32_t pin_index(const struct shown *s)
{
  return s->request->kind == SAVE_NETWORK ? s->sw : 0;
}

static void set_scopes(struct shown *s)
{
  switch (s->request->kind) {
  case SAVE_GOLDEN:
    snprintf(s->scope, sizeof s->scope, "golden.s%u", s->sw);
    s->pins[0] = '\0'; /* it has none */
    break;
  case SAVE_ARRAY:
    snprintf(s->scope, sizeof s->scope, "s%u.switch_top.u_switch", s->sw);
    snprintf(s->pins, sizeof s->pins, "s%u.switch_top", s->sw);
    break;
  case SAVE_NETWORK:
    snprintf(s->scope, sizeof s->scope, "network.network_top.u_network.s%u", s->sw);
    snprintf(s->pins, sizeof s->pins, "network.network_top");
    break;
  }
}

static uint32_t count_of(const struct shape *shape, enum per per)
{
  switch (per) {
  case PER_PORT:
    return shape->topology->ports;
  case PER_LANE:
    return shape->lanes ? shape->lanes : shape->topology->ports;
  default:
    return shape_channels(shape);
  }
}

/* Where the dump has a port of the switch, for one port, lane or channel. */
static struct slice locate(const struct shown *s, const struct role *role, uint32_t index)
{
  const struct shape *shape = s->request->shape;
  uint32_t bits = role->packet ? s->packet_bits : 1;
  uint32_t ports = shape->topology->ports;
  bool lane = shape->lanes > 0 &&
              (role->per == PER_LANE || (role->per == PER_CHANNEL && index >= ports));

  if (s->request->kind == SAVE_GOLDEN)
    return view_find(s->view, bits, 0, bits, "%s.%s[%u].%s", s->scope,
                     lane ? "lane" : "port",
                     lane && role->per == PER_CHANNEL ? index - ports : index, role->name);
  return view_find(s->view, bits * count_of(shape, role->per), bits * index, bits,
                   "%s.%s_%c", s->scope, role->name, role->suffix);
}

/* What the golden machine shows, in a dump of another machine: a bit of a mask. */
static struct slice locate_golden(const struct shown *s, const char *pin, uint32_t bit)
{
  return view_find(s->view, MASK_BITS * pin_switches(s), MASK_BITS * pin_index(s) + bit, 1,
                   "%s.%s", s->pins, pin);
}

static struct slice locate_golden_packet(const struct shown *s, uint32_t port)
{
  uint32_t slot = s->packet_bits > 64 ? 128 : 64;
  uint32_t ports = s->request->shape->topology->ports;

  return view_find(s->view, slot * ports * pin_switches(s),
                   slot * (ports * pin_index(s) + port), s->packet_bits,
                   "%s.golden_packet_i", s->pins);
}

static void label(char text[VIEW_LABEL], const char *name, uint32_t index)
{
  snprintf(text, VIEW_LABEL, "%s[%u]", name, index);
}

/* What the recorded machine does: golden is golden in every dump. */
static enum view_colour own_colour(const struct shown *s)
{
  return s->request->kind == SAVE_GOLDEN ? COLOUR_GOLDEN : COLOUR_DUT;
}

static enum view_colour colour_of(const struct shown *s, const struct role *role)
{
  return role->suffix == 'i' ? COLOUR_INPUT : own_colour(s);
}

static void show_bit(const struct shown *s, const struct role *role, uint32_t index)
{
  struct slice bit = locate(s, role, index);
  char text[VIEW_LABEL];

  label(text, role->name, index);
  view_bit(s->view, text, colour_of(s, role), &bit);
}

static void show_packet(const struct shown *s, const struct role *valid,
                        const struct role *packet, uint32_t index)
{
  struct slice valid_bit = locate(s, valid, index);
  struct slice bits = locate(s, packet, index);
  char text[VIEW_LABEL];

  label(text, packet->name, index);
  view_packet(s->view, text, colour_of(s, packet),
              s->request->kind == SAVE_GOLDEN ? NULL : &valid_bit, &bits);
}

/* A bit of the golden machine, below the same bit of the other machine. */
static void show_golden_bit(const struct shown *s, const char *pin, uint32_t bit,
                            uint32_t index)
{
  struct slice slice = locate_golden(s, pin, bit);
  char text[VIEW_LABEL];

  label(text, "golden", index);
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

static void show_out(const struct shown *s)
{
  for (uint32_t k = 0; k < count_of(s->request->shape, PER_PORT); k++) {
    uint32_t port = in_order(k, s->first);
    struct slice golden_valid = locate_golden(s, "golden_valid_i", port);
    struct slice golden_packet = locate_golden_packet(s, port);
    char text[VIEW_LABEL];

    separate(s, k);
    show_bit(s, &out_valid, port);
    show_bit(s, &out_ready, port);
    show_packet(s, &out_valid, &out_packet, port);
    label(text, "golden", port);
    view_packet(s->view, text, COLOUR_GOLDEN, &golden_valid, &golden_packet);
  }
}

static void show_in(const struct shown *s)
{
  for (uint32_t k = 0; k < count_of(s->request->shape, PER_PORT); k++) {
    uint32_t port = in_order(k, s->first);

    separate(s, k);
    show_packet(s, &in_valid, &in_packet, port);
    show_bit(s, &in_ready, port);
    show_golden_bit(s, "golden_ready_i", port, port);
  }
}

static void show_inject(const struct shown *s)
{
  const struct shape *shape = s->request->shape;

  for (uint32_t k = 0; k < count_of(shape, PER_LANE); k++) {
    uint32_t lane = in_order(k, s->first);

    separate(s, k);
    show_packet(s, &inject_valid, &inject_packet, lane);
    show_bit(s, &inject_ready, lane);
    show_golden_bit(s, "golden_ready_i", shape->topology->ports + lane, lane);
  }
}

static void show_eject(const struct shown *s)
{
  for (uint32_t k = 0; k < count_of(s->request->shape, PER_CHANNEL); k++) {
    uint32_t channel = in_order(k, s->first);

    show_packet(s, &eject_valid, &eject_packet, channel);
    show_golden_bit(s, "golden_eject_i", channel, channel);
  }
}

/* Inside the switch of rtl/, where a dump has it: how many packets each output queue holds,
 * and which packet each input queue. */
static void show_queues(const struct shown *s)
{
  const struct shape *shape = s->request->shape;
  uint32_t count_bits = golden_wave_count_bits(shape->depth);
  bool golden = s->request->kind == SAVE_GOLDEN;
  char text[VIEW_LABEL];

  for (uint32_t port = 0; port < count_of(shape, PER_PORT); port++) {
    struct slice count = view_find(s->view, count_bits, 0, count_bits,
                                   golden ? "%s.port[%u].queue_count"
                                          : "%s.g_port[%u].u_output_queue.count_q",
                                   s->scope, port);

    label(text, golden ? "queue_count" : "count_q", port);
    view_number(s->view, text, own_colour(s), &count);
  }
  for (uint32_t c = 0; c < count_of(shape, PER_CHANNEL); c++) {
    struct slice full =
        view_find(s->view, 1, 0, 1, "%s.g_channel[%u].u_input_queue.full_q", s->scope, c);
    struct slice packet = view_find(s->view, s->packet_bits, 0, s->packet_bits,
                                    "%s.g_channel[%u].u_input_queue.packet_q", s->scope, c);

    label(text, "input_queue", c);
    view_packet(s->view, text, COLOUR_DUT, &full, &packet);
  }
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

  s->first = differs && difference->port < count_of(s->request->shape, section->per)
                 ? difference->port
                 : 0;
  view_enter(s->view, section->name, !section->open && !differs);
  section->show(s);
  view_leave(s->view);
}

void switch_view(struct view *view, const struct save_request *request, uint32_t sw,
                 bool closed, const struct save_difference *difference)
{
  const struct packet_format *format = &request->shape->format;
  struct shown s = {.view = view,
                    .request = request,
                    .sw = sw,
                    .packet_bits = format->header_bits + format->data_bits};
  char address[ADDRESS_TEXT], name[VIEW_LABEL * 2];
  struct slice differ;

  set_scopes(&s);
  differ = locate_golden(&s, "differ_i", 0);
  request->shape->topology->row->print_address(request->shape->topology, sw, address);
  snprintf(name, sizeof name, "s%u  %s", sw, address);
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
