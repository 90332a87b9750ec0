/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_waiting_store -- the waiting store in C beside its Verilog twin, cycle by cycle.
 *
 * A cycle: it shows its packets, and which of those that want to wait it takes; those that
 * leave are removed, those taken are appended.
 */
// optimize: 1
// few: Vstore_3_4 Vstore_11_8
// model: Vstore_1_1 rtl/component/waiting_store.v CHANNELS=1 STORE=1 PACKET_BITS=8
// model: Vstore_2_1 rtl/component/waiting_store.v CHANNELS=2 STORE=1 PACKET_BITS=1
// model: Vstore_2_3 rtl/component/waiting_store.v CHANNELS=2 STORE=3 PACKET_BITS=16
// model: Vstore_3_2 rtl/component/waiting_store.v CHANNELS=3 STORE=2 PACKET_BITS=46
// model: Vstore_3_4 rtl/component/waiting_store.v CHANNELS=3 STORE=4 PACKET_BITS=64
// model: Vstore_11_8 rtl/component/waiting_store.v CHANNELS=11 STORE=8 PACKET_BITS=50
// model: Vstore_5_20 rtl/component/waiting_store.v CHANNELS=5 STORE=20 PACKET_BITS=128
// model: Vstore_64_64 rtl/component/waiting_store.v CHANNELS=64 STORE=64 PACKET_BITS=65
#include "tests/twin/twin_queue.h"

extern "C" {
#include "switch/component/waiting_store.h"
}

/* A store of at least WIDE bits has CYCLES_WIDE random cycles: it is slow. */
enum { ROOM = 160, WIDE = 1000, CYCLES_WIDE = 15000 };

struct waiting_store_in {
  bool rst;
  uint64_t wait_i;
  uint64_t leave_i; /* places that are empty are left out */
  struct packet packets_i[CHANNELS_MAX];
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  static constexpr uint32_t CONTROL_BITS = 1 + Twin::CHANNELS + Twin::STORE;
  static constexpr uint64_t STREAM = Twin::CHANNELS * 64 + Twin::STORE;
  static constexpr uint32_t END_CYCLE = LIFE_CYCLES + 10000;
  static constexpr uint32_t FIRST_CYCLE =
      Twin::STORE * Twin::PACKET_BITS < WIDE ? 0 : END_CYCLE - CYCLES_WIDE;

  typename Twin::Model *model;
  struct waiting_store_in in;
  struct waiting_store store;
  struct pooled_packet places[ROOM];
  struct packet_pool pool;
  uint64_t left; /* packets that have left */
  uint32_t full; /* cycles in which it was full */
};

template <class Twin> static void bench_reset(struct bench<Twin> *b)
{
  b->pool = {b->places, ROOM, 0, PACKET_NONE, nullptr, nullptr};
  waiting_store_reset(&b->store);
}

template <class Twin>
static void check_places(const struct bench<Twin> *b, const char *when)
{
  uint64_t full_o = port_get(b->model->full_o, 0, Twin::STORE);
  uint32_t packet = b->store.head;

  CHECK(full_o == bits_mask(b->store.count), "%s: full_o %#" PRIx64 ", golden %" PRIu32,
        when, full_o, b->store.count);
  for (uint32_t s = 0; s < b->store.count; s++, packet = b->places[packet].next) {
    struct packet rtl = packet_get(b->model->packets_o, s, format_of(Twin::PACKET_BITS));

    CHECK(packet_equal(rtl, b->places[packet].packet),
          "%s: packets_o %" PRIu32 " is " PACKET_FORMAT ", golden " PACKET_FORMAT, when, s,
          PACKET_VALUES(rtl), PACKET_VALUES(b->places[packet].packet));
  }
}

/* In C: places are counted from what it held at the beginning of the cycle. */
template <class Twin> static uint64_t take(const struct bench<Twin> *b, uint64_t wait)
{
  uint64_t taken = 0;

  for (uint32_t count = b->store.count; wait && count < Twin::STORE; count++) {
    taken |= wait & -wait;
    wait &= wait - 1;
  }
  return taken;
}

template <class Twin> static void leave(struct bench<Twin> *b, uint64_t places)
{
  uint32_t previous = PACKET_NONE, packet = b->store.head;

  for (; packet != PACKET_NONE; places >>= 1) {
    if (places & 1) {
      uint32_t next = waiting_store_remove(&b->store, &b->pool, previous);

      packet_pool_free(&b->pool, packet);
      packet = next;
      b->left++;
    } else {
      previous = packet;
      packet = b->places[packet].next;
    }
  }
}

template <class Twin> static void cycle(struct bench<Twin> *b, const char *when)
{
  const struct waiting_store_in *in = &b->in;
  uint64_t leaving = in->leave_i & bits_mask(b->store.count);

  b->model->rst = in->rst;
  port_put(b->model->wait_i, 0, Twin::CHANNELS, in->wait_i);
  port_put(b->model->leave_i, 0, Twin::STORE, leaving);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    packet_put(b->model->packets_i, c, format_of(Twin::PACKET_BITS), in->packets_i[c]);
  model_comb(b->model);
  uint64_t taken = take(b, in->wait_i);
  uint64_t taken_o = port_get(b->model->taken_o, 0, Twin::CHANNELS);
  check_places(b, when);
  CHECK(taken_o == taken,
        "%s: wait_i %#" PRIx64 " with %" PRIu32 " packets: taken_o %#" PRIx64
        ", golden %#" PRIx64,
        when, in->wait_i, b->store.count, taken_o, taken);
  b->full += b->store.count == Twin::STORE;
  if (in->rst) {
    bench_reset(b);
  } else {
    leave(b, leaving);
    for (; taken; taken &= taken - 1)
      waiting_store_append(&b->store, &b->pool,
                           packet_pool_take(&b->pool, &in->packets_i[bits_lowest(taken)]));
  }
  model_edge(b->model);
}

template <class Twin> static void start(struct bench<Twin> *b)
{
  b->model->rst = 1;
  port_put(b->model->wait_i, 0, Twin::CHANNELS, 0);
  port_put(b->model->leave_i, 0, Twin::STORE, 0);
  model_comb(b->model);
  model_edge(b->model);
  bench_reset(b);
}

template <class Twin> static void set_inputs(struct bench<Twin> *b, uint32_t code)
{
  b->in.rst = (code & 1) != 0;
  b->in.wait_i = code >> 1 & bits_mask(Twin::CHANNELS);
  b->in.leave_i = code >> (1 + Twin::CHANNELS) & bits_mask(Twin::STORE);
}

template <class Twin>
static void set_inputs(struct bench<Twin> *b, const struct spell *spell, struct rng *rng)
{
  b->in.rst = spell_resets(spell, rng);
  b->in.wait_i = random_quarters(rng, spell->offers) ? rng_next(rng) : 0;
  b->in.wait_i &= rng_next(rng) & bits_mask(Twin::CHANNELS);
  b->in.leave_i = random_quarters(rng, spell->readies) ? rng_next(rng) : 0;
}

template <class Twin> static void set_packets(struct bench<Twin> *b, struct rng *rng)
{
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    b->in.packets_i[c] = packet_random(rng, format_of(Twin::PACKET_BITS));
}

template <class Twin> static void check_end(const struct bench<Twin> *b)
{
  CHECK(b->left > (b->END_CYCLE - b->FIRST_CYCLE) / 50 && b->full > 10,
        "no more than %" PRIu64 " packets have left, full in %" PRIu32 " cycles", b->left,
        b->full);
}

TWIN_LAWS(QUEUE_ROW)
