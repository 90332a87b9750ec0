/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lz4 -- unpacks a block of the format LZ4.
 *
 * A block is a sequence of: one byte, whose high half is a number of literals and whose low
 * half is the length of a match, less 4; the literals; the distance back to the match, two
 * bytes, the low one first.  A half of 15 is continued in further bytes, up to one that is
 * not 255: those of the literals before the literals, those of the match after the
 * distance.  The last part has literals alone.
 */
#include "base/lz4.h"

#include <string.h>

enum { MATCH_LEAST = 4, HALF_MOST = 15, BYTE_MOST = 255 };

struct input {
  const uint8_t *at, *end;
};

/* A length that begins with this half of a byte; false: the input ends in it. */
static bool read_length(struct input *in, size_t half, size_t *length)
{
  uint8_t byte = BYTE_MOST;

  *length = half;
  while (half == HALF_MOST && byte == BYTE_MOST) {
    if (in->at == in->end)
      return false;
    byte = *in->at++;
    *length += byte;
  }
  return true;
}

bool lz4_unpack(const uint8_t *from, size_t packed, uint8_t *to, size_t size)
{
  struct input in = {from, from + packed};
  size_t used = 0, length;

  while (in.at < in.end) {
    const uint8_t token = *in.at++;

    if (!read_length(&in, token >> 4, &length) || length > (size_t)(in.end - in.at) ||
        length > size - used)
      return false;
    memcpy(to + used, in.at, length);
    in.at += length;
    used += length;
    if (in.at == in.end)
      return used == size;
    if (in.end - in.at < 2)
      return false;
    const size_t distance = in.at[0] | (size_t)in.at[1] << 8;
    in.at += 2;
    if (!read_length(&in, token & HALF_MOST, &length) || distance == 0 || distance > used ||
        length + MATCH_LEAST > size - used)
      return false;
    length += MATCH_LEAST;
    for (; length > 0; length--, used++) /* a match may reach into itself */
      to[used] = to[used - distance];
  }
  return false;
}
