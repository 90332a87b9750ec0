/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* arrivals -- reads and judges the packets that the first machine of a run ejects. */
#include "run/lockstep/runner.h"

#include "base/bits.h"
#include "base/team.h"

#include <stdlib.h>

/* The stage of a cycle, and who counts, are constants after inlining. */
#define ARRIVALS_INLINE static inline __attribute__((always_inline))

enum { ARRIVALS = 64 /* ejected packets that are read before they are judged */ };

/* Has a packet of the same lane and header that started later arrived before? */
static bool judge_order(struct runner *r, const struct ejected_packet *arrival,
                        uint32_t number, struct err *err)
{
  struct flow_fault fault;
  bool broken;

  if (!order_arrive(&r->order, number, &broken, &fault, err))
    return false;
  if (!broken || r->differed)
    return true;
  fault.at = arrival->at;
  fault.channel = arrival->channel;
  fault.packet = arrival->packet;
  fault.cycle = r->cycle;
  r->differed = true;
  r->result->difference = difference_rule(&r->request->shape, &fault);
  return true;
}

/* Is the arrival in the measured window of an open loop? */
static bool in_window(const struct runner *r, const struct ejected_packet *arrival)
{
  const struct schedule *schedule = r->request->schedule;
  const uint64_t cycle = r->schedule_cycle;

  return schedule->measure_from <= cycle && cycle < schedule->measure_to &&
         !(schedule_is_mixed(schedule) &&
           (arrival->packet.header & schedule->privileged_bit));
}

/* Add a correct delivery to the statistics of all packets, where it is in a batch, and, if
 * it is not NULL, of the privileged ones. */
ARRIVALS_INLINE bool count(struct runner *r, const struct ejected_packet *arrival,
                           uint32_t number, uint64_t start, uint32_t batch,
                           struct statistics *statistics, struct statistics *privileged,
                           struct err *err)
{
  const uint64_t hops = machine_can(&r->request->machine, MACHINE_HOPS)
                            ? arrival->hops
                            : ways_hops(&r->ways, number, arrival->at);
  /* A packet is ejected at least one cycle after it started. */
  const uint64_t step = r->schedule_cycle - 1;
  const uint64_t latency = step - start - phases_waited(&r->phases, number);

  return statistics_deliver(statistics, latency, hops, step, batch, err) &&
         (!privileged || statistics_deliver(privileged, latency, hops, step, batch, err));
}

/* The same of a schedule of requests: measured is how long a request takes. */
static bool count_request(struct runner *r, const struct ejected_packet *arrival,
                          uint32_t number, struct err *err)
{
  const struct schedule *schedule = r->request->schedule;
  struct statistics *statistics = &r->result->statistics;
  const uint32_t request = terminals_completes(&r->terminals, number);

  if (!count(r, arrival, number, schedule_cycle(schedule, number), STATISTICS_BATCHES,
             statistics, NULL, err))
    return false;
  if (request == REQUESTS_NONE)
    return true;
  const uint64_t start = schedule_cycle(schedule, request);

  r->result->in_window += in_window(r, arrival);
  return statistics_measure(statistics, r->schedule_cycle - 1 - start,
                            statistics_batch(&r->window, start), err);
}

static __attribute__((noinline)) bool
deliver_any(struct runner *r, const struct ejected_packet *arrival, struct err *err)
{
  const struct schedule *schedule = r->request->schedule;
  uint32_t number;

  r->result->in_window += !schedule->requests && in_window(r, arrival);
  if (!scoreboard_eject(&r->result->scoreboard, r->cycle, arrival->at, &arrival->packet,
                        &number))
    return true;
  if (!judge_order(r, arrival, number, err))
    return false;
  terminals_arrived(
      &r->terminals, r->schedule_cycle, number,
      topology_receiver(r->request->shape.topology, arrival->at,
                        payload_terminal(arrival->packet.data, &r->request->shape.format)));
  if (!values_arrive(&r->values, number, arrival->packet.data))
    scoreboard_corrupted(&r->result->scoreboard, r->cycle, arrival->at, number);
  if (schedule->requests)
    return count_request(r, arrival, number, err);
  struct schedule_entry room;
  const uint64_t start = schedule_cycle(schedule, number);
  const bool privileged =
      schedule_is_mixed(schedule) &&
      schedule_is_privileged(schedule, schedule_entry(schedule, number, &room));

  return count(r, arrival, number, start,
               privileged ? STATISTICS_BATCHES : statistics_batch(&r->window, start),
               &r->result->statistics, privileged ? &r->result->privileged : NULL, err);
}

/* Most deliveries of most runs are correct, and matter to nobody but the statistics. */
ARRIVALS_INLINE bool deliver(struct runner *r, const struct ejected_packet *arrival,
                             struct err *err)
{
  struct schedule_entry room;
  uint32_t number;
  const struct schedule_entry *entry =
      r->plain ? scoreboard_take(&r->result->scoreboard, arrival->at, &arrival->packet,
                                 &room, &number)
               : NULL;

