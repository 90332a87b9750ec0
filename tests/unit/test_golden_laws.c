/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden_laws -- what holds for golden networks of any shape, under any load. */
#include "run/machine/golden.h"

#include "base/bits.h"
#include "tests/unit/support.h"

enum { INJECTIONS_MAX = 4096 };

/* Each pair alone in the network: on a link in every cycle, ejected in cycle distance + 1,
 * which is step `distance`. */
TEST(test_one_hop_takes_one_cycle)
{
  for (uint32_t n = 1; n <= 6; n++)
    for (uint32_t depth = 0; depth <= 1; depth++) {
      struct network network;
      const struct machine *m = &network.golden;
      struct err err;

      network_open(&network, n, 1, depth, 1);
      for (uint32_t pair = 0; pair < 1u << 2 * n; pair++) {
        uint32_t source = pair >> n, destination = pair & ((1u << n) - 1), cycle = 0;
        struct injection injection = {.at = source,
                                      .packet = {.header = destination, .data = pair}};

        assert_true(m->ops->reset(m->self, 0, &err));
        machine_tick(m, &(struct stimulus){.injections = &injection, .injection_count = 1});
        for (cycle = 1; !m->ops->links(m->self).eject[destination] && cycle < 99; cycle++)
          machine_tick(m, &(struct stimulus){.phase = 0});
        CHECK(cycle == bits_count(source ^ destination) + 1,
              "%s depth %u: from %u to %u ejected in cycle %u", network.topology.spec,
              depth, source, destination, cycle);
        CHECK(m->ops->eject_packet(m->self, destination,
                                   bits_lowest(m->ops->links(m->self).eject[destination]))
                      .data == pair,
              "%s: from %u to %u another packet came out", network.topology.spec, source,
              destination);
        machine_tick(m, &(struct stimulus){.phase = 0});
      }
      network_close(&network);
    }
}

/* A golden network under its own random load: calls look before every tick. */
struct load {
  uint32_t n, lanes, depth, percent, cycles;
  uint64_t seed;
};

typedef void look(void *self, const struct network *network, uint32_t cycle);

/* Injections that depend on what is ready at a switch and on the seed alone.  Addresses are
 * exclusive-ored with `turned`: the same traffic seen from another corner of the cube. */
static size_t turned_injections(struct injection *injections, const struct network *network,
                                const struct load *load, uint32_t cycle, uint32_t turned)
{
  struct links links = network->golden.ops->links(network->golden.self);
  size_t count = 0;

  for (uint32_t i = 0; i < network->topology.switches; i++) {
    /* in the order of switches of the machine itself, so not of the one it is turned to */
    uint32_t seen = i ^ turned;
    struct rng rng = rng_seed(load->seed, (uint64_t)cycle << 32 | seen);

    for (uint32_t lane = 0; lane < load->lanes; lane++) {
      bool offers = rng_below(&rng, 100) < load->percent;
      uint32_t destination = (uint32_t)rng_below(&rng, network->topology.switches);

      if (offers && links.ready[i] >> (load->n + lane) & 1)
        injections[count++] = (struct injection){
            .at = i,
            .lane = lane,
            .packet = {.header = destination ^ turned,
                       .data = (uint64_t)cycle << 32 | seen << 8 | lane}};
    }
  }
  return count;
}

static void run_load(const struct load *load, look *each, void *self)
{
  static struct injection injections[INJECTIONS_MAX];
  struct network network;
  struct err err;

  network_open(&network, load->n, load->lanes, load->depth, 1 << 16);
  assert_true(network.golden.ops->reset(network.golden.self, 0, &err));
  for (uint32_t cycle = 0; cycle < load->cycles; cycle++) {
    each(self, &network, cycle);
    machine_tick(&network.golden,
                 &(struct stimulus){.injections = injections,
                                    .injection_count = turned_injections(
                                        injections, &network, load, cycle, 0)});
  }
  network_close(&network);
}

struct queue_look {
  const struct load *load;
  uint32_t largest;
};

