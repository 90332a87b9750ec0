/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden -- golden networks against a network of reference switches, link by link. */
#include "network/golden.h"

#include "base/bits.h"
#include "tests/unit/reference_switch.h"

#include <stdlib.h>

enum { DIMENSIONS_MAX = 4, SWITCHES_MAX = 16, INJECTIONS_MAX = 4096 };

/* --- the reference network: port p of switch s leads to channel p of s ^ 2^p --- */

struct reference_network {
  uint32_t n, switches, lanes;
  struct reference_switch sw[SWITCHES_MAX];
  uint32_t queue_max; /* largest queue, after a cycle's pushes, so far */
};

static struct reference_network *reference_open(uint32_t n, uint32_t lanes, uint32_t depth)
{
  struct reference_network *net = calloc(1, sizeof *net);

  assert_non_null(net);
  net->n = n;
  net->switches = 1u << n;
  net->lanes = lanes;
  for (uint32_t s = 0; s < net->switches; s++) {
    net->sw[s].ports = n;
    net->sw[s].channels = n + lanes;
    net->sw[s].here = s;
    net->sw[s].depth = depth;
    net->sw[s].route = reference_bitfix;
    reference_comb(&net->sw[s]);
  }
  return net;
}

static void reference_clock(struct reference_network *net,
                            const struct injection *injections, size_t count)
{
  static bool in_valid[SWITCHES_MAX][REFERENCE_CHANNELS];
  static bool out_ready[SWITCHES_MAX][REFERENCE_CHANNELS];
  static struct reference_packet in[SWITCHES_MAX][REFERENCE_CHANNELS];

  memset(in_valid, 0, sizeof in_valid);
  for (uint32_t s = 0; s < net->switches; s++)
    for (uint32_t p = 0; p < net->n; p++) {
      uint32_t far = s ^ 1u << p;

      in_valid[far][p] = net->sw[s].out_valid[p];
      in[far][p] = net->sw[s].memory[p][0];
      in[far][p].hops++;
      out_ready[s][p] = net->sw[far].in_ready[p];
    }
  for (size_t i = 0; i < count; i++) {
    uint32_t channel = (net->lanes ? net->n : 0) + injections[i].lane;

    in_valid[injections[i].at][channel] = true;
    in[injections[i].at][channel] =
        (struct reference_packet){.packet = injections[i].packet, .hops = 0};
  }
  for (uint32_t s = 0; s < net->switches; s++)
    reference_edge(&net->sw[s], in_valid[s], in[s], out_ready[s]);
  for (uint32_t s = 0; s < net->switches; s++) {
    reference_comb(&net->sw[s]);
    for (uint32_t p = 0; p < net->n; p++)
      if (net->sw[s].count[p] + net->sw[s].pushes[p] > net->queue_max)
        net->queue_max = net->sw[s].count[p] + net->sw[s].pushes[p];
  }
}

/* --- comparison --- */

static void check_packet(struct packet is, struct packet to_be, const char *what,
                         uint32_t s, uint32_t place, const char *where)
{
  CHECK(is.header == to_be.header && is.data == to_be.data,
        "%s: switch %u %s %u shows packet %" PRIu64 " to %" PRIu64 ", not %" PRIu64
        " to %" PRIu64,
        where, s, what, place, is.data, is.header, to_be.data, to_be.header);
}

static void check_ports(const struct machine *m, const struct links *links,
                        const struct reference_network *net, uint32_t s, const char *where)
{
  const struct reference_switch *r = &net->sw[s];

  CHECK(links->valid[s] >> net->n == 0, "%s: switch %u: valid beyond the ports", where, s);
  for (uint32_t p = 0; p < net->n; p++) {
    CHECK((links->valid[s] >> p & 1) == r->out_valid[p],
          "%s: switch %u valid[%u] is not %d", where, s, p, r->out_valid[p]);
    CHECK(m->ops->queue_count(m->self, s, p) == r->count[p] + r->pushes[p],
          "%s: switch %u queue %u holds %u, not %u", where, s, p,
          m->ops->queue_count(m->self, s, p), r->count[p] + r->pushes[p]);
    if (r->out_valid[p])
      check_packet(m->ops->out_packet(m->self, s, p), r->memory[p][0].packet, "port", s, p,
                   where);
  }
}

