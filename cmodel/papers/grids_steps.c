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

enum {
  STEPPED = 10, /* bit-reversal on BF(1) to BF(10) */
  RANDOM = 6,   /* and random permutations on BF(6) */
  NOBODY = -1
};

/* A butterfly of processors with one FIFO each; a packet's number is its row of level 0. */
struct processors {
  const struct topology *t;
  uint32_t levels;
  int32_t *first, *last; /* [switches] of the FIFO; NOBODY: it is empty */
  int32_t *next;         /* [terminals] behind a packet; NOBODY: none */
  uint32_t *count;       /* [switches] packets there */
  uint32_t *to;          /* [terminals] destination */
  uint32_t moves;        /* of this step: */
  struct move {
    int32_t packet;
    uint32_t at;
  } * move; /* [terminals] arrivals */
};

static void processors_close(struct processors *p)
{
  free(p->first);
  free(p->last);
  free(p->next);
  free(p->count);
  free(p->to);
  free(p->move);
}

static void append(struct processors *p, uint32_t at, int32_t packet)
{
  p->next[packet] = NOBODY;
  if (p->first[at] == NOBODY)
    p->first[at] = packet;
  else
    p->next[p->last[at]] = packet;
  p->last[at] = packet;
  p->count[at]++;
}

/* False: they are not open. */
static bool processors_open(struct finding *f, struct processors *p,
                            const struct topology *t, const struct schedule *schedule)
{
  *p = (struct processors){.t = t, .levels = topology_levels(t)};
  p->first = lab_memory(f, t->switches, sizeof *p->first);
  p->last = lab_memory(f, t->switches, sizeof *p->last);
  p->count = lab_memory(f, t->switches, sizeof *p->count);
  p->next = lab_memory(f, t->terminals, sizeof *p->next);
  p->to = lab_memory(f, t->terminals, sizeof *p->to);
  p->move = lab_memory(f, t->terminals, sizeof *p->move);
  if (f->failed)
    return false;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    p->first[sw] = NOBODY;
  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    p->to[entry->source] = entry->destination;
    append(p, topology_source(t, entry->source), (int32_t)entry->source);
  }
  return true;
}

/* Take the first packet of a FIFO that wants a port in `ports`, and note where it goes; the
 * port, or UINT32_MAX if there is none. */
static uint32_t send(struct processors *p, uint32_t at, uint32_t ports)
{
  const uint32_t level = topology_level(p->t, at);

  for (int32_t before = NOBODY, packet = p->first[at]; packet != NOBODY;
       before = packet, packet = p->next[packet]) {
    const uint32_t port = p->to[packet] >> level & 1;

    if (!(ports >> port & 1))
      continue;
    if (before == NOBODY)
      p->first[at] = p->next[packet];
    else
      p->next[before] = p->next[packet];
    if (p->last[at] == packet)
      p->last[at] = before;
    p->count[at]--;
    p->move[p->moves++] =
        (struct move){.packet = packet, .at = topology_link(p->t, at, port).to_switch};
    return port;
  }
  return UINT32_MAX;
}

/* One step; departures and arrivals are at once. */
static void step(struct processors *p, bool one_send)
{
  const uint32_t last = p->levels - 1;

  p->moves = 0;
  for (uint32_t at = 0; at < p->t->switches && topology_level(p->t, at) < last; at++) {
    const uint32_t port = send(p, at, 3);

    if (port != UINT32_MAX && !one_send)
      send(p, at, 3 & ~(1u << port));
  }
  for (uint32_t i = 0; i < p->moves; i++)
    append(p, p->move[i].at, p->move[i].packet);
}

/* Steps, and the most packets in a processor below level d after a step. */
struct taken {
  uint32_t steps, buffer;
};

static uint32_t fullest(const struct processors *p)
{
  uint32_t most = 0;

  for (uint32_t at = 0; topology_level(p->t, at) + 1 < p->levels; at++)
    most = p->count[at] > most ? p->count[at] : most;
  return most;
}

static struct taken follow(struct finding *f, const struct topology *t, const char *traffic,
                           bool one_send)
{
  struct processors p __attribute__((cleanup(processors_close))) = {.t = t};
  struct taken taken = {.steps = 0};
  struct schedule schedule __attribute__((cleanup(schedule_free))) = {.count = 0};

  if (!lab_schedule(f, &schedule, t, &t->routings[0], traffic) ||
      !processors_open(f, &p, t, &schedule))
    return taken;
  const uint32_t patience = t->terminals * p.levels; /* no packet ever waits so long */

  for (uint32_t inside; (inside = fullest(&p)) > 0 && taken.steps <= patience;
       taken.steps++) {
    taken.buffer = inside > taken.buffer ? inside : taken.buffer;
    step(&p, one_send);
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
