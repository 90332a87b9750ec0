/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden_sync -- golden swapped dragonflies, with broadcasts among the packets,
 * against networks of reference switches, link by link. */
#include "run/machine/golden.h"

#include "base/bits.h"
#include "tests/unit/reference_network.h"

enum { PACKETS = 1 << 16 }; /* room for all copies */

static struct route_out vector_holds(const struct route_in *in)
{
  return reference_sync_vector(in, true);
}

static struct route_out vector_free(const struct route_in *in)
{
  return reference_sync_vector(in, false);
}

static struct route_out levels(const struct route_in *in)
{
  return reference_sync_levels(in, true);
}

static struct route_out table_holds(const struct route_in *in)
{
  return reference_sync_table(in, true);
}

static struct route_out table_free(const struct route_in *in)
{
  return reference_sync_table(in, false);
}

struct sync_routing {
  const char *name;
  reference_route *route;
  uint32_t priority_bits;
  bool vectors;
  bool levels; /* of vectors: some packets are privileged, and the lowest VC goes first */
};

static const struct sync_routing sync_routings[] = {
    {"source-vector", vector_holds, 0, true, false},
    {"source-vector,holds=0", vector_free, 0, true, false},
    {"source-vector,queue=lifo", vector_holds, 1, true, false},
    {"two-levels", levels, 0, true, true},
    {"valiant,b=5", table_holds, 0, false, false},
    {"valiant,b=5,holds=0", table_free, 0, false, false},
};

enum { ROUTINGS = sizeof sync_routings / sizeof sync_routings[0] };

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {1, 4}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* A packet for anywhere, by any path of the page; with vectors, one in eight is a
 * broadcast. */
static uint64_t plain_header(struct rng *rng, const uint32_t *size, bool vectors,
                             uint32_t source)
{
  const uint32_t switches = size[0] * size[1] * size[1];
  struct reference_router from = reference_router_of(size, source);
  struct reference_router to =
      reference_router_of(size, (uint32_t)rng_below(rng, switches));

  if (vectors && rng_below(rng, 8) == 0)
    return reference_join(REFERENCE_VECTOR, size,
                          (uint32_t[]){0, 0, 0, 3, 1, (uint32_t)rng_below(rng, 2)});
  if (vectors)
    return reference_vector(size, 3 + (uint32_t)rng_below(rng, 2), from, to);
  return reference_destination(size, 3 + (uint32_t)rng_below(rng, 3), from, to,
                               (uint32_t)rng_below(rng, size[0]),
                               (uint32_t)rng_below(rng, size[1]));
}

/* With two levels, one in three is privileged. */
static uint64_t random_header(struct rng *rng, const uint32_t *size,
                              const struct sync_routing *routing, uint32_t source)
{
  const bool privileged = routing->levels && rng_below(rng, 3) == 0;

  return plain_header(rng, size, routing->vectors, source) +
         (privileged ? reference_headers(REFERENCE_VECTOR, size) : 0);
}

struct setting {
  const struct sync_routing *routing;
  const uint32_t *size;
  uint32_t lanes, vcs, depth, percent;
  uint64_t seed;
};

/* How often what is rare has happened. */
struct seen {
  uint64_t ejected;
  uint64_t copied; /* packets taken for several queues */
  uint64_t read;   /* ejected and sent on at once */
  uint64_t held;   /* packets with several queues that were kept */
};

static void count_seen(struct seen *seen, const struct reference_network *net)
{
  for (uint32_t s = 0; s < net->shape.switches; s++)
    for (uint32_t c = 0; c < net->sw[s].channels; c++) {
      const struct reference_switch *r = &net->sw[s];
      bool several = r->in_full[c] && bits_count(r->queues[c]) > 1;

      seen->ejected += r->eject_valid[c];
      seen->read += r->eject_valid[c] && r->taken[c];
      seen->copied += r->taken[c] && several;
      seen->held += !r->in_ready[c] && several;
    }
}

static size_t random_injections(struct injection *injections,
                                const struct reference_network *net,
                                const struct setting *set, struct rng *rng,
                                uint64_t *number)
{
  const uint32_t lanes = set->lanes ? set->lanes : net->shape.ports;
  size_t count = 0;

  for (uint32_t s = 0; s < net->shape.switches; s++)
    for (uint32_t lane = 0; lane < lanes; lane++)
      if (net->sw[s].in_ready[reference_lane(net, lane)] &&
          rng_below(rng, 100) < set->percent)
        injections[count++] = (struct injection){
            .at = s,
            .lane = lane,
            .packet = {.header = random_header(rng, set->size, set->routing, s),
                       .data = ++*number}};
  return count;
}

static void open_both(const struct setting *set, struct network *network,
                      struct reference_network **net)
{
  char spec[TOPOLOGY_SPEC];
  struct err err;

