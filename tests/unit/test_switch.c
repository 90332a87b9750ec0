/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch -- one switch beside a slow reference, under random stimulus. */
#include "switch/bank/switch.h"

#include "switch/route/bitfix.h"
#include "tests/unit/device.h"

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
  uint32_t to_be = r->count[queue] + r->pushes[queue];

  CHECK((d->bank.offered[0] >> queue & 1) == r->out_valid[queue],
        "%s: out_valid[%u] is not %d", where, queue, r->out_valid[queue]);
  CHECK(switch_count(&d->bank, 0, queue) == to_be, "%s: queue %u holds %u, not %u", where,
        queue, switch_count(&d->bank, 0, queue), to_be);
  CHECK((d->bank.valid[0] >> queue & 1) == (to_be > 0), "%s: queue %u is valid or not",
        where, queue);
  if (to_be > 0)
    check_packet(switch_shown(&d->bank, 0, queue), reference_shown(r, queue), "queue",
                 queue, where);
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
    CHECK((~d->bank.full[0] >> c & 1) == r->in_ready[c], "%s: in_ready[%u] is not %d",
          where, c, r->in_ready[c]);
    CHECK((d->bank.eject[0] >> c & 1) == r->eject_valid[c], "%s: eject_valid[%u] is not %d",
          where, c, r->eject_valid[c]);
    if (r->eject_valid[c])
      check_packet(switch_held(&d->bank, 0, c), &r->eject_packet[c], "eject", c, where);
  }
  CHECK(d->bank.valid[0] >> reference_queues(r) == 0 &&
            (r->channels == 64 || d->bank.eject[0] >> r->channels == 0),
        "%s: bits above the queues", where);
  CHECK(d->bank.largest == largest, "%s: largest pushed count %u, not %u", where,
        d->bank.largest, largest);
}

/* What happened to the packets offered so far: each enters once, or is made as a copy by
 * the router, and leaves once. */
struct ledger {
  uint64_t offered, entered, left;
};

/* Copies made in this cycle: what was pushed, less the packets that went themselves. */
static void count_copies(struct ledger *ledger, const struct reference_switch *r)
{
  for (uint32_t q = 0; q < reference_queues(r); q++)
    ledger->entered += r->pushes[q];
  for (uint32_t c = 0; c < r->channels; c++)
    ledger->entered -= r->taken[c] && !r->eject_valid[c];
  for (uint32_t place = 0; place < r->stored; place++)
    ledger->entered -= r->leaves[place];
}

/* How often what is rare has happened: a test without it would prove little. */
struct seen {
  uint32_t copied;    /* packets taken for several queues */
  uint32_t held;      /* kept, though one of its queues has a place */
  uint32_t read;      /* ejected and sent on at once */
  uint32_t read_late; /* of which kept first */
  uint32_t aimless;   /* kept, with an empty mask */
  bool late[REFERENCE_CHANNELS];
};

static void count_seen(struct seen *seen, const struct reference_switch *r)
{
  for (uint32_t c = 0; c < r->channels; c++) {
    bool several = bits_count(r->queues[c]) > 1, place = false;

    if (!r->in_full[c])
      continue;
    for (uint64_t queues = r->queues[c]; queues; queues &= queues - 1)
      place = place || reference_places(r, bits_lowest(queues)) > 0;
    seen->copied += r->taken[c] && several;
    seen->held += !r->in_ready[c] && several && place;
    seen->read += r->eject_valid[c] && r->taken[c];
    seen->read_late += r->eject_valid[c] && r->taken[c] && seen->late[c];
    seen->aimless += !r->in_ready[c] && r->queues[c] == 0;
    seen->late[c] = r->ejects[c] && !r->in_ready[c];
  }
}

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
  const struct switch_bank *bank = &d->bank;
  uint64_t inside = 0;

  for (uint32_t c = 0; c < bank->config.channels; c++)
    inside += input_queue_full(&bank->inputs[c]);
  for (uint32_t q = 0; q < switch_queues(&bank->config); q++) {
    uint32_t packet = bank->outputs[q].head;

    for (uint32_t i = 0; i < bank->outputs[q].count; i++) {
      inside++;
      CHECK((i + 1 == bank->outputs[q].count) == (packet == bank->outputs[q].tail),
            "the list of queue %u does not end at its tail", q);
      packet = bank->pool.places[packet].next;
    }
  }
  if (!bank->stores)
    return inside;
  uint32_t waiting = 0;
  for (uint32_t packet = bank->stores[0].head; packet != PACKET_NONE;
       packet = bank->pool.places[packet].next)
    waiting++;
  CHECK(waiting == bank->stores[0].count && waiting <= bank->config.store,
        "the store holds %u, says %u, and has %u places", waiting, bank->stores[0].count,
        bank->config.store);
  return inside + waiting;
}

