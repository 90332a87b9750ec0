/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_steps -- how long a butterfly takes for bit-reversal, by two kinds of node.
 *
 * The paper's processor has one buffer, here a FIFO, and sends one packet in a step, or one
 * on each link.  The switch has an output queue for each port and an arbiter.  The first is
 * followed here, in a program of its own; the second is a run of the golden machine.
 */
#include "network/traffic/traffic.h"
#include "papers/grids.h"

#include <stdlib.h>
#include <string.h>

enum {
  STEPPED = 10, /* bit-reversal on BF(1) to BF(10) */
  RANDOM = 6    /* and random permutations on BF(6) */
};

struct queued {
  uint32_t at, to;  /* the processor where it is; row of level d */
  uint64_t arrived; /* those of one processor leave in this order */
};

static int by_arrival(const void *one, const void *other)
{
  const uint64_t a = ((const struct queued *)one)->arrived;
  const uint64_t b = ((const struct queued *)other)->arrived;

  return (a > b) - (a < b);
}

/* Packets on a butterfly of processors with one FIFO each. */
struct processors {
  const struct topology *t;
  struct queued *packets; /* [terminals] */
  uint32_t *sent;         /* [switches] ports on which this step's packets leave, bits */
  uint32_t *count;        /* [switches] packets there, below level d */
};

/* One step; departures and arrivals are at once, and of two that arrive at a processor the
 * one from the lower number goes first. */
static void step(struct processors *p, uint64_t number, bool one_send)
{
  const struct topology *t = p->t;

  qsort(p->packets, t->terminals, sizeof *p->packets, by_arrival);
  memset(p->sent, 0, t->switches * sizeof *p->sent);
  for (uint32_t i = 0; i < t->terminals; i++) {
    struct queued *packet = &p->packets[i];
    const uint32_t at = packet->at, level = topology_level(t, at);
    const uint32_t port = packet->to >> level & 1;

    if (level + 1 == topology_levels(t) ||
        (one_send ? p->sent[at] : p->sent[at] >> port & 1))
      continue;
    p->sent[at] |= 1u << port;
    packet->arrived = number * t->switches + at;
    packet->at = topology_link(t, at, port).to_switch;
    p->count[at]--;
    p->count[packet->at] += level + 2 < topology_levels(t);
  }
}

/* Steps, and the most packets in a processor below level d after a step. */
struct taken {
  uint32_t steps, buffer;
};

static uint32_t fullest(const struct processors *p)
{
  uint32_t most = 0;

  for (uint32_t at = 0; at < p->t->switches; at++)
    most = p->count[at] > most ? p->count[at] : most;
  return most;
}

static struct taken follow(struct finding *f, const struct topology *t, const char *traffic,
                           bool one_send)
{
  struct queued *packets MEMORY_OF_BLOCK = lab_memory(f, t->terminals, sizeof *packets);
  uint32_t *sent MEMORY_OF_BLOCK = lab_memory(f, t->switches, sizeof *sent);
  uint32_t *count MEMORY_OF_BLOCK = lab_memory(f, t->switches, sizeof *count);
  struct processors p = {t, packets, sent, count};
  struct taken taken = {.steps = 0};
  struct schedule schedule __attribute__((cleanup(schedule_free))) = {.count = 0};

  if (!lab_schedule(f, &schedule, t, &t->routings[0], traffic))
    return taken;
  for (size_t i = 0; i < schedule.count; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];

    packets[i].at = topology_source(t, entry->source);
    packets[i].to = entry->destination;
    count[packets[i].at]++;
  }
  const uint32_t patience = t->terminals * topology_levels(t); /* none ever waits so long */

  for (uint32_t inside; (inside = fullest(&p)) > 0 && taken.steps <= patience;) {
    taken.buffer = inside > taken.buffer ? inside : taken.buffer;
    step(&p, ++taken.steps, one_send);
  }
  return taken;
}

/* Both kinds of node with the same packets: *same counts those that agree. */
static struct trial_result compare(struct finding *f, uint32_t d, const char *traffic,
                                   bool one_send, uint32_t *same)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "butterfly:%u", d))
    return (struct trial_result){.steps = 0};
  const struct taken taken = follow(f, &t, traffic, one_send);
  const struct trial_result run = grids_run(f, t.spec, one_send, traffic);
  *same += run.outcome == OUTCOME_PASS && run.steps == taken.steps &&
           run.max_buffer == taken.buffer;
  return run;
}

static void judge_steps(struct finding *f)
{
  const bool one_send = *(const bool *)f->with;
  char steps[64] = "", buffers[64] = "";
  uint32_t same = 0;

  for (uint32_t d = 1; d <= STEPPED; d++) {
    const struct trial_result run = compare(f, d, "bit-reversal", one_send, &same);

    if (d > 1) {
      claims_append(steps, sizeof steps, " %" PRIu64, run.steps);
      claims_append(buffers, sizeof buffers, " %" PRIu32, run.max_buffer);
    }
  }
  reading(f, same == STEPPED, "both the same in %u of d=1..%d; d=2..%d:%s steps", same,
          STEPPED, STEPPED, steps);
  note(f, "most packets in one switch:%s", buffers);
  struct claims one = *f->claims;
  struct finding with_seed = {.claims = &one, .err = f->err};

  for (same = 0; one.seed < f->claims->seed + one.trials; one.seed++)
    compare(&with_seed, RANDOM, "random", one_send, &same);
  finding_check(f, !with_seed.failed);
  note(f, "the same for %u of %u random permutations of BF(%d)", same, one.trials, RANDOM);
}

static const struct claim_row rows[] = {
    {"B9",
     "bit-reversal, one packet per node and step: processors with one FIFO have the steps "
     "and the largest buffer of our switches",
     "-", judge_steps, .with = &(const bool){true}},
    {"B10", "bit-reversal, one packet per link and step: the same", "-", judge_steps,
     .with = &(const bool){false}},
};

const struct claim_part grids_steps = CLAIM_PART(rows, "not in the paper");
