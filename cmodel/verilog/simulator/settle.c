/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* settle -- ready bits of an array of switches whose in_ready depends on inputs of its
 * cycle. */
#include "verilog/simulator/settle.h"

#include "verilog/simulator/verilated_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 6 /* ready bits of a ring that are named */ };

bool settling_open(struct settling *s, uint32_t switches)
{
  s->due = calloc(switches, sizeof *s->due);
  s->least = calloc(switches, sizeof *s->least);
  s->moved = calloc(switches, sizeof *s->moved);
  return s->due && s->least && s->moved;
}

void settling_close(struct settling *s)
{
  free(s->due);
  free(s->least);
  free(s->moved);
  *s = (struct settling){0};
}

/* The collected links as those of this cycle. */
static struct wiring present(const struct verilated *m)
{
  struct wiring view = m->wiring;

  view.now = view.next;
  return view;
}

/* Evaluate a switch, and make those due that see another ready bit.  The ready bits that
 * have changed. */
static uint64_t settle_one(struct verilated *m, const struct wiring *view, uint32_t sw)
{
  const uint64_t queues = bits_mask(shape_queues(&m->shape));
  const uint32_t *feeder = view->feeder + (size_t)sw * view->ports;

  verilated_watch(m, sw);
  wiring_gather(view, &m->pins, sw, m->pins.slot_words, m->shape.vcs);
  verilated_disturb(m, sw);
  m->plugin.ops->eval(m->dut, sw, sw + 1, 1); /* clk is 1 already: no edge */
  verilated_beat(m);

  const uint64_t ready = pin_load(pins_at(&m->pins, sw, IN_READY));
  const uint64_t moved = (view->next.ready[sw] ^ ready) & queues;

  view->next.ready[sw] ^= moved;
  for (uint32_t p = 0; p < view->ports; p++)
    if (moved >> p * m->shape.vcs & bits_mask(m->shape.vcs))
      m->settling.due[feeder[p] >> WIRING_PORT_BITS] = true;
  return moved;
}

/* Evaluate all that are due; false: none was.  `moved` collects what has changed. */
static bool sweep(struct verilated *m, const struct wiring *view, uint64_t *moved)
{
  bool any = false;

  for (uint32_t sw = 0; sw < view->switches; sw++) {
    if (!m->settling.due[sw])
      continue;
    any = true;
    m->settling.due[sw] = false;
    moved[sw] |= settle_one(m, view, sw);
  }
  return any;
}

/* Start with all ready bits 0, or 1.  Without a ring each sweep makes one more bit final,
 * so a bit that changes after so many sweeps is in a ring that oscillates, or behind one.
 */
static bool settle_from(struct verilated *m, const struct wiring *view, bool ones)
{
  const uint64_t queues = bits_mask(shape_queues(&m->shape));
  const uint64_t bound = (uint64_t)view->switches * shape_queues(&m->shape) + 2;
  uint64_t *moved = m->settling.moved;

  for (uint32_t sw = 0; sw < view->switches; sw++) {
    view->next.ready[sw] = (view->next.ready[sw] & ~queues) | (ones ? queues : UINT64_C(0));
    m->settling.due[sw] = true;
  }
  for (uint64_t i = 0; i < bound; i++)
    if (!sweep(m, view, moved))
      return true;
  memset(moved, 0, view->switches * sizeof *moved);
  for (uint64_t i = 0; i < bound; i++)
    sweep(m, view, moved);
  return false;
}

/* "WHAT: in_ready[0] of switch 1, ..." of the bits in `moved`. */
static void name_ring(struct verilated *m, const char *what)
{
  struct settling *s = &m->settling;
  size_t used = (size_t)snprintf(s->text, sizeof s->text, "%s: ", what);
  uint32_t named = 0;

  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++)
    for (uint64_t left = s->moved[sw]; left; left &= left - 1, named++) {
      if (named == 0)
        s->at = sw;
      if (named < NAMED)
        used += (size_t)snprintf(s->text + used, sizeof s->text - used,
                                 "%sin_ready[%" PRIu32 "] of switch %" PRIu32,
                                 named ? ", " : "", bits_lowest(left), sw);
    }
  if (named > NAMED)
    snprintf(s->text + used, sizeof s->text - used, " and %" PRIu32 " more", named - NAMED);
}

/* The two ways in which the ready bits settle must be one. */
static void settle_both(struct verilated *m, const struct wiring *view)
{
  struct settling *s = &m->settling;
  bool settled = settle_from(m, view, false), differ = false;

  if (settled) {
    memcpy(s->least, view->next.ready, view->switches * sizeof *s->least);
    settled = settle_from(m, view, true);
  }
  if (!settled) {
    name_ring(m, "ready bits in a ring never settle");
    return;
  }
  for (uint32_t sw = 0; sw < view->switches; sw++) {
    s->moved[sw] = s->least[sw] ^ view->next.ready[sw];
    differ = differ || s->moved[sw];
  }
  if (differ)
    name_ring(m, "ready bits in a ring settle both at 0 and at 1");
}

void verilated_settle(struct verilated *m)
{
  const struct wiring view = present(m);

  if (m->settling.text[0] != '\0')
    return;
  m->plugin.ops->trial(m->dut, 1);
  settle_both(m, &view);
  m->plugin.ops->trial(m->dut, 0);
  wiring_note_all(&m->wiring);
}
