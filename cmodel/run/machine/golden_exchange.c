/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_exchange -- the golden machine: packets cross links. */
#include "run/machine/golden_ranks.h"

/* A packet leaves the part: into the box of its new one, or to another rank, which has seen
 * it. */
static void leave(struct golden_part *p, uint32_t to, uint32_t channel,
                  const struct input_queue *packet)
{
  if (p->golden->ranks) {
    p->golden->sent++;
    packet_pool_free(&p->bank.pool, packet->packet);
    return;
  }
  struct golden_box *box = &p->out[to / p->golden->share];

  box->crossings[box->count++] =
      (struct golden_crossing){.to = to, .channel = channel, .packet = *packet};
}

/* Put a packet into the channel of a switch, unless it leaves the part. */
GOLDEN_INLINE void pass_on(struct golden_part *p, uint32_t to, uint32_t channel,
                           uint32_t packet, bool split)
{
  if (!split || golden_is_own(p, to))
    switch_accept(&p->bank, to, channel, packet);
  else
    leave(p, to, channel,
          &(struct input_queue){.header = p->bank.pool.places[packet].packet.header,
                                .packet = packet});
}

/* Links of a part, by their far ends. */
enum ends { ALL, INSIDE, OUTSIDE };

GOLDEN_INLINE bool ends_at(const struct golden_part *p, enum ends ends, uint32_t to)
{
  return ends == ALL || (ends == INSIDE) == golden_is_own(p, to);
}

/* Move the packets that a switch offers across links whose far ends are ready.  `arbiters`,
 * `stalls` and `split` tell whether there are any arbiters, stalls and other parts, `ends`
 * which links are meant: not ALL without arbiters alone. They are constants after inlining.
 */
GOLDEN_INLINE void send(struct golden_part *p, uint32_t sw, bool arbiters, bool stalls,
                        bool split, enum ends ends)
{
  struct switch_bank *bank = &p->bank;
  const uint32_t vcs = arbiters ? bank->config.vcs : 1;
  const size_t first = (size_t)sw * bank->config.ports;
  const struct link_word *links = &p->far[first];
  struct output_queue *outputs = &bank->outputs[first * vcs];
  uint64_t offered = bank->offered[sw], valid = bank->valid[sw];

  if (stalls)
    offered &= ~p->golden->stalled[sw];
  if (arbiters) {
    offered &= split ? golden_at_far_ends(p, bank->ready, sw, offered)
                     : ~golden_at_far_ends(p, bank->full, sw, offered);
    switch_sent(bank, sw, offered);
  }
  for (; offered; offered &= offered - 1) {
    const uint32_t queue = bits_lowest(offered);
    const uint32_t port = arbiters ? queue / vcs : queue;
    const struct link far = link_unpack(links[port]);
    const uint32_t channel = far.to_port * vcs + (queue - port * vcs);

    if (!ends_at(p, ends, far.to_switch) ||
        (!arbiters && golden_is_full(bank, far.to_switch, channel, split)))
      continue;
    const uint32_t packet = switch_pop(bank, outputs, &valid, queue);

    bank->pool.places[packet].hops++;
    pass_on(p, far.to_switch, channel, packet, split);
  }
  bank->valid[sw] = valid;
}

/* List the active switches that eject in p->ejecting and those that offer a packet in
 * p->work (count returned).  Branches here would be mispredicted, so
 * there are none. */
static size_t find_work(struct golden_part *p)
{
  const struct switch_bank *bank = &p->bank;
  size_t work = 0, ejects = 0;

  for (size_t i = 0; i < p->active_count; i++) {
    const uint32_t sw = p->active[i];

    p->ejecting[ejects] = p->work[work] = sw;
    ejects += bank->eject[sw] != 0;
    work += bank->offered[sw] != 0;
  }
  p->ejecting_count = ejects;
  return work;
}

/* Prefetch what `send` reads of a switch: output queues first, then, once these are there,
 * the packets and where they go. */
GOLDEN_INLINE void prefetch_queues(const struct golden_part *p, uint32_t sw, uint32_t vcs)
{
  const struct switch_bank *bank = &p->bank;
  const size_t first = (size_t)sw * bank->config.ports;

  for (uint64_t left = bank->offered[sw]; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);

    __builtin_prefetch(&bank->outputs[first * vcs + queue], 1);
    __builtin_prefetch(&p->far[first + queue / vcs]);
  }
}

GOLDEN_INLINE void prefetch_packets(const struct golden_part *p, uint32_t sw, uint32_t vcs)
{
  const struct switch_bank *bank = &p->bank;
  const size_t first = (size_t)sw * bank->config.ports;

  for (uint64_t left = bank->offered[sw]; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left), port = queue / vcs;
    const struct link far = link_unpack(p->far[first + port]);
    const size_t input = (size_t)far.to_switch * bank->config.channels + far.to_port * vcs +
                         (queue - port * vcs);

    __builtin_prefetch(&bank->pool.places[bank->outputs[first * vcs + queue].head], 1);
    __builtin_prefetch(&bank->inputs[input], 1);
  }
}

/* Prefetch for `send` the parts after the one that ends at `to`. */
GOLDEN_INLINE void prefetch(const struct golden_part *p, size_t to, size_t part,
                            size_t work, uint32_t vcs)
{
  const size_t next = switch_part_end(to, part, work);

  for (size_t i = to; i < next; i++)
    prefetch_packets(p, p->work[i], vcs);
  for (size_t i = next; i < switch_part_end(next, part, work); i++)
    prefetch_queues(p, p->work[i], vcs);
}

