/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_loads -- counts the packets that cross each link and enter each switch in a run. */
#include "tool/draw/run_loads.h"

#include "base/bits.h"

#include <stdlib.h>

bool run_loads_open(struct run_loads *loads, const struct shape *shape, struct err *err)
{
  const struct topology *t = shape->topology;

  *loads = (struct run_loads){.shape = *shape};
  loads->links = calloc((size_t)t->switches * t->ports, sizeof *loads->links);
  loads->switches = calloc(t->switches, sizeof *loads->switches);
  return (loads->links && loads->switches) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the loads of %s", t->spec);
}

bool run_loads_add(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct run_loads *loads = self;
  const struct shape *shape = &loads->shape;
  const struct links *links = cycle->links;

  (void)err;
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);
      const struct link far = links_far(shape, links, sw, queue);

      if (!links_taken(shape, links, sw, queue))
        continue;
      loads->links[(size_t)sw * shape->topology->ports + queue / shape->vcs]++;
      loads->switches[far.to_switch] += far.to_switch != sw;
    }
  }
  for (size_t i = 0; i < cycle->injection_count; i++)
    loads->switches[cycle->injections[i].at]++;
  return true;
}

void run_loads_close(struct run_loads *loads)
{
  free(loads->links);
  free(loads->switches);
}
