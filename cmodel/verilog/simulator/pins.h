/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pins -- the addresses of the pins of every switch of a plug-in, and packets as words.
 *
 * All Verilated objects have the same layout, and the switches of a network are
 * consecutive, so pin k of switch s is at base[s] + offset[k] + s * stride[k]: 8 bytes per
 * switch instead of 8 per pin.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_PINS_H
#define LOCKHOP_VERILOG_SIMULATOR_PINS_H

#include "sim/dut.h"
#include "switch/component/packet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The pins of struct dut_pins, in its order. */
enum pin {
  IN_VALID,
  IN_PACKET,
  OUT_READY,
  INJECT_VALID,
  INJECT_PACKET,
  HERE,
  SEED,
  PHASE,
  IN_READY,
  INJECT_READY,
  OUT_VALID,
  OUT_PACKET,
  EJECT_VALID,
  EJECT_PACKET,
  GOLDEN_VALID,
  GOLDEN_READY,
  GOLDEN_EJECT,
  GOLDEN_PACKET,
  DIFFER,
  CYCLE,
  EJECT_READY,
  STALLED,
  DRIVEN,
  PIN_COUNT
};

struct pins {
  unsigned char **base; /* [end] by switch; of those that are not here untouched */
  ptrdiff_t offset[PIN_COUNT];
  ptrdiff_t stride[PIN_COUNT]; /* 0 if each switch is an object */
  uint32_t slot_words;         /* words of a packet */
  bool eject_ready;            /* there is a pin EJECT_READY */
  bool golden;                 /* there are the pins for waveforms alone, up to CYCLE */
  struct packet_format format;
};

/* Find the pins of switches [first, end).  False: memory is short. */
bool pins_open(struct pins *pins, const struct dut_ops *ops, void *dut, uint32_t first,
               uint32_t end, const struct packet_format *format);

void pins_close(struct pins *pins);

static inline unsigned char *pins_at(const struct pins *pins, uint32_t sw, enum pin pin)
{
  return pins->base[sw] + pins->offset[pin] + (ptrdiff_t)sw * pins->stride[pin];
}

/* Packet `index` of a pin that is an array of packets. */
static inline unsigned char *pins_slot(const struct pins *pins, uint32_t sw, enum pin pin,
                                       uint32_t index)
{
  return pins_at(pins, sw, pin) + (size_t)index * pins->slot_words * sizeof(uint64_t);
}

/* Pins are aligned to 4 bytes only. */
static inline uint64_t pin_load(const unsigned char *pin)
{
  uint64_t word;

  memcpy(&word, pin, sizeof word);
  return word;
}

static inline void pin_store(unsigned char *pin, uint64_t word)
{
  memcpy(pin, &word, sizeof word);
}

/* A packet in a slot: header in the low bits, data above it. */
void pins_store_packet(const struct pins *pins, unsigned char *slot, struct packet packet);
struct packet pins_load_packet(const struct pins *pins, const unsigned char *slot);

#endif