  snprintf(spec, sizeof spec, "d3:%u,%u", set->size[0], set->size[1]);
  network->topology = topology_of(spec);
  network->shape =
      shape_of(&network->topology, set->routing->name, set->lanes, set->depth, 64);
  network->shape.vcs = set->vcs;
  network_start(network, PACKETS);
  assert_true(network->golden.ops->reset(network->golden.self, set->seed, &err));
  *net = reference_network_open(&(struct reference_shape){
      .size = set->size,
      .switches = set->size[0] * set->size[1] * set->size[1],
      .ports = set->size[0] + set->size[1] + 1,
      .lanes = set->lanes,
      .vcs = set->vcs,
      .depth = set->depth,
      .priority_bits = set->routing->priority_bits,
      .arbiter = set->routing->priority_bits > 0 ? 2 : set->routing->levels,
      .route = set->routing->route});
  reference_network_reset(*net, set->seed);
}

/* Packets start for as long as `starting`, then the network drains or is stuck; without
 * lanes they start in cycle 0. */
static void compare(const struct setting *set, struct seen *seen)
{
  enum { STARTING = 40, CYCLES = 70 };
  static struct injection injections[REFERENCE_SWITCHES * REFERENCE_CHANNELS];
  struct reference_network *net;
  struct network network;
  struct rng rng = rng_seed(set->seed, 0);
  uint64_t number = 0;

  open_both(set, &network, &net);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    char where[192];
    bool starts = set->lanes ? cycle < STARTING : cycle == 0;

    snprintf(where, sizeof where,
             "d3:%u,%u %s lanes %u VCs %u depth %u load %u%% seed %" PRIu64 " cycle %u",
             set->size[0], set->size[1], set->routing->name, set->lanes, set->vcs,
             set->depth, set->percent, set->seed, cycle);
    reference_check(net, &network.golden, where);
    count_seen(seen, net);
    size_t count = starts ? random_injections(injections, net, set, &rng, &number) : 0;
    machine_tick(
        &network.golden,
        &(struct stimulus){.injections = injections, .injection_count = count, .phase = 0});
    reference_clock(net, injections, count, false);
  }
  network_close(&network);
  free(net);
}

TEST(test_equals_the_reference_on_every_link)
{
  static const uint32_t loads[] = {100, 40, 10};

  for (size_t i = 0; i < ROUTINGS; i++) {
    struct setting set = {.routing = &sync_routings[i]};
    struct seen seen = {.ejected = 0};

    for (size_t j = 0; j < SIZES; j++)
      for (set.vcs = 1; set.vcs <= 4; set.vcs++)
        for (set.depth = 0; set.depth <= 3; set.depth++)
          for (uint64_t seed = 0; seed < fewer_with_sanitizers(3, 1); seed++) {
            set.size = sizes[j];
            set.lanes = (uint32_t)(seed + j) % 3;
            set.percent = loads[(seed + set.depth) % 3];
            set.seed = 1000 * j + 10 * set.vcs + seed;
            compare(&set, &seen);
          }
    CHECK(seen.ejected > 20000 &&
              (!set.routing->vectors ||
               (seen.copied > 5000 && seen.read > 100 && seen.held > 5000)),
          "%s: ejected %" PRIu64 ", copied %" PRIu64 ", read on the way %" PRIu64
          ", copies held %" PRIu64,
          set.routing->name, seen.ejected, seen.copied, seen.read, seen.held);
  }
}

/* A broadcast alone: all read it at once, four cycles after it was offered; with skip_self
 * the drawer of its source does so two cycles before. */
TEST(test_a_broadcast_alone)
{
  for (size_t j = 0; j < SIZES; j++) {
    const uint32_t m = sizes[j][1], switches = sizes[j][0] * m * m;
    struct setting set = {
        .routing = &sync_routings[0], .size = sizes[j], .lanes = 1, .vcs = 1, .depth = 1};

    for (uint32_t code = 0; code < 2 * switches; code++) {
      const uint32_t source = code / 2, skip = code % 2;
      struct injection injection = {.at = source,
                                    .packet.header =
                                        reference_join(REFERENCE_VECTOR, set.size,
                                                       (uint32_t[]){0, 0, 0, 3, 1, skip})};
      struct reference_network *net;
      struct network network;

      open_both(&set, &network, &net);
      free(net);
      for (uint32_t cycle = 0; cycle < 8; cycle++) {
        const struct machine *golden = &network.golden;
        struct links links = golden->ops->links(golden->self);

        for (uint32_t s = 0; s < switches; s++) {
          bool early = skip && s / m == source / m;

          CHECK(bits_count(links.eject[s]) == (cycle == (early ? 2 : 4)),
                "d3:%u,%u source %u skip_self %u: switch %u reads %#" PRIx64 " in cycle %u",
                set.size[0], m, source, skip, s, links.eject[s], cycle);
        }
        machine_tick(golden, &(struct stimulus){.injections = &injection,
                                                .injection_count = cycle == 0});
      }
      network_close(&network);
    }
  }
}
