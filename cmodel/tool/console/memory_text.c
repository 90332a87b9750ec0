/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory_text -- parts of pages and summaries that are made in memory. */
#include "tool/console/memory_text.h"

#include "base/text.h"

static bool left_out;

FILE *memory_text_open(char **text, size_t *size)
{
  FILE *stream = open_memstream(text, size);

  left_out = left_out || !stream;
  return stream;
}

bool memory_text_close(FILE *stream, char *const *text)
{
  const bool whole = text_close(stream, text);

  left_out = left_out || !whole;
  return whole;
}

void memory_text_left_out(void)
{
  left_out = true;
}

bool memory_text_whole(struct err *err)
{
  return !left_out || err_set(err, ERR_ENVIRONMENT, "not enough memory for the summary");
}
