/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reference_sync -- docs/switches/sync.md again, for the tests and from that page alone:
 * the fields of a header by division, the mask port by port, and the links of d3:K,M on
 * coordinates.
 */
#ifndef LOCKHOP_TESTS_REFERENCE_SYNC_H
#define LOCKHOP_TESTS_REFERENCE_SYNC_H

#include "tests/unit/unit.h"

#include "base/bits.h"
#include "switch/bank/unit.h"

#include <inttypes.h>

/* --- headers: a letter for each field, from bit 0; L and G bits, or so many --- */

enum { PI, DELTA, GAMMA, VECTOR_B, BROADCAST, SKIP_SELF };
enum { TO_P, TO_D, TO_C, AT_P, AT_D, AT_C, VIA_P, VIA_C, TABLE_B };
enum { REFERENCE_FIELDS = 9 };

#define REFERENCE_VECTOR "LLG311"
#define REFERENCE_TABLE "LLGLLGLG3"

/* How many values a field has; size: K, M. */
static inline uint64_t reference_values(char field, const uint32_t *size)
{
  uint64_t values = 2;

  if (field == '3')
    return 8;
  while (field != '1' && values < size[field == 'L'])
    values *= 2;
  return values;
}

/* Values of the whole header: 2^HEADER_BITS. */
static inline uint64_t reference_headers(const char *layout, const uint32_t *size)
{
  uint64_t values = 1;

  for (; *layout; layout++)
    values *= reference_values(*layout, size);
  return values;
}

static inline void reference_cut(const char *layout, const uint32_t *size, uint64_t header,
                                 uint32_t *fields)
{
  for (; *layout; layout++) {
    uint64_t values = reference_values(*layout, size);

    *fields++ = (uint32_t)(header % values);
    header /= values;
  }
}

static inline uint64_t reference_join(const char *layout, const uint32_t *size,
                                      const uint32_t *fields)
{
  uint64_t header = 0, weight = 1;

  for (; *layout; layout++) {
    header += weight * *fields++;
    weight *= reference_values(*layout, size);
  }
  return header;
}

/* --- the units --- */

/* Is output port `port` in the mask of this hop?  By what the port is for. */
static inline bool reference_goes(const uint32_t *size, uint32_t port, uint32_t hop,
                                  uint32_t number, bool all, bool skip)
{
  const uint32_t k = size[0], m = size[1];

  if (port == 0) /* before the last global hop, or after it */
    return (hop == 3 || hop == 5 || hop == 7) && (all || number == 0);
  if (port == m + k)
    return hop == 1 && (all || number == 0);
  if (port < m)
    return (hop & 1) == 1 && (all || number == port);
  if (hop == 0 || (hop & 1) == 1)
    return false;
  return all ? !(skip && port == m) : number == port - m;
}

static inline uint64_t reference_mask_of(const uint32_t *size, uint32_t hop,
                                         uint32_t number, bool all, bool skip)
{
  uint64_t mask = 0;

  for (uint32_t port = 0; port <= size[0] + size[1]; port++)
    if (reference_goes(size, port, hop, number, all, skip))
      mask += UINT64_C(1) << port;
  return mask;
}

/* By hop. */
static const uint8_t reference_hop_vc[] = {0, 0, 1, 1, 2, 2};
static const uint8_t reference_hop_priority[] = {0, 0, 0, 1, 1, 1};

static inline struct route_out reference_sync_vector(const struct route_in *in, bool holds)
{
  const uint64_t places = reference_values('L', in->parameters);
  const bool loop = in->here % places == in->here / places % places; /* d = p */
  uint32_t f[REFERENCE_FIELDS];
  struct route_out out = {.header = in->header};

  reference_cut(REFERENCE_VECTOR, in->parameters, in->header, f);
  uint32_t hop = f[VECTOR_B], b = f[VECTOR_B];
  if (hop > 4)
    return out;
  if (!holds && !f[BROADCAST] && ((b == 1 && f[PI] == 0) || (b == 3 && f[DELTA] == 0)))
    hop--;
  const uint32_t numbers[] = {0, f[PI], f[GAMMA], f[DELTA], f[GAMMA]};
  out.ports = reference_mask_of(in->parameters, hop, numbers[hop], f[BROADCAST],
                                f[SKIP_SELF] && loop);
  out.eject = hop == 0 || (hop == 2 && f[BROADCAST] && f[SKIP_SELF]);
  out.vc = reference_hop_vc[hop];
  out.priority = reference_hop_priority[hop];
  if (hop == 4)
    f[GAMMA] = 0;
  f[VECTOR_B] = hop ? hop - 1 : 0;
  out.header = reference_join(REFERENCE_VECTOR, in->parameters, f);
  return out;
}

