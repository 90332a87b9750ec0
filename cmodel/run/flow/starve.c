/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* starve -- which packets wait while later ones leave, and for how long. */
#include "run/flow/parts.h"

/* Is this queue the only way on for the packet, whatever it is told, with this priority? */
static bool is_bound_for(const struct flow *f, uint32_t sw, const struct inside_packet *p,
                         uint32_t queue, uint32_t priority)
{
  const uint64_t way_out = UINT64_C(1) << queue;
  struct route_out way;

  if (p->fixed)
    return p->owes == way_out && flow_same_priority(f, p->way.priority, priority);
  if (f->shape.routing->unit->words)
    return false;
  struct flow_decisions decisions = flow_ask(f, sw, p);

  while (flow_decisions_next(&decisions, &way))
    if (way.wait || flow_decision_exits(&f->shape, &way) != way_out ||
        !flow_same_priority(f, way.priority, priority))
      return false;
  return true;
}

/* Could the packet have left by the port of this queue in this cycle, with this priority?
 */
static bool could_leave(const struct flow *f, uint32_t sw, const struct inside_packet *p,
                        uint32_t queue, uint32_t priority)
{
  const uint32_t first = queue - queue % f->shape.vcs;

  for (uint32_t q = first; q < first + f->shape.vcs; q++)
    if (flow_takes(f, sw, q) && is_bound_for(f, sw, p, q, priority))
      return true;
  return false;
}

/* The packet with this number has left before the older one. */
static void pass(struct flow *f, uint32_t sw, uint32_t number, uint32_t older,
                 uint32_t queue)
{
  struct inside_packet *p = &f->inside.packets[older];

  p->passed++;
  if (p->passed > f->figures.passed) {
    f->figures.passed = p->passed;
    f->figures.passed_at = sw;
    f->figures.passed_exit = queue;
    f->figures.passed_packet = p->packet;
  }
  if (f->request.starve == 0 || p->passed <= f->request.starve)
    return;
  struct flow_fault fault = {.rule = FLOW_STARVE,
                             .at = sw,
                             .exit = queue,
                             .packet = f->inside.packets[number].packet,
                             .count = p->passed,
                             .has_other = true,
                             .other = *p};

  flow_describe(f, &fault, &f->inside.packets[number]);
  flow_blame(f, &fault);
}

void flow_overtake(struct flow *f, uint32_t sw, uint32_t number, uint32_t queue,
                   uint32_t priority)
{
  const struct inside_packet *packets = f->inside.packets;
  uint64_t seen = f->left_from; /* their next packet was not the oldest in this cycle */

  for (uint32_t i = f->inside.lists[sw].first; packets[i].cycle < packets[number].cycle;
       i = packets[i].next) {
    const uint64_t channel = UINT64_C(1) << packets[i].channel;

    if (!(seen & channel) && could_leave(f, sw, &packets[i], queue, priority))
      pass(f, sw, number, i, queue);
    seen |= channel;
  }
}

void flow_gone(struct flow *f, uint32_t sw, const struct inside_packet *p)
{
  const uint64_t stay = f->cycle - p->cycle;

  f->left_from |= UINT64_C(1) << p->channel;
  if (stay <= f->figures.stay)
    return;
  f->figures.stay = stay;
  f->figures.stay_at = sw;
  f->figures.stay_packet = p->packet;
}
