/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_network -- hypercubes of reference switches, and the route units again, from
 * docs/switches/ alone: loops over the address bits.
 */
#ifndef LOCKHOP_TESTS_REFERENCE_NETWORK_H
#define LOCKHOP_TESTS_REFERENCE_NETWORK_H

#include "tests/unit/reference_switch.h"

#include "network/seeds.h"

/* --- route units --- */

static inline struct route_out reference_two_phase(const struct route_in *in, bool sync)
{
  uint64_t size = UINT64_C(1) << in->ports;
  uint64_t immediate = in->header % size, final = in->header / size;
  bool wait = sync && immediate == in->here && final != in->here;
  struct route_out out;

  if (wait && !in->phase)
    return (struct route_out){.wait = true, .header = in->header, .key = 1};
  if (immediate == in->here)
    immediate = final;
  out = reference_bitfix(&(struct route_in){.here = in->here, .header = immediate});
  out.header = final * size + immediate;
  out.wait = wait;
  out.key = immediate != final;
  out.way_class = !sync && immediate == final;
  return out;
}

static inline struct route_out reference_transient(const struct route_in *in)
{
  return reference_two_phase(in, false);
}

static inline struct route_out reference_sync(const struct route_in *in)
{
  return reference_two_phase(in, true);
}

static inline uint32_t reference_alternate(uint32_t word, uint32_t width, bool shared)
{
  if (shared)
    return word % (UINT32_C(1) << width) % width;
  return (word >> 20) * width / 4096;
}

static inline struct route_out reference_mask(const struct route_in *in, bool forced,
                                              bool shared)
{
  uint64_t size = UINT64_C(1) << in->ports;
  uint64_t destination = in->header % size, mask = in->header / size;
  struct route_out out;

  for (uint32_t i = 0; i < in->ports; i++)
    if ((mask >> i & 1) && (in->random >> i & 1)) {
      mask = mask >> (i + 1) << (i + 1);
      return (struct route_out){
          .ports = UINT64_C(1) << i, .header = mask * size + destination, .key = mask != 0};
    }
  if (mask != 0 && forced)
    return (struct route_out){
        .ports = UINT64_C(1) << reference_alternate(in->random, in->ports, shared),
        .header = destination,
        .way_class = 1};
  out = reference_bitfix(&(struct route_in){.here = in->here, .header = destination});
  out.way_class = forced ? 2 : 1;
  return out;
}

static inline struct route_out reference_forced(const struct route_in *in)
{
  return reference_mask(in, true, false);
}

static inline struct route_out reference_forced_shared(const struct route_in *in)
{
  return reference_mask(in, true, true);
}

/* Without the forced hop nothing depends on SHARED. */
static inline struct route_out reference_free(const struct route_in *in)
{
  return reference_mask(in, false, false);
}

/* A routing as the pages of the variants have it. */
struct reference_routing {
  const char *name;
  reference_route *route;
  uint32_t fields; /* of n bits, in the header */
  uint32_t key_bits, random;
  uint32_t classes; /* for freedom from deadlock */
  bool phases;      /* the phase matters */
};

enum { REFERENCE_ROUTINGS = 8 };

static const struct reference_routing reference_routings[REFERENCE_ROUTINGS] = {
    {"deterministic", reference_bitfix, 1, 0, 0, 1, false},
    {"rand-sync", reference_sync, 2, 0, 0, 1, true},
    {"rand-trans", reference_transient, 2, 0, 0, 2, false},
    {"rand-trans-ooo", reference_transient, 2, 1, 0, 2, false},
    {"drand-trans-ooo", reference_forced, 2, 1, 1, 3, false},
    {"drand-trans-ooo,random=shared", reference_forced_shared, 2, 1, 2, 3, false},
    {"drand-trans-ooo,forced=0", reference_free, 2, 1, 1, 2, false},
    {"drand-trans-ooo,forced=0,random=shared", reference_free, 2, 1, 2, 2, false},
};

