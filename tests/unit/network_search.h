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
 * A state is that of network_state.h, so nothing here knows what a switch does.  Packets
 * that are ejected have left.
 */
#ifndef LOCKHOP_TESTS_NETWORK_SEARCH_H
#define LOCKHOP_TESTS_NETWORK_SEARCH_H

#include "tests/unit/network_state.h"

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
