/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lost -- which packets stay in a switch though they could leave. */
#include "run/flow/parts.h"

#include "base/bits.h"

enum { RESTS = 256 }; /* cycles that a switch may rest with a packet that is free */

/* Is this exit idle, and can it take a packet? */
static bool is_free(const struct flow *f, uint32_t sw, uint32_t exit)
{
  if (exit == FLOW_TERMINAL) /* by any channel */
    return !f->pins.refused || f->pins.refused[sw] == 0;
  const uint32_t port = exit - exit % f->shape.vcs;

  return flow_takes(f, sw, exit) &&
         (f->pins.valid[sw] >> port & bits_mask(f->shape.vcs)) == 0;
}

static bool all_free(const struct flow *f, uint32_t sw, uint64_t exits)
{
  for (uint64_t left = exits; left; left &= left - 1)
    if (!is_free(f, sw, bits_lowest(left)))
      return false;
  return true;
}

/* All exits for which a packet may be bound: it may follow any of its decisions.  0: it
 * waits for a phase. */
static uint64_t all_exits(const struct flow *f, uint32_t sw, const struct inside_packet *p)
{
  struct flow_decisions decisions = flow_ask(f, sw, p);
  struct route_out way;
  uint64_t exits = p->owes;

  for (bool now = true; !p->fixed && flow_decisions_next(&decisions, &way); now = false) {
    if (now && way.wait && way.ports == 0)
      return 0;
    exits |= flow_decision_exits(&f->shape, &way);
  }
  return exits;
}

static bool is_free_to_go(const struct flow *f, uint32_t sw, const struct inside_packet *p)
{
  const uint64_t exits = all_exits(f, sw, p);

  return exits != 0 && all_free(f, sw, exits);
}

/* One more cycle in which the packet is free: has it stayed too long? */
static bool stays(const struct flow *f, struct inside_packet *p)
{
  const bool asked = f->request.patience > 0;
  const bool in_a_row = p->free > 0 && p->free_at + 1 == f->cycle;

  p->free = asked || in_a_row ? p->free + 1 : 1;
  p->free_at = f->cycle;
  return p->free > (asked ? f->request.patience : RESTS);
}

/* The packets of a switch that could leave, the oldest of each channel, and, while the run
 * goes on, have stayed too long; *lost is of the first, if it is older than the one there.
 */
static void look_at_switch(struct flow *f, uint32_t sw, bool goes_on,
                           struct flow_fault *lost)
{
  struct inside_packet *packets = f->inside.packets;
  uint64_t seen = 0;

  for (uint32_t i = f->inside.lists[sw].first; i != INSIDE_NONE; i = packets[i].next) {
    const uint64_t channel = UINT64_C(1) << packets[i].channel;
    const uint64_t exits = seen & channel ? 0 : all_exits(f, sw, &packets[i]);

    seen |= channel;
    if (exits == 0 || !all_free(f, sw, exits) || (goes_on && !stays(f, &packets[i])))
      continue;
    if (lost->count++ == 0 || packets[i].cycle < lost->inside.cycle) {
      lost->at = sw;
      lost->exit = bits_lowest(exits);
      lost->packet = packets[i].packet;
      lost->waited = goes_on ? packets[i].free : 0;
      flow_describe(f, lost, &packets[i]);
    }
  }
}

/* Does the switch send fewer packets than it may? */
static bool may_send(const struct flow *f, uint32_t sw)
{
  return f->shape.sends == 0 || bits_count(f->pins.valid[sw]) < f->shape.sends;
}

static bool rests(const struct flow *f, uint32_t sw)
{
  return f->pins.valid[sw] == 0 && f->pins.eject[sw] == 0;
}

void flow_look_for_stuck(struct flow *f)
{
  struct flow_fault lowest = {.rule = FLOW_LOST, .at = UINT32_MAX};

  inside_forget_empty(&f->inside);
  for (uint32_t k = 0; k < f->inside.occupied_count; k++) {
    const uint32_t sw = f->inside.occupied[k];
    struct flow_fault lost = {.rule = FLOW_LOST};

    if (f->request.patience > 0 ? may_send(f, sw) : rests(f, sw))
      look_at_switch(f, sw, true, &lost);
    if (lost.count > 0 && lost.at < lowest.at)
      lowest = lost;
  }
  if (lowest.count > 0)
    flow_blame(f, &lowest);
}

/* Does a packet with these data leave the switch in this cycle? */
static bool leaves(const struct flow *f, uint32_t sw, uint64_t data)
{
  const struct flow_pins *pins = &f->pins;

  for (uint64_t valid = pins->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);

    if (flow_takes(f, sw, queue) &&
        pins->out_packet(pins->self, sw, queue / f->shape.vcs).data == data)
      return true;
  }
  for (uint64_t eject = flow_ejected(f, sw); eject; eject &= eject - 1)
    if (pins->eject_packet(pins->self, sw, bits_lowest(eject)).data == data)
      return true;
  return false;
}

void flow_follow(struct flow *f, uint64_t cycle, const struct machine *m,
                 const struct links *links, struct flow_fault *fault)
{
  const uint32_t sw = fault->at;

  f->cycle = cycle;
  f->pins = flow_pins_of(m, links);
  if (leaves(f, sw, fault->other.packet.data))
    fault->fate = FLOW_REORDERED;
  else if (rests(f, sw) && is_free_to_go(f, sw, &fault->other) && stays(f, &fault->other))
    fault->fate = FLOW_HAS_LOST;
  if (fault->fate != FLOW_NOT_KNOWN)
    fault->fate_at = cycle;
}

bool flow_lost_pins(struct flow *f, uint64_t cycle, const struct flow_pins *pins,
                    struct flow_fault *fault)
{
  struct flow_fault lost = {.rule = FLOW_LOST};

  f->found = false;
  f->cycle = cycle;
  f->pins = *pins;
  for (uint32_t sw = 0; sw < f->inside.switches; sw++)
    look_at_switch(f, sw, false, &lost);
  if (lost.count == 0)
    return false;
  flow_blame(f, &lost);
  *fault = f->fault;
  return f->found;
}

bool flow_lost(struct flow *f, uint64_t cycle, const struct links *links,
               struct flow_fault *fault)
{
  const struct flow_pins pins = {.valid = links->valid,
                                 .eject = links->eject,
                                 .refused = links->refused,
                                 .links = links};

  return flow_lost_pins(f, cycle, &pins, fault);
}
