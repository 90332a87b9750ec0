/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_step -- a cycle of Verilated switches: inputs, the clock edges, outputs. */
#include "verilog/simulator/verilated_parts.h"

#include <assert.h>

/* The outputs of a switch that were not collected yet. */
static void try_moore(struct verilated *m, uint32_t sw)
{
  const struct links links = {
      .valid = m->wiring.now.valid, .ready = m->wiring.now.ready, .eject = m->wiring.eject};

  moore_try(&m->moore, sw, &links);
}

/* Does nothing enter a switch in this cycle, and has it shown nothing so far?  Only such
 * switches rest: they are not among the active ones of the links. */
static inline bool is_quiet(const struct verilated *m, uint32_t sw)
{
  const struct wiring *w = &m->wiring;

  return (w->now.valid[sw] | w->eject[sw] | (~w->now.ready[sw] & w->channels) |
          w->inject[sw] | pin_load(pins_at(&m->pins, sw, IN_VALID))) == 0;
}

/* Neighbours that see another output of this switch in the next cycle must not rest in it.
 */
static inline void tell_neighbours(struct verilated *m, uint32_t sw, size_t words,
                                   uint32_t vcs)
{
  const struct wiring *w = &m->wiring;
  const size_t first = (size_t)sw * w->ports;
  const uint64_t valid = w->now.valid[sw] ^ w->next.valid[sw];
  const uint64_t ready = w->now.ready[sw] ^ w->next.ready[sw];
  const uint64_t *shown = w->now.packets + first * words;
  const uint64_t *shows = w->next.packets + first * words;

  for (size_t p = 0; p < w->ports; p++, shown += words, shows += words) {
    const uint64_t port = bits_mask(vcs) << p * vcs;

    if ((valid & port) || memcmp(shown, shows, words * sizeof *shown) != 0)
      rest_disturb(&m->rest, w->taker[first + p] >> WIRING_PORT_BITS, m->cycle + 1);
    if (ready & port)
      rest_disturb(&m->rest, w->feeder[first + p] >> WIRING_PORT_BITS, m->cycle + 1);
  }
}

static inline void array_step(struct verilated *m, uint32_t from, uint32_t to, size_t words,
                              uint32_t vcs)
{
  const struct dut_ops *ops = m->plugin.ops;
  struct watchdog *watchdog = m->host.watchdog;

  for (uint32_t sw = from; sw < to; sw++) {
    if (rest_spares(&m->rest, sw, m->cycle))
      continue;
    watchdog->at = sw;
    wiring_gather(&m->wiring, &m->pins, sw, words, vcs);
    const bool looked = m->rest.on && is_quiet(m, sw);

    if (looked)
      rest_look(&m->rest, sw);
    ops->eval(m->dut, sw, sw + 1, 0);
    if (moore_due(&m->moore))
      try_moore(m, sw);
    ops->eval(m->dut, sw, sw + 1, 1);
    wiring_collect(&m->wiring, &m->pins, sw, words, vcs);
    rest_judge(&m->rest, sw, looked);
    if (m->rest.on)
      tell_neighbours(m, sw, words, vcs);
    watchdog->beats++;
  }
}

/* Specialized for each kind of array: most have one VC and packets of one word. */
static void fast_step(struct verilated *m, uint32_t from, uint32_t to)
{
  const uint32_t vcs = m->shape.vcs;

  if (m->pins.slot_words == 1 && vcs == 1)
    array_step(m, from, to, 1, 1);
  else if (m->pins.slot_words == 1)
    array_step(m, from, to, 1, vcs);
  else if (vcs == 1)
    array_step(m, from, to, 2, 1);
  else
    array_step(m, from, to, 2, vcs);
}

void verilated_disturb(struct verilated *m, uint32_t sw)
{
  if (m->resetting)
    inputs_show_reset(&m->inputs, sw, m->cycle, m->resetting);
  else
    inputs_disturb(&m->inputs, &m->wiring, sw, m->cycle, m->stalled, m->refused);
}

static bool is_disturbed(const struct verilated *m)
{
  return m->resetting || m->stalled || m->refused || m->inputs.noise;
}

static void disturbed_step(struct verilated *m, uint32_t from, uint32_t to)
{
  const struct dut_ops *ops = m->plugin.ops;

  for (uint32_t sw = from; sw < to; sw++) {
    m->host.watchdog->at = sw;
    wiring_gather(&m->wiring, &m->pins, sw, m->pins.slot_words, m->shape.vcs);
    verilated_disturb(m, sw);
    ops->eval(m->dut, sw, sw + 1, 0);
    if (moore_due(&m->moore))
      try_moore(m, sw);
    ops->eval(m->dut, sw, sw + 1, 1);
    wiring_collect(&m->wiring, &m->pins, sw, m->pins.slot_words, m->shape.vcs);
    m->host.watchdog->beats++;
  }
}

void verilated_eval(struct verilated *m, int clock)
{
  const uint32_t at_once = verilated_together(m) ? m->instances : 1;

  for (uint32_t i = 0; i < m->instances; i += at_once) {
    m->host.watchdog->at = at_once > 1 || m->network ? UINT32_MAX : i;
    m->plugin.ops->eval(m->dut, i, i + at_once, clock);
    m->host.watchdog->beats++;
  }
}

void verilated_gather(struct verilated *m)
{
  wiring_gather_all(&m->wiring, &m->pins);
  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++)
    if (m->wired || is_disturbed(m))
      verilated_disturb(m, sw);
}

/* The same cycle in passes over all switches: inputs, falling edges, rising edges, outputs.
 * A waveform shows no inputs that were only tried.
 */
static void slow_step(struct verilated *m)
{
  const struct dut_ops *ops = m->plugin.ops;
  const uint32_t tried = m->network ? 1 : m->instances;

  m->host.watchdog->at = UINT32_MAX;
  verilated_gather(m);
  recording_begin_cycle(&m->recording, ops, m->dut, &m->pins, m->cycle);
  verilated_eval(m, 0);
  for (uint32_t i = 0; i < tried; i++)
    if (moore_due(&m->moore)) {
      m->host.watchdog->at = m->network ? UINT32_MAX : i;
      try_moore(m, i);
    }
  recording_falling_edge(&m->recording, ops, m->dut, m->cycle);
  verilated_eval(m, 1);
  wiring_collect_all(&m->wiring, &m->pins);
}

/* While a waveform is recorded, and where the plug-in has the links, all switches are
 * clocked at once. */
void verilated_step(struct verilated *m, uint32_t from, uint32_t to)
{
  if (!m->recording.active && m->wiring.feeder && !is_disturbed(m)) {
    rest_cycle(&m->rest);
    fast_step(m, from, to);
    return;
  }
  rest_end(&m->rest);
  if (m->recording.active || !m->wiring.feeder) {
    assert(from == 0 && to == m->shape.topology->switches);
    slow_step(m);
  } else {
    disturbed_step(m, from, to);
  }
}
