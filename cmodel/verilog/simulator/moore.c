/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moore -- tests whether an output of a Verilated switch depends combinationally on an
 * input. */
#include "verilog/simulator/moore.h"

#include "base/bits.h"
#include "verilog/simulator/moore_parts.h"

#include <stdlib.h>
#include <string.h>

/* Random numbers of what is tried, by switch, and of which is, by block. */
#define MOORE_BLOCKS (UINT64_C(1) << 33)

enum {
  TRIALS_ALL = 4096,  /* the first switch-cycles are all tried, then */
  TRIALS_EVERY = 256, /* one of so many, at irregular distances */
  RESET_EVERY = 4,    /* trials of a switch in successive cycles: one tries rst too */
  BLAME_TRIALS = 16,  /* with other inputs, for an output that has moved already */
  MOORE_STREAM = 0x3007
};

/* The links of a generated network are inside it: skip inputs without pins. */
static bool has_pin(const struct moore *m, enum pin pin)
{
  if (pin == EJECT_READY)
    return m->pins->eject_ready;
  return !m->network ||
         (pin != IN_VALID && pin != IN_PACKET && pin != OUT_READY && pin != HERE);
}

static void load(const struct moore *m, uint32_t sw, const struct moore_part *parts,
                 size_t count, uint64_t *words)
{
  for (size_t i = 0; i < count; words += moore_part_words(&parts[i]), i++)
    if (has_pin(m, parts[i].pin))
      memcpy(words, pins_at(m->pins, sw, parts[i].pin), moore_part_words(&parts[i]) * 8);
}

static void store(const struct moore *m, uint32_t sw, const struct moore_part *part,
                  const uint64_t *words)
{
  if (has_pin(m, part->pin))
    memcpy(pins_at(m->pins, sw, part->pin), words, moore_part_words(part) * 8);
}

/* All inputs of all switches, from a buffer. */
static void store_all(const struct moore *m, uint32_t first, const uint64_t *words)
{
  for (uint32_t i = 0; i < m->switches; i++)
    for (size_t k = 0; k < MOORE_INPUTS; words += moore_part_words(&m->inputs[k]), k++)
      store(m, first + i, &m->inputs[k], words);
}

static void load_all(const struct moore *m, uint32_t first, uint64_t *words, bool outputs)
{
  for (uint32_t i = 0; i < m->switches; i++)
    if (outputs)
      load(m, first + i, m->outputs, MOORE_OUTPUTS, words + i * m->output_words);
    else
      load(m, first + i, m->inputs, MOORE_INPUTS, words + i * m->input_words);
}

static void evaluate(const struct moore *m, uint32_t first)
{
  const uint32_t instance = m->network ? 0 : first;

  m->ops->eval(m->dut, instance, instance + 1, 0);
}

/* Restore the saved state and its inputs. */
static void take_back(struct moore *m, uint32_t first)
{
  m->ops->restore(m->dut);
  store_all(m, first, m->wanted);
  evaluate(m, first);
}

/* --- comparing --- */

static bool fault_at(struct moore *m, uint32_t sw, const struct moore_part *part,
                     uint32_t index, uint64_t before, uint64_t after)
{
  m->findings.fault = (struct moore_fault){.at = sw,
                                           .output = part->name,
                                           .output_index = index,
                                           .before = before,
                                           .after = after};
  return true;
}

/* Has an output of this switch moved since `before`?  Then m->findings.fault names it. */
static bool switch_moved(struct moore *m, uint32_t sw, const uint64_t *before)
{
  const uint64_t *valid[PIN_COUNT] = {NULL};

  for (size_t k = 0; k < MOORE_OUTPUTS; before += moore_part_words(&m->outputs[k]), k++) {
    const struct moore_part *part = &m->outputs[k];
    const unsigned char *pin = pins_at(m->pins, sw, part->pin);

    if (m->ready_free && part->pin == IN_READY)
      continue;
    valid[part->pin] = before;
    if (part->valid == PIN_COUNT) {
      uint64_t moved = before[0] ^ pin_load(pin);

      if (moved)
        return fault_at(m, sw, part, bits_lowest(moved),
                        before[0] >> bits_lowest(moved) & 1,
                        pin_load(pin) >> bits_lowest(moved) & 1);
      continue;
    }
    for (uint32_t i = 0; i < part->count; i++)
      for (uint32_t w = 0; w < part->words; w++) {
        const size_t word = (size_t)i * part->words + w;

        if ((*valid[part->valid] & moore_valid_bits(m, part, i)) &&
            before[word] != pin_load(pin + word * 8))
          return fault_at(m, sw, part, i, before[word], pin_load(pin + word * 8));
      }
  }
  return false;
}

