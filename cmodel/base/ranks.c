/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ranks -- processes that make one run together, each with its part of a network. */
#include "base/ranks.h"

#include <stdlib.h>
#include <string.h>

bool ranks_open(struct ranks *ranks, struct err *err)
{
  ranks->out = calloc(ranks->count, sizeof *ranks->out);
  ranks->in = calloc(ranks->count, sizeof *ranks->in);
  if (ranks->out && ranks->in)
    return true;
  ranks_close(ranks);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u ranks", ranks->count);
}

static void close_boxes(struct ranks_box *boxes, uint32_t count)
{
  for (uint32_t i = 0; boxes && i < count; i++)
    free(boxes[i].bytes);
  free(boxes);
}

void ranks_close(struct ranks *ranks)
{
  close_boxes(ranks->out, ranks->count);
  close_boxes(ranks->in, ranks->count);
  ranks->out = ranks->in = NULL;
}

void *ranks_append(struct ranks_box *box, size_t size)
{
  if (!box->bytes || size > box->room - box->size) {
    const size_t room = 2 * box->room + size + 256;
    uint8_t *larger = realloc(box->bytes, room);

    if (!larger)
      return NULL;
    box->bytes = larger;
    box->room = room;
  }
  box->size += size;
  return box->bytes + box->size - size;
}

const void *ranks_take(struct ranks_box *box, size_t size)
{
  if (size > box->size - box->taken)
    return NULL;
  box->taken += size;
  return box->bytes + box->taken - size;
}

void ranks_clear(struct ranks *ranks)
{
  for (uint32_t i = 0; i < ranks->count; i++)
    ranks->out[i].size = 0;
}

bool ranks_tell(struct ranks *ranks, const void *bytes, size_t size)
{
  for (uint32_t i = 0; i < ranks->count; i++) {
    if (i == ranks->rank || size == 0)
      continue;
    void *place = ranks_append(&ranks->out[i], size);

    if (!place)
      return false;
    memcpy(place, bytes, size);
  }
  return true;
}

bool ranks_collect(struct ranks *ranks, const void *mine, size_t size, void *all,
                   struct err *err)
{
  ranks_clear(ranks);
  if (!ranks_tell(ranks, mine, size))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for an exchange");
  ranks_begin(ranks);
  ranks_end(ranks);
  for (uint32_t i = 0; i < ranks->count; i++) {
    if (i != ranks->rank && ranks->in[i].size != size)
      return err_set(err, ERR_ENVIRONMENT, "rank %u is out of step with rank %u", i,
                     ranks->rank);
    memcpy((uint8_t *)all + i * size, i == ranks->rank ? mine : ranks->in[i].bytes, size);
  }
  return true;
}
