/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pass -- the loop of switch_bank_pass, instantiated for every route unit by loop.h.
 *
 * Steps 1 to 4 of docs/switch.md, and the pop of what the queues show: packets go from
 * input queues to the list of crossings.  Those that find their queue empty, which are
 * most, are never in it (docs/decisions/0070-packets-that-pass.md).
 */
#ifndef LOCKHOP_SWITCH_BANK_PASS_H
#define LOCKHOP_SWITCH_BANK_PASS_H

#include "switch/bank/switch.h"

#define SWITCH_INLINE static inline __attribute__((always_inline))

/* One switch. */
struct switch_pass {
  struct switch_bank *bank;
  struct switch_crossing *next; /* place for the next crossing */
  struct input_queue *inputs;   /* [channels] of the switch */
  struct output_queue *outputs; /* [queues] likewise */
  uint64_t leaving;             /* queues whose packet for this cycle is known */
  uint64_t valid;               /* queues that hold packets besides */
  uint64_t kept;                /* channels whose packets stay, or are not yet looked at */
  uint64_t eject;
  uint32_t queue;   /* number of the switch's first in the bank */
  uint32_t largest; /* of the bank */
};

SWITCH_INLINE void switch_pass_cross(struct switch_pass *pass, uint32_t queue,
                                     uint64_t header, uint32_t packet, uint32_t hops)
{
  *pass->next++ = (struct switch_crossing){
      .header = header, .packet = packet, .hops = hops, .queue = pass->queue + queue};
}

/* The oldest packets of the queues that hold any. */
SWITCH_INLINE void switch_pass_oldest(struct switch_pass *pass)
{
  struct packet_pool *pool = &pass->bank->pool;

  for (uint64_t left = pass->valid; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);
    const uint32_t packet = switch_pop(pass->bank, pass->outputs, &pass->valid, queue);

    switch_pass_cross(pass, queue, pool->places[packet].packet.header, packet, 1);
  }
}

/* A packet for one queue, which is empty: it never is in it. */
SWITCH_INLINE void switch_pass_through(struct switch_pass *pass, struct input_queue *input,
                                       uint64_t header, uint64_t port)
{
  const uint32_t hops = input->hops + 1;

  pass->leaving |= port;
  switch_pass_cross(pass, bits_lowest(port), header, input_queue_take(input), hops);
}

/* Write what the packet has become into its place in the pool. */
SWITCH_INLINE void switch_pass_settle(struct switch_pass *pass, struct input_queue *input,
                                      uint64_t header)
{
  struct pooled_packet *place = &pass->bank->pool.places[input->packet];

  place->packet.header = header;
  place->hops += input->hops;
  input->hops = 0;
}

/* switch_step_channel for any other packet: false if it stays.  `channel` is a mask. */
bool switch_pass_any(struct switch_pass *pass, struct input_queue *input, uint64_t channel,
                     uint64_t header, uint64_t ports, bool eject);

/* The packets in the channels. */
SWITCH_INLINE void switch_pass_channels(struct switch_pass *pass, route_comb *comb,
                                        uint64_t here)
{
  const struct switch_config *config = &pass->bank->config;

  for (uint64_t full = pass->kept; full; full &= full - 1) {
    const uint64_t channel = full & -full;
    struct input_queue *input = &pass->inputs[bits_lowest(full)];
    const struct route_out way = comb(&(struct route_in){.here = here,
                                                         .header = input->header,
                                                         .ports = config->ports,
                                                         .phase = pass->bank->phase,
                                                         .parameters = config->parameters});
    bool goes = true;

    if (way.eject && !way.ports) {
      switch_pass_settle(pass, input, way.header);
      pass->eject |= channel;
    } else if (!way.eject && way.ports && !(way.ports & (way.ports - 1)) &&
               !(way.ports & pass->leaving)) {
      switch_pass_through(pass, input, way.header, way.ports);
    } else {
      /* A copy, so that all of the pass stays in registers elsewhere. */
      struct switch_pass copy = *pass;

      goes = switch_pass_any(&copy, input, channel, way.header, way.ports, way.eject);
      *pass = copy;
    }
    if (goes)
      pass->kept ^= channel;
  }
}

SWITCH_INLINE size_t switch_pass_part(struct switch_bank *bank, const uint32_t *active,
                                      size_t count, uint32_t *ejecting, route_comb *comb)
{
  const uint32_t channels = bank->config.channels, ports = bank->config.ports;
  const uint64_t all = bits_mask(channels);
  const uint64_t *here = bank->here;
  size_t ejected = 0;
  struct switch_pass pass = {.bank = bank,
                             .next = &bank->crossings[bank->crossing_count],
                             .largest = bank->largest};

  for (size_t i = 0; i < count; i++) {
    const uint32_t sw = active[i];
    const uint64_t before = bank->valid[sw];

    pass.queue = sw * ports;
    pass.inputs = &bank->inputs[(size_t)sw * channels];
    pass.outputs = &bank->outputs[pass.queue];
    pass.valid = pass.leaving = before;
    pass.kept = bank->full[sw];
    pass.eject = 0;
    if (before)
      switch_pass_oldest(&pass);
    switch_pass_channels(&pass, comb, here ? here[sw] : sw);
    bank->full[sw] = pass.kept;
    bank->ready[sw] = all & ~pass.kept;
    bank->leaving[sw] = pass.leaving;
    if (before | pass.valid)
      bank->valid[sw] = pass.valid;
    if (pass.kept | pass.valid)
      switch_wake(bank, sw);
    if (pass.eject) {
      bank->eject[sw] = pass.eject;
      ejecting[ejected++] = sw;
    }
  }
  bank->crossing_count = (size_t)(pass.next - bank->crossings);
  bank->largest = pass.largest == 0 ? bank->crossing_count > 0 : pass.largest;
  return ejected;
}

SWITCH_INLINE size_t switch_pass(struct switch_bank *bank, const uint32_t *active,
                                 size_t count, uint32_t *ejecting, route_comb *comb)
{
  const size_t part = switch_bank_part(bank, count);
  size_t ejected = 0;

  for (size_t from = 0, to; from < count; from = to) {
    to = switch_part_end(from, part, count);
    if (to < count)
      switch_prefetch_pass(bank, active, to, part, count);
    ejected += switch_pass_part(bank, &active[from], to - from, &ejecting[ejected], comb);
  }
  return ejected;
}

#endif
