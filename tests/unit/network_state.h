/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_state -- a state of the golden machine of a small network, as a text.
 *
 * It is read from the machine between two cycles, when the outputs are known, and written
 * into it to go on from there: packets in channels and queues, random words, arbiters.
 */
#ifndef LOCKHOP_TESTS_NETWORK_STATE_H
#define LOCKHOP_TESTS_NETWORK_STATE_H

#include "run/machine/golden_parts.h"
#include "tests/unit/state_set.h"
#include "tests/unit/support.h"

enum {
  SEARCH_SUPPLY = 64,   /* packets, at most */
  SEARCH_HEADERS = 255, /* headers of packets on their ways, at most */
  SEARCH_CHOICES = 64,  /* sources, or packets that enter channels in a cycle, at most */
  SEARCH_WORDS = 128    /* random words for one channel, at most */
};

struct network_search {
  const struct topology *topology;
  struct shape shape;
  struct machine machine;
  struct golden *golden;
  struct switch_bank *bank;
  struct injection supply[SEARCH_SUPPLY]; /* [packets] those of a source in a row */
  uint32_t packets;
  uint64_t headers[SEARCH_HEADERS]; /* [header_count] header of number i + 1 */
  uint32_t header_count;
  bool stalls;
  struct state_set states;
  uint8_t *bytes;    /* of a state that is looked at */
  uint32_t *quiet;   /* [states.count] the next state when nothing is sent; STATE_NONE: the
                      * network is empty, or random words decide */
  uint32_t room;     /* of quiet */
  uint64_t cycles;   /* that the machine has run */
  uint32_t stuck;    /* the first state in which packets stay for ever, or STATE_NONE */
  uint32_t circling; /* the first from which not all leave, or STATE_NONE */
  bool ended;        /* all states were found, or one is stuck */
};

/* --- states as texts --- */

static inline uint8_t search_number(struct network_search *s, uint64_t header)
{
  for (uint32_t i = 0; i < s->header_count; i++)
    if (s->headers[i] == header)
      return (uint8_t)(i + 1);
  assert_true(s->header_count < SEARCH_HEADERS);
  s->headers[s->header_count++] = header;
  return (uint8_t)s->header_count;
}

static inline bool search_draws(const struct switch_config *config)
{
  return config->random != RANDOM_NONE && !random_source_chooses(config->random);
}

static inline bool search_turns(const struct switch_config *config)
{
  return config->vcs > 1 && config->arbiter == ARBITER_TURNS;
}

static inline size_t search_size(const struct switch_config *config)
{
  const size_t queues = switch_queues(config);

  return config->channels * (search_draws(config) ? 5u : 1u) +
         queues * config->depth * (config->priority_bits ? 3u : 1u) +
         sizeof(uint64_t) * (config->sends ? 2u : 1u) +
         (search_turns(config) ? config->ports : 0) + (config->sends ? 1u : 0) +
         (config->pushes ? queues : 0);
}

#define SEARCH_PUT(bytes, value)                                                           \
  do {                                                                                     \
    memcpy(bytes, &(value), sizeof(value));                                                \
    (bytes) += sizeof(value);                                                              \
  } while (0)

#define SEARCH_GET(bytes, value)                                                           \
  do {                                                                                     \
    memcpy(&(value), bytes, sizeof(value));                                                \
    (bytes) += sizeof(value);                                                              \
  } while (0)

static inline uint8_t *search_read_queue(struct network_search *s, uint32_t sw, uint32_t q,
                                         uint8_t *to)
{
  const struct switch_bank *bank = s->bank;
  const struct output_queue *queue =
      &bank->outputs[(size_t)sw * switch_queues(&bank->config) + q];
  uint32_t packet = queue->head;

  assert_true(queue->count <= bank->config.depth);
  for (uint32_t i = 0; i < bank->config.depth; i++) {
    const bool held = i < queue->count;
    const uint16_t priority =
        held && bank->config.priority_bits ? bank->pool.priorities[packet] : 0;

    *to++ = held ? search_number(s, bank->pool.places[packet].packet.header) : 0;
    if (bank->config.priority_bits)
      SEARCH_PUT(to, priority);
    if (held)
      packet = bank->pool.places[packet].next;
  }
  return to;
}

