/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow -- judges switches by what enters and leaves them. */
#include "run/flow/parts.h"

#include "base/bits.h"
#include "network/traffic/payload.h"

#include <stdlib.h>
#include <string.h>

static bool short_of_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for the packets inside");
}

bool flow_can_tell(const struct shape *shape)
{
  return payload_tells_apart(&shape->format) || flow_decisions_single(shape);
}

bool flow_open(struct flow **flow, const struct flow_request *request, struct err *err)
{
  const struct shape *shape = request->shape;
  const uint32_t switches =
      request->switches ? request->switches : shape->topology->switches;
  struct flow *f = *flow = calloc(1, sizeof *f);

  if (!f)
    return short_of_memory(err);
  f->request = *request;
  f->shape = *shape;
  f->seed = request->seed;
  f->single = flow_decisions_single(shape);
  f->priority_mask = (uint32_t)bits_mask(shape_priority_bits(shape));
  f->steady = shape->vcs == 1 && shape->sends == 0;
  f->over = UINT32_MAX;
  f->refused = calloc(switches, sizeof *f->refused);
  f->refused_packet =
      calloc((size_t)switches * shape_queues(shape), sizeof *f->refused_packet);
  f->held = malloc(switches * sizeof *f->held);
  f->held_before = malloc(switches * sizeof *f->held_before);
  if (f->refused && f->refused_packet && f->held && f->held_before &&
      inside_open(&f->inside, switches) && flow_phases_open(&f->phases) &&
      (!flow_remembers(f) || flow_memory_open(&f->memory, switches)))
    return true;
  flow_close(f);
  *flow = NULL;
  return short_of_memory(err);
}

void flow_reset(struct flow *f, uint64_t seed)
{
  f->seed = seed;
  f->resets++;
  f->over = UINT32_MAX;
  f->held_count = f->crossing_count = 0;
  memset(f->refused, 0, f->inside.switches * sizeof *f->refused);
  flow_refusals_reset(f);
  flow_phases_reset(&f->phases);
  flow_memory_reset(&f->memory);
  inside_reset(&f->inside);
}

void flow_move(struct flow *f, uint32_t first)
{
  f->request.first = first;
}

static void add_crossing(struct flow *f, struct link to, const struct packet *packet)
{
  if (f->crossing_count == f->crossing_capacity) {
    const size_t capacity = f->crossing_capacity ? 2 * f->crossing_capacity : 256;
    struct flow_crossing *larger = realloc(f->crossings, capacity * sizeof *larger);

    if (!larger) {
      f->short_of_memory = true;
      return;
    }
    f->crossings = larger;
    f->crossing_capacity = capacity;
  }
  f->crossings[f->crossing_count++] = (struct flow_crossing){
      .packet = *packet, .to_switch = to.to_switch, .to_channel = to.to_port};
}

/* What leaves a switch by its links. */
static void judge_links(struct flow *f, uint32_t sw)
{
  const struct flow_pins *pins = &f->pins;
  uint64_t taken = 0;

  f->left_from = 0;
  flow_offers_at_once(f, sw, pins->valid[sw]);
  for (uint64_t valid = pins->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);

    if (!flow_takes(f, sw, queue))
      continue;
    const struct flow_event event = {
        .at = sw,
        .exit = queue,
        .packet = pins->out_packet(pins->self, sw, queue / f->shape.vcs)};
    taken |= UINT64_C(1) << queue;
    if (!flow_depart(f, &event))
      flow_accuse(f, &event);
    if (pins->links)
      add_crossing(f, shape_far(&f->shape, sw, queue), &event.packet);
  }
  flow_offers(f, sw, pins->valid[sw], taken);
}

static struct flow_event ejection(const struct flow *f, uint32_t sw, uint32_t channel)
{
  const struct flow_pins *pins = &f->pins;

  return (struct flow_event){.at = sw,
                             .exit = FLOW_TERMINAL,
                             .channel = channel,
                             .packet = pins->eject_packet(pins->self, sw, channel),
                             .refused =
                                 f->eject_refused && f->eject_refused[sw] >> channel & 1};
}

/* What a switch ejects.  Ejections of one cycle have no order. */
static void judge_ejected(struct flow *f, uint32_t sw)
{
  uint64_t eject = flow_ejected(f, sw);
  bool some = true; /* of those tried last have left */

  while (eject && some) {
    some = false;
    for (uint64_t left = eject; left; left &= left - 1) {
      const struct flow_event event = ejection(f, sw, bits_lowest(left));

      if (!flow_depart(f, &event))
        continue;
      some = true;
      eject &= ~(UINT64_C(1) << event.channel);
    }
  }
  for (; eject; eject &= eject - 1) {
    const struct flow_event event = ejection(f, sw, bits_lowest(eject));

    flow_accuse(f, &event);
  }
  if (f->pins.refused || f->eject_refused)
    flow_refusals(f, sw);
}

