/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_search -- all states of one switch: the reference, the golden model beside it, and
 * where it can pass the golden model that passes.
 *
 * A state is what the registers of the reference hold, and what a bank has besides: which
 * channels kept their packets, and how many stored packets may leave.  In every state the
 * outputs must be equal, and after every input the next states.  An input is: for every
 * port no packet or one of any VC, for every lane none or one, each ready bit, the phase,
 * and the random word of every packet that enters.
 *
 * A packet is one of a few, by its number; 0: none.  States are written into the reference
 * and into the banks, so nothing here knows what a switch does.
 */
#ifndef LOCKHOP_TESTS_SWITCH_SEARCH_H
#define LOCKHOP_TESTS_SWITCH_SEARCH_H

#include "switch/bank/pass.h"
#include "tests/unit/device.h"
#include "tests/unit/state_set.h"

enum { SWITCH_PACKETS = 8, SWITCH_HEADERS = 250, SWITCH_STATE = 256, SWITCH_WORDS = 2 };

/* A kind of switch, and the packets that it gets. */
struct switch_kind {
  const char *text;
  uint32_t ports, vcs, lanes, depth, places, priority_bits, random, arbiter, sends;
  uint32_t one_push;
  bool phases;     /* the phase changes; otherwise it is 0 */
  bool night;      /* it takes long */
  uint32_t queues; /* mask of the queues that may be not ready, and others are never used */
  reference_route *route;
  uint32_t packets; /* that it gets: [packets] headers; their data are their numbers */
  uint64_t headers[SWITCH_PACKETS];
  const struct topology *topology; /* of a unit with parameters; otherwise NULL */
  const struct route_unit *unit;   /* whose words the golden model tries, likewise */
};

struct switch_search {
  const struct switch_kind *kind;
  struct reference_switch *reference;
  struct device device;
  struct device pass[2]; /* the second is sparse */
  bool passes;
  uint32_t ends[REFERENCE_CHANNELS];     /* of the links: at a switch of another bank */
  struct packet packets[SWITCH_HEADERS]; /* [packet_count] of number i + 1; first those that
                                          * come */
  uint32_t packet_count;
  struct state_set states;
  uint64_t edges;
};

/* The inputs of an edge. */
struct switch_in {
  bool valid[REFERENCE_CHANNELS], ready[REFERENCE_CHANNELS];
  struct reference_packet packets[REFERENCE_CHANNELS];
  uint32_t words[REFERENCE_CHANNELS]; /* of those that enter */
  uint32_t phase;
};

static inline uint8_t switch_number(struct switch_search *s, const struct packet *packet)
{
  for (uint32_t i = 0; i < s->packet_count; i++)
    if (s->packets[i].header == packet->header && s->packets[i].data == packet->data)
      return (uint8_t)(i + 1);
  assert_true(s->packet_count < SWITCH_HEADERS);
  s->packets[s->packet_count++] = *packet;
  return (uint8_t)s->packet_count;
}

static inline bool switch_draws(const struct switch_kind *kind)
{
  return kind->random != RANDOM_NONE && kind->random < RANDOM_QUEUES;
}

static inline bool switch_turns(const struct switch_kind *kind)
{
  return kind->vcs > 1 || kind->sends > 0;
}

/* --- the reference --- */

static inline uint8_t *switch_put_word(uint8_t *to, uint32_t word)
{
  memcpy(to, &word, sizeof word);
  return to + sizeof word;
}

static inline uint32_t switch_get_word(const uint8_t **from)
{
  uint32_t word;

  memcpy(&word, *from, sizeof word);
  *from += sizeof word;
  return word;
}

/* A queue in the order in which its packets leave: only that order has an effect. */
static inline uint8_t *reference_read_queue(struct switch_search *s, uint32_t q,
                                            uint8_t *to)
{
  const struct reference_switch *r = s->reference;
  uint32_t count = 0;

  for (uint32_t priority = 1u << r->priority_bits; priority-- > 0;)
    for (uint32_t i = 0; i < r->count[q]; i++) {
      if (r->memory[q][i].priority != priority)
        continue;
      *to++ = switch_number(s, &r->memory[q][i].packet);
      *to++ = (uint8_t)priority;
      count++;
    }
  memset(to, 0, 2 * (size_t)(r->depth - count));
  return to + 2 * (size_t)(r->depth - count);
}

