/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_switch -- docs/switch.md again, written for the tests from that page alone:
 * arrays instead of lists, one array per signal, nothing skipped because it is idle.  It is
 * slow and shares no code with the golden model.
 */
#ifndef LOCKHOP_TESTS_REFERENCE_SWITCH_H
#define LOCKHOP_TESTS_REFERENCE_SWITCH_H

#include "tests/unit/support.h"

#include "component/link_arbiter.h"
#include "switch/loop.h"

enum {
  REFERENCE_CHANNELS = 64,
  REFERENCE_PLACES = 512, /* of a queue without a limit */
  REFERENCE_STORE = 255
};

struct reference_packet {
  struct packet packet;
  uint32_t hops;     /* links crossed */
  uint32_t priority; /* in an output queue */
};

typedef struct route_out reference_route(const struct route_in *in);

struct reference_switch {
  /* parameters */
  uint32_t ports, vcs, channels, here;
  uint32_t depth; /* 0: no limit; then never more than REFERENCE_PLACES packets */
  uint32_t places, priority_bits, random; /* STORE, PRIORITY_BITS, RANDOM */
  bool fixed;                             /* ARBITER */
  uint32_t sends;                         /* SENDS */
  const uint32_t *size;                   /* of the network, for the route unit; or NULL */
  reference_route *route;
  /* registers */
  uint32_t phase;
  bool in_full[REFERENCE_CHANNELS];
  struct reference_packet in_packet[REFERENCE_CHANNELS];
  uint32_t count[REFERENCE_CHANNELS]; /* of queue port * VCs + VC */
  struct reference_packet memory[REFERENCE_CHANNELS][REFERENCE_PLACES]; /* oldest first */
  uint32_t stored;
  struct reference_packet store[REFERENCE_STORE + REFERENCE_CHANNELS]; /* oldest first */
  uint64_t lfsr[REFERENCE_CHANNELS]; /* [0] alone when shared */
  uint32_t word[REFERENCE_CHANNELS];
  bool blocked[REFERENCE_CHANNELS];
  uint32_t last[REFERENCE_CHANNELS]; /* of a port */
  uint32_t last_sent;                /* of the ports */
  /* outputs and wires of this cycle, made by reference_comb */
  bool in_ready[REFERENCE_CHANNELS];
  bool out_valid[REFERENCE_CHANNELS]; /* of a queue: at most one of a port */
  bool eject_valid[REFERENCE_CHANNELS];
  struct reference_packet eject_packet[REFERENCE_CHANNELS];
  bool taken[REFERENCE_CHANNELS];      /* by the router */
  bool waits[REFERENCE_CHANNELS];      /* goes to the store */
  bool leaves[REFERENCE_STORE];        /* a place of the store */
  bool ejects[REFERENCE_CHANNELS];     /* its route unit says eject */
  uint64_t queues[REFERENCE_CHANNELS]; /* those that a packet must go to, as a mask */
  uint32_t pushes[REFERENCE_CHANNELS];
  uint32_t first[REFERENCE_CHANNELS]; /* index in memory of what a queue shows */
};

static inline uint32_t reference_queues(const struct reference_switch *s)
{
  return s->ports * s->vcs;
}

/* bitfix as docs/switches/deterministic.md has it, by a loop over the address bits. */
static inline struct route_out reference_bitfix(const struct route_in *in)
{
  struct route_out out = {.eject = true, .ports = 0, .header = in->header};

  for (uint32_t bit = 32; bit-- > 0;)
    if ((in->here >> bit & 1) != (in->header >> bit & 1))
      out = (struct route_out){
          .eject = false, .ports = UINT64_C(1) << bit, .header = in->header};
  return out;
}

/* 32 shifts of the Galois register x^64 + x^4 + x^3 + x + 1, one by one. */
static inline uint64_t reference_advance(uint64_t state)
{
  for (uint32_t shift = 0; shift < 32; shift++)
    state = state >> 63 ? state << 1 ^ 0x1b : state << 1;
  return state;
}

