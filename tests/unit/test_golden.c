/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden -- golden networks against a network of reference switches, link by link.
 *
 * The switches are compiled into this program so that those of networks of more than 4
 * sleep when they are idle, as on large networks. */
#define SWITCH_FEW 4
#include "switch/bank/switch.c"

#include "run/machine/golden.h"

#include "base/bits.h"
#include "tests/unit/reference_network.h"

#include <stdlib.h>

enum { DIMENSIONS_MAX = 4, INJECTIONS_MAX = 4096 };

/* Packets for the channels that the reference shows ready, each offered with `percent`. */
static size_t random_injections(struct injection *injections,
                                const struct reference_network *net,
                                const struct reference_routing *routing, struct rng *rng,
                                uint32_t percent, uint64_t *number)
{
  const uint32_t n = net->shape.ports, lanes = net->shape.lanes ? net->shape.lanes : n;
  size_t count = 0;

  for (uint32_t s = 0; s < net->shape.switches; s++)
    for (uint32_t lane = 0; lane < lanes; lane++) {
      uint32_t destination = (uint32_t)rng_below(rng, net->shape.switches);

      if (net->sw[s].in_ready[reference_lane(net, lane)] && rng_below(rng, 100) < percent)
        injections[count++] = (struct injection){
            .at = s,
            .lane = lane,
            .packet = {.header = reference_header(routing, n, destination, rng_next(rng)),
                       .data = ++*number}};
    }
  return count;
}

struct setting {
  const struct reference_routing *routing;
  uint32_t n, lanes, vcs, depth, places, percent, sends, pushes;
  uint64_t seed;
  bool disturbed; /* links stall, and the network is reset now and then */
};

/* Stalls of this cycle at some queues: now and then, often, or all. */
static const uint64_t *random_stalls(uint64_t stalled[REFERENCE_SWITCHES], struct rng *rng)
{
  const uint64_t kind = rng_below(rng, 8);

  for (uint32_t s = 0; s < REFERENCE_SWITCHES; s++) {
    stalled[s] = rng_next(rng);
    if (kind < 4)
      stalled[s] &= rng_next(rng);
    if (kind == 7)
      stalled[s] = UINT64_MAX;
  }
  return kind == 0 ? NULL : stalled;
}

/* Both go through a reset of some cycles, whatever they hold, with inputs that mean
 * nothing; they show nothing from its first edge on. */
static void reset_both(struct network *network, struct reference_network *net,
                       uint64_t seed, struct rng *rng, const char *where)
{
  const struct injection nonsense = {.at = 0, .lane = 0, .packet = {.data = 1}};
  uint64_t stalled[REFERENCE_SWITCHES];

  for (uint32_t left = 1 + (uint32_t)rng_below(rng, 4); left > 0; left--) {
    machine_tick(&network->golden,
                 &(struct stimulus){.injections = &nonsense,
                                    .injection_count = 1,
                                    .phase = 1,
                                    .stalled = random_stalls(stalled, rng),
                                    .reset = left});
    reference_network_reset(net, seed);
    reference_check(net, &network->golden, where);
  }
}

/* A FIFO does the same where there are VCs enough; but not where ports compete. */
static uint32_t priority_bits(const struct setting *set)
{
  return set->sends == 0 || set->vcs == 1 ? set->routing->priority_bits : 0;
}

/* Packets start for as long as `starting`, then the network drains; without lanes they
 * start in cycle 0.  The phase changes now and then, and is 1 in the end.  Returns how many
 * packets came out. */
