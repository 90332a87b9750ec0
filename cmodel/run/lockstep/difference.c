/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* difference -- compares all ports of two machines in a cycle. */
#include "run/lockstep/difference.h"

#include "base/bits.h"
#include "run/machine/parts.h"

#include <string.h>

const char *difference_field_name(enum difference_field field)
{
  static const char *const names[] = {
      [DIFFERENCE_OUT_VALID] = "out_valid",       [DIFFERENCE_OUT_HEADER] = "out_header",
      [DIFFERENCE_OUT_DATA] = "out_data",         [DIFFERENCE_IN_READY] = "in_ready",
      [DIFFERENCE_INJECT_READY] = "inject_ready", [DIFFERENCE_EJECT_VALID] = "eject_valid",
      [DIFFERENCE_EJECT_HEADER] = "eject_header", [DIFFERENCE_EJECT_DATA] = "eject_data",
  };

  return names[field];
}

/* Both sides of a comparison: the two machines and their links. */
struct sides {
  const struct machine *golden;
  const struct machine *dut;
  const struct links *golden_links;
  const struct links *dut_links;
};

typedef struct packet packet_at(const void *machine, uint32_t sw, uint32_t port);

/* The ports that offer a packet of any VC. */
static uint64_t offering(const struct shape *shape, uint64_t valid)
{
  uint64_t ports = 0;

  if (shape->vcs == 1)
    return valid;
  for (; valid; valid &= valid - 1)
    ports |= UINT64_C(1) << (bits_lowest(valid) / shape->vcs);
  return ports;
}

static bool same(struct packet a, struct packet b)
{
  return a.header == b.header && a.data == b.data;
}

/* The lowest of `ports` whose packets differ; UINT32_MAX when none does. */
static uint32_t packets_differ(const struct sides *sides, uint32_t sw, uint64_t ports,
                               packet_at *golden, packet_at *dut)
{
  for (; ports; ports &= ports - 1) {
    uint32_t port = bits_lowest(ports);

    if (!same(golden(sides->golden->self, sw, port), dut(sides->dut->self, sw, port)))
      return port;
  }
  return UINT32_MAX;
}

static bool switch_differs(const struct shape *shape, const struct sides *sides,
                           uint32_t sw)
{
  const struct links *g = sides->golden_links, *d = sides->dut_links;

  if (g->valid[sw] != d->valid[sw] || g->ready[sw] != d->ready[sw] ||
      g->eject[sw] != d->eject[sw])
    return true;
  if ((g->valid[sw] | g->eject[sw]) == 0)
    return false;
  return packets_differ(sides, sw, offering(shape, g->valid[sw]),
                        sides->golden->ops->out_packet,
                        sides->dut->ops->out_packet) != UINT32_MAX ||
         packets_differ(sides, sw, g->eject[sw], sides->golden->ops->eject_packet,
                        sides->dut->ops->eject_packet) != UINT32_MAX;
}

/* Find the first bit in which two masks differ, within `bits`; a port has `vcs` bits. */
static bool mask_differs(struct difference *difference, enum difference_field field,
                         uint64_t golden, uint64_t dut, uint64_t bits, uint32_t vcs)
{
  uint64_t differ = (golden ^ dut) & bits;

  if (!differ)
    return false;
  uint32_t lowest = bits_lowest(differ);
  difference->field = field;
  difference->port = lowest / vcs;
  difference->vc = lowest % vcs;
  difference->golden = golden >> lowest & 1;
  difference->dut = dut >> lowest & 1;
  return true;
}

/* Find the first difference of the packets of `ports`.  `field` is the field of headers,
 * the next one that of data; the header of any port comes before the data of any port. */
static bool packet_differs(struct difference *difference, enum difference_field field,
                           const struct sides *sides, uint64_t ports, packet_at *golden,
                           packet_at *dut)
{
  for (uint32_t half = 0; half < 2; half++)
    for (uint64_t left = ports; left; left &= left - 1) {
      uint32_t port = bits_lowest(left);
      struct packet g = golden(sides->golden->self, difference->at, port);
      struct packet d = dut(sides->dut->self, difference->at, port);

      difference->port = port;
      difference->field = field + half;
      difference->golden = half ? g.data : g.header;
      difference->dut = half ? d.data : d.header;
      if (difference->golden != difference->dut)
        return true;
    }
  return false;
}

/* Describe the difference at switch difference->at, where the machines differ. */
static void describe(struct difference *difference, const struct sides *sides,
                     const struct shape *shape)
{
  const struct machine_ops *g = sides->golden->ops, *d = sides->dut->ops;
  uint32_t at = difference->at, queues = shape_queues(shape), vcs = shape->vcs;
  uint64_t valid[2] = {sides->golden_links->valid[at], sides->dut_links->valid[at]};
  uint64_t ready[2] = {sides->golden_links->ready[at], sides->dut_links->ready[at]};
  uint64_t eject[2] = {sides->golden_links->eject[at], sides->dut_links->eject[at]};

  difference->vc = 0;
  if (mask_differs(difference, DIFFERENCE_OUT_VALID, valid[0], valid[1], ~UINT64_C(0), vcs))
    return;
  if (packet_differs(difference, DIFFERENCE_OUT_HEADER, sides, offering(shape, valid[0]),
                     g->out_packet, d->out_packet)) {
    difference->vc = bits_lowest(valid[0] >> (difference->port * vcs));
    return;
  }
  (void)(mask_differs(difference, DIFFERENCE_IN_READY, ready[0], ready[1],
                      bits_mask(queues), vcs) ||
         mask_differs(difference, DIFFERENCE_INJECT_READY, ready[0] >> queues,
                      ready[1] >> queues, ~UINT64_C(0), 1) ||
         mask_differs(difference, DIFFERENCE_EJECT_VALID, eject[0], eject[1], ~UINT64_C(0),
                      1) ||
         packet_differs(difference, DIFFERENCE_EJECT_HEADER, sides, eject[0],
                        g->eject_packet, d->eject_packet));
}

