/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pass -- the loop of switch_bank_pass, instantiated for every route unit by loop.h.
 *
 * Steps 1 to 4 of docs/switch.md, and the pop of what the queues show: packets go from
 * input queues to those of the next cycle at the far ends of links.  Those that find their
 * output queue empty, which are most, are never in it
 * (docs/decisions/0070-packets-that-pass.md).
 */
#ifndef LOCKHOP_SWITCH_BANK_PASS_H
#define LOCKHOP_SWITCH_BANK_PASS_H

#include "switch/bank/switch.h"

#define SWITCH_INLINE static inline __attribute__((always_inline))

typedef void pass_rest(struct switch_bank *bank, uint32_t sw, uint64_t left,
                       uint64_t leaving);

/* One switch. */
struct switch_pass {
  struct switch_bank *bank;
  struct input_queue *inputs;   /* [channels] of the switch */
  struct output_queue *outputs; /* [queues] likewise */
  uint64_t leaving;             /* queues whose packet for this cycle is known */
  uint64_t valid;               /* queues that hold packets besides */
  uint64_t kept;                /* channels whose packets stay */
  uint32_t sw;
  uint32_t queue; /* number of the switch's first in the bank */
};

SWITCH_INLINE struct route_out switch_pass_route(const struct switch_bank *bank,
                                                 route_comb *comb, uint32_t sw,
                                                 uint64_t header)
{
  return comb(&(struct route_in){.here = bank->here ? bank->here[sw] : sw,
                                 .header = header,
                                 .ports = bank->config.ports,
                                 .phase = bank->phase,
                                 .parameters = bank->config.parameters});
}

/* Does a packet leave for one port? */
SWITCH_INLINE bool switch_pass_is_plain(const struct route_out *way)
{
  return !way->eject && way->ports && !(way->ports & (way->ports - 1));
}

/* A packet in a channel leaves the network. */
SWITCH_INLINE void switch_pass_eject(struct switch_bank *bank, uint32_t sw,
                                     uint32_t channel, struct input_queue *input,
                                     uint64_t header)
{
  struct ejected_packet *ejection = bank->ejection_end++;

  ejection->packet.header = header;
  ejection->at = sw;
  ejection->channel = channel;
  ejection->hops = input->hops;
  ejection->place = input->packet;
}

/* A packet leaves a queue of the bank; hops: with the link that it crosses. */
SWITCH_INLINE void switch_pass_cross(struct switch_bank *bank, uint32_t queue,
                                     struct input_queue packet)
{
  *bank->crossing_end++ = (struct switch_crossing){.packet = packet, .queue = queue};
}

/* The oldest packets of the queues that hold any. */
SWITCH_INLINE void switch_pass_oldest(struct switch_pass *pass)
{
  struct packet_pool *pool = &pass->bank->pool;

  for (uint64_t left = pass->valid; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);
    const uint32_t packet = switch_pop(pass->bank, pass->outputs, &pass->valid, queue);

    switch_pass_cross(pass->bank, pass->queue + queue,
                      (struct input_queue){.header = pool->places[packet].packet.header,
                                           .packet = packet,
                                           .hops = 1});
  }
}

/* A packet in a channel leaves at one port whose queue is empty: it never is in it. */
SWITCH_INLINE struct switch_crossing
switch_pass_through(uint32_t queue, const struct input_queue *input, uint64_t header)
{
  return (struct switch_crossing){
      .packet = {.header = header, .packet = input->packet, .hops = input->hops + 1},
      .queue = queue};
}

/* switch_step_channel for any other packet: false if it stays. */
bool switch_pass_any(struct switch_pass *pass, struct input_queue *input, uint32_t channel,
                     uint64_t header, uint64_t ports, bool eject);

/* Put the packets on the list of crossings from `from` on into the channels at the far ends
 * of their links, for the next cycle; those to switches of other banks stay on the list. */
void switch_pass_put(struct switch_bank *bank, struct switch_crossing *from);

/* The rest of a switch: the packets in the channels `left`, when those in the channels
 * before have left it by the queues `leaving`. */
