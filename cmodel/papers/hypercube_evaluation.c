/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_evaluation -- section 4: what was simulated. */
#include "base/bits.h"
#include "network/traffic/payload.h"
#include "papers/hypercube.h"

static void judge_sizes(struct finding *f)
{
  for (uint32_t n = 2; n <= 18; n += 16) {
    OF_BLOCK(lab_machine, m);
    OF_BLOCK(run_result, result);

    if (cube_open(f, &m, cube_unlimited(n, "random", DET, 1)) &&
        lab_machine_run(&m, NULL, NULL, &result))
      reading(f, result.outcome == OUTCOME_PASS,
              "n=%u, random, p=1: %" PRIu64 " packets delivered in %" PRIu64 " steps", n,
              result.statistics.delivered, result.statistics.steps);
  }
}

static void judge_destinations(struct finding *f)
{
  const uint32_t p = *(const uint32_t *)f->with;
  uint32_t fewest = UINT32_MAX, most = 0;

  for (enum traffic_pattern i = RANDOM; i < TRAFFICS; i++) {
    const struct cube_load load = cube_load_of(f, traffic_names[i], p);

    fewest = load.fewest < fewest ? load.fewest : fewest;
    most = load.most > most ? load.most : most;
  }
  reading(f, p == 1 ? fewest == 1 && most == 1 : most <= p,
          "%d patterns at n=6, p=%u: %u to %u packets for a switch", TRAFFICS, p, fewest,
          most);
}

/* Algorithms that deliver everything, of the five. */
static uint32_t count_algorithms(struct finding *f)
{
  uint32_t deliver = 0;

  for (enum algorithm i = DET; i <= DRAND; i++) {
    const struct means *cell = means_of(f, 6, 6, RANDOM, i);

    deliver += cell->passed == cell->runs;
  }
  return deliver;
}

static void judge_algorithms(struct finding *f)
{
  const uint32_t deliver = count_algorithms(f);

  reading(f, deliver == 5, "%u of %d deliver every packet of every run, n=p=6", deliver,
          DRAND + 1);
}

static void judge_columns(struct finding *f)
{
  enum { COLUMNS = 4 }; /* Det-R, Rand-Trans, Rand-Trans-OOO, DRand-Trans-OOO */
  const uint32_t deliver = count_algorithms(f);

  reading(f, deliver == COLUMNS, "%u algorithms deliver, %d columns: %s", deliver, COLUMNS,
          deliver == COLUMNS ? "all are there" : "Rand-Sync has none");
}

/* --- the two phases of Rand-Sync --- */

struct phase_crossings {
  const struct session *s;
  uint64_t last_first;          /* last cycle in which a packet crosses a link in phase 1 */
  uint64_t first_second;        /* first in phase 2 */
  uint64_t in_first, in_second; /* crossings */
};

/* A packet is in its second phase when its header is no longer the one it started with. */
static bool watch_phases(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct phase_crossings *p = self;
  const struct topology *t = &p->s->topology;
  const struct machine *m = cycle->machine;

  (void)err;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint64_t valid = cycle->links->valid[sw]; valid; valid &= valid - 1) {
      struct packet packet = m->ops->out_packet(m->self, sw, bits_lowest(valid));
      const uint32_t number = payload_number(packet.data, &p->s->shape.format);
      const struct schedule_entry *entry = &p->s->schedule.entries[number];
      uint64_t by = entry->header & bits_mask(t->ports);

      if (by == entry->destination) /* the header of both phases is the same */
        continue;
      if (packet.header == entry->header) {
        p->in_first++;
        p->last_first = cycle->cycle;
      } else if (p->in_second++ == 0) {
        p->first_second = cycle->cycle;
      }
    }
  return true;
}

static void judge_phases(struct finding *f)
{
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);
  struct phase_crossings phases = {.s = &m.s, .first_second = UINT64_MAX};

  if (cube_open(f, &m, cube_unlimited(8, "random", SYNC, 8)) &&
      lab_machine_run(&m, watch_phases, &phases, &result))
    reading(f, phases.last_first < phases.first_second && phases.in_second > 0,
            "random, n=p=8: %" PRIu64 " crossings in phase 1, the last in step %" PRIu64
            "; %" PRIu64 " in phase 2, the first in step %" PRIu64,
            phases.in_first, phases.last_first, phases.in_second, phases.first_second);
}

