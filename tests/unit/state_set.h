/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* state_set -- the states that a search has found, each a text of `size` bytes.
 *
 * They are numbered in the order in which they were found, which is the queue of a search
 * in breadth.  C and C++ read this file.
 */
#ifndef LOCKHOP_TESTS_STATE_SET_H
#define LOCKHOP_TESTS_STATE_SET_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STATE_NONE UINT32_MAX

struct state_set {
  size_t size;     /* bytes of a state */
  uint32_t count;  /* states found */
  uint32_t room;   /* states that fit */
  uint8_t *bytes;  /* [room * size] */
  uint32_t *slots; /* [2 * room] numbers, by hashing with linear probing */
};

static inline uint64_t state_hash(const uint8_t *bytes, size_t size)
{
  uint64_t hash = size, word;

  for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = rng_mix(hash ^ word);
  }
  word = 0;
  memcpy(&word, bytes, size);
  return rng_mix(hash ^ word);
}

static inline uint8_t *state_at(const struct state_set *set, uint32_t number)
{
  return &set->bytes[number * set->size];
}

/* The slot of a state, or the free one where it belongs. */
static inline uint32_t state_slot(const struct state_set *set, const uint8_t *bytes)
{
  const uint32_t mask = 2 * set->room - 1;
  uint32_t slot = (uint32_t)state_hash(bytes, set->size) & mask;

  while (set->slots[slot] != STATE_NONE &&
         memcmp(state_at(set, set->slots[slot]), bytes, set->size) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

/* Room for `room` states, a power of two. */
static inline void state_set_grow(struct state_set *set, uint32_t room)
{
  set->room = room;
  set->bytes = (uint8_t *)realloc(set->bytes, room * set->size);
  free(set->slots);
  set->slots = (uint32_t *)malloc(2 * (size_t)room * sizeof *set->slots);
  if (!set->bytes || !set->slots)
    abort();
  memset(set->slots, 0xff, 2 * (size_t)room * sizeof *set->slots);
  for (uint32_t i = 0; i < set->count; i++)
    set->slots[state_slot(set, state_at(set, i))] = i;
}

static inline void state_set_open(struct state_set *set, size_t size)
{
  memset(set, 0, sizeof *set);
  set->size = size;
  state_set_grow(set, 1024);
}

static inline void state_set_close(struct state_set *set)
{
  free(set->bytes);
  free(set->slots);
  memset(set, 0, sizeof *set);
}

/* The number of a state, which is added if it is new: then it is the old count. */
static inline uint32_t state_set_add(struct state_set *set, const uint8_t *bytes)
{
  uint32_t slot = state_slot(set, bytes);

  if (set->slots[slot] != STATE_NONE)
    return set->slots[slot];
  if (set->count == set->room) {
    state_set_grow(set, 2 * set->room);
    slot = state_slot(set, bytes);
  }
  memcpy(state_at(set, set->count), bytes, set->size);
  set->slots[slot] = set->count;
  return set->count++;
}

#endif
