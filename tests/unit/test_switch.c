/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch -- one switch beside a slow reference, under random stimulus. */
#include "switch/switch.h"

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

static void check_outputs(const struct device *d, const struct reference_switch *r,
                          const char *where)
{
  uint32_t largest = 0;

  for (uint32_t p = 0; p < r->ports; p++) {
    uint32_t to_be = r->count[p] + r->pushes[p];

    CHECK((d->valid >> p & 1) == r->out_valid[p], "%s: out_valid[%u] is not %d", where, p,
          r->out_valid[p]);
    CHECK(d->outputs[p].count == to_be, "%s: queue %u holds %u, not %u", where, p,
          d->outputs[p].count, to_be);
    if (r->out_valid[p])
      check_packet(&d->pool.places[d->outputs[p].head], &r->memory[p][0], "port", p, where);
    if (r->pushes[p] > 0 && to_be > largest)
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
  CHECK(d->valid >> r->ports == 0 && (r->channels == 64 || d->eject >> r->channels == 0),
        "%s: bits above the ports", where);
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
  for (uint32_t p = 0; p < r->ports; p++)
    ledger->left += r->out_valid[p] && out_ready[p];
}

/* The packets that the device holds, by walking its lists. */
static uint64_t packets_inside(const struct device *d)
{
  uint64_t inside = 0;

  for (uint32_t c = 0; c < d->config.channels; c++)
    inside += input_queue_full(&d->inputs[c]);
  for (uint32_t p = 0; p < d->config.ports; p++) {
    uint32_t packet = d->outputs[p].head;

    for (uint32_t i = 0; i < d->outputs[p].count; i++) {
      inside++;
      CHECK((i + 1 == d->outputs[p].count) == (packet == d->outputs[p].tail),
            "the list of queue %u does not end at its tail", p);
      packet = d->pool.places[packet].next;
    }
  }
  return inside;
}

/* How lively the stimulus is, in percent. */
struct mood {
  uint32_t offer, ready, eject, spread;
};

static void random_cycle(struct reference_switch *r, struct rng *rng,
                         const struct mood *mood, struct ledger *ledger, bool *in_valid,
                         struct reference_packet *in_packets, bool *out_ready)
{
  uint32_t waiting = 0;

  for (uint32_t p = 0; p < r->ports; p++) {
    out_ready[p] = rng_below(rng, 100) < mood->ready;
    waiting += r->count[p] + r->pushes[p];
  }
  /* without a limit, the reference's own must not be reached */
  bool pause = r->depth == 0 && waiting > REFERENCE_PLACES - 2 * REFERENCE_CHANNELS;
  for (uint32_t c = 0; c < r->channels; c++) {
    uint64_t port =
        rng_below(rng, 100) < mood->eject ? DEVICE_EJECT : rng_below(rng, mood->spread);

    in_valid[c] = !pause && rng_below(rng, 100) < mood->offer;
    in_packets[c] = (struct reference_packet){
        .packet = {.header = port | rng_next(rng) >> 32 << 6, .data = ++ledger->offered},
        .hops = (uint32_t)rng_below(rng, 50),
    };
  }
}

static void compare(uint32_t ports, uint32_t lanes, uint32_t depth,
                    struct route_out (*route)(uint64_t, uint64_t), uint64_t seed,
                    uint32_t cycles)
{
  static struct reference_switch r;
  struct device d;
  struct ledger ledger = {.offered = 0};
  struct rng rng = rng_seed(seed, 0);
  bool in_valid[REFERENCE_CHANNELS], out_ready[REFERENCE_CHANNELS];
  struct reference_packet in_packets[REFERENCE_CHANNELS];

  r = (struct reference_switch){.ports = ports,
                                .channels = ports + lanes,
                                .here = (uint32_t)(seed & 0xffff),
                                .depth = depth,
                                .route = route};
  device_open(&d, &r);
  for (uint32_t cycle = 0; cycle < cycles; cycle++) {
    struct mood mood = {.offer = 20 * (1 + (uint32_t)(cycle / 32 + seed) % 5),
                        .ready = 25 * (1 + (uint32_t)(cycle / 64 + seed) % 4),
                        .eject = 10 * ((uint32_t)seed % 4),
                        .spread = 1 + (uint32_t)(cycle / 16 % ports)};
    char where[128];

    snprintf(where, sizeof where,
             "ports %u lanes %u depth %u unit %s seed %" PRIu64 " cycle %u", ports, lanes,
             depth, d.config.unit->name, seed, cycle);
    reference_comb(&r);
    device_comb(&d);
    check_outputs(&d, &r, where);
    CHECK(packets_inside(&d) == ledger.entered - ledger.left,
          "%s: %" PRIu64 " entered, %" PRIu64 " left, %" PRIu64 " are inside", where,
          ledger.entered, ledger.left, packets_inside(&d));
    random_cycle(&r, &rng, &mood, &ledger, in_valid, in_packets, out_ready);
    count_transfers(&ledger, &r, in_valid, out_ready);
    device_edge(&d, in_valid, in_packets, out_ready);
    reference_edge(&r, in_valid, in_packets, out_ready);
  }
  CHECK(ledger.left > cycles / 4, "seed %" PRIu64 ": only %" PRIu64 " packets left", seed,
        ledger.left);
  packet_pool_close(&d.pool);
}

static void compare_shapes(struct route_out (*route)(uint64_t, uint64_t))
{
  static const struct {
    uint32_t ports, lanes, cycles;
  } shapes[] = {{1, 1, 400}, {2, 1, 400},  {3, 2, 400},  {4, 0, 400},
                {5, 5, 300}, {10, 1, 200}, {63, 1, 100}, {1, 63, 100}};
  static const uint32_t depths[] = {1, 2, 3, 7, 0};

  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
    for (size_t j = 0; j < sizeof depths / sizeof depths[0]; j++)
      for (uint64_t seed = 1; seed <= 6; seed++)
        compare(shapes[i].ports, shapes[i].lanes, depths[j], route, seed, shapes[i].cycles);
}

static void test_equals_the_reference_in_every_cycle(void **state)
{
  (void)state;
  compare_shapes(device_keep);
}

/* A packet that waits is routed in every cycle, and continues with the header of one. */
static void test_waiting_does_not_route_twice(void **state)
{
  (void)state;
  compare_shapes(device_count);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equals_the_reference_in_every_cycle),
      cmocka_unit_test(test_waiting_does_not_route_twice),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
