/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_reset -- makes and resets the objects of a Verilated machine. */
#include "verilog/simulator/verilated_parts.h"

/* What a design prints, counts or records is for one thread. */
static uint32_t parts_wanted(const struct verilated *m)
{
  const struct dut_ops *ops = m->plugin.ops;
  size_t bytes;

  if (m->share || verilated_together(m) || ops->coverage_start || !ops->hand ||
      !ops->state || !ops->state(m->dut, m->first, &bytes))
    return 1;
  return team_size(m->host.team);
}

struct parts verilated_parts(const struct verilated *m)
{
  return parts_of(m->shape.topology->switches, parts_wanted(m));
}

/* --- making --- */

static void make_part(void *self, uint32_t part)
{
  const struct verilated *m = self;
  const struct parts parts = verilated_parts(m);

  m->plugin.ops->make(m->dut, parts_first(&parts, part), parts_first(&parts, part + 1));
}

void verilated_make(struct verilated *m)
{
  if (!m->plugin.ops->make)
    return;
  if (parts_wanted(m) > 1)
    team_run(m->host.team, make_part, m);
  else
    m->plugin.ops->make(m->dut, m->first, m->end);
}

/* --- reset --- */

/* Of switches [from, to). */
static void clear_pins(const struct verilated *m, uint32_t from, uint32_t to)
{
  for (uint32_t sw = from; sw < to; sw++) {
    inputs_clear(&m->inputs, sw);
    inputs_show_phase(&m->inputs, sw, 0);
  }
}

static void clear_all(struct verilated *m)
{
  clear_pins(m, m->first, m->end);
  rest_end(&m->rest);
  m->phase = 0;
}

/* Edges with rst 1 that each of the switches [first, end) needs. */
static uint32_t reset_edges(const struct verilated *m, uint32_t first, uint32_t end)
{
  uint32_t most = 0;

  for (uint32_t sw = first; sw < end; sw++) {
    const uint32_t edges = inputs_reset_edges(&m->inputs, sw);

    most = edges > most ? edges : most;
  }
  return most;
}

/* The cycles of rst of objects [from, to): those of before cycle 0.  `dut`: the handle of
 * the thread. */
static void hold_reset(const struct verilated *m, void *dut, uint32_t from, uint32_t to)
{
  const uint32_t switches = m->plugin.ops->switches_per_instance;
  const uint32_t first = from * switches, end = to * switches;

  for (uint32_t left = reset_edges(m, first, end); left > 0; left--) {
    for (uint32_t sw = first; sw < end; sw++)
      inputs_show_reset(&m->inputs, sw, UINT64_C(0) - left, left);
    m->plugin.ops->eval(dut, from, to, 0);
    m->plugin.ops->eval(dut, from, to, 1);
  }
}

static void hold_all(struct verilated *m)
{
  const struct dut_ops *ops = m->plugin.ops;
  const uint32_t at_once = verilated_together(m) ? m->instances : 1;

  clear_all(m);
  ops->reset(m->dut, m->first, m->first + m->instances, 1);
  for (uint32_t i = m->first; i < m->first + m->instances; i += at_once) {
    verilated_watch(m, verilated_together(m) ? UINT32_MAX : i);
    hold_reset(m, m->dut, i, i + at_once);
    verilated_beat(m);
  }
  ops->reset(m->dut, m->first, m->first + m->instances, 0);
  clear_all(m);
}

/* With noise every switch has had another address before, in a reset of its own, and a
 * cycle without packets. */
static void reset_in_passes(struct verilated *m)
{
  const struct dut_ops *ops = m->plugin.ops;

  if (m->inputs.noise && !m->network) {
    m->inputs.elsewhere = true;
    hold_all(m);
    m->inputs.elsewhere = false;
    verilated_eval(m, 0);
    verilated_eval(m, 1);
  }
  hold_all(m);
  verilated_eval(m, 1);
  if (ops->coverage_start)
    ops->coverage_start(m->dut);
  if (ops->failure(m->dut))
    wiring_clear(&m->wiring);
  else
    wiring_collect_all(&m->wiring, &m->pins);
}

/* The same for the objects of a part, one after the other: no reset depends on another. */
static void reset_part(void *self, uint32_t part)
{
  struct verilated *m = self;
  struct verilated_part *p = &m->parts[part];
  const struct dut_ops *ops = m->plugin.ops;

  p->mark->busy = true;
  p->active_count = 0;
  for (uint32_t sw = p->from; sw < p->to; sw++) {
    p->mark->at = sw;
    clear_pins(m, sw, sw + 1);
    ops->reset(p->dut, sw, sw + 1, 1);
    hold_reset(m, p->dut, sw, sw + 1);
    ops->reset(p->dut, sw, sw + 1, 0);
    clear_pins(m, sw, sw + 1);
    ops->eval(p->dut, sw, sw + 1, 1);
    wiring_collect(&m->wiring, &m->pins, sw, m->pins.slot_words, m->wiring.vcs);
    p->active_count =
        wiring_note(&m->wiring, sw, &m->wiring.active[p->from], p->active_count);
    p->mark->beats++;
  }
  p->mark->busy = false;
}

static void reset_by_parts(struct verilated *m)
{
  struct wiring *w = &m->wiring;

  rest_end(&m->rest);
  m->phase = 0;
  if (m->count > 1)
    team_run(m->host.team, reset_part, m);
  else
    reset_part(m, 0);
  w->active_count = 0;
  for (uint32_t i = 0; i < m->count; i++)
    w->active_count = parts_append(w->active, w->active_count, m->parts[i].from,
                                   m->parts[i].active_count);
  if (verilated_failure(m))
    wiring_clear(w);
}

void verilated_reset(struct verilated *m)
{
  m->plugin.ops->time(m->dut, 0);
  if (m->plugin.ops->make && !m->inputs.noise)
    reset_by_parts(m);
  else
    reset_in_passes(m);
}
