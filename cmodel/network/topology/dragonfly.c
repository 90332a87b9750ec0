/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- shared by d3 and mdf: ports, addresses, headers of source vectors. */
#include "network/topology/dragonfly.h"

#include "base/bits.h"
#include "switch/route/sync_vector.h"

#include <stdio.h>
#include <string.h>

bool dragonfly_read(struct spec *spec, uint32_t *k, uint32_t *m, struct err *err)
{
  uint64_t wide_k, wide_m;

  if (!spec_number(spec, ':', &wide_k, err) || !spec_number(spec, ',', &wide_m, err))
    return false;
  if (wide_k < 1 || wide_m < 2 || wide_k > DRAGONFLY_SUM || wide_m > DRAGONFLY_SUM ||
      wide_k + wide_m > DRAGONFLY_SUM)
    return err_set(err, ERR_USAGE,
                   "%.100s: K must be at least 1, M at least 2, and K + M at most %d",
                   spec->text, DRAGONFLY_SUM);
  *k = (uint32_t)wide_k;
  *m = (uint32_t)wide_m;
  return true;
}

enum port_kind dragonfly_port_kind(const struct topology *t, uint32_t port)
{
  if (port == 0 || port == dragonfly_last_hold(t))
    return PORT_HOLD;
  return port < dragonfly_global(t) ? PORT_LOCAL : PORT_GLOBAL;
}

void dragonfly_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  enum port_kind kind = dragonfly_port_kind(t, port);

  if (kind == PORT_HOLD)
    snprintf(text, PORT_TEXT, port == 0 ? "hold" : "last hold");
  else if (kind == PORT_LOCAL)
    snprintf(text, PORT_TEXT, "local %u", port);
  else
    snprintf(text, PORT_TEXT, "global %u", port - dragonfly_global(t));
}

uint64_t dragonfly_vector(const struct topology *t, uint32_t b, uint32_t gamma, uint32_t pi,
                          uint32_t delta)
{
  const struct sync_vector_format f = sync_vector_format(t->parameters);

  return (uint64_t)b << f.count | (uint64_t)gamma << f.gamma | (uint64_t)delta << f.delta |
         pi;
}

uint32_t dragonfly_vector_bits(const struct topology *t)
{
  return sync_vector_bits(t->parameters);
}

size_t dragonfly_vector_fields(const struct topology *t, struct field *fields,
                               size_t capacity)
{
  static const struct dragonfly_field rows[] = {
      {"pi", DRAGONFLY_LOCAL}, {"delta", DRAGONFLY_LOCAL}, {"gamma", DRAGONFLY_GLOBAL},
      {"b", SYNC_COUNT_BITS},  {"broadcast", 1},           {"skip_self", 1}};

  return dragonfly_fields(t, rows, sizeof rows / sizeof rows[0], fields, capacity);
}

size_t dragonfly_fields(const struct topology *t, const struct dragonfly_field *rows,
                        size_t count, struct field *fields, size_t capacity)
{
  uint32_t lsb = 0;

  if (count > capacity)
    count = capacity;
  for (size_t i = 0; i < count; i++) {
    uint32_t bits = rows[i].bits == DRAGONFLY_LOCAL    ? bits_index(t->parameters[1])
                    : rows[i].bits == DRAGONFLY_GLOBAL ? bits_index(t->parameters[0])
                                                       : (uint32_t)rows[i].bits;

    fields[i] = (struct field){.name = rows[i].name, .lsb = lsb, .bits = bits};
    lsb += bits;
  }
  return count;
}

uint32_t dragonfly_least_queue(const struct queue_view *queues, uint32_t sw, uint32_t port,
                               uint32_t count, uint32_t drawn)
{
  uint32_t least = UINT32_MAX, best = drawn;

  for (uint32_t i = 0; i < count; i++) {
    const uint32_t number = (drawn + i) % count;
    const uint32_t waiting = queues->packets(queues->self, sw, port + number);

    if (waiting < least) {
      least = waiting;
      best = number;
    }
  }
  return best;
}
