/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* joint -- a run that several ranks make together. */
#include "run/lockstep/joint.h"

#include "base/bits.h"
#include "network/topology/faults.h"
#include "run/lockstep/runner.h"
#include "run/machine/golden.h"
#include "run/machine/golden_ranks.h"
#include "run/machine/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Cycles without progress after which packets are not followed yet (limits_patience). */
enum { EARLY_CYCLES = 512 };

/* What all know after a second exchange. */
struct joint_facts {
  uint64_t moves; /* a packet leaves the rank for another */
  uint64_t there; /* packets that have finished the phase */
  struct failed_entry entered;
};

bool joint_short(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for an exchange");
}

static bool is_here(const struct runner *r, uint32_t sw)
{
  return sw - r->joint.first < r->joint.end - r->joint.first;
}

bool joint_open(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;
  struct joint *j = &r->joint;
  const uint32_t switches = q->shape.topology->switches;

  if (!q->ranks)
    return true;
  if (!machine_can(&q->machine, MACHINE_RANKS) || q->compare != COMPARE_CYCLE ||
      (q->dut && !machine_can(q->dut, MACHINE_RANKS)) || q->after > 0 || q->watch ||
      q->pins || q->feed || r->values.schedule)
    return err_set(err, ERR_USAGE,
                   "several ranks run the golden machine, an array, or both in lock step");
  j->ranks = q->ranks;
  j->news = calloc(q->ranks->count, sizeof *j->news);
  if (!j->news)
    return joint_short(err);
  const struct parts parts = parts_of(switches, q->ranks->count);

  j->first = parts_first(&parts, q->ranks->rank);
  j->end = parts_first(&parts, q->ranks->rank + 1);
  r->terminals.first = r->buffers.first = j->first;
  r->terminals.end = r->buffers.end = j->end;
  r->phases.joint = r->buffers.joint = true;
  j->share = parts.share;
  j->golden = machine_can(&q->machine, MACHINE_QUEUES);
  return !q->machine.ops->meet || q->machine.ops->meet(q->machine.self, err);
}

void joint_close(struct runner *r)
{
  free(r->joint.news);
}

void joint_reset(struct runner *r)
{
  r->joint.moved = false;
}

/* --- what this rank tells --- */

/* Does any packet cross a link to a switch of this rank, or (`inside` false) of another? */
static bool any_transfer(const struct runner *r, bool inside)
{
  const struct shape *shape = &r->request->shape;

  for (size_t i = 0; i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t valid = r->links.valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);
      const struct link far = links_far(shape, &r->links, sw, queue);

      if (is_here(r, far.to_switch) == inside && links_taken_to(&r->links, sw, queue, far))
        return true;
    }
  }
  return false;
}

/* Is a packet offered to a failed switch? */
static bool any_doubt(const struct runner *r)
{
  const struct shape *shape = &r->request->shape;

  for (size_t i = 0; faults_any(shape->topology) && i < r->links.active_count; i++) {
    const uint32_t sw = r->links.active[i];

    for (uint64_t valid = r->links.valid[sw]; valid; valid &= valid - 1)
      if (faults_failed(shape->topology,
                        links_far(shape, &r->links, sw, bits_lowest(valid)).to_switch))
        return true;
  }
  return false;
}

/* Append the records of the packets that other ranks are offered.  Returns how many finish
 * the phase if they cross. */
static bool tell_phases(struct runner *r, uint64_t *perhaps)
{
  struct ranks *ranks = r->joint.ranks;

  *perhaps = 0;
  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    size_t count = 0;

    if (rank != ranks->rank)
      golden_ranks_told(r->request->machine.self, rank, &count);
    for (size_t i = 0; i < count; i++) {
      struct phases_packet *record = ranks_append(&ranks->out[rank], sizeof *record);
      bool finishes;

      if (!record)
        return false;
      const struct golden_offer *offer =
          golden_ranks_told(r->request->machine.self, rank, &count) + i;

      *record = phases_offer(&r->phases, offer->packet.data, offer->to, &finishes);
      *perhaps += finishes;
    }
  }
  return true;
}

static struct joint_news news_of(const struct runner *r, size_t delivered, size_t faults)
{
  const struct scoreboard *board = &r->result->scoreboard;
  const struct terminals *n = &r->terminals;
  const struct run_request *q = r->request;
  struct joint_news news = {.cycle = r->cycle,
                            .delivered = board->delivered_count - delivered,
                            .faults = board->faults - faults,
                            .injected = n->injection_count,
                            .waiting = n->waiting_count,
                            .started = r->phases.started,
                            .there = r->phases.there};

