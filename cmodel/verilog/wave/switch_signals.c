/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_signals -- finds the signals of one switch in a dump. */
#include "verilog/wave/switch_signals.h"

#include "verilog/wave/golden_wave.h"

#include <stdio.h>

enum {
  MASK_BITS = 64, /* of a mask pin, see sim/dut.h */
  WORD_BITS = 32  /* of a random word */
};

/* The switches whose pins lie behind each other in one bus; see sim/dut.h. */
static uint32_t pin_switches(const struct switch_signals *s)
{
  return s->request->kind == SAVE_NETWORK ? s->request->shape->topology->switches : 1;
}

/* Which of them is this one. */
static uint32_t pin_index(const struct switch_signals *s)
{
  return s->request->kind == SAVE_NETWORK ? s->sw : 0;
}

static void set_scopes(struct switch_signals *s)
{
  switch (s->request->kind) {
  case SAVE_GOLDEN:
    snprintf(s->scope, sizeof s->scope, "golden.s%u", s->sw);
    s->pins[0] = '\0'; /* it has none */
    break;
  case SAVE_ARRAY:
    snprintf(s->scope, sizeof s->scope, "s%u.%s", s->sw,
             s->request->shape->programs ? "engine_top.u_engine" : "switch_top.u_switch");
    snprintf(s->pins, sizeof s->pins, "s%u.%s", s->sw,
             s->request->shape->programs ? "engine_top" : "switch_top");
    break;
  case SAVE_NETWORK:
    snprintf(s->scope, sizeof s->scope, "network.network_top.u_network.s%u", s->sw);
    snprintf(s->pins, sizeof s->pins, "network.network_top");
    break;
  }
}

struct switch_signals switch_signals(const struct view *view,
                                     const struct save_request *request, uint32_t sw)
{
  const struct packet_format *format = &request->shape->format;
  struct switch_signals s = {.view = view,
                             .request = request,
                             .sw = sw,
                             .packet_bits = format->header_bits + format->data_bits};

  set_scopes(&s);
  return s;
}

uint32_t signals_count(const struct switch_signals *s, enum per per)
{
  const struct shape *shape = s->request->shape;

  switch (per) {
  case PER_PORT:
    return shape->topology->ports;
  case PER_QUEUE:
    return shape_queues(shape);
  case PER_LANE:
    return shape->lanes ? shape->lanes : shape->topology->ports;
  default:
    return shape_channels(shape);
  }
}

/* A signal of a network channel, or of its queue, in a dump of the golden model: VCs
 * have scopes of their own where there are several. */
static struct slice locate_vc(const struct switch_signals *s, const char *name,
                              uint32_t bits, uint32_t channel)
{
  uint32_t vcs = s->request->shape->vcs;

  if (vcs == 1)
    return view_find(s->view, bits, 0, bits, "%s.port[%u].%s", s->scope, channel, name);
  return view_find(s->view, bits, 0, bits, "%s.port[%u].vc[%u].%s", s->scope, channel / vcs,
                   channel % vcs, name);
}

/* The scope in which golden_wave puts a port of the switch, for one port, queue, lane or
 * channel. */
static struct slice locate_recorded(const struct switch_signals *s, const struct role *role,
                                    uint32_t index)
{
  const struct shape *shape = s->request->shape;
  uint32_t bits = role->packet ? s->packet_bits : 1;
  uint32_t queues = shape_queues(shape), vcs = shape->vcs;

  if (role->per == PER_QUEUE)
    return view_find(s->view, vcs, index % vcs, 1, "%s.port[%u].%s", s->scope, index / vcs,
                     role->name);
  if (role->per == PER_CHANNEL && index < queues)
    return locate_vc(s, role->name, bits, index);
  if (role->per == PER_CHANNEL)
    index -= queues;
  return view_find(s->view, bits, 0, bits, "%s.%s[%u].%s", s->scope,
                   role->per != PER_PORT && shape->lanes > 0 ? "lane" : "port", index,
                   role->name);
}

struct slice signals_port(const struct switch_signals *s, const struct role *role,
                          uint32_t index)
{
  uint32_t bits = role->packet ? s->packet_bits : 1;

  if (s->request->kind == SAVE_GOLDEN)
    return locate_recorded(s, role, index);
  return view_find(s->view, bits * signals_count(s, role->per), bits * index, bits,
                   "%s.%s_%c", s->scope, role->name, role->suffix);
}

struct slice signals_golden(const struct switch_signals *s, const char *pin, uint32_t lsb,
                            uint32_t bits)
{
  if (s->request->alone)
    return (struct slice){.bits = 0};
  return view_find(s->view, MASK_BITS * pin_switches(s), MASK_BITS * pin_index(s) + lsb,
                   bits, "%s.%s", s->pins, pin);
}

struct slice signals_golden_packet(const struct switch_signals *s, uint32_t port)
{
  uint32_t slot = s->packet_bits > 64 ? 128 : 64;
  uint32_t ports = s->request->shape->topology->ports;

  if (s->request->alone)
    return (struct slice){.bits = 0};
  return view_find(s->view, slot * ports * pin_switches(s),
                   slot * (ports * pin_index(s) + port), s->packet_bits,
                   "%s.golden_packet_i", s->pins);
}

/* The switch of rtl/ has one of two kinds of queues. */
struct slice signals_queue_count(const struct switch_signals *s, uint32_t queue)
{
  static const char *const kinds[] = {"g_fifo", "g_ordered"};
  uint32_t bits = golden_wave_count_bits(s->request->shape->depth);
  struct slice count = {.bits = 0};

  if (s->request->kind == SAVE_GOLDEN)
    return locate_vc(s, "queue_count", bits, queue);
  for (size_t i = 0; i < 2 && count.bits == 0; i++)
    count = view_find(s->view, bits, 0, bits, "%s.g_queue[%u].%s.u_output_queue.count_q",
                      s->scope, queue, kinds[i]);
  return count;
}

struct slice signals_held(const struct switch_signals *s, uint32_t channel,
                          struct slice *full)
{
  *full = view_find(s->view, 1, 0, 1, "%s.g_channel[%u].u_input_queue.full_q", s->scope,
                    channel);
  return view_find(s->view, s->packet_bits, 0, s->packet_bits,
                   "%s.g_channel[%u].u_input_queue.packet_q", s->scope, channel);
}

struct slice signals_waiting(const struct switch_signals *s, uint32_t place,
                             struct slice *full)
{
  uint32_t places = s->request->shape->store;

  *full =
      view_find(s->view, places, place, 1, "%s.g_store.u_waiting_store.full_q", s->scope);
  return view_find(s->view, places * s->packet_bits, place * s->packet_bits, s->packet_bits,
                   "%s.g_store.u_waiting_store.packets_q", s->scope);
}

struct slice signals_random(const struct switch_signals *s, uint32_t channel)
{
  return view_find(s->view, WORD_BITS * signals_count(s, PER_CHANNEL), WORD_BITS * channel,
                   WORD_BITS, "%s.g_random.u_random_bits.word_o", s->scope);
}
