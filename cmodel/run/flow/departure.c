/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* departure -- may a packet leave a switch as it does?  If not, what is wrong? */
#include "run/flow/parts.h"

#include "base/bits.h"
#include "network/traffic/payload.h"

static uint64_t bit(uint32_t exit)
{
  return UINT64_C(1) << exit;
}

/* May the packet leave by this exit with this header?  If so, *way is the decision. */
static bool may_leave(const struct flow *f, const struct flow_event *event,
                      const struct inside_packet *p, struct route_out *way)
{
  if (p->fixed) {
    *way = p->way;
    return (p->owes & bit(event->exit)) && way->header == event->packet.header;
  }
  struct flow_decisions decisions = flow_ask(f, event->at, p);

  while (flow_decisions_next(&decisions, way))
    if (way->header == event->packet.header &&
        (flow_decision_exits(&f->shape, way) & bit(event->exit)))
      return true;
  return false;
}

/* Must the packet leave by this exit, whatever it is told, with this priority? */
static bool must_leave(const struct flow *f, uint32_t sw, const struct inside_packet *p,
                       uint32_t exit, uint32_t priority)
{
  struct route_out way;

  if (p->fixed)
    return (p->owes & bit(exit)) && flow_same_priority(f, p->way.priority, priority);
  if (f->shape.routing->unit->words)
    return false;
  struct flow_decisions decisions = flow_ask(f, sw, p);

  while (flow_decisions_next(&decisions, &way))
    if (way.wait || !(flow_decision_exits(&f->shape, &way) & bit(exit)) ||
        !flow_same_priority(f, way.priority, priority))
      return false;
  return true;
}

/* The packet of the same channel that is older and must leave by this exit first;
 * INSIDE_NONE: there is none. */
static uint32_t older(const struct flow *f, uint32_t sw, uint32_t number, uint32_t exit,
                      uint32_t priority)
{
  const struct inside_packet *packets = f->inside.packets;

  if (!payload_tells_apart(&f->shape.format)) /* it might be another that is equal */
    return INSIDE_NONE;
  for (uint32_t i = f->inside.lists[sw].first; i != number; i = packets[i].next)
    if (packets[i].channel == packets[number].channel &&
        must_leave(f, sw, &packets[i], exit, priority))
      return i;
  return INSIDE_NONE;
}

/* Has a later packet of its channel left by this exit before it? */
static bool is_overtaken(const struct inside_packet *p, uint32_t exit, uint32_t priority)
{
  return p->overtaken[priority & 1] & bit(exit);
}

/* The older ones of its channel that may still choose this exit come too late for it. */
static void overtake(struct flow *f, uint32_t sw, uint32_t number, uint32_t exit,
                     uint32_t priority)
{
  struct inside_packet *packets = f->inside.packets;

  if (!f->shape.routing->unit->words)
    return;
  for (uint32_t i = f->inside.lists[sw].first; i != number; i = packets[i].next)
    if (packets[i].channel == packets[number].channel && !packets[i].fixed)
      packets[i].overtaken[priority & f->priority_mask & 1] |= bit(exit);
}

static bool same_decision(const struct route_out *a, const struct route_out *b)
{
  return a->ports == b->ports && a->vc == b->vc && a->eject == b->eject &&
         a->wait == b->wait && a->header == b->header;
}

/* Tell the witness of a packet that leaves, and the last phase in which it may have been
 * decided. */
static void tell(const struct flow *f, uint32_t sw, const struct inside_packet *p,
                 uint32_t exit, const struct route_out *way)
{
  const struct flow_witness *w = &f->request.witness;
  struct flow_decisions decisions = flow_ask(f, sw, p);
  struct route_out decision;
  bool decided = f->single;

  while (!decided && !p->fixed && flow_decisions_next(&decisions, &decision))
    decided = same_decision(&decision, way);
  w->leaves(w->self, sw, p, exit, decided ? way : NULL, decisions.in.phase);
}

/* A copy leaves. */
static void leave(struct flow *f, const struct flow_event *event, uint32_t number,
                  const struct route_out *way)
{
  const uint32_t sw = event->at, exit = event->exit;
  struct inside_packet *p = &f->inside.packets[number];

  p->refused = event->refused;
  overtake(f, sw, number, exit, way->priority);
  if (f->request.witness.leaves)
    tell(f, sw, p, exit, way);
  if (!p->fixed) {
    p->fixed = true;
    p->way = *way;
    p->owes = flow_decision_exits(&f->shape, way);
  }
  if (exit != FLOW_TERMINAL)
    flow_overtake(f, sw, number, exit, way->priority);
  p->owes &= ~bit(exit);
  if (p->owes != 0)
    return;
  flow_gone(f, sw, p);
  inside_remove(&f->inside, sw, number);
}

bool flow_depart(struct flow *f, const struct flow_event *event)
{
  const struct inside_packet *packets = f->inside.packets;
  struct route_out way;

  for (uint32_t i = f->inside.lists[event->at].first; i != INSIDE_NONE;
       i = packets[i].next) {
    const struct inside_packet *p = &packets[i];

    if (p->packet.data != event->packet.data || !may_leave(f, event, p, &way) ||
        is_overtaken(p, event->exit, way.priority & f->priority_mask) ||
        older(f, event->at, i, event->exit, way.priority) != INSIDE_NONE)
      continue;
    leave(f, event, i, &way);
    return true;
  }
  return false;
}

/* --- what is wrong --- */

void flow_blame(struct flow *f, const struct flow_fault *fault)
{
  if (f->found || !(f->request.rules >> fault->rule & 1))
    return;
  f->found = true;
  f->fault = *fault;
  f->fault.cycle = f->cycle;
  f->fault.at += f->request.first;
}

