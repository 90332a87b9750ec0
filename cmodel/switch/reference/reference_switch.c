/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

#include "switch/reference/reference_switch.h"

#include <assert.h>
#include <string.h>

/* 32 shifts of the Galois register x^64 + x^4 + x^3 + x + 1, one by one. */
static uint64_t reference_advance(uint64_t state)
{
  for (uint32_t shift = 0; shift < 32; shift++)
    state = state >> 63 ? state << 1 ^ 0x1b : state << 1;
  return state;
}

void reference_reset(struct reference_switch *s, const uint64_t *seeds)
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
  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    s->last_taken[queue] = s->channels - 1;
  for (uint32_t channel = 0; seeds && channel < s->channels; channel++)
    s->lfsr[channel] = seeds[channel] == 0 ? 1 : seeds[channel];
}

uint32_t reference_places(const struct reference_switch *s, uint32_t queue)
{
  uint32_t depth = s->depth ? s->depth : REFERENCE_PLACES;

  return depth - s->count[queue] - s->pushes[queue];
}

/* Step 1 for a packet: the answer of the route unit. */
static struct route_out reference_routed(const struct reference_switch *s,
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

/* The output queues of a route: those of its VC at its ports, as a mask. */
static uint64_t reference_queues_of(const struct reference_switch *s,
                                    const struct route_out *out)
{
  uint32_t own = out->vc >= s->vcs ? s->vcs - 1 : out->vc;
  uint64_t queues = 0;

  for (uint32_t port = 0; port < s->ports; port++)
    if (out->ports >> port & 1)
      queues |= UINT64_C(1) << (port * s->vcs + own);
  return queues;
}

/* Steps 3 and 4 for a routed packet.  True: it is taken. */
static bool reference_push(struct reference_switch *s, const struct route_out *out,
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

/* Packets in all output queues of a route's ports, before the pushes of this cycle. */
static uint32_t reference_waiting(const struct reference_switch *s,
                                  const struct route_out *out)
{
  uint32_t waiting = 0;

  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (out->ports >> (queue / s->vcs) & 1)
      waiting += s->count[queue];
  return waiting;
}

/* RANDOM = 4: the word of a lane says which of two ways its packet goes. */
static void reference_choose(struct reference_switch *s)
{
  for (uint32_t c = reference_queues(s); c < s->channels; c++) {
    if (!s->in_full[c])
      continue;
    const struct route_out near = reference_routed(s, &s->in_packet[c], 0);
    const struct route_out far = reference_routed(s, &s->in_packet[c], 1);

    s->word[c] = 5 * reference_waiting(s, &far) < 3 * reference_waiting(s, &near);
  }
}

/* Packets in the queues that an answer of the route unit names. */
static uint32_t reference_queued(const struct reference_switch *s,
                                 const struct route_out *out)
{
  uint32_t waiting = 0;

  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (reference_queues_of(s, out) >> queue & 1)
      waiting += s->count[queue];
  return waiting;
}

/* RANDOM = 5: the word of a channel says which port its packet takes. */
static void reference_choose_least(struct reference_switch *s)
{
  for (uint32_t c = 0; c < s->channels; c++) {
    uint32_t fewest = UINT32_MAX;

    s->word[c] = 0;
    for (uint32_t word = 0; s->in_full[c] && word <= s->ports; word++) {
      const struct route_out out = reference_routed(s, &s->in_packet[c], word);

      if (out.ports != 0 && reference_queued(s, &out) <= fewest) {
        fewest = reference_queued(s, &out);
        s->word[c] = word;
      }
    }
  }
}

/* Steps 1 to 4. */
static void reference_route_all(struct reference_switch *s)
{
  uint32_t stored = s->stored;

  if (s->random == 4)
    reference_choose(s);
  if (s->random == 5)
    reference_choose_least(s);
  for (uint32_t place = 0; place < s->stored; place++) {
    struct route_out out = reference_routed(s, &s->store[place], 0);

    assert(!out.eject);
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

/* PUSHES = 1, steps 2 to 4 for one queue: it takes the packet of the channel whose turn it
 * is. */
static void reference_take_turn(struct reference_switch *s, uint32_t queue,
                                const struct route_out *outs)
{
  const uint32_t last = s->last_taken[queue];

  for (uint32_t turn = 1; turn <= s->channels; turn++) {
    const uint32_t c = (last + turn) % s->channels;

    if (s->in_full[c] && (s->queues[c] >> queue & 1) && s->pushes[queue] == 0 &&
        reference_push(s, &outs[c], s->in_packet[c])) {
      s->taken[c] = true;
      s->last_taken[queue] = c;
    }
  }
}

/* Steps 1 to 4 with PUSHES = 1. */
static void reference_route_turns(struct reference_switch *s)
{
  struct route_out outs[REFERENCE_CHANNELS];

  if (s->random == 4)
    reference_choose(s);
  if (s->random == 5)
    reference_choose_least(s);
  for (uint32_t c = 0; c < s->channels; c++) {
    if (!s->in_full[c])
      continue;
    outs[c] = reference_routed(s, &s->in_packet[c], s->word[c]);
    s->eject_packet[c] = s->in_packet[c];
    s->eject_packet[c].packet.header = outs[c].header;
    s->eject_valid[c] = outs[c].eject;
    s->ejects[c] = outs[c].eject;
    s->queues[c] = reference_queues_of(s, &outs[c]);
  }
  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    reference_take_turn(s, queue, outs);
}

uint32_t reference_wanted(const struct reference_switch *s, uint32_t channel)
{
  for (uint32_t queue = 0; queue < reference_queues(s); queue++)
    if (!s->in_ready[channel] && (s->queues[channel] >> queue & 1) &&
        reference_places(s, queue) == 0)
      return queue;
  return UINT32_MAX;
}

/* The packet that a queue shows: the oldest of those with the highest priority. */
static uint32_t reference_first(const struct reference_switch *s, uint32_t queue)
{
  uint32_t first = 0;

  for (uint32_t i = 0; i < s->count[queue] + s->pushes[queue]; i++)
    if (s->memory[queue][i].priority > s->memory[queue][first].priority)
      first = i;
  return first;
}

/* The VC that is granted the link of a port; `vcs`: none. */
static uint32_t reference_granted(const struct reference_switch *s, uint32_t port)
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
    uint32_t k = s->arbiter == 0   ? (s->last[port] + 1 + turn) % s->vcs
                 : s->arbiter == 1 ? turn
                                   : s->vcs - 1 - turn;

    if (valid[k])
      return k;
  }
  return s->vcs;
}

/* The send budget: does queue a send before queue b?  Both are granted their links. */
static bool reference_before(const struct reference_switch *s, uint32_t a, uint32_t b)
{
  const uint32_t queues = s->ports * s->vcs;
  const uint32_t of_a = s->memory[a][s->first[a]].priority;
  const uint32_t of_b = s->memory[b][s->first[b]].priority;

  if (s->blocked[a] != s->blocked[b])
    return s->blocked[b];
  if (s->priority_bits > 0 && of_a != of_b)
    return of_a > of_b;
  for (uint32_t turn = 0; turn < queues; turn++) {
    uint32_t queue = s->arbiter ? turn : (s->last_sent + 1 + turn) % queues;

    if (queue == a || queue == b)
      return queue == a && a != b;
  }
  return false;
}

/* Keep the first `sends` of the queues that are granted their links. */
static void reference_limit(struct reference_switch *s)
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

void reference_comb(struct reference_switch *s)
{
  memset(s->pushes, 0, sizeof s->pushes);
  memset(s->taken, 0, sizeof s->taken);
  memset(s->waits, 0, sizeof s->waits);
  memset(s->leaves, 0, sizeof s->leaves);
  memset(s->eject_valid, 0, sizeof s->eject_valid);
  if (s->one_push)
    reference_route_turns(s);
  else
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

/* The queue that sends last in this cycle; the old value if none sends. */
static uint32_t reference_last(const struct reference_switch *s, const bool *out_ready)
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

static void reference_edge_queues(struct reference_switch *s, const bool *out_ready)
{
  s->last_sent = reference_last(s, out_ready);
  for (uint32_t queue = 0; queue < reference_queues(s); queue++) {
    uint32_t pop = s->out_valid[queue] && out_ready[queue];
    uint32_t first = s->first[queue];

    s->count[queue] = s->count[queue] + s->pushes[queue] - pop;
    assert(s->count[queue] < REFERENCE_PLACES);
    if (pop) {
      for (uint32_t place = first; place < s->count[queue]; place++)
        s->memory[queue][place] = s->memory[queue][place + 1];
      s->last[queue / s->vcs] = queue % s->vcs;
    }
    s->blocked[queue] = !out_ready[queue];
  }
}

static void reference_edge_store(struct reference_switch *s)
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

void reference_edge(struct reference_switch *s, const bool *in_valid,
                    const struct reference_packet *in_packets, const bool *out_ready,
                    uint32_t phase)
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
      if (s->random == 1 || s->random == 3)
        s->lfsr[channel] = reference_advance(s->lfsr[channel]);
      if (s->random > 0 && s->random < 4)
        s->word[channel] = (uint32_t)(s->lfsr[s->random == 2 ? 0 : channel] >> 32);
      if (s->random == 3)
        s->word[channel] &= 0x7ffffff; /* and the count 0 above */
    } else if (!s->in_ready[channel] && s->random == 3) {
      if (s->word[channel] >> 27 < 31)
        s->word[channel] += 1u << 27;
    } else if (s->in_ready[channel]) {
      s->in_full[channel] = false;
    }
  }
  s->phase = phase;
}
