/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* inputs -- drives the pins of Verilated switches that links and lanes do not. */
#include "verilog/simulator/inputs.h"

#include "base/rng.h"
#include "run/machine/engine_programs.h"
#include "run/machine/seeds.h"

static void store(const struct inputs *in, uint32_t sw, enum pin pin, uint64_t word)
{
  pin_store(pins_at(in->pins, sw, pin), word);
}

/* What the terminal of a switch takes in this cycle: all but these channels. */
static void show_refused(const struct inputs *in, uint32_t sw, uint64_t refused)
{
  if (in->pins->eject_ready)
    store(in, sw, EJECT_READY, ~refused & bits_mask(shape_channels(in->shape)));
}

void inputs_clear(const struct inputs *in, uint32_t sw)
{
  const struct topology *t = in->shape->topology;
  const enum pin golden[] = {GOLDEN_VALID, GOLDEN_READY, GOLDEN_EJECT, DIFFER, CYCLE};
  const size_t slot = in->pins->slot_words * sizeof(uint64_t);

  store(in, sw, INJECT_VALID, 0);
  for (size_t k = 0; in->pins->golden && k < sizeof golden / sizeof golden[0]; k++)
    store(in, sw, golden[k], 0);
  if (in->pins->golden)
    memset(pins_at(in->pins, sw, GOLDEN_PACKET), 0, t->ports * slot);
  show_refused(in, sw, 0);
  memset(pins_at(in->pins, sw, INJECT_PACKET), 0, in->shape->lanes * slot);
  if (in->network)
    return;
  store(in, sw, IN_VALID, 0);
  store(in, sw, OUT_READY, in->elsewhere ? bits_mask(shape_queues(in->shape)) : 0);
  store(in, sw, HERE, topology_here(t, sw));
  memset(pins_at(in->pins, sw, IN_PACKET), 0, t->ports * slot);
}

void inputs_show_phase(const struct inputs *in, uint32_t sw, uint32_t phase)
{
  store(in, sw, PHASE, phase);
}

void inputs_inject(const struct inputs *in, const struct injection *injection)
{
  pins_store_packet(in->pins,
                    pins_slot(in->pins, injection->at, INJECT_PACKET, injection->lane),
                    injection->packet);
}

/* --- noise --- */

static struct rng noise_of(const struct inputs *in, uint32_t sw, uint64_t cycle)
{
  return rng_seed(in->noise ^ rng_mix(cycle + 1), sw);
}

/* Packets of a pin of which no valid bit is 1: one bit per VC of each. */
static void noise_packets(const struct inputs *in, uint32_t sw, enum pin pin,
                          uint32_t count, uint32_t vcs, uint64_t valid, struct rng *rng)
{
  const struct packet_format *format = &in->pins->format;
  const uint32_t bits = format->header_bits + format->data_bits;
  unsigned char *slot = pins_at(in->pins, sw, pin);

  for (uint32_t i = 0; i < count; i++, slot += in->pins->slot_words * sizeof(uint64_t)) {
    if (valid >> i * vcs & bits_mask(vcs))
      continue;
    pin_store(slot, rng_next(rng) & bits_mask(bits < 64 ? bits : 64));
    if (in->pins->slot_words == 2)
      pin_store(slot + sizeof(uint64_t), rng_next(rng) & bits_mask(bits - 64));
  }
}

/* Valid bits: at most one VC of a port. */
static uint64_t noise_valid(uint32_t ports, uint32_t vcs, struct rng *rng)
{
  uint64_t valid = 0;

  for (uint32_t p = 0; p < ports; p++) {
    uint64_t vc = rng_below(rng, vcs + 1);

    if (vc < vcs)
      valid |= UINT64_C(1) << (p * vcs + vc);
  }
  return valid;
}

static void noise_here(const struct inputs *in, uint32_t sw, struct rng *rng)
{
  store(in, sw, HERE, rng_next(rng) & bits_mask(in->shape->topology->address_bits));
}

/* Randomize all but seeds and address, which the switch may read. */
static void noise_in_reset(const struct inputs *in, uint32_t sw, struct rng *rng)
{
  const struct shape *shape = in->shape;
  const uint32_t ports = shape->topology->ports;

  store(in, sw, INJECT_VALID, rng_next(rng) & bits_mask(shape->lanes));
  noise_packets(in, sw, INJECT_PACKET, shape->lanes, 1, 0, rng);
  if (in->pins->eject_ready)
    show_refused(in, sw, rng_next(rng));
  if (!in->network || sw == 0)
    store(in, sw, PHASE, rng_next(rng) & bits_mask(shape_phase_bits(shape)));
  if (in->network)
    return;
  store(in, sw, IN_VALID, noise_valid(ports, shape->vcs, rng));
  noise_packets(in, sw, IN_PACKET, ports, 1, 0, rng);
  store(in, sw, OUT_READY, rng_next(rng) & bits_mask(shape_queues(shape)));
}

