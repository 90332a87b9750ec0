/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- lockhop.h: one switch with the pins of docs/switch.md. */
#include "base/bits.h"
#include "run/machine/golden.h"
#include "switch/bank/alone.h"
#include "tool/api/describe.h"
#include "tool/session/choose.h"

#include <stdlib.h>

struct lockhop_switch {
  struct described described;
  struct topology topology;
  struct shape shape;
  struct switch_alone alone;
};

static bool open(struct lockhop_switch *sw, const struct lockhop_description *given,
                 struct err *err)
{
  const struct description *d = &sw->described.description;
  struct shape *shape = &sw->shape;

  if (!given->topology || given->traffic || given->disturb)
    return err_set(err, ERR_USAGE,
                   "a switch needs a topology, and has no traffic and no disturbances");
  if (!describe_open(&sw->described, given, err) || !description_check(d, err) ||
      !topology_open(&sw->topology, d->topology, err))
    return false;
  shape->topology = &sw->topology;
  shape->routing = session_routing(&sw->topology, d, err);
  if (!shape->routing || !choose_switch(shape, d, err))
    return false;
  const struct switch_config config = golden_config(shape);
  return switch_alone_open(&sw->alone, &config, golden_packets(shape, 1, SIZE_MAX)) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for a switch");
}

struct lockhop_switch *lockhop_switch_open(const struct lockhop_description *description,
                                           struct lockhop_error *error)
{
  struct lockhop_switch *sw = calloc(1, sizeof *sw);
  struct err err = {.kind = ERR_ENVIRONMENT, .text = "not enough memory for a switch"};

  if (sw && open(sw, description, &err))
    return sw;
  lockhop_switch_close(sw);
  describe_error(error, &err);
  return NULL;
}

void lockhop_switch_close(struct lockhop_switch *sw)
{
  if (!sw)
    return;
  switch_alone_close(&sw->alone);
  topology_close(&sw->topology);
  describe_close(&sw->described);
  free(sw);
}

struct lockhop_shape lockhop_switch_shape(const struct lockhop_switch *sw)
{
  struct lockhop_shape shape = describe_shape(&sw->shape);

  shape.switches = 1;
  return shape;
}

/* --- the pins --- */

void lockhop_switch_outputs(const struct lockhop_switch *sw,
                            struct lockhop_outputs *outputs)
{
  const struct switch_bank *bank = &sw->alone.bank;
  const uint32_t vcs = bank->config.vcs, queues = switch_queues(&bank->config);
  const struct lockhop_packet none = {.header = 0};

  outputs->in_ready = switch_alone_ready(&sw->alone) & bits_mask(queues);
  outputs->inject_ready = switch_alone_ready(&sw->alone) >> queues;
  outputs->out_valid = bank->offered[0];
  outputs->eject_valid = bank->eject[0];
  for (uint32_t port = 0; port < bank->config.ports; port++) {
    uint64_t valid = bank->offered[0] >> port * vcs & bits_mask(vcs);

    outputs->out_packet[port] = none;
    if (valid)
      outputs->out_packet[port] =
          describe_packet(switch_shown(bank, 0, port * vcs + bits_lowest(valid))->packet);
  }
  for (uint32_t channel = 0; channel < bank->config.channels; channel++)
    outputs->eject_packet[channel] =
        bank->eject[0] >> channel & 1
            ? describe_packet(switch_held(bank, 0, channel)->packet)
            : none;
}

static struct packet cut(const struct lockhop_switch *sw,
                         const struct lockhop_packet *packet)
{
  const struct packet_format *format = &sw->shape.format;

  return (struct packet){.header = packet->header & bits_mask(format->header_bits),
                         .data = packet->data & bits_mask(format->data_bits)};
}

void lockhop_switch_tick(struct lockhop_switch *sw, const struct lockhop_inputs *inputs)
{
  const struct switch_config *config = &sw->alone.bank.config;
  const uint32_t queues = switch_queues(config);
  struct switch_inputs in;

  in.rst = inputs->rst;
  in.here = inputs->here & bits_mask(sw->topology.address_bits);
  in.seed = inputs->seed;
  in.phase = inputs->phase & (uint32_t)bits_mask(shape_phase_bits(&sw->shape));
  in.out_ready = inputs->out_ready;
  in.offered = (inputs->in_valid & bits_mask(queues)) |
               (inputs->inject_valid & bits_mask(config->channels - queues)) << queues;
  for (uint64_t left = in.offered; left; left &= left - 1) {
    uint32_t channel = bits_lowest(left);

    in.packets[channel] =
        cut(sw, channel < queues ? &inputs->in_packet[channel / config->vcs]
                                 : &inputs->inject_packet[channel - queues]);
  }
  switch_alone_edge(&sw->alone, &in);
  switch_alone_comb(&sw->alone);
}
