/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_router -- the bench of a router; ROUTER_ONE_PORT: 1 for one that has packets of one
 * port at most. */
#ifndef LOCKHOP_TESTS_TWIN_ROUTER_H
#define LOCKHOP_TESTS_TWIN_ROUTER_H

#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/router.h"
}

enum { ROUNDS = 100000, CHANNELS_MAX = 64, PORTS_MAX = 63 };
enum { ROOM = CHANNELS_MAX * PORTS_MAX, TEXT_BYTES = 2048 };

struct router_in {
  uint64_t valid_i;
  uint64_t ports_i[CHANNELS_MAX];
  uint32_t count_i[PORTS_MAX];
};

struct router_out {
  uint64_t taken_o;
  uint64_t push_o[PORTS_MAX]; /* masks of channels */
};

/* As a switch uses it: what it takes is pushed before the next channel is asked.  The data
 * of a packet is its channel, so that push_o can be read off the queues. */
static void router_twin(struct router_out *out, const struct router_in *in, uint32_t ports,
                        uint32_t depth)
{
  static struct pooled_packet places[ROOM];
  struct packet_pool pool = {places, ROOM, 0, PACKET_NONE, nullptr, nullptr};
  struct output_queue queues[PORTS_MAX] = {};

  *out = {};
  for (uint32_t p = 0; p < ports; p++)
    queues[p].count = in->count_i[p];
  for (uint64_t valid = in->valid_i; valid; valid &= valid - 1) {
    uint32_t channel = bits_lowest(valid);

    if (!router_takes(queues, in->ports_i[channel], depth))
      continue;
    out->taken_o |= UINT64_C(1) << channel;
    for (uint64_t left = in->ports_i[channel]; left; left &= left - 1) {
      struct output_queue *queue = &queues[bits_lowest(left)];
      struct packet packet = {.header = 0, .data = channel};

      output_queue_push(queue, &pool, packet_pool_take(&pool, &packet));
      out->push_o[bits_lowest(left)] |= UINT64_C(1) << places[queue->tail].packet.data;
    }
  }
}

/* The inputs in one line, for a failure. */
static const char *router_print(char text[TEXT_BYTES], const struct router_in *in,
                                uint32_t channels, uint32_t ports)
{
  int used = snprintf(text, TEXT_BYTES, "valid_i %#" PRIx64 " ports_i", in->valid_i);

  for (uint32_t c = 0; c < channels; c++)
    used +=
        snprintf(text + used, (size_t)(TEXT_BYTES - used), " %#" PRIx64, in->ports_i[c]);
  used += snprintf(text + used, (size_t)(TEXT_BYTES - used), " count_i");
  for (uint32_t p = 0; p < ports; p++)
    used += snprintf(text + used, (size_t)(TEXT_BYTES - used), " %u", in->count_i[p]);
  return text;
}

template <class Twin>
static void compare(typename Twin::Model *model, const struct router_in *in)
{
  constexpr uint32_t count_bits = clog2(Twin::DEPTH + 1);
  struct router_out out;
  char text[TEXT_BYTES];

  router_twin(&out, in, Twin::PORTS, Twin::DEPTH);
  port_put(model->valid_i, 0, Twin::CHANNELS, in->valid_i);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    port_put(model->ports_i, c * Twin::PORTS, Twin::PORTS, in->ports_i[c]);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    port_put(model->count_i, p * count_bits, count_bits, in->count_i[p]);
  model->eval();
  CHECK(model->taken_o == out.taken_o, "%s: taken_o %#" PRIx64 ", golden %#" PRIx64,
        router_print(text, in, Twin::CHANNELS, Twin::PORTS), uint64_t{model->taken_o},
        out.taken_o);
  for (uint32_t p = 0; p < Twin::PORTS; p++) {
    uint64_t push = port_get(model->push_o, p * Twin::CHANNELS, Twin::CHANNELS);

    CHECK(push == out.push_o[p], "%s: port %u: push_o %#" PRIx64 ", golden %#" PRIx64,
          router_print(text, in, Twin::CHANNELS, Twin::PORTS), p, push, out.push_o[p]);
  }
}

/* A rank_router is for masks of one bit at most. */
static bool fits(uint64_t mask)
{
  return !ROUTER_ONE_PORT || (mask & (mask - 1)) == 0;
}

/* The next `bits` bits of an odometer. */
static uint64_t next_digit(uint64_t *code, uint32_t bits)
{
  uint64_t digit = *code & bits_mask(bits);

  *code >>= bits;
  return digit;
}

/* False when a count is larger than the depth: no queue holds that; or a mask is none of
 * this router. */
static bool router_decode(struct router_in *in, uint64_t code, uint32_t channels,
                          uint32_t ports, uint32_t depth)
{
  bool possible = true;

  in->valid_i = next_digit(&code, channels);
  for (uint32_t c = 0; c < channels; c++) {
    in->ports_i[c] = next_digit(&code, ports);
    possible = possible && fits(in->ports_i[c]);
  }
  for (uint32_t p = 0; p < ports; p++) {
    in->count_i[p] = static_cast<uint32_t>(next_digit(&code, clog2(depth + 1)));
    possible = possible && in->count_i[p] <= depth;
  }
  return possible;
}

/* One port mostly, sometimes several or none; few queues are full, at times many or all. */
static void router_random(struct router_in *in, struct rng *rng, uint32_t channels,
                          uint32_t ports, uint32_t depth)
{
  const uint64_t spread = 1 + rng_below(rng, ports);
  const uint32_t full =
      rng_below(rng, 4) ? 0 : 1 + static_cast<uint32_t>(rng_below(rng, 4));

  in->valid_i = (rng_next(rng) | rng_next(rng)) & bits_mask(channels);
  for (uint32_t c = 0; c < channels; c++) {
    in->ports_i[c] = rng_below(rng, 3) > 0 ? UINT64_C(1) << rng_below(rng, spread)
                                           : random_difference(rng, ports);
    if (!fits(in->ports_i[c]))
      in->ports_i[c] = 0;
  }
  for (uint32_t p = 0; p < ports; p++)
    in->count_i[p] = random_quarters(rng, full)
                         ? depth
                         : static_cast<uint32_t>(rng_below(rng, depth + 1));
}

template <class Twin> static void test_same_taken_and_pushed()
{
  constexpr uint32_t bits =
      Twin::CHANNELS + Twin::CHANNELS * Twin::PORTS + Twin::PORTS * clog2(Twin::DEPTH + 1);
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);
  struct router_in in = {};

  if constexpr (bits <= EXHAUSTIVE_BITS) {
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      if (router_decode(&in, code, Twin::CHANNELS, Twin::PORTS, Twin::DEPTH))
        compare<Twin>(model, &in);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      router_random(&in, &rng, Twin::CHANNELS, Twin::PORTS, Twin::DEPTH);
      compare<Twin>(model, &in);
    }
  }
  model_close(model);
}

#define ROUTER_ROW(Twin, title) TWIN_TEST(test_same_taken_and_pushed, Twin, title)

#endif
