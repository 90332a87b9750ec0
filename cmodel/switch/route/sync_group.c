/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_group -- route unit of the maximal dragonfly: the header carries the destination. */
#include "switch/route/sync_group.h"

#include "switch/bank/loop.h"
#include "switch/component/port_table.h"
#include "switch/component/sync_counter.h"
#include "switch/component/sync_ports.h"
#include "switch/route/sync_marks.h"

static uint32_t group_bits(const uint32_t *size)
{
  return bits_index(size[0] * size[1] + 1);
}

uint32_t sync_group_bits(const uint32_t *size)
{
  return 2 * bits_index(size[1]) + group_bits(size) + bits_index(size[0]) + SYNC_COUNT_BITS;
}

/* Shift the lowest `bits` out of *word and return them. */
static uint32_t take(uint64_t *word, uint32_t bits)
{
  uint32_t value = (uint32_t)(*word & bits_mask(bits));

  *word >>= bits;
  return value;
}

struct sync_group_header sync_group_unpack(uint64_t header, const uint32_t *size)
{
  const uint32_t local = bits_index(size[1]);
  struct sync_group_header h;

  h.to_p = take(&header, local);
  h.to_g = take(&header, group_bits(size));
  h.via_p = take(&header, local);
  h.via_c = take(&header, bits_index(size[0]));
  h.count = take(&header, SYNC_COUNT_BITS);
  return h;
}

uint64_t sync_group_pack(const struct sync_group_header *h, const uint32_t *size)
{
  const uint32_t local = bits_index(size[1]);
  uint64_t header = h->count;

  header = header << bits_index(size[0]) | h->via_c;
  header = header << local | h->via_p;
  header = header << group_bits(size) | h->to_g;
  return header << local | h->to_p;
}

struct group_table sync_group_wiring(const uint32_t *size)
{
  return (struct group_table){
      .k = size[0], .m = size[1], .wiring = size[2], .columns = size[3]};
}

/* The group of the router with this address. */
static uint32_t group_of(const struct route_in *in)
{
  return (uint32_t)(in->here >> bits_index(in->parameters[1]) &
                    bits_mask(group_bits(in->parameters)));
}

bool sync_group_is_home(const struct route_in *in)
{
  return sync_group_unpack(in->header, in->parameters).to_g == group_of(in);
}

/* Hops that are left: the group of the destination has no link to itself. */
static uint32_t hops_here(const struct route_in *in, const struct sync_group_header *h)
{
  return h->count == 3 && h->to_g == group_of(in) ? 1 : h->count;
}

static inline struct route_out group_comb(const struct route_in *in, bool holds)
{
  struct sync_group_header h = sync_group_unpack(in->header, in->parameters);
  const struct group_table table = sync_group_wiring(in->parameters);
  const struct group_exit way = group_table_comb(&table, group_of(in), h.to_g);
  const uint32_t p = (uint32_t)(in->here & bits_mask(bits_index(table.m)));
  const uint32_t count = hops_here(in, &h);
  const uint32_t row = count >= 4 ? h.via_p : count >= 2 ? way.p : h.to_p;
  const uint32_t local = port_table_comb(row, p, table.m);
  const struct sync_counter_out counter =
      sync_counter_comb(count, local == 0, SYNC_GROUP_LAST, holds);
  const uint32_t global = counter.hop == 4 ? h.via_c : way.port;

  /* A count above the last, and so not one of here, stays as it is. */
  h.count = counter.next;
  return (struct route_out){
      .ports = sync_ports_comb(&(struct sync_ports_in){
          .hop = counter.hop,
          .number = counter.hop % 2 == 0 ? global : local,
          .k = table.k,
          .m = table.m,
      }),
      .header = sync_group_pack(&h, in->parameters),
      .vc = counter.hop / 2,
      .priority = counter.hop >= 3,
      .eject = counter.arrived,
  };
}

ROUTE_UNIT(holds, group_comb(in, true))

ROUTE_UNIT(free, group_comb(in, false))

/* --- marks --- */

/* Of the header that came, hops as the unit counts them here; of the new one, its b. */
static uint32_t hops_left(const struct route_in *in, uint64_t header)
{
  const struct sync_group_header h = sync_group_unpack(header, in->parameters);

  return header == in->header ? hops_here(in, &h) : h.count;
}

SYNC_MARK_FUNCTIONS(hops_left)
SYNC_LEFT_OUT_FUNCTION(hops_left)
SYNC_HOP(hop_5, hops_left, 5)

/* Three hops are left, but the packet is in the group of its destination. */
ROUTE_HAS(comes_home)
{
  (void)at;
  (void)out;
  return sync_group_unpack(in->header, in->parameters).count == 3 &&
         hops_left(in, in->header) == 1;
}

#define GROUP_MARKS                                                                        \
  SYNC_MARKS, SYNC_LOCAL("hop 5, local (port 0: hold)", hop_5),                            \
  {                                                                                        \
    .text = "makes its last hop with b = 3, in the destination's group", .has = comes_home \
  }

static const struct route_mark rows[] = {
    GROUP_MARKS,
    {.text = NULL},
};

uint32_t sync_group_odd_hops(const struct route_sizes *s)
{
  (void)s;
  return (SYNC_GROUP_LAST + 1) / 2;
}

static const struct route_mark free_rows[] = {
    GROUP_MARKS,
    SYNC_LEFT_OUT(sync_group_odd_hops),
    {.text = NULL},
};

/* Its fields are the lowest of the header. */
uint32_t sync_group_destination_bits(const struct route_sizes *s)
{
  return bits_index(s->parameters[1]) + group_bits(s->parameters);
}

uint64_t sync_group_destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header & bits_mask(bits_index(in->parameters[1]) + group_bits(in->parameters));
}

static const struct route_marks marks = {.rows = rows,
                                         .destination = sync_group_destination,
                                         .destination_bits = sync_group_destination_bits};
static const struct route_marks free_marks = {.rows = free_rows,
                                              .destination = sync_group_destination,
                                              .destination_bits =
                                                  sync_group_destination_bits};

static const char *const parameters[] = {"K", "M", "WIRING", "COLUMNS", NULL};

const struct route_unit sync_group = {
    .name = "sync_group",
    .one_port = true,
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = holds_comb,
    .loops = &holds_loops,
    .marks = &marks,
};

const struct route_unit sync_group_free = {
    .name = "sync_group",
    .one_port = true,
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .loops = &free_loops,
    .marks = &free_marks,
};
