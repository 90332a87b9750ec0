/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_packet_pool -- a handle is its owner's alone until it is freed. */
#include "switch/component/packet_pool.h"

#include "tests/unit/support.h"

enum { SMALL = 3 };

static struct packet packet_of(uint64_t number)
{
  return (struct packet){.header = number, .data = ~number};
}

/* The reference: who owns what, in two arrays. */
struct owned {
  struct packet_pool pool;
  uint32_t handle[64]; /* [count] of the packets taken, oldest first */
  uint64_t number[64]; /* [count] with which they were taken */
  size_t count;
  size_t most; /* largest count so far */
  uint64_t taken;
};

static void check_owned(const struct owned *o, const char *doing)
{
  for (size_t i = 0; i < o->count; i++) {
    const struct pooled_packet *place = &o->pool.places[o->handle[i]];

    CHECK(o->handle[i] < o->pool.capacity, "%s: handle %u", doing, o->handle[i]);
    CHECK(place->packet.header == o->number[i] && place->packet.data == ~o->number[i],
          "%s: packet %" PRIu64 " has become %" PRIu64, doing, o->number[i],
          place->packet.header);
    for (size_t j = 0; j < i; j++)
      CHECK(o->handle[j] != o->handle[i], "%s: handle %u is given twice", doing,
            o->handle[i]);
  }
  CHECK(o->pool.used == o->most, "%s: %u places were opened for %zu packets", doing,
        o->pool.used, o->most);
}

static void take(struct owned *o)
{
  struct packet packet = packet_of(++o->taken);
  uint32_t handle = packet_pool_take(&o->pool, &packet);

  CHECK(o->pool.places[handle].hops == 0 && o->pool.places[handle].next == PACKET_NONE,
        "packet %" PRIu64 " starts with hops %u next %u", o->taken,
        o->pool.places[handle].hops, o->pool.places[handle].next);
  o->pool.places[handle].hops = 77; /* as a user leaves it */
  o->handle[o->count] = handle;
  o->number[o->count++] = o->taken;
  if (o->count > o->most)
    o->most = o->count;
}

static void release(struct owned *o, size_t index)
{
  packet_pool_free(&o->pool, o->handle[index]);
  o->count--;
  for (size_t i = index; i < o->count; i++) {
    o->handle[i] = o->handle[i + 1];
    o->number[i] = o->number[i + 1];
  }
}

/* Every sequence of 8 operations on 3 places: 0 takes, k frees the k-th oldest.  A place
 * that was freed is used before a new one is opened: check_owned counts them. */
TEST(test_handles_are_distinct_and_freed_places_come_first)
{
  for (uint32_t code = 0; code < 1u << 16; code++) {
    struct owned o = {.count = 0};
    char doing[32];

    snprintf(doing, sizeof doing, "operations %#x", code);
    assert_true(packet_pool_open(&o.pool, SMALL, false));
    for (uint32_t step = 0; step < 8; step++) {
      uint32_t what = code >> 2 * step & 3;

      if (what == 0 && o.count < SMALL)
        take(&o);
      else if (what > 0 && what <= o.count)
        release(&o, what - 1);
      check_owned(&o, doing);
    }
    packet_pool_close(&o.pool);
  }
}

TEST(test_random_use_of_many_places)
{
  enum { SEED = 5, OPERATIONS = 20000 };
  struct owned o = {.count = 0};
  struct rng rng = rng_seed(SEED, 0);

  assert_true(packet_pool_open(&o.pool, 64, false));
  for (uint32_t step = 0; step < OPERATIONS; step++) {
    char doing[48];

    snprintf(doing, sizeof doing, "seed %d operation %u", SEED, step);
    if (o.count < 64 && (o.count == 0 || rng_below(&rng, 64) >= step / 5 % 64))
      take(&o);
    else
      release(&o, rng_below(&rng, o.count));
    check_owned(&o, doing);
  }
  CHECK(o.most == 64, "at most %zu of 64 places were in use", o.most);
  packet_pool_close(&o.pool);
}

/* A copy is a packet of its own: like the other but in no queue, and left alone when that
 * changes or goes.  Also where the copy takes a freed place, and where nothing is free
 * besides. */
TEST(test_copies_are_independent)
{
  for (uint32_t freed = 0; freed <= SMALL; freed++) {
    struct owned o = {.count = 0};

    assert_true(packet_pool_open(&o.pool, SMALL + 1, false));
    for (int i = 0; i < SMALL; i++)
      take(&o);
    if (freed < SMALL)
      release(&o, freed);
    uint32_t original = o.handle[0];
    struct pooled_packet *place = &o.pool.places[original];
    place->hops = 5;
    place->next = original;
    uint32_t copy = packet_pool_copy(&o.pool, original);
    const struct pooled_packet *copied = &o.pool.places[copy];
    CHECK(copied->packet.header == o.number[0] && copied->packet.data == ~o.number[0] &&
              copied->hops == 5 && copied->next == PACKET_NONE,
          "freed %u: the copy is header %" PRIu64 " hops %u next %u", freed,
          copied->packet.header, copied->hops, copied->next);
    CHECK(place->hops == 5 && place->next == original, "freed %u: the original changes",
          freed);
    o.number[o.count] = o.number[0];
    o.handle[o.count++] = copy;
    o.most = freed < SMALL ? SMALL : SMALL + 1;
    check_owned(&o, "a copy is made");
    place->packet.header = 99;
    assert_int_equal(copied->packet.header, o.number[0]);
    release(&o, 0);
    take(&o); /* in the place of the original */
    check_owned(&o, "the original goes");
    packet_pool_close(&o.pool);
  }
}

TEST(test_reset_frees_everything)
{
  struct owned o = {.count = 0};

  assert_true(packet_pool_open(&o.pool, SMALL, false));
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < SMALL; i++)
      take(&o);
    release(&o, 1);
    packet_pool_reset(&o.pool);
    o.count = o.most = 0;
    check_owned(&o, "after a reset");
  }
  packet_pool_close(&o.pool);
}

static void take_one_more(void *pool)
{
  packet_pool_take(pool, &(struct packet){.header = 0});
}

TEST(test_capacity_is_a_law)
{
  for (uint32_t capacity = 0; capacity < 3; capacity++) {
    struct packet_pool pool;

    assert_true(packet_pool_open(&pool, capacity, false));
    for (uint32_t i = 0; i < capacity; i++)
      take_one_more(&pool);
    CHECK(asserts(take_one_more, &pool), "capacity %u holds one more", capacity);
    packet_pool_close(&pool);
  }
}
