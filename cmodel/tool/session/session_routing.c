/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* session -- the routing of a run, and whether its phases suit its traffic. */
#include "network/topology/faults.h"
#include "tool/session/session.h"

const struct routing *session_routing(const struct topology *t, const struct description *d,
                                      struct err *err)
{
  const char *name = d->routing;

  if (!name && faults_any(t))
    name = FAULTS_ROUTING;
  if (!name && d->traffic)
    name = schedule_routing(t, d->traffic);
  if (!name && d->traffic && d->dut_count == 0 && schedule_is_open_loop(t, d->traffic)) {
    const struct routing *routing = topology_open_loop_routing(t);

    if (routing)
      return routing;
  }
  return topology_routing(t, name, err);
}

const struct routing *session_without_phases(const struct session *s)
{
  const struct routing *other = topology_open_loop_routing(&s->topology);
  const bool waits = !s->collective.is && s->description.traffic &&
                     s->shape.routing->phases.kind != PHASE_STAYS &&
                     schedule_is_open_loop(&s->topology, s->description.traffic);

  return waits ? other : NULL;
}