bool flow_judge_pins(struct flow *f, uint64_t cycle, const struct flow_pins *pins,
                     struct flow_fault *fault)
{
  f->cycle = cycle;
  f->found = false;
  f->pins = *pins;
  f->crossing_count = 0;
  if (f->over != UINT32_MAX)
    flow_blame(f, &(struct flow_fault){.rule = FLOW_CAPACITY,
                                       .at = f->over,
                                       .packet = f->over_packet,
                                       .count = f->over_count});
  f->over = UINT32_MAX;
  flow_offers_start(f);
  if (f->eject_held_count > 0)
    flow_refusals_start(f);
  for (size_t i = 0; i < pins->active_count; i++) {
    const uint32_t sw = pins->active[i];

    if (pins->valid[sw])
      judge_links(f, sw);
    if (pins->eject[sw])
      judge_ejected(f, sw);
  }
  flow_look_for_stuck(f);
  if (f->found)
    *fault = f->fault;
  return f->found;
}

bool flow_judge(struct flow *f, uint64_t cycle, const struct machine *m,
                const struct links *links, struct flow_fault *fault)
{
  const struct flow_pins pins = flow_pins_of(m, links);

  return flow_judge_pins(f, cycle, &pins, fault);
}

/* --- the clock edge --- */

bool flow_enter_one(struct flow *f, uint32_t sw, uint32_t channel,
                    const struct packet *packet, struct err *err)
{
  struct inside_packet *p = inside_add(&f->inside, sw);
  const uint32_t count = f->inside.lists[sw].count;

  if (!p)
    return short_of_memory(err);
  p->packet = *packet;
  p->cycle = f->cycle;
  p->channel = channel;
  p->since = f->phases.count - 1;
  if (f->single) {
    struct flow_decisions decisions = flow_ask(f, sw, p);

    p->fixed = flow_decisions_next(&decisions, &p->way);
    p->owes = flow_decision_exits(&f->shape, &p->way);
  }
  if (flow_remembers(f))
    flow_memory_add(&f->memory, packet->data);
  if (f->request.witness.enters)
    f->request.witness.enters(f->request.witness.self, sw, p);
  if (f->request.capacity && count > f->request.capacity && f->over == UINT32_MAX) {
    f->over = sw;
    f->over_count = count;
    f->over_packet = *packet;
  }
  return true;
}

bool flow_phase(struct flow *f, uint32_t phase, struct err *err)
{
  return (!f->short_of_memory && flow_phases_add(&f->phases, phase)) ||
         short_of_memory(err);
}

bool flow_enter(struct flow *f, const struct stimulus *stimulus, struct err *err)
{
  bool good = flow_phase(f, stimulus->phase, err);

  for (size_t i = 0; good && i < f->crossing_count; i++) {
    const struct flow_crossing *c = &f->crossings[i];

    good = flow_enter_one(f, c->to_switch, c->to_channel, &c->packet, err);
  }
  for (size_t i = 0; good && i < stimulus->injection_count; i++) {
    const struct injection *one = &stimulus->injections[i];

    good = flow_enter_one(f, one->at, shape_inject_channel(&f->shape, one->lane),
                          &one->packet, err);
  }
  return good;
}

const struct inside *flow_inside(const struct flow *f)
{
  return &f->inside;
}

struct flow_figures flow_figures(const struct flow *f)
{
  return f->figures;
}

uint32_t flow_packets(const void *self, uint32_t sw, uint32_t port)
{
  const struct flow *f = self;
  const struct inside_packet *packets = f->inside.packets;
  const uint64_t queues = bits_mask(f->shape.vcs) << port * f->shape.vcs;
  uint32_t count = 0;

  for (uint32_t i = f->inside.lists[sw].first; i != INSIDE_NONE; i = packets[i].next)
    count += (packets[i].owes & queues) != 0;
  return count;
}

void flow_close(struct flow *f)
{
  if (!f)
    return;
  inside_close(&f->inside);
  flow_memory_close(&f->memory);
  flow_phases_close(&f->phases);
  flow_refusals_close(f);
  free(f->crossings);
  free(f->refused);
  free(f->refused_packet);
  free(f->held);
  free(f->held_before);
  free(f);
}
