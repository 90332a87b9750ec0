/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop -- the public API: a network by hand and with traffic, errors, buses. */
#include "base/bits.h"
#include "base/rng.h"
#include "include/lockhop.h"
#include "tests/unit/unit.h"
#include "tool/session/trial.h"

#include <stdlib.h>

static struct lockhop_network *open_network(const struct lockhop_description *description)
{
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(description, &error);

  CHECK(network != NULL, "%s: %s", description->topology, error.text);
  return network;
}

static void tick(struct lockhop_network *network)
{
  struct lockhop_error error;

  CHECK(lockhop_tick(network, &error), "%s", error.text);
}

static const struct lockhop_description runs[] = {
    {.topology = "hypercube:5", .traffic = "random", .seed = 3},
    {.topology = "hypercube:4",
     .traffic = "transpose",
     .packets = LOCKHOP_ZERO,
     .depth = 1},
    {.topology = "hypercube:4", .traffic = "random", .routing = "rand-sync", .packets = 4},
    {.topology = "hypercube:4", .traffic = "uniform,load=0.2,warmup=50,measure=200"},
    {.topology = "d3:2,3", .traffic = "all-to-all"},
    {.topology = "d3:2,4", .traffic = "uniform,load=0.3", .routing = "ugal", .seed = 9},
    {.topology = "d3:2,3", .traffic = "broadcast,source=0.0.1"},
    {.topology = "d3:2,3", .traffic = "all-to-all+uniform,load=0.4", .depth = 4},
    {.topology = "d3:2,3", .traffic = "all-to-all+uniform,load=0.4", .depth = 4, .vcs = 1},
};

enum { RUNS = sizeof runs / sizeof runs[0] };

static int64_t value(uint32_t given, int64_t by_default)
{
  return given == LOCKHOP_ZERO ? 0 : given ? (int64_t)given : by_default;
}

static struct trial_result trial_of(const struct lockhop_description *run)
{
  struct description d = description_of(run->topology, run->traffic);
  struct trial_result result;
  struct err err;

  d.routing = run->routing;
  d.packets = value(run->packets, 1);
  d.depth = value(run->depth, DESCRIPTION_UNSET);
  d.vcs = value(run->vcs, DESCRIPTION_UNSET);
  d.seed = run->seed;
  CHECK(trial_run(&d, NULL, &result, &err), "%s %s: %s", run->topology, run->traffic,
        err.text);
  return result;
}

static void check_same(const struct lockhop_description *run, struct lockhop_result r,
                       const struct trial_result *should)
{
  const char *name = run->topology, *traffic = run->traffic;

  CHECK(r.outcome == LOCKHOP_PASS && should->outcome == OUTCOME_PASS, "%s %s: %s", name,
        traffic, lockhop_outcome_name(r.outcome));
  CHECK(r.packets == should->packets && r.delivered == should->delivered &&
            r.steps == should->steps && r.hops == should->hops &&
            r.cycles == should->cycles && r.max_output_queue == should->max_output_queue &&
            r.average_delay == should->average_delay &&
            r.latency_p99 == should->latency_p99 &&
            r.accepted_load == should->accepted_load && r.timed == should->timed &&
            r.link_conflicts == should->conflicts.count && r.mixed == should->mixed &&
            r.privileged_steps == should->privileged_steps &&
            r.privileged_late == should->privileged_late &&
            r.standard_average_delay == should->standard_average_delay,
        "%s %s: %llu packets, %llu steps, %llu hops", name, traffic,
        (unsigned long long)r.packets, (unsigned long long)r.steps,
        (unsigned long long)r.hops);
}

/* As lockhop run has it; in one call, and cycle by cycle, and again after a reset. */
TEST(test_runs)
{
  struct lockhop_error error;

  for (size_t i = 0; i < RUNS; i++) {
    const struct trial_result should = trial_of(&runs[i]);
    struct lockhop_network *network = open_network(&runs[i]);
    struct lockhop_delivery delivery;
    uint64_t delivered = 0, hops = 0;

    CHECK(lockhop_run(network, NULL, NULL, &error), "%s: %s", runs[i].traffic, error.text);
    check_same(&runs[i], lockhop_result_of(network), &should);
    assert_false(lockhop_deliver(network, &delivery));
    CHECK(lockhop_reset(network, &error), "%s", error.text);
    assert_int_equal(lockhop_result_of(network).outcome, LOCKHOP_RUNNING);
    while (lockhop_result_of(network).outcome == LOCKHOP_RUNNING) {
      tick(network);
      for (; lockhop_deliver(network, &delivery); delivered++)
        hops += delivery.hops;
    }
    check_same(&runs[i], lockhop_result_of(network), &should);
    CHECK(delivered == should.delivered && hops == should.hops, "%s: told of %llu of %llu",
          runs[i].traffic, (unsigned long long)delivered,
          (unsigned long long)should.delivered);
    tick(network); /* does nothing */
    check_same(&runs[i], lockhop_result_of(network), &should);
    lockhop_close(network);
  }
}

