/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_output_queue -- the bench of an output queue, with priorities or without.
 * QUEUE_PUSHES: the most packets that it takes in a cycle; as it is, all that fit. */
#ifndef LOCKHOP_TESTS_TWIN_OUTPUT_QUEUE_H
#define LOCKHOP_TESTS_TWIN_OUTPUT_QUEUE_H

#include "tests/twin/twin_queue.h"

#include <type_traits>

extern "C" {
#include "switch/component/output_queue.h"
#include "switch/component/priority_queue.h"
}

enum { ROOM = 128 };

#ifndef QUEUE_PUSHES
#define QUEUE_PUSHES UINT32_MAX
#endif

/* Whether the module has priorities. */
template <class Twin, class = void> constexpr bool has_priorities = false;
template <class Twin>
constexpr bool has_priorities<Twin, std::void_t<decltype(Twin::PRIORITY_BITS)>> = true;

struct queue_in {
  bool rst, ready_i;
  uint64_t push_i; /* more than fits: the highest channels are left out */
  struct packet packets_i[CHANNELS_MAX];
  uint16_t priorities_i[CHANNELS_MAX];
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  static constexpr uint32_t CONTROL_BITS = 2 + Twin::CHANNELS;
  static constexpr uint64_t STREAM = Twin::CHANNELS * 64 + Twin::DEPTH;
  static constexpr uint32_t FIRST_CYCLE = 0, END_CYCLE = LIFE_CYCLES + 20000;

  typename Twin::Model *model;
  struct queue_in in;
  struct output_queue queue;
  struct pooled_packet places[ROOM];
  uint16_t priorities[ROOM];
  struct packet_pool pool;
  uint64_t sent; /* packets that have left */
};

template <class Twin> static void bench_reset(struct bench<Twin> *b)
{
  b->pool = {b->places, ROOM, 0, PACKET_NONE, nullptr, nullptr};
  if constexpr (has_priorities<Twin>)
    b->pool.priorities = b->priorities;
  output_queue_reset(&b->queue);
}

template <class Twin> static void start(struct bench<Twin> *b)
{
  b->model->rst = 1;
  b->model->ready_i = 0;
  port_put(b->model->push_i, 0, Twin::CHANNELS, 0);
  model_comb(b->model);
  model_edge(b->model);
  bench_reset(b);
}

template <class Twin> static void set_inputs(struct bench<Twin> *b, uint32_t code)
{
  b->in.rst = (code & 1) != 0;
  b->in.ready_i = (code & 2) != 0;
  b->in.push_i = code >> 2 & bits_mask(Twin::CHANNELS);
}

template <class Twin>
static void set_inputs(struct bench<Twin> *b, const struct spell *spell, struct rng *rng)
{
  b->in.rst = spell_resets(spell, rng);
  b->in.ready_i = random_quarters(rng, spell->readies);
  b->in.push_i = random_quarters(rng, spell->offers) ? rng_next(rng) : 0;
  b->in.push_i &= bits_mask(Twin::CHANNELS);
}

template <class Twin> static void set_packets(struct bench<Twin> *b, struct rng *rng)
{
  for (uint32_t c = 0; c < Twin::CHANNELS; c++) {
    b->in.packets_i[c] = packet_random(rng, format_of(Twin::PACKET_BITS));
    if constexpr (has_priorities<Twin>)
      b->in.priorities_i[c] =
          static_cast<uint16_t>(rng_below(rng, 1u << Twin::PRIORITY_BITS));
  }
}

/* The lowest `count` bits that are set in `word`. */
static inline uint64_t lowest_bits(uint64_t word, uint32_t count)
{
  uint64_t kept = 0;

  for (; word && count; word &= word - 1, count--)
    kept |= word & -word;
  return kept;
}

template <class Twin> static void put_inputs(struct bench<Twin> *b, uint64_t push)
{
  b->model->rst = b->in.rst;
  b->model->ready_i = b->in.ready_i;
  port_put(b->model->push_i, 0, Twin::CHANNELS, push);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++) {
    packet_put(b->model->packets_i, c, format_of(Twin::PACKET_BITS), b->in.packets_i[c]);
    if constexpr (has_priorities<Twin>)
      port_put(b->model->priorities_i, c * Twin::PRIORITY_BITS, Twin::PRIORITY_BITS,
               b->in.priorities_i[c]);
  }
}

/* The C twin takes the packet of a channel. */
template <class Twin> static void push_channel(struct bench<Twin> *b, uint32_t channel)
{
  uint32_t packet = packet_pool_take(&b->pool, &b->in.packets_i[channel]);

  if constexpr (has_priorities<Twin>)
    priority_queue_push(&b->queue, &b->pool, packet, b->in.priorities_i[channel]);
  else
    output_queue_push(&b->queue, &b->pool, packet);
}

template <class Twin> static void check_shown(const struct bench<Twin> *b, const char *when)
{
  bool valid = output_queue_valid(&b->queue);

  CHECK(b->model->valid_o == valid, "%s: valid_o %d, golden %d", when, b->model->valid_o,
        valid);
  if (!valid)
    return;
  struct packet packet_o = packet_get(b->model->packet_o, 0, format_of(Twin::PACKET_BITS));
  struct packet shown = b->places[b->queue.head].packet;
  CHECK(packet_equal(packet_o, shown),
        "%s: packet_o " PACKET_FORMAT ", golden " PACKET_FORMAT, when,
        PACKET_VALUES(packet_o), PACKET_VALUES(shown));
  if constexpr (has_priorities<Twin>) {
    uint32_t priority = priority_queue_priority(&b->queue, &b->pool);

    CHECK(b->model->priority_o == priority, "%s: priority_o %d, golden %" PRIu32, when,
          b->model->priority_o, priority);
  }
}

template <class Twin> static void cycle(struct bench<Twin> *b, const char *when)
{
  const uint32_t room = Twin::DEPTH - b->queue.count;
  uint64_t push = lowest_bits(b->in.push_i, room < QUEUE_PUSHES ? room : QUEUE_PUSHES);

  put_inputs(b, push);
  model_comb(b->model);
  CHECK(b->model->count_o == b->queue.count, "%s: count_o %d, golden %" PRIu32, when,
        b->model->count_o, b->queue.count);
  for (; push; push &= push - 1)
    push_channel(b, bits_lowest(push));
  check_shown(b, when);
  if (b->in.rst) {
    bench_reset(b);
  } else if (b->in.ready_i && output_queue_valid(&b->queue)) {
    packet_pool_free(&b->pool, output_queue_pop(&b->queue, &b->pool));
    b->sent++;
  }
  model_edge(b->model);
}

template <class Twin> static void check_end(const struct bench<Twin> *b)
{
  CHECK(b->sent > b->END_CYCLE / 8, "no more than %" PRIu64 " packets have left", b->sent);
}

#endif