  if (faults == 0)
    news.first_fault = board->first_fault;
  if (r->joint.moved)
    news.flags |= NEWS_MOVED;
  if (news.delivered == 0 && news.injected == 0 && any_transfer(r, true))
    news.flags |= NEWS_MOVES;
  if (any_doubt(r))
    news.flags |= NEWS_DOUBT;
  if (phases_over(&r->phases, &r->links, n->injection_count))
    news.flags |= NEWS_OVER;
  if (q->stop && *q->stop)
    news.flags |= NEWS_STOP;
  return news;
}

/* What crosses, or is offered, to other ranks, and records of packets. */
static bool tell_packets(struct runner *r, uint64_t *perhaps)
{
  const struct machine *m = &r->request->machine;

  if (!r->joint.golden)
    return joint_tell_crossings(r, perhaps);
  return m->ops->tell(m->self, r->links.stalled) &&
         (!phases_keep(&r->phases) || tell_phases(r, perhaps));
}

/* Fill all boxes: news, then packets. */
static bool tell(struct runner *r, struct joint_news *mine)
{
  struct ranks *ranks = r->joint.ranks;

  ranks_clear(ranks);
  if (!ranks_tell(ranks, mine, sizeof *mine) || !tell_packets(r, &mine->perhaps))
    return false;
  for (uint32_t rank = 0; rank < ranks->count; rank++)
    if (rank != ranks->rank)
      memcpy(ranks->out[rank].bytes, mine, sizeof *mine);
  return true;
}

/* --- what the others have told --- */

static bool hear_news(struct runner *r, const struct joint_news *mine, struct err *err)
{
  struct joint *j = &r->joint;

  j->news[j->ranks->rank] = *mine;
  for (uint32_t rank = 0; rank < j->ranks->count; rank++) {
    struct ranks_box *box = &j->ranks->in[rank];
    const struct joint_news *news;

    if (rank == j->ranks->rank)
      continue;
    news = ranks_take(box, sizeof *news);
    if (!news || news->cycle != r->cycle)
      return err_set(err, ERR_ENVIRONMENT,
                     "rank %u is out of step with rank %u in cycle %" PRIu64, rank,
                     j->ranks->rank, r->cycle);
    j->news[rank] = *news;
  }
  return true;
}

/* Counts and cycles of the last moves become those of all ranks. */
static void add_news(struct runner *r, size_t faults)
{
  struct joint *j = &r->joint;
  struct scoreboard *board = &r->result->scoreboard;
  bool found = faults > 0;

  j->waiting = j->stop = false;
  r->phases.others_over = true;
  r->phases.others_there = r->phases.others_started = 0;
  for (uint32_t rank = 0; rank < j->ranks->count; rank++) {
    const struct joint_news *news = &j->news[rank];
    const bool other = rank != j->ranks->rank;

    if (other) {
      board->delivered_count += news->delivered;
      board->faults += news->faults;
      r->terminals.started += news->injected;
      r->phases.others_there += news->there;
      r->phases.others_started += news->started;
      r->phases.others_over &= (news->flags & NEWS_OVER) != 0;
      j->waiting |= news->waiting > 0;
    }
    if (!found && news->faults > 0) {
      board->first_fault = news->first_fault;
      found = true;
    }
    if (news->faults > 0 && r->fault_at == UINT64_MAX)
      r->fault_at = r->cycle;
    if (news->delivered > 0)
      r->delivered_at = r->cycle;
    if (news->delivered > 0 || news->injected > 0)
      r->last_move = r->last_progress = r->cycle;
    if (news->flags & NEWS_MOVES)
      r->last_move = r->cycle;
    if (news->flags & NEWS_MOVED && r->last_move + 1 < r->cycle)
      r->last_move = r->cycle - 1;
    j->stop |= (news->flags & NEWS_STOP) != 0;
  }
}

/* Packets that have come with their records, and those that have left. */
static bool hear_phases(struct runner *r, struct err *err)
{
  struct golden *g = r->request->machine.self;
  struct ranks *ranks = r->joint.ranks;

  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    size_t count = 0;
    const struct golden_offer *offers =
        rank == ranks->rank ? NULL : golden_ranks_offered(g, rank, &count);

    for (size_t i = 0; i < count; i++) {
      const struct phases_packet *record = ranks_take(&ranks->in[rank], sizeof *record);

      if (!record)
        return err_set(err, ERR_ENVIRONMENT, "what rank %u tells is cut", rank);
      if (r->links.ready[offers[i].to] >> offers[i].channel & 1)
        phases_come(&r->phases, offers[i].packet.data, record, offers[i].to, r->cycle);
    }
    if (rank == ranks->rank)
      continue;
    offers = golden_ranks_told(g, rank, &count);
    for (size_t i = 0; i < count; i++)
      if (r->links.ready[offers[i].to] >> offers[i].channel & 1)
        phases_leave(&r->phases, offers[i].packet.data);
  }
  return true;
}

