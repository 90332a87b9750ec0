/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_search -- all states that the golden machine of a small network can reach.
 *
 * In every cycle each source puts any packet of its supply into its lane, or none: every
 * packet of the supply may be sent at any time and any number of times.  With `stalls` any
 * packets that could cross their links do not, as if the links were slow.  A random word is
 * any of those by which the route unit decides differently.
 *
 * A state is the golden machine between two cycles, when the outputs are known: packets in
 * channels and queues, random words, arbiters.  It is read from the machine, and written
 * into it to go on from there; so nothing here knows what a switch does.  Packets that are
 * ejected have left.
 */
#ifndef LOCKHOP_TESTS_NETWORK_SEARCH_H
#define LOCKHOP_TESTS_NETWORK_SEARCH_H

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
         (search_turns(config) ? config->ports : 0) + (config->sends ? 1u : 0);
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
    switch_wake(bank, sw);
    part->active[sw] = sw;
  }
  part->active_count = s->golden->active_count = bank->switches;
}

/* --- cycles --- */

/* Is nothing in the network? */
static inline bool search_is_empty(const struct network_search *s)
{
  for (uint32_t sw = 0; sw < s->bank->switches; sw++)
    if (s->bank->full[sw] || s->bank->valid[sw])
      return false;
  return true;
}

/* Packets in channels. */
static inline uint32_t search_held(const struct network_search *s)
{
  uint32_t held = 0;

  for (uint32_t sw = 0; sw < s->bank->switches; sw++)
    held += bits_count(s->bank->full[sw]);
  return held;
}

/* Does a packet cross a link in this cycle? */
static inline bool search_crosses(const struct network_search *s)
{
  const struct links links = s->machine.ops->links(s->machine.self);

  for (uint32_t sw = 0; sw < s->bank->switches; sw++)
    for (uint64_t left = links.valid[sw]; left; left &= left - 1)
      if (links_taken(&s->shape, &links, sw, bits_lowest(left)))
        return true;
  return false;
}

/* The random words that packets get that have just entered channels: `choice` numbers one
 * of the ways to give them, and this is the number of ways. */
static inline uint64_t search_give_words(struct network_search *s, uint64_t choice)
{
  struct switch_bank *bank = s->bank;
  const struct switch_config *config = &bank->config;
  uint64_t ways = 1;

  for (uint32_t sw = 0; search_draws(config) && sw < bank->switches; sw++) {
    uint32_t words[SEARCH_CHOICES * ROUTE_WORDS], count = 0;

    for (uint64_t left = bank->full[sw] & ~bank->kept[sw]; left; left &= left - 1) {
      const size_t place = (size_t)sw * config->channels + bits_lowest(left);
      const struct route_in in =
          topology_route_in(s->topology, sw, bank->inputs[place].header);
      const bool last = config->random != RANDOM_SHARED || !(left & (left - 1));

      count += config->unit->words(&in, &words[count]);
      if (!last)
        continue;
      /* what the source is before it advances, to become the word */
      bank->lfsrs[config->random == RANDOM_SHARED ? sw : place] =
          words[choice / ways % count];
      ways *= count;
      count = 0;
    }
  }
  return ways;
}

/* The inputs of a cycle. */
struct search_inputs {
  struct injection injections[SEARCH_CHOICES];
  size_t count;
  uint64_t stalled[SEARCH_CHOICES]; /* by switch */
};

/* A cycle with these inputs.  Returns the number of ways that random words can make of it;
 * this is way number `choice`. */
static inline uint64_t search_cycle(struct network_search *s,
                                    const struct search_inputs *inputs, uint64_t choice)
{
  const struct stimulus stimulus = {.injections = inputs->injections,
                                    .injection_count = inputs->count,
                                    .stalled = s->stalls ? inputs->stalled : NULL};

  s->machine.ops->exchange(s->machine.self, &stimulus);
  const uint64_t ways = search_give_words(s, choice);
  s->machine.ops->clock(s->machine.self, 0, MACHINE_ALL);
  s->cycles++;
  return ways;
}

/* Of the packets that could cross links in this cycle, those that do not; returns `choice`
 * without its part that says so. */
static inline uint64_t search_choose_stalls(const struct network_search *s, uint64_t choice,
                                            struct search_inputs *inputs)
{
  const struct links links = s->machine.ops->links(s->machine.self);

  assert_true(s->bank->switches <= SEARCH_CHOICES);
  memset(inputs->stalled, 0, sizeof inputs->stalled);
  for (uint32_t sw = 0; sw < s->bank->switches; sw++)
    for (uint64_t left = links.valid[sw]; left; left &= left - 1) {
      if (!links_taken(&s->shape, &links, sw, bits_lowest(left)))
        continue;
      inputs->stalled[sw] |= (choice & 1) << bits_lowest(left);
      choice >>= 1;
    }
  return choice;
}