/* The rules of docs/switches/levels.md, in their order. */
static inline struct route_out reference_sync_levels(const struct route_in *in, bool holds)
{
  const uint64_t vectors = reference_headers(REFERENCE_VECTOR, in->parameters);
  const bool privileged = in->header >= vectors;
  struct route_in vector = *in;

  vector.header %= vectors;
  struct route_out out = reference_sync_vector(&vector, holds);
  out.header += privileged ? vectors : 0;
  out.vc = privileged ? 0 : out.vc + 1;
  out.priority = 0;
  return out;
}

/* The port that leads from column to row: the number of steps around the ring. */
static inline uint32_t reference_table(uint32_t row, uint32_t column, uint32_t size)
{
  uint32_t port = 0;

  if (row >= size || column >= size)
    return 0;
  for (; column != row; column = column + 1 == size ? 0 : column + 1)
    port++;
  return port;
}

static inline struct route_out reference_sync_table(const struct route_in *in, bool holds)
{
  static const uint8_t goal[] = {0, TO_P, TO_C, TO_D, VIA_C, VIA_P};
  uint32_t f[REFERENCE_FIELDS], number;
  struct route_out out = {.header = in->header};

  reference_cut(REFERENCE_TABLE, in->parameters, in->header, f);
  uint32_t hop = f[TABLE_B];
  if (hop > 5)
    return out;
  number = hop % 2 == 1 ? reference_table(f[goal[hop]], f[AT_P], in->parameters[1]) : 0;
  if (!holds && hop % 2 == 1 && number == 0)
    hop--;
  if (hop % 2 == 1) {
    f[AT_P] = f[goal[hop]];
  } else if (hop > 0) {
    uint32_t d = f[AT_D];

    number = reference_table(f[goal[hop]], f[AT_C], in->parameters[0]);
    f[AT_C] = f[goal[hop]];
    f[AT_D] = f[AT_P];
    f[AT_P] = d;
  }
  out.ports = reference_mask_of(in->parameters, hop, number, false, false);
  out.eject = hop == 0;
  out.vc = reference_hop_vc[hop];
  out.priority = reference_hop_priority[hop];
  f[TABLE_B] = hop ? hop - 1 : 0;
  out.header = reference_join(REFERENCE_TABLE, in->parameters, f);
  return out;
}

/* --- the network --- */

struct reference_router {
  uint32_t c, d, p;
};

static inline uint32_t reference_number(const uint32_t *size, struct reference_router r)
{
  return (r.c * size[1] + r.d) * size[1] + r.p;
}

static inline struct reference_router reference_router_of(const uint32_t *size,
                                                          uint32_t number)
{
  return (struct reference_router){.c = number / size[1] / size[1],
                                   .d = number / size[1] % size[1],
                                   .p = number % size[1]};
}

/* What here_i of a router shows. */
static inline uint64_t reference_here(const uint32_t *size, struct reference_router r)
{
  return reference_join("LLG", size, (uint32_t[]){r.p, r.d, r.c});
}

/* The router at the other end of a link, and the port of that. */
static inline struct reference_router reference_across(const uint32_t *size,
                                                       struct reference_router r,
                                                       uint32_t port, uint32_t *far_port)
{
  const uint32_t k = size[0], m = size[1];

  *far_port = port;
  if (port == 0 || port == m + k)
    return r;
  if (port < m) {
    *far_port = m - port;
    return (struct reference_router){r.c, r.d, (r.p + port) % m};
  }
  *far_port = port == m ? m : m + k - (port - m);
  return (struct reference_router){(r.c + port - m) % k, r.p, r.d};
}

/* --- a packet's path, by a unit of the library over the links of the topology --- */

enum { REFERENCE_HOPS = 5 };

struct reference_path {
  uint32_t hops;                                  /* made */
  struct reference_router at[REFERENCE_HOPS + 1]; /* [hops + 1], the destination last */
  struct route_out out[REFERENCE_HOPS + 1];       /* there */
};