static void check_channels(const struct machine *m, const struct links *links,
                           const struct reference_network *net, uint32_t s,
                           const char *where)
{
  const struct reference_switch *r = &net->sw[s];

  CHECK((links->ready[s] | links->eject[s]) >> r->channels == 0,
        "%s: switch %u: ready or eject beyond the channels", where, s);
  for (uint32_t c = 0; c < r->channels; c++) {
    uint32_t waits = r->in_ready[c] ? UINT32_MAX : r->wanted[c];

    CHECK((links->ready[s] >> c & 1) == r->in_ready[c], "%s: switch %u ready[%u] is not %d",
          where, s, c, r->in_ready[c]);
    CHECK((links->eject[s] >> c & 1) == r->eject_valid[c],
          "%s: switch %u eject[%u] is not %d", where, s, c, r->eject_valid[c]);
    CHECK(m->ops->waits_for(m->self, s, c) == waits,
          "%s: switch %u channel %u waits for %u, not %u", where, s, c,
          m->ops->waits_for(m->self, s, c), waits);
    if (!r->eject_valid[c])
      continue;
    check_packet(m->ops->eject_packet(m->self, s, c), r->eject_packet[c].packet, "channel",
                 s, c, where);
    CHECK(m->ops->eject_hops(m->self, s, c) == r->eject_packet[c].hops,
          "%s: switch %u channel %u: %u hops, not %u", where, s, c,
          m->ops->eject_hops(m->self, s, c), r->eject_packet[c].hops);
  }
}

static void check_same(const struct machine *m, const struct reference_network *net,
                       const char *where)
{
  struct links links = m->ops->links(m->self);

  for (uint32_t s = 0; s < net->switches; s++) {
    check_ports(m, &links, net, s, where);
    check_channels(m, &links, net, s, where);
  }
  CHECK(m->ops->queue_max(m->self) == net->queue_max, "%s: queue_max %u, not %u", where,
        m->ops->queue_max(m->self), net->queue_max);
}

/* Packets for the channels that the reference shows ready, each offered with `percent`. */
static size_t random_injections(struct injection *injections,
                                const struct reference_network *net, struct rng *rng,
                                uint32_t percent, uint64_t *number)
{
  uint32_t first = net->lanes ? net->n : 0, lanes = net->lanes ? net->lanes : net->n;
  size_t count = 0;

  for (uint32_t s = 0; s < net->switches; s++)
    for (uint32_t lane = 0; lane < lanes; lane++)
      if (net->sw[s].in_ready[first + lane] && rng_below(rng, 100) < percent)
        injections[count++] = (struct injection){
            .at = s,
            .lane = lane,
            .packet = {.header = rng_below(rng, net->switches), .data = ++*number}};
  return count;
}

/* Packets start for as long as `starting`, then the network drains; without lanes they
 * start in cycle 0. */
static void compare(uint32_t n, uint32_t lanes, uint32_t depth, uint32_t percent,
                    uint64_t seed)
{
  enum { STARTING = 60, CYCLES = 160 };
  static struct injection injections[INJECTIONS_MAX];
  struct reference_network *net = reference_open(n, lanes, depth);
  struct network network;
  struct rng rng = rng_seed(seed, 0);
  uint64_t number = 0;

  network_open(&network, n, lanes, depth, INJECTIONS_MAX);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    char where[128];
    bool starts = lanes ? cycle < STARTING : cycle == 0;

    snprintf(where, sizeof where,
             "hypercube:%u lanes %u depth %u load %u%% seed %" PRIu64 " cycle %u", n, lanes,
             depth, percent, seed, cycle);
    check_same(&network.golden, net, where);
    size_t count = starts ? random_injections(injections, net, &rng, percent, &number) : 0;
    network.golden.ops->tick(network.golden.self, injections, count);
    reference_clock(net, injections, count);
  }
  CHECK(number > 0 || percent < 50, "seed %" PRIu64 ": nothing was injected", seed);
  network_close(&network);
  free(net);
}

static void test_equals_the_reference_on_every_link(void **state)
{
  static const uint32_t loads[] = {100, 60, 15};

  (void)state;
  for (uint32_t n = 1; n <= DIMENSIONS_MAX; n++)
    for (uint32_t lanes = 0; lanes <= n; lanes++)
      for (uint32_t depth = 0; depth <= 3; depth++)
        for (uint64_t seed = 0; seed < 6; seed++)
          compare(n, lanes, depth, loads[seed % 3], seed + 10 * n + 100 * lanes);
}

static void test_short_memory_is_told(void **state)
{
  struct topology t = topology_of("hypercube:16");
  struct shape shape = {.topology = &t,
                        .routing = &t.row->routings[0],
                        .lanes = 16,
                        .format = {.header_bits = 16, .data_bits = 64}};
  struct machine machine;
  struct err err = {.kind = ERR_NONE};
  rlim_t old = limit_memory(1 << 22);
  bool opened = golden_open(&machine, &shape, 1 << 20, &err);

  (void)state;
  set_memory(old);
  assert_false(opened);
  check_error(&err, ERR_ENVIRONMENT, "hypercube:16", "hypercube:16");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equals_the_reference_on_every_link),
      cmocka_unit_test(test_short_memory_is_told),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
