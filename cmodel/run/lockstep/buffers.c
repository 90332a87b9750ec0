/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* buffers -- counts the most packets at one node after a step, as the papers do. */
#include "run/lockstep/buffers.h"

#include "base/bits.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool buffers_open(struct buffers *b, const struct shape *shape, struct err *err)
{
  const struct topology *t = shape->topology;

  *b = (struct buffers){.shape = shape, .end = t->switches};
  if (!t->row->buffers || shape->programs)
    return true;
  b->held = calloc(t->switches, sizeof *b->held);
  b->crossings = memory_table((size_t)t->switches * t->ports, sizeof *b->crossings);
  return (b->held && b->crossings) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %u switches", t->switches);
}

void buffers_reset(struct buffers *b)
{
  b->most = 0;
  b->crossing_count = 0;
  if (b->held)
    memset(b->held, 0, b->shape->topology->switches * sizeof *b->held);
}

static void add(struct buffers *b, uint32_t sw)
{
  if (++b->held[sw] > b->most)
    b->most = b->held[sw];
}

/* `plain`, a constant after inlining: a table of links of one VC, and no stalls. */
static inline __attribute__((always_inline)) size_t
find_crossings(struct buffers *b, const struct links *links, bool plain)
{
  const struct shape *shape = b->shape;
  const struct link_word *far_ends = links->far;
  const size_t ports = shape->topology->ports;
  struct buffers_crossing *next = b->crossings;

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);
      const struct link far = plain ? link_unpack(far_ends[sw * ports + queue])
                                    : links_far(shape, links, sw, queue);

      if (plain ? links->ready[far.to_switch] >> far.to_port & 1
                : links_taken_to(links, sw, queue, far))
        *next++ = (struct buffers_crossing){.from = sw, .to = far.to_switch};
    }
  }
  return (size_t)(next - b->crossings);
}

void buffers_look(struct buffers *b, const struct links *links)
{
  if (!b->held)
    return;
  b->crossing_count = links->far && b->shape->vcs == 1 && !links->stalled && !links->reset
                          ? find_crossings(b, links, true)
                          : find_crossings(b, links, false);
}

/* A broken design may send packets that never entered it. */
void buffers_leave(struct buffers *b)
{
  const struct buffers_crossing *const end = b->crossings + b->crossing_count;
  uint32_t *const held = b->held;

  for (const struct buffers_crossing *c = b->crossings; c < end; c++)
    held[c->from] -= held[c->from] > 0;
}

void buffers_offer(void *self, uint32_t terminal)
{
  struct buffers *b = self;

  const uint32_t sw = topology_source(b->shape->topology, terminal);

  if (!b->joint) {
    add(b, sw);
    return;
  }
  b->held[sw]++;
  b->offered = true;
}

void buffers_arrive(struct buffers *b)
{
  const struct buffers_crossing *const end = b->crossings + b->crossing_count;
  uint32_t *const held = b->held;
  uint32_t most = b->most;

  for (const struct buffers_crossing *c = b->crossings; c < end; c++)
    if (!b->joint || c->to - b->first < b->end - b->first) {
      const uint32_t now = ++held[c->to];

      most = now > most ? now : most;
    }
  b->most = most;
}

void buffers_come(struct buffers *b, uint32_t sw)
{
  if (b->held)
    add(b, sw);
}

void buffers_settle(struct buffers *b)
{
  for (uint32_t sw = b->first; b->held && b->offered && sw < b->end; sw++)
    if (b->held[sw] > b->most)
      b->most = b->held[sw];
  b->offered = false;
}

uint32_t buffers_most(const struct buffers *b)
{
  return b->held ? b->most : BUFFERS_UNKNOWN;
}

void buffers_close(struct buffers *b)
{
  free(b->held);
  free(b->crossings);
  *b = (struct buffers){.held = NULL};
}
