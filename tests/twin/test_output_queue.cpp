/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_output_queue -- the output queue in C beside its Verilog twin, cycle by cycle.
 *
 * A cycle: what the pushes are, in ascending channel order; the oldest packet shows, one
 * just pushed if the queue was empty; it leaves if ready_i.
 */
// optimize: 1
// few: Vqueue_2_3 Vqueue_5_5
// model: Vqueue_1_1 rtl/component/output_queue.v CHANNELS=1 DEPTH=1 PACKET_BITS=46
// model: Vqueue_1_2 rtl/component/output_queue.v CHANNELS=1 DEPTH=2 PACKET_BITS=8
// model: Vqueue_1_3 rtl/component/output_queue.v CHANNELS=1 DEPTH=3 PACKET_BITS=2
// model: Vqueue_1_5 rtl/component/output_queue.v CHANNELS=1 DEPTH=5 PACKET_BITS=64
// model: Vqueue_1_8 rtl/component/output_queue.v CHANNELS=1 DEPTH=8 PACKET_BITS=16
// model: Vqueue_2_1 rtl/component/output_queue.v CHANNELS=2 DEPTH=1 PACKET_BITS=2
// model: Vqueue_2_2 rtl/component/output_queue.v CHANNELS=2 DEPTH=2 PACKET_BITS=46
// model: Vqueue_2_3 rtl/component/output_queue.v CHANNELS=2 DEPTH=3 PACKET_BITS=16
// model: Vqueue_2_5 rtl/component/output_queue.v CHANNELS=2 DEPTH=5 PACKET_BITS=65
// model: Vqueue_2_8 rtl/component/output_queue.v CHANNELS=2 DEPTH=8 PACKET_BITS=46
// model: Vqueue_5_1 rtl/component/output_queue.v CHANNELS=5 DEPTH=1 PACKET_BITS=1
// model: Vqueue_5_2 rtl/component/output_queue.v CHANNELS=5 DEPTH=2 PACKET_BITS=64
// model: Vqueue_5_3 rtl/component/output_queue.v CHANNELS=5 DEPTH=3 PACKET_BITS=46
// model: Vqueue_5_5 rtl/component/output_queue.v CHANNELS=5 DEPTH=5 PACKET_BITS=46
// model: Vqueue_5_8 rtl/component/output_queue.v CHANNELS=5 DEPTH=8 PACKET_BITS=46
// model: Vqueue_11_1 rtl/component/output_queue.v CHANNELS=11 DEPTH=1 PACKET_BITS=46
// model: Vqueue_11_2 rtl/component/output_queue.v CHANNELS=11 DEPTH=2 PACKET_BITS=50
// model: Vqueue_11_3 rtl/component/output_queue.v CHANNELS=11 DEPTH=3 PACKET_BITS=65
// model: Vqueue_11_5 rtl/component/output_queue.v CHANNELS=11 DEPTH=5 PACKET_BITS=46
// model: Vqueue_11_8 rtl/component/output_queue.v CHANNELS=11 DEPTH=8 PACKET_BITS=128
// model: Vqueue_1_12 rtl/component/output_queue.v CHANNELS=1 DEPTH=12 PACKET_BITS=20
// model: Vqueue_2_7 rtl/component/output_queue.v CHANNELS=2 DEPTH=7 PACKET_BITS=33
// model: Vqueue_3_4 rtl/component/output_queue.v CHANNELS=3 DEPTH=4 PACKET_BITS=70
// model: Vqueue_4_16 rtl/component/output_queue.v CHANNELS=4 DEPTH=16 PACKET_BITS=46
// model: Vqueue_9_6 rtl/component/output_queue.v CHANNELS=9 DEPTH=6 PACKET_BITS=12
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/output_queue.h"
}

enum { CHANNELS_MAX = 64, ROOM = 128, RANDOM_CYCLES = LIFE_CYCLES + 20000 };

struct output_queue_in {
  bool rst, ready_i;
  uint64_t push_i; /* more than fits: the highest channels are left out */
  struct packet packets_i[CHANNELS_MAX];
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  struct output_queue queue;
  struct pooled_packet places[ROOM];
  struct packet_pool pool;
  uint64_t sent; /* packets that have left */
};

template <class Twin> static void bench_reset(struct bench<Twin> *b)
{
  b->pool = {b->places, ROOM, 0, PACKET_NONE, nullptr};
  output_queue_reset(&b->queue);
}

/* The lowest `count` bits that are set in `word`. */
static uint64_t lowest_bits(uint64_t word, uint32_t count)
{
  uint64_t kept = 0;

  for (; word && count; word &= word - 1, count--)
    kept |= word & -word;
  return kept;
}