/* The state after reset; seeds[channels], what seed_i showed for each LFSR. */
static inline void reference_reset(struct reference_switch *s, const uint64_t *seeds)
{
  s->phase = 0;
  s->stored = 0;
  memset(s->in_full, 0, sizeof s->in_full);
  memset(s->count, 0, sizeof s->count);
  memset(s->blocked, 0, sizeof s->blocked);
  memset(s->word, 0, sizeof s->word);
  for (uint32_t port = 0; port < s->ports; port++)
    s->last[port] = s->vcs - 1;
  s->last_sent = s->ports * s->vcs - 1;
  for (uint32_t channel = 0; seeds && channel < s->channels; channel++)
    s->lfsr[channel] = seeds[channel] == 0 ? 1 : seeds[channel];
}

static inline uint32_t reference_places(const struct reference_switch *s, uint32_t queue)
{
  uint32_t depth = s->depth ? s->depth : REFERENCE_PLACES;

  return depth - s->count[queue] - s->pushes[queue];
}

/* Step 1 for a packet: the answer of the route unit. */
static inline struct route_out reference_routed(const struct reference_switch *s,
                                                const struct reference_packet *packet,
                                                uint32_t word)
{
  return s->route(&(struct route_in){.here = s->here,
                                     .header = packet->packet.header,
                                     .random = word,
                                     .ports = s->ports,
                                     .phase = s->phase,
                                     .parameters = s->size});
}

/* The queues of a way's VC at the ports of its mask, as a mask. */
static inline uint64_t reference_queues_of(const struct reference_switch *s,
                                           const struct route_out *out)
{
  uint32_t own = out->vc >= s->vcs ? s->vcs - 1 : out->vc;
  uint64_t queues = 0;

  for (uint32_t port = 0; port < s->ports; port++)
    if (out->ports >> port & 1)
      queues |= UINT64_C(1) << (port * s->vcs + own);
  return queues;
}

/* Steps 3 and 4 for a packet that goes this way: is it taken? */
static inline bool reference_push(struct reference_switch *s, const struct route_out *out,
                                  struct reference_packet packet)
{
  const uint64_t queues = reference_queues_of(s, out);
  bool room = queues != 0;

  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (queues >> queue & 1)
      room = room && reference_places(s, queue) > 0;
  packet.packet.header = out->header;
  packet.priority = out->priority % (1u << s->priority_bits);
  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (room && (queues >> queue & 1))
      s->memory[queue][s->count[queue] + s->pushes[queue]++] = packet;
  return room;
}

/* Steps 1 to 4. */
static inline void reference_route_all(struct reference_switch *s)
{
  uint32_t stored = s->stored;

  for (uint32_t place = 0; place < s->stored; place++) {
    struct route_out out = reference_routed(s, &s->store[place], 0);

    assert_false(out.eject);
    s->leaves[place] = reference_push(s, &out, s->store[place]);
  }
  for (uint32_t c = 0; c < s->channels; c++) {
    if (!s->in_full[c])
      continue;
    struct route_out out = reference_routed(s, &s->in_packet[c], s->word[c]);

    s->eject_packet[c] = s->in_packet[c];
    s->eject_packet[c].packet.header = out.header;
    s->taken[c] = reference_push(s, &out, s->in_packet[c]);
    s->eject_valid[c] = out.eject && (out.ports == 0 || s->taken[c]);
    s->ejects[c] = out.eject;
    s->queues[c] = reference_queues_of(s, &out);
    s->waits[c] = out.wait && !s->taken[c] && stored < s->places;
    stored += s->waits[c];
  }
}

/* The queue that a packet kept in a channel waits for: of those that it must go to, the
 * lowest that is full; UINT32_MAX: none. */
static inline uint32_t reference_wanted(const struct reference_switch *s, uint32_t channel)
{
  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (!s->in_ready[channel] && (s->queues[channel] >> queue & 1) &&
        reference_places(s, queue) == 0)
      return queue;
  return UINT32_MAX;
}

/* What a queue shows: the oldest of those with the highest priority. */
static inline uint32_t reference_first(const struct reference_switch *s, uint32_t queue)
{
  uint32_t first = 0;

  for (uint32_t i = 0; i < s->count[queue] + s->pushes[queue]; i++)
    if (s->memory[queue][i].priority > s->memory[queue][first].priority)
      first = i;
  return first;
}

