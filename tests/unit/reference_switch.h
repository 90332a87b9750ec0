/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_switch -- docs/switch.md again, written for the tests from that page alone:
 * arrays instead of lists, one array per signal, nothing skipped because it is idle.  It is
 * slow and shares no code with the golden model.
 */
#ifndef LOCKHOP_TESTS_REFERENCE_SWITCH_H
#define LOCKHOP_TESTS_REFERENCE_SWITCH_H

#include "tests/unit/support.h"

#include "switch/switch.h"

enum { REFERENCE_CHANNELS = 64, REFERENCE_PLACES = 256 };

struct reference_packet {
  struct packet packet;
  uint32_t hops; /* links crossed */
};

struct reference_switch {
  /* parameters */
  uint32_t ports, channels, here;
  uint32_t depth; /* 0: no limit; then never more than REFERENCE_PLACES packets */
  struct route_out (*route)(uint64_t here, uint64_t header);
  /* registers */
  bool in_full[REFERENCE_CHANNELS];
  struct reference_packet in_packet[REFERENCE_CHANNELS];
  uint32_t count[REFERENCE_CHANNELS];
  struct reference_packet memory[REFERENCE_CHANNELS][REFERENCE_PLACES];
  /* outputs and wires of this cycle, made by reference_comb */
  bool in_ready[REFERENCE_CHANNELS];
  bool out_valid[REFERENCE_CHANNELS];
  bool eject_valid[REFERENCE_CHANNELS];
  struct reference_packet eject_packet[REFERENCE_CHANNELS];
  bool taken[REFERENCE_CHANNELS];
  uint32_t wanted[REFERENCE_CHANNELS]; /* a port that a packet which stays waits for */
  uint32_t pushes[REFERENCE_CHANNELS];
};

/* bitfix as docs/switch.md has it, by a loop over the address bits. */
static inline struct route_out reference_bitfix(uint64_t here, uint64_t header)
{
  struct route_out out = {.eject = true, .ports = 0, .header = header};

  for (uint32_t bit = 32; bit-- > 0;)
    if ((here >> bit & 1) != (header >> bit & 1))
      out = (struct route_out){.eject = false, .ports = 1u << bit, .header = header};
  return out;
}

static inline void reference_reset(struct reference_switch *s)
{
  memset(s->in_full, 0, sizeof s->in_full);
  memset(s->count, 0, sizeof s->count);
}

static inline uint32_t reference_places(const struct reference_switch *s, uint32_t port)
{
  uint32_t depth = s->depth ? s->depth : REFERENCE_PLACES;

  return depth - s->count[port] - s->pushes[port];
}

/* Steps 1 to 4 for one channel. */
static inline void reference_channel(struct reference_switch *s, uint32_t channel)
{
  struct reference_packet packet = s->in_packet[channel];
  struct route_out out = s->route(s->here, packet.packet.header);
  bool room = out.ports != 0;

  packet.packet.header = out.header;
  s->eject_valid[channel] = out.eject;
  s->eject_packet[channel] = packet;
  if (out.eject)
    return;
  for (uint32_t port = 0; port < s->ports; port++)
    if (out.ports >> port & 1) {
      s->wanted[channel] = port;
      room = room && reference_places(s, port) > 0;
    }
  s->taken[channel] = room;
  for (uint32_t port = 0; port < s->ports; port++)
    if (room && (out.ports >> port & 1))
      s->memory[port][s->count[port] + s->pushes[port]++] = packet;
}

/* Everything that the switch shows in this cycle. */
static inline void reference_comb(struct reference_switch *s)
{
  memset(s->pushes, 0, sizeof s->pushes);
  memset(s->taken, 0, sizeof s->taken);
  memset(s->eject_valid, 0, sizeof s->eject_valid);
  for (uint32_t channel = 0; channel < s->channels; channel++)
    if (s->in_full[channel])
      reference_channel(s, channel);
  for (uint32_t port = 0; port < s->ports; port++)
    s->out_valid[port] = s->count[port] + s->pushes[port] > 0;
  for (uint32_t channel = 0; channel < s->channels; channel++)
    s->in_ready[channel] =
        !s->in_full[channel] || s->eject_valid[channel] || s->taken[channel];
}

