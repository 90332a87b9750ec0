/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* joint_end -- what ranks tell each other where a run ends, or does not seem to. */
#include "base/bits.h"
#include "run/lockstep/joint.h"
#include "run/lockstep/runner.h"
#include "run/machine/golden_ranks.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An error in a place that returns none. */
static void give_up(struct runner *r, const struct err *err)
{
  r->joint.ranks->ops->fail(r->joint.ranks, (int)err->kind, err->text);
}

bool joint_any(struct runner *r, bool here)
{
  struct ranks *ranks = r->joint.ranks;
  const uint64_t mine = here;
  uint64_t all[RANKS_MOST];
  struct err err;
  bool any = false;

  if (!ranks)
    return here;
  if (!ranks_collect(ranks, &mine, sizeof mine, all, &err)) {
    give_up(r, &err);
    return here;
  }
  for (uint32_t rank = 0; rank < ranks->count; rank++)
    any |= all[rank] != 0;
  return any;
}

/* Tell the packets that cross links here, as pairs of number and switch. */
static bool tell_moves(struct runner *r)
{
  const struct run_request *q = r->request;
  const struct shape *shape = &q->shape;

  ranks_clear(r->joint.ranks);
  for (size_t i = 0; i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t valid = r->links.valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);

      if (!links_taken(shape, &r->links, sw, queue))
        continue;
      const uint32_t pair[2] = {
          payload_number(
              q->machine.ops->out_packet(q->machine.self, sw, queue / shape->vcs).data,
              &shape->format),
          sw};

      if (!ranks_tell(r->joint.ranks, pair, sizeof pair))
        return false;
    }
  }
  return true;
}

void joint_livelock(struct runner *r)
{
  struct ranks *ranks = r->joint.ranks;
  struct livelock *livelock = &r->result->livelock;
  const uint32_t *pair;
  struct err err;

  if (!payload_is_numbered(&r->request->shape.format))
    return;
  if (!tell_moves(r)) {
    joint_short(&err);
    give_up(r, &err);
    return;
  }
  ranks_begin(ranks);
  ranks_end(ranks);
  struct ranks_box mine = ranks_said(ranks);

  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = rank == ranks->rank ? &mine : &ranks->in[rank];

    while ((pair = ranks_take(box, 2 * sizeof *pair)))
      livelock_note(livelock, pair[0], pair[1]);
  }
}

void joint_board(struct runner *r)
{
  struct ranks *ranks = r->joint.ranks;
  struct scoreboard *board = &r->result->scoreboard;
  struct err err;

  if (!ranks)
    return;
  ranks_clear(ranks);
  if (!ranks_tell(ranks, board->delivered, board->words * sizeof *board->delivered)) {
    joint_short(&err);
    give_up(r, &err);
    return;
  }
  ranks_begin(ranks);
  ranks_end(ranks);
  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    const uint64_t *words =
        rank == ranks->rank
            ? NULL
            : ranks_take(&ranks->in[rank], board->words * sizeof *board->delivered);

    for (size_t i = 0; words && i < board->words; i++)
      board->delivered[i] |= words[i];
  }
}

/* --- the end --- */

/* Of each rank; then its histograms. */
struct joint_numbers {
  uint64_t in_window, max_output_queue, max_buffer, spared;
  struct activity activity;
  struct statistics statistics, privileged;
};

static bool tell_numbers(struct runner *r, struct joint_numbers *mine)
{
  const struct machine *m = &r->request->machine, *dut = run_under_test(r);
  struct ranks *ranks = r->joint.ranks;

  memset(mine, 0, sizeof *mine);
  mine->in_window = r->result->in_window;
  mine->max_output_queue =
      machine_can(m, MACHINE_QUEUES) ? m->ops->queue_max(m->self) : UINT32_MAX;
  mine->max_buffer = r->result->max_buffer;
  if (machine_can(dut, MACHINE_SIMULATED))
    mine->spared = dut->ops->spared(dut->self);
  mine->activity = r->result->activity;
  mine->statistics = r->result->statistics;
  mine->privileged = r->result->privileged;
  ranks_clear(ranks);
  return ranks_tell(ranks, mine, sizeof *mine) &&
         ranks_tell(ranks, mine->statistics.histogram,
                    mine->statistics.histogram_size * sizeof(uint64_t)) &&
         ranks_tell(ranks, mine->privileged.histogram,
                    mine->privileged.histogram_size * sizeof(uint64_t));
}

