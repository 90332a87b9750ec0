/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bus -- lockhop.h: packets in the buses of Verilog. */
#include "include/lockhop.h"

#include "base/bits.h"

enum { WORD = 32 };

/* bits [first, first + count) of a bus, count <= 64. */
static uint64_t get(const uint32_t *words, size_t first, uint32_t count)
{
  uint64_t value = 0;

  for (uint32_t done = 0; done < count;) {
    size_t bit = first + done;

    value |= (uint64_t)(words[bit / WORD] >> bit % WORD) << done;
    done += WORD - (uint32_t)(bit % WORD);
  }
  return value & bits_mask(count);
}

static void put(uint32_t *words, size_t first, uint32_t count, uint64_t value)
{
  for (uint32_t done = 0; done < count;) {
    size_t bit = first + done;
    uint32_t shift = (uint32_t)(bit % WORD), room = WORD - shift;
    uint32_t mask = (uint32_t)bits_mask(count - done < room ? count - done : room);

    words[bit / WORD] &= ~(mask << shift);
    words[bit / WORD] |= ((uint32_t)(value >> done) & mask) << shift;
    done += room;
  }
}

struct lockhop_packet lockhop_bus_get(const uint32_t *words, uint32_t index,
                                      uint32_t header_bits, uint32_t data_bits)
{
  size_t first = (size_t)index * (header_bits + data_bits);

  return (struct lockhop_packet){.header = get(words, first, header_bits),
                                 .data = get(words, first + header_bits, data_bits)};
}

void lockhop_bus_put(uint32_t *words, uint32_t index, uint32_t header_bits,
                     uint32_t data_bits, const struct lockhop_packet *packet)
{
  size_t first = (size_t)index * (header_bits + data_bits);

  put(words, first, header_bits, packet->header);
  put(words, first + header_bits, data_bits, packet->data);
}