static void look_at_queues(void *self, const struct network *network, uint32_t cycle)
{
  struct queue_look *seen = self;
  const struct machine *m = &network->golden;

  for (uint32_t s = 0; s < network->topology.switches; s++)
    for (uint32_t p = 0; p < network->topology.ports; p++) {
      uint32_t count = m->ops->queue_count(m->self, s, p);

      CHECK(seen->load->depth == 0 || count <= seen->load->depth,
            "%s depth %u seed %" PRIu64 " cycle %u: queue %u of switch %u holds %u",
            network->topology.spec, seen->load->depth, seen->load->seed, cycle, p, s,
            count);
      seen->largest = count > seen->largest ? count : seen->largest;
    }
  CHECK(m->ops->queue_max(m->self) == seen->largest,
        "seed %" PRIu64 " cycle %u: queue_max %u", seen->load->seed, cycle,
        m->ops->queue_max(m->self));
}

TEST(test_no_queue_exceeds_its_depth)
{
  for (uint32_t depth = 0; depth <= 5; depth++) {
    struct load load = {
        .n = 5, .lanes = 5, .depth = depth, .percent = 100, .cycles = 200, .seed = depth};
    struct queue_look seen = {.load = &load};

    run_load(&load, look_at_queues, &seen);
    CHECK(seen.largest >= depth, "depth %u: no queue was full under full load", depth);
  }
}

/* Ejections of one lane: number by source and destination must ascend. */
struct order_look {
  const struct load *load;
  uint64_t last[32][32]; /* [source][destination] cycle of injection + 1 */
  uint64_t ejected;
};

static void look_at_order(void *self, const struct network *network, uint32_t cycle)
{
  struct order_look *seen = self;
  const struct machine *m = &network->golden;
  struct links links = m->ops->links(m->self);

  for (uint32_t s = 0; s < network->topology.switches; s++)
    for (uint64_t eject = links.eject[s]; eject; eject &= eject - 1) {
      struct packet packet = m->ops->eject_packet(m->self, s, bits_lowest(eject));
      uint32_t source = (uint32_t)packet.data >> 8;
      uint64_t started = (packet.data >> 32) + 1;

      CHECK(started > seen->last[source][s],
            "%s depth %u seed %" PRIu64 " cycle %u: the packet of cycle %" PRIu64
            " from %u to %u comes after that of cycle %" PRIu64,
            network->topology.spec, seen->load->depth, seen->load->seed, cycle, started - 1,
            source, s, seen->last[source][s] - 1);
      seen->last[source][s] = started;
      seen->ejected++;
    }
}

TEST(test_one_lane_keeps_the_order_of_a_pair)
{
  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t depth = 0; depth <= 3; depth++) {
      struct load load = {
          .n = n, .lanes = 1, .depth = depth, .percent = 100, .cycles = 500, .seed = n};
      struct order_look seen = {.load = &load};

      run_load(&load, look_at_order, &seen);
      CHECK(seen.ejected > 100, "only %" PRIu64 " packets were ejected", seen.ejected);
    }
}

/* The links of switch s, and of switch s ^ turned in the other machine, whose addresses are
 * all turned. */
static void check_turned(const struct network *a, const struct network *b, uint32_t turned,
                         const char *where)
{
  const struct machine *m[2] = {&a->golden, &b->golden};
  struct links x = m[0]->ops->links(m[0]->self), y = m[1]->ops->links(m[1]->self);

  for (uint32_t s = 0; s < a->topology.switches; s++) {
    uint32_t other = s ^ turned;

    CHECK(x.valid[s] == y.valid[other] && x.ready[s] == y.ready[other] &&
              x.eject[s] == y.eject[other],
          "%s: switch %u is not like %u turned", where, s, other);
    for (uint32_t place = 0; place < 64; place++) {
      struct packet p[2] = {{.header = 0}, {.header = turned}};

      if (x.valid[s] >> place & 1) {
        p[0] = m[0]->ops->out_packet(m[0]->self, s, place);
        p[1] = m[1]->ops->out_packet(m[1]->self, other, place);
      }
      CHECK(p[0].data == p[1].data && p[0].header == (p[1].header ^ turned),
            "%s: port %u of switch %u is not like %u turned", where, place, s, other);
      if (x.eject[s] >> place & 1) {
        p[0] = m[0]->ops->eject_packet(m[0]->self, s, place);
        p[1] = m[1]->ops->eject_packet(m[1]->self, other, place);
      }
      CHECK(p[0].data == p[1].data && p[0].header == (p[1].header ^ turned),
            "%s: channel %u of switch %u is not like %u turned", where, place, s, other);
    }
  }
}

