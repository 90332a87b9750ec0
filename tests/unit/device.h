/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* device -- one switch of the golden model, to be run beside the reference switch, and
 * route units that only tests have.
 */
#ifndef LOCKHOP_TESTS_DEVICE_H
#define LOCKHOP_TESTS_DEVICE_H

#include "tests/unit/support.h"

#include "switch/bank/loop.h"
#include "switch/reference/reference_switch.h"

/* bitfix as docs/switches/deterministic.md has it, by a loop over the address bits. */
static inline struct route_out reference_bitfix(const struct route_in *in)
{
  struct route_out out = {.eject = true, .ports = 0, .header = in->header};

  for (uint32_t bit = 32; bit-- > 0;)
    if ((in->here >> bit & 1) != (in->header >> bit & 1))
      out = (struct route_out){
          .eject = false, .ports = UINT64_C(1) << bit, .header = in->header};
  return out;
}

/* Headers of the test's route units: the port in the low six bits, 63 to eject; above it
 * three bits of VC and eight of priority; bit 17: it may wait, and in phase 0 it must. */
enum {
  DEVICE_EJECT = 63,
  DEVICE_CLASS = 6,
  DEVICE_KEY = 9,
  DEVICE_WAIT = 17,
  DEVICE_FREE = 18, /* first bit that means nothing */
  DEVICE_WORDS = 1024
};

static inline struct route_out device_keep(const struct route_in *in)
{
  uint64_t port = in->header & 63;
  struct route_out out = {.header = in->header,
                          .vc = in->header >> DEVICE_CLASS & 7,
                          .priority = (uint8_t)(in->header >> DEVICE_KEY)};

  out.eject = port == DEVICE_EJECT;
  out.wait = !out.eject && (in->header >> DEVICE_WAIT & 1);
  out.ports = out.eject || (out.wait && !in->phase) ? 0 : UINT64_C(1) << port;
  return out;
}

/* The same, and the header counts the times that the packet was routed, in steps of here;
 * but not where it must wait. */
static inline struct route_out device_count(const struct route_in *in)
{
  struct route_out out = device_keep(in);

  if (out.eject || out.ports)
    out.header += (in->here + 1) << DEVICE_FREE;
  return out;
}

/* The same as the first, but the random word turns the port, VC and priority. */
static inline struct route_out device_random(const struct route_in *in)
{
  struct route_out out = device_keep(in);

  if (out.ports)
    out.ports = UINT64_C(1) << ((in->header & 63) + (in->random & 0xffff)) % in->ports;
  out.vc = (out.vc + (in->random >> 16)) & 7;
  out.priority ^= (uint8_t)(in->random >> 24);
  return out;
}

/* A mask of any ports, made of the bits that mean nothing above; of the packets that do not
 * wait, some are ejected as well.  Some go nowhere as long as the phase is 0. */
static inline struct route_out device_spread(const struct route_in *in)
{
  struct route_out out = device_keep(in);
  uint64_t word = rng_mix(in->header >> DEVICE_FREE ^ (uint64_t)in->random << 32);
  const uint64_t some = rng_mix(word), few = some & rng_mix(some);
  const uint64_t masks[] = {out.ports, out.ports | few, some, ~UINT64_C(0)};

  if (!in->phase && (out.wait || word % 32 == 0)) {
    out.ports = 0;
  } else if (!out.eject || word >> 8 & 1) {
    out.ports = masks[word >> 16 & 3] & bits_mask(in->ports);
    if (out.ports == 0)
      out.ports = 1;
    out.eject = out.eject || (!out.wait && (word >> 24 & 3) == 0);
  }
  if (out.eject || out.ports)
    out.header += (in->here + 1) << DEVICE_FREE;
  return out;
}

/* A switch with the clock edge that a network gives it. */
struct device {
  struct route_unit unit;
  struct switch_bank bank;
  uint64_t blocked;
};

ROUTE_LOOPS(device, bank->config.unit->comb)

/* The C switch of the same parameters and seeds, after reset. */
static inline void device_open(struct device *d, const struct reference_switch *r,
                               const char *name)
{
  memset(d, 0, sizeof *d);
  d->unit = (struct route_unit){.name = name, .comb = r->route, .loops = &device_loops};
  assert_true(
      switch_bank_open(&d->bank,
                       &(struct switch_config){.unit = &d->unit,
                                               .ports = r->ports,
                                               .vcs = r->vcs,
                                               .channels = r->channels,
                                               .depth = r->depth,
                                               .store = r->places,
                                               .priority_bits = r->priority_bits,
                                               .arbiter = (enum arbiter_rule)r->arbiter,
                                               .sends = r->sends,
                                               .pushes = r->one_push,
                                               .random = (enum random_source)r->random,
                                               .parameters = r->size},
                       1, 8192));
  d->bank.here = malloc(sizeof *d->bank.here);
  assert_non_null(d->bank.here);
  d->bank.here[0] = r->here;
  for (uint32_t i = 0; i < switch_lfsrs(&d->bank.config); i++)
    switch_seed(&d->bank, 0, i, r->lfsr[i]);
}

static inline void device_comb(struct device *d)
{
  const uint32_t active[] = {0};

  d->bank.largest = 0;
  if (switch_has_work(&d->bank, 0))
    switch_bank_route(&d->bank, active, 1);
  if (switch_has_arbiters(&d->bank))
    switch_offer(&d->bank, 0, d->blocked);
}

static inline void device_edge(struct device *d, const bool *in_valid,
                               const struct reference_packet *in_packets,
                               const bool *out_ready, uint32_t phase)
{
  struct switch_bank *bank = &d->bank;
  const uint64_t granted = bank->offered[0];
  uint64_t ready = 0;

  for (uint32_t queue = 0; queue < switch_queues(&bank->config); queue++)
    ready |= (uint64_t)out_ready[queue] << queue;
  if (switch_has_arbiters(bank))
    switch_sent(bank, 0, granted & ready);
  switch_bank_edge(bank, phase);
  switch_remove_ejected(bank, 0);
  d->blocked = ~ready;
  for (uint64_t sent = granted & ready; sent; sent &= sent - 1)
    packet_pool_free(&bank->pool, switch_send(bank, 0, bits_lowest(sent)));
  for (uint32_t channel = 0; channel < bank->config.channels; channel++) {
    if (!in_valid[channel] || bank->full[0] >> channel & 1)
      continue;
    uint32_t packet = packet_pool_take(&bank->pool, &in_packets[channel].packet);

    bank->pool.places[packet].hops = in_packets[channel].hops;
    switch_accept(bank, 0, channel, packet);
  }
}

#endif
