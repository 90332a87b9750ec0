/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_router -- who gets a place: docs/switch.md, router, word by word. */
#include "switch/component/router.h"

#include "tests/unit/support.h"

enum { CHANNELS = 64, PORTS = 63, ROOM = PORTS * CHANNELS };

/* The signals of a router; push_o is [port][channel]. */
struct router_case {
  uint32_t channels, ports, depth; /* depth UINT32_MAX: no limit */
  bool valid_i[CHANNELS];
  uint64_t ports_i[CHANNELS];
  uint32_t count_i[PORTS];
};

struct outputs {
  bool taken_o[CHANNELS];
  bool push_o[PORTS][CHANNELS];
};

/* The reference keeps the places that are left, port by port. */
static void reference(struct outputs *out, const struct router_case *in)
{
  uint32_t places[PORTS];

  memset(out, 0, sizeof *out);
  for (uint32_t p = 0; p < in->ports; p++)
    places[p] = in->depth - in->count_i[p];
  for (uint32_t c = 0; c < in->channels; c++) {
    bool all = in->valid_i[c] && in->ports_i[c] != 0;

    for (uint32_t p = 0; p < in->ports; p++)
      all = all && (!(in->ports_i[c] >> p & 1) || places[p] > 0);
    out->taken_o[c] = all;
    for (uint32_t p = 0; p < in->ports; p++)
      if (all && (in->ports_i[c] >> p & 1)) {
        out->push_o[p][c] = true;
        places[p]--;
      }
  }
}

/* The C twin as a switch uses it: asked channel by channel, pushing what it takes.  What is
 * pushed is a packet whose number is its channel. */
static void twin(struct outputs *out, const struct router_case *in)
{
  static struct pooled_packet places[ROOM];
  struct packet_pool pool = {.places = places, .capacity = ROOM, .free = PACKET_NONE};
  struct output_queue queues[PORTS];

  memset(out, 0, sizeof *out);
  for (uint32_t p = 0; p < in->ports; p++)
    queues[p] = (struct output_queue){.head = 0, .tail = 0, .count = in->count_i[p]};
  for (uint32_t c = 0; c < in->channels; c++) {
    if (!in->valid_i[c] || !router_takes(queues, in->ports_i[c], in->depth))
      continue;
    out->taken_o[c] = true;
    for (uint64_t left = in->ports_i[c]; left; left &= left - 1) {
      uint32_t p = bits_lowest(left);

      output_queue_push(&queues[p], &pool,
                        packet_pool_take(&pool, &(struct packet){.data = c}));
      out->push_o[p][places[queues[p].tail].packet.data] = true;
    }
  }
}

static void check_same(const struct router_case *in, const char *which)
{
  struct outputs expected, out;

  reference(&expected, in);
  twin(&out, in);
  for (uint32_t c = 0; c < in->channels; c++)
    CHECK(out.taken_o[c] == expected.taken_o[c], "%s: taken_o[%u] is %d", which, c,
          out.taken_o[c]);
  for (uint32_t p = 0; p < in->ports; p++)
    for (uint32_t c = 0; c < in->channels; c++)
      CHECK(out.push_o[p][c] == expected.push_o[p][c], "%s: push_o[%u][%u] is %d", which, p,
            c, out.push_o[p][c]);
}

/* Every valid_i, every mask of every channel, every count: the numbers of one odometer. */
static void check_all(uint32_t channels, uint32_t ports, uint32_t depth)
{
  uint32_t masks = 1u << ports, per_channel = masks + 1; /* the last: not valid */
  uint32_t combinations = 1;

  for (uint32_t c = 0; c < channels; c++)
    combinations *= per_channel;
  for (uint32_t p = 0; p < ports; p++)
    combinations *= depth + 1;
  for (uint32_t code = 0; code < combinations; code++) {
    struct router_case in = {.channels = channels, .ports = ports, .depth = depth};
    uint32_t rest = code;
    char which[96];

    for (uint32_t c = 0; c < channels; c++, rest /= per_channel) {
      in.valid_i[c] = rest % per_channel < masks;
      in.ports_i[c] = in.valid_i[c] ? rest % per_channel : masks - 1;
    }
    for (uint32_t p = 0; p < ports; p++, rest /= depth + 1)
      in.count_i[p] = rest % (depth + 1);
    snprintf(which, sizeof which, "channels %u ports %u depth %u combination %u", channels,
             ports, depth, code);
    check_same(&in, which);
  }
}

TEST(test_every_small_router)
{
  for (uint32_t depth = 1; depth <= 3; depth++) {
    check_all(2, 1, depth);
    check_all(3, 2, depth);
    check_all(4, 2, depth);
  }
  check_all(3, 3, 1);
  check_all(3, 3, 2);
}

TEST(test_random_large_routers)
{
  enum { SEED = 8, ROUNDS = 3000 };
  static const uint32_t depths[] = {1, 2, 3, 7, 64, UINT32_MAX};
  struct rng rng = rng_seed(SEED, 0);

  for (uint32_t round = 0; round < ROUNDS; round++) {
    struct router_case in = {.ports = 1 + (uint32_t)rng_below(&rng, PORTS)};
    uint32_t spread = 1 + (uint32_t)rng_below(&rng, in.ports);
    char which[64];

    in.channels = in.ports + 1 + (uint32_t)rng_below(&rng, CHANNELS - in.ports);
    in.depth = depths[round % 6];
    for (uint32_t p = 0; p < in.ports; p++)
      in.count_i[p] =
          (uint32_t)rng_below(&rng, in.depth < 65 ? UINT64_C(1) + in.depth : 1000);
    for (uint32_t c = 0; c < in.channels; c++) {
      in.valid_i[c] = rng_below(&rng, 4) > 0;
      in.ports_i[c] = UINT64_C(1) << rng_below(&rng, spread);
      if (rng_below(&rng, 3) == 0)
        in.ports_i[c] |= rng_next(&rng) & rng_next(&rng) & bits_mask(in.ports);
    }
    snprintf(which, sizeof which, "seed %d round %u", SEED, round);
    check_same(&in, which);
  }
}

/* The sentences of docs/switch.md, each by its smallest case. */
TEST(test_the_sentences_of_the_page)
{
  struct output_queue queues[2] = {{.count = 1}, {.count = 2}};

  /* a packet is taken when every queue in its mask still has a free place */
  assert_true(router_takes(queues, 1, 2));
  assert_false(router_takes(queues, 2, 2));
  assert_false(router_takes(queues, 3, 2));
  assert_true(router_takes(queues, 3, 3));
  /* a valid packet with an empty mask is not taken */
  assert_false(router_takes(queues, 0, 3));
  /* no limit is a limit that no count reaches */
  queues[0].count = UINT32_MAX - 1;
  assert_true(router_takes(queues, 1, UINT32_MAX));
}
