/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pins -- the addresses of the pins of every switch of a plug-in, and packets as words. */
#include "verilog/simulator/pins.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert(sizeof(struct dut_pins) == PIN_COUNT * sizeof(void *), "enum pin is stale");

/* The pins of one switch in the order of enum pin; NULL: the switch lacks the pin.
 */
static void find(const struct dut_ops *ops, void *dut, uint32_t sw,
                 unsigned char *found[PIN_COUNT])
{
  struct dut_pins named;

  ops->pins(dut, sw, &named);
  memcpy(found, &named, sizeof named);
}

bool pins_open(struct pins *pins, const struct dut_ops *ops, void *dut, uint32_t first,
               uint32_t end, const struct packet_format *format)
{
  const bool one_object = ops->switches_per_instance > 1;
  unsigned char *one[PIN_COUNT], *found[PIN_COUNT];

  *pins = (struct pins){.slot_words = ops->slot_words, .format = *format};
  pins->base = calloc(end, sizeof pins->base[0]);
  if (!pins->base)
    return false;
  find(ops, dut, first, one);
  pins->eject_ready = one[EJECT_READY] != NULL;
  pins->golden = one[GOLDEN_VALID] != NULL;
  for (size_t k = 0; k < PIN_COUNT; k++)
    if (one[k])
      pins->offset[k] = one[k] - one[INJECT_VALID];
  for (uint32_t sw = first; sw < end; sw++) {
    find(ops, dut, sw, found);
    pins->base[sw] = one_object ? one[INJECT_VALID] : found[INJECT_VALID];
    for (size_t k = 0; k < PIN_COUNT; k++) {
      if (one_object && sw == 1 && found[k])
        pins->stride[k] = found[k] - one[k];
      assert(!found[k] || found[k] == pins_at(pins, sw, (enum pin)k));
    }
  }
  return true;
}

void pins_close(struct pins *pins)
{
  free(pins->base);
  pins->base = NULL;
}

void pins_store_packet(const struct pins *pins, unsigned char *slot, struct packet packet)
{
  uint32_t bits = pins->format.header_bits;
  uint64_t header = packet.header & bits_mask(bits);
  uint64_t data = packet.data & bits_mask(pins->format.data_bits);

  pin_store(slot, bits < 64 ? header | data << bits : header);
  if (pins->slot_words == 2)
    pin_store(slot + sizeof data, bits < 64 ? data >> (64 - bits) : data);
}

struct packet pins_load_packet(const struct pins *pins, const unsigned char *slot)
{
  uint32_t bits = pins->format.header_bits;
  uint64_t low = pin_load(slot);
  uint64_t high = pins->slot_words == 2 ? pin_load(slot + sizeof low) : 0;
  uint64_t data = bits < 64 ? low >> bits | high << (64 - bits) : high;

  return (struct packet){.header = low & bits_mask(bits),
                         .data = data & bits_mask(pins->format.data_bits)};
}