static uint64_t compare(const struct setting *set)
{
  enum { STARTING = 60, CYCLES = 160 };
  static struct injection injections[INJECTIONS_MAX];
  struct reference_network *net = reference_network_open(
      &(struct reference_shape){.switches = 1u << set->n,
                                .ports = set->n,
                                .lanes = set->lanes,
                                .vcs = set->vcs,
                                .depth = set->depth,
                                .places = set->places,
                                .priority_bits = priority_bits(set),
                                .arbiter = set->routing->priority_bits > 0,
                                .sends = set->sends,
                                .one_push = set->pushes,
                                .random = set->routing->random,
                                .route = set->routing->route});
  struct network network;
  struct rng rng = rng_seed(set->seed, 0);
  uint64_t number = 0, ejected = 0, stalled[REFERENCE_SWITCHES];
  struct err err;
  bool phase = false;

  network_prepare(&network, set->n, set->routing->name, set->lanes, set->depth);
  network.shape.vcs = set->vcs;
  network.shape.store = set->places;
  network.shape.sends = set->sends;
  network.shape.pushes = set->pushes;
  network_start(&network, INJECTIONS_MAX);
  assert_true(network.golden.ops->reset(network.golden.self, set->seed, &err));
  reference_network_reset(net, set->seed);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    char where[192];
    bool starts = set->lanes ? cycle < STARTING : cycle == 0;

    snprintf(where, sizeof where,
             "hypercube:%u %s lanes %u VCs %u depth %u store %u load %u%% "
             "seed %" PRIu64 " cycle %u",
             set->n, set->routing->name, set->lanes, set->vcs, set->depth, set->places,
             set->percent, set->seed, cycle);
    reference_check(net, &network.golden, where);
    struct links links = network.golden.ops->links(network.golden.self);
    for (uint32_t s = 0; s < net->shape.switches; s++)
      ejected += bits_count(links.eject[s]);
    size_t count = starts ? random_injections(injections, net, set->routing, &rng,
                                              set->percent, &number)
                          : 0;
    if (set->routing->phases && rng_below(&rng, 10) == 0)
      phase = !phase;
    if (set->routing->phases && cycle >= 2 * STARTING)
      phase = true;
    if (set->disturbed && rng_below(&rng, 40) == 0) {
      reset_both(&network, net, set->seed, &rng, where);
      phase = false;
      continue;
    }
    const uint64_t *stalls = set->disturbed ? random_stalls(stalled, &rng) : NULL;
    machine_tick(&network.golden, &(struct stimulus){.injections = injections,
                                                     .injection_count = count,
                                                     .phase = phase,
                                                     .stalled = stalls});
    reference_clock_stalled(net, injections, count, phase, stalls);
  }
  CHECK(number > 0 || set->percent < 50 || set->lanes == 0,
        "seed %" PRIu64 ": nothing was injected", set->seed);
  network_close(&network);
  free(net);
  return ejected;
}

static const uint32_t loads[] = {100, 60, 15};

TEST(test_equals_the_reference_on_every_link)
{
  struct setting set = {.routing = &reference_routings[0], .vcs = 1};

  for (set.n = 1; set.n <= DIMENSIONS_MAX; set.n++)
    for (set.lanes = 0; set.lanes <= set.n; set.lanes++)
      for (set.depth = 0; set.depth <= 3; set.depth++)
        for (uint64_t seed = 0; seed < fewer_with_sanitizers(6, 2); seed++) {
          set.percent = loads[seed % 3];
          set.seed = seed + 10 * set.n + 100 * set.lanes;
          compare(&set);
        }
}

/* Every routing with 1 to 4 VCs, whether it needs them or not. */
TEST(test_every_routing_and_number_of_vcs)
{
  for (size_t i = 0; i < REFERENCE_ROUTINGS; i++) {
    struct setting set = {.routing = &reference_routings[i]};
    uint64_t ejected = 0;

    for (set.n = 1; set.n <= DIMENSIONS_MAX; set.n++)
      for (set.vcs = 1; set.vcs <= 4; set.vcs++)
        for (set.depth = 0; set.depth <= fewer_with_sanitizers(3, 1); set.depth++)
          for (uint64_t seed = 0; seed < fewer_with_sanitizers(3, 1); seed++) {
            set.lanes = (uint32_t)(seed + set.n) % 3;
            set.places = set.routing->phases ? 1 + 4 * (uint32_t)seed : 0;
            set.percent = loads[(seed + set.depth) % 3];
            set.seed = 1000 * set.n + 10 * set.vcs + seed;
            set.sends = 0;
            ejected += compare(&set);
            set.sends = 1 + (uint32_t)seed % set.n;
            compare(&set);
            set.pushes = !set.routing->phases;
            compare(&set);
            set.sends = 0;
            compare(&set);
            set.pushes = 0;
          }
    CHECK(ejected > fewer_with_sanitizers(20000, 2000),
          "%s: only %" PRIu64 " packets came out", set.routing->name, ejected);
  }
}

/* Every routing, with links that stall and resets in mid-run: arbiters that go by what was
 * ready before, LFSRs that are seeded again. */
TEST(test_stalls_and_resets)
{
  for (size_t i = 0; i < REFERENCE_ROUTINGS; i++) {
    struct setting set = {.routing = &reference_routings[i], .disturbed = true};
    uint64_t ejected = 0;

    for (set.n = 1; set.n <= DIMENSIONS_MAX; set.n++)
      for (set.vcs = 1; set.vcs <= 4; set.vcs++)
        for (set.depth = 0; set.depth <= fewer_with_sanitizers(3, 1); set.depth++) {
          set.lanes = 1 + set.n % 2;
          set.places = set.routing->phases ? 5 : 0;
          set.percent = loads[(set.vcs + set.depth) % 2];
          set.seed = 100 * set.n + 10 * set.vcs + set.depth;
          set.sends = 0;
          ejected += compare(&set);
          set.sends = 1 + set.depth % set.n;
          ejected += compare(&set);
          set.pushes = !set.routing->phases;
          ejected += compare(&set);
          set.pushes = 0;
        }
    CHECK(ejected > fewer_with_sanitizers(3000, 1000),
          "%s: only %" PRIu64 " packets came out", set.routing->name, ejected);
  }
}