static bool moved_since(struct moore *m, uint32_t first, const uint64_t *before)
{
  for (uint32_t i = 0; i < m->switches; i++)
    if (switch_moved(m, first + i, before + i * m->output_words))
      return true;
  return false;
}

static bool moved(struct moore *m, uint32_t first)
{
  return moved_since(m, first, m->before);
}

/* --- which input it was --- */

/* Bits of element `index` of a part: of a mask its bit, of packets the words. */
static void copy_element(const struct moore_part *part, uint32_t index, uint64_t *to,
                         const uint64_t *from)
{
  if (part->valid != PIN_COUNT)
    memcpy(to + (size_t)index * part->words, from + (size_t)index * part->words,
           part->words * sizeof *to);
  else if (part->count == 1)
    *to = *from;
  else
    *to = (*to & ~(UINT64_C(1) << index)) | (*from & UINT64_C(1) << index);
}

/* Does one element of one input, taken from m->other, move an output?  `offset`: of the
 * input's words, at switch sw. */
static bool blame_element(struct moore *m, uint32_t first, uint32_t sw,
                          const struct moore_part *part, size_t offset, uint32_t index)
{
  uint64_t changed[2 * SHAPE_CHANNELS];
  const size_t bytes = moore_part_words(part) * sizeof changed[0];

  memcpy(changed, m->wanted + offset, bytes);
  copy_element(part, index, changed, m->other + offset);
  if (memcmp(changed, m->wanted + offset, bytes) == 0)
    return false;
  store(m, sw, part, changed);
  evaluate(m, first);
  bool moves = moved(m, first);
  if (moves) {
    m->findings.fault.input = part->name;
    m->findings.fault.input_index = index;
    m->findings.fault.input_at =
        part->pin == PHASE ? m->findings.fault.at : sw; /* all have the one phase */
  }
  take_back(m, first);
  return moves;
}

/* The outputs changed with m->other: find the first element that changes them alone. */
static bool blame_one(struct moore *m, uint32_t first)
{
  size_t offset = 0;

  for (uint32_t i = 0; i < m->switches; i++)
    for (size_t k = 0; k < MOORE_INPUTS; offset += moore_part_words(&m->inputs[k]), k++) {
      const struct moore_part *part = &m->inputs[k];

      for (uint32_t index = 0; has_pin(m, part->pin) && index < part->count; index++)
        if (blame_element(m, first, first + i, part, offset, index))
          return true;
    }
  return false;
}

static void blame(struct moore *m, uint32_t first)
{
  struct moore_fault together = m->findings.fault;

  together.input = NULL;
  m->findings.found = true;
  take_back(m, first);
  if (!blame_one(m, first))
    m->findings.fault = together;
}

/* --- trials --- */

/* Has a valid, ready or eject bit moved since the links of the cycle were read? */
static bool left_links(struct moore *m, uint32_t sw, const struct links *links)
{
  const uint32_t queues = shape_queues(m->shape);
  const struct {
    struct moore_part part;
    uint64_t shown;
  } masks[] = {
      {{OUT_VALID, "out_valid", 0, 1, PIN_COUNT}, links->valid[sw]},
      {{IN_READY, "in_ready", 0, 1, PIN_COUNT}, links->ready[sw] & bits_mask(queues)},
      {{INJECT_READY, "inject_ready", 0, 1, PIN_COUNT}, links->ready[sw] >> queues},
      {{EJECT_VALID, "eject_valid", 0, 1, PIN_COUNT}, links->eject[sw]},
  };

  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    uint64_t now = pin_load(pins_at(m->pins, sw, masks[i].part.pin));
    uint64_t differ = now ^ masks[i].shown;

    if (differ)
      return fault_at(m, sw, &masks[i].part, bits_lowest(differ),
                      masks[i].shown >> bits_lowest(differ) & 1,
                      now >> bits_lowest(differ) & 1);
  }
  return false;
}

/* In each block of TRIALS_EVERY switches one is tried in a cycle, any of them, so the
 * switch-cycles of small networks are tried as often. */
static uint32_t tried_of_block(const struct moore *m, uint32_t block)
{
  struct rng rng = rng_seed(m->now.cycle, MOORE_BLOCKS + (uint64_t)block);

  return block * TRIALS_EVERY + (uint32_t)(rng_next(&rng) % TRIALS_EVERY);
}