/* How lively the stimulus is, in percent. */
struct mood {
  uint32_t offer, ready, eject, wait, spread;
};

/* At most one VC of a port is offered, as a link does it. */
static void one_vc_per_port(const struct reference_switch *r, struct rng *rng,
                            bool *in_valid)
{
  for (uint32_t p = 0; p < r->ports; p++) {
    uint32_t own = (uint32_t)rng_below(rng, r->vcs);

    for (uint32_t k = 0; k < r->vcs; k++)
      in_valid[p * r->vcs + k] = in_valid[p * r->vcs + k] && k == own;
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
        .packet = {.header = port | rng_below(rng, 1 << 11) << DEVICE_CLASS |
                             waits << DEVICE_WAIT | rng_next(rng) >> 40 << DEVICE_FREE,
                   .data = ++ledger->offered},
        .hops = (uint32_t)rng_below(rng, 50),
    };
  }
  one_vc_per_port(r, rng, in_valid);
}

/* The parameters of a switch; `cycles` to run it. */
struct variant {
  uint32_t ports, lanes, cycles, vcs, places, priority_bits, random;
  uint32_t arbiter, sends, one_push;
};

static void compare(const struct variant *v, uint32_t depth, reference_route *route,
                    uint64_t seed, struct seen *seen)
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
  r.vcs = v->vcs;
  r.channels = v->ports * v->vcs + v->lanes;
  r.here = (uint32_t)(seed & 0xffff);
  r.depth = depth;
  r.places = v->places;
  r.priority_bits = v->priority_bits;
  r.arbiter = v->arbiter;
  r.sends = v->sends;
  r.one_push = v->one_push;
  r.random = v->random;
  r.route = route;
  reference_reset(&r, seeds);
  device_open(&d, &r, "device");
  assert_int_equal(d.bank.stores != NULL, v->places > 0);
  for (uint32_t cycle = 0; cycle < v->cycles; cycle++) {
    struct mood mood = {.offer = 20 * (1 + (uint32_t)(cycle / 32 + seed) % 5),
                        .ready = 25 * (1 + (uint32_t)(cycle / 64 + seed) % 4),
                        .eject = 10 * ((uint32_t)seed % 4),
                        .wait = 30 * ((uint32_t)seed % 3),
                        .spread = 1 + (uint32_t)(cycle / 16 % v->ports)};
    char where[192];

    snprintf(where, sizeof where,
             "ports %u lanes %u VCs %u depth %u store %u priorities %u random "
             "%u seed %" PRIu64 " cycle %u",
             v->ports, v->lanes, v->vcs, depth, v->places, v->priority_bits, v->random,
             seed, cycle);
    reference_comb(&r);
    device_comb(&d);
    count_copies(&ledger, &r);
    count_seen(seen, &r);
    check_outputs(&d, &r, where);
    CHECK(packets_inside(&d) == ledger.entered - ledger.left,
          "%s: %" PRIu64 " entered, %" PRIu64 " left, %" PRIu64 " are inside", where,
          ledger.entered, ledger.left, packets_inside(&d));
    random_cycle(&r, &rng, &mood, &ledger, in_valid, in_packets, out_ready);
    count_transfers(&ledger, &r, in_valid, out_ready);
    if (rng_below(&rng, 12) == 0)
      phase = !phase;
    device_edge(&d, in_valid, in_packets, out_ready, phase);
    reference_edge(&r, in_valid, in_packets, out_ready, phase);
  }
  CHECK(ledger.left > v->cycles / 5, "seed %" PRIu64 ": only %" PRIu64 " packets left",
        seed, ledger.left);
  switch_bank_close(&d.bank);
}

