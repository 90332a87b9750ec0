/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* packet_pool -- storage for the packets of a golden network; queues hold handles.
 *
 * A handle is an index into the pool.  A queue is a linked list of packets, so its depth
 * costs no memory.  The pool reuses freed places first, so a small working set stays in
 * cache.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_PACKET_POOL_H
#define LOCKHOP_SWITCH_COMPONENT_PACKET_POOL_H

#include "switch/component/packet.h"

#include <assert.h>

#define PACKET_NONE UINT32_MAX /* no packet; the end of a list */

struct pooled_packet {
  struct packet packet;
  uint32_t next; /* handle of the next packet in its queue, or of the next free place */
  uint32_t hops; /* links crossed so far */
};

struct packet_pool {
  struct pooled_packet *places;
  uint32_t capacity;    /* end of the places that this pool may take */
  uint32_t used;        /* places [used, capacity) have never been taken */
  uint32_t free;        /* first of the list of freed places */
  uint16_t *priorities; /* of each packet in its queue, for queues ordered by priority;
                         * otherwise NULL: small places are read faster */
  /* Places that no pool has yet, of pools for several threads (packet_pool_share); NULL:
   * the pool is alone. */
  struct pool_rest *rest;
};

/* The places [next, capacity) are taken from in runs of PACKET_POOL_RUN. */
struct pool_rest {
  uint32_t next; /* atomic */
  uint32_t capacity;
};

enum { PACKET_POOL_RUN = 4096 };

/* Room for `capacity` packets at once; `ordered`: with priorities.  False: memory is short.
 */
bool packet_pool_open(struct packet_pool *pool, uint32_t capacity, bool ordered);

/* A pool without packets: it has a list of freed places of its own, and takes new ones from
 * the rest, on the places of `whole`.  Each thread has one; packets and freed places may
 * move from one to another. */
struct packet_pool packet_pool_share(const struct packet_pool *whole,
                                     struct pool_rest *rest);

/* All places are free; of pools that share them, when all are reset and the rest begins at
 * 0 again. */
void packet_pool_reset(struct packet_pool *pool);

/* Let the pool, which has taken all its places, take more of the rest. */
void packet_pool_more(struct packet_pool *pool);

void packet_pool_close(struct packet_pool *pool);

static inline uint32_t packet_pool_take(struct packet_pool *pool,
                                        const struct packet *packet)
{
  uint32_t handle = pool->free;

  if (handle != PACKET_NONE) {
    pool->free = pool->places[handle].next;
  } else {
    if (pool->used == pool->capacity)
      packet_pool_more(pool);
    handle = pool->used++;
  }
  pool->places[handle] =
      (struct pooled_packet){.packet = *packet, .next = PACKET_NONE, .hops = 0};
  return handle;
}

/* A copy of the packet at `handle`, with its hops. */
static inline uint32_t packet_pool_copy(struct packet_pool *pool, uint32_t handle)
{
  const struct pooled_packet original = pool->places[handle];
  uint32_t copy = packet_pool_take(pool, &original.packet);

  pool->places[copy].hops = original.hops;
  return copy;
}

/* Take a place off the list of freed ones; PACKET_NONE: there is none. */
static inline uint32_t packet_pool_spare(struct packet_pool *pool)
{
  const uint32_t handle = pool->free;

  if (handle != PACKET_NONE)
    pool->free = pool->places[handle].next;
  return handle;
}

static inline void packet_pool_free(struct packet_pool *pool, uint32_t handle)
{
  pool->places[handle].next = pool->free;
  pool->free = handle;
}

#endif
