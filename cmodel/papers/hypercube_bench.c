/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_bench -- one network, run as often as wanted, and watched from outside.
 */
#include "base/bits.h"
#include "network/traffic/payload.h"
#include "papers/hypercube.h"

#include <stdlib.h>

bool cube_open(struct bench *bench, const struct claims *claims,
               const struct cube_request *request, struct err *err)
{
  *bench = (struct bench){.claims = claims};
  snprintf(bench->spec, sizeof bench->spec, "hypercube:%u", request->n);
  struct description description = description_of(bench->spec, request->traffic);
  description.routing = algorithm_names[request->algorithm];
  description.packets = request->packets;
  description.depth = request->depth;
  description.lanes = request->lanes;
  description.vcs = request->vcs;
  description.seed = claims->seed;
  return bench_open(bench, claims, &description, err);
}

void cube_send(struct bench *bench, size_t i, uint32_t destination, uint64_t random)
{
  struct schedule_entry *entry = &bench->s.schedule.entries[i];

  entry->destination = destination;
  entry->header = bench->s.shape.routing->header(&bench->s.topology, entry->source,
                                                 destination, random);
}

bool cube_outcome(struct bench *bench, enum outcome *outcome, struct err *err)
{
  struct run_result result;
  bool ran = bench_run(bench, NULL, NULL, &result, err);

  *outcome = result.outcome;
  run_result_close(&result);
  return ran;
}

/* --- watching --- */

/* Links that a packet must cross which starts with this header. */
static uint32_t path_length(const struct bench *bench, const struct schedule_entry *entry)
{
  uint32_t n = bench->s.topology.ports;
  uint64_t low = entry->header & bits_mask(n);

  if (bench->s.shape.format.header_bits == n)
    return bits_count(entry->source ^ low);
  return bits_count(entry->source ^ low) + bits_count(low ^ entry->header >> n);
}

static void count_detours(struct watched *w, const struct run_cycle *cycle)
{
  const struct machine *m = cycle->machine;

  for (uint32_t sw = 0; sw < w->bench->s.topology.switches; sw++)
    for (uint64_t eject = cycle->links->eject[sw]; eject; eject &= eject - 1) {
      uint32_t channel = bits_lowest(eject);
      uint32_t number = payload_number(m->ops->eject_packet(m->self, sw, channel).data,
                                       &w->bench->s.shape.format);

      w->detours += m->ops->eject_hops(m->self, sw, channel) !=
                    path_length(w->bench, &w->bench->s.schedule.entries[number]);
    }
}

static bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watched *w = self;
  const struct topology *t = &w->bench->s.topology;
  uint32_t vcs = w->bench->s.shape.vcs;
  uint32_t queues = shape_queues(&w->bench->s.shape);
  uint32_t *arrivals = calloc(t->switches, sizeof *arrivals);

  if (!arrivals)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory to watch %s", t->spec);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    w->kept += queues - bits_count(cycle->links->ready[sw] & bits_mask(queues));
    for (uint32_t port = 0; port < t->ports; port++) {
      uint64_t valid = cycle->links->valid[sw] >> port * vcs & bits_mask(vcs);

      if (!valid)
        continue;
      uint32_t *here = &arrivals[topology_link(t, sw, port).to_switch];
      w->crossed[bits_lowest(valid)]++;
      w->shared += bits_count(valid) > 1;
      *here += bits_count(valid);
      w->arrivals = *here > w->arrivals ? *here : w->arrivals;
    }
  }
  free(arrivals);
  count_detours(w, cycle);
  return true;
}

bool cube_watch(const struct claims *claims, const struct cube_request *request,
                struct watched *watched, struct run_result *result, struct err *err)
{
  struct bench bench;

  *watched = (struct watched){.bench = &bench};
  *result = (struct run_result){.cycles = 0};
  if (!cube_open(&bench, claims, request, err))
    return false;
  bool ran = bench_run(&bench, watch, watched, result, err);
  watched->bench = NULL;
  bench_close(&bench);
  return ran;
}
