/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow_unit -- a network whose pins a test moves by hand, and its judge.
 *
 * A test says what happens in a cycle: offer, eject, inject, refuse, decline.  flow_cycle
 * ends the cycle and returns what the judge says.
 */
#ifndef LOCKHOP_TESTS_FLOW_UNIT_H
#define LOCKHOP_TESTS_FLOW_UNIT_H

#include "run/exercise/pins.h"
#include "run/flow/flow.h"
#include "run/flow/report.h"
#include "tests/unit/support.h"

enum { STAGE_SWITCHES = 32, STAGE_CHANNELS = 16, STAGE_SEED = 3, STAGE_PACKETS = 64 };

struct stage {
  struct topology topology;
  struct shape shape;
  struct schedule schedule; /* of which only the count is used */
  struct machine machine;
  struct flow *flow;
  struct exercise_pins *pins; /* NULL: nobody looks at what is reached */
  uint64_t seed;
  uint64_t cycle;
  uint32_t phase; /* of the next cycle */
  /* The pins in this cycle. */
  uint64_t valid[STAGE_SWITCHES], ready[STAGE_SWITCHES], eject[STAGE_SWITCHES];
  uint64_t shown[STAGE_SWITCHES];    /* `eject` with what terminals refuse */
  uint64_t declined[STAGE_SWITCHES]; /* channels from which terminals take nothing */
  bool declines;                     /* some terminal does */
  struct packet out[STAGE_SWITCHES][STAGE_CHANNELS];
  struct packet ejected[STAGE_SWITCHES][STAGE_CHANNELS];
  struct injection injections[STAGE_CHANNELS];
  size_t injection_count;
  uint32_t active[STAGE_SWITCHES];
};

static inline struct packet stage_out(const void *self, uint32_t sw, uint32_t port)
{
  return ((const struct stage *)self)->out[sw][port];
}

static inline struct packet stage_ejected(const void *self, uint32_t sw, uint32_t channel)
{
  return ((const struct stage *)self)->ejected[sw][channel];
}

static inline void stage_clear(struct stage *s)
{
  for (uint32_t sw = 0; sw < STAGE_SWITCHES; sw++) {
    s->valid[sw] = s->eject[sw] = s->shown[sw] = s->declined[sw] = 0;
    s->ready[sw] = UINT64_MAX;
  }
  s->injection_count = 0;
  s->declines = false;
}

/* What a stage is made from; vcs 0: 1. */
struct stage_row {
  const char *spec, *routing;
  uint32_t vcs, sends, capacity, waived, starve, patience;
  struct exercise_pins *pins; /* opened by the test */
};

/* It must stay where it is. */
static inline void stage_open(struct stage *s, const struct stage_row *row)
{
  static const struct machine_ops ops = {.out_packet = stage_out,
                                         .eject_packet = stage_ejected};
  struct err err = {.kind = ERR_NONE};

  *s = (struct stage){
      .topology = topology_of(row->spec), .seed = STAGE_SEED, .pins = row->pins};
  CHECK(s->topology.switches <= STAGE_SWITCHES, "%s is too large", row->spec);
  s->shape = shape_of(&s->topology, row->routing, 2, 2, 40);
  s->shape.vcs = row->vcs ? row->vcs : 1;
  s->shape.sends = row->sends;
  s->schedule.count = STAGE_PACKETS;
  s->machine = (struct machine){.ops = &ops, .self = s};
  for (uint32_t sw = 0; sw < STAGE_SWITCHES; sw++)
    s->active[sw] = sw;
  stage_clear(s);
  CHECK(flow_open(&s->flow,
                  &(struct flow_request){.shape = &s->shape,
                                         .schedule = &s->schedule,
                                         .seed = s->seed,
                                         .witness = row->pins
                                                        ? exercise_pins_witness(row->pins)
                                                        : (struct flow_witness){NULL},
                                         .rules = ~row->waived,
                                         .capacity = row->capacity,
                                         .starve = row->starve,
                                         .patience = row->patience},
                  &err),
        "%s: %s", row->spec, err.text);
}

static inline struct packet stage_packet(const struct stage *s, uint32_t number,
                                         uint64_t header)
{
  return (struct packet){.header = header,
                         .data = payload_data(number, s->seed, &s->shape.format)};
}