/* The inputs by choice number `choice`, 0 for none; false: there is no such choice. */
static inline bool search_choose(const struct network_search *s, uint64_t choice,
                                 struct search_inputs *inputs)
{
  inputs->count = 0;
  for (uint32_t from = 0, to; from < s->packets; from = to) {
    const struct injection *first = &s->supply[from];
    const uint32_t channel = shape_inject_channel(&s->shape, first->lane);

    for (to = from; to < s->packets && s->supply[to].at == first->at;)
      to++;
    if (!(s->bank->ready[first->at] >> channel & 1))
      continue;
    const uint64_t ways = to - from + 1;
    if (choice % ways > 0)
      inputs->injections[inputs->count++] = s->supply[from + choice % ways - 1];
    choice /= ways;
  }
  return (s->stalls ? search_choose_stalls(s, choice, inputs) : choice) == 0;
}

/* The state of the machine, which has just run a cycle, is one of those found. */
static inline uint32_t search_note(struct network_search *s)
{
  search_read(s, s->bytes);
  return state_set_add(&s->states, s->bytes);
}

/* Nothing is sent any more: do the packets in the state of this number stay where they are
 * for ever?  Only arbiters, and counts of cycles, can change then. */
static inline bool search_stays(struct network_search *s, uint32_t number)
{
  enum { CYCLES = 256 }; /* more than the arbiters have states */
  static const struct search_inputs nothing;
  uint8_t *first = malloc(s->states.size);
  bool same = false, moves;

  assert_non_null(first);
  search_write(s, state_at(&s->states, number));
  const uint32_t held = search_held(s);
  moves = search_is_empty(s) || search_crosses(s);
  for (uint32_t cycle = 0; cycle < CYCLES && !same && !moves; cycle++) {
    if ((cycle & (cycle - 1)) == 0)
      search_read(s, first);
    search_cycle(s, &nothing, 0);
    search_read(s, s->bytes);
    same = memcmp(s->bytes, first, s->states.size) == 0;
    moves = search_held(s) != held || search_crosses(s);
  }
  CHECK(same || moves, "after %d cycles nothing has moved, nor come back", CYCLES);
  free(first);
  return same && !moves;
}

/* All that can follow a state. */
static inline void search_expand(struct network_search *s, uint32_t number, uint32_t limit)
{
  struct search_inputs inputs;

  if (search_stays(s, number)) {
    s->stuck = number;
    return;
  }
  for (uint64_t choice = 0, ways = 1; ways > 0 && s->states.count <= limit; choice++) {
    ways = 0;
    for (uint64_t way = 0; way == 0 || way < ways; way++) {
      search_write(s, state_at(&s->states, number));
      const bool empty = search_is_empty(s);
      if (!search_choose(s, choice, &inputs))
        break;
      ways = search_cycle(s, &inputs, way);
      const uint32_t next = search_note(s);
      if (choice == 0)
        s->quiet[number] = ways > 1 || empty ? STATE_NONE : next;
    }
  }
}

/* Do the packets of all states leave, when no more are sent?  Sets `circling`. */
static inline void search_follow(struct network_search *s)
{
  enum { UNKNOWN, ON_THIS_WAY, LEAVES };
  uint8_t *is = calloc(s->states.count, 1);

  assert_non_null(is);
  for (uint32_t from = 0; from < s->states.count && s->circling == STATE_NONE; from++) {
    uint32_t at = from;

    for (; at != STATE_NONE && is[at] == UNKNOWN; at = s->quiet[at])
      is[at] = ON_THIS_WAY;
    if (at != STATE_NONE && is[at] == ON_THIS_WAY)
      s->circling = at;
    for (at = from; at != STATE_NONE && is[at] == ON_THIS_WAY; at = s->quiet[at])
      is[at] = LEAVES;
  }
  free(is);
}

/* A network with nothing in it; `shape` has its topology, which must outlive the search. */
static inline void search_open(struct network_search *s, const struct shape *shape)
{
  struct err err;
  const size_t room = (size_t)shape->topology->switches *
                      ((size_t)shape_queues(shape) * shape->depth + shape_channels(shape)) *
                      2;

  memset(s, 0, sizeof *s);
  s->topology = shape->topology;
  s->shape = *shape;
  s->stuck = s->circling = STATE_NONE;
  CHECK(golden_open(&s->machine, &s->shape, room, &err), "%s: %s", s->topology->spec,
        err.text);
  s->golden = s->machine.self;
  s->bank = &s->golden->parts[0].bank;
  state_set_open(&s->states, s->bank->switches * search_size(&s->bank->config));
  s->bytes = malloc(s->states.size);
  assert_non_null(s->bytes);
}

static inline void search_close(struct network_search *s)
{
  s->machine.ops->close(s->machine.self);
  state_set_close(&s->states);
  free(s->bytes);
  free(s->quiet);
}

/* Find all states, or the first that is stuck, or `limit` of them. */
static inline void search_run(struct network_search *s, uint32_t limit)
{
  search_note(s);
  for (uint32_t i = 0; i < s->states.count && s->states.count <= limit; i++) {
    if (i == s->room) {
      s->room = s->room ? 2 * s->room : 1024;
      s->quiet = realloc(s->quiet, s->room * sizeof *s->quiet);
      assert_non_null(s->quiet);
    }
    search_expand(s, i, limit);
    if (s->stuck != STATE_NONE)
      break;
    s->ended = i + 1 == s->states.count && s->states.count <= limit;
  }
  if (s->ended)
    search_follow(s);
  s->ended = s->ended || s->stuck != STATE_NONE;
}

#endif