/* A header with which a packet may start: `word` says where a first phase leads to. */
static inline uint64_t reference_header(const struct reference_routing *routing, uint32_t n,
                                        uint32_t destination, uint64_t word)
{
  uint64_t size = UINT64_C(1) << n;

  if (routing->fields == 1)
    return destination;
  if (routing->random == 0)
    return destination * size + word % size;
  return (size - 1) * size + destination;
}

/* --- the network: port p of switch s leads to port p of s ^ 2^p --- */

enum { REFERENCE_SWITCHES = 16 };

struct reference_network {
  uint32_t n, switches, lanes, classes;
  const struct reference_routing *routing;
  struct reference_switch sw[REFERENCE_SWITCHES];
  uint32_t queue_max; /* largest queue, after a cycle's pushes, so far */
};

static inline void reference_network_reset(struct reference_network *net, uint64_t seed)
{
  net->queue_max = 0;
  for (uint32_t s = 0; s < net->switches; s++) {
    uint64_t seeds[REFERENCE_CHANNELS];

    for (uint32_t i = 0; i < REFERENCE_CHANNELS; i++)
      seeds[i] = seeds_word(seed, s, i);
    reference_reset(&net->sw[s], seeds);
    reference_comb(&net->sw[s]);
  }
}

/* To be freed. */
static inline struct reference_network *
reference_network_open(const struct reference_routing *routing, uint32_t n, uint32_t lanes,
                       uint32_t classes, uint32_t depth, uint32_t places)
{
  struct reference_network *net = calloc(1, sizeof *net);

  assert_non_null(net);
  net->n = n;
  net->switches = 1u << n;
  net->lanes = lanes;
  net->classes = classes;
  net->routing = routing;
  for (uint32_t s = 0; s < net->switches; s++) {
    struct reference_switch *sw = &net->sw[s];

    sw->ports = n;
    sw->classes = classes;
    sw->channels = n * classes + lanes;
    sw->here = s;
    sw->depth = depth;
    sw->places = places;
    sw->key_bits = routing->key_bits;
    sw->random = routing->random;
    sw->route = routing->route;
  }
  return net;
}

/* The channel in which packets of a lane start; without lanes, in ports, of class 0. */
static inline uint32_t reference_lane(const struct reference_network *net, uint32_t lane)
{
  return net->lanes ? net->n * net->classes + lane : lane * net->classes;
}

static inline void reference_clock(struct reference_network *net,
                                   const struct injection *injections, size_t count,
                                   bool phase)
{
  static bool in_valid[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  static bool out_ready[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  static struct reference_packet in[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  uint32_t queues = net->n * net->classes;

  memset(in_valid, 0, sizeof in_valid);
  for (uint32_t s = 0; s < net->switches; s++)
    for (uint32_t q = 0; q < queues; q++) {
      uint32_t far = s ^ 1u << q / net->classes;

      in_valid[far][q] = net->sw[s].out_valid[q];
      in[far][q] = *reference_shown(&net->sw[s], q);
      in[far][q].hops++;
      out_ready[s][q] = net->sw[far].in_ready[q];
    }
  for (size_t i = 0; i < count; i++) {
    uint32_t channel = reference_lane(net, injections[i].lane);

    in_valid[injections[i].at][channel] = true;
    in[injections[i].at][channel] =
        (struct reference_packet){.packet = injections[i].packet, .hops = 0};
  }
  for (uint32_t s = 0; s < net->switches; s++)
    reference_edge(&net->sw[s], in_valid[s], in[s], out_ready[s], phase);
  for (uint32_t s = 0; s < net->switches; s++) {
    reference_comb(&net->sw[s]);
    for (uint32_t q = 0; q < queues; q++)
      if (net->sw[s].count[q] + net->sw[s].pushes[q] > net->queue_max)
        net->queue_max = net->sw[s].count[q] + net->sw[s].pushes[q];
  }
}

#endif
