/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wiring -- the links between the pins of Verilated switches. */
#include "verilog/simulator/wiring.h"

#include <stdlib.h>
#include <string.h>

static bool allocate_wires(struct wires *wires, const struct wiring *w, size_t slot_words,
                           bool packets)
{
  wires->valid = calloc(w->switches, sizeof wires->valid[0]);
  wires->ready = calloc(w->switches, sizeof wires->ready[0]);
  if (packets)
    wires->packets =
        calloc((size_t)w->switches * w->ports, slot_words * sizeof wires->packets[0]);
  return wires->valid && wires->ready && (!packets || wires->packets);
}

static void free_wires(struct wires *wires)
{
  free(wires->valid);
  free(wires->ready);
  free(wires->packets);
}

/* Fill feeder and taker from the topology.  Where links have no way back, those of all
 * switches are looked at for those that end here. */
static bool find_links(struct wiring *w, const struct topology *t)
{
  const size_t ends = (size_t)t->switches * t->ports;
  const bool one_way = topology_one_way(t);

  w->feeder = calloc(ends, sizeof w->feeder[0]);
  w->taker = one_way ? calloc(ends, sizeof w->taker[0]) : w->feeder;
  if (!w->feeder || !w->taker)
    return false;
  for (uint32_t sw = one_way ? 0 : w->first; sw < (one_way ? t->switches : w->end); sw++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link link = topology_link(t, sw, port);

      if (wiring_has(w, sw))
        w->taker[(size_t)sw * t->ports + port] =
            link.to_switch << WIRING_PORT_BITS | link.to_port;
      if (one_way && wiring_has(w, link.to_switch))
        w->feeder[(size_t)link.to_switch * t->ports + link.to_port] =
            sw << WIRING_PORT_BITS | port;
    }
  }
  return true;
}

bool wiring_open(struct wiring *w, const struct shape *shape, uint32_t first, uint32_t end,
                 uint32_t slot_words, bool array)
{
  const struct topology *t = shape->topology;

  *w = (struct wiring){.switches = t->switches,
                       .ports = t->ports,
                       .vcs = shape->vcs,
                       .first = first,
                       .end = end};
  w->eject = calloc(t->switches, sizeof w->eject[0]);
  w->inject = calloc(t->switches, sizeof w->inject[0]);
  w->active = calloc(t->switches, sizeof w->active[0]);
  w->channels = bits_mask(shape_channels(shape));
  return w->eject && w->inject && w->active &&
         allocate_wires(&w->now, w, slot_words, array) &&
         allocate_wires(&w->next, w, slot_words, array) && (!array || find_links(w, t));
}

void wiring_close(struct wiring *w)
{
  if (w->taker != w->feeder)
    free(w->taker);
  free(w->feeder);
  free_wires(&w->now);
  free_wires(&w->next);
  free(w->eject);
  free(w->inject);
  free(w->active);
  *w = (struct wiring){0};
}

void wiring_note_all(struct wiring *w)
{
  w->active_count = 0;
  for (uint32_t sw = w->first; sw < w->end; sw++)
    w->active_count = wiring_note(w, sw, w->active, w->active_count);
}

void wiring_clear(struct wiring *w)
{
  const size_t count = w->end - w->first;

  memset(&w->next.valid[w->first], 0, count * sizeof w->next.valid[0]);
  memset(&w->next.ready[w->first], 0, count * sizeof w->next.ready[0]);
  memset(&w->eject[w->first], 0, count * sizeof w->eject[0]);
  wiring_note_all(w);
}

void wiring_swap(struct wiring *w)
{
  struct wires now = w->next;

  w->next = w->now;
  w->now = now;
  w->active_count = 0;
}

void wiring_gather_all(const struct wiring *w, const struct pins *pins)
{
  for (uint32_t sw = w->first; sw < w->end; sw++) {
    if (w->feeder)
      wiring_gather(w, pins, sw, pins->slot_words, w->vcs);
    else
      pin_store(pins_at(pins, sw, INJECT_VALID), w->inject[sw]);
  }
}

void wiring_collect_all(struct wiring *w, const struct pins *pins)
{
  const uint32_t queues = w->ports * w->vcs;

  for (uint32_t sw = w->first; sw < w->end; sw++) {
    if (w->feeder) {
      wiring_collect(w, pins, sw, pins->slot_words, w->vcs);
      continue;
    }
    w->next.valid[sw] = pin_load(pins_at(pins, sw, OUT_VALID));
    w->next.ready[sw] = pin_load(pins_at(pins, sw, IN_READY)) |
                        pin_load(pins_at(pins, sw, INJECT_READY)) << queues;
    w->eject[sw] = pin_load(pins_at(pins, sw, EJECT_VALID));
  }
  wiring_note_all(w);
}
