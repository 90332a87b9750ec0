/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* inside -- the packets inside the switches of a network, in the order of their entry. */
#include "run/flow/inside.h"

#include <stdlib.h>

bool inside_open(struct inside *inside, uint32_t switches)
{
  *inside = (struct inside){.switches = switches,
                            .occupied = malloc(switches * sizeof *inside->occupied),
                            .lists = malloc(switches * sizeof *inside->lists)};
  if (!inside->lists || !inside->occupied) {
    inside_close(inside);
    return false;
  }
  inside_reset(inside);
  return true;
}

void inside_reset(struct inside *inside)
{
  inside->used = inside->occupied_count = 0;
  inside->free = INSIDE_NONE;
  for (uint32_t sw = 0; sw < inside->switches; sw++)
    inside->lists[sw] = (struct inside_list){.first = INSIDE_NONE, .last = INSIDE_NONE};
}

static bool grow(struct inside *inside)
{
  const uint32_t capacity = inside->capacity ? 2 * inside->capacity : 1024;
  struct inside_packet *larger = NULL;

  if (capacity > inside->capacity)
    larger = realloc(inside->packets, capacity * sizeof *larger);
  if (!larger)
    return false;
  inside->packets = larger;
  inside->capacity = capacity;
  return true;
}

struct inside_packet *inside_add(struct inside *inside, uint32_t sw)
{
  struct inside_list *list = &inside->lists[sw];
  uint32_t number = inside->free;

  if (number != INSIDE_NONE)
    inside->free = inside->packets[number].next;
  else if (inside->used < inside->capacity || grow(inside))
    number = inside->used++;
  else
    return NULL;
  inside->packets[number] = (struct inside_packet){.next = INSIDE_NONE};
  if (list->last == INSIDE_NONE)
    list->first = number;
  else
    inside->packets[list->last].next = number;
  list->last = number;
  list->count++;
  if (!list->occupied)
    inside->occupied[inside->occupied_count++] = sw;
  list->occupied = true;
  return &inside->packets[number];
}

void inside_remove(struct inside *inside, uint32_t sw, uint32_t number)
{
  struct inside_list *list = &inside->lists[sw];
  uint32_t before = INSIDE_NONE, at = list->first;

  for (; at != number; at = inside->packets[at].next)
    before = at;
  if (before == INSIDE_NONE)
    list->first = inside->packets[number].next;
  else
    inside->packets[before].next = inside->packets[number].next;
  if (list->last == number)
    list->last = before;
  list->count--;
  inside->packets[number].next = inside->free;
  inside->free = number;
}

void inside_forget_empty(struct inside *inside)
{
  for (uint32_t k = inside->occupied_count; k-- > 0;) {
    struct inside_list *list = &inside->lists[inside->occupied[k]];

    if (list->count > 0)
      continue;
    list->occupied = false;
    inside->occupied[k] = inside->occupied[--inside->occupied_count];
  }
}

void inside_close(struct inside *inside)
{
  free(inside->occupied);
  free(inside->lists);
  free(inside->packets);
  *inside = (struct inside){.lists = NULL};
}
