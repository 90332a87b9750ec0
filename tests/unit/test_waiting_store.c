/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_waiting_store -- oldest first, whoever leaves: docs/switch.md, waiting_store. */
#include "switch/component/waiting_store.h"

#include "tests/unit/support.h"

enum { ROOM = 512 };

/* The store of the page: an array, place 0 the oldest. */
struct reference {
  uint32_t packets[ROOM];
  uint32_t count;
};

static void check_shown(const struct waiting_store *store, const struct packet_pool *pool,
                        const struct reference *r, const char *when)
{
  uint32_t packet = store->head;

  CHECK(store->count == r->count, "%s: %u packets, not %u", when, store->count, r->count);
  for (uint32_t place = 0; place < r->count; place++) {
    CHECK(packet != PACKET_NONE, "%s: the list ends at place %u", when, place);
    CHECK(pool->places[packet].packet.data == r->packets[place],
          "%s: place %u holds %" PRIu64 ", not %u", when, place,
          pool->places[packet].packet.data, r->packets[place]);
    packet = pool->places[packet].next;
  }
  CHECK(packet == PACKET_NONE, "%s: the list is longer than its count", when);
}

/* "At the edge those that leave are removed, the others close up in their order, and those
 * taken are appended." */
static void cycle(struct waiting_store *store, struct packet_pool *pool,
                  struct reference *r, uint64_t leave, uint32_t taken, uint32_t *number,
                  const char *when)
{
  uint32_t previous = PACKET_NONE, kept = 0, packet = store->head;

  for (uint32_t place = 0; place < r->count; place++) {
    if (leave >> place & 1) {
      uint32_t next = waiting_store_remove(store, pool, previous);

      packet_pool_free(pool, packet);
      packet = next;
    } else {
      previous = packet;
      packet = pool->places[packet].next;
      r->packets[kept++] = r->packets[place];
    }
  }
  r->count = kept;
  check_shown(store, pool, r, when);
  for (uint32_t i = 0; i < taken; i++) {
    uint32_t entered =
        packet_pool_take(pool, &(struct packet){.header = 0, .data = *number});

    waiting_store_append(store, pool, entered);
    r->packets[r->count++] = (*number)++;
  }
  check_shown(store, pool, r, when);
}

/* Every sequence of 4 cycles in which up to 2 packets come and any set leaves. */
TEST(test_every_short_sequence)
{
  enum { CYCLES = 4, CODES = 3 * 16 };
  uint32_t combinations = 1;

  for (uint32_t i = 0; i < CYCLES; i++)
    combinations *= CODES;
  for (uint32_t code = 0; code < combinations; code++) {
    struct pooled_packet places[ROOM];
    struct packet_pool pool = {.places = places, .capacity = ROOM, .free = PACKET_NONE};
    struct waiting_store store;
    struct reference r;
    uint32_t rest = code, number = 0;
    char when[48];

    r.count = 0;
    waiting_store_reset(&store);
    snprintf(when, sizeof when, "sequence %u", code);
    for (uint32_t t = 0; t < CYCLES; t++, rest /= CODES)
      cycle(&store, &pool, &r, rest / 3 % 16, rest % 3, &number, when);
  }
}

TEST(test_long_random_sequence)
{
  enum { SEED = 6, CYCLES = 20000, MOST = 60 };
  struct pooled_packet places[ROOM];
  struct packet_pool pool = {.places = places, .capacity = ROOM, .free = PACKET_NONE};
  struct rng rng = rng_seed(SEED, 0);
  struct waiting_store store;
  struct reference r;
  uint32_t number = 0;

  r.count = 0;
  waiting_store_reset(&store);
  for (uint32_t t = 0; t < CYCLES; t++) {
    uint64_t leave = t % 40 < 30 ? 0 : rng_next(&rng) & rng_next(&rng);
    uint32_t taken = r.count < MOST ? (uint32_t)rng_below(&rng, 4) : 0;
    char when[48];

    if (t % 500 == 0)
      leave = UINT64_MAX; /* all leave */
    snprintf(when, sizeof when, "seed %d cycle %u", SEED, t);
    cycle(&store, &pool, &r, leave, taken, &number, when);
  }
}