/* The state of the machine. */
static inline void search_read(struct network_search *s, uint8_t *to)
{
  const struct switch_bank *bank = s->bank;
  const struct switch_config *config = &bank->config;

  for (uint32_t sw = 0; sw < bank->switches; sw++) {
    for (uint32_t c = 0; c < config->channels; c++) {
      const bool held = bank->full[sw] >> c & 1;
      const struct random_bits random = switch_random(bank, sw);
      const uint32_t word = held && search_draws(config) ? random_bits_word(&random, c) : 0;

      *to++ = held ? search_number(s, bank->inputs[sw * config->channels + c].header) : 0;
      if (search_draws(config))
        SEARCH_PUT(to, word);
    }
    for (uint32_t q = 0; q < switch_queues(config); q++)
      to = search_read_queue(s, sw, q, to);
    SEARCH_PUT(to, bank->offered[sw]);
    for (uint32_t port = 0; search_turns(config) && port < config->ports; port++)
      *to++ = bank->last[sw * config->ports + port];
    if (config->sends) {
      *to++ = bank->last_port[sw];
      SEARCH_PUT(to, bank->blocked[sw]);
    }
    for (uint32_t q = 0; config->pushes && q < switch_queues(config); q++)
      *to++ = bank->turns[sw * switch_queues(config) + q];
  }
}

static inline uint32_t search_packet(struct network_search *s, uint8_t number)
{
  return packet_pool_take(&s->bank->pool,
                          &(struct packet){.header = s->headers[number - 1]});
}

static inline const uint8_t *search_write_queue(struct network_search *s, uint32_t sw,
                                                uint32_t q, const uint8_t *from)
{
  struct switch_bank *bank = s->bank;
  const uint32_t number = sw * switch_queues(&bank->config) + q;

  for (uint32_t i = 0; i < bank->config.depth; i++) {
    const uint8_t header = *from++;
    uint16_t priority = 0;

    if (bank->config.priority_bits)
      SEARCH_GET(from, priority);
    if (!header)
      continue;
    const uint32_t packet = search_packet(s, header);
    if (bank->config.priority_bits)
      bank->pool.priorities[packet] = priority;
    output_queue_push(&bank->outputs[number], &bank->pool, packet);
    bank->valid[sw] |= UINT64_C(1) << q;
  }
  return from;
}

static inline void search_write_word(struct switch_bank *bank, size_t place, uint32_t word)
{
  if (bank->config.random == RANDOM_SHARED)
    bank->words[place] = word;
  else
    bank->lfsrs[place] = (uint64_t)word << 32;
  if (bank->config.random == RANDOM_STEPS)
    bank->counts[place] = word >> RANDOM_COUNT_LSB;
}

/* The machine gets this state. */
static inline void search_write(struct network_search *s, const uint8_t *from)
{
  struct switch_bank *bank = s->bank;
  struct golden_part *part = s->golden->parts;
  const struct switch_config *config = &bank->config;

  bank->used = true;
  switch_bank_reset(bank);
  s->golden->rest.next = 0;
  s->golden->stalled = NULL;
  for (uint32_t sw = 0; sw < bank->switches; sw++) {
    for (uint32_t c = 0; c < config->channels; c++) {
      const uint8_t header = *from++;
      uint32_t word = 0;

      if (header)
        switch_accept(bank, sw, c, search_packet(s, header));
      if (search_draws(config))
        SEARCH_GET(from, word);
      if (search_draws(config))
        search_write_word(bank, (size_t)sw * config->channels + c, word);
    }
    bank->ready[sw] = ~bank->full[sw] & bits_mask(config->channels);
    for (uint32_t q = 0; q < switch_queues(config); q++)
      from = search_write_queue(s, sw, q, from);
    SEARCH_GET(from, bank->offered[sw]);
    for (uint32_t port = 0; search_turns(config) && port < config->ports; port++)
      bank->last[sw * config->ports + port] = *from++;
    if (config->sends) {
      bank->last_port[sw] = *from++;
      SEARCH_GET(from, bank->blocked[sw]);
    }
    for (uint32_t q = 0; config->pushes && q < switch_queues(config); q++)
      bank->turns[sw * switch_queues(config) + q] = *from++;
    switch_wake(bank, sw);
    part->active[sw] = sw;
  }
  part->active_count = s->golden->active_count = bank->switches;
}

#endif
