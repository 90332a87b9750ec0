/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch -- one switch beside a slow reference, under random stimulus. */
#include "switch/switch.h"

#include "route/bitfix.h"
#include "tests/unit/reference_switch.h"

static void check_packet(const struct pooled_packet *is,
                         const struct reference_packet *to_be, const char *what,
                         uint32_t place, const char *where)
{
  CHECK(is->packet.header == to_be->packet.header,
        "%s: %s %u header %#" PRIx64 ", not %#" PRIx64, where, what, place,
        is->packet.header, to_be->packet.header);
  CHECK(is->packet.data == to_be->packet.data, "%s: %s %u data %" PRIu64 ", not %" PRIu64,
        where, what, place, is->packet.data, to_be->packet.data);
  CHECK(is->hops == to_be->hops, "%s: %s %u hops %u, not %u", where, what, place, is->hops,
        to_be->hops);
}

/* What a queue holds and shows. */
static void check_queue(const struct device *d, const struct reference_switch *r,
                        uint32_t queue, const char *where)
{
  const uint32_t keys = d->config.keys;
  const struct output_queue *fifos = &d->outputs[queue * keys];
  uint32_t to_be = r->count[queue] + r->pushes[queue];

  CHECK((d->granted >> queue & 1) == r->out_valid[queue], "%s: out_valid[%u] is not %d",
        where, queue, r->out_valid[queue]);
  CHECK(priority_queue_count(fifos, keys) == to_be, "%s: queue %u holds %u, not %u", where,
        queue, priority_queue_count(fifos, keys), to_be);
  CHECK((d->valid >> queue & 1) == (to_be > 0), "%s: queue %u is valid or not", where,
        queue);
  if (to_be > 0)
    check_packet(&d->pool.places[priority_queue_first(fifos, keys)->head],
                 reference_shown(r, queue), "queue", queue, where);
}

static void check_outputs(const struct device *d, const struct reference_switch *r,
                          const char *where)
{
  uint32_t largest = 0;

  for (uint32_t q = 0; q < reference_queues(r); q++) {
    uint32_t to_be = r->count[q] + r->pushes[q];

    check_queue(d, r, q, where);
    if (r->pushes[q] > 0 && to_be > largest)
      largest = to_be;
  }
  for (uint32_t c = 0; c < r->channels; c++) {
    CHECK((~d->full >> c & 1) == r->in_ready[c], "%s: in_ready[%u] is not %d", where, c,
          r->in_ready[c]);
    CHECK((d->eject >> c & 1) == r->eject_valid[c], "%s: eject_valid[%u] is not %d", where,
          c, r->eject_valid[c]);
    if (r->eject_valid[c])
      check_packet(&d->pool.places[d->inputs[c].packet], &r->eject_packet[c], "eject", c,
                   where);
  }
  CHECK(d->valid >> reference_queues(r) == 0 &&
            (r->channels == 64 || d->eject >> r->channels == 0),
        "%s: bits above the queues", where);
  CHECK(d->largest == largest, "%s: largest pushed count %u, not %u", where, d->largest,
        largest);
}

/* What happened to the packets offered so far: each enters once and leaves once. */
struct ledger {
  uint64_t offered, entered, left;
};

static void count_transfers(struct ledger *ledger, const struct reference_switch *r,
                            const bool *in_valid, const bool *out_ready)
{
  for (uint32_t c = 0; c < r->channels; c++) {
    ledger->entered += in_valid[c] && r->in_ready[c];
    ledger->left += r->eject_valid[c];
  }
  for (uint32_t q = 0; q < reference_queues(r); q++)
    ledger->left += r->out_valid[q] && out_ready[q];
}

/* The packets that the device holds, by walking its lists. */
static uint64_t packets_inside(const struct device *d)
{
  uint64_t inside = 0;

  for (uint32_t c = 0; c < d->config.channels; c++)
    inside += input_queue_full(&d->inputs[c]);
  for (uint32_t f = 0; f < switch_queues(&d->config) * d->config.keys; f++) {
    uint32_t packet = d->outputs[f].head;

    for (uint32_t i = 0; i < d->outputs[f].count; i++) {
      inside++;
      CHECK((i + 1 == d->outputs[f].count) == (packet == d->outputs[f].tail),
            "the list of fifo %u does not end at its tail", f);
      packet = d->pool.places[packet].next;
    }
  }
  uint32_t waiting = 0;
  for (uint32_t packet = d->store.head; packet != PACKET_NONE;
       packet = d->pool.places[packet].next)
    waiting++;
  CHECK(waiting == d->store.count && waiting <= d->config.store,
        "the store holds %u, says %u, and has %u places", waiting, d->store.count,
        d->config.store);
  return inside + waiting;
}

/* How lively the stimulus is, in percent. */
struct mood {
  uint32_t offer, ready, eject, wait, spread;
};

/* At most one class of a port is offered, as a link does it. */
static void one_class_per_port(const struct reference_switch *r, struct rng *rng,
                               bool *in_valid)
{
  for (uint32_t p = 0; p < r->ports; p++) {
    uint32_t own = (uint32_t)rng_below(rng, r->classes);

    for (uint32_t k = 0; k < r->classes; k++)
      in_valid[p * r->classes + k] = in_valid[p * r->classes + k] && k == own;
  }
}

