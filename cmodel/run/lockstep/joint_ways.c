/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* joint_ways -- what goes with a packet from rank to rank in a run of a design alone.
 *
 * After the clock edge all ranks know what the links between them show (joint_judge).  So
 * the rank that a packet leaves knows whether it crosses, and passes on the records that
 * one process would have of it.
 */
#include "base/bits.h"
#include "run/lockstep/joint.h"
#include "run/lockstep/runner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_here(const struct runner *r, uint32_t sw)
{
  return sw - r->joint.first < r->joint.end - r->joint.first;
}

/* --- what leaves --- */

static bool tell_crossing(struct runner *r, uint32_t sw, uint32_t queue, uint32_t to,
                          uint64_t *perhaps)
{
  const struct machine *m = &r->request->machine;
  struct ranks_box *box = &r->joint.ranks->out[to / r->joint.share];
  const uint64_t data = m->ops->out_packet(m->self, sw, queue / r->request->shape.vcs).data;
  struct joint_crossing *crossing = ranks_append(box, sizeof *crossing);
  bool finishes = false;

  if (!crossing)
    return false;
  memset(crossing, 0, sizeof *crossing);
  crossing->data = data;
  crossing->from = sw;
  crossing->queue = queue;
  if (phases_keep(&r->phases))
    crossing->phase = phases_offer(&r->phases, data, to, &finishes);
  crossing->way = ways_leave(&r->ways, data);
  *perhaps += finishes;
  r->joint.sent++;
  ((struct joint_crossings *)(void *)(box->bytes + box->taken))->count++;
  return true;
}

bool joint_tell_crossings(struct runner *r, uint64_t *perhaps)
{
  static const struct joint_crossings none = {.count = 0};
  const struct links *links = &r->links;
  struct ranks *ranks = r->joint.ranks;
  bool good;

  *perhaps = 0;
  for (uint32_t rank = 0; rank < ranks->count; rank++)
    ranks->out[rank].taken = ranks->out[rank].size;
  good = ranks_tell(ranks, &none, sizeof none);
  for (size_t i = 0; good && i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; good && valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);
      const struct link far = links_far(&r->request->shape, links, sw, queue);

      if (!is_here(r, far.to_switch) && links_taken_to(links, sw, queue, far))
        good = tell_crossing(r, sw, queue, far.to_switch, perhaps);
    }
  }
  return good;
}

/* --- what comes --- */

/* The far end of a link by which something is said to come from a rank; to_switch
 * UINT32_MAX: it is none. */
static struct link end_of(const struct runner *r, uint32_t rank,
                          const struct joint_crossing *crossing)
{
  const struct shape *shape = &r->request->shape;
  struct link far = {.to_switch = UINT32_MAX};

  if (crossing->from / r->joint.share == rank &&
      crossing->from < shape->topology->switches && crossing->queue < shape_queues(shape))
    far = shape_far(shape, crossing->from, crossing->queue);
  if (!is_here(r, far.to_switch) ||
      !links_taken_to(&r->links, crossing->from, crossing->queue, far))
    far.to_switch = UINT32_MAX;
  return far;
}

bool joint_hear_crossings(struct runner *r, struct err *err)
{
  struct ranks *ranks = r->joint.ranks;

  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = &ranks->in[rank];
    const struct joint_crossings *head =
        rank == ranks->rank ? NULL : ranks_take(box, sizeof *head);
    const struct joint_crossing *told =
        head ? ranks_take(box, head->count * sizeof *told) : NULL;

    if (rank == ranks->rank)
      continue;
    if (!told || box->taken != box->size)
      return err_set(err, ERR_ENVIRONMENT, "what rank %u tells is cut", rank);
    for (uint64_t i = 0; i < head->count; i++) {
      const struct link far = end_of(r, rank, &told[i]);

      if (far.to_switch == UINT32_MAX)
        return err_set(err, ERR_ENVIRONMENT,
                       "rank %u says that a packet comes from switch %u, which is not so",
                       rank, told[i].from);
      if (phases_keep(&r->phases))
        phases_come(&r->phases, told[i].data, &told[i].phase, far.to_switch, r->cycle);
      ways_come(&r->ways, told[i].data, &told[i].way);
    }
    r->joint.received += head->count;
  }
  return true;
}