/* --- a second exchange --- */

/* Does a decision of this cycle depend on what crosses between ranks? */
static bool is_in_doubt(const struct runner *r)
{
  const struct joint *j = &r->joint;
  const uint64_t count = r->request->schedule->count;
  const uint64_t quiet = r->last_move > r->held_up ? r->last_move : r->held_up;
  uint64_t there = 0, perhaps = 0;
  bool doubt = r->cycle > quiet + r->limits.still;

  for (uint32_t rank = 0; rank < j->ranks->count; rank++) {
    there += j->news[rank].there;
    perhaps += j->news[rank].perhaps;
    doubt |= (j->news[rank].flags & NEWS_DOUBT) != 0;
  }
  return doubt || (phases_watch(&r->phases) && there < count && there + perhaps >= count);
}

static bool share_facts(struct runner *r, struct err *err)
{
  struct joint *j = &r->joint;
  struct joint_facts mine;
  struct joint_facts *all = calloc(j->ranks->count, sizeof *all);

  if (!all)
    return joint_short(err);
  memset(&mine, 0, sizeof mine);
  mine.moves = j->moved;
  mine.there = r->phases.there;
  mine.entered = r->result->entered;
  const bool good = ranks_collect(j->ranks, &mine, sizeof mine, all, err);
  r->phases.others_there = 0;
  r->result->entered = (struct failed_entry){.found = false};
  for (uint32_t rank = 0; good && rank < j->ranks->count; rank++) {
    if (all[rank].moves)
      r->last_move = r->cycle;
    if (rank != j->ranks->rank)
      r->phases.others_there += all[rank].there;
    if (all[rank].entered.found && !r->result->entered.found)
      r->result->entered = all[rank].entered;
  }
  free(all);
  return good;
}

/* --- a cycle --- */

/* What this rank sees once the far ends of all its links are known. */
static void look_again(struct runner *r)
{
  const struct run_request *q = r->request;
  const struct golden *g = r->joint.golden ? q->machine.self : NULL;

  r->joint.moved = any_transfer(r, false);
  buffers_look(&r->buffers, &r->links);
  buffers_leave(&r->buffers);
  buffers_arrive(&r->buffers);
  for (size_t i = 0; g && r->buffers.held && i < g->came_count; i++)
    buffers_come(&r->buffers, g->came[i].to);
  if (!g)
    joint_settle_crossings(r);
  buffers_settle(&r->buffers);
  if (!r->golden_alone && !r->differed)
    activity_add(&r->result->activity, &q->shape, &q->machine, &r->links, NULL);
  failed_look(&r->result->entered, &q->shape, &q->machine, &r->links, r->cycle);
}

/* May packets cross links inside the rank while messages are under way?  Not where those
 * that cross are looked at one by one, nor in lock step, which counts activity. */
static bool may_begin(const struct runner *r)
{
  const uint64_t since = r->last_progress > r->held_up ? r->last_progress : r->held_up;

  return r->joint.golden && !r->request->dut && !r->request->observer &&
         r->request->shape.routing->phases.kind == PHASE_STAYS && !r->buffers.held &&
         !faults_any(r->request->shape.topology) && r->fault_at == UINT64_MAX &&
         r->cycle < since + EARLY_CYCLES;
}

bool joint_cycle(struct runner *r, size_t delivered, size_t faults, struct err *err)
{
  const struct machine *m = &r->request->machine;

  if (phases_watch(&r->phases))
    phases_follow(&r->phases, r->schedule_cycle, m, &r->links,
                  &(struct stimulus){.injections = r->terminals.injections,
                                     .injection_count = r->terminals.injection_count},
                  r->joint.first, r->joint.end);
  ways_cross(&r->ways, m, &r->links);
  struct joint_news mine = news_of(r, delivered, faults);
  if (!tell(r, &mine))
    return joint_short(err);
  ranks_begin(r->joint.ranks);
  if (may_begin(r))
    m->ops->early(m->self, r->links.stalled);
  ranks_end(r->joint.ranks);
  if (!hear_news(r, &mine, err) ||
      !(r->joint.golden ? m->ops->hear(m->self, err) : joint_hear_crossings(r, err)))
    return false;
  add_news(r, faults);
  if (r->joint.golden && phases_keep(&r->phases) && !hear_phases(r, err))
    return false;
  look_again(r);
  return !is_in_doubt(r) || share_facts(r, err);
}
