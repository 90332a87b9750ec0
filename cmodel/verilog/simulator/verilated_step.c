/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_step -- a cycle of Verilated switches: inputs, the clock edges, outputs. */
#include "verilog/simulator/verilated_ranks.h"

/* --- a switch --- */

/* The outputs of a switch that were not collected yet. */
static void try_moore(struct verilated_part *p, uint32_t sw)
{
  const struct wiring *w = &p->machine->wiring;
  const struct links links = {
      .valid = w->now.valid, .ready = w->now.ready, .eject = w->eject};

  moore_try(&p->moore, sw, &links);
}

/* Both clock levels, and the trial between them. */
static inline void clock_switch(struct verilated_part *p, uint32_t sw)
{
  const struct dut_ops *ops = p->machine->plugin.ops;

  if (!moore_due(&p->moore, sw)) {
    ops->eval(p->dut, sw, sw + 1, DUT_CYCLE);
    return;
  }
  ops->eval(p->dut, sw, sw + 1, DUT_LOW);
  try_moore(p, sw);
  ops->eval(p->dut, sw, sw + 1, DUT_HIGH);
}

/* Read the outputs of a switch. */
WIRING_INLINE void collect_switch(struct verilated_part *p, uint32_t sw, size_t words,
                                  uint32_t vcs)
{
  const struct verilated *m = p->machine;

  wiring_collect(&m->wiring, &m->pins, sw, words, vcs);
  if (m->moved)
    verilated_ranks_note(p->machine, sw);
  p->active_count =
      wiring_note(&m->wiring, sw, &m->wiring.active[p->from], p->active_count);
  p->mark->beats++;
}

/* Does nothing enter a switch in this cycle, and has it shown nothing so far?  Only such
 * switches rest: they are not among the active ones of the links. */
static inline bool is_quiet(const struct verilated *m, uint32_t sw)
{
  const struct wiring *w = &m->wiring;

  return (w->now.valid[sw] | w->eject[sw] | (~w->now.ready[sw] & w->channels) |
          w->inject[sw] | pin_load(pins_at(&m->pins, sw, IN_VALID))) == 0;
}

/* Mark the far ends of some links, for the next cycle.  Whoever has the neighbour marks it:
 * other ranks find out themselves what they see. */
static inline void disturb(struct verilated *m, const uint32_t *ends, uint64_t ports)
{
  for (; ports; ports &= ports - 1) {
    const uint32_t sw = ends[bits_lowest(ports)] >> WIRING_PORT_BITS;

    if (wiring_has(&m->wiring, sw))
      rest_disturb(&m->rest, sw, m->cycle + 1);
  }
}

/* The ports of a mask of queues. */
WIRING_INLINE uint64_t ports_of(uint64_t queues, uint32_t vcs)
{
  uint64_t ports = 0;

  if (vcs == 1)
    return queues;
  for (; queues; queues &= queues - 1)
    ports |= UINT64_C(1) << bits_lowest(queues) / vcs;
  return ports;
}

/* Neighbours that see another output of this switch in the next cycle must not rest in it,
 * also those of other parts. */
WIRING_INLINE void tell_neighbours(struct verilated *m, uint32_t sw, size_t words,
                                   uint32_t vcs)
{
  const struct wiring *w = &m->wiring;
  const size_t first = (size_t)sw * w->ports;
  const uint64_t queues = bits_mask(w->ports * vcs);
  const uint64_t valid = (w->now.valid[sw] ^ w->next.valid[sw]) & queues;
  const uint64_t ready = (w->now.ready[sw] ^ w->next.ready[sw]) & queues;
  const uint64_t packets = wiring_differing(
      w->now.packets + first * words, w->next.packets + first * words, w->ports, words);

  disturb(m, &w->taker[first], packets | ports_of(valid, vcs));
  disturb(m, &w->feeder[first], ports_of(ready, vcs));
}

/* --- the switches of a part --- */

/* Prefetch the links between the switches below `to` and other parts, of both directions,
 * from border[at] on: other threads wrote to the ones and read the others in the last
 * cycle, and both take as long as a miss of all caches.  Returns where to go on. */
