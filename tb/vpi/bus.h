/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bus -- a bus of four states: read from a design, or shown to it. */
#ifndef LOCKHOP_TB_BUS_H
#define LOCKHOP_TB_BUS_H

#include <lockhop.h>
#include <vpi_user.h>

/* A bus: 32 bits in a word, 0 and 1 as in `value`, x (value 1) and z (0) where unknown
 * is 1. */
struct bus {
  uint32_t *value, *unknown; /* [bits / 32, rounded up] */
  uint32_t bits;
};

/* All x.  False: memory is short. */
bool bus_open(struct bus *bus, uint32_t bits);

/* Of `words` of a bus: `bits` bits, [0, 64], from bit `at` on. */
uint64_t bus_bits(const uint32_t *words, uint32_t at, uint32_t bits);

void bus_show_x(struct bus *bus);
void bus_show_bits(struct bus *bus, uint32_t at, uint32_t bits, uint64_t value);
void bus_show_packet(struct bus *bus, uint32_t index, const struct lockhop_shape *shape,
                     const struct lockhop_packet *packet);

/* From and to a variable of the simulation that has as many bits. */
void bus_read(struct bus *bus, vpiHandle handle);
bool bus_write(const struct bus *bus, vpiHandle handle); /* false: memory is short */

/* A bit, or a word of up to 64 bits in digits of 16; unknown digits are x. */
enum { BUS_TEXT = 24 };
void bus_print(char text[BUS_TEXT], uint64_t value, uint64_t unknown, uint32_t bits);

#endif
