/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop_switch -- switches of the public API, wired by hand, are the network.
 *
 * Every switch is one of lockhop_switch_open, its pins are joined to its neighbours' as
 * lockhop_link says, and its LFSRs are seeded through rst and seed_i.  In every cycle each
 * output pin equals that of the same switch in a network of lockhop_open, to which the same
 * packets are given; and so is every input pin.  The other way round, a switch that gets
 * the inputs that a network tells does what the network's switch does.
 */
#include "base/bits.h"
#include "base/rng.h"
#include "include/lockhop.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

enum { CYCLES = 300, SWITCHES = 64, OFFERS = 150 /* cycles in which packets are sent */ };

struct bench {
  struct lockhop_network *network;
  struct lockhop_shape shape;
  struct lockhop_switch *switches[SWITCHES];
  struct lockhop_outputs outputs[SWITCHES];
  struct lockhop_inputs inputs[SWITCHES];
  struct rng rng;
};

/* A network, and apart from it its switches, without traffic, as they are after a reset. */
static void open_bench(struct bench *b, const struct lockhop_description *given)
{
  struct lockhop_description own = *given, *d = &own;
  struct lockhop_error error;

  own.pins = true;
  b->network = lockhop_open(d, &error);
  CHECK(b->network != NULL, "%s: %s", d->topology, error.text);
  b->shape = lockhop_shape_of(b->network);
  b->rng = rng_seed(11, 0);
  own.traffic = own.disturb = NULL;
  own.depth = b->shape.depth;
  own.lanes = b->shape.lanes;
  own.vcs = b->shape.vcs;
  own.store = b->shape.store;
  assert_true(b->shape.switches <= SWITCHES);
  for (uint32_t sw = 0; sw < b->shape.switches; sw++) {
    b->switches[sw] = lockhop_switch_open(d, &error);
    CHECK(b->switches[sw] != NULL, "%s: %s", d->topology, error.text);
    assert_int_equal(lockhop_switch_shape(b->switches[sw]).channels, b->shape.channels);
    b->inputs[sw].rst = true;
    b->inputs[sw].here = lockhop_here(b->network, sw) | ~bits_mask(b->shape.address_bits);
    for (uint32_t i = b->shape.channels; i-- > 0;) {
      b->inputs[sw].seed = lockhop_seed(b->network, sw, i);
      lockhop_switch_tick(b->switches[sw], &b->inputs[sw]);
    }
    b->inputs[sw].rst = false;
    b->inputs[sw].here = b->inputs[sw].seed = rng_next(&b->rng); /* mean nothing now */
  }
}

static void close_bench(struct bench *b)
{
  for (uint32_t sw = 0; sw < b->shape.switches; sw++)
    lockhop_switch_close(b->switches[sw]);
  lockhop_close(b->network);
}

static void check_packet(const char *spec, const char *what, uint32_t sw, uint32_t index,
                         struct lockhop_packet is, struct lockhop_packet should)
{
  CHECK(is.header == should.header && is.data == should.data,
        "%s: switch %u, %s[%u]: %llx %llx, not %llx %llx", spec, sw, what, index,
        (unsigned long long)is.header, (unsigned long long)is.data,
        (unsigned long long)should.header, (unsigned long long)should.data);
}

static uint64_t compare(struct bench *b, uint64_t cycle)
{
  uint64_t ejected = 0;

  for (uint32_t sw = 0; sw < b->shape.switches; sw++) {
    struct lockhop_outputs *is = &b->outputs[sw], should;

    lockhop_switch_outputs(b->switches[sw], is);
    lockhop_outputs_of(b->network, sw, &should);
    CHECK(is->in_ready == should.in_ready && is->out_valid == should.out_valid &&
              is->inject_ready == should.inject_ready &&
              is->eject_valid == should.eject_valid,
          "%s: cycle %llu, switch %u", b->shape.topology, (unsigned long long)cycle, sw);
    for (uint32_t port = 0; port < b->shape.ports; port++)
      check_packet(b->shape.topology, "out_packet", sw, port, is->out_packet[port],
                   should.out_packet[port]);
    for (uint32_t channel = 0; channel < b->shape.channels; channel++)
      check_packet(b->shape.topology, "eject_packet", sw, channel,
                   is->eject_packet[channel], should.eject_packet[channel]);
    ejected += bits_count(is->eject_valid);
  }
  return ejected;
}