static size_t fetch_border(const struct verilated_part *p, size_t at, uint32_t to)
{
  const struct wiring *w = &p->machine->wiring;
  const size_t words = p->machine->pins.slot_words, ports = w->ports;

  for (; at < p->border_count; at++) {
    const uint32_t end = p->border[at], sw = end >> WIRING_PORT_BITS;
    const size_t own = sw * ports + end % 64;
    const uint32_t feeder = w->feeder[own], taker = w->taker[own];
    const uint32_t from = feeder >> WIRING_PORT_BITS;

    if (sw >= to)
      break;
    __builtin_prefetch(&w->now.packets[(from * ports + feeder % 64) * words]);
    __builtin_prefetch(&w->now.valid[from]);
    __builtin_prefetch(&w->now.ready[taker >> WIRING_PORT_BITS]);
    __builtin_prefetch(&w->next.packets[own * words], 1);
    __builtin_prefetch(&w->next.valid[sw], 1);
    __builtin_prefetch(&w->next.ready[sw], 1);
  }
  return at;
}

/* Of switches [from, to) of the part. */
WIRING_INLINE void array_step(struct verilated_part *p, uint32_t from, uint32_t to,
                              size_t words, uint32_t vcs)
{
  struct verilated *m = p->machine;

  for (uint32_t sw = from; sw < to; sw++) {
    if (rest_spares(&p->rest, sw, m->cycle))
      continue;
    p->mark->at = sw;
    wiring_gather(&m->wiring, &m->pins, sw, words, vcs);
    const bool looked = m->rest.on && is_quiet(m, sw);

    if (looked)
      rest_look(&p->rest, sw);
    clock_switch(p, sw);
    collect_switch(p, sw, words, vcs);
    rest_judge(&p->rest, sw, looked);
    if (m->rest.on)
      tell_neighbours(m, sw, words, vcs);
  }
}

enum { AHEAD = 128 /* switches for which links are prefetched */ };

