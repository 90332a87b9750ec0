/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus_adaptive -- route unit of a product of rings: minimal, the word says which of the
 * ports that lead nearer. */
#include "switch/route/torus_adaptive.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"
#include "switch/route/adaptive.h"
#include "switch/route/torus.h"

enum { ESCAPE_VCS = 2 };

/* The productive ports; none: the packet has arrived. */
static inline uint64_t productive_ports(const struct route_in *in)
{
  const uint32_t *sizes = &in->parameters[1];
  uint64_t ports = 0;
  uint32_t lsb = 0, port = 0; /* of dimension i */

  for (uint32_t i = 0; i < in->parameters[0]; i++) {
    const uint32_t n = sizes[i], bits = bits_index(n);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(in->header >> lsb & bits_mask(bits));
    const uint32_t ahead = to > at ? to - at : to + n - at;

    if (to != at && (n == 2 || 2 * ahead <= n))
      ports |= UINT64_C(1) << port;
    if (to != at && n > 2 && 2 * ahead >= n)
      ports |= UINT64_C(2) << port;
    lsb += bits;
    port += torus_ring_ports(n);
  }
  return ports;
}

/* The ports of rings of 2, which have no dateline. */
static inline uint64_t ports_of_two(const struct route_in *in)
{
  const uint32_t *sizes = &in->parameters[1];
  uint64_t ports = 0, first = 1; /* of dimension i */

  for (uint32_t i = 0; i < in->parameters[0]; i++) {
    if (sizes[i] == 2)
      ports |= first;
    first <<= torus_ring_ports(sizes[i]);
  }
  return ports;
}

static inline struct route_out torus_adaptive_comb(const struct route_in *in)
{
  const uint64_t productive = productive_ports(in);

  if (productive && in->random != ADAPTIVE_ESCAPE)
    return (struct route_out){.ports = adaptive_port(productive, in), .header = in->header};
  const uint64_t two = ports_of_two(in);
  struct route_out out = torus_comb(in);
  if (!out.eject)
    out.vc = out.ports & two ? 1 : (uint8_t)(out.vc + 1);
  return out;
}

ROUTE_UNIT(unit, torus_adaptive_comb(in))

static uint32_t unit_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  return adaptive_words(productive_ports(in), true, words);
}

/* --- marks --- */

ROUTE_HAS(goes)
{
  (void)in;
  return route_port(out, &at[0]) && out->vc == 0;
}

ROUTE_HAS(chooses)
{
  const uint64_t productive = productive_ports(in);

  return route_port(out, &at[0]) && out->vc == 0 && (productive & (productive - 1));
}

ROUTE_HAS(escapes)
{
  (void)in;
  at[1] = out->vc - 1u;
  return route_port(out, &at[0]) && out->vc > 0;
}

static uint32_t escape_vcs(const struct route_sizes *sizes)
{
  (void)sizes;
  return ESCAPE_VCS;
}

#define PORT_MARK(name, function, reason)                                                  \
  {                                                                                        \
    .text = (name), .place = {"port"}, .count = {route_ports}, .has = (function),          \
    .lacks = (reason)                                                                      \
  }

static const struct route_mark rows[] = {
    PORT_MARK("goes by", goes, NULL),
    PORT_MARK("goes by, of several", chooses, "no other port ever leads nearer beside it"),
    {.text = "escapes by",
     .place = {"port", "dateline"},
     .count = {route_ports, escape_vcs},
     .has = escapes,
     .lacks = "its ring has no such hop"},
    ROUTE_ARRIVES,
    {.text = NULL}};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_header_bits};

static const char *const parameters[] = {"DIMENSIONS", NULL};

const struct route_unit torus_adaptive = {
    .name = "torus_adaptive",
    .one_port = true,
    .parameters = parameters,
    .vector = "SIZES",
    .has_random = true,
    .has_vc = true,
    .has_escape = true,
    .comb = unit_comb,
    .words = unit_words,
    .loops = &unit_loops,
    .marks = &marks,
};
