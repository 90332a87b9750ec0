/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_lab -- what the rows of the hypercube switch paper measure with, and the paper:
 * one network, run as often as wanted and watched from outside; means over runs, each
 * measured once. */
#include "base/bits.h"
#include "network/traffic/payload.h"
#include "papers/hypercube.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool cube_open(struct finding *f, struct lab_machine *m, struct cube_request request)
{
  struct description description = description_of(NULL, request.traffic);

  description.routing = algorithm_names[request.algorithm];
  description.packets = request.packets;
  description.depth = request.depth;
  description.lanes = request.lanes;
  description.vcs = request.vcs;
  return lab_machine_open(f, m, description, "hypercube:%u", request.n);
}

void cube_send(struct lab_machine *m, size_t i, uint32_t destination, uint64_t random)
{
  struct schedule_entry *entry = &m->s.schedule.entries[i];

  entry->destination = destination;
  entry->header =
      m->s.shape.routing->header(&m->s.topology, entry->source, destination, random);
}

struct cube_load cube_load_of(struct finding *f, const char *traffic, uint32_t p)
{
  enum { N = 6, SWITCHES = 1 << N };
  uint32_t from[SWITCHES] = {0}, to[SWITCHES] = {0};
  struct cube_load load = {.fewest = UINT32_MAX};
  OF_BLOCK(lab_machine, m);

  cube_open(f, &m, cube_unlimited(N, traffic, DET, p));
  for (size_t i = 0; i < m.s.schedule.count; i++) {
    from[m.s.schedule.entries[i].source]++;
    to[m.s.schedule.entries[i].destination]++;
  }
  for (uint32_t sw = 0; sw < SWITCHES; sw++) {
    load.sent = from[sw] > load.sent ? from[sw] : load.sent;
    load.fewest = to[sw] < load.fewest ? to[sw] : load.fewest;
    load.most = to[sw] > load.most ? to[sw] : load.most;
  }
  return load;
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
  const uint64_t channels = bits_mask(shape_channels(&w->s->shape));

  (void)err;
  memset(w->arrivals, 0, t->switches * sizeof *w->arrivals);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    seen->retained += bits_count(~cycle->links->ready[sw] & channels);
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

struct watched cube_watch(struct finding *f, struct cube_request request)
{
  uint32_t *arrivals MEMORY_OF_BLOCK =
      lab_memory(f, (size_t)1 << request.n, sizeof *arrivals);
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);
  struct watch w = {.s = &m.s, .arrivals = arrivals};

  if (!arrivals || !cube_open(f, &m, request) || !lab_machine_run(&m, watch, &w, &result))
    return (struct watched){.kept = 0};
  w.seen.outcome = result.outcome;
  w.seen.delivered = result.statistics.delivered;
  w.seen.max_output_queue = result.max_output_queue;
  return w.seen;
}

enum { SMALL = 512, LARGE = 16384, MORE = 4, FEWER = 20, LEAST = 2, CELLS = 1024 };

struct measured {
  struct means cells[CELLS];
  size_t count;
};

/* Small networks vary more and cost less. */
static uint32_t runs_of(uint32_t trials, const struct means *cell)
{
  uint64_t packets = (uint64_t)cell->packets << cell->n;

  if (cell->algorithm == DET && cell->pattern != RANDOM)
    return 1;
  if (packets <= SMALL)
    return trials * MORE;
  if (packets < LARGE)
    return trials;
  return trials / FEWER > LEAST ? trials / FEWER : LEAST;
}

void means_trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u runs behind a mean; %u up to %d packets, %u from %d packets on",
           trials, trials * MORE, SMALL, trials / FEWER > LEAST ? trials / FEWER : LEAST,
           LARGE);
}

static void add_run(struct means *cell, double *squares, const struct trial_result *result)
{
  double steps = (double)result->steps;

  cell->passed += result->outcome == OUTCOME_PASS;
  cell->steps += steps;
  *squares += steps * steps;
  cell->hops += (double)result->hops / (double)result->packets;
  cell->delay += result->average_delay;
  cell->undelayed += result->undelayed_percent;
  if (result->max_output_queue < cell->least_queue)
    cell->least_queue = result->max_output_queue;
  if (result->max_output_queue > cell->largest_queue)
    cell->largest_queue = result->max_output_queue;
}

