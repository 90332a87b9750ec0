/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_route -- the golden machine: its switches compute their outputs. */
#include "run/machine/golden_parts.h"

/* Append a switch that may have work to the lists it belongs to.  No branches: they would
 * be mispredicted.  True: the switch is active. */
GOLDEN_INLINE bool list_active(struct golden_part *p, uint32_t sw, bool stores,
                               size_t *work, size_t *active)
{
  const struct switch_bank *bank = &p->bank;
  const bool has_work = stores ? switch_has_work(bank, sw) : bank->full[sw] != 0;
  const bool shows = has_work | (bank->valid[sw] != 0);

  p->work[*work] = p->active[*active] = sw;
  *work += has_work;
  *active += shows;
  return shows;
}

/* The switches of [first, end) that are awake, as bits of their block, in which they all
 * are. */
GOLDEN_INLINE uint64_t awake_in(const struct switch_bank *bank, uint32_t first,
                                uint32_t end)
{
  const uint32_t block = first / SWITCH_BLOCK, base = block * SWITCH_BLOCK;

  return bank->awake[block] & bits_mask(end - base) & ~bits_mask(first - base);
}

/* The end of the block of a switch, or `to`, if that is before it. */
GOLDEN_INLINE uint32_t block_end(uint32_t sw, uint32_t to)
{
  const uint32_t left = SWITCH_BLOCK - sw % SWITCH_BLOCK;

  return to - sw < left ? to : sw + left;
}

/* Of the switches [from, to): put those with packets to route on the work list, whose
 * length is returned; append the active ones to their list; mark the others idle. */
GOLDEN_INLINE size_t find_active(struct golden_part *p, uint32_t from, uint32_t to,
                                 bool stores)
{
  uint64_t *awake = p->bank.awake;
  size_t work = 0, active = p->active_count;

  for (uint32_t sw = from; !awake && sw < to; sw++)
    list_active(p, sw, stores, &work, &active);
  for (uint32_t first = from, end; awake && first < to; first = end) {
    const uint32_t base = first / SWITCH_BLOCK * SWITCH_BLOCK;
    uint64_t idle = 0;

    end = block_end(first, to);
    for (uint64_t left = awake_in(&p->bank, first, end); left; left &= left - 1) {
      const uint32_t bit = bits_lowest(left);

      idle |= (uint64_t)!list_active(p, base + bit, stores, &work, &active) << bit;
    }
    awake[first / SWITCH_BLOCK] &= ~idle;
  }
  p->active_count = active;
  return work;
}

/* The same where switches pass, and so go to sleep unless they are woken: all that are
 * awake are active. */
static void find_awake(struct golden_part *p, uint32_t from, uint32_t to)
{
  uint64_t *awake = p->bank.awake;
  size_t work = 0, active = p->active_count;

  for (uint32_t sw = from; !awake && sw < to; sw++)
    list_active(p, sw, false, &work, &active);
  for (uint32_t first = from, end; awake && first < to; first = end) {
    const uint32_t base = first / SWITCH_BLOCK * SWITCH_BLOCK;
    end = block_end(first, to);
    const uint64_t found = awake_in(&p->bank, first, end);

    for (uint64_t left = found; left; left &= left - 1)
      p->active[active++] = base + bits_lowest(left);
    awake[first / SWITCH_BLOCK] ^= found;
  }
  p->active_count = active;
}

/* The competing queues of a switch that were not ready in the cycle before. */
static uint64_t were_blocked(const struct golden_part *p, uint32_t sw)
{
  const uint64_t competing = switch_competing(&p->bank, sw);
  const uint64_t stalled = p->golden->stalled ? p->golden->stalled[sw] : 0;

  return golden_at_far_ends(p, p->bank.kept, sw, competing) | (stalled & competing);
}

void golden_route_some(struct golden_part *p, uint32_t from, uint32_t to)
{
  struct switch_bank *bank = &p->bank;
  const size_t first = p->active_count;

  if (p->golden->passing) {
    find_awake(p, from, to);
    switch_bank_pass(bank, &p->active[first], p->active_count - first);
    return;
  }
  switch_bank_route(bank, p->work,
                    bank->stores ? find_active(p, from, to, true)
                                 : find_active(p, from, to, false));
  if (switch_has_arbiters(bank))
    for (size_t i = first; i < p->active_count; i++) {
      const uint32_t sw = p->active[i];

      switch_offer(bank, sw, were_blocked(p, sw));
    }
}

/* Collect the places that other parts have given for packets. */
static void collect(struct golden_part *p)
{
  for (uint32_t other = 0; p->out && other < p->golden->count; other++) {
    struct golden_box *box = &p->out[other];

    for (size_t i = 0; i < box->count; i++)
      if (box->crossings[i].packet.packet != PACKET_NONE)
        packet_pool_free(&p->bank.pool, box->crossings[i].packet.packet);
    box->count = 0;
  }
}

void golden_route(void *self, uint32_t part)
{
  struct golden_part *p = &((struct golden *)self)->parts[part];

  collect(p);
  golden_route_some(p, p->bank.first, p->bank.end);
}