static struct seen compare_variants(const struct variant *variants, size_t count,
                                    reference_route *route)
{
  static const uint32_t depths[] = {1, 2, 3, 7, 0};
  struct seen seen = {.copied = 0};

  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < sizeof depths / sizeof depths[0]; j++)
      for (uint64_t seed = 1; seed <= fewer_with_sanitizers(6, 2); seed++)
        compare(&variants[i], depths[j], route, seed, &seen);
  return seen;
}

/* ports, lanes, cycles, VCs: no store, no priorities, no random words */
static const struct variant plain[] = {
    {1, 1, 400, 1, 0, 0, 0, 0, 0, 0},  {2, 1, 400, 1, 0, 0, 0, 0, 0, 0},
    {3, 2, 400, 1, 0, 0, 0, 0, 0, 0},  {4, 0, 400, 1, 0, 0, 0, 0, 0, 0},
    {5, 5, 300, 1, 0, 0, 0, 0, 0, 0},  {10, 1, 200, 1, 0, 0, 0, 0, 0, 0},
    {63, 1, 100, 1, 0, 0, 0, 0, 0, 0}, {1, 63, 100, 1, 0, 0, 0, 0, 0, 0}};

/* Each of the others alone, and together. */
static const struct variant rich[] = {
    {2, 1, 300, 2, 0, 0, 0, 0, 0, 0}, {3, 2, 300, 3, 0, 0, 0, 0, 0, 0},
    {4, 1, 300, 4, 0, 0, 0, 1, 0, 0}, {31, 1, 60, 2, 0, 0, 0, 0, 0, 0},
    {15, 4, 60, 4, 0, 0, 0, 2, 0, 0}, {3, 2, 300, 1, 1, 0, 0, 0, 0, 0},
    {3, 2, 300, 1, 3, 0, 0, 0, 0, 0}, {2, 2, 300, 1, 255, 0, 0, 0, 0, 0},
    {3, 2, 300, 1, 0, 1, 0, 0, 0, 0}, {3, 2, 200, 1, 0, 8, 0, 0, 0, 0},
    {3, 2, 200, 2, 2, 2, 0, 1, 0, 0}, {2, 2, 200, 1, 0, 0, 1, 0, 0, 0},
    {2, 2, 200, 1, 0, 0, 2, 0, 0, 0}, {3, 2, 200, 3, 0, 1, 1, 1, 0, 0},
    {3, 2, 200, 3, 0, 1, 2, 0, 0, 0}, {3, 1, 200, 4, 5, 3, 2, 0, 0, 0},
    {1, 63, 60, 1, 9, 1, 1, 0, 0, 0}, {20, 4, 60, 3, 3, 1, 1, 2, 0, 0},
    {3, 2, 200, 2, 0, 5, 0, 0, 0, 0}, {4, 1, 200, 1, 2, 8, 1, 0, 0, 0},
    {3, 2, 300, 8, 0, 0, 0, 0, 0, 0}, {7, 1, 60, 8, 0, 1, 1, 1, 0, 0},
    {2, 2, 200, 5, 3, 2, 2, 0, 1, 0}};

