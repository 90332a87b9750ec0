/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_watch -- one network, run as often as wanted, and watched from outside. */
#include "base/bits.h"
#include "network/traffic/payload.h"
#include "papers/hypercube.h"

#include <string.h>

bool cube_open(struct finding *f, struct lab_machine *m, const struct cube_request *request)
{
  struct description description = description_of(NULL, request->traffic);

  description.routing = algorithm_names[request->algorithm];
  description.packets = request->packets;
  description.depth = request->depth;
  description.lanes = request->lanes;
  description.vcs = request->vcs;
  return lab_machine_open(f, m, description, "hypercube:%u", request->n);
}

void cube_send(struct lab_machine *m, size_t i, uint32_t destination, uint64_t random)
{
  struct schedule_entry *entry = &m->s.schedule.entries[i];

  entry->destination = destination;
  entry->header =
      m->s.shape.routing->header(&m->s.topology, entry->source, destination, random);
}

/* --- watching --- */

/* What watches a run. */
struct watch {
  const struct session *s;
  uint32_t *arrivals; /* [switches] in this cycle */
  struct watched seen;
};

/* Links that a packet must cross which starts with this header. */
static uint32_t path_length(const struct session *s, const struct schedule_entry *entry)
{
  uint32_t n = s->topology.ports;
  uint64_t low = entry->header & bits_mask(n);

  if (s->shape.format.header_bits == n)
    return bits_count(entry->source ^ low);
  return bits_count(entry->source ^ low) + bits_count(low ^ entry->header >> n);
}

static void count_detours(struct watch *w, const struct run_cycle *cycle)
{
  const struct machine *m = cycle->machine;

  for (uint32_t sw = 0; sw < w->s->topology.switches; sw++)
    for (uint64_t eject = cycle->links->eject[sw]; eject; eject &= eject - 1) {
      uint32_t channel = bits_lowest(eject);
      uint32_t number = payload_number(m->ops->eject_packet(m->self, sw, channel).data,
                                       &w->s->shape.format);

      w->seen.detours += m->ops->eject_hops(m->self, sw, channel) !=
                         path_length(w->s, &w->s->schedule.entries[number]);
    }
}

static bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watch *w = self;
  struct watched *seen = &w->seen;
  const struct topology *t = &w->s->topology;
  const uint32_t vcs = w->s->shape.vcs, queues = shape_queues(&w->s->shape);

  (void)err;
  memset(w->arrivals, 0, t->switches * sizeof *w->arrivals);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    seen->kept += queues - bits_count(cycle->links->ready[sw] & bits_mask(queues));
    for (uint32_t port = 0; port < t->ports; port++) {
      uint64_t valid = cycle->links->valid[sw] >> port * vcs & bits_mask(vcs);

      if (!valid)
        continue;
      uint32_t *here = &w->arrivals[topology_link(t, sw, port).to_switch];
      seen->crossed[bits_lowest(valid)]++;
      seen->shared += bits_count(valid) > 1;
      *here += bits_count(valid);
      seen->arrivals = *here > seen->arrivals ? *here : seen->arrivals;
    }
  }
  count_detours(w, cycle);
  return true;
}

struct watched cube_watch(struct finding *f, const struct cube_request *request)
{
  uint32_t *arrivals MEMORY_OF_BLOCK =
      lab_memory(f, (size_t)1 << request->n, sizeof *arrivals);
  MACHINE_OF_BLOCK(m);
  RESULT_OF_BLOCK(result);
  struct watch w = {.s = &m.s, .arrivals = arrivals};

  if (!arrivals || !cube_open(f, &m, request) || !lab_machine_run(&m, watch, &w, &result))
    return (struct watched){.kept = 0};
  w.seen.outcome = result.outcome;
  w.seen.delivered = result.statistics.delivered;
  w.seen.max_output_queue = result.max_output_queue;
  return w.seen;
}
