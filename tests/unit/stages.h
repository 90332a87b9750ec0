/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* stages -- a network whose terminals are not its switches, for tests alone.
 *
 * A butterfly: d + 1 levels of 2^d switches; switch l 2^d + r is row r of level l. Terminal
 * i sends at row i of level 0 and receives at row i of level d; the levels between have no
 * terminals.  Links go one way, from level l to level l + 1: port 2l to the row that
 * differs in bit l, port 2l + 1 to the same row, each arriving on the port of the same
 * number.  All other ports are unused.
 *
 * Its route unit is that of the hypercube: an address has two bits for each level l < d,
 * bit 2l that of the row and bit 2l + 1 a flag, which is set at all levels above l.  The
 * header is the address of the destination's sink.  So at level l the lowest bit that
 * differs is one of these two, and they are set right by the link that is taken.
 */
#ifndef LOCKHOP_TESTS_STAGES_H
#define LOCKHOP_TESTS_STAGES_H

#include "base/bits.h"
#include "network/topology/topology.h"
#include "switch/bank/loop.h"
#include "switch/route/bitfix.h"

#include <stdio.h>

static inline uint32_t stages_levels(const struct topology *t)
{
  return topology_terminal_bits(t);
}

static inline uint32_t stages_level(const struct topology *t, uint32_t sw)
{
  return sw / t->terminals;
}

/* A port leads on from a level below d. */
static inline bool stages_leads_on(const struct topology *t, uint32_t sw, uint32_t port)
{
  return port / 2 == stages_level(t, sw);
}

/* What is unused joins unused ends: at the switch itself, and from the last level to the
 * first, which has two ends more. */
static inline struct link stages_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  uint32_t level = stages_level(t, sw), row = sw % t->terminals;

  if (stages_leads_on(t, sw, port))
    return (struct link){
        sw + t->terminals - row + (port % 2 ? row : row ^ UINT32_C(1) << level), port};
  if (port / 2 + 1 != level)
    return (struct link){sw, port};
  if (level < stages_levels(t))
    return (struct link){sw, 2 * level + port % 2};
  return (struct link){row, port % 2};
}

static inline enum port_kind stages_port_kind(const struct topology *t, uint32_t sw,
                                              uint32_t port)
{
  return stages_leads_on(t, sw, port) ? PORT_LINK : PORT_UNUSED;
}

static inline uint32_t stages_source(const struct topology *t, uint32_t terminal)
{
  (void)t;
  return terminal;
}

static inline uint32_t stages_sink(const struct topology *t, uint32_t terminal)
{
  return t->switches - t->terminals + terminal;
}

static inline uint32_t stages_source_of(const struct topology *t, uint32_t sw)
{
  return sw < t->terminals ? sw : UINT32_MAX;
}

static inline uint32_t stages_sink_of(const struct topology *t, uint32_t sw)
{
  uint32_t first = t->switches - t->terminals;

  return sw >= first ? sw - first : UINT32_MAX;
}

static inline uint64_t stages_here(const struct topology *t, uint32_t sw)
{
  uint64_t here = 0;

  for (uint32_t bit = 0; bit < stages_levels(t); bit++) {
    uint64_t flag = bit < stages_level(t, sw);

    here |= (flag << 1 | (sw >> bit & 1)) << 2 * bit;
  }
  return here;
}

static inline size_t stages_formulas(const struct topology *t, struct formula *formulas,
                                     size_t capacity)
{
  const double rows = t->terminals, levels = stages_levels(t);
  const struct formula all[] = {{"switches", "(d+1) 2^d", (levels + 1) * rows},
                                {"links", "d 2^(d+1)", 2 * levels * rows},
                                {"diameter", "d", levels},
                                {"average distance", "d", levels}};
  size_t count = sizeof all / sizeof all[0];

  count = count < capacity ? count : capacity;
  for (size_t i = 0; i < count; i++)
    formulas[i] = all[i];
  return count;
}

/* "LEVEL.ROW". */
static inline void stages_print(const struct topology *t, uint32_t sw,
                                char text[ADDRESS_TEXT])
{
  snprintf(text, ADDRESS_TEXT, "%u.%u", stages_level(t, sw), sw % t->terminals);
}

static inline bool stages_parse(const struct topology *t, const char *text, uint32_t *sw)
{
  uint32_t level, row;
  int used = 0;

  if (sscanf(text, "%u.%u%n", &level, &row, &used) != 2 || text[used] != '\0' ||
      level > stages_levels(t) || row >= t->terminals)
    return false;
  *sw = level * t->terminals + row;
  return true;
}

static inline uint32_t stages_header_bits(const struct topology *t)
{
  return t->address_bits;
}

static inline uint64_t stages_header(const struct topology *t, uint32_t source,
                                     uint32_t destination, uint64_t random)
{
  (void)source;
  (void)random;
  return topology_here(t, stages_sink(t, destination));
}

/* A header of 0, which is no sink's, is for all: both links of every level are taken. */
static inline struct route_out stages_flood(const struct route_in *in)
{
  const uint64_t flags = in->here & UINT64_C(0xaaaaaaaaaaaaaaaa);
  const uint32_t level = bits_count(flags);
  const bool last = 2 * level == in->ports;

  if (in->header != 0)
    return bitfix_comb(in);
  return (struct route_out){.eject = last, .ports = last ? 0 : UINT64_C(3) << 2 * level};
}

ROUTE_LOOPS(stages, stages_flood)

static const struct route_unit stages_flood_unit = {
    .name = "flood", .comb = stages_flood, .loops = &stages_loops};

static inline size_t stages_fields(const struct topology *t, struct field *fields,
                                   size_t capacity)
{
  if (capacity > 0)
    fields[0] = (struct field){.name = "way", .bits = stages_header_bits(t)};
  return capacity > 0;
}

/* The second is for broadcasts; no Verilog has its unit. */
static const struct routing stages_routings[] = {
    {.name = "destination-tag",
     .text = "by the bits of the destination",
     .unit = &bitfix,
     .vcs = 1,
     .why = "links lead to higher levels alone",
     .header_bits = stages_header_bits,
     .header = stages_header,
     .fields = stages_fields},
    {.name = "flood",
     .text = "the same, and broadcasts",
     .unit = &stages_flood_unit,
     .vcs = 1,
     .why = "links lead to higher levels alone",
     .header_bits = stages_header_bits,
     .header = stages_header,
     .fields = stages_fields}};

static const struct topology_row stages = {
    .name = "stages",
    .usage = "stages:D",
    .text = "butterfly",
    .link = stages_link,
    .one_way = true,
    .source = stages_source,
    .sink = stages_sink,
    .source_of = stages_source_of,
    .sink_of = stages_sink_of,
    .port_kind = stages_port_kind,
    .here = stages_here,
    .formulas = stages_formulas,
    .print_address = stages_print,
    .parse_address = stages_parse,
};

/* d levels of links, d in 1..10.  There is nothing to close. */
static inline struct topology stages_of(uint32_t d)
{
  struct topology t = {.row = &stages,
                       .switches = (d + 1) << d,
                       .sites = UINT32_C(1) << d,
                       .per_site = 1,
                       .terminals = UINT32_C(1) << d,
                       .ports = 2 * d,
                       .address_bits = 2 * d,
                       .routings = stages_routings,
                       .routing_count = 2};

  snprintf(t.spec, sizeof t.spec, "stages:%u", d);
  return t;
}

#endif
