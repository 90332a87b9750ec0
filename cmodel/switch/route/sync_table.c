/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_table -- route unit of the swapped dragonfly: the header carries the destination. */
#include "switch/route/sync_table.h"

#include "switch/bank/loop.h"
#include "switch/component/port_table.h"
#include "switch/component/sync_counter.h"
#include "switch/component/sync_ports.h"
#include "switch/route/sync_marks.h"

uint32_t sync_table_bits(const uint32_t *size)
{
  return 5 * bits_index(size[1]) + 3 * bits_index(size[0]) + SYNC_COUNT_BITS;
}

/* Shift the lowest `bits` out of *word and return them. */
static uint32_t take(uint64_t *word, uint32_t bits)
{
  uint32_t value = (uint32_t)(*word & bits_mask(bits));

  *word >>= bits;
  return value;
}

struct sync_table_header sync_table_unpack(uint64_t header, const uint32_t *size)
{
  const uint32_t global = bits_index(size[0]), local = bits_index(size[1]);
  struct sync_table_header h;

  h.to_p = take(&header, local);
  h.to_d = take(&header, local);
  h.to_c = take(&header, global);
  h.at_p = take(&header, local);
  h.at_d = take(&header, local);
  h.at_c = take(&header, global);
  h.via_p = take(&header, local);
  h.via_c = take(&header, global);
  h.count = take(&header, SYNC_COUNT_BITS);
  return h;
}

uint64_t sync_table_pack(const struct sync_table_header *h, const uint32_t *size)
{
  const uint32_t global = bits_index(size[0]), local = bits_index(size[1]);
  uint64_t header = h->count;

  header = header << global | h->via_c;
  header = header << local | h->via_p;
  header = header << global | h->at_c;
  header = header << local | h->at_d;
  header = header << local | h->at_p;
  header = header << global | h->to_c;
  header = header << local | h->to_d;
  return header << local | h->to_p;
}

/* The router p that local hop `hop` leads to. */
static uint32_t local_row(const struct sync_table_header *h, uint32_t hop)
{
  return hop == 5 ? h->via_p : hop == 3 ? h->to_d : h->to_p;
}

/* Update the position of the packet for a hop. */
static void move(struct sync_table_header *h, uint32_t hop)
{
  uint32_t place = h->at_p;

  if (hop % 2 == 1) {
    h->at_p = local_row(h, hop);
  } else if (hop > 0) {
    h->at_c = hop == 4 ? h->via_c : h->to_c;
    h->at_p = h->at_d;
    h->at_d = place;
  }
}

static inline struct route_out table_comb(const struct route_in *in, bool holds)
{
  struct sync_table_header h = sync_table_unpack(in->header, in->parameters);
  const uint32_t k = in->parameters[0], m = in->parameters[1];
  const uint32_t local = port_table_comb(local_row(&h, h.count), h.at_p, m);
  const struct sync_counter_out counter =
      sync_counter_comb(h.count, local == 0, SYNC_TABLE_LAST, holds);
  const uint32_t global = port_table_comb(counter.hop == 4 ? h.via_c : h.to_c, h.at_c, k);

  h.count = counter.next;
  move(&h, counter.hop);
  return (struct route_out){
      .ports = sync_ports_comb(&(struct sync_ports_in){
          .hop = counter.hop,
          .number = counter.hop % 2 == 0 ? global : local,
          .k = k,
          .m = m,
      }),
      .header = sync_table_pack(&h, in->parameters),
      .vc = counter.hop / 2,
      .priority = counter.hop >= 3,
      .eject = counter.arrived,
  };
}

ROUTE_UNIT(holds, table_comb(in, true))

ROUTE_UNIT(free, table_comb(in, false))

/* --- marks --- */

static uint32_t hops_left(const struct route_in *in, uint64_t header)
{
  return sync_table_unpack(header, in->parameters).count;
}

SYNC_MARK_FUNCTIONS(hops_left)
SYNC_LEFT_OUT_FUNCTION(hops_left)
SYNC_HOP(hop_5, hops_left, 5)

/* Hop 4 leads to a cabinet that is not the destination's. */
ROUTE_HAS(deflects)
{
  const struct sync_table_header h = sync_table_unpack(in->header, in->parameters);

  return sync_hops(in, out, hops_left(in, out->header), 4, &at[0]) && h.via_c != h.to_c;
}

#define TABLE_MARKS                                                                        \
  SYNC_MARKS, SYNC_LOCAL("hop 5, local (port 0: hold)", hop_5),                            \
      SYNC_GLOBAL("hop 4, to a cabinet that is not the destination's", deflects)

static const struct route_mark rows[] = {
    TABLE_MARKS,
    {.text = NULL},
};

uint32_t sync_table_odd_hops(const struct route_sizes *s)
{
  (void)s;
  return (SYNC_TABLE_LAST + 1) / 2;
}

static const struct route_mark free_rows[] = {
    TABLE_MARKS,
    SYNC_LEFT_OUT(sync_table_odd_hops),
    {.text = NULL},
};

uint32_t sync_table_destination_bits(const struct route_sizes *s)
{
  return 2 * bits_index(s->parameters[1]) + bits_index(s->parameters[0]);
}

/* Its fields are the lowest of the header. */
uint64_t sync_table_destination(const struct route_in *in, const struct route_out *out)
{
  (void)out;
  return in->header &
         bits_mask(2 * bits_index(in->parameters[1]) + bits_index(in->parameters[0]));
}

static const struct route_marks marks = {.rows = rows,
                                         .destination = sync_table_destination,
                                         .destination_bits = sync_table_destination_bits};
static const struct route_marks free_marks = {.rows = free_rows,
                                              .destination = sync_table_destination,
                                              .destination_bits =
                                                  sync_table_destination_bits};

static const char *const parameters[] = {"K", "M", NULL};

const struct route_unit sync_table = {
    .name = "sync_table",
    .one_port = true,
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = holds_comb,
    .loops = &holds_loops,
    .marks = &marks,
};

const struct route_unit sync_table_free = {
    .name = "sync_table",
    .one_port = true,
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .loops = &free_loops,
    .marks = &free_marks,
};