static void join(struct bench *b)
{
  const uint32_t vcs = b->shape.vcs;
  const uint64_t port_mask = bits_mask(vcs);

  for (uint32_t sw = 0; sw < b->shape.switches; sw++)
    b->inputs[sw].in_valid = b->inputs[sw].out_ready = b->inputs[sw].inject_valid = 0;
  for (uint32_t sw = 0; sw < b->shape.switches; sw++)
    for (uint32_t port = 0; port < b->shape.ports; port++) {
      struct lockhop_far far = lockhop_link(b->network, sw, port);
      uint64_t valid = b->outputs[sw].out_valid >> port * vcs & port_mask;
      uint64_t ready = b->outputs[far.to_switch].in_ready >> far.to_port * vcs & port_mask;

      b->inputs[far.to_switch].in_valid |= valid << far.to_port * vcs;
      b->inputs[far.to_switch].in_packet[far.to_port] = b->outputs[sw].out_packet[port];
      b->inputs[sw].out_ready |= ready << port * vcs;
    }
}

/* Some terminals send, each no more packets than its lanes take at once; what does not
 * start now would wait at the network's terminal and not at ours. */
static uint64_t offer(struct bench *b)
{
  struct lockhop_error error;
  uint64_t sent = 0;

  for (uint32_t from = 0; from < b->shape.terminals; from++) {
    uint32_t sw = lockhop_source(b->network, from);

    for (uint64_t lanes = b->outputs[sw].inject_ready; lanes && rng_below(&b->rng, 2);
         lanes &= lanes - 1, sent++) {
      uint32_t lane = bits_lowest(lanes);
      uint32_t to = (uint32_t)rng_below(&b->rng, b->shape.terminals);
      const struct lockhop_packet packet = {
          .header = lockhop_header(b->network, from, to, rng_next(&b->rng)),
          .data = rng_next(&b->rng) & bits_mask(b->shape.data_bits)};

      b->inputs[sw].inject_valid |= UINT64_C(1) << lane;
      b->inputs[sw].inject_packet[lane] = packet;
      CHECK(lockhop_inject(b->network, from, &packet, &error), "%s", error.text);
    }
  }
  return sent;
}

/* The network tells what our switches have been given. */
static void compare_inputs(const struct bench *b, uint64_t cycle)
{
  const char *spec = b->shape.topology;

  for (uint32_t sw = 0; sw < b->shape.switches; sw++) {
    const struct lockhop_inputs *should = &b->inputs[sw];
    struct lockhop_inputs is;

    lockhop_inputs_of(b->network, sw, &is);
    CHECK(!is.rst && is.phase == should->phase && is.in_valid == should->in_valid &&
              is.out_ready == should->out_ready && is.inject_valid == should->inject_valid,
          "%s: cycle %llu, inputs of switch %u", spec, (unsigned long long)cycle, sw);
    for (uint32_t port = 0; port < b->shape.ports; port++)
      if (is.in_valid >> port * b->shape.vcs & bits_mask(b->shape.vcs))
        check_packet(spec, "in_packet", sw, port, is.in_packet[port],
                     should->in_packet[port]);
    for (uint64_t lanes = is.inject_valid; lanes; lanes &= lanes - 1) {
      const uint32_t lane = bits_lowest(lanes);

      check_packet(spec, "inject_packet", sw, lane, is.inject_packet[lane],
                   should->inject_packet[lane]);
    }
  }
}