static void random_cycle(struct reference_switch *r, struct rng *rng,
                         const struct mood *mood, struct ledger *ledger, bool *in_valid,
                         struct reference_packet *in_packets, bool *out_ready)
{
  uint32_t waiting = r->stored;

  for (uint32_t q = 0; q < reference_queues(r); q++) {
    out_ready[q] = rng_below(rng, 100) < mood->ready;
    waiting += r->count[q] + r->pushes[q];
  }
  /* without a limit, the reference's own must not be reached */
  bool pause = r->depth == 0 && waiting > REFERENCE_PLACES - 2 * REFERENCE_CHANNELS;
  for (uint32_t c = 0; c < r->channels; c++) {
    uint64_t port =
        rng_below(rng, 100) < mood->eject ? DEVICE_EJECT : rng_below(rng, mood->spread);
    uint64_t waits = r->places > 0 && rng_below(rng, 100) < mood->wait;

    in_valid[c] = !pause && rng_below(rng, 100) < mood->offer;
    in_packets[c] = (struct reference_packet){
        .packet = {.header = port | rng_below(rng, 1 << 10) << DEVICE_CLASS |
                             waits << DEVICE_WAIT | rng_next(rng) >> 40 << DEVICE_FREE,
                   .data = ++ledger->offered},
        .hops = (uint32_t)rng_below(rng, 50),
    };
  }
  one_class_per_port(r, rng, in_valid);
}

/* The parameters of a switch; `cycles` to run it. */
struct variant {
  uint32_t ports, lanes, cycles, classes, places, key_bits, random;
};

static void compare(const struct variant *v, uint32_t depth, reference_route *route,
                    uint64_t seed)
{
  static struct reference_switch r;
  static struct device d;
  struct ledger ledger = {.offered = 0};
  struct rng rng = rng_seed(seed, 0);
  bool in_valid[REFERENCE_CHANNELS], out_ready[REFERENCE_CHANNELS], phase = false;
  struct reference_packet in_packets[REFERENCE_CHANNELS];
  uint64_t seeds[REFERENCE_CHANNELS];

  for (uint32_t c = 0; c < REFERENCE_CHANNELS; c++)
    seeds[c] = c == 1 ? 0 : rng_next(&rng);
  r.ports = v->ports;
  r.classes = v->classes;
  r.channels = v->ports * v->classes + v->lanes;
  r.here = (uint32_t)(seed & 0xffff);
  r.depth = depth;
  r.places = v->places;
  r.key_bits = v->key_bits;
  r.random = v->random;
  r.route = route;
  reference_reset(&r, seeds);
  device_open(&d, &r, "device");
  for (uint32_t cycle = 0; cycle < v->cycles; cycle++) {
    struct mood mood = {.offer = 20 * (1 + (uint32_t)(cycle / 32 + seed) % 5),
                        .ready = 25 * (1 + (uint32_t)(cycle / 64 + seed) % 4),
                        .eject = 10 * ((uint32_t)seed % 4),
                        .wait = 30 * ((uint32_t)seed % 3),
                        .spread = 1 + (uint32_t)(cycle / 16 % v->ports)};
    char where[192];

    snprintf(
        where, sizeof where,
        "ports %u lanes %u classes %u depth %u store %u keys %u random %u seed %" PRIu64
        " cycle %u",
        v->ports, v->lanes, v->classes, depth, v->places, v->key_bits, v->random, seed,
        cycle);
    reference_comb(&r);
    device_comb(&d);
    check_outputs(&d, &r, where);
    CHECK(packets_inside(&d) == ledger.entered - ledger.left,
          "%s: %" PRIu64 " entered, %" PRIu64 " left, %" PRIu64 " are inside", where,
          ledger.entered, ledger.left, packets_inside(&d));
    random_cycle(&r, &rng, &mood, &ledger, in_valid, in_packets, out_ready);
    count_transfers(&ledger, &r, in_valid, out_ready);
    if (v->places > 0 && rng_below(&rng, 12) == 0)
      phase = !phase;
    device_edge(&d, in_valid, in_packets, out_ready, phase);
    reference_edge(&r, in_valid, in_packets, out_ready, phase);
  }
  CHECK(ledger.left > v->cycles / 5, "seed %" PRIu64 ": only %" PRIu64 " packets left",
        seed, ledger.left);
  packet_pool_close(&d.pool);
}

static void compare_variants(const struct variant *variants, size_t count,
                             reference_route *route)
{
  static const uint32_t depths[] = {1, 2, 3, 7, 0};

  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < sizeof depths / sizeof depths[0]; j++)
      for (uint64_t seed = 1; seed <= 6; seed++)
        compare(&variants[i], depths[j], route, seed);
}

