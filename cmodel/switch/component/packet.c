/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* packet -- the unit of transfer: a header for routing, and data that no switch reads. */
#include "switch/component/packet.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdio.h>

uint64_t field_value(const struct field *field, uint64_t header)
{
  return header >> field->lsb & bits_mask(field->bits);
}

char *field_print(char *buffer, size_t size, const struct field *fields, size_t count,
                  uint64_t header)
{
  size_t used = 0;

  buffer[0] = '\0';
  for (size_t i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(buffer + used, size - used, "%s%s=%" PRIu64, i ? " " : "",
                             fields[i].name, field_value(&fields[i], header));
  return buffer;
}