static void check_network(const struct lockhop_description *d)
{
  static struct bench b;
  struct lockhop_error error;
  uint64_t sent = 0, ejected = 0;

  open_bench(&b, d);
  for (uint64_t cycle = 0; cycle < CYCLES || ejected < sent; cycle++) {
    uint32_t phase = (uint32_t)(cycle / 40 % 2);

    CHECK(cycle < 100 * CYCLES, "%s: packets are missing", d->topology);
    ejected += compare(&b, cycle);
    join(&b);
    if (cycle < OFFERS)
      sent += offer(&b);
    lockhop_phase(b.network, phase);
    for (uint32_t sw = 0; sw < b.shape.switches; sw++) {
      b.inputs[sw].phase = phase;
      lockhop_switch_tick(b.switches[sw], &b.inputs[sw]);
    }
    CHECK(lockhop_tick(b.network, &error), "%s", error.text);
    compare_inputs(&b, cycle);
  }
  CHECK(sent > 4 * b.shape.terminals, "%s: %llu packets prove little", d->topology,
        (unsigned long long)sent);
  close_bench(&b);
}

TEST(test_switches_are_the_network)
{
  static const struct lockhop_description networks[] = {
      {.topology = "hypercube:1", .depth = 1, .seed = 1},
      {.topology = "hypercube:4", .depth = 2, .lanes = 3, .seed = 2},
      {.topology = "hypercube:3", .depth = 1, .vcs = 2, .data_bits = 64, .seed = 3},
      {.topology = "hypercube:3", .routing = "rand-trans", .depth = 1, .seed = 4},
      {.topology = "hypercube:3", .routing = "rand-trans-ooo", .depth = 2, .seed = 5},
      {.topology = "hypercube:3",
       .routing = "rand-sync",
       .depth = 2,
       .store = 3,
       .seed = 6},
      {.topology = "hypercube:4", .routing = "drand-trans-ooo", .depth = 1, .seed = 7},
      {.topology = "hypercube:3", .routing = "drand-trans-ooo,forced=0", .seed = 8},
      {.topology = "hypercube:3",
       .routing = "drand-trans-ooo,random=shared",
       .lanes = 2,
       .seed = 9},
      {.topology = "hypercube:4", .depth = 2, .sends = 2, .seed = 13},
      {.topology = "hypercube:3", .routing = "rand-trans", .sends = 1, .seed = 14},
      {.topology = "torus:3x4", .depth = 1, .seed = 15},
      {.topology = "torus:2x5", .depth = 2, .vcs = 1, .sends = 1, .seed = 16},
      {.topology = "d3:2,3", .depth = 1, .seed = 10},
      {.topology = "d3:2,2", .routing = "valiant", .seed = 11},
      {.topology = "mdf:2,3", .depth = 1, .seed = 12},
  };

  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++)
    check_network(&networks[i]);
}

/* Each switch follows the network's for a whole run, that of `traffic`. */
static void check_traffic(const struct lockhop_description *d, uint64_t resets)
{
  static struct bench b;
  struct lockhop_error error;
  uint64_t seen = 0, ejected = 0;

  open_bench(&b, d);
  for (uint64_t cycle = 0; lockhop_result_of(b.network).outcome == LOCKHOP_RUNNING;
       cycle++) {
    ejected += compare(&b, cycle);
    CHECK(lockhop_tick(b.network, &error), "%s", error.text);
    for (uint32_t sw = 0; sw < b.shape.switches; sw++) {
      lockhop_inputs_of(b.network, sw, &b.inputs[sw]);
      lockhop_switch_tick(b.switches[sw], &b.inputs[sw]);
    }
    seen += b.inputs[0].rst;
  }
  const struct lockhop_result result = lockhop_result_of(b.network);

  CHECK(result.outcome == LOCKHOP_PASS && ejected >= result.delivered,
        "%s %s: %s, %llu ejected", d->topology, d->traffic,
        lockhop_outcome_name(result.outcome), (unsigned long long)ejected);
  assert_int_equal(seen, resets);
  close_bench(&b);
}

