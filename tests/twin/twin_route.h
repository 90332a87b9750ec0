/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_route -- what the twin tests of route units share. */
#ifndef LOCKHOP_TESTS_TWIN_ROUTE_H
#define LOCKHOP_TESTS_TWIN_ROUTE_H

#include "tests/twin/twin.h"

extern "C" {
#include "switch/bank/unit.h"
}

/* The unit in C and its model agree on one header at one place, in the ports that all units
 * have.  Returns what the unit says, for the other ports.  Who has a phase or a random word
 * sets phase_i or random_i. */
template <class Twin>
static struct route_out
compare_route(typename Twin::Model *model, const struct route_unit &unit,
              const uint32_t *parameters, uint64_t header, uint64_t here,
              uint32_t phase = 0, uint32_t random = 0)
{
  struct route_in in = {.here = here,
                        .header = header,
                        .random = random,
                        .ports = Twin::PORTS,
                        .phase = phase,
                        .parameters = parameters};
  struct route_out out = unit.comb(&in);

  port_put(model->here_i, 0, Twin::ADDRESS_BITS, here);
  port_put(model->header_i, 0, Twin::HEADER_BITS, header);
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, Twin::HEADER_BITS);
  CHECK(model->eject_o == out.eject && ports == out.ports && header_o == out.header,
        "here_i %#" PRIx64 " header_i %#" PRIx64 " phase %" PRIu32 " random %#" PRIx32
        ": eject_o %d ports_o %#" PRIx64 " header_o %#" PRIx64 ", golden %d %#" PRIx64
        " %#" PRIx64,
        here, header, phase, random, model->eject_o, ports, header_o, out.eject, out.ports,
        out.header);
  return out;
}

/* The same for a unit that has no other ports. */
template <class Twin>
static void compare_plain_route(typename Twin::Model *model, const struct route_unit &unit,
                                const uint32_t *parameters, uint64_t header, uint64_t here)
{
  const struct route_out out = compare_route<Twin>(model, unit, parameters, header, here);

  CHECK(out.vc == 0 && !out.wait && out.priority == 0,
        "out.vc == 0 && !out.wait && out.priority == 0");
}

/* Every address and header, words that are no address among them. */
template <class Twin>
static void compare_all_routes(typename Twin::Model *model, const struct route_unit &unit,
                               const uint32_t *parameters)
{
  for (uint64_t here = 0; here < UINT64_C(1) << Twin::ADDRESS_BITS; here++)
    for (uint64_t header = 0; header < UINT64_C(1) << Twin::HEADER_BITS; header++)
      compare_plain_route<Twin>(model, unit, parameters, header, here);
}

/* --- pairs of addresses that differ in some fields --- */

/* Inputs of at most this many bits are tried exhaustively: a unit has no clock. */
enum { ROUTE_BITS = 18, ROUTE_VALUES = 32, ROUTE_FIELDS = 64, ROUTE_PAIRS = 2000 };

/* A field of an address: its values are below `size`; others a header alone may have. */
struct route_field {
  uint32_t bits;
  uint64_t size;
};

/* Values of a field that are tried one by one: all of it where it has few, else those at
 * its ends, about its middle, and powers of two. */
static inline uint64_t route_value(const struct route_field *field, uint32_t i)
{
  if (field->bits <= 5 || i < 8)
    return i;
  if (i < 14)
    return field->size - 1 - (i - 8);
  if (i < 18)
    return field->size / 2 - 2 + (i - 14);
  return (UINT64_C(1) << (i - 14) % field->bits) - i % 2;
}

static inline uint32_t route_values(const struct route_field *field)
{
  return field->bits <= 5 ? 1u << field->bits : uint32_t{ROUTE_VALUES};
}

/* An address, from the values of its fields. */
static inline uint64_t route_word(const struct route_field *fields, uint32_t count,
                                  const uint64_t *values)
{
  uint64_t word = 0;

  for (uint32_t f = count; f-- > 0;)
    word = word << fields[f].bits | (values[f] & bits_mask(fields[f].bits));
  return word;
}

/* compare(here, there, field) for addresses that differ in one field, in every pair of its
 * values that are tried; the others are at random, and equal. */
template <class Compare>
static void each_field_changed(const struct route_field *fields, uint32_t count,
                               struct rng *rng, Compare compare)
{
  uint64_t here[ROUTE_FIELDS], there[ROUTE_FIELDS];

  for (uint32_t f = 0; f < count; f++)
    for (uint32_t a = 0; a < route_values(&fields[f]); a++) {
      for (uint32_t i = 0; i < count; i++)
        here[i] = there[i] = rng_below(rng, fields[i].size);
      here[f] = route_value(&fields[f], a);
      for (uint32_t b = 0; b < route_values(&fields[f]); b++) {
        there[f] = route_value(&fields[f], b);
        if (here[f] < fields[f].size)
          compare(route_word(fields, count, here), route_word(fields, count, there), f);
      }
    }
}

/* compare(here, there, field) for addresses of which a set of fields differ: all, one, few,
 * many; `field` is one of them. */
template <class Compare>
static void many_fields_changed(const struct route_field *fields, uint32_t count,
                                struct rng *rng, Compare compare)
{
  uint64_t here[ROUTE_FIELDS], there[ROUTE_FIELDS];

  for (uint32_t i = 0; i < ROUTE_PAIRS; i++) {
    const uint64_t set = i % 4 ? random_difference(rng, count) : bits_mask(count);
    const uint32_t field = set ? bits_lowest(set) : 0;

    for (uint32_t f = 0; f < count; f++) {
      const uint64_t size = fields[f].size;

      here[f] = there[f] = rng_below(rng, size);
      if (set >> f & 1 && size > 1)
        there[f] = (here[f] + 1 + rng_below(rng, size - 1)) % size;
    }
    compare(route_word(fields, count, here), route_word(fields, count, there), field);
  }
}

template <class Compare>
static void fields_changed(const struct route_field *fields, uint32_t count,
                           struct rng *rng, Compare compare)
{
  each_field_changed(fields, count, rng, compare);
  many_fields_changed(fields, count, rng, compare);
}

/* Another port of the unit, beside the same in C. */
#define CHECK_PORT(name, is, must, header, here)                                           \
  CHECK((is) == (must),                                                                    \
        "here_i %#" PRIx64 " header_i %#" PRIx64 ": " name " %d, golden %d",               \
        (uint64_t)(here), (uint64_t)(header), (int)(is), (int)(must))

#endif