/* Registers of the reference; returns the end. */
static inline uint8_t *reference_read(struct switch_search *s, uint8_t *to)
{
  const struct reference_switch *r = s->reference;

  *to++ = (uint8_t)r->phase;
  for (uint32_t c = 0; c < r->channels; c++) {
    *to++ = r->in_full[c] ? switch_number(s, &r->in_packet[c].packet) : 0;
    if (switch_draws(s->kind))
      to = switch_put_word(to, r->in_full[c] ? r->word[c] : 0);
  }
  for (uint32_t q = 0; q < reference_queues(r); q++)
    to = reference_read_queue(s, q, to);
  for (uint32_t i = 0; i < r->places; i++)
    *to++ = i < r->stored ? switch_number(s, &r->store[i].packet) : 0;
  for (uint32_t port = 0; r->vcs > 1 && port < r->ports; port++)
    *to++ = (uint8_t)r->last[port];
  if (r->sends)
    *to++ = (uint8_t)r->last_sent;
  for (uint32_t q = 0; r->one_push && q < reference_queues(r); q++)
    *to++ = (uint8_t)r->last_taken[q];
  for (uint32_t q = 0; switch_turns(s->kind) && q < reference_queues(r); q++)
    *to++ = r->blocked[q];
  return to;
}

static inline const uint8_t *reference_write(struct switch_search *s, const uint8_t *from)
{
  struct reference_switch *r = s->reference;

  reference_reset(r, NULL);
  r->phase = *from++;
  for (uint32_t c = 0; c < r->channels; c++) {
    r->in_full[c] = *from != 0;
    if (r->in_full[c])
      r->in_packet[c] = (struct reference_packet){.packet = s->packets[*from - 1]};
    from++;
    if (switch_draws(s->kind))
      r->word[c] = switch_get_word(&from);
  }
  for (uint32_t q = 0; q < reference_queues(r); q++)
    for (uint32_t i = 0; i < r->depth; i++, from += 2)
      if (from[0])
        r->memory[q][r->count[q]++] = (struct reference_packet){
            .packet = s->packets[from[0] - 1], .priority = from[1]};
  for (uint32_t i = 0; i < r->places; i++, from++)
    if (*from)
      r->store[r->stored++] = (struct reference_packet){.packet = s->packets[*from - 1]};
  for (uint32_t port = 0; r->vcs > 1 && port < r->ports; port++)
    r->last[port] = *from++;
  if (r->sends)
    r->last_sent = *from++;
  for (uint32_t q = 0; r->one_push && q < reference_queues(r); q++)
    r->last_taken[q] = *from++;
  for (uint32_t q = 0; switch_turns(s->kind) && q < reference_queues(r); q++)
    r->blocked[q] = *from++;
  return from;
}

/* --- a bank --- */

/* The word that a packet in a channel has in this cycle: random_bits advances in it. */
static inline uint32_t device_word(const struct device *d, uint32_t c)
{
  const bool kept = d->bank.kept[0] >> c & 1;
  const bool shared = d->bank.config.random == RANDOM_SHARED;
  const uint64_t lfsr = d->bank.lfsrs[shared ? 0 : c];
  uint32_t word = (uint32_t)((kept ? lfsr : random_bits_advance(lfsr)) >> 32);

  if (shared && kept)
    word = d->bank.words[c];
  if (d->bank.config.random == RANDOM_STEPS) {
    const uint32_t count = kept ? d->bank.counts[c] + 1 : 0;

    word = (word & (uint32_t)bits_mask(RANDOM_COUNT_LSB)) |
           (count < RANDOM_COUNT_MAX ? count : RANDOM_COUNT_MAX) << RANDOM_COUNT_LSB;
  }
  return word;
}

static inline uint8_t *device_read_queue(struct switch_search *s, const struct device *d,
                                         uint32_t q, uint8_t *to)
{
  const struct switch_bank *bank = &d->bank;
  const struct output_queue *queue = &bank->outputs[q];
  uint32_t packet = queue->head;

  CHECK(queue->count <= bank->config.depth &&
            (bank->valid[0] >> q & 1) == (queue->count > 0),
        "%s: queue %u holds %u", s->kind->text, q, queue->count);
  for (uint32_t i = 0; i < bank->config.depth; i++) {
    const bool held = i < queue->count;

    *to++ = held ? switch_number(s, &bank->pool.places[packet].packet) : 0;
    *to++ = held && bank->config.priority_bits ? (uint8_t)bank->pool.priorities[packet] : 0;
    if (held)
      packet = bank->pool.places[packet].next;
  }
  return to;
}

/* What a channel of a bank holds. */
static inline struct packet device_held(const struct device *d, uint32_t c)
{
  struct packet packet = d->bank.pool.places[d->bank.inputs[c].packet].packet;

  packet.header = d->bank.inputs[c].header;
  return packet;
}