/* A network without a waiting store, where one is needed, keeps packets in the channels. */
TEST(test_a_store_of_any_size)
{
  static const uint32_t places[] = {0, 1, 2, 3, 7, 255};
  struct setting set = {
      .routing = &reference_routings[1], .lanes = 2, .vcs = 1, .percent = 100};

  for (set.n = 1; set.n <= DIMENSIONS_MAX; set.n++)
    for (set.depth = 0; set.depth <= 2; set.depth++)
      for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        set.places = places[i];
        set.seed = i;
        compare(&set);
      }
}

/* A network under full load from both lanes of its 8 switches, after a reset. */
static uint64_t digest_of(struct network *network, uint64_t seed)
{
  const struct machine *m = &network->golden;
  struct rng rng = rng_seed(1, 0);
  struct err err;
  uint64_t digest = 0;

  assert_true(m->ops->reset(m->self, seed, &err));
  for (uint32_t cycle = 0; cycle < 60; cycle++) {
    struct links links = m->ops->links(m->self);
    struct injection injections[16];
    size_t count = 0;

    digest = links_digest(m, &network->shape, digest);
    for (uint32_t i = 0; i < 16; i++) {
      uint32_t sw = i / 2, lane = i % 2, destination = (uint32_t)rng_below(&rng, 8);
      uint64_t header = network->shape.routing->header(&network->topology, sw, destination,
                                                       rng_next(&rng));

      if (links.ready[sw] >> (shape_queues(&network->shape) + lane) & 1)
        injections[count++] = (struct injection){
            .at = sw, .lane = lane, .packet = {.header = header, .data = i}};
    }
    machine_tick(m, &(struct stimulus){.injections = injections,
                                       .injection_count = count,
                                       .phase = cycle >= 20});
  }
  return digest;
}

/* What went before a reset makes no difference, but the seed does where there are random
 * words. */
TEST(test_state_is_a_value)
{
  for (size_t i = 0; i < REFERENCE_ROUTINGS; i++)
    for (uint32_t vcs = 1; vcs <= 4; vcs++) {
      const struct reference_routing *routing = &reference_routings[i];
      struct network network;

      network_prepare(&network, 3, routing->name, 2, 1);
      network.shape.vcs = vcs;
      network.shape.store = routing->phases ? 4 : 0;
      network_start(&network, 1000);
      uint64_t first = digest_of(&network, 1), second = digest_of(&network, 2);
      CHECK((first != second) == (routing->random > 0),
            "%s VCs %u: seeds 1 and 2 make %#" PRIx64 " and %#" PRIx64, routing->name, vcs,
            first, second);
      CHECK(digest_of(&network, 1) == first,
            "%s VCs %u: seed 1 is another run after seed 2", routing->name, vcs);
      network_close(&network);
    }
}

/* The table of the topology says what the pages of the variants say. */
TEST(test_routings_are_those_of_the_pages)
{
  for (uint32_t n = 1; n <= 20; n++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    /* To a switch rand-sync,barrier=tree is rand-sync; minimal-adaptive, valiant and romm
     * have pages and tests of their own. */
    assert_int_equal(t.routing_count, REFERENCE_ROUTINGS + 4);
    assert_ptr_equal(routing_of(&t, "valiant")->unit, routing_of(&t, "rand-trans")->unit);
    assert_ptr_equal(routing_of(&t, "valiant")->header,
                     routing_of(&t, "rand-trans")->header);
    for (size_t i = 0; i < REFERENCE_ROUTINGS; i++) {
      const struct reference_routing *page = &reference_routings[i];
      const struct routing *is = routing_of(&t, page->name);
      uint64_t word = 0x123456789abcdef0;
      uint32_t destination = (1u << n) / 3;

      assert_string_equal(is->name, page->name);
      CHECK(is->header_bits(&t) == page->fields * n &&
                is->ordered == (page->priority_bits ? 2 : 0) &&
                (is->arbiter == ARBITER_LOWEST) == (page->priority_bits > 0) &&
                (uint32_t)is->random == page->random && is->vcs == page->vcs &&
                (is->phases.kind == PHASE_BARRIER) == page->phases,
            "%s %s", spec, page->name);
      CHECK(is->header(&t, 0, destination, word) ==
                reference_header(page, n, destination, word),
            "%s %s: header", spec, page->name);
      if (is->phases.ends_at)
        assert_int_equal(is->phases.ends_at(&t, 0, is->header(&t, 0, destination, word), 0),
                         word % t.switches);
    }
  }
}

TEST(test_short_memory_is_told)
{
  struct topology t = topology_of("hypercube:16");
  struct shape shape = shape_of(&t, NULL, 16, 0, 64);
  struct machine machine;
  struct err err = {.kind = ERR_NONE};
  rlim_t old = limit_memory(1 << 22);
  bool opened = golden_open(&machine, &shape, 1 << 20, &err);

  set_memory(old);
  assert_false(opened);
  check_error(&err, ERR_ENVIRONMENT, "hypercube:16", "hypercube:16");
}
