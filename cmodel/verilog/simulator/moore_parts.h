/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moore_parts -- the pins of a switch in Moore trials, and the inputs of a trial. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_MOORE_PARTS_H
#define LOCKHOP_VERILOG_SIMULATOR_MOORE_PARTS_H

#include "base/bits.h"
#include "verilog/simulator/moore.h"

/* Words that a part takes in a buffer: a mask has one, packets have theirs. */
static inline size_t moore_part_words(const struct moore_part *part)
{
  return part->valid == PIN_COUNT ? 1 : (size_t)part->count * part->words;
}

/* The valid bits of packet `index`: one per VC for those of a port. */
static inline uint64_t moore_valid_bits(const struct moore *m,
                                        const struct moore_part *part, uint32_t index)
{
  const uint32_t vcs =
      part->pin == OUT_PACKET || part->pin == IN_PACKET ? m->shape->vcs : 1;

  return bits_mask(vcs) << index * vcs;
}

/* m->inputs, m->outputs and their words. */
void moore_list(struct moore *m);

/* Set m->other: legal inputs that differ from those of this cycle as much as possible. */
void moore_make_other(struct moore *m);

#endif
