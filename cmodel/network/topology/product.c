/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* product -- what products of rings and products of lines have in common: digits. */
#include "network/topology/product.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SMALL_DIMENSIONS = 2 };

/* --- the spec --- */

/* Switches and address bits from the sizes; false: too many switches. */
static bool count_switches(struct topology *t, struct product *p)
{
  uint64_t switches = 1;

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    p->stride[i] = (uint32_t)switches;
    switches *= product_size(t, i);
    if (switches > UINT64_C(1) << PRODUCT_SWITCHES_BITS)
      return false;
    t->address_bits += bits_index(product_size(t, i));
  }
  t->switches = (uint32_t)switches;
  return true;
}

bool product_make(struct topology *t, const struct spec *spec, const uint32_t *factors,
                  size_t count, struct err *err)
{
  struct product *p = t->state;

  p->parameters[0] = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    p->parameters[count - i] = factors[i];
  t->parameters = p->parameters;
  t->parameter_count = 1 + count;
  return count_switches(t, p) || err_set(err, ERR_USAGE, "%.100s: more than 2^%d switches",
                                         spec->text, PRODUCT_SWITCHES_BITS);
}

bool product_read(struct topology *t, struct spec *spec, const char *side, struct err *err)
{
  uint32_t factors[PRODUCT_DIMENSIONS];
  size_t count;

  if (!spec_product(spec, ':', factors, PRODUCT_DIMENSIONS, &count, err))
    return false;
  for (size_t i = 0; i < count; i++)
    if (factors[i] < 2 || factors[i] > PRODUCT_SIDE)
      return err_set(err, ERR_USAGE, "%.100s: a %s has 2 to %d switches, not %" PRIu32,
                     spec->text, side, PRODUCT_SIDE, factors[i]);
  return product_make(t, spec, factors, count, err);
}

bool product_open(struct topology *t, struct spec *spec, const char *side, struct err *err)
{
  return product_read(t, spec, side, err) && spec_end(spec, err);
}

/* --- addresses --- */

size_t product_coordinates(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES])
{
  memcpy(sizes, t->parameters + 1, product_dimensions(t) * sizeof sizes[0]);
  return product_dimensions(t);
}

uint64_t product_here(const struct topology *t, uint32_t sw)
{
  uint64_t word = 0;

  for (uint32_t i = product_dimensions(t); i-- > 0;)
    word = word << bits_index(product_size(t, i)) | product_digit(t, sw, i);
  return word;
}

uint32_t product_field(const struct topology *t, uint64_t word, uint32_t dimension)
{
  uint32_t lsb = 0;

  for (uint32_t i = 0; i < dimension; i++)
    lsb += bits_index(product_size(t, i));
  return (uint32_t)(word >> lsb & bits_mask(bits_index(product_size(t, dimension))));
}

void product_print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  size_t used = 0;

  for (uint32_t i = product_dimensions(t); i-- > 0;)
    used += (size_t)snprintf(text + used, ADDRESS_TEXT - used, "%" PRIu32 "%s",
                             product_digit(t, sw, i), i > 0 ? "." : "");
}

bool product_parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  uint32_t sizes[PRODUCT_DIMENSIONS];

  for (uint32_t i = 0; i < product_dimensions(t); i++)
    sizes[i] = product_size(t, product_dimensions(t) - 1 - i);
  return topology_parse_digits(text, sizes, product_dimensions(t), sw);
}

/* --- headers --- */

uint32_t product_header_bits(const struct topology *t)
{
  return t->address_bits;
}

uint64_t product_header(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  (void)source;
  (void)random;
  return product_here(t, destination);
}

size_t product_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const char *const names[PRODUCT_DIMENSIONS] = {
      "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",
      "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19"};
  size_t count = 0;

  for (uint32_t lsb = 0; count < product_dimensions(t) && count < capacity; count++) {
    const uint32_t bits = bits_index(product_size(t, (uint32_t)count));

    fields[count] = (struct field){.name = names[count], .lsb = lsb, .bits = bits};
    lsb += bits;
  }
  return count;
}

uint32_t product_two_bits(const struct topology *t)
{
  return 2 * t->address_bits;
}

size_t product_two_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const char *const names[] = {"immediate", "final"};
  size_t count = 0;

  for (; count < sizeof names / sizeof names[0] && count < capacity; count++)
    fields[count] = (struct field){.name = names[count],
                                   .lsb = (uint32_t)count * t->address_bits,
                                   .bits = t->address_bits};
  return count;
}

uint64_t product_by_way_of(const struct topology *t, uint32_t middle, uint32_t destination)
{
  return product_here(t, destination) << t->address_bits | product_here(t, middle);
}

uint64_t product_valiant_header(const struct topology *t, uint32_t source,
                                uint32_t destination, uint64_t random)
{
  (void)source;
  return product_by_way_of(t, (uint32_t)(random % t->switches), destination);
}

uint64_t product_romm_header(const struct topology *t, uint32_t source,
                             uint32_t destination, uint64_t random, product_way *way)
{
  uint32_t middle = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    const uint32_t at = product_digit(t, source, i), n = product_size(t, i);
    const int64_t hops = way(t, i, at, product_digit(t, destination, i));
    const uint64_t places = (uint64_t)(hops < 0 ? -hops : hops) + 1;
    const int64_t some = (int64_t)(random % places);

    random /= places;
    middle += (uint32_t)((at + n + (hops < 0 ? -some : some)) % n) * product_stride(t, i);
  }
  return product_by_way_of(t, middle, destination);
}

/* --- a small one --- */

void product_small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  const uint32_t dimensions = product_dimensions(t);
  int used = snprintf(spec, TOPOLOGY_SPEC, "%s", t->row->name);
  uint32_t chosen = 0;
  char separator = ':';

  for (uint32_t k = 0; k < SMALL_DIMENSIONS && k < dimensions; k++) {
    uint32_t longest = dimensions;

    for (uint32_t i = 0; i < dimensions; i++)
      if (!(chosen >> i & 1) &&
          (longest == dimensions || product_size(t, i) > product_size(t, longest)))
        longest = i;
    chosen |= UINT32_C(1) << longest;
  }
  for (uint32_t i = dimensions; i-- > 0;) {
    const uint32_t n = product_size(t, i);

    if (!(chosen >> i & 1))
      continue;
    used += snprintf(spec + used, TOPOLOGY_SPEC - (size_t)used, "%c%" PRIu32, separator,
                     n <= 5 ? n : 4 + n % 2);
    separator = 'x';
  }
}

void product_place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  uint32_t digits[PRODUCT_DIMENSIONS];

  for (uint32_t i = 0; i < product_dimensions(t); i++)
    digits[i] = product_digit(t, sw, i);
  sketch_grid(t->parameters + 1, digits, product_dimensions(t), x, y);
}