/* Crossings that one rank has told; `box`: it has been read, or filled, up to its end. */
static const struct joint_crossing *crossings_of(const struct ranks_box *box, size_t at,
                                                 size_t *count)
{
  const struct joint_crossings *head = (const void *)(box->bytes + at);

  *count = head->count;
  return (const struct joint_crossing *)(const void *)(head + 1);
}

void joint_settle_crossings(struct runner *r)
{
  const struct ranks *ranks = r->joint.ranks;

  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    const size_t at = sizeof(struct joint_news);
    size_t count;

    if (rank == ranks->rank)
      continue;
    const struct joint_crossing *told = crossings_of(&ranks->in[rank], at, &count);

    for (size_t i = 0; i < count; i++)
      buffers_come(&r->buffers,
                   shape_far(&r->request->shape, told[i].from, told[i].queue).to_switch);
    told = crossings_of(&ranks->out[rank], at, &count);
    for (size_t i = 0; phases_keep(&r->phases) && i < count; i++)
      phases_leave(&r->phases, told[i].data);
  }
}

/* --- the end --- */

/* What a packet has crossed as far as one rank has seen it. */
struct way_record {
  uint64_t number;
  struct way_links way;
};

/* What a rank finds of the packets that it judges. */
struct way_finding {
  uint64_t strays, faults;
  struct way_fault first;
};

static uint32_t judged_share(const struct runner *r)
{
  const uint32_t count = (uint32_t)r->ways.schedule->count;

  return count / r->joint.ranks->count + 1;
}

/* Each rank judges a range of packets, and gets of the others what they know of them. */
static bool tell_records(struct runner *r)
{
  struct ranks *ranks = r->joint.ranks;
  const uint32_t share = judged_share(r);

  ranks_clear(ranks);
  for (uint32_t i = 0; i < r->ways.schedule->count; i++) {
    struct way_record *record;

    if (i / share == ranks->rank || r->ways.links[i].count == 0)
      continue;
    record = ranks_append(&ranks->out[i / share], sizeof *record);
    if (!record)
      return false;
    memset(record, 0, sizeof *record);
    record->number = i;
    record->way = r->ways.links[i];
  }
  return true;
}

static bool hear_records(struct runner *r, struct err *err)
{
  struct ranks *ranks = r->joint.ranks;
  const uint32_t share = judged_share(r);

  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = &ranks->in[rank];
    const struct way_record *record;

    while (rank != ranks->rank && (record = ranks_take(box, sizeof *record))) {
      if (record->number / share != ranks->rank ||
          record->number >= r->ways.schedule->count)
        return err_set(err, ERR_ENVIRONMENT, "rank %u tells of a packet of no rank", rank);
      ways_add(&r->ways, (uint32_t)record->number, &record->way);
    }
    if (rank != ranks->rank && box->taken != box->size)
      return err_set(err, ERR_ENVIRONMENT, "what rank %u tells is cut", rank);
  }
  return true;
}

static bool share_findings(struct runner *r, struct err *err)
{
  struct ranks *ranks = r->joint.ranks;
  struct packet_ways *ways = &r->ways;
  struct way_finding mine, *all = calloc(ranks->count, sizeof *all);

  if (!all)
    return joint_short(err);
  memset(&mine, 0, sizeof mine);
  mine.strays = ways->strays;
  mine.faults = ways->faults;
  mine.first = ways->first;
  const bool good = ranks_collect(ranks, &mine, sizeof mine, all, err);
  ways->strays = ways->faults = 0;
  for (uint32_t rank = 0; good && rank < ranks->count; rank++) {
    if (ways->faults == 0 && all[rank].faults > 0)
      ways->first = all[rank].first;
    ways->strays += all[rank].strays;
    ways->faults += all[rank].faults;
  }
  free(all);
  return good;
}

bool joint_ways(struct runner *r, struct err *err)
{
  const uint32_t share = judged_share(r), rank = r->joint.ranks->rank;

  if (!tell_records(r))
    return joint_short(err);
  ranks_begin(r->joint.ranks);
  ranks_end(r->joint.ranks);
  if (!hear_records(r, err))
    return false;
  ways_finish(&r->ways, (uint64_t)rank * share, (uint64_t)(rank + 1) * share);
  return share_findings(r, err);
}