/* Specialized for each kind of array: most have one VC and packets of one word. */
static void fast_step(struct verilated_part *p)
{
  const struct verilated *m = p->machine;
  const uint32_t vcs = m->shape.vcs;

  size_t fetched = m->rest.on ? p->border_count : 0; /* of the border */

  for (uint32_t from = p->from, to; from < p->to; from = to) {
    to = fetched < p->border_count && p->to - from > AHEAD ? from + AHEAD : p->to;
    fetched = fetch_border(p, fetched, to);
    if (m->pins.slot_words == 1 && vcs == 1)
      array_step(p, from, to, 1, 1);
    else if (m->pins.slot_words == 1)
      array_step(p, from, to, 1, vcs);
    else if (vcs == 1)
      array_step(p, from, to, 2, 1);
    else
      array_step(p, from, to, 2, vcs);
  }
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

static void disturbed_step(struct verilated_part *p)
{
  struct verilated *m = p->machine;
  const size_t words = m->pins.slot_words;

  for (uint32_t sw = p->from; sw < p->to; sw++) {
    p->mark->at = sw;
    wiring_gather(&m->wiring, &m->pins, sw, words, m->shape.vcs);
    verilated_disturb(m, sw);
    clock_switch(p, sw);
    collect_switch(p, sw, words, m->shape.vcs);
  }
}

void verilated_drive(struct verilated *m, uint32_t from, uint32_t to)
{
  const struct stimulus *stimulus = m->stimulus;
  uint64_t *inject = m->wiring.inject;

  memset(&inject[from], 0, (to - from) * sizeof *inject);
  for (size_t i = 0; stimulus && i < stimulus->injection_count; i++) {
    const struct injection *in = &stimulus->injections[i];

    if (in->at - from >= to - from)
      continue;
    inject[in->at] |= UINT64_C(1) << in->lane;
    rest_disturb(&m->rest, in->at, m->cycle);
    inputs_inject(&m->inputs, in);
  }
  for (uint32_t sw = from; m->shows_phase && sw < to; sw++)
    inputs_show_phase(&m->inputs, sw, m->phase);
}

/* The work of a part in a cycle, for team_run; `self` is the machine. */
static void part_step(void *self, uint32_t part)
{
  struct verilated *m = self;
  struct verilated_part *p = &m->parts[part];

  p->mark->busy = true;
  p->active_count = 0;
  moore_begin(&p->moore, &m->trials);
  verilated_drive(m, p->from, p->to);
  if (is_disturbed(m))
    disturbed_step(p);
  else
    fast_step(p);
  p->mark->busy = false;
}

/* --- all switches --- */

void verilated_eval(struct verilated *m, int clock)
{
  const uint32_t at_once = verilated_together(m) ? m->instances : 1;

  for (uint32_t i = m->first; i < m->first + m->instances; i += at_once) {
    verilated_watch(m, at_once > 1 || m->network ? UINT32_MAX : i);
    m->plugin.ops->eval(m->dut, i, i + at_once, clock);
    verilated_beat(m);
  }
}

void verilated_gather(struct verilated *m)
{
  verilated_drive(m, m->first, m->end);
  wiring_gather_all(&m->wiring, &m->pins);
  for (uint32_t sw = m->first; sw < m->end; sw++)
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
  struct verilated_part *p = &m->parts[0];

  verilated_watch(m, UINT32_MAX);
  moore_begin(&p->moore, &m->trials);
  verilated_gather(m);
  recording_begin_cycle(&m->recording, ops, m->dut, &m->pins, m->cycle);
  verilated_eval(m, 0);
  for (uint32_t i = 0; i < tried; i++)
    if (moore_due(&p->moore, i)) {
      verilated_watch(m, m->network ? UINT32_MAX : i);
      try_moore(p, i);
    }
  recording_falling_edge(&m->recording, ops, m->dut, m->cycle);
  verilated_eval(m, 1);
  wiring_collect_all(&m->wiring, &m->pins);
}

const struct dut_failure *verilated_failure(const struct verilated *m)
{
  const struct dut_failure *why = NULL;

  for (uint32_t i = 0; i < m->count && !why; i++)
    why = m->plugin.ops->failure(m->parts[i].dut);
  return why;
}

/* Take over what trials of parts [0, count) have found.  What comes after the first fault
 * or failure does not count: one thread would not have tried it. */
static void join_trials(struct verilated *m, uint32_t count)
{
  bool over = false;

  for (uint32_t i = 0; i < count && !over; i++) {
    const struct verilated_part *p = &m->parts[i];
    const struct moore_findings *found = &p->moore.findings;

    m->moore.asynchronous = m->moore.asynchronous || found->asynchronous;
    m->moore.untried = m->moore.untried || found->untried;
    if (found->found) {
      m->moore.found = true;
      m->moore.fault = found->fault;
    }
    over = found->found || m->plugin.ops->failure(p->dut);
  }
  m->trials.over = m->moore.found;
}

static void join_parts(struct verilated *m)
{
  struct wiring *w = &m->wiring;

  for (uint32_t i = 0; i < m->count; i++) {
    struct verilated_part *p = &m->parts[i];

    w->active_count = parts_append(w->active, w->active_count, p->from, p->active_count);
    rest_join(&m->rest, &p->rest);
  }
}

/* While a waveform is recorded, and where the plug-in has the links, all switches are
 * clocked at once, by one thread. */
void verilated_step(struct verilated *m)
{
  const bool apart = m->wiring.feeder && !m->recording.active;

  m->trials.cycle = m->cycle;
  m->moved_count = 0;
  if (apart && !is_disturbed(m))
    rest_cycle(&m->rest);
  else
    rest_end(&m->rest);
  if (!apart)
    slow_step(m);
  else if (m->count > 1)
    team_run(m->host.team, part_step, m);
  else
    part_step(m, 0);
  if (apart)
    join_parts(m);
  join_trials(m, apart ? m->count : 1);
  m->shows_phase = false;
}
