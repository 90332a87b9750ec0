/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* default_depth -- chooses the queue depth at which a run tests the switches best. */
#include "run/lockstep/default_depth.h"

#include "run/lockstep/run.h"
#include "run/machine/golden.h"

struct trial {
  const struct shape *shape;
  struct activity activity;
  volatile sig_atomic_t stop;
};

static bool stalled(const struct activity *e)
{
  return e->count[ACTIVITY_QUEUE_FULL] && e->count[ACTIVITY_LINK_STALL];
}

static bool add_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct trial *trial = self;

  (void)err;
  activity_add(&trial->activity, trial->shape, cycle->machine, cycle->links, NULL);
  trial->stop = stalled(&trial->activity);
  return true;
}

/* Run the golden model until a link is stalled. */
static bool try_depth(struct trial *trial, const struct shape *shape,
                      const struct schedule *schedule, uint64_t seed, struct err *err)
{
  struct machine golden;
  struct run_result result;
  size_t packets = schedule_copies(schedule, shape->topology);
  struct schedule calm = *schedule; /* the depth must not depend on disturbances */

  calm.disturbances = (struct disturbances){.count = 0};
  *trial = (struct trial){.shape = shape};
  if (!golden_open(&golden, shape, packets, err))
    return false;
  bool ran = run(&(struct run_request){.shape = *shape,
                                       .schedule = &calm,
                                       .seed = seed,
                                       .machine = golden,
                                       .stop = &trial->stop,
                                       .observer = add_cycle,
                                       .observer_self = trial},
                 &result, err);
  run_result_close(&result);
  golden.ops->close(golden.self);
  return ran;
}

bool default_depth_choose(struct shape *shape, const struct schedule *schedule,
                          uint64_t seed, struct err *err)
{
  struct trial two, one;

  shape->depth = 2;
  if (!try_depth(&two, shape, schedule, seed, err))
    return false;
  if (stalled(&two.activity))
    return true;
  shape->depth = 1;
  if (!try_depth(&one, shape, schedule, seed, err))
    return false;
  if (!stalled(&one.activity) && two.activity.count[ACTIVITY_QUEUE_FULL])
    shape->depth = 2;
  return true;
}