/* --- the order of Rand-Trans-OOO --- */

/* The packets in every output queue, followed from outside.  Without a limit of depth a
 * packet that crosses a link is in a queue of the next switch, or ejected, a cycle later.
 */
struct queues {
  const struct session *s;
  uint32_t (*inside)[2];     /* [switches * ports] packets in their second, first phase */
  struct injection *pending; /* [pending_count] that reach switch `at` in this cycle */
  size_t pending_count;
  uint64_t before; /* packets of phase 1 that leave a queue holding some of phase 2 */
  uint64_t after;  /* packets of phase 2 that leave a queue holding some of phase 1 */
};

static void enter_queues(struct queues *q)
{
  const struct shape *shape = &q->s->shape;
  uint32_t ports = shape->topology->ports;

  for (size_t i = 0; i < q->pending_count; i++) {
    struct route_out way = shape->routing->unit->comb(&(struct route_in){
        .here = q->pending[i].at, .header = q->pending[i].packet.header, .ports = ports});

    if (!way.eject)
      q->inside[q->pending[i].at * ports + bits_lowest(way.ports)][way.priority]++;
  }
  q->pending_count = 0;
}

static bool watch_order(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct queues *q = self;
  const struct topology *t = &q->s->topology;
  const struct machine *m = cycle->machine;

  (void)err;
  enter_queues(q);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint64_t valid = cycle->links->valid[sw]; valid; valid &= valid - 1) {
      uint32_t port = bits_lowest(valid);
      struct packet packet = m->ops->out_packet(m->self, sw, port);
      bool first = (packet.header & bits_mask(t->ports)) != packet.header >> t->ports;
      uint32_t *inside = q->inside[sw * t->ports + port];

      inside[first]--;
      q->before += first && inside[0] > 0;
      q->after += !first && inside[1] > 0;
      q->pending[q->pending_count++] =
          (struct injection){.at = topology_link(t, sw, port).to_switch, .packet = packet};
    }
  for (size_t i = 0; i < cycle->injection_count; i++)
    q->pending[q->pending_count++] = cycle->injections[i];
  return true;
}

/* Run random traffic at n = p = 8 and count who leaves before whom. */
static struct queues follow_queues(struct finding *f, enum algorithm algorithm)
{
  enum { N = 8 };
  uint32_t(*inside)[2] MEMORY_OF_BLOCK = lab_memory(f, N << N, sizeof *inside);
  struct injection *pending MEMORY_OF_BLOCK =
      lab_memory(f, (size_t)2 * N << N, sizeof *pending);
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);
  struct queues q = {.s = &m.s, .inside = inside, .pending = pending};

  if (inside && pending && cube_open(f, &m, cube_unlimited(N, "random", algorithm, N)))
    lab_machine_run(&m, watch_order, &q, &result);
  return q;
}

static void judge_order(struct finding *f)
{
  const struct queues in_order = follow_queues(f, TRANS);
  const struct queues out_of_order = follow_queues(f, OOO);

  reading(f, out_of_order.after == 0 && out_of_order.before > 0,
          "random, n=p=8: %" PRIu64
          " times a packet of phase 2 leaves before one of phase 1, %" PRIu64
          " times the other way round",
          out_of_order.after, out_of_order.before);
  note(f, "Rand-Trans: %" PRIu64 " and %" PRIu64, in_order.after, in_order.before);
}

static const struct claim_row rows[] = {
    {"4.1", "networks of 2^2 to 2^18 switches were simulated", "2^2 to 2^18",
     .judge = judge_sizes},
    {"4.2", "load 1: every switch is the destination of one packet", "exactly one",
     judge_destinations, .with = &(const uint32_t){1}},
    {"4.3", "load D: no switch is the destination of more than D", "at most D",
     judge_destinations, .with = &(const uint32_t){6}},
    {"4.4", "five routing algorithms", "5", .judge = judge_algorithms},
    {"4.5", "Rand-Sync: phase 2 begins when all packets have ended phase 1", "after",
     .judge = judge_phases},
    {"4.6", "Rand-Trans-OOO: phase 1 packets always leave a queue before the others",
     "always before", .judge = judge_order},
    {"4.7", "the tables of section 5 show all of the algorithms", "4 columns",
     .judge = judge_columns},
};

const struct claim_part claims_hypercube_evaluation = CLAIM_PART(rows, "section 4");