TEST(test_equals_the_reference_in_every_cycle)
{
  compare_variants(plain, sizeof plain / sizeof plain[0], device_keep);
}

TEST(test_with_vcs_store_keys_and_random_words)
{
  compare_variants(rich, sizeof rich / sizeof rich[0], device_random);
}

/* The last number: ports on which it may send in a cycle. */
static const struct variant limited[] = {
    {2, 1, 300, 1, 0, 0, 0, 0, 1, 0}, {5, 2, 300, 1, 0, 0, 0, 0, 1, 0},
    {5, 2, 300, 1, 0, 0, 0, 1, 2, 0}, {4, 1, 300, 3, 0, 0, 0, 0, 1, 0},
    {4, 1, 300, 2, 0, 0, 0, 1, 3, 0}, {5, 2, 300, 1, 0, 3, 0, 0, 2, 0},
    {5, 1, 300, 2, 3, 8, 2, 0, 1, 0}, {3, 2, 300, 2, 0, 2, 0, 1, 2, 0},
    {21, 1, 60, 3, 0, 1, 1, 0, 7, 0}, {63, 1, 60, 1, 0, 0, 0, 0, 5, 0}};

TEST(test_limited_sends)
{
  compare_variants(limited, sizeof limited / sizeof limited[0], device_random);
  compare_variants(limited, sizeof limited / sizeof limited[0], device_spread);
}

/* Each queue takes one packet in a cycle; units that name one port, no store. */
static const struct variant turns[] = {
    {.ports = 2, .lanes = 1, .cycles = 300, .vcs = 1, .one_push = 1},
    {.ports = 5, .lanes = 2, .cycles = 300, .vcs = 1, .one_push = 1},
    {.ports = 4, .lanes = 1, .cycles = 300, .vcs = 3, .one_push = 1},
    {.ports = 3, .lanes = 2, .cycles = 300, .vcs = 1, .priority_bits = 3, .one_push = 1},
    {.ports = 3, .lanes = 2, .cycles = 300, .vcs = 2, .random = 1, .one_push = 1},
    {.ports = 3,
     .lanes = 1,
     .cycles = 300,
     .vcs = 2,
     .random = 2,
     .sends = 1,
     .one_push = 1},
    {.ports = 3, .lanes = 4, .cycles = 300, .vcs = 1, .random = 3, .one_push = 1},
    {.ports = 1, .lanes = 63, .cycles = 200, .vcs = 1, .one_push = 1},
    {.ports = 63, .lanes = 1, .cycles = 60, .vcs = 1, .one_push = 1}};

TEST(test_one_push_of_a_queue)
{
  compare_variants(turns, sizeof turns / sizeof turns[0], device_keep);
  compare_variants(turns, sizeof turns / sizeof turns[0], device_random);
}

/* As many sends as ports: nothing but the budget differs, and it makes no difference. */
TEST(test_as_many_sends_as_ports_is_no_limit)
{
  static struct reference_switch r;
  static struct device limit, none;
  struct rng rng = rng_seed(7, 0);
  bool in_valid[REFERENCE_CHANNELS], out_ready[REFERENCE_CHANNELS];
  struct reference_packet in_packets[REFERENCE_CHANNELS];
  struct ledger ledger = {.offered = 0};
  uint64_t sent = 0;

  r = (struct reference_switch){
      .ports = 4, .vcs = 2, .channels = 10, .depth = 2, .route = device_keep};
  reference_reset(&r, NULL);
  device_open(&none, &r, "device");
  r.sends = r.ports;
  device_open(&limit, &r, "device");
  for (uint32_t cycle = 0; cycle < 3000; cycle++) {
    const struct mood mood = {.offer = 80, .ready = 60, .spread = r.ports};

    device_comb(&limit);
    device_comb(&none);
    CHECK(limit.bank.offered[0] == none.bank.offered[0] &&
              limit.bank.full[0] == none.bank.full[0],
          "cycle %u: offered %#" PRIx64 ", without a limit %#" PRIx64, cycle,
          limit.bank.offered[0], none.bank.offered[0]);
    random_cycle(&r, &rng, &mood, &ledger, in_valid, in_packets, out_ready);
    sent += limit.bank.offered[0] != 0;
    device_edge(&limit, in_valid, in_packets, out_ready, 0);
    device_edge(&none, in_valid, in_packets, out_ready, 0);
  }
  assert_true(sent > 2000);
  switch_bank_close(&limit.bank);
  switch_bank_close(&none.bank);
}

