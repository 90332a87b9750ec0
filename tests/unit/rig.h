/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rig -- a golden network of any topology and routing, its twin as the design under test,
 * and a schedule. */
#ifndef LOCKHOP_TESTS_RIG_H
#define LOCKHOP_TESTS_RIG_H

#include "run/machine/phases.h"
#include "tests/unit/support.h"

/* What a rig is made from. */
struct rig_row {
  const char *spec, *routing, *traffic; /* routing NULL: the default */
  uint32_t packets;                     /* per switch, where the traffic asks for them */
  uint32_t lanes, depth;                /* lanes 0: as many as the ports */
  uint32_t vcs; /* 0: those with which the routing cannot deadlock */
};

struct rig {
  const struct rig_row *row;
  struct topology topology;
  struct shape shape;
  struct schedule schedule;
  struct machine golden, twin;
  struct run_request request; /* of both, in lock step, until a test changes it */
  struct run_result result;
  struct team *team; /* of the twin and of the run; set it before rig_start */
};

enum { RIG_SEED = 5, RIG_DATA_BITS = 40 };

static inline void rig_shape(struct rig *rig, const struct rig_row *row)
{
  struct topology *t = &rig->topology;

  rig->shape = shape_of(t, row->routing, row->lanes ? row->lanes : t->ports, row->depth,
                        RIG_DATA_BITS);
  rig->shape.vcs = row->vcs ? row->vcs : rig->shape.routing->vcs;
}

/* Schedule and shape; a test may change the shape before rig_start.  The rig must stay
 * where it is. */
static inline void rig_prepare(struct rig *rig, const struct rig_row *row, uint64_t seed)
{
  struct err err = {.kind = ERR_NONE};

  *rig = (struct rig){.row = row, .topology = topology_of(row->spec)};
  rig_shape(rig, row);
  CHECK(schedule_make(&rig->schedule,
                      &(struct traffic_request){.topology = &rig->topology,
                                                .routing = rig->shape.routing,
                                                .traffic = row->traffic,
                                                .packets = row->packets,
                                                .seed = seed},
                      &err),
        "%s %s: %s", row->spec, row->traffic, err.text);
  if (rig->shape.routing->phases.ends_at)
    rig->shape.store = phases_store(&rig->schedule, &rig->topology, rig->shape.routing);
  rig->request.seed = seed;
}

/* The machines. */
static inline void rig_start(struct rig *rig)
{
  const struct rig_row *row = rig->row;
  struct err err = {.kind = ERR_NONE};
  size_t copies = (size_t)schedule_deliveries(&rig->schedule, &rig->topology);
  CHECK(golden_open(&rig->golden, &rig->shape, copies, &err), "%s: %s", row->spec,
        err.text);
  CHECK(golden_open_team(&rig->twin, &rig->shape, copies, rig->team, &err), "%s: %s",
        row->spec, err.text);
  rig->request = (struct run_request){.shape = rig->shape,
                                      .schedule = &rig->schedule,
                                      .seed = rig->request.seed,
                                      .team = rig->team,
                                      .machine = rig->golden,
                                      .dut = &rig->twin};
}

static inline void rig_open(struct rig *rig, const struct rig_row *row, uint64_t seed)
{
  rig_prepare(rig, row, seed);
  rig_start(rig);
}

/* The result is there until the next run. */
static inline void rig_run(struct rig *rig, enum outcome expected)
{
  const struct rig_row *row = rig->row;
  struct err err = {.kind = ERR_NONE};

  run_result_close(&rig->result);
  CHECK(run(&rig->request, &rig->result, &err), "%s %s: %s", row->spec, row->traffic,
        err.text);
  CHECK(rig->result.outcome == expected,
        "%s %s %s, depth %u, %u VCs, seed %" PRIu64 ": %s after %" PRIu64
        " cycles (limit %d of %" PRIu64 "), not %s",
        row->spec, rig->shape.routing->name, row->traffic, rig->shape.depth, rig->shape.vcs,
        rig->request.seed, outcome_name(rig->result.outcome), rig->result.cycles,
        (int)rig->result.limit, rig->result.limit_cycles, outcome_name(expected));
}

static inline void rig_close(struct rig *rig)
{
  run_result_close(&rig->result);
  rig->golden.ops->close(rig->golden.self);
  rig->twin.ops->close(rig->twin.self);
  schedule_free(&rig->schedule);
}

#endif