/* ports, lanes, cycles, classes: no store, no keys, no random words */
static const struct variant plain[] = {{1, 1, 400, 1, 0, 0, 0},  {2, 1, 400, 1, 0, 0, 0},
                                       {3, 2, 400, 1, 0, 0, 0},  {4, 0, 400, 1, 0, 0, 0},
                                       {5, 5, 300, 1, 0, 0, 0},  {10, 1, 200, 1, 0, 0, 0},
                                       {63, 1, 100, 1, 0, 0, 0}, {1, 63, 100, 1, 0, 0, 0}};

/* Each of the others alone, and together. */
static const struct variant rich[] = {
    {2, 1, 300, 2, 0, 0, 0}, {3, 2, 300, 3, 0, 0, 0},   {4, 1, 300, 4, 0, 0, 0},
    {31, 1, 60, 2, 0, 0, 0}, {15, 4, 60, 4, 0, 0, 0},   {3, 2, 300, 1, 1, 0, 0},
    {3, 2, 300, 1, 3, 0, 0}, {2, 2, 300, 1, 255, 0, 0}, {3, 2, 300, 1, 0, 1, 0},
    {3, 2, 200, 1, 0, 8, 0}, {3, 2, 200, 2, 2, 2, 0},   {2, 2, 200, 1, 0, 0, 1},
    {2, 2, 200, 1, 0, 0, 2}, {3, 2, 200, 3, 0, 1, 1},   {3, 2, 200, 3, 0, 1, 2},
    {3, 1, 200, 4, 5, 3, 2}, {1, 63, 60, 1, 9, 1, 1},   {20, 4, 60, 3, 3, 1, 1}};

static void test_equals_the_reference_in_every_cycle(void **state)
{
  (void)state;
  compare_variants(plain, sizeof plain / sizeof plain[0], device_keep);
}

static void test_with_classes_store_keys_and_random_words(void **state)
{
  (void)state;
  compare_variants(rich, sizeof rich / sizeof rich[0], device_random);
}

/* A packet that waits is routed in every cycle, and continues with the header of one. */
static void test_waiting_does_not_route_twice(void **state)
{
  (void)state;
  compare_variants(plain, sizeof plain / sizeof plain[0], device_count);
  compare_variants(rich, sizeof rich / sizeof rich[0], device_count);
}

/* switch_wants names the queue of a packet that stays, 0 for one that is ejected or waits;
 * it changes nothing. */
static void test_wants(void **state)
{
  static struct reference_switch r;
  static struct device d;
  bool in_valid[REFERENCE_CHANNELS] = {false}, out_ready[REFERENCE_CHANNELS] = {false};
  struct reference_packet packets[REFERENCE_CHANNELS] = {{.hops = 0}};
  struct switch_view view = {
      .here = 0, .full = &d.full, .inputs = d.inputs, .store = &d.store};

  (void)state;
  r.ports = 2;
  r.classes = 3;
  r.channels = 7;
  r.depth = 1;
  r.places = 1;
  r.route = device_keep;
  reference_reset(&r, NULL);
  device_open(&d, &r, "device");
  packets[0].packet.header = DEVICE_EJECT;
  packets[1].packet.header = UINT64_C(1) << DEVICE_WAIT;
  packets[2].packet.header = 1 | 2 << DEVICE_CLASS;
  packets[3].packet.header = 1 | 3 << DEVICE_CLASS; /* counts as class 2 */
  packets[4].packet.header = 0 | 1 << DEVICE_CLASS;
  for (uint32_t c = 0; c < 5; c++)
    in_valid[c] = true;
  device_comb(&d);
  device_edge(&d, in_valid, packets, out_ready, false);
  assert_int_equal(switch_wants(&d.config, &view, 0), 0);
  assert_int_equal(switch_wants(&d.config, &view, 1), 0);
  assert_int_equal(switch_wants(&d.config, &view, 2), 1 << 5);
  assert_int_equal(switch_wants(&d.config, &view, 3), 1 << 5);
  assert_int_equal(switch_wants(&d.config, &view, 4), 1 << 1);
  assert_int_equal(d.full, 0x1f);
  packet_pool_close(&d.pool);
}

/* Plain is what the deterministic switch is, and nothing with more around it. */
static void test_what_is_plain(void **state)
{
  const struct switch_config config = {
      .unit = &bitfix, .ports = 3, .classes = 1, .channels = 4, .depth = 1, .keys = 1};
  struct switch_config other = config;

  (void)state;
  assert_true(switch_is_plain(&config));
  other.unit = &(struct route_unit){.name = "bitfix", .comb = device_keep};
  assert_false(switch_is_plain(&other));
  other = config;
  other.classes = 2;
  assert_false(switch_is_plain(&other));
  other = config;
  other.keys = 2;
  assert_false(switch_is_plain(&other));
  other = config;
  other.store = 1;
  assert_false(switch_is_plain(&other));
  other = config;
  other.random = RANDOM_SHARED;
  assert_false(switch_is_plain(&other));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equals_the_reference_in_every_cycle),
      cmocka_unit_test(test_with_classes_store_keys_and_random_words),
      cmocka_unit_test(test_waiting_does_not_route_twice),
      cmocka_unit_test(test_wants),
      cmocka_unit_test(test_what_is_plain),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