static inline struct route_out reference_route_at(const struct topology *t,
                                                  const struct route_unit *unit,
                                                  struct reference_router at,
                                                  uint64_t header)
{
  uint64_t here = reference_here(t->parameters, at);

  CHECK(topology_here(t, reference_number(t->parameters, at)) == here,
        "%s: here of %u.%u.%u is not %#llx", t->spec, at.c, at.d, at.p,
        (unsigned long long)here);
  return unit->comb(&(struct route_in){
      .here = here, .header = header, .ports = t->ports, .parameters = t->parameters});
}

/* Over the link of a port, which must be the one of the page. */
static inline struct reference_router
reference_cross(const struct topology *t, struct reference_router from, uint32_t port)
{
  uint32_t far_port;
  struct reference_router far = reference_across(t->parameters, from, port, &far_port);
  struct link link = topology_link(t, reference_number(t->parameters, from), port);

  CHECK(link.to_switch == reference_number(t->parameters, far) && link.to_port == far_port,
        "%s: port %u of %u.%u.%u leads to switch %u port %u, not %u.%u.%u port %u", t->spec,
        port, from.c, from.d, from.p, link.to_switch, link.to_port, far.c, far.d, far.p,
        far_port);
  return far;
}

static inline struct reference_path reference_walk(const struct topology *t,
                                                   const struct route_unit *unit,
                                                   struct reference_router source,
                                                   uint64_t header)
{
  struct reference_path path = {.hops = 0, .at = {source}};

  for (;;) {
    struct route_out *out = &path.out[path.hops];

    *out = reference_route_at(t, unit, path.at[path.hops], header);
    if (out->eject && out->ports == 0)
      return path;
    CHECK(!out->eject && bits_count(out->ports) == 1 && path.hops < REFERENCE_HOPS,
          "%s: from %u.%u.%u: hop %u has eject %d ports %#llx", t->spec, source.c, source.d,
          source.p, path.hops, out->eject, (unsigned long long)out->ports);
    path.at[path.hops + 1] =
        reference_cross(t, path.at[path.hops], bits_lowest(out->ports));
    header = out->header;
    path.hops++;
  }
}

static inline bool reference_same(struct reference_router a, struct reference_router b)
{
  return a.c == b.c && a.d == b.d && a.p == b.p;
}

/* The port that leads from one coordinate to another. */
static inline uint32_t reference_to(uint32_t to, uint32_t from, uint32_t size)
{
  return (to + size - from) % size;
}

/* The source vectors of the page that lead from one router to another: b = 3, or 4. */
static inline uint64_t reference_vector(const uint32_t *size, uint32_t b,
                                        struct reference_router from,
                                        struct reference_router to)
{
  uint32_t first = b == 3 ? from.p : from.d, last = b == 3 ? from.d : from.p;

  return reference_join(REFERENCE_VECTOR, size,
                        (uint32_t[]){reference_to(to.p, last, size[1]),
                                     reference_to(to.d, first, size[1]),
                                     reference_to(to.c, from.c, size[0]), b, 0, 0});
}

/* The destination header with deflection by cabinet `via_c` and router `via_p`. */
static inline uint64_t reference_destination(const uint32_t *size, uint32_t b,
                                             struct reference_router from,
                                             struct reference_router to, uint32_t via_c,
                                             uint32_t via_p)
{
  return reference_join(
      REFERENCE_TABLE, size,
      (uint32_t[]){to.p, to.d, to.c, from.p, from.d, from.c, via_p, via_c, b});
}

/* A route unit and its reference agree on one header. */
static inline void
reference_sync_check(const struct route_unit *unit,
                     struct route_out (*reference)(const struct route_in *in, bool holds),
                     const uint32_t *size, bool holds, uint64_t here, uint64_t header)
{
  struct route_in in = {.here = here, .header = header, .parameters = size};
  struct route_out is = unit->comb(&in);
  struct route_out to_be = reference(&in, holds);

  CHECK(is.ports == to_be.ports && is.header == to_be.header && is.eject == to_be.eject &&
            is.vc == to_be.vc && is.priority == to_be.priority && !is.wait,
        "K %u M %u holds %d here %#" PRIx64 " header %#" PRIx64 ": ports %#" PRIx64
        " header %#" PRIx64 " eject %d VC %u priority %u, not %#" PRIx64 " %#" PRIx64
        " %d %u %u",
        size[0], size[1], holds, here, header, is.ports, is.header, is.eject, is.vc,
        is.priority, to_be.ports, to_be.header, to_be.eject, to_be.vc, to_be.priority);
}

#endif
