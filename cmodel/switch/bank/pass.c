/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pass -- what of switch_bank_pass is the same for every route unit. */
#include "switch/bank/pass.h"

enum { EJECTIONS_AHEAD = 16 /* whose packets are prefetched */ };

/* Let a packet whose place says all of it cross, or push it behind the one that does. */
static void pass_push(struct switch_pass *pass, uint64_t port, uint64_t header,
                      uint32_t packet)
{
  struct switch_bank *bank = pass->bank;
  const uint32_t queue = bits_lowest(port);
  struct output_queue *output = &pass->outputs[queue];

  if (!(pass->leaving & port)) {
    pass->leaving |= port;
    switch_pass_cross(bank, pass->queue + queue,
                      (struct input_queue){.header = header, .packet = packet, .hops = 1});
    return;
  }
  pass->valid |= port;
  output_queue_push(output, &bank->pool, packet);
  if (output->count + 1 > bank->largest)
    bank->largest = output->count + 1;
}

/* router_takes, where a queue has a place less for the packet that leaves it. */
static bool pass_takes(const struct switch_pass *pass, uint64_t queues)
{
  const uint32_t depth = pass->bank->config.depth ? pass->bank->config.depth : UINT32_MAX;

  for (uint64_t left = queues & pass->leaving; left; left &= left - 1)
    if (pass->outputs[bits_lowest(left)].count >= depth - 1)
      return false;
  return queues != 0;
}

/* Write what the packet has become into its place in the pool. */
static void settle(struct packet_pool *pool, struct input_queue *input, uint64_t header)
{
  struct pooled_packet *place = &pool->places[input->packet];

  place->packet.header = header;
  place->hops += input->hops;
  input->hops = 0;
}

bool switch_pass_any(struct switch_pass *pass, struct input_queue *input, uint32_t channel,
                     uint64_t header, uint64_t ports, bool eject)
{
  struct switch_bank *bank = pass->bank;
  const uint32_t packet = input->packet;

  if (!pass_takes(pass, ports))
    return false;
  settle(&bank->pool, input, header);
  if (eject) {
    switch_pass_eject(bank, pass->sw, channel, input, header);
  } else {
    pass_push(pass, ports & -ports, header, packet);
    ports &= ports - 1;
  }
  for (; ports; ports &= ports - 1)
    pass_push(pass, ports & -ports, header, packet_pool_copy(&bank->pool, packet));
  return true;
}

void switch_pass_put(struct switch_bank *bank, struct switch_crossing *from)
{
  const uint32_t *const ends = bank->ends;
  const uint32_t channels = bank->config.channels;
  const uint32_t first = bank->first, count = bank->end - bank->first;
  uint64_t *const full = bank->next_full, *const awake = bank->next_awake;
  struct input_queue *const inputs = bank->next_inputs;
  struct switch_crossing *stays = from;

  for (const struct switch_crossing *c = from; c < bank->crossing_end; c++) {
    const uint32_t end = ends[c->queue], to = end >> SWITCH_END_BITS;
    const uint32_t channel = end & ((1 << SWITCH_END_BITS) - 1);

    if (to - first >= count) {
      *stays++ = *c;
      continue;
    }
    inputs[(size_t)to * channels + channel] = c->packet;
    full[to] |= UINT64_C(1) << channel;
    if (awake)
      awake[to / SWITCH_BLOCK] |= UINT64_C(1) << to % SWITCH_BLOCK;
  }
  bank->crossing_end = stays;
}

/* Read the data of the packets on the list of ejections from `from` on, and free their
 * places. */
static void read_ejections(struct switch_bank *bank, struct ejected_packet *from)
{
  struct packet_pool *pool = &bank->pool;
  struct ejected_packet *const end = bank->ejection_end;

  for (struct ejected_packet *e = from; e < end; e++) {
    const struct pooled_packet *place = &pool->places[e->place];

    if (bank->large && end - e > EJECTIONS_AHEAD)
      __builtin_prefetch(&pool->places[e[EJECTIONS_AHEAD].place], 1);
    e->packet.data = place->packet.data;
    e->hops += place->hops;
    packet_pool_free(pool, e->place);
  }
}