SWITCH_INLINE void switch_pass_rest(struct switch_bank *bank, uint32_t sw, uint64_t left,
                                    uint64_t leaving, route_comb *comb)
{
  const uint32_t channels = bank->config.channels, ports = bank->config.ports;
  const uint64_t before = bank->valid[sw];
  struct switch_pass pass = {.bank = bank,
                             .inputs = &bank->inputs[(size_t)sw * channels],
                             .outputs = &bank->outputs[(size_t)sw * ports],
                             .leaving = before | leaving,
                             .valid = before,
                             .sw = sw,
                             .queue = sw * ports};

  switch_pass_oldest(&pass);
  for (; left; left &= left - 1) {
    const uint32_t channel = bits_lowest(left);
    struct input_queue *input = &pass.inputs[channel];
    const struct route_out way = switch_pass_route(bank, comb, sw, input->header);

    if (way.eject && !way.ports) {
      switch_pass_eject(bank, sw, channel, input, way.header);
    } else if (switch_pass_is_plain(&way) && !(way.ports & pass.leaving)) {
      pass.leaving |= way.ports;
      *bank->crossing_end++ =
          switch_pass_through(pass.queue + bits_lowest(way.ports), input, way.header);
    } else {
      /* A copy, so that all of the pass stays in registers elsewhere. */
      struct switch_pass copy = pass;

      if (!switch_pass_any(&copy, input, channel, way.header, way.ports, way.eject))
        copy.kept |= left & -left;
      pass = copy;
    }
  }
  bank->full[sw] = pass.kept;
  bank->ready[sw] = bits_mask(channels) & ~pass.kept;
  bank->leaving[sw] = pass.leaving;
  bank->valid[sw] = pass.valid;
  if (pass.kept)
    bank->keeping[bank->keeping_count++] = sw;
  if (pass.kept | pass.valid)
    switch_wake_next(bank, sw);
}

/* Most switches hold no packets in queues, and most of their packets find a queue of their
 * own.  For the others `rest`, which is switch_pass_rest of the same comb, is called: so
 * this loop is small. */
SWITCH_INLINE void switch_pass_part(struct switch_bank *bank, const uint32_t *active,
                                    size_t count, route_comb *comb, pass_rest *rest)
{
  const uint32_t channels = bank->config.channels, ports = bank->config.ports;
  const uint64_t all = bits_mask(channels);
  struct switch_crossing *const from = bank->crossing_end, *next = from;

  for (size_t i = 0; i < count; i++) {
    const uint32_t sw = active[i], first = sw * ports;
    const uint64_t valid = bank->valid[sw];
    struct input_queue *inputs = &bank->inputs[(size_t)sw * channels];
    uint64_t left = bank->full[sw], leaving = 0;

    for (; left && !valid; left &= left - 1) {
      const uint32_t channel = bits_lowest(left);
      struct input_queue *input = &inputs[channel];
      const struct route_out way = switch_pass_route(bank, comb, sw, input->header);

      if (switch_pass_is_plain(&way) && !(way.ports & leaving)) {
        leaving |= way.ports;
        *next++ = switch_pass_through(first + bits_lowest(way.ports), input, way.header);
      } else if (way.eject && !way.ports) {
        switch_pass_eject(bank, sw, channel, input, way.header);
      } else {
        break;
      }
    }
    if (left | valid) {
      bank->crossing_end = next;
      rest(bank, sw, left, leaving);
      next = bank->crossing_end;
      continue;
    }
    bank->full[sw] = 0;
    bank->ready[sw] = all;
    bank->leaving[sw] = leaving;
  }
  bank->crossing_end = next;
  if (bank->largest == 0)
    bank->largest = next > from;
}

SWITCH_INLINE void switch_pass(struct switch_bank *bank, const uint32_t *active,
                               size_t count, route_comb *comb, pass_rest *rest)
{
  const size_t part = switch_bank_part(bank, count);

  for (size_t from = 0, to; from < count; from = to) {
    to = switch_part_end(from, part, count);
    if (to < count)
      switch_prefetch_pass(bank, active, to, part, count);
    struct switch_crossing *const crossings = bank->crossing_end;

    switch_pass_part(bank, &active[from], to - from, comb, rest);
    if (!bank->config.sparse)
      switch_pass_put(bank, crossings);
  }
}

#endif
