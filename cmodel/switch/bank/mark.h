/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mark -- the kinds of decisions of a route unit, for coverage: docs/reach.md, "What a
 * route unit must reach".
 *
 * A mark names a mechanism of the unit, such as a tie, at up to two places, such as
 * dimension
 * 1.  Each unit's file has the table of its marks.  A decision has each mark at one place
 * at most.
 */
#ifndef LOCKHOP_SWITCH_BANK_MARK_H
#define LOCKHOP_SWITCH_BANK_MARK_H

#include "base/bits.h"
#include "switch/bank/unit.h"

enum { ROUTE_MARK_PLACES = 2 };

/* Sizes that determine how many places a mark has. */
struct route_sizes {
  uint32_t ports, header_bits;
  const uint32_t *parameters; /* of the network */
};

typedef uint32_t route_mark_count(const struct route_sizes *sizes);

struct route_mark {
  const char *text;                           /* e.g. "tie"; NULL: no more rows */
  const char *place[ROUTE_MARK_PLACES];       /* e.g. "dimension"; NULL: there is none */
  route_mark_count *count[ROUTE_MARK_PLACES]; /* of these places */
  /* Does the decision have this mark?  If so, sets at[], which is 0 before, to the places.
   * Must not read in->random.  A place at or above the count is ignored. */
  bool (*has)(const struct route_in *in, const struct route_out *out,
              uint32_t at[ROUTE_MARK_PLACES]);
  const char *lacks; /* why some sizes have no such decision, e.g. "only an even ring has a
                        tie"; NULL: no reason to give */
};

struct route_marks {
  const struct route_mark *rows;
  /* The destination address in the packet's header; NULL: headers have none. */
  uint64_t (*destination)(const struct route_in *in, const struct route_out *out);
  route_mark_count *destination_bits;
};

#define ROUTE_HAS(name)                                                                    \
  static bool name(const struct route_in *in, const struct route_out *out,                 \
                   uint32_t at[ROUTE_MARK_PLACES])

/* --- shared by several units --- */

static inline uint32_t route_ports(const struct route_sizes *s)
{
  return s->ports;
}

/* 1 if some number of as many bits as a port needs is no port, else 0. */
static inline uint32_t route_no_ports(const struct route_sizes *s)
{
  return bits_mask(bits_index(s->ports)) >= s->ports;
}

static inline uint32_t route_header_bits(const struct route_sizes *s)
{
  return s->header_bits;
}

/* For units whose first parameter is the number of dimensions. */
static inline uint32_t route_dimensions(const struct route_sizes *s)
{
  return s->parameters[0];
}

/* The header is the address. */
static inline uint64_t route_header(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header;
}

/* For a unit that gives at most one port: does the packet leave, and by which port? */
static inline bool route_port(const struct route_out *out, uint32_t *port)
{
  *port = out->ports ? bits_lowest(out->ports) : 0;
  return out->ports;
}

static inline bool route_leaves(const struct route_in *in, const struct route_out *out,
                                uint32_t at[ROUTE_MARK_PLACES])
{
  (void)in;
  return route_port(out, &at[0]);
}

static inline bool route_ejects(const struct route_in *in, const struct route_out *out,
                                uint32_t at[ROUTE_MARK_PLACES])
{
  (void)in, (void)at;
  return out->eject;
}

#define ROUTE_ARRIVES                                                                      \
  {                                                                                        \
    .text = "arrives", .has = route_ejects                                                 \
  }

#endif