/* Join what one rank has told; its histograms are in the box. */
static bool join_some(struct statistics *to, const struct statistics *told,
                      struct ranks_box *box, struct err *err)
{
  struct statistics some = *told;
  const uint64_t *words = ranks_take(box, some.histogram_size * sizeof *words);

  if (!words)
    return err_set(err, ERR_ENVIRONMENT, "the statistics of a rank are cut");
  some.histogram = (uint64_t *)(uintptr_t)words; /* which is read alone */
  return statistics_join(to, &some, err);
}

bool joint_statistics(struct runner *r, struct err *err)
{
  struct ranks *ranks = r->joint.ranks;
  struct run_result *result = r->result;
  struct joint_numbers mine;

  if (!ranks)
    return true;
  if (!tell_numbers(r, &mine))
    return joint_short(err);
  ranks_begin(ranks);
  ranks_end(ranks);
  result->max_output_queue = (uint32_t)mine.max_output_queue;
  result->spared = mine.spared;
  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = &ranks->in[rank];

    if (rank == ranks->rank)
      continue;
    const struct joint_numbers *told = ranks_take(box, sizeof *told);
    if (!told)
      return err_set(err, ERR_ENVIRONMENT, "the numbers of rank %u are cut", rank);
    result->in_window += told->in_window;
    result->spared += told->spared;
    for (int event = 0; event < ACTIVITY_EVENTS; event++)
      result->activity.count[event] += told->activity.count[event];
    if (told->max_output_queue > result->max_output_queue)
      result->max_output_queue = (uint32_t)told->max_output_queue;
    if (r->buffers.held && told->max_buffer > result->max_buffer)
      result->max_buffer = (uint32_t)told->max_buffer;
    if (!join_some(&result->statistics, &told->statistics, box, err) ||
        !join_some(&result->privileged, &told->privileged, box, err))
      return false;
  }
  return true;
}

/* How a rank ends; all but the last two must be alike. */
struct joint_verdict {
  uint64_t outcome, cycles, delivered, faults, hops, latency, phase;
  uint64_t compared, differs_in, differs_at;
  uint64_t sent, received; /* packets, to and from other ranks */
};

/* Do the ranks end in one way, with no packet lost or made between them? */
static bool judge(const struct joint_verdict *all, uint32_t count, struct err *err)
{
  uint64_t sent = 0, received = 0;

  for (uint32_t rank = 0; rank < count; rank++) {
    if (memcmp(&all[rank], &all[0], offsetof(struct joint_verdict, sent)) != 0)
      return err_set(err, ERR_ENVIRONMENT, "ranks 0 and %u end the run in two ways", rank);
    sent += all[rank].sent;
    received += all[rank].received;
  }
  return sent == received ||
         err_set(err, ERR_ENVIRONMENT,
                 "ranks sent %" PRIu64 " packets to others, which received %" PRIu64, sent,
                 received);
}

bool joint_end(struct runner *r, struct err *err)
{
  const struct run_result *result = r->result;
  const struct machine *m = &r->request->machine;
  struct joint_verdict mine = {.outcome = result->outcome,
                               .cycles = result->cycles,
                               .delivered = result->scoreboard.delivered_count,
                               .faults = result->scoreboard.faults,
                               .hops = result->statistics.hops,
                               .latency = result->statistics.latency,
                               .phase = result->began,
                               .compared = result->compared_cycles,
                               .differs_in = result->difference.cycle,
                               .differs_at = result->difference.at};
  const struct golden *g = m->self;
  const bool golden = machine_can(m, MACHINE_QUEUES);
  struct joint_verdict *all;
  bool good;

  if (!r->joint.ranks)
    return true;
  mine.sent = golden ? g->sent : r->joint.sent;
  mine.received = golden ? g->received : r->joint.received;
  all = calloc(r->joint.ranks->count, sizeof *all);
  if (!all)
    return joint_short(err);
  good = ranks_collect(r->joint.ranks, &mine, sizeof mine, all, err) &&
         judge(all, r->joint.ranks->count, err);
  free(all);
  return good &&
         (result->outcome != OUTCOME_DEADLOCK || !golden || m->ops->gather(m->self, err));
}
