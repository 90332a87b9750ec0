/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_parts -- the golden machine inside: parts, each of them switches [from, to).
 *
 * Each part is the work of one thread.  Half a cycle is done by all parts before the next
 * half begins:
 *
 * - golden_send: packets leave the switches of the part.  Those for switches of other parts
 *   go into boxes, one for each other part; no part writes to the switches of another.
 * - golden_receive: the part takes its packets out of the boxes of the others, and those
 * that the terminals inject.  For each packet from another part it puts a freed place of
 * the pool into the box, if it has one, so that places do not gather where packets end.
 * - golden_route: the part collects these places, and its switches compute their outputs.
 *
 * A channel is fed by one queue or lane, so nothing depends on the order in which packets
 * enter the switches, and the links of every cycle are the same for any number of parts.
 */
#ifndef LOCKHOP_RUN_MACHINE_GOLDEN_PARTS_H
#define LOCKHOP_RUN_MACHINE_GOLDEN_PARTS_H

#include "base/memory.h"
#include "base/ranks.h"
#include "run/machine/machine.h"
#include "run/machine/parts.h"
#include "switch/bank/switch.h"

#define GOLDEN_INLINE static inline __attribute__((always_inline))

/* A packet on its way to a switch of another part; then the place that is given for it. */
struct golden_crossing {
  struct input_queue packet; /* then the handle of a place, perhaps PACKET_NONE */
  uint32_t to, channel;      /* switch, channel */
};

/* From one part to another. */
struct golden_box {
  struct golden_crossing *crossings; /* [count], room for one for each link between them */
  size_t count;
};

struct golden_part {
  _Alignas(MEMORY_APART) struct golden *golden;
  const struct link_word *far; /* the machine's */
  struct switch_bank bank;     /* of the switches of the part */
  uint32_t *active;            /* [active_count] those with visible activity, ascending */
  size_t active_count;
  uint32_t *work;     /* [switches of the part] work list */
  uint32_t *ejecting; /* [ejecting_count] those that eject, in the exchange */
  size_t ejecting_count;
  struct golden_box *out; /* [parts] */
};

/* What another rank offers, in its box. */
struct golden_offers {
  const struct golden_offer *list; /* [count] */
  size_t count;
};

/* Channels of switches of other ranks that took nothing. */
struct golden_shut {
  struct golden_closed *list; /* [count] */
  size_t count, room;
};

/* A channel that waits for a queue. */
struct golden_wait {
  uint32_t sw, channel, queue;
};

/* What of all ranks is known at the end of a run that stands still. */
struct golden_whole {
  uint32_t *active; /* [active_count] ascending; NULL: nothing was gathered */
  size_t active_count;
  struct golden_wait *waits; /* [count] by switch and channel */
  size_t count;
};

struct golden {
  struct switch_bank bank;   /* of all switches: the arrays that the parts share */
  struct pool_rest rest;     /* places of packets that no part has yet */
  struct golden_part *parts; /* [count] */
  uint32_t count;
  uint32_t share; /* switches of a part, as in struct parts */
  struct team *team;
  struct link_word *far; /* [switches * ports] */
  uint32_t *senders;     /* of struct switch_bank; NULL: it needs none */
  uint32_t *active;      /* [active_count] of all parts, ascending */
  size_t active_count;
  uint32_t *ejecting;              /* [switches] of all parts */
  struct ejections *ejected;       /* [count] of the parts, where they pass */
  bool passing;                    /* in this cycle: switch_bank_pass */
  uint32_t *work;                  /* [switches] of all parts */
  uint64_t seed;                   /* of the random words, at a reset */
  const struct stimulus *stimulus; /* of the cycle that ends */
  const uint64_t *stalled;         /* its stalls: [switches]; NULL: none */
  uint32_t part;                   /* of this process; 0: all are */
  /* One part is of this process, the others are of other ranks (golden_ranks.h); NULL: all
   * are. */
  struct ranks *ranks;
  uint16_t *feeders;          /* [switches of the part * ports] rank at the other end */
  struct golden_shut shut[2]; /* of this cycle and of the one before */
  struct golden_offer *came;  /* [came_count] cross to this rank in this cycle */
  size_t came_count, came_room;
  bool early;              /* in this cycle packets have crossed links inside already, */
  size_t early_work;       /* from so many switches of the work list */
  uint64_t sent, received; /* packets, to and from other ranks, in all cycles */
  struct golden_whole whole;
  struct golden_offers *offers; /* [count] of the ranks in this cycle */
};

/* The work of one part, for team_run; `self` is the machine. */
void golden_send(void *self, uint32_t part);
void golden_receive(void *self, uint32_t part);
void golden_route(void *self, uint32_t part);

/* machine_ops.early */
void golden_early(void *self, const uint64_t *stalled);

/* golden_route for the switches [from, to), all of which are of this part. */
void golden_route_some(struct golden_part *p, uint32_t from, uint32_t to);

/* Is the switch of this part? */
GOLDEN_INLINE bool golden_is_own(const struct golden_part *p, uint32_t sw)
{
  return sw - p->bank.first < p->bank.end - p->bank.first;
}

/* Is the channel at the far end of a link full, to which a packet would go?  Of the cycle
 * that ends; other parts may be sending already, so where there are some, `ready` is read,
 * which nobody writes then. */
GOLDEN_INLINE bool golden_is_full(const struct switch_bank *bank, uint32_t sw,
                                  uint32_t channel, bool split)
{
  return ((split ? ~bank->ready[sw] : bank->full[sw]) >> channel & 1) != 0;
}

/* Of the queues of a mask: those whose channel at the far end of the link has its bit in
 * `words`, [switches] masks of channels. */
static inline uint64_t golden_at_far_ends(const struct golden_part *p,
                                          const uint64_t *words, uint32_t sw,
                                          uint64_t queues)
{
  const uint32_t vcs = p->bank.config.vcs;
  const struct link_word *links = &p->far[(size_t)sw * p->bank.config.ports];
  uint64_t mask = 0;

  for (; queues; queues &= queues - 1) {
    const uint32_t queue = bits_lowest(queues), port = queue / vcs;
    const struct link far = link_unpack(links[port]);
    const uint32_t channel = far.to_port * vcs + queue - port * vcs;

    mask |= (words[far.to_switch] >> channel & 1) << queue;
  }
  return mask;
}

#endif
