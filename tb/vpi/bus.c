/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bus -- a bus of four states: read from a design, or shown to it. */
#include "bus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t words_of(uint32_t bits)
{
  return (bits + 31) / 32;
}

bool bus_open(struct bus *bus, uint32_t bits)
{
  bus->bits = bits;
  bus->value = calloc(words_of(bits), sizeof *bus->value);
  bus->unknown = calloc(words_of(bits), sizeof *bus->unknown);
  if (!bus->value || !bus->unknown)
    return false;
  bus_show_x(bus);
  return true;
}

uint64_t bus_bits(const uint32_t *words, uint32_t at, uint32_t bits)
{
  uint64_t value = 0;

  for (uint32_t i = 0; i < bits; i++)
    value |= (uint64_t)(words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
  return value;
}

static void put_bits(uint32_t *words, uint32_t at, uint32_t bits, uint64_t value)
{
  for (uint32_t i = 0; i < bits; i++) {
    const uint32_t mask = UINT32_C(1) << (at + i) % 32;

    words[(at + i) / 32] &= ~mask;
    words[(at + i) / 32] |= value >> i & 1 ? mask : 0;
  }
}

void bus_show_bits(struct bus *bus, uint32_t at, uint32_t bits, uint64_t value)
{
  put_bits(bus->value, at, bits, value);
  put_bits(bus->unknown, at, bits, 0);
}

void bus_show_x(struct bus *bus)
{
  memset(bus->value, 0xff, words_of(bus->bits) * sizeof *bus->value);
  memset(bus->unknown, 0xff, words_of(bus->bits) * sizeof *bus->unknown);
}

void bus_show_packet(struct bus *bus, uint32_t index, const struct lockhop_shape *shape,
                     const struct lockhop_packet *packet)
{
  const struct lockhop_packet known = {0, 0};

  lockhop_bus_put(bus->value, index, shape->header_bits, shape->data_bits, packet);
  lockhop_bus_put(bus->unknown, index, shape->header_bits, shape->data_bits, &known);
}

void bus_read(struct bus *bus, vpiHandle handle)
{
  s_vpi_value value = {.format = vpiVectorVal};

  vpi_get_value(handle, &value);
  for (uint32_t i = 0; i < words_of(bus->bits); i++) {
    bus->value[i] = (uint32_t)value.value.vector[i].aval;
    bus->unknown[i] = (uint32_t)value.value.vector[i].bval;
  }
}

bool bus_write(const struct bus *bus, vpiHandle handle)
{
  s_vpi_vecval *words = calloc(words_of(bus->bits), sizeof *words);
  s_vpi_value value = {.format = vpiVectorVal, .value.vector = words};

  for (uint32_t i = 0; words && i < words_of(bus->bits); i++) {
    words[i].aval = (PLI_INT32)bus->value[i];
    words[i].bval = (PLI_INT32)bus->unknown[i];
  }
  if (words)
    vpi_put_value(handle, &value, NULL, vpiNoDelay);
  free(words);
  return words != NULL;
}

void bus_print(char text[BUS_TEXT], uint64_t value, uint64_t unknown, uint32_t bits)
{
  char *end = text;

  if (bits == 1) {
    snprintf(text, BUS_TEXT, "%c", unknown ? (value ? 'x' : 'z') : (value ? '1' : '0'));
    return;
  }
  end += snprintf(end, 3, "0x");
  for (uint32_t digit = (bits + 3) / 4; digit-- > 0;)
    end += snprintf(
        end, 2, "%c",
        unknown >> 4 * digit & 15 ? 'x' : "0123456789abcdef"[value >> 4 * digit & 15]);
}