/* The same registers of a bank, in the same form; then what only the bank has. */
static inline uint8_t *device_read(struct switch_search *s, const struct device *d,
                                   uint8_t *to, bool own)
{
  const struct switch_bank *bank = &d->bank;
  const struct switch_config *config = &bank->config;
  uint32_t packet = bank->stores ? bank->stores->head : PACKET_NONE;

  *to++ = (uint8_t)bank->phase;
  for (uint32_t c = 0; c < config->channels; c++) {
    const bool held = bank->full[0] >> c & 1;
    const struct packet in = held ? device_held(d, c) : (struct packet){.header = 0};

    *to++ = held ? switch_number(s, &in) : 0;
    if (switch_draws(s->kind))
      to = switch_put_word(to, held ? device_word(d, c) : 0);
  }
  for (uint32_t q = 0; q < switch_queues(config); q++)
    to = device_read_queue(s, d, q, to);
  for (uint32_t i = 0; i < config->store; i++) {
    const bool held = i < bank->stores->count;

    *to++ = held ? switch_number(s, &bank->pool.places[packet].packet) : 0;
    packet = held ? bank->pool.places[packet].next : packet;
  }
  for (uint32_t port = 0; config->vcs > 1 && port < config->ports; port++)
    *to++ = bank->last[port];
  if (config->sends)
    *to++ = bank->last_port[0];
  for (uint32_t q = 0; config->pushes && q < switch_queues(config); q++)
    *to++ = bank->turns[q];
  for (uint32_t q = 0; switch_turns(s->kind) && q < switch_queues(config); q++)
    *to++ = d->blocked >> q & 1;
  if (own && bank->kept)
    to = switch_put_word(to, (uint32_t)(bank->kept[0] & bank->full[0]));
  if (own && bank->stores)
    to = switch_put_word(to, bank->stores->open);
  return to;
}

static inline uint32_t device_packet(struct switch_search *s, struct device *d,
                                     uint8_t number)
{
  return packet_pool_take(&d->bank.pool, &s->packets[number - 1]);
}

static inline void device_write_word(struct device *d, uint32_t c, uint32_t word, bool kept)
{
  struct switch_bank *bank = &d->bank;
  const bool shared = bank->config.random == RANDOM_SHARED;

  if (shared && kept)
    bank->words[c] = word;
  else
    bank->lfsrs[shared ? 0 : c] = kept ? (uint64_t)word << 32 : word;
  if (bank->config.random == RANDOM_STEPS && kept)
    bank->counts[c] = (word >> RANDOM_COUNT_LSB) - 1;
}

/* A bank gets a state. */
static inline void device_write(struct switch_search *s, struct device *d,
                                const uint8_t *from)
{
  struct switch_bank *bank = &d->bank;
  const struct switch_config *config = &bank->config;
  const uint8_t *own = from + s->states.size - (bank->stores ? sizeof(uint32_t) : 0);
  uint64_t kept = 0;

  if (bank->kept) {
    own -= sizeof(uint32_t);
    kept = switch_get_word(&own);
  }
  bank->used = true;
  switch_bank_reset(bank);
  bank->phase = *from++;
  for (uint32_t c = 0; c < config->channels; c++) {
    const uint8_t number = *from++;
    const uint32_t word = switch_draws(s->kind) ? switch_get_word(&from) : 0;

    if (number)
      switch_accept(bank, 0, c, device_packet(s, d, number));
    if (number && switch_draws(s->kind))
      device_write_word(d, c, word, kept >> c & 1);
  }
  for (uint32_t q = 0; q < switch_queues(config); q++)
    for (uint32_t i = 0; i < config->depth; i++, from += 2) {
      if (!from[0])
        continue;
      const uint32_t packet = device_packet(s, d, from[0]);

      if (config->priority_bits)
        bank->pool.priorities[packet] = from[1];
      output_queue_push(&bank->outputs[q], &bank->pool, packet);
      bank->valid[0] |= UINT64_C(1) << q;
    }
  for (uint32_t i = 0; i < config->store; i++, from++)
    if (*from)
      waiting_store_append(bank->stores, &bank->pool, device_packet(s, d, *from));
  for (uint32_t port = 0; config->vcs > 1 && port < config->ports; port++)
    bank->last[port] = *from++;
  if (config->sends)
    bank->last_port[0] = *from++;
  for (uint32_t q = 0; config->pushes && q < switch_queues(config); q++)
    bank->turns[q] = *from++;
  d->blocked = 0;
  for (uint32_t q = 0; switch_turns(s->kind) && q < switch_queues(config); q++)
    d->blocked |= (uint64_t)*from++ << q;
  if (bank->kept)
    bank->kept[0] = kept;
  if (bank->stores)
    bank->stores->open = switch_get_word(&own);
}

#endif