void switch_bank_pass(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  struct ejected_packet *const ejected = bank->ejection_end;

  bank->config.unit->loops->pass(bank, active, count);
  read_ejections(bank, ejected);
}

void switch_return(struct switch_bank *bank, const struct input_queue *packet,
                   uint32_t queue)
{
  const uint32_t sw = queue / bank->config.ports;
  struct pooled_packet *place = &bank->pool.places[packet->packet];

  place->packet.header = packet->header;
  place->hops += packet->hops - 1;
  output_queue_return(&bank->outputs[queue], &bank->pool, packet->packet);
  bank->valid[sw] |= UINT64_C(1) << (queue - sw * bank->config.ports);
  switch_wake_next(bank, sw);
}

/* The packets that a switch keeps are in its channels in the next cycle, too. */
static void keep(struct switch_bank *bank, uint32_t sw)
{
  const size_t first = (size_t)sw * bank->config.channels;
  const uint64_t kept = bank->full[sw];

  for (uint64_t left = kept; left; left &= left - 1) {
    const uint32_t channel = bits_lowest(left);
    struct input_queue *next = &bank->next_inputs[first + channel];

    if (bank->next_full[sw] >> channel & 1)
      switch_return(bank, next, bank->senders[(size_t)sw * bank->config.ports + channel]);
    *next = bank->inputs[first + channel];
  }
  bank->next_full[sw] |= kept;
  bank->full[sw] = 0;
}

/* The same of a sparse bank, where they stay there, and those that come are on the list. */
static void return_stopped(struct switch_bank *bank)
{
  struct switch_crossing *next = bank->crossings;

  for (const struct switch_crossing *c = next; c < bank->crossing_end; c++) {
    const uint32_t end = bank->ends[c->queue];
    const uint32_t channel = end & ((1 << SWITCH_END_BITS) - 1);

    if (bank->full[end >> SWITCH_END_BITS] >> channel & 1)
      switch_return(bank, &c->packet, c->queue);
    else
      *next++ = *c;
  }
  bank->crossing_end = next;
}

static void turn_sparse(struct switch_bank *bank)
{
  if (bank->keeping_count > 0)
    return_stopped(bank);
  bank->keeping_count = 0;
  switch_pass_put(bank, bank->crossings);
}

void switch_bank_turn(struct switch_bank *bank)
{
  struct input_queue *const inputs = bank->inputs;
  uint64_t *const full = bank->full, *const awake = bank->awake;

  if (bank->config.sparse) {
    turn_sparse(bank);
    return;
  }
  for (size_t i = 0; i < bank->keeping_count; i++)
    keep(bank, bank->keeping[i]);
  bank->keeping_count = 0;
  bank->inputs = bank->next_inputs;
  bank->full = bank->next_full;
  bank->awake = bank->next_awake;
  bank->next_inputs = inputs;
  bank->next_full = full;
  bank->next_awake = awake;
}

void switch_prefetch_pass(const struct switch_bank *bank, const uint32_t *active,
                          size_t from, size_t part, size_t count)
{
  const size_t to = switch_part_end(from, part, count);
  const uint32_t ports = bank->config.ports;

  switch_prefetch_inputs(bank, &active[from], to - from);
  for (size_t i = from; i < to; i++)
    for (uint64_t left = bank->valid[active[i]]; left; left &= left - 1) {
      const struct output_queue *output =
          &bank->outputs[(size_t)active[i] * ports + bits_lowest(left)];

      __builtin_prefetch(&bank->pool.places[output->head], 1);
      if (output->count > 1)
        __builtin_prefetch(&bank->pool.places[output->tail], 1);
    }
  for (size_t i = to; i < switch_part_end(to, part, count); i++)
    for (uint64_t left = bank->valid[active[i]]; left; left &= left - 1)
      __builtin_prefetch(&bank->outputs[(size_t)active[i] * ports + bits_lowest(left)], 1);
}
