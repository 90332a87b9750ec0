/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_network -- hypercubes and swapped dragonflies of reference switches, and the
 * route units of the hypercube again, from docs/switches/ alone: loops over the address
 * bits.
 */
#ifndef LOCKHOP_TESTS_REFERENCE_NETWORK_H
#define LOCKHOP_TESTS_REFERENCE_NETWORK_H

#include "tests/unit/device.h"
#include "tests/unit/reference_sync.h"

#include "run/machine/seeds.h"

/* --- route units --- */

static inline struct route_out reference_two_phase(const struct route_in *in, bool sync)
{
  uint64_t size = UINT64_C(1) << in->ports;
  uint64_t immediate = in->header % size, final = in->header / size;
  bool wait = sync && immediate == in->here && final != in->here;
  struct route_out out;

  if (wait && !in->phase)
    return (struct route_out){.wait = true, .header = in->header, .priority = 1};
  if (immediate == in->here)
    immediate = final;
  out = reference_bitfix(&(struct route_in){.here = in->here, .header = immediate});
  out.header = final * size + immediate;
  out.wait = wait;
  out.priority = immediate != final;
  out.vc = !sync && immediate == final;
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
      return (struct route_out){.ports = UINT64_C(1) << i,
                                .header = mask * size + destination,
                                .priority = mask != 0};
    }
  if (mask != 0 && forced)
    return (struct route_out){
        .ports = UINT64_C(1) << reference_alternate(in->random, in->ports, shared),
        .header = destination,
        .vc = 1};
  out = reference_bitfix(&(struct route_in){.here = in->here, .header = destination});
  out.vc = forced ? 2 : 1;
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

/* One dimension after the other: number `taken` of the mask is up in step `taken`. */
static inline struct route_out reference_steps(const struct route_in *in)
{
  uint64_t size = UINT64_C(1) << in->ports;
  uint64_t destination = in->header % size, mask = in->header / size;
  uint32_t taken = 0;
  struct route_out out;

  for (uint32_t i = 0; i < in->ports; i++) {
    if (!(mask >> i & 1))
      continue;
    if (in->random >> i & 1)
      return (struct route_out){.ports = UINT64_C(1) << i,
                                .header = (mask >> (i + 1) << (i + 1)) * size + destination,
                                .priority = mask >> (i + 1) != 0};
    if (taken++ == in->random >> 27)
      return (struct route_out){.header = in->header, .priority = 1};
  }
  out = reference_bitfix(&(struct route_in){.here = in->here, .header = destination});
  out.vc = 1;
  return out;
}

/* A routing as the pages of the variants have it. */
struct reference_routing {
  const char *name;
  reference_route *route;
  uint32_t fields; /* of n bits, in the header */
  uint32_t priority_bits, random;
  uint32_t vcs; /* for freedom from deadlock */
  bool phases;  /* the phase matters */
};

enum { REFERENCE_ROUTINGS = 9 };