  if (!entry)
    return deliver_any(r, arrival, err);
  r->result->in_window += in_window(r, arrival);
  return count(r, arrival, number, entry->cycle, statistics_batch(&r->window, entry->cycle),
               &r->result->statistics, NULL, err);
}

/* --- what one thread has found --- */

struct arrivals_share {
  struct statistics statistics; /* of the whole run */
  uint64_t in_window;           /* likewise */
  bool wrong;                   /* an arrival of this cycle is no correct delivery */
  size_t delivered;             /* of this cycle */
  struct ejected_packet *odd;   /* [odd_count] second arrivals of packets of this cycle */
  size_t odd_count, odd_room;
  struct err err;
  bool failed;
};

/* Keep a second arrival of a packet in one cycle, at one switch, for the judge of faults.
 */
static void keep_odd(struct arrivals_share *share, const struct ejected_packet *arrival)
{
  if (share->odd_count == share->odd_room) {
    const size_t room = 2 * share->odd_room + 64;
    struct ejected_packet *larger = realloc(share->odd, room * sizeof *larger);

    if (!larger) {
      share->failed =
          !err_set(&share->err, ERR_ENVIRONMENT, "not enough memory for faults");
      return;
    }
    share->odd = larger;
    share->odd_room = room;
  }
  share->odd[share->odd_count++] = *arrival;
}

/* deliver() of a thread of several.  All arrivals of the cycle are correct deliveries,
 * except that a packet may come twice to its destination. */
static void deliver_in_share(struct runner *r, struct arrivals_share *share,
                             const struct ejected_packet *arrival)
{
  uint32_t number;

  if (!scoreboard_claim(&r->result->scoreboard, arrival->at, &arrival->packet, &number)) {
    keep_odd(share, arrival);
    return;
  }
  share->in_window += in_window(r, arrival);
  share->delivered++;
  const uint64_t start = schedule_cycle(r->request->schedule, number);

  if (!count(r, arrival, number, start, statistics_batch(&r->window, start),
             &share->statistics, NULL, &share->err))
    share->failed = true;
}

/* --- reading --- */

/* What is done with the arrivals of a cycle, in their order. */
enum stage {
  ALONE,   /* one thread delivers all */
  LOOKS,   /* a thread looks whether those of its part are correct deliveries */
  DELIVERS /* and delivers them */
};

ARRIVALS_INLINE bool handle(struct runner *r, enum stage stage,
                            struct arrivals_share *share,
                            const struct ejected_packet *arrivals, size_t count,
                            struct err *err)
{
  for (size_t i = 0; i < count; i++)
    if (stage == LOOKS)
      share->wrong |=
          !scoreboard_accepts(&r->result->scoreboard, arrivals[i].at, &arrivals[i].packet);
    else if (stage == DELIVERS)
      deliver_in_share(r, share, &arrivals[i]);
    else if (!deliver(r, &arrivals[i], err))
      return false;
  return true;
}

/* Of the active switches, list those among [*next, to) that eject, of which it looks at
 * ARRIVALS at most, and advance *next past them.  A branch per switch would be
 * mispredicted, so there is none. */
static size_t find_ejecting(const struct links *links, size_t *next, size_t to,
                            uint32_t ejecting[ARRIVALS])
{
  const size_t end = to - *next < ARRIVALS ? to : *next + ARRIVALS;
  size_t count = 0;

  for (size_t i = *next; i < end; i++) {
    const uint32_t sw = links->active[i];

    ejecting[count] = sw;
    count += links->eject[sw] != 0;
  }
  *next = end;
  return count;
}

/* Append the packets that a switch ejects to arrivals[count].  Returns the new count. */
static size_t read_arrivals(const struct runner *r, uint32_t sw,
                            struct ejected_packet *arrivals, size_t count)
{
  const struct machine *m = &r->request->machine;
  const bool hops = machine_can(m, MACHINE_HOPS);

  for (uint64_t eject = r->links.eject[sw]; eject; eject &= eject - 1) {
    struct ejected_packet *arrival = &arrivals[count++];

    *arrival = (struct ejected_packet){.at = sw, .channel = bits_lowest(eject)};
    arrival->packet = m->ops->eject_packet(m->self, sw, arrival->channel);
    arrival->hops = hops ? m->ops->eject_hops(m->self, sw, arrival->channel) : 0;
    scoreboard_prefetch(&r->result->scoreboard, &arrival->packet);
  }
  return count;
}

/* Handle what the active switches [from, to) eject.  On large networks every packet and its
 * schedule entry miss the caches.  Reading many packets before judging the first lets these
 * misses overlap. */
ARRIVALS_INLINE bool arrive(struct runner *r, size_t from, size_t to, enum stage stage,
                            struct arrivals_share *share, struct err *err)
{
  struct ejected_packet arrivals[ARRIVALS + SHAPE_CHANNELS];
  uint32_t ejecting[ARRIVALS];
  size_t count = 0;

  for (size_t next = from; next < to;) {
    const size_t some = find_ejecting(&r->links, &next, to, ejecting);

    for (size_t i = 0; i < some; i++) {
      count = read_arrivals(r, ejecting[i], arrivals, count);
      if (count < ARRIVALS)
        continue;
      if (!handle(r, stage, share, arrivals, count, err))
        return false;
      count = 0;
    }
  }
  return handle(r, stage, share, arrivals, count, err);
}