TEST(test_inputs_of_traffic)
{
  static const char disturbed[] = "# lockhop schedule 2 hypercube:2 drand-trans-ooo\n"
                                  "# packets 4\n"
                                  "# stall 0 4 2 0\n"
                                  "# hold 0 1 1\n"
                                  "# reset 3 20\n"
                                  "# stall 21 27 1 1\n"
                                  "# cycle source destination header\n"
                                  "0 0 1 0xd\n"
                                  "0 1 3 0xf\n"
                                  "0 2 2 0xe\n"
                                  "2 3 0 0xc\n";
  const struct lockhop_description runs[] = {
      {.topology = "hypercube:3", .traffic = "random", .packets = 4, .depth = 1, .seed = 1},
      {.topology = "d3:2,3",
       .traffic = "uniform,load=0.5,warmup=5,measure=60",
       .depth = 1,
       .lanes = 2,
       .seed = 2},
      {.topology = "hypercube:3",
       .traffic = "random",
       .routing = "rand-sync",
       .depth = 2,
       .seed = 3},
      {.topology = "mesh:3x4",
       .traffic = "random",
       .routing = "four-phase",
       .packets = 2,
       .depth = 2,
       .seed = 4},
      {.topology = "hypercube:2",
       .traffic = "uniform,load=1,warmup=0,measure=60",
       .depth = 2,
       .seed = 1,
       .disturb = "stalls"},
  };
  char path[FILE_PATH], traffic[FILE_PATH + 8];

  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
    check_traffic(&runs[i], 0);
  write_data(data_path(path, "disturbed.trace"), disturbed, strlen(disturbed));
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  check_traffic(&(struct lockhop_description){.topology = "hypercube:2",
                                              .traffic = traffic,
                                              .routing = "drand-trans-ooo",
                                              .depth = 1,
                                              .vcs = 2,
                                              .seed = 5},
                17);
}

/* Runs whose switches have no such pins. */
TEST(test_no_pins)
{
  struct lockhop_error error;

  assert_null(lockhop_open(&(struct lockhop_description){.topology = "hypercube:3",
                                                         .traffic = "one-to-all-broadcast",
                                                         .pins = true},
                           &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  assert_non_null(strstr(error.text, "engines"));
  assert_null(lockhop_open(&(struct lockhop_description){.topology = "hypercube:3",
                                                         .traffic = "random",
                                                         .lanes = LOCKHOP_ZERO,
                                                         .pins = true},
                           &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  assert_non_null(strstr(error.text, "--lanes 0"));
}

/* rst in mid-run takes all packets away. */
TEST(test_reset)
{
  const struct lockhop_description d = {.topology = "hypercube:2", .depth = 1};
  struct lockhop_switch *sw = lockhop_switch_open(&d, NULL);
  struct lockhop_inputs in = {.in_valid = 3, .in_packet = {{.header = 1}, {.header = 2}}};
  struct lockhop_outputs out;

  assert_non_null(sw);
  for (int i = 0; i < 5; i++)
    lockhop_switch_tick(sw, &in);
  lockhop_switch_outputs(sw, &out);
  assert_int_equal(out.out_valid, 3);
  assert_int_equal(out.in_ready, 0);
  in.rst = true;
  in.here = 2;
  lockhop_switch_tick(sw, &in);
  lockhop_switch_outputs(sw, &out);
  assert_int_equal(out.out_valid, 0);
  assert_int_equal(out.in_ready, 3);
  in.rst = false;
  lockhop_switch_tick(sw, &in);
  lockhop_switch_outputs(sw, &out);
  assert_int_equal(out.out_valid, 1); /* 1 differs from 2 in bit 0 first; 2 is here */
  assert_int_equal(out.eject_valid, 2);
  assert_int_equal(out.eject_packet[1].header, 2);
  lockhop_switch_close(sw);
}
