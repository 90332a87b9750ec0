/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_input_queue -- the input queue in C beside its Verilog twin, cycle by cycle. */
// optimize: 1
// few: Vinput_queue_46 Vinput_queue_65
// model: Vinput_queue_1 rtl/component/input_queue.v PACKET_BITS=1
// model: Vinput_queue_2 rtl/component/input_queue.v PACKET_BITS=2
// model: Vinput_queue_46 rtl/component/input_queue.v PACKET_BITS=46
// model: Vinput_queue_64 rtl/component/input_queue.v PACKET_BITS=64
// model: Vinput_queue_65 rtl/component/input_queue.v PACKET_BITS=65
// model: Vinput_queue_128 rtl/component/input_queue.v PACKET_BITS=128
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/input_queue.h"
}

/* An exhaustive sequence has three bits in each of its cycles. */
enum { SEQUENCE_CYCLES = EXHAUSTIVE_BITS / 3, RANDOM_CYCLES = LIFE_CYCLES + 40000 };

struct input_queue_in {
  bool rst, valid_i;
  bool taken_i; /* counts only when a packet is held */
  struct packet packet_i;
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  struct input_queue queue;
  struct pooled_packet places[2];
  struct packet_pool pool;
};

template <class Twin> static void bench_reset(struct bench<Twin> *b)
{
  b->pool = {b->places, 2, 0, PACKET_NONE, nullptr, nullptr};
  input_queue_reset(&b->queue);
}

/* Both twins through one cycle; `when` says which, for a failure. */
template <class Twin>
static void cycle(struct bench<Twin> *b, const struct input_queue_in *in, const char *when)
{
  const struct packet_format format = format_of(Twin::PACKET_BITS);
  bool full = input_queue_full(&b->queue);
  bool taken = in->taken_i && full;

  b->model->rst = in->rst;
  b->model->valid_i = in->valid_i;
  b->model->taken_i = taken;
  packet_put(b->model->packet_i, 0, format, in->packet_i);
  model_comb(b->model);
  CHECK(b->model->full_o == full, "%s: full_o %d, golden %d", when, b->model->full_o, full);
  if (full) {
    struct packet packet_o = packet_get(b->model->packet_o, 0, format);
    struct packet held = {b->queue.header, b->places[b->queue.packet].packet.data};

    CHECK(packet_equal(packet_o, held),
          "%s: packet_o " PACKET_FORMAT ", golden " PACKET_FORMAT, when,
          PACKET_VALUES(packet_o), PACKET_VALUES(held));
  }
  if (taken)
    packet_pool_free(&b->pool, input_queue_take(&b->queue));
  bool ready = !input_queue_full(&b->queue);
  CHECK(b->model->ready_o == ready, "%s: ready_o %d, golden %d", when, b->model->ready_o,
        ready);
  if (in->rst)
    bench_reset(b);
  else if (in->valid_i && ready)
    input_queue_accept(&b->queue, packet_pool_take(&b->pool, &in->packet_i),
                       in->packet_i.header);
  model_edge(b->model);
}

/* Reset, without a look at what was before it. */
template <class Twin> static void start(struct bench<Twin> *b)
{
  b->model->rst = 1;
  model_comb(b->model);
  model_edge(b->model);
  bench_reset(b);
}

template <class Twin> static void test_every_short_sequence()
{
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, Twin::PACKET_BITS);
  char when[64];

  b.model = model_open<typename Twin::Model>();
  for (uint32_t code = 0; code < 1u << 3 * SEQUENCE_CYCLES; code++) {
    start(&b);
    for (uint32_t t = 0; t < SEQUENCE_CYCLES; t++) {
      uint32_t now = code >> 3 * t;
      struct input_queue_in in = {
          .rst = (now & 1) != 0,
          .valid_i = (now & 2) != 0,
          .taken_i = (now & 4) != 0,
          .packet_i = packet_random(&rng, format_of(Twin::PACKET_BITS)),
      };

      snprintf(when, sizeof when, "sequence %#x cycle %u", code, t);
      cycle(&b, &in, when);
    }
  }
  model_close(b.model);
}

template <class Twin> static void test_long_random_sequence()
{
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, Twin::PACKET_BITS);
  struct spell spell = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  start(&b);
  for (uint32_t t = 0; t < RANDOM_CYCLES; t++) {
    spell_next(&spell, &rng, t);
    struct input_queue_in in = {
        .rst = spell_resets(&spell, &rng),
        .valid_i = random_quarters(&rng, spell.offers),
        .taken_i = random_quarters(&rng, spell.readies),
        .packet_i = packet_random(&rng, format_of(Twin::PACKET_BITS)),
    };

    snprintf(when, sizeof when, "cycle %u", t);
    cycle(&b, &in, when);
  }
  model_close(b.model);
}

#define ROW(Twin, title)                                                                   \
  TWIN_TEST(test_every_short_sequence, Twin, title)                                        \
  TWIN_TEST(test_long_random_sequence, Twin, title)

TWIN_LAWS(ROW)
