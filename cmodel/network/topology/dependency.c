/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dependency -- the channel dependency graph of a routing: can the network deadlock? */
#include "network/topology/dependency.h"

#include "base/bits.h"
#include "network/topology/explore.h"
#include "network/topology/faults.h"

#include <stdlib.h>
#include <string.h>

struct dependencies {
  struct explore_request request;
  uint32_t channels;
  uint32_t out;                          /* ports * VCs: channels that start at a switch */
  bool *depends;                         /* [channels * out], by the second's place there */
  struct explore_priorities *priorities; /* [channels] of the packets that go there */
};

/* --- dependencies --- */

/* What a packet waits for at last: of a unit with an escape that alone, whatever it
 * chooses. A packet that has no escape waits for what it chooses. */
static struct route_out waits_for(const struct dependencies *w,
                                  const struct explore_state *from,
                                  const struct route_out *way)
{
  const struct topology *t = w->request.topology;
  struct route_in in = topology_route_in(t, from->at, from->header);

  if (!w->request.routing->unit->has_escape)
    return *way;
  in.random = 0;
  in.phase = from->phase;
  const struct route_out escape = w->request.routing->unit->comb(&in);
  return escape.ports || escape.eject ? escape : *way;
}

static void note(void *self, const struct explore_state *from, const struct route_out *way,
                 uint32_t own_vc)
{
  struct dependencies *w = self;
  const bool by_link = from->came_by < w->channels;

  if (way->wait && by_link)
    return; /* nothing waits for it: it goes to the waiting store */
  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    explore_note_priority(
        &w->priorities[explore_channel(&w->request, from->at, bits_lowest(ports), own_vc)],
        way->priority);
  if (!by_link)
    return;
  const struct route_out last = waits_for(w, from, way);
  const uint32_t last_vc = last.vc < w->request.vcs ? last.vc : w->request.vcs - 1;
  for (uint64_t ports = last.ports; ports; ports &= ports - 1) {
    const uint32_t channel =
        explore_channel(&w->request, from->at, bits_lowest(ports), last_vc);

    w->depends[(size_t)from->came_by * w->out + channel % w->out] = true;
  }
}

/* --- a cycle --- */

/* The switch at which a channel ends. */
static uint32_t head(const struct dependencies *w, uint32_t channel)
{
  const uint32_t link = channel / w->request.vcs, ports = w->request.topology->ports;

  return topology_link(w->request.topology, link / ports, link % ports).to_switch;
}

/* Follow dependencies from `channel`.  path[channels] holds the channels so far, `length`
 * of them; `done` marks channels that lead to no cycle. */
static bool find_cycle(const struct dependencies *w, uint32_t channel, uint32_t *path,
                       size_t length, bool *done, struct dependency *d)
{
  for (size_t i = 0; i < length; i++) {
    if (path[i] != channel)
      continue;
    d->cycle_length = length - i;
    for (size_t k = 0; k < d->cycle_length && k < DEPENDENCY_CYCLE; k++)
      d->cycle[k] = (struct channel){
          .from_switch = path[i + k] / w->request.vcs / w->request.topology->ports,
          .from_port = path[i + k] / w->request.vcs % w->request.topology->ports,
          .channel_vc = path[i + k] % w->request.vcs,
      };
    return true;
  }
  path[length] = channel;
  for (uint32_t k = 0; k < w->out; k++) {
    const uint32_t next = head(w, channel) * w->out + k;

    if (w->depends[(size_t)channel * w->out + k] && !done[next] &&
        find_cycle(w, next, path, length + 1, done, d))
      return true;
  }
  done[channel] = true;
  return false;
}

static bool judge(const struct dependencies *w, struct dependency *d)
{
  uint32_t *path = calloc(w->channels, sizeof *path);
  bool *done = calloc(w->channels, sizeof *done);

  for (size_t i = 0; i < (size_t)w->channels * w->out; i++)
    d->dependencies += w->depends[i];
  for (uint32_t channel = 0; channel < w->channels; channel++)
    d->mixed += w->priorities[channel].lowest != w->priorities[channel].highest;
  for (uint32_t channel = 0; path && done && channel < w->channels; channel++)
    if (!done[channel] && find_cycle(w, channel, path, 0, done, d))
      break;
  bool good = path && done;
  free(path);
  free(done);
  return good;
}

bool dependency_check(struct dependency *d, const struct topology *t,
                      const struct routing *routing, uint32_t vcs, bool start_in_ports,
                      struct err *err)
{
  TOPOLOGY_OF_BLOCK(small);
  char spec[TOPOLOGY_SPEC];

  t->row->small(t, spec);
  if (strcmp(spec, t->spec) == 0 && !faults_any(t))
    return dependency_explore(d, t, routing, vcs, start_in_ports, err);
  return topology_open(&small, spec, err) &&
         dependency_explore(d, &small, routing, vcs, start_in_ports, err);
}

bool dependency_explore(struct dependency *d, const struct topology *t,
                        const struct routing *routing, uint32_t vcs, bool start_in_ports,
                        struct err *err)
{
  struct dependencies w = {.request = {.topology = t,
                                       .routing = routing,
                                       .vcs = vcs,
                                       .start_in_ports = start_in_ports,
                                       .visit = note,
                                       .self = &w}};
  struct exploration exploration;

  *d = (struct dependency){.dependencies = 0};
  memcpy(d->spec, t->spec, sizeof d->spec);
  w.out = t->ports * vcs;
  w.channels = t->switches * w.out;
  w.depends = calloc((size_t)w.channels * w.out, sizeof *w.depends);
  w.priorities = calloc(w.channels, sizeof *w.priorities);
  explore_open(&exploration, &w.request);
  bool good = w.depends && w.priorities;
  if (good) {
    explore_start_all(&exploration);
    good = explore_run(&exploration) && judge(&w, d);
  }
  explore_close(&exploration);
  free(w.depends);
  free(w.priorities);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory to check %s", d->spec);
}