/* Which VC has the link of a port; `vcs`: none. */
static inline uint32_t reference_granted(const struct reference_switch *s, uint32_t port)
{
  bool valid[REFERENCE_CHANNELS], any = false;

  for (uint32_t k = 0; k < s->vcs; k++) {
    uint32_t queue = port * s->vcs + k;

    valid[k] = s->count[queue] + s->pushes[queue] > 0 && !s->blocked[queue];
    any = any || valid[k];
  }
  for (uint32_t k = 0; k < s->vcs && !any; k++)
    valid[k] = s->count[port * s->vcs + k] + s->pushes[port * s->vcs + k] > 0;
  for (uint32_t turn = 0; turn < s->vcs; turn++) {
    uint32_t k = s->fixed ? turn : (s->last[port] + 1 + turn) % s->vcs;

    if (valid[k])
      return k;
  }
  return s->vcs;
}

/* The limit of sends: does queue a come before queue b, of those that have their links? */
static inline bool reference_before(const struct reference_switch *s, uint32_t a,
                                    uint32_t b)
{
  const uint32_t queues = s->ports * s->vcs;
  const uint32_t of_a = s->memory[a][s->first[a]].priority;
  const uint32_t of_b = s->memory[b][s->first[b]].priority;

  if (s->blocked[a] != s->blocked[b])
    return s->blocked[b];
  if (s->priority_bits > 0 && of_a != of_b)
    return of_a > of_b;
  for (uint32_t turn = 0; turn < queues; turn++) {
    uint32_t queue = s->fixed ? turn : (s->last_sent + 1 + turn) % queues;

    if (queue == a || queue == b)
      return queue == a && a != b;
  }
  return false;
}

/* Of the queues that have their links, the first `sends`. */
static inline void reference_limit(struct reference_switch *s)
{
  bool granted[REFERENCE_CHANNELS];

  memcpy(granted, s->out_valid, sizeof granted);
  for (uint32_t queue = 0; queue < reference_queues(s); queue++) {
    uint32_t before = 0;

    for (uint32_t other = 0; granted[queue] && other < reference_queues(s); other++)
      before += granted[other] && reference_before(s, other, queue);
    s->out_valid[queue] = granted[queue] && before < s->sends;
  }
}

/* Everything that the switch shows in this cycle. */
static inline void reference_comb(struct reference_switch *s)
{
  memset(s->pushes, 0, sizeof s->pushes);
  memset(s->taken, 0, sizeof s->taken);
  memset(s->waits, 0, sizeof s->waits);
  memset(s->leaves, 0, sizeof s->leaves);
  memset(s->eject_valid, 0, sizeof s->eject_valid);
  reference_route_all(s);
  for (uint32_t queue = 0; queue < reference_queues(s); queue++) {
    s->first[queue] = reference_first(s, queue);
    s->out_valid[queue] = reference_granted(s, queue / s->vcs) == queue % s->vcs;
  }
  if (s->sends > 0)
    reference_limit(s);
  for (uint32_t channel = 0; channel < s->channels; channel++)
    s->in_ready[channel] = !s->in_full[channel] || s->eject_valid[channel] ||
                           s->taken[channel] || s->waits[channel];
}

/* What the port shows, whose queue is granted. */
static inline const struct reference_packet *
reference_shown(const struct reference_switch *s, uint32_t queue)
{
  return &s->memory[queue][s->first[queue]];
}

/* The last in the order of those that leave; the old one if none does. */
static inline uint32_t reference_last(const struct reference_switch *s,
                                      const bool *out_ready)
{
  uint32_t last = s->last_sent;
  bool any = false;

  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (s->out_valid[queue] && out_ready[queue] &&
        (!any || reference_before(s, last, queue))) {
      last = queue;
      any = true;
    }
  return last;
}