/* A packet that waits is routed in every cycle, and continues with the header of one. */
TEST(test_waiting_does_not_route_twice)
{
  compare_variants(plain, sizeof plain / sizeof plain[0], device_count);
  compare_variants(rich, sizeof rich / sizeof rich[0], device_count);
}

/* Masks of any ports: copies for all of them or for none, with or without one for the
 * terminal.
 */
TEST(test_multicast)
{
  struct seen some = compare_variants(plain, sizeof plain / sizeof plain[0], device_spread);
  struct seen more = compare_variants(rich, sizeof rich / sizeof rich[0], device_spread);

  const uint32_t often = fewer_with_sanitizers(10000, 3000);
  const uint32_t seldom = fewer_with_sanitizers(1000, 300);

  CHECK(some.copied > often && some.held > often && some.read > often &&
            some.read_late > seldom && some.aimless > seldom,
        "plain: copied %u held %u read %u late %u aimless %u", some.copied, some.held,
        some.read, some.read_late, some.aimless);
  CHECK(more.copied > often && more.held > often && more.read > often &&
            more.read_late > seldom && more.aimless > seldom,
        "rich: copied %u held %u read %u late %u aimless %u", more.copied, more.held,
        more.read, more.read_late, more.aimless);
}

/* Headers of the example: a mask of three ports, and bit 3 to eject. */
enum { EXAMPLE_READ = 8 };

static struct route_out example_route(const struct route_in *in)
{
  return (struct route_out){.ports = in->header & 7,
                            .eject = in->header & EXAMPLE_READ,
                            .header = in->header + 16};
}

/* Steps 2 to 4 of the page by hand, with queues of one packet: channel 0 goes to port 0,
 * channel 1 to ports 0 and 1 must wait and gets neither, and channel 2 has port 1; what is
 * read on the way is read when its port has a place. */
TEST(test_multicast_by_hand)
{
  static struct reference_switch parameters;
  static struct device d;
  /* by cycle: what enters at its end, which neighbours are ready; and what is seen */
  static const struct {
    uint64_t header[4]; /* by channel, the lane last; 0: nothing */
    bool out_ready[3];
    uint64_t full, eject, valid;
  } cycles[] = {
      {{1, 3, 2, EXAMPLE_READ | 4}, {1, 1, 0}, 0, 0, 0},
      {{0, 0, 0, EXAMPLE_READ | 4},
       {1, 1, 0},
       2,
       8,
       7},                                /* channel 1 stays, the lane goes */
      {{0, 0, 0, 0}, {0, 1, 1}, 8, 0, 7}, /* the other way round */
      {{0, 0, EXAMPLE_READ | 7, 0}, {0, 1, 1}, 0, 8, 5}, /* and now the lane */
      {{0, 0, 0, 0}, {1, 1, 1}, 4, 0, 1},                /* port 0 alone is full */
      {{0, 0, 0, 0}, {1, 1, 1}, 0, 4, 7},
      {{0, 0, 0, 0}, {1, 1, 1}, 0, 0, 0},
  };

  parameters = (struct reference_switch){
      .ports = 3, .vcs = 1, .channels = 4, .depth = 1, .route = example_route};
  device_open(&d, &parameters, "example");
  for (size_t cycle = 0; cycle < sizeof cycles / sizeof cycles[0]; cycle++) {
    struct reference_packet packets[REFERENCE_CHANNELS] = {{.hops = 0}};
    bool in_valid[REFERENCE_CHANNELS] = {false};

    device_comb(&d);
    CHECK(d.bank.full[0] == cycles[cycle].full && d.bank.eject[0] == cycles[cycle].eject &&
              d.bank.offered[0] == cycles[cycle].valid,
          "cycle %zu: full %#" PRIx64 " eject %#" PRIx64 " valid %#" PRIx64, cycle,
          d.bank.full[0], d.bank.eject[0], d.bank.offered[0]);
    for (uint32_t q = 0; q < 3; q++)
      CHECK(d.bank.outputs[q].count == (d.bank.offered[0] >> q & 1) &&
                (d.bank.outputs[q].count == 0 ||
                 d.bank.pool.places[d.bank.outputs[q].head].packet.header >> 4 == 1),
            "cycle %zu: port %u has not one packet with its new header", cycle, q);
    for (uint32_t c = 0; c < 4; c++) {
      if (d.bank.eject[0] >> c & 1)
        CHECK(d.bank.pool.places[d.bank.inputs[c].packet].packet.header >> 4 == 1,
              "cycle %zu: channel %u is read with another header", cycle, c);
      packets[c].packet.header = cycles[cycle].header[c];
      in_valid[c] = packets[c].packet.header != 0;
    }
    device_edge(&d, in_valid, packets, cycles[cycle].out_ready, false);
  }
  switch_bank_close(&d.bank);
}

