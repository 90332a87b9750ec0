/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* arrivals -- reads and judges the packets that the first machine of a run ejects. */
#include "run/lockstep/runner.h"

#include "base/bits.h"

enum { ARRIVALS = 64 /* ejected packets that are read before they are judged */ };

/* A packet that a machine ejects in this cycle. */
struct arrival {
  struct packet packet;
  uint32_t at; /* switch */
  uint32_t channel;
};

/* Has a packet of the same lane and header that started later arrived before? */
static bool judge_order(struct runner *r, const struct arrival *arrival, uint32_t number,
                        struct err *err)
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

static bool deliver(struct runner *r, const struct arrival *arrival, struct err *err)
{
  const struct machine *m = &r->request->machine;
  const struct schedule *schedule = r->request->schedule;
  const uint64_t cycle = r->schedule_cycle;
  const bool mixed = schedule_is_mixed(schedule);
  uint32_t number;

  if (schedule->measure_from <= cycle && cycle < schedule->measure_to &&
      !(mixed && (arrival->packet.header & schedule->privileged_bit)))
    r->result->in_window++;
  if (!scoreboard_eject(&r->result->scoreboard, r->cycle, arrival->at, &arrival->packet,
                        &number))
    return true;
  if (!judge_order(r, arrival, number, err))
    return false;
  terminals_arrived(
      &r->terminals, number,
      topology_receiver(r->request->shape.topology, arrival->at,
                        payload_terminal(arrival->packet.data, &r->request->shape.format)));
  if (!values_arrive(&r->values, number, arrival->packet.data))
    scoreboard_corrupted(&r->result->scoreboard, r->cycle, arrival->at, number);
  uint64_t hops = machine_can(m, MACHINE_HOPS)
                      ? m->ops->eject_hops(m->self, arrival->at, arrival->channel)
                      : ways_hops(&r->ways, number, arrival->at);
  struct schedule_entry room;
  uint64_t start = schedule_cycle(schedule, number);
  uint64_t step = cycle - 1; /* a packet is ejected at least one cycle after it started */
  const bool privileged =
      mixed && schedule_is_privileged(schedule, schedule_entry(schedule, number, &room));
  bool measured = (schedule->measure_to == 0 ||
                   (schedule->measure_from <= start && start < schedule->measure_to)) &&
                  !privileged;
  const uint64_t latency = step - start - phases_waited(&r->phases, number);

  return statistics_deliver(&r->result->statistics, latency, hops, step, measured, err) &&
         (!privileged ||
          statistics_deliver(&r->result->privileged, latency, hops, step, false, err));
}

static bool deliver_some(struct runner *r, const struct arrival *arrivals, size_t count,
                         struct err *err)
{
  for (size_t i = 0; i < count; i++)
    if (!deliver(r, &arrivals[i], err))
      return false;
  return true;
}

/* List the switches that eject among the active ones from *next on, ARRIVALS at most, and
 * advance *next past the switches examined.  A branch per switch would be mispredicted, so
 * there is none. */
static size_t find_ejecting(const struct links *links, size_t *next,
                            uint32_t ejecting[ARRIVALS])
{
  const size_t left = links->active_count - *next;
  const size_t end = *next + (left < ARRIVALS ? left : ARRIVALS);
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
static size_t read_arrivals(const struct runner *r, uint32_t sw, struct arrival *arrivals,
                            size_t count)
{
  const struct machine *m = &r->request->machine;

  for (uint64_t eject = r->links.eject[sw]; eject; eject &= eject - 1) {
    struct arrival *arrival = &arrivals[count++];

    *arrival = (struct arrival){.at = sw, .channel = bits_lowest(eject)};
    arrival->packet = m->ops->eject_packet(m->self, sw, arrival->channel);
    scoreboard_prefetch(&r->result->scoreboard, &arrival->packet);
  }
  return count;
}

/* On large networks every packet and its schedule entry miss the caches.  Reading many
 * packets before judging the first lets these misses overlap. */
bool run_arrivals(struct runner *r, struct err *err)
{
  const struct scoreboard *board = &r->result->scoreboard;
  const size_t before = board->delivered_count;
  struct arrival arrivals[ARRIVALS + SHAPE_CHANNELS];
  uint32_t ejecting[ARRIVALS];
  size_t count = 0;

  for (size_t next = 0; next < r->links.active_count;) {
    const size_t some = find_ejecting(&r->links, &next, ejecting);

    for (size_t i = 0; i < some; i++) {
      count = read_arrivals(r, ejecting[i], arrivals, count);
      if (count < ARRIVALS)
        continue;
      if (!deliver_some(r, arrivals, count, err))
        return false;
      count = 0;
    }
  }
  if (!deliver_some(r, arrivals, count, err))
    return false;
  if (board->delivered_count > before)
    r->last_move = r->last_progress = r->delivered_at = r->cycle;
  if (board->faults && r->fault_at == UINT64_MAX)
    r->fault_at = r->cycle;
  return true;
}