uint32_t moore_next(const struct moore *m, uint32_t sw)
{
  const uint64_t units = m->network ? 1 : m->shape->topology->switches;
  const uint32_t block = sw / TRIALS_EVERY;

  if (m->now.cycle * units + sw < TRIALS_ALL)
    return sw;
  const uint32_t tried = tried_of_block(m, block);

  return sw <= tried ? tried : tried_of_block(m, block + 1);
}

void moore_begin(struct moore *m, const struct moore_cycle *cycle)
{
  m->now = *cycle;
  m->next = 0;
  m->findings = (struct moore_findings){.found = false};
}

static void show_reset(const struct moore *m, uint32_t sw, bool active)
{
  const uint32_t instance = m->network ? 0 : sw;

  m->ops->reset(m->dut, instance, instance + 1, active);
  evaluate(m, sw);
}

/* Without a clock edge a synchronous rst has no effect. An asynchronous one clears the
 * registers; the outputs then stay cleared when it goes low. */
static void try_reset(struct moore *m, uint32_t sw)
{
  show_reset(m, sw, !m->now.resetting);
  m->findings.found = moved(m, sw);
  if (!m->findings.found)
    return;
  const struct moore_fault fault = m->findings.fault;

  if (!m->now.resetting) {
    load_all(m, sw, m->cleared, true);
    show_reset(m, sw, false);
    m->findings.found = moved_since(m, sw, m->cleared);
    m->findings.asynchronous = m->findings.asynchronous || !m->findings.found;
  }
  m->findings.fault = fault;
  m->findings.fault.input = "rst";
  m->findings.fault.input_at = fault.at;
}

/* Evaluate with other inputs. */
static void try_other(struct moore *m, uint32_t sw)
{
  moore_make_other(m);
  store_all(m, sw, m->other);
  evaluate(m, sw);
  if (moved(m, sw))
    blame(m, sw);
}

/* Outputs changed since the links were read: find the input that caused it. If none did and
 * rst is high, rst has cleared the registers. */
static void blame_what_moved(struct moore *m, uint32_t sw)
{
  const struct moore_fault fault = m->findings.fault;

  for (int i = 0; i < BLAME_TRIALS && !m->findings.found; i++)
    try_other(m, sw);
  if (!m->findings.found && m->now.resetting)
    try_reset(m, sw);
  if (m->findings.found && m->findings.fault.input)
    return;
  m->findings.fault = fault;
  m->findings.asynchronous =
      m->findings.asynchronous || (m->now.resetting && !m->findings.found);
  m->findings.found = m->findings.found || !m->now.resetting;
}

/* Make all trials of this switch-cycle; none if its state cannot be copied. */
static void try_inputs(struct moore *m, uint32_t sw)
{
  m->findings.untried =
      m->ops->keep(m->dut, m->network ? 0 : sw, m->network ? 1 : sw + 1) != 0;
  if (m->findings.untried)
    return;
  try_other(m, sw);
  take_back(m, sw);
  if (!m->findings.found && (m->now.cycle + sw) % RESET_EVERY == 0) {
    try_reset(m, sw);
    take_back(m, sw);
  }
}

void moore_try(struct moore *m, uint32_t sw, const struct links *links)
{
  bool left = false;

  if (m->now.over || m->findings.found)
    return;
  m->rng = rng_seed(m->now.cycle, MOORE_STREAM + (uint64_t)sw);
  load_all(m, sw, m->before, true);
  load_all(m, sw, m->wanted, false);
  m->ops->trial(m->dut, 1);
  try_inputs(m, sw);
  for (uint32_t i = 0; i < m->switches && !m->findings.found && !left; i++)
    left = left_links(m, sw + i, links);
  if (left) {
    blame_what_moved(m, sw);
    take_back(m, sw);
  }
  m->ops->trial(m->dut, 0);
}

bool moore_open(struct moore *m, const struct dut_ops *ops, void *dut,
                const struct pins *pins, const struct shape *shape, bool network)
{
  *m = (struct moore){.ops = ops,
                      .dut = dut,
                      .pins = pins,
                      .shape = shape,
                      .switches = network ? shape->topology->switches : 1,
                      .network = network};
  moore_list(m);
  m->words = m->switches * m->input_words;
  m->before = calloc(m->switches * m->output_words, sizeof *m->before);
  m->cleared = calloc(m->switches * m->output_words, sizeof *m->cleared);
  m->wanted = calloc(m->words, sizeof *m->wanted);
  m->other = calloc(m->words, sizeof *m->other);
  return m->before && m->cleared && m->wanted && m->other;
}

void moore_close(struct moore *m)
{
  free(m->before);
  free(m->cleared);
  free(m->wanted);
  free(m->other);
  *m = (struct moore){0};
}
