/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* packet_pool -- storage for the packets of a golden network; queues hold handles. */
#include "switch/component/packet_pool.h"

#include "base/memory.h"

#include <stdlib.h>

bool packet_pool_open(struct packet_pool *pool, uint32_t capacity, bool ordered)
{
  *pool = (struct packet_pool){.capacity = capacity};
  pool->places = memory_table(capacity, sizeof *pool->places);
  if (ordered)
    pool->priorities = memory_table(capacity, sizeof *pool->priorities);
  packet_pool_reset(pool);
  return pool->places && (!ordered || pool->priorities);
}

void packet_pool_reset(struct packet_pool *pool)
{
  pool->used = 0;
  if (pool->rest)
    pool->capacity = 0;
  pool->free = PACKET_NONE;
}

struct packet_pool packet_pool_share(const struct packet_pool *whole,
                                     struct pool_rest *rest)
{
  return (struct packet_pool){.places = whole->places,
                              .free = PACKET_NONE,
                              .priorities = whole->priorities,
                              .rest = rest};
}

void packet_pool_more(struct packet_pool *pool)
{
  assert(pool->rest);
  pool->used = __atomic_fetch_add(&pool->rest->next, PACKET_POOL_RUN, __ATOMIC_RELAXED);
  assert(pool->used < pool->rest->capacity);
  pool->capacity = pool->used + PACKET_POOL_RUN < pool->rest->capacity
                       ? pool->used + PACKET_POOL_RUN
                       : pool->rest->capacity;
}

void packet_pool_close(struct packet_pool *pool)
{
  free(pool->places);
  free(pool->priorities);
  pool->places = NULL;
  pool->priorities = NULL;
}
