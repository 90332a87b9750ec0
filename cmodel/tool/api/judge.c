/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judge -- lockhop.h: switches are judged by their pins, with the judge of run/flow. */
#include "tool/api/judge.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "tool/api/verdict.h"

#include <stdlib.h>

enum { STILL = 64 }; /* cycles in which nothing moves, and what is inside will not either */

/* --- the pins --- */

/* What a switch is given: the packets that it takes at this edge, and what its neighbours
 * take. */
static void show_inputs(struct lockhop_judge *j, uint32_t sw,
                        const struct lockhop_inputs *in, const struct lockhop_outputs *out)
{
  const uint32_t queues = j->shape.queues;
  struct packet *packets = &j->in[(size_t)sw * j->shape.channels];
  const uint64_t links = in->in_valid & out->in_ready & bits_mask(queues);
  const uint64_t lanes = in->inject_valid & out->inject_ready & bits_mask(j->shape.lanes);

  j->ready[sw] = in->out_ready & bits_mask(queues);
  j->refused[sw] = in->eject_refused & bits_mask(j->shape.channels);
  j->enters[sw] = links | lanes << queues;
  for (uint64_t left = links; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);

    packets[queue] = shown_packet(&j->session.shape, &in->in_packet[queue / j->shape.vcs]);
  }
  for (uint64_t left = lanes; left; left &= left - 1) {
    const uint32_t lane = bits_lowest(left);

    packets[queues + lane] = shown_packet(&j->session.shape, &in->inject_packet[lane]);
  }
}

void lockhop_judge_pins(struct lockhop_judge *j, uint32_t sw,
                        const struct lockhop_inputs *inputs,
                        const struct lockhop_outputs *outputs)
{
  const uint32_t place = j->shape.switches == 1 ? 0 : sw;

  j->rst = inputs->rst;
  j->here = inputs->here & bits_mask(j->shape.address_bits);
  j->phase = inputs->phase & (uint32_t)bits_mask(j->shape.phase_bits);
  if (j->rst)
    return;
  show_inputs(j, place, inputs, outputs);
  shown_put(&j->shown, place, outputs);
}

/* --- a cycle --- */

static struct flow_pins pins_of(struct lockhop_judge *j)
{
  const struct machine m = shown_machine(&j->shown);

  return (struct flow_pins){.valid = j->shown.valid,
                            .eject = j->shown.eject,
                            .ready = j->ready,
                            .refused = j->refused,
                            .active = j->shown.active,
                            .active_count = j->shape.switches,
                            .self = m.self,
                            .out_packet = m.ops->out_packet,
                            .eject_packet = m.ops->eject_packet};
}

static bool say(struct lockhop_judge *j, const struct flow_fault *fault, struct err *err)
{
  return verdict_make(&j->verdict, &j->text, fault, &j->session.shape, err);
}

/* The switch of this address; the latest one, if there is none. */
static void look(struct lockhop_judge *j)
{
  const struct topology *t = &j->session.topology;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    if (topology_here(t, sw) == j->here) {
      flow_move(j->flow, sw);
      return;
    }
}

static void reset(struct lockhop_judge *j)
{
  const uint64_t seed = j->session.description.seed;

  if (j->begun && !j->in_reset)
    flow_reset(j->flow, payload_seed(seed, ++j->resets));
  j->in_reset = true;
  if (j->looks)
    look(j);
}

static bool enter(struct lockhop_judge *j, struct err *err)
{
  if (!flow_phase(j->flow, j->phase, err))
    return false;
  for (uint32_t sw = 0; sw < j->shape.switches; sw++)
    for (uint64_t left = j->enters[sw]; left; left &= left - 1) {
      const uint32_t channel = bits_lowest(left);

      if (!flow_enter_one(j->flow, sw, channel,
                          &j->in[(size_t)sw * j->shape.channels + channel], err))
        return false;
    }
  return true;
}

static bool moves(const struct lockhop_judge *j)
{
  const struct shown *s = &j->shown;

  for (uint32_t sw = 0; sw < j->shape.switches; sw++)
    if ((s->valid[sw] & j->ready[sw]) || (s->eject[sw] & ~j->refused[sw]) || j->enters[sw])
      return true;
  return false;
}

static bool judge(struct lockhop_judge *j, struct err *err)
{
  const struct flow_pins pins = pins_of(j);
  struct flow_fault fault;

  j->begun = true;
  j->in_reset = false;
  if (moves(j))
    j->last_move = j->cycle;
  if (flow_judge_pins(j->flow, j->cycle, &pins, &fault))
    return say(j, &fault, err);
  return enter(j, err);
}

bool lockhop_judge_tick(struct lockhop_judge *j, struct lockhop_error *error)
{
  struct err err;

  if (j->verdict.broken)
    return true;
  if (j->rst)
    reset(j);
  else if (!judge(j, &err))
    return describe_error(error, &err);
  j->cycle += j->begun;
  return true;
}

bool lockhop_judge_end(struct lockhop_judge *j, struct lockhop_error *error)
{
  const struct flow_pins pins = pins_of(j);
  struct flow_fault fault;
  struct err err;

  return j->verdict.broken || j->cycle <= j->last_move + STILL ||
         !flow_lost_pins(j->flow, j->cycle - 1, &pins, &fault) || say(j, &fault, &err) ||
         describe_error(error, &err);
}

struct lockhop_verdict lockhop_judge_verdict_of(const struct lockhop_judge *j)
{
  return j->verdict;
}