static inline void reference_edge_queues(struct reference_switch *s, const bool *out_ready)
{
  s->last_sent = reference_last(s, out_ready);
  for (uint32_t queue = 0; queue < reference_queues(s); queue++) {
    uint32_t pop = s->out_valid[queue] && out_ready[queue];
    uint32_t first = s->first[queue];

    s->count[queue] = s->count[queue] + s->pushes[queue] - pop;
    assert_true(s->count[queue] < REFERENCE_PLACES);
    if (pop) {
      memmove(s->memory[queue] + first, s->memory[queue] + first + 1,
              (s->count[queue] - first) * sizeof s->memory[queue][0]);
      s->last[queue / s->vcs] = queue % s->vcs;
    }
    s->blocked[queue] = !out_ready[queue];
  }
}

static inline void reference_edge_store(struct reference_switch *s)
{
  uint32_t kept = 0;

  for (uint32_t place = 0; place < s->stored; place++)
    if (!s->leaves[place])
      s->store[kept++] = s->store[place];
  for (uint32_t channel = 0; channel < s->channels; channel++)
    if (s->waits[channel])
      s->store[kept++] = s->in_packet[channel]; /* with the header it came with */
  s->stored = kept;
}

/* The rising edge: in_packets[channels] are offered where in_valid; out_ready[queues]; the
 * phase of the next cycle. */
static inline void reference_edge(struct reference_switch *s, const bool *in_valid,
                                  const struct reference_packet *in_packets,
                                  const bool *out_ready, uint32_t phase)
{
  bool any = false;

  reference_edge_queues(s, out_ready);
  reference_edge_store(s);
  for (uint32_t channel = 0; channel < s->channels; channel++)
    any = any || (in_valid[channel] && s->in_ready[channel]);
  if (s->random == 2 && any)
    s->lfsr[0] = reference_advance(s->lfsr[0]);
  for (uint32_t channel = 0; channel < s->channels; channel++) {
    if (in_valid[channel] && s->in_ready[channel]) {
      s->in_full[channel] = true;
      s->in_packet[channel] = in_packets[channel];
      if (s->random == 1)
        s->lfsr[channel] = reference_advance(s->lfsr[channel]);
      if (s->random > 0)
        s->word[channel] = (uint32_t)(s->lfsr[s->random == 1 ? channel : 0] >> 32);
    } else if (s->in_ready[channel]) {
      s->in_full[channel] = false;
    }
  }
  s->phase = phase;
}

/* --- one switch of the golden model --- */

/* Headers of the test's route units: the port in the low six bits, 63 to eject; above it
 * three bits of VC and eight of priority; bit 17: it may wait, and in phase 0 it must. */
enum {
  DEVICE_EJECT = 63,
  DEVICE_CLASS = 6,
  DEVICE_KEY = 9,
  DEVICE_WAIT = 17,
  DEVICE_FREE = 18, /* first bit that means nothing */
  DEVICE_WORDS = 1024
};

static inline struct route_out device_keep(const struct route_in *in)
{
  uint64_t port = in->header & 63;
  struct route_out out = {.header = in->header,
                          .vc = in->header >> DEVICE_CLASS & 7,
                          .priority = (uint8_t)(in->header >> DEVICE_KEY)};

  out.eject = port == DEVICE_EJECT;
  out.wait = !out.eject && (in->header >> DEVICE_WAIT & 1);
  out.ports = out.eject || (out.wait && !in->phase) ? 0 : UINT64_C(1) << port;
  return out;
}

/* The same, and the header counts the times that the packet was routed, in steps of here;
 * but not where it must wait. */
static inline struct route_out device_count(const struct route_in *in)
{
  struct route_out out = device_keep(in);

  if (out.eject || out.ports)
    out.header += (in->here + 1) << DEVICE_FREE;
  return out;
}

/* The same as the first, but the random word turns the port, VC and priority. */
static inline struct route_out device_random(const struct route_in *in)
{
  struct route_out out = device_keep(in);

  if (out.ports)
    out.ports = UINT64_C(1) << ((in->header & 63) + (in->random & 0xffff)) % in->ports;
  out.vc = (out.vc + (in->random >> 16)) & 7;
  out.priority ^= (uint8_t)(in->random >> 24);
  return out;
}

