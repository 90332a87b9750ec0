/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_course -- the golden machine of one mesh, opened once for very many short runs. */
#include "papers/grids_course.h"

#include "base/bits.h"
#include "base/order.h"
#include "network/traffic/payload.h"
#include "run/machine/golden.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 1, DATA_BITS = 64 };

bool grids_course_open(struct finding *f, struct grids_course *c, const char *format,
                       uint32_t n, const char *routing, const struct route_unit *unit,
                       uint32_t lanes)
{
  *c = (struct grids_course){.f = f};
  if (!lab_open(f, &c->t, format, n, n))
    return false;
  const struct routing *found = topology_routing(&c->t, routing, f->err);
  if (!finding_check(f, found != NULL))
    return false;
  c->routing = *found;
  c->routing.unit = unit ? unit : found->unit;
  c->capacity = (size_t)lanes * c->t.switches;
  c->schedule.entries = lab_memory(f, c->capacity, sizeof *c->schedule.entries);
  c->injections = lab_memory(f, c->capacity, sizeof *c->injections);
  c->lane = lab_memory(f, c->t.switches, sizeof *c->lane);
  c->shape = (struct shape){
      .topology = &c->t,
      .routing = &c->routing,
      .lanes = lanes,
      .vcs = 1,
      .store = c->routing.phases.kind == PHASE_STAYS ? 0 : (uint32_t)c->capacity,
      .sends = c->routing.sends,
      .format = {.header_bits = c->routing.header_bits(&c->t), .data_bits = DATA_BITS},
  };
  return !f->failed &&
         finding_check(f, golden_open(&c->machine, &c->shape, c->capacity, f->err));
}

/* The packets of a run, into the schedule and the injections of cycle 0. */
static void prepare(struct grids_course *c, const uint32_t *source,
                    const uint32_t *destination, size_t count)
{
  memset(c->lane, 0, c->t.switches * sizeof *c->lane);
  c->schedule.count = count;
  for (size_t i = 0; i < count; i++) {
    const uint32_t from = source ? source[i] : (uint32_t)i;
    const uint64_t header = c->routing.header(&c->t, from, destination[i], 0);

    c->schedule.entries[i] = (struct schedule_entry){
        .source = from, .destination = destination[i], .header = header};
    c->injections[i] = (struct injection){
        .at = from,
        .lane = c->lane[from]++,
        .packet = {.header = header,
                   .data = payload_data((uint32_t)i, SEED, &c->shape.format)},
    };
  }
}

/* Packets that leave the network in this cycle; *right: each is where it belongs. */
static size_t ejected(const struct grids_course *c, const struct links *links, bool *right)
{
  const struct machine *m = &c->machine;
  size_t count = 0;

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t eject = links->eject[sw]; eject; eject &= eject - 1) {
      const struct packet packet = m->ops->eject_packet(m->self, sw, bits_lowest(eject));
      const uint32_t number = payload_number(packet.data, &c->shape.format);

      *right &= number < c->schedule.count && c->schedule.entries[number].destination == sw;
      count++;
    }
  }
  return count;
}

/* What watches a run. */
struct watch {
  struct phases phases;
  struct buffers after;  /* departures first: what is there after a step */
  struct buffers during; /* arrivals first */
};

/* Clock the machine until all have come; returns the cycle of the last. */
static uint64_t clock_all(struct grids_course *c, struct watch *w, bool *arrived)
{
  const struct machine *m = &c->machine;
  /* Every packet crosses every dimension in its own time and behind all others. */
  const uint64_t cycles =
      8 + 4 * (uint64_t)c->t.switches * c->t.ports + 4 * c->schedule.count;
  uint64_t last = 1;
  size_t left = c->schedule.count;

  *arrived = true;
  for (uint64_t cycle = 0; left > 0 && cycle < cycles; cycle++) {
    const struct links links = m->ops->links(m->self);
    const size_t here = ejected(c, &links, arrived);
    struct stimulus stimulus = {.injections = c->injections,
                                .injection_count = cycle == 0 ? c->schedule.count : 0};

    left -= here < left ? here : left;
    last = here > 0 ? cycle : last;
    buffers_look(&w->after, &links);
    buffers_leave(&w->after);
    buffers_arrive(&w->after);
    buffers_look(&w->during, &links);
    buffers_arrive(&w->during);
    buffers_leave(&w->during);
    stimulus.phase = phases_cycle(&w->phases, cycle, m, &links, &stimulus);
    machine_tick(m, &stimulus);
  }
  *arrived &= left == 0;
  return last;
}

struct grids_taken grids_course_run(struct grids_course *c, const uint32_t *source,
                                    const uint32_t *destination, size_t count)
{
  struct grids_taken taken = {.steps = 0};
  struct watch w = {.phases = {.phase = 0}};
  struct err *err = c->f->err;

  if (!lab_continues(c->f))
    return taken;
  prepare(c, source, destination, count);
  if (finding_check(c->f, phases_open(&w.phases, &c->schedule, &c->shape, err) &&
                              buffers_open(&w.after, &c->shape, err) &&
                              buffers_open(&w.during, &c->shape, err) &&
                              c->machine.ops->reset(c->machine.self, SEED, err))) {
    for (size_t i = 0; i < count; i++) {
      buffers_offer(&w.after, c->schedule.entries[i].source);
      buffers_offer(&w.during, c->schedule.entries[i].source);
    }
    taken.steps = (uint32_t)clock_all(c, &w, &taken.arrived) - 1;
    taken.buffer = w.after.most;
    taken.transient = w.during.most;
    taken.queue = c->machine.ops->queue_max(c->machine.self);
  }
  phases_close(&w.phases);
  buffers_close(&w.after);
  buffers_close(&w.during);
  return taken;
}

struct grids_taken grids_course_permute(struct grids_course *c, const uint32_t *destination)
{
  return grids_course_run(c, NULL, destination, c->t.switches);
}

void grids_course_close(struct grids_course *c)
{
  if (c->machine.ops)
    c->machine.ops->close(c->machine.self);
  free(c->schedule.entries);
  free(c->injections);
  free(c->lane);
  topology_close(&c->t);
  *c = (struct grids_course){.capacity = 0};
}

void grids_taken_most(struct grids_taken *most, const struct grids_taken *taken)
{
  most->steps = taken->steps > most->steps ? taken->steps : most->steps;
  most->buffer = taken->buffer > most->buffer ? taken->buffer : most->buffer;
  most->transient = taken->transient > most->transient ? taken->transient : most->transient;
  most->queue = taken->queue > most->queue ? taken->queue : most->queue;
  most->arrived &= taken->arrived;
}

struct grids_taken grids_course_all(struct grids_course *c)
{
  uint32_t *order MEMORY_OF_BLOCK = lab_memory(c->f, c->t.switches, sizeof *order);
  struct grids_taken most = {.arrived = true};

  if (!order)
    return most;
  lab_identity(order, c->t.switches);
  do {
    const struct grids_taken taken = grids_course_permute(c, order);

    grids_taken_most(&most, &taken);
  } while (next_permutation(order, c->t.switches));
  return most;
}