/* The rising edge: in_packets[channels] are offered where in_valid, out_ready[ports]. */
static inline void reference_edge(struct reference_switch *s, const bool *in_valid,
                                  const struct reference_packet *in_packets,
                                  const bool *out_ready)
{
  for (uint32_t port = 0; port < s->ports; port++) {
    uint32_t pop = s->out_valid[port] && out_ready[port];

    s->count[port] = s->count[port] + s->pushes[port] - pop;
    memmove(s->memory[port], s->memory[port] + pop,
            s->count[port] * sizeof s->memory[port][0]);
  }
  for (uint32_t channel = 0; channel < s->channels; channel++) {
    if (in_valid[channel] && s->in_ready[channel]) {
      s->in_full[channel] = true;
      s->in_packet[channel] = in_packets[channel];
    } else if (s->eject_valid[channel] || s->taken[channel]) {
      s->in_full[channel] = false;
    }
  }
}

/* --- one switch of the golden model --- */

enum { DEVICE_EJECT = 63 };

/* Headers of the test's route units: the port in the low six bits, 63 to eject. */
static inline struct route_out device_keep(uint64_t here, uint64_t header)
{
  uint64_t port = header & 63;

  (void)here;
  return (struct route_out){.eject = port == DEVICE_EJECT,
                            .ports = port == DEVICE_EJECT ? 0 : UINT64_C(1) << port,
                            .header = header};
}

/* The same, and the header counts the switches that routed the packet, in steps of here. */
static inline struct route_out device_count(uint64_t here, uint64_t header)
{
  struct route_out out = device_keep(here, header);

  out.header += (here + 1) << 6;
  return out;
}

static inline struct route_out device_keep_comb(const struct route_in *in)
{
  return device_keep(in->here, in->header);
}

static inline struct route_out device_count_comb(const struct route_in *in)
{
  return device_count(in->here, in->header);
}

static const struct route_unit keep_unit = {.name = "keep", .comb = device_keep_comb};
static const struct route_unit count_unit = {.name = "count", .comb = device_count_comb};

/* A switch with the clock edge that a network gives it. */
struct device {
  struct switch_config config;
  uint64_t here, full, valid, eject;
  struct input_queue inputs[REFERENCE_CHANNELS];
  struct output_queue outputs[REFERENCE_CHANNELS];
  struct packet_pool pool;
  uint32_t largest; /* what switch_route returned in this cycle */
};

static inline void device_open(struct device *d, const struct reference_switch *r)
{
  *d = (struct device){
      .config = {.unit = r->route == device_count ? &count_unit : &keep_unit,
                 .ports = r->ports,
                 .channels = r->channels,
                 .depth = r->depth},
      .here = r->here,
  };
  assert_true(packet_pool_open(&d->pool, 4096));
  for (uint32_t channel = 0; channel < REFERENCE_CHANNELS; channel++) {
    input_queue_reset(&d->inputs[channel]);
    output_queue_reset(&d->outputs[channel]);
  }
}

static inline void device_comb(struct device *d)
{
  struct switch_view view = {.here = d->here,
                             .full = &d->full,
                             .valid = &d->valid,
                             .eject = &d->eject,
                             .inputs = d->inputs,
                             .outputs = d->outputs};

  d->largest = switch_route(&d->config, &view, &d->pool);
}

static inline void device_edge(struct device *d, const bool *in_valid,
                               const struct reference_packet *in_packets,
                               const bool *out_ready)
{
  for (uint32_t channel = 0; channel < d->config.channels; channel++)
    if (d->eject >> channel & 1)
      packet_pool_free(&d->pool, input_queue_take(&d->inputs[channel]));
  for (uint32_t port = 0; port < d->config.ports; port++) {
    if (!(d->valid >> port & 1) || !out_ready[port])
      continue;
    packet_pool_free(&d->pool, output_queue_pop(&d->outputs[port], &d->pool));
    if (!output_queue_valid(&d->outputs[port]))
      d->valid &= ~(UINT64_C(1) << port);
  }
  for (uint32_t channel = 0; channel < d->config.channels; channel++) {
    if (!in_valid[channel] || d->full >> channel & 1)
      continue;
    uint32_t packet = packet_pool_take(&d->pool, &in_packets[channel].packet);

    d->pool.places[packet].hops = in_packets[channel].hops;
    input_queue_accept(&d->inputs[channel], packet, in_packets[channel].packet.header);
    d->full |= UINT64_C(1) << channel;
  }
}

#endif