/* --- reset --- */

bool inputs_seeded(const struct inputs *in)
{
  return in->shape->programs || in->shape->routing->random != RANDOM_NONE;
}

uint32_t inputs_reset_edges(const struct inputs *in, uint32_t sw)
{
  if (in->shape->programs)
    return engine_program_words(in->shape->programs, sw);
  return random_source_apart(in->shape->routing->random) ? shape_channels(in->shape) : 1;
}

/* What seed_i shows for the last edges: where every channel has an LFSR, it takes its seed
 * from the channel before it, so the highest channel's comes first. */
static uint64_t seed_word(const struct inputs *in, uint32_t sw, uint32_t left)
{
  const struct engine_programs *programs = in->shape->programs;

  return programs ? programs->words[programs->first[sw + 1] - left]
                  : seeds_word(in->seed, sw, left - 1);
}

void inputs_show_reset(const struct inputs *in, uint32_t sw, uint64_t cycle, uint32_t left)
{
  const struct topology *t = in->shape->topology;
  uint64_t seed = 0;
  struct rng rng;

  if (in->wired) {
    store(in, sw, STALLED, 0);
    store(in, sw, DRIVEN, in->noise ? DUT_PINS : DUT_LINKS);
  }
  if (in->noise) {
    rng = noise_of(in, sw, cycle);
    noise_in_reset(in, sw, &rng);
    seed = rng_next(&rng);
    if (!in->network && left > 1)
      noise_here(in, sw, &rng);
  }
  if (!in->network && (left == 1 || !in->noise))
    store(in, sw, HERE,
          in->elsewhere ? ~topology_here(t, sw) & bits_mask(t->address_bits)
                        : topology_here(t, sw));
  store(in, sw, SEED,
        inputs_seeded(in) && left <= inputs_reset_edges(in, sw) ? seed_word(in, sw, left)
                                                                : seed);
}

/* --- other cycles --- */

/* Queues of the neighbours from which nothing comes, as bits of in_valid. */
static uint64_t stalled_inputs(const struct wiring *w, uint32_t sw, const uint64_t *stalled)
{
  const uint32_t *feeder = w->feeder + (size_t)sw * w->ports;
  uint64_t inputs = 0;

  for (uint32_t p = 0; p < w->ports; p++) {
    const uint64_t far = stalled[feeder[p] >> WIRING_PORT_BITS];

    inputs |= (far >> feeder[p] % 64 * w->vcs & bits_mask(w->vcs)) << p * w->vcs;
  }
  return inputs;
}

void inputs_take_all(const struct inputs *in, uint32_t from, uint32_t to)
{
  for (uint32_t sw = from; sw < to; sw++)
    show_refused(in, sw, 0);
}

void inputs_disturb(const struct inputs *in, const struct wiring *wiring, uint32_t sw,
                    uint64_t cycle, const uint64_t *stalled, const uint64_t *refused)
{
  const struct shape *shape = in->shape;

  show_refused(in, sw, refused ? refused[sw] : 0);
  if (in->wired) {
    store(in, sw, STALLED, stalled ? stalled[sw] : 0);
    store(in, sw, DRIVEN, in->noise ? DUT_IDLE : DUT_LINKS);
  } else if (stalled && !in->network) {
    unsigned char *valid = pins_at(in->pins, sw, IN_VALID);
    unsigned char *ready = pins_at(in->pins, sw, OUT_READY);

    pin_store(valid, pin_load(valid) & ~stalled_inputs(wiring, sw, stalled));
    pin_store(ready, pin_load(ready) & ~stalled[sw]);
  }
  if (!in->noise)
    return;
  struct rng rng = noise_of(in, sw, cycle);

  store(in, sw, SEED, rng_next(&rng));
  noise_packets(in, sw, INJECT_PACKET, shape->lanes, 1,
                pin_load(pins_at(in->pins, sw, INJECT_VALID)), &rng);
  if (in->network)
    return;
  noise_here(in, sw, &rng);
  noise_packets(in, sw, IN_PACKET, shape->topology->ports, shape->vcs,
                in->wired ? 0 : pin_load(pins_at(in->pins, sw, IN_VALID)), &rng);
}
