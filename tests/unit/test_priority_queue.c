/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_priority_queue -- the highest priority first, and among equals the oldest. */
#include "switch/component/priority_queue.h"

#include "tests/unit/support.h"

enum { ROOM = 4096, KEYS_MAX = 256 };

/* The queue of docs/switch.md: an array in the order of the pushes. */
struct reference {
  struct {
    uint32_t number, priority;
  } packets[ROOM];
  uint32_t count;
};

/* "The oldest of the packets with the highest priority." */
static uint32_t first_of(const struct reference *r)
{
  uint32_t first = 0;

  for (uint32_t i = 1; i < r->count; i++)
    if (r->packets[i].priority > r->packets[first].priority)
      first = i;
  return first;
}

static void check_shown(const struct output_queue *queue, const struct packet_pool *pool,
                        const struct reference *r, const char *when)
{
  CHECK(queue->count == r->count, "%s: count %u, not %u", when, queue->count, r->count);
  CHECK(output_queue_valid(queue) == (r->count > 0), "%s: valid_o %d with count %u", when,
        output_queue_valid(queue), r->count);
  if (r->count == 0)
    return;
  uint32_t number = (uint32_t)pool->places[queue->head].packet.data;
  CHECK(number == r->packets[first_of(r)].number, "%s: packet_o %u, not %u", when, number,
        r->packets[first_of(r)].number);
  CHECK(priority_queue_priority(queue, pool) == r->packets[first_of(r)].priority,
        "%s: priority_o %u, not %u", when, priority_queue_priority(queue, pool),
        r->packets[first_of(r)].priority);
}

/* One cycle: the packets of push_i are appended with their priorities, the first shows, and
 * leaves if ready. */
static void cycle(struct output_queue *queue, struct packet_pool *pool, struct reference *r,
                  const uint32_t *push_priorities, uint32_t pushes, bool ready_i,
                  uint32_t *number, const char *when)
{
  check_shown(queue, pool, r, when);
  for (uint32_t i = 0; i < pushes; i++) {
    priority_queue_push(queue, pool,
                        packet_pool_take(pool, &(struct packet){.data = *number}),
                        (uint16_t)push_priorities[i]);
    r->packets[r->count].number = (*number)++;
    r->packets[r->count++].priority = push_priorities[i];
  }
  check_shown(queue, pool, r, when);
  if (!ready_i || r->count == 0)
    return;
  uint32_t first = first_of(r), handle = output_queue_pop(queue, pool);
  CHECK(pool->places[handle].packet.data == r->packets[first].number, "%s: popped %" PRIu64,
        when, pool->places[handle].packet.data);
  packet_pool_free(pool, handle);
  r->count--;
  memmove(&r->packets[first], &r->packets[first + 1],
          (r->count - first) * sizeof r->packets[0]);
}

/* Every sequence of 4 cycles of up to 2 pushes with priorities below `priorities`, ready or
 * not. */
static void check_all(uint32_t priorities)
{
  enum { CYCLES = 4 };
  uint32_t codes = 2 * (1 + priorities + priorities * priorities), combinations = 1;

  for (uint32_t t = 0; t < CYCLES; t++)
    combinations *= codes;
  for (uint32_t code = 0; code < combinations; code++) {
    struct pooled_packet places[2 * CYCLES];
    uint16_t of_places[2 * CYCLES];
    struct packet_pool pool = {.places = places,
                               .capacity = 2 * CYCLES,
                               .free = PACKET_NONE,
                               .priorities = of_places};
    struct output_queue queue = {.head = 0, .tail = 0};
    static struct reference r;
    uint32_t rest = code, number = 0;
    char when[64];

    r.count = 0;
    snprintf(when, sizeof when, "priorities %u sequence %u", priorities, code);
    for (uint32_t t = 0; t < CYCLES; t++, rest /= codes) {
      uint32_t now = rest % codes / 2, push[2] = {0};
      uint32_t pushes = now == 0 ? 0 : (now <= priorities ? 1 : 2);

      push[0] = pushes == 1 ? now - 1 : (now - 1 - priorities) % priorities;
      push[1] = pushes == 2 ? (now - 1 - priorities) / priorities : 0;
      cycle(&queue, &pool, &r, push, pushes, rest & 1, &number, when);
    }
  }
}

TEST(test_every_short_sequence)
{
  for (uint32_t priorities = 1; priorities <= fewer_with_sanitizers(4, 3); priorities++)
    check_all(priorities);
}

TEST(test_long_random_sequences)
{
  enum { SEED = 5, CYCLES = 4000, PUSHES = 5 };
  static struct pooled_packet places[ROOM];
  static uint16_t of_places[ROOM];
  static struct reference r;

  for (uint32_t priority_bits = 0; priority_bits <= 16; priority_bits++) {
    struct packet_pool pool = {
        .places = places, .capacity = ROOM, .free = PACKET_NONE, .priorities = of_places};
    struct rng rng = rng_seed(SEED, priority_bits);
    struct output_queue queue;
    uint32_t priorities = 1u << priority_bits, number = 0;

    r.count = 0;
    output_queue_reset(&queue);
    for (uint32_t t = 0; t < fewer_with_sanitizers(CYCLES, 1000); t++) {
      bool fills = t / 100 % 2 == 0;
      uint32_t push[PUSHES];
      char when[64];

      for (uint32_t i = 0; i < PUSHES; i++)
        push[i] = (uint32_t)rng_below(&rng, priorities);
      snprintf(when, sizeof when, "priority bits %u seed %d cycle %u", priority_bits, SEED,
               t);
      cycle(&queue, &pool, &r, push, (uint32_t)rng_below(&rng, fills ? PUSHES : 2),
            rng_below(&rng, 4) > 0, &number, when);
    }
  }
}