/* The same for the machine's list of what is ejected. */
ARRIVALS_INLINE bool arrive_listed(struct runner *r, const struct ejections *ejected,
                                   enum stage stage, struct arrivals_share *share,
                                   struct err *err)
{
  for (size_t from = 0, some; from < ejected->count; from += some) {
    const struct ejected_packet *list = &ejected->list[from];

    some = ejected->count - from < ARRIVALS ? ejected->count - from : ARRIVALS;
    for (size_t i = 0; i < some; i++)
      scoreboard_prefetch(&r->result->scoreboard, &list[i].packet);
    if (!handle(r, stage, share, list, some, err))
      return false;
  }
  return true;
}

ARRIVALS_INLINE void arrive_in_part(struct runner *r, uint32_t part, enum stage stage)
{
  const uint32_t parts = team_size(r->request->team);
  const struct links *links = &r->links;
  struct arrivals_share *share = &r->shares[part];

  for (uint32_t i = part; links->ejected && i < links->ejected_count; i += parts)
    (void)arrive_listed(r, &links->ejected[i], stage, share, &share->err);
  if (!links->ejected)
    (void)arrive(r, team_share(parts, part, links->active_count, 1),
                 team_share(parts, part + 1, links->active_count, 1), stage, share,
                 &share->err);
}

static void look_in_part(void *self, uint32_t part)
{
  struct runner *r = self;

  r->shares[part].wrong = false;
  arrive_in_part(r, part, LOOKS);
}

static void deliver_in_part(void *self, uint32_t part)
{
  struct runner *r = self;

  r->shares[part].delivered = r->shares[part].odd_count = 0;
  arrive_in_part(r, part, DELIVERS);
}

static bool arrive_alone(struct runner *r, struct err *err)
{
  const struct links *links = &r->links;

  if (!links->ejected)
    return arrive(r, 0, links->active_count, ALONE, NULL, err);
  for (uint32_t i = 0; i < links->ejected_count; i++)
    if (!arrive_listed(r, &links->ejected[i], ALONE, NULL, err))
      return false;
  return true;
}

/* One fault can change how another is judged.  So if there is any, one thread judges all
 * arrivals of the cycle. */
static bool arrive_together(struct runner *r, struct err *err)
{
  const uint32_t parts = team_size(r->request->team);
  bool wrong = false;

  team_run(r->request->team, look_in_part, r);
  for (uint32_t part = 0; part < parts; part++)
    wrong |= r->shares[part].wrong;
  if (wrong)
    return arrive_alone(r, err);
  team_run(r->request->team, deliver_in_part, r);
  for (uint32_t part = 0; part < parts; part++) {
    const struct arrivals_share *share = &r->shares[part];

    r->result->scoreboard.delivered_count += share->delivered;
    if (share->failed) {
      *err = share->err;
      return false;
    }
    if (!handle(r, ALONE, NULL, share->odd, share->odd_count, err))
      return false;
  }
  return true;
}

bool run_arrivals(struct runner *r, struct err *err)
{
  const struct scoreboard *board = &r->result->scoreboard;
  const size_t before = board->delivered_count;

  if (!(r->shares ? arrive_together(r, err) : arrive_alone(r, err)))
    return false;
  if (board->delivered_count > before)
    r->last_move = r->last_progress = r->delivered_at = r->cycle;
  if (board->faults && r->fault_at == UINT64_MAX)
    r->fault_at = r->cycle;
  return true;
}

bool run_arrivals_open(struct runner *r, struct err *err)
{
  const struct run_request *q = r->request;

  r->window = statistics_window(q->schedule->measure_from, q->schedule->measure_to);
  r->plain = !r->order.packets && !r->values.schedule && r->terminals.answer_count == 0 &&
             !q->schedule->requests && !schedule_is_mixed(q->schedule) &&
             payload_is_numbered(&q->shape.format);
  if (!r->plain || !q->team || !machine_can(&q->machine, MACHINE_BANK))
    return true;
  r->shares = calloc(team_size(q->team), sizeof *r->shares);
  return r->shares || err_set(err, ERR_ENVIRONMENT, "not enough memory for a run");
}

void run_arrivals_reset(struct runner *r)
{
  for (uint32_t part = 0; r->shares && part < team_size(r->request->team); part++) {
    statistics_close(&r->shares[part].statistics);
    r->shares[part].in_window = 0;
  }
}

bool run_arrivals_finish(struct runner *r, struct err *err)
{
  for (uint32_t part = 0; r->shares && part < team_size(r->request->team); part++) {
    r->result->in_window += r->shares[part].in_window;
    if (!statistics_join(&r->result->statistics, &r->shares[part].statistics, err))
      return false;
  }
  run_arrivals_reset(r);
  return true;
}

void run_arrivals_close(struct runner *r)
{
  run_arrivals_reset(r);
  for (uint32_t part = 0; r->shares && part < team_size(r->request->team); part++)
    free(r->shares[part].odd);
  free(r->shares);
}
