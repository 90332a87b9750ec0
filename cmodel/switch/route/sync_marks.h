/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_marks -- marks of the units of the dragonflies: each hop by port.
 *
 * A unit has a function that reads `b` from a header.  From it SYNC_MARK_FUNCTIONS defines
 * the functions of the rows.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_MARKS_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_MARKS_H

#include "base/bits.h"
#include "switch/bank/mark.h"

/* K and M. */
static inline uint32_t sync_global(const struct route_sizes *s)
{
  return s->parameters[0];
}

static inline uint32_t sync_local(const struct route_sizes *s)
{
  return s->parameters[1];
}

/* Does the packet, whose b is `after` after this router, make hop number `hop` by exactly
 * one port?  *number is then the local or global number of the port; hold links are local
 * port 0.
 */
static inline bool sync_hops(const struct route_in *in, const struct route_out *out,
                             uint32_t after, uint32_t hop, uint32_t *number)
{
  const uint32_t m = in->parameters[1];
  uint32_t port;

  if (!route_port(out, &port) || (out->ports & (out->ports - 1)) || after + 1 != hop)
    return false;
  *number = hop % 2 == 0 ? port - m : port < m ? port : 0;
  return true;
}

static inline bool sync_leaves_out(const struct route_out *out, uint32_t before,
                                   uint32_t after)
{
  return before % 2 == 1 && after + (out->ports != 0) < before;
}

#define SYNC_HOP(name, find, hop)                                                          \
  ROUTE_HAS(name)                                                                          \
  {                                                                                        \
    return sync_hops(in, out, find(in, out->header), hop, &at[0]);                         \
  }

/* `find`: uint32_t (in, header), the b of the header. */
#define SYNC_MARK_FUNCTIONS(find)                                                          \
  SYNC_HOP(sync_hop_1, find, 1)                                                            \
  SYNC_HOP(sync_hop_2, find, 2)                                                            \
  SYNC_HOP(sync_hop_3, find, 3)                                                            \
  SYNC_HOP(sync_hop_4, find, 4)                                                            \
  ROUTE_HAS(sync_arrives)                                                                  \
  {                                                                                        \
    (void)at;                                                                              \
    return out->eject && find(in, in->header) == 0;                                        \
  }

/* `find`: the b with which the packet came. */
#define SYNC_LEFT_OUT_FUNCTION(find)                                                       \
  ROUTE_HAS(sync_left_out)                                                                 \
  {                                                                                        \
    at[0] = find(in, in->header) / 2;                                                      \
    return sync_leaves_out(out, find(in, in->header), find(in, out->header));              \
  }

/* --- units that choose between two ways by bit 0 of their word --- */

enum { SYNC_DEFLECTED = 5, SYNC_MINIMAL = 3 }; /* b of the ways */

/* The header of the minimal way; b is its bits from lsb on. */
static inline uint64_t sync_minimal(uint64_t header, uint32_t lsb)
{
  return (header & bits_mask(lsb)) | (uint64_t)SYNC_MINIMAL << lsb;
}

static inline uint32_t sync_ways(const struct route_sizes *s)
{
  (void)s;
  return 2;
}

/* `find`: as above; `chooses`: bool (in), may the packet go two ways?  The way that it has
 * taken tells how many hops it had before it. */
#define SYNC_CHOICE_FUNCTIONS(find, chooses)                                               \
  static uint32_t sync_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])       \
  {                                                                                        \
    words[0] = 0;                                                                          \
    words[1] = 1;                                                                          \
    return chooses(in) ? 2 : 1;                                                            \
  }                                                                                        \
                                                                                           \
  static bool sync_is_deflected(const struct route_in *in, const struct route_out *out)    \
  {                                                                                        \
    return find(in, out->header) >= SYNC_MINIMAL;                                          \
  }                                                                                        \
                                                                                           \
  ROUTE_HAS(sync_goes)                                                                     \
  {                                                                                        \
    at[0] = sync_is_deflected(in, out);                                                    \
    return chooses(in);                                                                    \
  }

#define SYNC_GOES                                                                          \
  {                                                                                        \
    .text = "of two ways goes the minimal (0), the deflected (1)", .place = {"way"},       \
    .count = {sync_ways}, .has = sync_goes                                                 \
  }

/* --- rows --- */

#define SYNC_LOCAL(name, function)                                                         \
  {                                                                                        \
    .text = (name), .place = {"port"}, .count = {sync_local}, .has = (function)            \
  }
#define SYNC_GLOBAL(name, function)                                                        \
  {                                                                                        \
    .text = (name), .place = {"port"}, .count = {sync_global}, .has = (function)           \
  }

#define SYNC_MARKS                                                                         \
  SYNC_LOCAL("hop 1, local (port 0: hold)", sync_hop_1),                                   \
      SYNC_GLOBAL("hop 2, global", sync_hop_2),                                            \
      SYNC_LOCAL("hop 3, local (port 0: hold)", sync_hop_3),                               \
      SYNC_GLOBAL("hop 4, global", sync_hop_4),                                            \
  {                                                                                        \
    .text = "arrives, no hop is left", .has = sync_arrives                                 \
  }

/* For units without hold links; `hops`: the number of local hops. */
#define SYNC_LEFT_OUT(hops)                                                                \
  {                                                                                        \
    .text = "hop by port 0 is left out (0: the last)", .place = {"local hop"},             \
    .count = {hops}, .has = sync_left_out                                                  \
  }

#endif