bool difference_at(const struct shape *shape, const struct machine *golden,
                   const struct machine *dut, const struct links *golden_links,
                   const struct links *dut_links, uint32_t sw)
{
  struct sides sides = {golden, dut, golden_links, dut_links};

  return switch_differs(shape, &sides, sw);
}

struct difference difference_moore(const struct shape *shape, uint64_t cycle,
                                   const struct moore_fault *fault)
{
  static const struct {
    const char *output;
    enum difference_field field;
  } fields[] = {
      {"out_valid", DIFFERENCE_OUT_VALID},     {"out_packet", DIFFERENCE_OUT_DATA},
      {"in_ready", DIFFERENCE_IN_READY},       {"inject_ready", DIFFERENCE_INJECT_READY},
      {"eject_valid", DIFFERENCE_EJECT_VALID}, {"eject_packet", DIFFERENCE_EJECT_DATA},
  };
  struct difference difference = {.kind = DIFFERENCE_MOORE,
                                  .cycle = cycle,
                                  .at = fault->at,
                                  .port = fault->output_index,
                                  .golden = fault->before,
                                  .dut = fault->after,
                                  .moore = *fault};

  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strcmp(fault->output, fields[i].output) == 0)
      difference.field = fields[i].field;
  if (difference.field == DIFFERENCE_OUT_VALID || difference.field == DIFFERENCE_IN_READY) {
    difference.port = fault->output_index / shape->vcs;
    difference.vc = fault->output_index % shape->vcs;
  }
  return difference;
}

struct difference difference_rule(const struct shape *shape, const struct flow_fault *fault)
{
  const bool ejects = fault->exit == FLOW_TERMINAL;

  return (struct difference){.kind = DIFFERENCE_RULE,
                             .cycle = fault->cycle,
                             .at = fault->at,
                             .port = ejects ? fault->channel : fault->exit / shape->vcs,
                             .vc = ejects ? 0 : fault->exit % shape->vcs,
                             .field =
                                 ejects ? DIFFERENCE_EJECT_VALID : DIFFERENCE_OUT_VALID,
                             .flow = *fault};
}

/* --- all switches --- */

enum { TOGETHER = 256 /* with fewer active switches one thread compares them sooner */ };

/* Iterates over the switches below `end` that are active in either machine, ascending.  All
 * others have no activity in both. */
struct both {
  uint32_t sw, end;
  size_t golden, dut; /* positions in the lists */
};

static size_t position_of(const struct links *links, uint32_t sw)
{
  return parts_position(links->active, links->active_count, sw);
}

static bool next_of_both(const struct sides *sides, struct both *both)
{
  const struct links *g = sides->golden_links, *d = sides->dut_links;
  const uint32_t of_g =
      both->golden < g->active_count ? g->active[both->golden] : UINT32_MAX;
  const uint32_t of_d = both->dut < d->active_count ? d->active[both->dut] : UINT32_MAX;

  both->sw = of_g < of_d ? of_g : of_d;
  both->golden += of_g == both->sw;
  both->dut += of_d == both->sw;
  return both->sw < both->end;
}

/* A comparison by several threads, and what each has found. */
struct comparison {
  const struct shape *shape;
  const struct sides *sides;
  struct parts parts;
  struct {
    uint32_t first; /* the first switch that differs */
    uint32_t count; /* switches that differ */
  } found[TEAM_THREADS];
};

static void compare_part(void *self, uint32_t part)
{
  struct comparison *c = self;
  const uint32_t from = parts_first(&c->parts, part);
  uint32_t first = UINT32_MAX, count = 0;
  struct both both = {.end = parts_first(&c->parts, part + 1),
                      .golden = position_of(c->sides->golden_links, from),
                      .dut = position_of(c->sides->dut_links, from)};

  while (next_of_both(c->sides, &both))
    if (switch_differs(c->shape, c->sides, both.sw) && count++ == 0)
      first = both.sw;
  c->found[part].first = first;
  c->found[part].count = count;
}

bool difference_find(const struct shape *shape, const struct machine *golden,
                     const struct machine *dut, const struct links *golden_links,
                     const struct links *dut_links, struct team *team,
                     struct difference *difference)
{
  const struct sides sides = {golden, dut, golden_links, dut_links};
  const bool few = golden_links->active_count + dut_links->active_count < TOGETHER;
  struct comparison c = {.shape = shape, .sides = &sides};
  uint32_t differing = 0;

  if (few)
    team = NULL;
  c.parts = parts_of(shape->topology->switches, team_size(team));
  team_run(team, compare_part, &c);
  difference->kind = DIFFERENCE_VALUE;
  for (uint32_t part = 0; part < c.parts.count; part++) {
    if (c.found[part].count > 0 && differing == 0)
      difference->at = c.found[part].first;
    differing += c.found[part].count;
  }
  if (differing > 0)
    describe(difference, &sides, shape);
  difference->others = differing ? differing - 1 : 0;
  return differing > 0;
}
