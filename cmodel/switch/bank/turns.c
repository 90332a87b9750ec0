/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* turns -- steps 1 to 4 of docs/switch.md where each queue takes one packet in a cycle
 * (PUSHES = 1): first all packets are routed, then each queue takes one of those that ask.
 */
#include "switch/bank/loop.h"
#include "switch/component/turn_router.h"

/* The packets of one switch that ask for a queue. */
struct asking {
  uint64_t queues;                          /* that some channel asks for */
  uint64_t channels[SWITCH_QUEUES];         /* of a queue in `queues` */
  struct route_out ways[SWITCH_QUEUES + 1]; /* of a channel */
};

/* Route all packets.  Returns the channels whose packets are ejected. */
static uint64_t ask(const struct switch_step *step, struct asking *asking)
{
  uint64_t eject = 0;

  asking->queues = 0;
  for (uint64_t full = step->bank->full[step->sw]; full; full &= full - 1) {
    const uint32_t channel = bits_lowest(full);
    struct input_queue *input = &step->inputs[channel];

    input_queue_settle(input, &step->bank->pool);
    const struct route_out way =
        switch_step_route(step, input->header, switch_step_word(step, channel));
    const uint64_t queue = switch_step_queues(step, &way);

    assert(!(queue & (queue - 1)) && !(queue && way.eject));
    if (way.eject) {
      switch_step_header(step, input, way.header);
      eject |= UINT64_C(1) << channel;
    } else if (queue) {
      uint64_t *channels = &asking->channels[bits_lowest(queue)];

      *channels = (asking->queues & queue ? *channels : 0) | UINT64_C(1) << channel;
      asking->queues |= queue;
      asking->ways[channel] = way;
    }
  }
  return eject;
}

/* Each queue with a free place takes a packet.  Returns the channels that it leaves. */
static uint64_t take(struct switch_step *step, const struct asking *asking)
{
  struct switch_bank *bank = step->bank;
  uint8_t *turns = &bank->turns[(size_t)step->sw * switch_queues(&bank->config)];
  uint64_t taken = 0;

  for (uint64_t queues = asking->queues; queues; queues &= queues - 1) {
    const uint32_t queue = bits_lowest(queues);

    if (step->outputs[queue].count >= step->depth)
      continue;
    const uint32_t channel = turn_router_first(asking->channels[queue], turns[queue]);
    const struct route_out *way = &asking->ways[channel];
    struct input_queue *input = &step->inputs[channel];

    turns[queue] = (uint8_t)channel;
    switch_step_header(step, input, way->header);
    switch_step_push(step, way, UINT64_C(1) << queue, input_queue_take(input));
    taken |= UINT64_C(1) << channel;
  }
  return taken;
}

void switch_bank_route_turns(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const uint32_t sw = active[i];
    struct switch_step step =
        switch_step_of(bank, sw, bank->config.unit->comb, false, bank->largest);
    struct asking asking;

    switch_step_words(&step);
    const uint64_t eject = ask(&step, &asking);
    const uint64_t kept = bank->full[sw] & ~eject & ~take(&step, &asking);

    bank->full[sw] = kept;
    bank->ready[sw] = ~kept & step.channels;
    bank->eject[sw] = eject;
    bank->valid[sw] = step.valid;
    bank->largest = step.largest;
  }
}