static bool stop_at_100(void *self, uint64_t cycle, uint64_t delivered, uint64_t deliveries)
{
  (void)self;
  CHECK(delivered <= deliveries, "%llu", (unsigned long long)delivered);
  return cycle < 100;
}

/* What `disturb` draws is what a run without it does not have, and is refused where nothing
 * can be disturbed. */
TEST(test_disturbances)
{
  struct lockhop_description d = {
      .topology = "hypercube:3", .traffic = "random", .packets = 8, .depth = 2, .seed = 1};
  struct lockhop_error error;
  uint64_t cycles[2];

  for (int i = 0; i < 2; i++) {
    struct lockhop_network *network = open_network(&d);

    CHECK(lockhop_run(network, NULL, NULL, &error), "%s", error.text);
    cycles[i] = lockhop_result_of(network).cycles;
    lockhop_close(network);
    d.disturb = "stalls";
  }
  CHECK(cycles[1] > cycles[0], "%llu cycles with stalls, %llu without",
        (unsigned long long)cycles[1], (unsigned long long)cycles[0]);
  d.disturb = "storms";
  assert_null(lockhop_open(&d, &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  assert_non_null(strstr(error.text, "storms"));
  d.disturb = "stalls";
  d.traffic = NULL;
  assert_null(lockhop_open(&d, &error));
  assert_null(lockhop_switch_open(&d, &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
}

TEST(test_a_watch_ends_a_run)
{
  const struct lockhop_description description = {.topology = "hypercube:4",
                                                  .traffic = "uniform,load=0.1"};
  struct lockhop_network *network = open_network(&description);

  assert_true(lockhop_run(network, stop_at_100, NULL, NULL));
  struct lockhop_result result = lockhop_result_of(network);
  assert_int_equal(result.outcome, LOCKHOP_INTERRUPTED);
  assert_string_equal(lockhop_outcome_name(result.outcome), "INTERRUPTED");
  CHECK(result.cycles >= 100 && result.cycles <= 200, "%llu",
        (unsigned long long)result.cycles);
  lockhop_close(network);
}

/* Inject packets from everywhere to everywhere: each arrives once, where it was sent. */
static void check_all_pairs(const char *topology, const char *routing)
{
  const struct lockhop_description description = {
      .topology = topology, .routing = routing, .depth = 2, .seed = 1};
  struct lockhop_network *network = open_network(&description);
  const struct lockhop_shape shape = lockhop_shape_of(network);
  const uint64_t pairs = (uint64_t)shape.terminals * shape.terminals;
  bool *arrived = calloc(pairs, sizeof *arrived);
  struct rng rng = rng_seed(7, 0);
  struct lockhop_delivery delivery;
  struct lockhop_error error;
  uint64_t left = pairs;

  assert_non_null(arrived);
  for (uint32_t from = 0; from < shape.terminals; from++)
    for (uint32_t to = 0; to < shape.terminals; to++) {
      const struct lockhop_packet packet = {
          .header = lockhop_header(network, from, to, rng_next(&rng)),
          .data = (uint64_t)from * shape.terminals + to};

      CHECK(lockhop_inject(network, from, &packet, &error), "%s", error.text);
    }
  for (uint64_t cycle = 0; left > 0; cycle++) {
    CHECK(cycle < 100 * pairs, "%s: %llu are missing", topology, (unsigned long long)left);
    tick(network);
    for (; lockhop_deliver(network, &delivery); left--) {
      CHECK(!arrived[delivery.packet.data] &&
                delivery.packet.data % shape.terminals == delivery.terminal &&
                delivery.sw == lockhop_sink(network, delivery.terminal) &&
                delivery.cycle == cycle,
            "%s: packet %llu at terminal %u", topology,
            (unsigned long long)delivery.packet.data, delivery.terminal);
      arrived[delivery.packet.data] = true;
    }
  }
  assert_int_equal(lockhop_result_of(network).delivered, pairs);
  assert_int_equal(lockhop_result_of(network).packets, pairs);
  free(arrived);
  lockhop_close(network);
}

TEST(test_injection_by_hand)
{
  check_all_pairs("hypercube:1", NULL);
  check_all_pairs("hypercube:4", NULL);
  check_all_pairs("hypercube:3", "rand-trans-ooo");
  check_all_pairs("d3:2,3", NULL);
  check_all_pairs("d3:2,2", "ugal");
  check_all_pairs("mdf:2,3", NULL);
  check_all_pairs("torus:3x4", NULL);
}

/* What is wrong, and what the error must speak of. */
static const struct {
  struct lockhop_description description;
  const char *text;
} wrong[] = {
    {{.topology = NULL}, "needs a topology"},
    {{.topology = "hypercubus:3"}, "did you mean"},
    {{.topology = "hypercube:99"}, "1..24"},
    {{.topology = "hypercube:3", .routing = "nowhere"}, "nowhere"},
    {{.topology = "hypercube:3", .traffic = "nothing"}, "nothing"},
    {{.topology = "hypercube:3", .vcs = 9}, "--vcs '9': must be a number in 1..8"},
    {{.topology = "hypercube:3", .lanes = 64}, "--lanes '64'"},
    {{.topology = "hypercube:3", .depth = 1 << 21}, "--depth"},
    {{.topology = "hypercube:3", .depth = LOCKHOP_ZERO}, "--depth 0"},
    {{.topology = "hypercube:3", .data_bits = 65}, "--data-bits '65'"},
    {{.topology = "hypercube:8", .traffic = "random", .data_bits = 7}, "--data-bits 7"},
    {{.topology = "hypercube:3", .store = 256}, "--store '256'"},
    {{.topology = "hypercube:3", .sends = 4}, "--sends 4"},
    {{.topology = "hypercube:20", .vcs = 4}, "channels"},
    {{.topology = "hypercube:3", .options = "--dept 3"}, "'--dept' in the options"},
    {{.topology = "hypercube:3", .options = "depth 3"}, "'depth' in the options"},
    {{.topology = "hypercube:3", .options = "--dut x.v"}, "'--dut' in the options"},
    {{.topology = "hypercube:3", .options = "--machine array"}, "'--machine' in the"},
    {{.topology = "hypercube:3", .options = "--lint"}, "'--lint' in the options"},
    {{.topology = "hypercube:3", .options = " --depth "}, "--depth needs a value"},
    {{.topology = "hypercube:3", .options = "--vcs 2  --depth x"}, "--depth 'x'"},
    {{.topology = "hypercube:3", .traffic = "random", .options = "--data many"}, "many"},
};

/* Options replace members, in their order; what no member says is said by them. */
TEST(test_options)
{
  struct lockhop_description d = {.topology = "hypercube:3",
                                  .traffic = "random",
                                  .depth = 2,
                                  .options = " --depth 5 --vcs 2  --packets ports"};
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(&d, &error);

  CHECK(network, "%s", error.text);
  const struct lockhop_shape shape = lockhop_shape_of(network);
  assert_int_equal(shape.depth, 5);
  assert_int_equal(shape.vcs, 2);
  assert_int_equal(shape.packets, 24);
  lockhop_close(network);
  d.options = "--failed 0,5";
  network = lockhop_open(&d, &error);
  CHECK(network, "%s", error.text);
  assert_true(lockhop_shape_of(network).packets < 8);
  lockhop_close(network);
}

TEST(test_errors)
{
  struct lockhop_error error;

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    error = (struct lockhop_error){.code = LOCKHOP_OK};
    assert_null(lockhop_open(&wrong[i].description, &error));
    CHECK(error.code == LOCKHOP_USAGE && strstr(error.text, wrong[i].text), "%zu: %s", i,
          error.text);
    assert_null(lockhop_open(&wrong[i].description, NULL));
    if (!wrong[i].description.traffic || i == 4)
      assert_null(lockhop_switch_open(&wrong[i].description, &error));
  }
  lockhop_close(NULL);
  lockhop_switch_close(NULL);
}

TEST(test_wrong_calls)
{
  const struct lockhop_description with = {.topology = "hypercube:3", .traffic = "random"};
  const struct lockhop_description without = {.topology = "hypercube:3", .data_bits = 8};
  struct lockhop_network *network = open_network(&with);
  const struct lockhop_packet packet = {.data = 256};
  struct lockhop_error error;

  assert_false(lockhop_inject(network, 0, &packet, &error));
  assert_non_null(strstr(error.text, "traffic"));
  lockhop_close(network);
  network = open_network(&without);
  assert_false(lockhop_inject(network, 8, &(struct lockhop_packet){.data = 1}, &error));
  CHECK(strstr(error.text, "terminals 0 to 7"), "%s", error.text);
  assert_false(lockhop_inject(network, 0, &packet, &error));
  CHECK(strstr(error.text, "8 of data"), "%s", error.text);
  assert_false(lockhop_run(network, NULL, NULL, &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  lockhop_close(network);
}

/* Each packet of a bus is where docs/switch.md says, bit for bit, and no other bit moves.
 */
TEST(test_buses)
{
  enum { WORDS = 64 * 128 / 32 };
  struct rng rng = rng_seed(5, 0);

  for (uint32_t round = 0; round < 2000; round++) {
    uint32_t header = 1 + (uint32_t)rng_below(&rng, 64);
    uint32_t data = 1 + (uint32_t)rng_below(&rng, 64);
    uint32_t index = (uint32_t)rng_below(&rng, 64), words[WORDS], before[WORDS];
    const struct lockhop_packet packet = {.header = rng_next(&rng) & bits_mask(header),
                                          .data = rng_next(&rng) & bits_mask(data)};

    for (size_t i = 0; i < WORDS; i++)
      before[i] = words[i] = (uint32_t)rng_next(&rng);
    lockhop_bus_put(words, index, header, data, &packet);
    for (uint32_t bit = 0; bit < 32 * WORDS; bit++) {
      uint32_t is = words[bit / 32] >> bit % 32 & 1, first = index * (header + data);
      uint32_t should = before[bit / 32] >> bit % 32 & 1;

      if (bit >= first && bit < first + header)
        should = packet.header >> (bit - first) & 1;
      else if (bit >= first + header && bit < first + header + data)
        should = packet.data >> (bit - first - header) & 1;
      CHECK(is == should, "packet %u of %u + %u bits: bit %u", index, header, data, bit);
    }
    struct lockhop_packet read = lockhop_bus_get(words, index, header, data);
    CHECK(read.header == packet.header && read.data == packet.data, "packet %u", index);
  }
}

/* Strings and numbers of the caller may go; two handles share nothing. */
TEST(test_handles_stand_alone)
{
  char spec[] = "hypercube:3", traffic[] = "random";
  struct lockhop_description description = {.topology = spec, .traffic = traffic};
  struct lockhop_network *one = open_network(&description);
  struct lockhop_network *two = open_network(&description);

  memset(spec, 'x', sizeof spec - 1);
  memset(traffic, 'x', sizeof traffic - 1);
  tick(one);
  assert_true(lockhop_run(two, NULL, NULL, NULL));
  lockhop_close(two);
  assert_int_equal(lockhop_result_of(one).cycles, 1);
  assert_true(lockhop_run(one, NULL, NULL, NULL));
  assert_int_equal(lockhop_result_of(one).outcome, LOCKHOP_PASS);
  assert_string_equal(lockhop_shape_of(one).topology, "hypercube:3");
  lockhop_close(one);
  assert_string_equal(lockhop_version(), LOCKHOP_VERSION);
}

/* The schedule that a network shows is the one that it runs. */
TEST(test_traffic)
{
  struct lockhop_network *network = open_network(&runs[0]);
  const struct lockhop_shape shape = lockhop_shape_of(network);
  uint64_t seen = 0;

  assert_int_equal(shape.packets, 32);
  for (uint64_t i = 0; i < shape.packets; i++) {
    const struct lockhop_entry entry = lockhop_traffic(network, i);

    CHECK(entry.cycle == 0 && entry.answers == 0 &&
              entry.header == lockhop_header(network, entry.source, entry.destination, 0),
          "packet %llu", (unsigned long long)i);
    seen |= UINT64_C(1) << entry.destination;
  }
  assert_int_equal(seen, bits_mask(32));
  lockhop_close(network);
}