/* Send from all switches of the work list. */
GOLDEN_INLINE void send_all(struct golden_part *p, size_t work, bool arbiters, bool stalls,
                            bool split, enum ends ends)
{
  const size_t part = switch_bank_part(&p->bank, work);

  for (size_t from = 0, to; from < work; from = to) {
    to = switch_part_end(from, part, work);
    if (to < work)
      prefetch(p, to, part, work, arbiters ? p->bank.config.vcs : 1);
    for (size_t i = from; i < to; i++)
      send(p, p->work[i], arbiters, stalls, split, ends);
  }
}

/* A separate function: runs without stalls and with one part pay nothing for the others. */
static __attribute__((noinline)) void send_in_general(struct golden_part *p, size_t work)
{
  const bool split = p->golden->count > 1;

  if (p->golden->stalled && switch_has_arbiters(&p->bank))
    send_all(p, work, true, true, split, ALL);
  else if (p->golden->stalled)
    send_all(p, work, false, true, split, ALL);
  else if (switch_has_arbiters(&p->bank))
    send_all(p, work, true, false, true, ALL);
  else
    send_all(p, work, false, false, true, ALL);
}

GOLDEN_INLINE void remove_ejected(struct golden_part *p)
{
  for (size_t i = 0; i < p->ejecting_count; i++)
    switch_remove_ejected(&p->bank, p->ejecting[i]);
  p->ejecting_count = 0;
}

/* Remove what is ejected; returns the length of the work list. */
GOLDEN_INLINE size_t begin_send(struct golden_part *p)
{
  const size_t work = find_work(p);

  remove_ejected(p);
  return work;
}

/* Of a part that has passed: packets that cross to other parts do so. */
static void leave_all(struct golden_part *p)
{
  struct switch_bank *bank = &p->bank;
  struct switch_crossing *inside = bank->crossings;

  for (const struct switch_crossing *c = inside; c < bank->crossing_end; c++) {
    const struct link far = link_unpack(p->far[c->queue]);

    if (golden_is_own(p, far.to_switch))
      *inside++ = *c;
    else if (golden_is_full(bank, far.to_switch, far.to_port, true))
      switch_return(bank, &c->packet, c->queue);
    else
      leave(p, far.to_switch, far.to_port, &c->packet);
  }
  bank->crossing_end = inside;
}

/* The clock edge of a part that has passed. */
static void turn(struct golden_part *p)
{
  if (p->golden->count > 1)
    leave_all(p);
  p->bank.ejection_end = p->bank.ejections;
  switch_bank_turn(&p->bank);
}

/* What the arbiters and random words need of this cycle is kept at its end, before any
 * packet enters a switch; so with these nothing can be early. */
void golden_early(void *self, const uint64_t *stalled)
{
  struct golden *g = self;
  struct golden_part *p = &g->parts[g->part];

  if (stalled || switch_has_arbiters(&p->bank) || p->bank.kept)
    return;
  g->early = true;
  g->early_work = begin_send(p);
  send_all(p, g->early_work, false, false, true, INSIDE);
}

void golden_send(void *self, uint32_t part)
{
  struct golden *g = self;
  struct golden_part *p = &g->parts[part];

  switch_bank_edge(&p->bank, g->stimulus->phase);
  if (g->ranks)
    golden_ranks_edge(g);
  if (g->early) {
    g->early = false;
    send_all(p, g->early_work, false, false, true, OUTSIDE);
    return;
  }
  if (g->passing) {
    turn(p);
    return;
  }
  const size_t work = begin_send(p);

  if (g->stalled || g->count > 1)
    send_in_general(p, work);
  else if (switch_has_arbiters(&p->bank))
    send_all(p, work, true, false, false, ALL);
  else
    send_all(p, work, false, false, false, ALL);
}

/* Put the packets that enter switches of the part into their lanes. */
static void inject(struct golden_part *p, const struct stimulus *stimulus)
{
  struct switch_bank *bank = &p->bank;
  const uint32_t queues = switch_queues(&bank->config);
  const bool lanes = bank->config.channels > queues;
  const uint32_t first = lanes ? queues : 0, step = lanes ? 1 : bank->config.vcs;
  const struct injection *const end = stimulus->injections + stimulus->injection_count;

  for (const struct injection *i = stimulus->injections; i < end; i++)
    if (golden_is_own(p, i->at))
      switch_enter(bank, i->at, first + i->lane * step,
                   packet_pool_take(&bank->pool, &i->packet), i->packet.header, 0);
}

/* Take the packets of a box. */
static void empty_box(struct golden_part *p, struct golden_box *box)
{
  for (size_t i = 0; i < box->count; i++) {
    struct golden_crossing *c = &box->crossings[i];

    switch_enter(&p->bank, c->to, c->channel, c->packet.packet, c->packet.header,
                 c->packet.hops);
    c->packet.packet = packet_pool_spare(&p->bank.pool);
  }
}

void golden_receive(void *self, uint32_t part)
{
  struct golden *g = self;
  struct golden_part *p = &g->parts[part];

  if (g->ranks)
    golden_ranks_accept(g);
  for (uint32_t other = 0; !g->ranks && other < g->count; other++)
    if (other != part)
      empty_box(p, &g->parts[other].out[part]);
  inject(p, g->stimulus);
  if (switch_has_arbiters(&p->bank))
    for (size_t i = 0; i < p->active_count; i++)
      p->bank.offered[p->active[i]] = 0;
  p->active_count = 0;
}
