/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pass -- what of switch_bank_pass is the same for every route unit. */
#include "switch/bank/pass.h"

/* Let a packet whose place says all of it cross, or push it behind the one that does. */
static void pass_push(struct switch_pass *pass, uint64_t port, uint64_t header,
                      uint32_t packet)
{
  const uint32_t queue = bits_lowest(port);
  struct output_queue *output = &pass->outputs[queue];

  if (!(pass->leaving & port)) {
    pass->leaving |= port;
    switch_pass_cross(pass, queue, header, packet, 1);
    return;
  }
  pass->valid |= port;
  output_queue_push(output, &pass->bank->pool, packet);
  if (output->count + 1 > pass->largest)
    pass->largest = output->count + 1;
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

bool switch_pass_any(struct switch_pass *pass, struct input_queue *input, uint64_t channel,
                     uint64_t header, uint64_t ports, bool eject)
{
  const uint32_t packet = input->packet;

  if (!pass_takes(pass, ports))
    return false;
  switch_pass_settle(pass, input, header);
  if (eject) {
    pass->eject |= channel;
  } else {
    input_queue_take(input);
    pass_push(pass, ports & -ports, header, packet);
    ports &= ports - 1;
  }
  for (; ports; ports &= ports - 1)
    pass_push(pass, ports & -ports, header, packet_pool_copy(&pass->bank->pool, packet));
  return true;
}

void switch_return(struct switch_bank *bank, const struct switch_crossing *crossing)
{
  struct output_queue *output = &bank->outputs[crossing->queue];
  const uint32_t sw = crossing->queue / bank->config.ports;
  struct pooled_packet *place = &bank->pool.places[crossing->packet];

  place->packet.header = crossing->header;
  place->hops += crossing->hops - 1;
  output_queue_return(output, &bank->pool, crossing->packet);
  switch_wake(bank, sw);
  bank->valid[sw] |= UINT64_C(1) << (crossing->queue - sw * bank->config.ports);
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