/* switch_wants names the queue of a packet that stays, 0 for one that is ejected or waits;
 * it changes nothing. */
TEST(test_wants)
{
  static struct reference_switch r;
  static struct device d;
  bool in_valid[REFERENCE_CHANNELS] = {false}, out_ready[REFERENCE_CHANNELS] = {false};
  struct reference_packet packets[REFERENCE_CHANNELS] = {{.hops = 0}};

  r.ports = 2;
  r.vcs = 3;
  r.channels = 7;
  r.depth = 1;
  r.places = 1;
  r.route = device_keep;
  reference_reset(&r, NULL);
  device_open(&d, &r, "device");
  packets[0].packet.header = DEVICE_EJECT;
  packets[1].packet.header = UINT64_C(1) << DEVICE_WAIT;
  packets[2].packet.header = 1 | 2 << DEVICE_CLASS;
  packets[3].packet.header = 1 | 3 << DEVICE_CLASS; /* counts as VC 2 */
  packets[4].packet.header = 0 | 1 << DEVICE_CLASS;
  for (uint32_t c = 0; c < 5; c++)
    in_valid[c] = true;
  device_comb(&d);
  device_edge(&d, in_valid, packets, out_ready, false);
  assert_int_equal(switch_wants(&d.bank, 0, 0), 0);
  assert_int_equal(switch_wants(&d.bank, 0, 1), 0);
  assert_int_equal(switch_wants(&d.bank, 0, 2), 1 << 5);
  assert_int_equal(switch_wants(&d.bank, 0, 3), 1 << 5);
  assert_int_equal(switch_wants(&d.bank, 0, 4), 1 << 1);
  assert_int_equal(d.bank.full[0], 0x1f);
  switch_bank_close(&d.bank);
}

/* Lean is a switch with nothing around it. */
TEST(test_what_is_lean)
{
  const struct switch_config config = {
      .unit = &bitfix, .ports = 3, .vcs = 1, .channels = 4, .depth = 1};
  struct switch_config other = config;

  assert_true(switch_is_lean(&config));
  other.vcs = 2;
  assert_false(switch_is_lean(&other));
  other = config;
  other.priority_bits = 1;
  assert_false(switch_is_lean(&other));
  other = config;
  other.store = 1;
  assert_false(switch_is_lean(&other));
  other = config;
  other.random = RANDOM_SHARED;
  assert_false(switch_is_lean(&other));
}
