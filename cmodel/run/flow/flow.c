/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow -- judges the switches of a machine by what enters and leaves them. */
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
  return payload_is_numbered(&shape->format) || flow_decisions_single(shape);
}

bool flow_open(struct flow **flow, const struct flow_request *request, struct err *err)
{
  const struct shape *shape = request->shape;
  const uint32_t switches = shape->topology->switches;
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
      inside_open(&f->inside, switches) && flow_phases_open(&f->phases))
    return true;
  flow_close(f);
  *flow = NULL;
  return short_of_memory(err);
}

void flow_reset(struct flow *f, uint64_t seed)
{
  f->seed_before = f->seed;
  f->seed = seed;
  f->was_reset = true;
  f->over = UINT32_MAX;
  f->held_count = f->crossing_count = 0;
  memset(f->refused, 0, f->shape.topology->switches * sizeof *f->refused);
  flow_phases_reset(&f->phases);
  inside_reset(&f->inside);
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
static void judge_links(struct flow *f, const struct machine *m, const struct links *links,
                        uint32_t sw)
{
  uint64_t taken = 0;

  f->left_from = 0;
  flow_offers_at_once(f, m, sw, links->valid[sw]);
  for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);
    const struct link far = shape_far(&f->shape, sw, queue);

    if (!links_taken_to(links, sw, queue, far))
      continue;
    const struct flow_event event = {
        .at = sw,
        .exit = queue,
        .packet = m->ops->out_packet(m->self, sw, queue / f->shape.vcs)};
    taken |= UINT64_C(1) << queue;
    if (!flow_depart(f, &event))
      flow_accuse(f, &event);
    add_crossing(f, far, &event.packet);
  }
  flow_offers(f, m, sw, links->valid[sw], taken);
}

static struct flow_event ejection(const struct machine *m, uint32_t sw, uint32_t channel)
{
  return (struct flow_event){.at = sw,
                             .exit = FLOW_TERMINAL,
                             .channel = channel,
                             .packet = m->ops->eject_packet(m->self, sw, channel)};
}

/* What a switch ejects.  Ejections of one cycle have no order. */
static void judge_ejected(struct flow *f, const struct machine *m, uint32_t sw,
                          uint64_t eject)
{
  bool some = true; /* of those tried last have left */

  while (eject && some) {
    some = false;
    for (uint64_t left = eject; left; left &= left - 1) {
      const struct flow_event event = ejection(m, sw, bits_lowest(left));

      if (!flow_depart(f, &event))
        continue;
      some = true;
      eject &= ~(UINT64_C(1) << event.channel);
    }
  }
  for (; eject; eject &= eject - 1) {
    const struct flow_event event = ejection(m, sw, bits_lowest(eject));

    flow_accuse(f, &event);
  }
}

bool flow_judge(struct flow *f, uint64_t cycle, const struct machine *m,
                const struct links *links, struct flow_fault *fault)
{
  f->cycle = cycle;
  f->found = false;
  f->links = links;
  f->crossing_count = 0;
  if (f->over != UINT32_MAX)
    flow_blame(f, &(struct flow_fault){.rule = FLOW_CAPACITY,
                                       .at = f->over,
                                       .packet = f->over_packet,
                                       .count = f->over_count});
  f->over = UINT32_MAX;
  flow_offers_start(f, links);
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    if (links->valid[sw])
      judge_links(f, m, links, sw);
    if (links->eject[sw])
      judge_ejected(f, m, sw, links->eject[sw]);
  }
  flow_look_for_stuck(f);
  if (f->found)
    *fault = f->fault;
  return f->found;
}

/* --- the clock edge --- */

/* A packet is inside from the next cycle on. */
static bool enter(struct flow *f, uint32_t sw, uint32_t channel,
                  const struct packet *packet)
{
  struct inside_packet *p = inside_add(&f->inside, sw);
  const uint32_t count = f->inside.lists[sw].count;

  if (!p)
    return false;
  p->packet = *packet;
  p->cycle = f->cycle;
  p->channel = channel;
  p->since = f->phases.count - 1;
  if (f->single) {
    struct flow_decisions decisions =
        flow_decisions_start(&f->shape, &f->phases, sw, packet->header, p->since);

    p->fixed = flow_decisions_next(&decisions, &p->way);
    p->owes = flow_decision_exits(&f->shape, &p->way);
  }
  if (f->request.witness.enters)
    f->request.witness.enters(f->request.witness.self, sw, p);
  if (f->request.capacity && count > f->request.capacity && f->over == UINT32_MAX) {
    f->over = sw;
    f->over_count = count;
    f->over_packet = *packet;
  }
  return true;
}

bool flow_enter(struct flow *f, const struct stimulus *stimulus, struct err *err)
{
  bool good = !f->short_of_memory && flow_phases_add(&f->phases, stimulus->phase);

  for (size_t i = 0; good && i < f->crossing_count; i++) {
    const struct flow_crossing *c = &f->crossings[i];

    good = enter(f, c->to_switch, c->to_channel, &c->packet);
  }
  for (size_t i = 0; good && i < stimulus->injection_count; i++) {
    const struct injection *one = &stimulus->injections[i];

    good = enter(f, one->at, shape_inject_channel(&f->shape, one->lane), &one->packet);
  }
  return good || short_of_memory(err);
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
  flow_phases_close(&f->phases);
  free(f->crossings);
  free(f->refused);
  free(f->refused_packet);
  free(f->held);
  free(f->held_before);
  free(f);
}