static void run_cell(struct finding *f, struct means *cell)
{
  char spec[32], doing[160];
  const uint32_t runs = cell->runs = runs_of(f->claims->trials, cell);
  double squares = 0;

  snprintf(spec, sizeof spec, "hypercube:%u", cell->n);
  snprintf(doing, sizeof doing, "%s %s, %u a switch, %s: %u runs", spec,
           traffic_names[cell->pattern], cell->packets, algorithm_names[cell->algorithm],
           runs);
  claims_say(f->claims, doing);
  for (uint32_t i = 0; i < runs; i++) {
    struct description trial = description_of(spec, traffic_names[cell->pattern]);

    trial.routing = algorithm_names[cell->algorithm];
    trial.packets = cell->packets;
    trial.depth = 0;
    trial.seed = f->claims->seed + i;
    const struct trial_result result = lab_run(f, &trial);
    if (f->failed)
      return;
    add_run(cell, &squares, &result);
  }
  cell->steps /= runs;
  cell->hops /= runs;
  cell->delay /= runs;
  cell->undelayed /= runs;
  cell->error = sqrt(fmax(squares / runs - cell->steps * cell->steps, 0.25) / runs);
}

const struct means *means_of(struct finding *f, uint32_t n, uint32_t packets,
                             enum traffic_pattern pattern, enum algorithm algorithm)
{
  static const struct means nothing;
  struct measured *measured = claims_measured(f->claims, sizeof *measured, f->err);

  for (size_t i = 0; measured && i < measured->count; i++) {
    const struct means *cell = &measured->cells[i];

    if (cell->n == n && cell->packets == packets && cell->pattern == pattern &&
        cell->algorithm == algorithm)
      return cell;
  }
  if (!finding_check(f, measured != NULL))
    return &nothing;
  assert(measured->count < CELLS);
  struct means *cell = &measured->cells[measured->count];

  *cell = (struct means){.n = n,
                         .packets = packets,
                         .pattern = pattern,
                         .algorithm = algorithm,
                         .least_queue = UINT32_MAX};
  run_cell(f, cell);
  if (f->failed)
    return &nothing;
  measured->count++;
  return cell;
}

void mean_steps(struct finding *f, uint32_t n, uint32_t packets,
                enum traffic_pattern pattern, double steps[ALGORITHMS])
{
  for (enum algorithm i = DET; i <= DRAND; i++)
    steps[i] = means_of(f, n, packets, pattern, i)->steps;
}

const char *const algorithm_names[ALGORITHMS] = {
    [DET] = "deterministic",
    [SYNC] = "rand-sync",
    [TRANS] = "rand-trans",
    [OOO] = "rand-trans-ooo",
    [DRAND] = "drand-trans-ooo",
    [FREE] = "drand-trans-ooo,forced=0",
    [SHARED] = "drand-trans-ooo,random=shared",
    [LISTING] = "drand-steps",
};

const char *const traffic_names[TRAFFICS] = {
    [RANDOM] = "random",         [TRANSPOSE] = "transpose",
    [REVERSAL] = "bit-reversal", [COMPLEMENT] = "bit-complement",
    [SHUFFLE] = "shuffle",
};

static const struct claim_part *const all_parts[] = {HYPERCUBE_PARTS(CLAIM_PART_POINTER)
                                                         NULL};

static const struct claim_table *const all_tables[] = {HYPERCUBE_TABLES(CLAIM_TABLE_POINTER)
                                                           NULL};

const struct paper claims_hypercube = {
    .name = "hypercube",
    .title = "Rabbah, Puttaswamy, Specification and Switch Design for a Hypercube Routing "
             "Network",
    .parts = all_parts,
    .trials_text = means_trials_text,
    .tables = all_tables,
};
