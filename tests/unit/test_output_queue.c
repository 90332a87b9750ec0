/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_output_queue -- first in, first out, with several pushes in a cycle. */
#include "switch/component/output_queue.h"

#include "base/bits.h"
#include "tests/unit/support.h"

enum { CHANNELS = 3, CYCLES = 4, PLACES = CHANNELS * CYCLES };

/* The queue of docs/switch.md: an array, oldest first. */
struct reference {
  uint32_t packets[4096];
  uint32_t count;
};

static void reference_push(struct reference *r, uint32_t packet)
{
  r->packets[r->count++] = packet;
}

static void reference_pop(struct reference *r)
{
  r->count--;
  memmove(r->packets, r->packets + 1, r->count * sizeof r->packets[0]);
}

/* What the queue shows, in the names of docs/switch.md. */
static void check_shown(const struct output_queue *queue, const struct packet_pool *pool,
                        const struct reference *r, const char *stimulus)
{
  CHECK(queue->count == r->count, "%s: count %u, not %u", stimulus, queue->count, r->count);
  CHECK(output_queue_valid(queue) == (r->count > 0), "%s: valid_o %d with count %u",
        stimulus, output_queue_valid(queue), r->count);
  if (r->count == 0)
    return;
  uint32_t number = (uint32_t)pool->places[queue->head].packet.data;
  CHECK(number == r->packets[0], "%s: packet_o %u, not %u", stimulus, number,
        r->packets[0]);
}

static uint32_t new_packet(struct packet_pool *pool, uint32_t number)
{
  return packet_pool_take(pool, &(struct packet){.data = number});
}

/* One cycle: the packets of `push_i` are appended, the oldest shows, and leaves if ready.
 */
static void cycle(struct output_queue *queue, struct packet_pool *pool, struct reference *r,
                  uint32_t push_i, bool ready_i, uint32_t first, const char *stimulus)
{
  check_shown(queue, pool, r, stimulus); /* count_o, before this cycle's pushes */
  for (uint32_t channel = 0; push_i >> channel; channel++)
    if (push_i >> channel & 1) {
      output_queue_push(queue, pool, new_packet(pool, first + channel));
      reference_push(r, first + channel);
    }
  check_shown(queue, pool, r, stimulus); /* valid_o, packet_o */
  if (ready_i && r->count > 0) {
    uint32_t handle = output_queue_pop(queue, pool);
    uint32_t number = (uint32_t)pool->places[handle].packet.data;

    CHECK(number == r->packets[0], "%s: popped %u, not %u", stimulus, number,
          r->packets[0]);
    packet_pool_free(pool, handle);
    reference_pop(r);
  }
}

static void run_stimulus(uint32_t code, uint32_t depth)
{
  struct pooled_packet places[PLACES];
  struct packet_pool pool = {.places = places, .capacity = PLACES, .free = PACKET_NONE};
  struct output_queue queue = {.head = 9999, .tail = 9999};
  struct reference r;
  char stimulus[64];

  r.count = 0;
  output_queue_reset(&queue);
  snprintf(stimulus, sizeof stimulus, "depth %u stimulus %#x", depth, code);
  for (uint32_t t = 0; t < CYCLES; t++) {
    uint32_t push_i = code >> 4 * t & 7;

    if (bits_count(push_i) > depth - r.count)
      return; /* never more than DEPTH - count_o bits set */
    cycle(&queue, &pool, &r, push_i, code >> (4 * t + 3) & 1, 10 * t, stimulus);
  }
  check_shown(&queue, &pool, &r, stimulus);
}

/* All stimuli of 4 cycles with 3 channels, for every depth that matters. */
TEST(test_every_stimulus_of_4_cycles)
{
  static const uint32_t depths[] = {1, 2, 3, PLACES};

  for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++)
    for (uint32_t code = 0; code < 1u << 4 * CYCLES; code++)
      run_stimulus(code, depths[i]);
}

/* A packet pushed into an empty queue shows and leaves in the same cycle. */
TEST(test_empty_queue_falls_through)
{
  struct pooled_packet places[2];
  struct packet_pool pool = {.places = places, .capacity = 2, .free = PACKET_NONE};
  struct output_queue queue;
  struct packet packet = {.header = 1, .data = 2};

  output_queue_reset(&queue);
  for (int t = 0; t < 4; t++) {
    uint32_t handle = packet_pool_take(&pool, &packet);

    assert_false(output_queue_valid(&queue));
    output_queue_push(&queue, &pool, handle);
    assert_true(output_queue_valid(&queue));
    assert_int_equal(output_queue_pop(&queue, &pool), handle);
    assert_int_equal(queue.count, 0);
    packet_pool_free(&pool, handle);
  }
}

/* Queues share a pool and do not mix, whatever the order of places in it. */
TEST(test_queues_of_one_pool_are_apart)
{
  enum { SEED = 3, QUEUES = 5, ROUNDS = 4000, ROOM = 4096 };
  static struct reference r[QUEUES];
  struct output_queue queues[QUEUES];
  struct packet_pool pool;
  struct rng rng = rng_seed(SEED, 0);
  uint32_t longest = 0;

  assert_true(packet_pool_open(&pool, QUEUES * ROOM, false));
  for (int q = 0; q < QUEUES; q++)
    output_queue_reset(&queues[q]);
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t q = (uint32_t)rng_below(&rng, QUEUES);
    bool fills = round / 500 % 2 == 0;
    uint32_t push_i = fills ? (uint32_t)rng_next(&rng) & 0xff : 0;
    char stimulus[64];

    snprintf(stimulus, sizeof stimulus, "seed %d round %u queue %u", SEED, round, q);
    cycle(&queues[q], &pool, &r[q], push_i, rng_below(&rng, 4) > 0, 10 * round, stimulus);
    longest = r[q].count > longest ? r[q].count : longest;
  }
  CHECK(longest > 100, "no queue was longer than %u", longest);
  packet_pool_close(&pool);
}

TEST(test_reset_empties_it)
{
  struct pooled_packet places[2];
  struct packet_pool pool = {.places = places, .capacity = 2, .free = PACKET_NONE};
  struct output_queue queue;

  output_queue_reset(&queue);
  output_queue_push(&queue, &pool, new_packet(&pool, 1));
  output_queue_reset(&queue);
  assert_false(output_queue_valid(&queue));
  assert_int_equal(queue.count, 0);
}
