/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory -- the data of the packets that have entered, of which no schedule tells.
 *
 * It has the latest FLOW_MEMORY packets for each switch that is judged, and for 256
 * switches at most.
 */
#ifndef LOCKHOP_RUN_FLOW_MEMORY_H
#define LOCKHOP_RUN_FLOW_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLOW_MEMORY = 4096 };

struct flow_memory_entry {
  uint64_t data;
  uint64_t resets; /* before the packet entered */
};

struct flow_memory {
  struct flow_memory_entry *entries; /* [size], the oldest at `next` once it is full */
  size_t size, count, next;
  uint64_t resets;
};

enum flow_memory_when {
  FLOW_MEMORY_NEVER, /* no packet with these data has entered, or it was too long ago */
  FLOW_MEMORY_NOW,   /* one has since the latest reset, */
  FLOW_MEMORY_BEFORE /* or before it */
};

/* False: memory is short. */
bool flow_memory_open(struct flow_memory *memory, uint32_t switches);

void flow_memory_add(struct flow_memory *memory, uint64_t data);

void flow_memory_reset(struct flow_memory *memory);

/* The latest packet with these data. */
enum flow_memory_when flow_memory_find(const struct flow_memory *memory, uint64_t data);

void flow_memory_close(struct flow_memory *memory);

#endif