static const struct reference_routing reference_routings[REFERENCE_ROUTINGS] = {
    {"deterministic", reference_bitfix, 1, 0, 0, 1, false},
    {"rand-sync", reference_sync, 2, 0, 0, 1, true},
    {"rand-trans", reference_transient, 2, 0, 0, 2, false},
    {"rand-trans-ooo", reference_transient, 2, 1, 0, 2, false},
    {"drand-trans-ooo", reference_forced, 2, 1, 1, 3, false},
    {"drand-trans-ooo,random=shared", reference_forced_shared, 2, 1, 2, 3, false},
    {"drand-trans-ooo,forced=0", reference_free, 2, 1, 1, 2, false},
    {"drand-trans-ooo,forced=0,random=shared", reference_free, 2, 1, 2, 2, false},
    {"drand-steps", reference_steps, 2, 1, 3, 2, false},
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

/* --- the network --- */

enum { REFERENCE_SWITCHES = 18 };

/* The shape of one; `size` is K, M of d3:K,M, or of hypercube:n NULL. */
struct reference_shape {
  const uint32_t *size;
  uint32_t switches, ports, lanes, vcs;
  uint32_t depth, places, priority_bits, random; /* of a switch */
  uint32_t arbiter;
  uint32_t sends;
  uint32_t one_push;
  reference_route *route;
};

struct reference_network {
  struct reference_shape shape;
  struct reference_switch sw[REFERENCE_SWITCHES];
  uint32_t queue_max; /* largest queue, after a cycle's pushes, so far */
};

static inline void reference_network_reset(struct reference_network *net, uint64_t seed)
{
  net->queue_max = 0;
  for (uint32_t s = 0; s < net->shape.switches; s++) {
    uint64_t seeds[REFERENCE_CHANNELS];

    for (uint32_t i = 0; i < REFERENCE_CHANNELS; i++)
      seeds[i] = seeds_word(seed, s, i);
    reference_reset(&net->sw[s], seeds);
    reference_comb(&net->sw[s]);
  }
}

/* To be freed. */
static inline struct reference_network *
reference_network_open(const struct reference_shape *shape)
{
  struct reference_network *net = calloc(1, sizeof *net);

  assert_non_null(net);
  assert_true(shape->switches <= REFERENCE_SWITCHES);
  net->shape = *shape;
  for (uint32_t s = 0; s < shape->switches; s++) {
    struct reference_switch *sw = &net->sw[s];

    sw->ports = shape->ports;
    sw->vcs = shape->vcs;
    sw->channels = shape->ports * shape->vcs + shape->lanes;
    sw->here = s;
    if (shape->size)
      sw->here = (uint32_t)reference_here(shape->size, reference_router_of(shape->size, s));
    sw->depth = shape->depth;
    sw->places = shape->places;
    sw->priority_bits = shape->priority_bits;
    sw->arbiter = shape->arbiter;
    sw->sends = shape->sends;
    sw->one_push = shape->one_push;
    sw->random = shape->random;
    sw->size = shape->size;
    sw->route = shape->route;
  }
  return net;
}

/* Where a port leads to: in a hypercube port p of switch s to port p of s ^ 2^p. */
static inline uint32_t reference_far(const struct reference_network *net, uint32_t s,
                                     uint32_t port, uint32_t *far_port)
{
  const uint32_t *size = net->shape.size;

  *far_port = port;
  return size ? reference_number(size, reference_across(size, reference_router_of(size, s),
                                                        port, far_port))
              : s ^ 1u << port;
}

/* The channel in which packets of a lane start; without lanes, in ports, of VC 0. */
static inline uint32_t reference_lane(const struct reference_network *net, uint32_t lane)
{
  return net->shape.lanes ? net->shape.ports * net->shape.vcs + lane
                          : lane * net->shape.vcs;
}

/* `stalled`: of each switch, bit q: nothing of queue q crosses its link; may be NULL. */
static inline void reference_clock_stalled(struct reference_network *net,
                                           const struct injection *injections, size_t count,
                                           uint32_t phase, const uint64_t *stalled)
{
  static bool in_valid[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  static bool out_ready[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  static struct reference_packet in[REFERENCE_SWITCHES][REFERENCE_CHANNELS];
  const uint32_t vcs = net->shape.vcs, queues = net->shape.ports * vcs;

  memset(in_valid, 0, net->shape.switches * sizeof in_valid[0]);
  for (uint32_t s = 0; s < net->shape.switches; s++)
    for (uint32_t q = 0; q < queues; q++) {
      uint32_t far_port, far = reference_far(net, s, q / vcs, &far_port);
      uint32_t channel = far_port * vcs + q % vcs;

      in_valid[far][channel] = net->sw[s].out_valid[q];
      in[far][channel] = *reference_shown(&net->sw[s], q);
      in[far][channel].hops++;
      out_ready[s][q] = net->sw[far].in_ready[channel];
      if (stalled && stalled[s] >> q & 1)
        in_valid[far][channel] = out_ready[s][q] = false;
    }
  for (size_t i = 0; i < count; i++) {
    uint32_t channel = reference_lane(net, injections[i].lane);

    in_valid[injections[i].at][channel] = true;
    in[injections[i].at][channel] =
        (struct reference_packet){.packet = injections[i].packet, .hops = 0};
  }
  for (uint32_t s = 0; s < net->shape.switches; s++)
    reference_edge(&net->sw[s], in_valid[s], in[s], out_ready[s], phase);
  for (uint32_t s = 0; s < net->shape.switches; s++) {
    reference_comb(&net->sw[s]);
    for (uint32_t q = 0; q < queues; q++)
      if (net->sw[s].count[q] + net->sw[s].pushes[q] > net->queue_max)
        net->queue_max = net->sw[s].count[q] + net->sw[s].pushes[q];
  }
}

static inline void reference_clock(struct reference_network *net,
                                   const struct injection *injections, size_t count,
                                   uint32_t phase)
{
  reference_clock_stalled(net, injections, count, phase, NULL);
}

/* --- a machine beside it --- */

static inline void reference_check_packet(struct packet is, struct packet to_be,
                                          const char *what, uint32_t s, uint32_t place,
                                          const char *where)
{
  CHECK(is.header == to_be.header && is.data == to_be.data,
        "%s: switch %u %s %u shows packet %" PRIu64 " header %#" PRIx64 ", not %" PRIu64
        " header %#" PRIx64,
        where, s, what, place, is.data, is.header, to_be.data, to_be.header);
}

static inline void reference_check_queues(const struct reference_network *net,
                                          const struct machine *m,
                                          const struct links *links, uint32_t s,
                                          const char *where)
{
  const struct reference_switch *r = &net->sw[s];
  const uint32_t vcs = net->shape.vcs, queues = net->shape.ports * vcs;

  CHECK(links->valid[s] >> queues == 0, "%s: switch %u: valid beyond the queues", where, s);
  for (uint32_t q = 0; q < queues; q++) {
    CHECK((links->valid[s] >> q & 1) == r->out_valid[q],
          "%s: switch %u valid[%u] is not %d", where, s, q, r->out_valid[q]);
    CHECK(m->ops->queue_count(m->self, s, q) == r->count[q] + r->pushes[q],
          "%s: switch %u queue %u holds %u, not %u", where, s, q,
          m->ops->queue_count(m->self, s, q), r->count[q] + r->pushes[q]);
    if (r->out_valid[q])
      reference_check_packet(m->ops->out_packet(m->self, s, q / vcs),
                             reference_shown(r, q)->packet, "queue", s, q, where);
  }
}

static inline void reference_check_channels(const struct reference_network *net,
                                            const struct machine *m,
                                            const struct links *links, uint32_t s,
                                            const char *where)
{
  const struct reference_switch *r = &net->sw[s];

  CHECK((links->ready[s] | links->eject[s]) >> r->channels == 0,
        "%s: switch %u: ready or eject beyond the channels", where, s);
  for (uint32_t c = 0; c < r->channels; c++) {
    uint32_t waits = reference_wanted(r, c);

    CHECK((links->ready[s] >> c & 1) == r->in_ready[c], "%s: switch %u ready[%u] is not %d",
          where, s, c, r->in_ready[c]);
    CHECK((links->eject[s] >> c & 1) == r->eject_valid[c],
          "%s: switch %u eject[%u] is not %d", where, s, c, r->eject_valid[c]);
    CHECK(m->ops->waits_for(m->self, s, c) == waits,
          "%s: switch %u channel %u waits for %u, not %u", where, s, c,
          m->ops->waits_for(m->self, s, c), waits);
    if (!r->eject_valid[c])
      continue;
    reference_check_packet(m->ops->eject_packet(m->self, s, c), r->eject_packet[c].packet,
                           "channel", s, c, where);
    CHECK(m->ops->eject_hops(m->self, s, c) == r->eject_packet[c].hops,
          "%s: switch %u channel %u: %u hops, not %u", where, s, c,
          m->ops->eject_hops(m->self, s, c), r->eject_packet[c].hops);
  }
}

/* Every switch that shows something is in the list, and each once, in order. */
static inline void reference_check_active(const struct reference_network *net,
                                          const struct links *links, const char *where)
{
  size_t i = 0;

  for (uint32_t s = 0; s < net->shape.switches; s++) {
    const struct reference_switch *r = &net->sw[s];
    bool shows = false;

    for (uint32_t q = 0; q < net->shape.ports * net->shape.vcs; q++)
      shows = shows || r->out_valid[q];
    for (uint32_t c = 0; c < r->channels; c++)
      shows = shows || r->eject_valid[c] || !r->in_ready[c];
    CHECK(!shows || (i < links->active_count && links->active[i] == s),
          "%s: switch %u is not active", where, s);
    i += i < links->active_count && links->active[i] == s;
  }
  CHECK(i == links->active_count, "%s: %zu active switches, of which %zu are none", where,
        links->active_count, links->active_count - i);
}

/* Does the machine show in this cycle what the reference does? */
static inline void reference_check(const struct reference_network *net,
                                   const struct machine *m, const char *where)
{
  struct links links = m->ops->links(m->self);

  for (uint32_t s = 0; s < net->shape.switches; s++) {
    reference_check_queues(net, m, &links, s, where);
    reference_check_channels(net, m, &links, s, where);
  }
  reference_check_active(net, &links, where);
  CHECK(m->ops->queue_max(m->self) == net->queue_max, "%s: queue_max %u, not %u", where,
        m->ops->queue_max(m->self), net->queue_max);
}

#endif