/* Exclusive or with a constant is an automorphism of the cube that keeps the ports, and it
 * permutes the order in which switches are evaluated and packets injected. */
TEST(test_any_order_of_switches_gives_the_same)
{
  static struct injection injections[INJECTIONS_MAX];
  struct load load = {.lanes = 2, .percent = 80, .seed = 6};

  for (load.n = 2; load.n <= 4; load.n++)
    for (load.depth = 0; load.depth <= 2; load.depth++)
      for (uint32_t turned = 1; turned < 1u << load.n; turned++) {
        struct network network[2];

        network_open(&network[0], load.n, load.lanes, load.depth, 1 << 16);
        network_open(&network[1], load.n, load.lanes, load.depth, 1 << 16);
        for (uint32_t cycle = 0; cycle < 60; cycle++) {
          char where[96];

          snprintf(where, sizeof where,
                   "hypercube:%u depth %u turned %u seed %" PRIu64 " cycle %u", load.n,
                   load.depth, turned, load.seed, cycle);
          check_turned(&network[0], &network[1], turned, where);
          for (uint32_t i = 0; i < 2; i++) {
            size_t count =
                turned_injections(injections, &network[i], &load, cycle, i ? turned : 0);
            machine_tick(&network[i].golden, &(struct stimulus){.injections = injections,
                                                                .injection_count = count,
                                                                .phase = 0});
          }
        }
        network_close(&network[0]);
        network_close(&network[1]);
      }
}

static uint64_t digest_of(struct network *network, const struct load *load)
{
  static struct injection injections[INJECTIONS_MAX];
  const struct machine *m = &network->golden;
  uint64_t digest = 0;

  for (uint32_t cycle = 0; cycle < load->cycles; cycle++) {
    digest = links_digest(m, &network->shape, digest);
    machine_tick(m, &(struct stimulus){.injections = injections,
                                       .injection_count = turned_injections(
                                           injections, network, load, cycle, 0)});
  }
  return digest;
}

/* What went before a reset, and how much room there is, make no difference. */
TEST(test_state_is_a_value)
{
  struct load load = {.n = 4, .lanes = 3, .percent = 90, .cycles = 80, .seed = 12};
  struct load other = {.n = 4, .lanes = 3, .percent = 50, .cycles = 33, .seed = 13};

  for (load.depth = 0; load.depth <= 3; load.depth++) {
    struct network fresh, used;
    struct err err;

    network_open(&fresh, load.n, load.lanes, load.depth, 1 << 14);
    network_open(&used, load.n, load.lanes, load.depth, 1 << 16);
    uint64_t expected = digest_of(&fresh, &load);
    uint64_t different = digest_of(&used, &other);
    assert_true(used.golden.ops->reset(used.golden.self, 0, &err));
    CHECK(used.golden.ops->queue_max(used.golden.self) == 0, "queue_max outlives a reset");
    uint64_t digest = digest_of(&used, &load);
    CHECK(digest == expected, "depth %u seeds 12, 13: %#" PRIx64 ", not %#" PRIx64,
          load.depth, digest, expected);
    CHECK(different != expected, "depth %u: digests of different runs are equal",
          load.depth);
    network_close(&fresh);
    network_close(&used);
  }
}

/* With a finite depth there is room for all that the network can hold, however many packets
 * are asked for; in full load nothing breaks. */
TEST(test_room_is_that_of_the_network)
{
  struct load load = {.n = 3, .lanes = 3, .depth = 1, .percent = 100, .cycles = 300};
  struct network network;

  network_open(&network, load.n, load.lanes, load.depth, SIZE_MAX);
  digest_of(&network, &load);
  network_close(&network);
}
