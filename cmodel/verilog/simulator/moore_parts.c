/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moore_parts -- the pins of a switch as trials of the Moore law see them, and the inputs
 * that they try. */
#include "verilog/simulator/moore_parts.h"

#include <string.h>

static size_t list_words(const struct moore_part *parts, size_t count)
{
  size_t words = 0;

  for (size_t i = 0; i < count; i++)
    words += moore_part_words(&parts[i]);
  return words;
}

static void list_inputs(struct moore *m)
{
  const uint32_t words = m->pins->slot_words, ports = m->shape->topology->ports;
  const struct moore_part list[MOORE_INPUTS] = {
      {OUT_READY, "out_ready", shape_queues(m->shape), 1, PIN_COUNT},
      {IN_VALID, "in_valid", shape_queues(m->shape), 1, PIN_COUNT},
      {IN_PACKET, "in_packet", ports, words, IN_VALID},
      {INJECT_VALID, "inject_valid", m->shape->lanes, 1, PIN_COUNT},
      {INJECT_PACKET, "inject_packet", m->shape->lanes, words, INJECT_VALID},
      {HERE, "here", 1, 1, PIN_COUNT},
      {SEED, "seed", 1, 1, PIN_COUNT},
      {PHASE, "phase", shape_phase_bits(m->shape), 1, PIN_COUNT},
      {EJECT_READY, "eject_ready", shape_channels(m->shape), 1, PIN_COUNT},
  };

  memcpy(m->inputs, list, sizeof list);
  m->input_words = list_words(list, MOORE_INPUTS);
}

static void list_outputs(struct moore *m)
{
  const uint32_t words = m->pins->slot_words, ports = m->shape->topology->ports;
  const uint32_t channels = shape_channels(m->shape);
  const struct moore_part list[MOORE_OUTPUTS] = {
      {IN_READY, "in_ready", shape_queues(m->shape), 1, PIN_COUNT},
      {INJECT_READY, "inject_ready", m->shape->lanes, 1, PIN_COUNT},
      {OUT_VALID, "out_valid", shape_queues(m->shape), 1, PIN_COUNT},
      {EJECT_VALID, "eject_valid", channels, 1, PIN_COUNT},
      {OUT_PACKET, "out_packet", ports, words, OUT_VALID},
      {EJECT_PACKET, "eject_packet", channels, words, EJECT_VALID},
  };

  memcpy(m->outputs, list, sizeof list);
  m->output_words = list_words(list, MOORE_OUTPUTS);
}

void moore_list(struct moore *m)
{
  list_inputs(m);
  list_outputs(m);
}

/* --- other inputs --- */

static uint64_t random_word(struct moore *m)
{
  return rng_next(&m->rng);
}

/* Toggle valid bits: packets appear at idle inputs and vanish at busy ones. */
static uint64_t other_valid(struct moore *m, uint64_t valid, uint32_t groups, uint32_t vcs)
{
  uint64_t other = 0;

  for (uint32_t i = 0; i < groups && m->now.sampled; i++)
    if (!(valid >> i * vcs & bits_mask(vcs)))
      other |= UINT64_C(1) << (i * vcs + random_word(m) % vcs);
  return other;
}

/* A packet seen before at inputs with a packet; random bits elsewhere. */
static void other_packets(struct moore *m, const struct moore_part *part, uint64_t valid,
                          uint64_t *words)
{
  const uint32_t bits = m->shape->format.header_bits + m->shape->format.data_bits;

  for (uint32_t i = 0; i < part->count; i++, words += part->words) {
    bool comes = valid & moore_valid_bits(m, part, i);

    words[0] = comes ? m->now.sample[0] : random_word(m) & bits_mask(bits < 64 ? bits : 64);
    if (part->words == 2)
      words[1] = comes ? m->now.sample[1] : random_word(m) & bits_mask(bits - 64);
  }
}

void moore_make_other(struct moore *m)
{
  const uint64_t *now = m->wanted;
  uint64_t *other = m->other;
  for (uint32_t i = 0; i < m->switches; i++) {
    uint64_t valid = 0;

    for (size_t k = 0; k < MOORE_INPUTS; k++) {
      const struct moore_part *part = &m->inputs[k];

      switch (part->pin) {
      case IN_VALID:
        valid = *other = other_valid(m, *now, m->shape->topology->ports, m->shape->vcs);
        break;
      case INJECT_VALID:
        valid = *other = other_valid(m, *now, m->shape->lanes, 1);
        break;
      case IN_PACKET:
      case INJECT_PACKET:
        other_packets(m, part, valid, other);
        break;
      case HERE:
        *other = random_word(m) & bits_mask(m->shape->topology->address_bits);
        break;
      case SEED:
        *other = random_word(m);
        break;
      default: /* OUT_READY, PHASE, EJECT_READY */
        *other = *now ^ bits_mask(part->count);
      }
      now += moore_part_words(part);
      other += moore_part_words(part);
    }
  }
}