/* A mask of any ports, made of the bits that mean nothing above; of the packets that do not
 * wait, some are ejected as well.  Some go nowhere as long as the phase is 0. */
static inline struct route_out device_spread(const struct route_in *in)
{
  struct route_out out = device_keep(in);
  uint64_t word = rng_mix(in->header >> DEVICE_FREE ^ (uint64_t)in->random << 32);
  const uint64_t some = rng_mix(word), few = some & rng_mix(some);
  const uint64_t masks[] = {out.ports, out.ports | few, some, ~UINT64_C(0)};

  if (!in->phase && (out.wait || word % 32 == 0)) {
    out.ports = 0;
  } else if (!out.eject || word >> 8 & 1) {
    out.ports = masks[word >> 16 & 3] & bits_mask(in->ports);
    if (out.ports == 0)
      out.ports = 1;
    out.eject = out.eject || (!out.wait && (word >> 24 & 3) == 0);
  }
  if (out.eject || out.ports)
    out.header += (in->here + 1) << DEVICE_FREE;
  return out;
}

/* A switch with the clock edge that a network gives it. */
struct device {
  struct route_unit unit;
  struct switch_bank bank;
  uint64_t blocked;
};

static inline void device_loop(struct switch_bank *bank, const uint32_t *active,
                               size_t count)
{
  switch_loop(bank, active, count, bank->config.unit->comb);
}

/* The C switch of the same parameters and seeds, after reset. */
static inline void device_open(struct device *d, const struct reference_switch *r,
                               const char *name)
{
  memset(d, 0, sizeof *d);
  d->unit = (struct route_unit){.name = name, .comb = r->route, .loop = device_loop};
  assert_true(switch_bank_open(
      &d->bank,
      &(struct switch_config){.unit = &d->unit,
                              .ports = r->ports,
                              .vcs = r->vcs,
                              .channels = r->channels,
                              .depth = r->depth,
                              .store = r->places,
                              .priority_bits = r->priority_bits,
                              .arbiter = r->fixed ? ARBITER_FIXED : ARBITER_TURNS,
                              .sends = r->sends,
                              .random = (enum random_source)r->random,
                              .parameters = r->size},
      1, 8192));
  d->bank.here = malloc(sizeof *d->bank.here);
  assert_non_null(d->bank.here);
  d->bank.here[0] = r->here;
  for (uint32_t i = 0; i < switch_lfsrs(&d->bank.config); i++)
    switch_seed(&d->bank, 0, i, r->lfsr[i]);
}

static inline void device_comb(struct device *d)
{
  const uint32_t active[] = {0};

  d->bank.largest = 0;
  if (switch_has_work(&d->bank, 0))
    switch_bank_route(&d->bank, active, 1);
  if (switch_has_arbiters(&d->bank))
    switch_offer(&d->bank, 0, d->blocked);
}

static inline void device_edge(struct device *d, const bool *in_valid,
                               const struct reference_packet *in_packets,
                               const bool *out_ready, uint32_t phase)
{
  struct switch_bank *bank = &d->bank;
  const uint64_t granted = bank->offered[0];
  uint64_t ready = 0;

  for (uint32_t queue = 0; queue < switch_queues(&bank->config); queue++)
    ready |= (uint64_t)out_ready[queue] << queue;
  if (switch_has_arbiters(bank))
    switch_sent(bank, 0, granted & ready);
  switch_bank_edge(bank, phase);
  switch_remove_ejected(bank, 0);
  d->blocked = ~ready;
  for (uint64_t sent = granted & ready; sent; sent &= sent - 1)
    packet_pool_free(&bank->pool, switch_send(bank, 0, bits_lowest(sent)));
  for (uint32_t channel = 0; channel < bank->config.channels; channel++) {
    if (!in_valid[channel] || bank->full[0] >> channel & 1)
      continue;
    uint32_t packet = packet_pool_take(&bank->pool, &in_packets[channel].packet);

    bank->pool.places[packet].hops = in_packets[channel].hops;
    switch_accept(bank, 0, channel, packet);
  }
}

#endif
