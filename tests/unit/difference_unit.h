/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* difference_unit -- what the tests of differences share: a golden hypercube:3 beside one
 * that shows planted bits inverted. */
#ifndef LOCKHOP_TESTS_DIFFERENCE_UNIT_H
#define LOCKHOP_TESTS_DIFFERENCE_UNIT_H

#include "base/bits.h"
#include "run/lockstep/difference.h"
#include "tests/unit/support.h"

enum { N = 3, SWITCHES = 8, SEED = 5, FIELDS = DIFFERENCE_EJECT_DATA + 1 };

/* The pair: `machine` is the golden one, `planted` wraps its twin. */
struct pair {
  struct network golden, twin;
  struct planted planted;
  struct machine dut;
};

static inline void pair_open(struct pair *pair, uint32_t lanes, uint32_t depth)
{
  network_open(&pair->golden, N, lanes, depth, 1 << 12);
  network_open(&pair->twin, N, lanes, depth, 1 << 12);
  pair->planted =
      (struct planted){.inner = pair->twin.golden, .topology = &pair->golden.topology};
  pair->dut = planted_machine(&pair->planted);
}

static inline void pair_close(struct pair *pair)
{
  network_close(&pair->golden);
  network_close(&pair->twin);
}

/* One cycle for both; every free lane is filled with `percent`. */
static inline void pair_tick(struct pair *pair, uint32_t percent, struct rng *rng)
{
  const struct machine *m = &pair->golden.golden;
  struct links links = m->ops->links(m->self);
  struct injection injections[SWITCHES * N];
  size_t count = 0;

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    for (uint64_t lanes = links.ready[sw] >> N; lanes; lanes &= lanes - 1)
      if (rng_below(rng, 100) < percent)
        injections[count++] = (struct injection){
            .at = sw,
            .lane = bits_lowest(lanes),
            .packet = {.header = rng_below(rng, 8), .data = rng_next(rng)}};
  machine_tick(m, &(struct stimulus){
                      .injections = injections, .injection_count = count, .phase = 0});
  machine_tick(
      &pair->dut,
      &(struct stimulus){.injections = injections, .injection_count = count, .phase = 0});
}

static inline bool differ(struct pair *pair, struct difference *difference)
{
  const struct machine *m = &pair->golden.golden;
  struct links golden = m->ops->links(m->self);
  struct links dut = pair->dut.ops->links(pair->dut.self);

  *difference = (struct difference){.cycle = 4711, .at = 99, .port = 99, .others = 99};
  return difference_find(&pair->golden.shape, m, &pair->dut, &golden, &dut, NULL,
                         difference);
}

/* The value of the field in the golden machine; false where the field means nothing. */
static inline bool golden_value(const struct pair *pair, enum difference_field field,
                                uint32_t sw, uint32_t port, uint64_t *value)
{
  const struct machine *m = &pair->golden.golden;
  struct links links = m->ops->links(m->self);
  struct packet packet;

  switch (field) {
  case DIFFERENCE_OUT_VALID:
    *value = links.valid[sw] >> port & 1;
    return port < N;
  case DIFFERENCE_IN_READY:
    *value = links.ready[sw] >> port & 1;
    return port < N;
  case DIFFERENCE_INJECT_READY:
    *value = links.ready[sw] >> (N + port) & 1;
    return port < pair->golden.shape.lanes;
  case DIFFERENCE_EJECT_VALID:
    *value = links.eject[sw] >> port & 1;
    return port < shape_channels(&pair->golden.shape);
  case DIFFERENCE_OUT_HEADER:
  case DIFFERENCE_OUT_DATA:
    if (!(links.valid[sw] >> port & 1))
      return false;
    packet = m->ops->out_packet(m->self, sw, port);
    *value = field == DIFFERENCE_OUT_HEADER ? packet.header : packet.data;
    return true;
  case DIFFERENCE_EJECT_HEADER:
  case DIFFERENCE_EJECT_DATA:
    if (!(links.eject[sw] >> port & 1))
      return false;
    packet = m->ops->eject_packet(m->self, sw, port);
    *value = field == DIFFERENCE_EJECT_HEADER ? packet.header : packet.data;
    return true;
  }
  return false;
}

/* How many bits a field has. */
static inline uint32_t bits_of(enum difference_field field)
{
  if (field == DIFFERENCE_OUT_HEADER || field == DIFFERENCE_EJECT_HEADER)
    return N;
  return field == DIFFERENCE_OUT_DATA || field == DIFFERENCE_EJECT_DATA ? 64 : 1;
}

static inline void check_difference(const struct difference *is, const struct plant *plant,
                                    uint64_t golden, uint32_t others, const char *where)
{
  CHECK(is->at == plant->at && is->port == plant->port && is->field == plant->field,
        "%s: found at switch %u port %u %s, not switch %u port %u %s", where, is->at,
        is->port, difference_field_name(is->field), plant->at, plant->port,
        difference_field_name(plant->field));
  CHECK(is->golden == golden && is->dut == (golden ^ UINT64_C(1) << plant->bit),
        "%s: %s golden %#" PRIx64 " dut %#" PRIx64 ", not %#" PRIx64
        " with bit %u inverted",
        where, difference_field_name(is->field), is->golden, is->dut, golden, plant->bit);
  CHECK(is->others == others, "%s: %u other switches, not %u", where, is->others, others);
  CHECK(is->cycle == 4711, "%s: the cycle is not ours to set", where);
}

#endif