static inline void inject(struct stage *s, uint32_t sw, uint32_t lane, uint32_t number,
                          uint64_t header)
{
  s->injections[s->injection_count++] =
      (struct injection){.at = sw, .lane = lane, .packet = stage_packet(s, number, header)};
}

/* Offer a packet; it crosses the link unless the far end refuses. */
static inline void offer(struct stage *s, uint32_t sw, uint32_t queue, uint32_t number,
                         uint64_t header)
{
  s->valid[sw] |= UINT64_C(1) << queue;
  s->out[sw][queue / s->shape.vcs] = stage_packet(s, number, header);
}

/* The far end of a queue takes nothing in this cycle. */
static inline void refuse(struct stage *s, uint32_t sw, uint32_t queue)
{
  const struct link far = shape_far(&s->shape, sw, queue);

  s->ready[far.to_switch] &= ~(UINT64_C(1) << far.to_port);
}

static inline void eject(struct stage *s, uint32_t sw, uint32_t channel, uint32_t number,
                         uint64_t header)
{
  s->shown[sw] |= UINT64_C(1) << channel;
  s->eject[sw] |= (UINT64_C(1) << channel) & ~s->declined[sw];
  s->ejected[sw][channel] = stage_packet(s, number, header);
}

/* The terminal takes nothing from this channel in this cycle. */
static inline void decline(struct stage *s, uint32_t sw, uint32_t channel)
{
  s->declines = true;
  s->declined[sw] |= UINT64_C(1) << channel;
  s->eject[sw] &= ~s->declined[sw];
}

static inline struct links stage_links(const struct stage *s)
{
  return (struct links){.valid = s->valid,
                        .ready = s->ready,
                        .eject = s->eject,
                        .refused = s->declines ? s->declined : NULL,
                        .shown = s->shown,
                        .active = s->active,
                        .active_count = s->topology.switches};
}

/* End the cycle.  True: a rule is broken. */
static inline bool flow_cycle(struct stage *s, struct flow_fault *fault)
{
  const struct links links = stage_links(s);
  struct err err = {.kind = ERR_NONE};
  const bool found = flow_judge(s->flow, s->cycle, &s->machine, &links, fault);

  CHECK(flow_enter(s->flow,
                   &(struct stimulus){.injections = s->injections,
                                      .injection_count = s->injection_count,
                                      .phase = s->phase},
                   &err),
        "%s", err.text);
  if (s->pins)
    exercise_pins_cycle(s->pins, &links);
  s->cycle++;
  stage_clear(s);
  return found;
}

/* A cycle in which nothing is wrong. */
static inline void good_cycle(struct stage *s)
{
  struct flow_fault fault;

  CHECK(!flow_cycle(s, &fault), "cycle %" PRIu64 ": rule %s is broken", s->cycle - 1,
        flow_rule_name(fault.rule));
}

/* A cycle with a fault at this switch; its report is `text`. */
static inline struct flow_fault bad_cycle(struct stage *s, enum flow_rule rule, uint32_t at,
                                          const char *text)
{
  struct flow_fault fault = {.count = 0};
  char *cause = NULL;
  size_t size;
  FILE *file = open_memstream(&cause, &size);

  CHECK(flow_cycle(s, &fault), "%s is not found", text);
  flow_print_cause(&fault, &s->shape, file);
  fclose(file);
  CHECK(fault.rule == rule && fault.at == at && fault.cycle == s->cycle - 1 &&
            strcmp(cause, text) == 0,
        "at %u in cycle %" PRIu64 ": %s\nwanted at %u in cycle %" PRIu64 ": %s", fault.at,
        fault.cycle, cause, at, s->cycle - 1, text);
  free(cause);
  return fault;
}

static inline void stage_close(struct stage *s)
{
  flow_close(s->flow);
}

/* What switch 0 does with a broadcast of terminal 0.0.0, and with which header. */
static inline struct route_out broadcast_way(const struct stage *s, uint64_t *header)
{
  struct err err = {.kind = ERR_NONE};
  struct schedule schedule;

  CHECK(schedule_make(&schedule,
                      &(struct traffic_request){.topology = &s->topology,
                                                .routing = s->shape.routing,
                                                .traffic = "broadcast,source=0.0.0",
                                                .packets = 1,
                                                .seed = 1},
                      &err),
        "%s", err.text);
  *header = schedule.entries[0].header;
  struct route_in in = topology_route_in(&s->topology, 0, *header);

  schedule_free(&schedule);
  return s->shape.routing->unit->comb(&in);
}

#endif