template <class Twin> static void check_shown(const struct bench<Twin> *b, const char *when)
{
  bool valid = output_queue_valid(&b->queue);

  CHECK(b->model->valid_o == valid, "%s: valid_o %d, golden %d", when, b->model->valid_o,
        valid);
  if (!valid)
    return;
  struct packet packet_o = packet_get(b->model->packet_o, 0, format_of(Twin::PACKET_BITS));
  struct packet oldest = b->places[b->queue.head].packet;
  CHECK(packet_equal(packet_o, oldest),
        "%s: packet_o " PACKET_FORMAT ", golden " PACKET_FORMAT, when,
        PACKET_VALUES(packet_o), PACKET_VALUES(oldest));
}

/* Both twins through one cycle; `when` says which, for a failure. */
template <class Twin>
static void cycle(struct bench<Twin> *b, const struct output_queue_in *in, const char *when)
{
  uint64_t push = lowest_bits(in->push_i, Twin::DEPTH - b->queue.count);

  b->model->rst = in->rst;
  b->model->ready_i = in->ready_i;
  port_put(b->model->push_i, 0, Twin::CHANNELS, push);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    packet_put(b->model->packets_i, c, format_of(Twin::PACKET_BITS), in->packets_i[c]);
  model_comb(b->model);
  CHECK(b->model->count_o == b->queue.count, "%s: count_o %d, golden %" PRIu32, when,
        b->model->count_o, b->queue.count);
  for (; push; push &= push - 1)
    output_queue_push(&b->queue, &b->pool,
                      packet_pool_take(&b->pool, &in->packets_i[bits_lowest(push)]));
  check_shown(b, when);
  if (in->rst) {
    bench_reset(b);
  } else if (in->ready_i && output_queue_valid(&b->queue)) {
    packet_pool_free(&b->pool, output_queue_pop(&b->queue, &b->pool));
    b->sent++;
  }
  model_edge(b->model);
}

/* Reset, without a look at what was before it. */
template <class Twin> static void start(struct bench<Twin> *b)
{
  b->model->rst = 1;
  b->model->ready_i = 0;
  port_put(b->model->push_i, 0, Twin::CHANNELS, 0);
  model_comb(b->model);
  model_edge(b->model);
  bench_reset(b);
}

template <class Twin>
static void random_packets(struct output_queue_in *in, struct rng *rng)
{
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    in->packets_i[c] = packet_random(rng, format_of(Twin::PACKET_BITS));
}

/* All values of rst, ready_i and push_i, in as many cycles as give 16 bits. */
template <class Twin> static void test_every_short_sequence()
{
  constexpr uint32_t bits = 2 + Twin::CHANNELS;
  constexpr uint32_t cycles = EXHAUSTIVE_BITS / bits;
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, bits);
  struct output_queue_in in = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  for (uint32_t code = 0; code < 1u << bits * cycles; code++) {
    start(&b);
    for (uint32_t t = 0; t < cycles; t++) {
      uint32_t now = code >> bits * t;

      in.rst = (now & 1) != 0;
      in.ready_i = (now & 2) != 0;
      in.push_i = now >> 2 & bits_mask(Twin::CHANNELS);
      random_packets<Twin>(&in, &rng);
      snprintf(when, sizeof when, "sequence %#x cycle %u", code, t);
      cycle(&b, &in, when);
    }
  }
  model_close(b.model);
}

/* Spells in which the queue fills, stands full, runs through, drains and is idle. */
template <class Twin> static void test_long_random_sequence()
{
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, Twin::CHANNELS * 64 + Twin::DEPTH);
  struct output_queue_in in = {};
  struct spell spell = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  start(&b);
  for (uint32_t t = 0; t < RANDOM_CYCLES; t++) {
    spell_next(&spell, &rng, t);
    in.rst = spell_resets(&spell, &rng);
    in.ready_i = random_quarters(&rng, spell.readies);
    in.push_i = random_quarters(&rng, spell.offers) ? rng_next(&rng) : 0;
    in.push_i &= bits_mask(Twin::CHANNELS);
    random_packets<Twin>(&in, &rng);
    snprintf(when, sizeof when, "cycle %u", t);
    cycle(&b, &in, when);
  }
  CHECK(b.sent > RANDOM_CYCLES / 8, "no more than %" PRIu64 " packets have left", b.sent);
  model_close(b.model);
}

#define ROW(Twin, title)                                                                   \
  TWIN_TEST(test_every_short_sequence, Twin, title)                                        \
  TWIN_TEST(test_long_random_sequence, Twin, title)

TWIN_LAWS(ROW)
