/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory -- the data of the packets that have entered. */
#include "run/flow/memory.h"

#include <stdlib.h>

enum { SWITCHES = 256 };

bool flow_memory_open(struct flow_memory *m, uint32_t switches)
{
  *m = (struct flow_memory){.size = (size_t)FLOW_MEMORY *
                                    (switches < SWITCHES ? switches : SWITCHES)};
  m->entries = malloc(m->size * sizeof *m->entries);
  return m->entries != NULL;
}

void flow_memory_add(struct flow_memory *m, uint64_t data)
{
  m->entries[m->next] = (struct flow_memory_entry){.data = data, .resets = m->resets};
  m->next = (m->next + 1) % m->size;
  m->count += m->count < m->size;
}

void flow_memory_reset(struct flow_memory *m)
{
  m->resets++;
}

enum flow_memory_when flow_memory_find(const struct flow_memory *m, uint64_t data)
{
  for (size_t age = 1; age <= m->count; age++) {
    const struct flow_memory_entry *entry =
        &m->entries[(m->next + m->size - age) % m->size];

    if (entry->data == data)
      return entry->resets == m->resets ? FLOW_MEMORY_NOW : FLOW_MEMORY_BEFORE;
  }
  return FLOW_MEMORY_NEVER;
}

void flow_memory_close(struct flow_memory *m)
{
  free(m->entries);
}