void flow_describe(const struct flow *f, struct flow_fault *fault,
                   const struct inside_packet *packet)
{
  struct route_out decision;

  fault->known = true;
  fault->inside = *packet;
  fault->decision = packet->way;
  fault->decisions = 1;
  if (packet->fixed)
    return;
  struct flow_decisions decisions = flow_ask(f, fault->at, packet);

  fault->decisions = 0;
  while (flow_decisions_next(&decisions, &decision)) {
    if (fault->decisions == 0)
      fault->decision = decision;
    if (fault->decisions == 0 || !same_decision(&decision, &fault->decision))
      fault->decisions++;
  }
}

/* The packet with these data, rather one that may leave so; INSIDE_NONE: there is none. */
static uint32_t with_data(const struct flow *f, const struct flow_event *event)
{
  const struct inside_packet *packets = f->inside.packets;
  uint32_t found = INSIDE_NONE;
  struct route_out way;

  for (uint32_t i = f->inside.lists[event->at].first; i != INSIDE_NONE;
       i = packets[i].next) {
    if (packets[i].packet.data != event->packet.data)
      continue;
    if (may_leave(f, event, &packets[i], &way))
      return i;
    if (found == INSIDE_NONE)
      found = i;
  }
  return found;
}

/* Has a packet of the schedule with these data been sent, while payloads had this seed? */
static bool was_sent(const struct flow *f, uint64_t data, uint64_t seed)
{
  const uint32_t number = payload_number(data, &f->shape.format);

  return schedule_has_data(f->request.schedule, data, number, seed, &f->shape.format);
}

/* And before the last reset? */
static bool was_sent_before(const struct flow *f, uint64_t data)
{
  for (uint32_t resets = 0; resets < f->resets; resets++)
    if (was_sent(f, data, payload_seed(f->request.seed, resets)))
      return true;
  return false;
}

/* What becomes of a packet with these data that is not inside. */
static enum flow_rule rule_of_stranger(const struct flow *f, uint64_t data)
{
  enum flow_memory_when when = FLOW_MEMORY_NEVER;

  if (flow_remembers(f))
    when = flow_memory_find(&f->memory, data);
  else if (was_sent(f, data, f->seed))
    when = FLOW_MEMORY_NOW;
  else if (was_sent_before(f, data))
    when = FLOW_MEMORY_BEFORE;
  return when == FLOW_MEMORY_NOW      ? FLOW_DUPLICATE
         : when == FLOW_MEMORY_BEFORE ? FLOW_RESET
                                      : FLOW_CORRUPT;
}

/* The packet inside whose data differ in the fewest bits; INSIDE_NONE: none is inside. */
static uint32_t nearest(const struct flow *f, uint32_t sw, uint64_t data)
{
  const struct inside_packet *packets = f->inside.packets;
  uint32_t least = UINT32_MAX, found = INSIDE_NONE;

  for (uint32_t i = f->inside.lists[sw].first; i != INSIDE_NONE; i = packets[i].next) {
    const uint32_t bits = bits_count(packets[i].packet.data ^ data);

    if (bits < least) {
      least = bits;
      found = i;
    }
  }
  return found;
}

/* No packet inside has these data. */
static void accuse_stranger(struct flow *f, struct flow_fault *fault)
{
  const uint64_t data = fault->packet.data;
  const uint32_t near = nearest(f, fault->at, data);

  fault->rule = rule_of_stranger(f, data);
  fault->has_other = fault->rule == FLOW_CORRUPT && near != INSIDE_NONE;
  if (fault->has_other)
    fault->other = f->inside.packets[near];
  flow_blame(f, fault);
  if (fault->has_other)
    inside_remove(&f->inside, fault->at, near);
}

/* A packet that is inside, and may not leave so.  Where another header is allowed, *allowed
 * is a decision with it. */
static enum flow_rule rule_of_way(const struct flow *f, const struct flow_event *event,
                                  const struct inside_packet *p, struct route_out *allowed)
{
  struct flow_decisions decisions = flow_ask(f, event->at, p);
  const uint64_t exit = bit(event->exit);
  struct route_out way;
  bool ejects = true;

  if (p->fixed && (flow_decision_exits(&f->shape, &p->way) & exit & ~p->owes))
    return FLOW_DUPLICATE;
  while (flow_decisions_next(&decisions, &way)) {
    const uint64_t exits = flow_decision_exits(&f->shape, &way);

    if (exits & exit) {
      *allowed = way;
      return FLOW_HEADER;
    }
    ejects = ejects && exits == bit(FLOW_TERMINAL);
  }
  return ejects || event->exit == FLOW_TERMINAL ? FLOW_EJECT : FLOW_PATH;
}

void flow_accuse(struct flow *f, const struct flow_event *event)
{
  struct flow_fault fault = {.at = event->at,
                             .exit = event->exit,
                             .channel = event->channel,
                             .packet = event->packet};
  const uint32_t number = with_data(f, event);
  struct route_out way;

  if (number == INSIDE_NONE) {
    accuse_stranger(f, &fault);
    return;
  }
  const struct inside_packet *p = &f->inside.packets[number];

  flow_describe(f, &fault, p);
  if (!may_leave(f, event, p, &way)) {
    fault.rule = rule_of_way(f, event, p, &fault.decision);
    flow_blame(f, &fault);
    if (fault.rule != FLOW_DUPLICATE)
      inside_remove(&f->inside, event->at, number);
    return;
  }
  const uint32_t first = older(f, event->at, number, event->exit, way.priority);

  fault.rule = FLOW_ORDER;
  if (first != INSIDE_NONE) {
    fault.has_other = true;
    fault.other = f->inside.packets[first];
  }
  flow_blame(f, &fault);
  leave(f, event, number, &way);
}
