/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* needs -- the memory that a run will take, estimated before it begins. */
#include "tool/session/needs.h"

#include "run/exercise/watch.h"
#include "run/lockstep/equals.h"
#include "run/lockstep/order.h"
#include "run/lockstep/ways.h"
#include "run/machine/engines.h"
#include "run/machine/golden.h"
#include "run/machine/injections.h"
#include "run/machine/phases.h"
#include "switch/bank/switch.h"
#include "switch/component/collective_engine.h"
#include "tool/session/machines.h"

#include <stdio.h>

enum {
  GIB_SHIFT = 30,
  SAID_PERCENT = 5,        /* parts of an estimate that are named */
  WAVE_BUFFER = 132 << 20, /* of the library that writes FST files, when it is full, */
  WAVE_CHANNEL = 1 << 10,  /* and for a channel of a recorded switch */
  TEXT = 256
};

/* --- the golden model --- */

static uint64_t switch_bytes(const struct shape *shape)
{
  const struct switch_config config = golden_config(shape);
  const struct switch_bank *bank = NULL; /* of which only sizes are asked */
  const uint64_t channels = config.channels, queues = switch_queues(&config);
  const bool arbiters = config.vcs > 1 || config.sends > 0;
  uint64_t bytes = channels * sizeof *bank->inputs + queues * sizeof *bank->outputs +
                   config.ports * sizeof(struct link_word) + sizeof *bank->full +
                   sizeof *bank->ready + sizeof *bank->valid + sizeof *bank->eject;

  if (switch_can_pass(&config))
    bytes += sizeof *bank->leaving;
  if (arbiters)
    bytes += sizeof *bank->offered;
  if (arbiters || config.random != RANDOM_NONE)
    bytes += sizeof *bank->kept;
  if (config.vcs > 1)
    bytes += config.ports;
  if (config.sends)
    bytes += sizeof *bank->last_port + sizeof *bank->blocked;
  if (config.pushes)
    bytes += queues * sizeof *bank->turns;
  if (config.store)
    bytes += sizeof *bank->stores;
  if (config.random == RANDOM_STEPS)
    bytes += channels * sizeof *bank->counts;
  if (config.random == RANDOM_SHARED || random_source_chooses(config.random))
    bytes += channels * sizeof *bank->words;
  if (shape->topology->row->here)
    bytes += sizeof *bank->here;
  return bytes + switch_lfsrs(&config) * sizeof *bank->lfsrs;
}

/* Places for packets in the network. */
static double places(const struct session *s)
{
  return (double)golden_packets(&s->shape, s->topology.switches, session_at_once(s));
}

/* What is used in cycles in which packets pass: channels of the next cycle, or a list of
 * what crosses, and then no queues where packets never wait; and packets that leave the
 * network, about one at every switch. */
static int64_t pass_bytes(const struct session *s, uint64_t switches, uint64_t packets)
{
  const struct switch_config config = golden_config(&s->shape);
  const struct switch_bank *bank = NULL;
  const uint64_t ejections =
      (packets < switches ? packets : switches) * sizeof *bank->ejections;

  if (!switch_can_pass(&config))
    return 0;
  if (!switch_is_sparse(&config, s->topology.switches, (uint32_t)places(s)))
    return (int64_t)(switches *
                         (config.channels * sizeof *bank->next_inputs +
                          config.ports * sizeof *bank->senders + sizeof *bank->next_full) +
                     ejections);
  return (int64_t)(packets * sizeof *bank->crossings + ejections) -
         (s->schedule.all_set_up && s->schedule.setups == 1
              ? (int64_t)(switches *
                          (config.ports * sizeof *bank->outputs + sizeof *bank->eject))
              : 0);
}

static uint64_t engine_bytes(const struct shape *shape)
{
  const struct engine_programs *p = shape->programs;

  return p->count * (sizeof(struct collective_engine) + 6 * sizeof(uint64_t) +
                     shape->topology->ports * sizeof(struct link)) +
         p->first[p->count] * sizeof(uint64_t) +
         p->memory_first[p->count] * (sizeof(uint64_t) + sizeof(uint16_t));
}

/* --- packets in the network --- */

/* The most packets in the network at once.  Those that start take a time that follows from
 * their cycles and lanes; in it links carry away what they can, and the rest stays.  Where
 * links have room, packets are there for the cycles of their paths. */
static double flying(const struct session *s)
{
  const struct schedule *schedule = &s->schedule;
  const struct topology *t = &s->topology;
  const double copies = (double)session_copies(s);
  const double bound = places(s);

  if (schedule->count == 0)
    return 0;
  const double mean = limits_paths(schedule, t, s->shape.routing, s->description.seed).hops;
  const double hops = mean > 0 ? mean : 1;
  const double lanes = (double)t->terminals * (s->shape.lanes ? s->shape.lanes : t->ports);
  const double span = (double)schedule_last_cycle(schedule) + 1;
  const double starting =
      (double)schedule->count / lanes > span ? (double)schedule->count / lanes : span;
  const double carried = starting * (double)t->switches * t->ports / hops;
  const double rest = span > 1 && copies > carried ? copies - carried : 0;
  const double under_way = copies / starting * (hops + 1);
  const double most = span > 1 ? (rest > under_way ? rest : under_way) : copies;

  return most < bound ? most : bound;
}

/* --- a packet of the schedule --- */

static uint64_t broadcasts(const struct schedule *schedule)
{
  uint64_t count = 0;

  for (size_t i = 0; !schedule->rule && !schedule->singles && i < schedule->count; i++)
    count += schedule->entries[i].destination == SCHEDULE_ALL;
  return count;
}

/* Bytes that terminals and judges keep of every packet. */
static uint64_t packet_bytes(const struct session *s)
{
  const struct shape *shape = &s->shape;
  const bool alone = machines_have_verilog(&s->description) && !s->description.lock_step;
  uint64_t bytes = 0;

  if (shape->routing->phases.kind == PHASE_BARRIER)
    bytes += sizeof(struct phases_packet);
  if (!payload_is_numbered(&shape->format))
    bytes += sizeof(struct equal);
  if (alone || s->compare != COMPARE_CYCLE)
    bytes += sizeof(struct way_links);
  if (s->compare == COMPARE_DELIVERY && order_is_promised(shape))
    bytes += sizeof(struct order_packet);
  if (s->schedule.reduction)
    bytes += 2 * sizeof(uint64_t);
  return bytes;
}

static uint64_t schedule_bytes(const struct session *s)
{
  const struct schedule *schedule = &s->schedule;
  const struct terminals *terminals = NULL;
  const uint64_t all = broadcasts(schedule), count = schedule->count;
  const uint64_t ends = s->topology.terminals * (s->shape.privileged_lanes ? 2 : 1);
  const uint64_t lanes = ends * (s->shape.lanes ? s->shape.lanes : s->topology.ports);
  const double span = (double)schedule_last_cycle(schedule) + 1;
  const double first = (double)count / span;

  return count * packet_bytes(s) + (count + all * s->topology.terminals) / 8 +
         (all ? count * sizeof(uint32_t) : 0) +
         ends * (sizeof *terminals->head + sizeof *terminals->tail) +
         (uint64_t)(first < (double)lanes ? first : (double)lanes) *
             sizeof(struct injection);
}

/* --- what watches --- */

static uint64_t watch_bytes(const struct session *s)
{
  const uint64_t channels = shape_channels(&s->shape);
  uint64_t bytes = 0;

  if (s->description.wave)
    bytes += WAVE_BUFFER + s->wave_count * channels * WAVE_CHANNEL;
  if (s->compare == COMPARE_FLOW)
    bytes += s->topology.switches * (shape_queues(&s->shape) * sizeof(struct packet) + 64);
  return bytes;
}

/* --- the whole --- */

struct needs needs_of(const struct session *s, uint64_t verilog, const struct room *room)
{
  const struct shape *shape = &s->shape;
  const uint64_t switches = s->topology.switches;
  const uint64_t table =
      s->schedule.entries ? s->schedule.count * sizeof *s->schedule.entries : 0;
  const bool golden = !machines_have_verilog(&s->description) ||
                      (s->description.lock_step && s->compare == COMPARE_CYCLE);
  struct needs needs = {
      .bytes = {[NEED_PROGRAM] = room->used > table ? room->used - table : 0,
                [NEED_SCHEDULE] = table + schedule_bytes(s),
                [NEED_VERILOG] = verilog,
                [NEED_WATCH] = watch_bytes(s)}};

  /* Of the parts of several ranks, that of one. */
  const uint64_t parts = s->host.ranks ? s->host.ranks->count : 1;

  if (golden && s->collective.is) {
    needs.bytes[NEED_SWITCHES] = engine_bytes(shape);
  } else if (golden) {
    const uint64_t packets =
        (uint64_t)(room->bound == ROOM_ADDRESSES ? places(s) : flying(s)) / parts;
    const uint64_t active = packets < switches ? packets : switches;

    needs.bytes[NEED_SWITCHES] =
        switches / parts * switch_bytes(shape) + active * 3 * sizeof(uint32_t);
    if (parts == 1 && !machines_have_verilog(&s->description))
      needs.bytes[NEED_SWITCHES] += (uint64_t)pass_bytes(s, switches, packets);
    needs.bytes[NEED_FLYING] =
        packets * (sizeof(struct pooled_packet) +
                   (shape_priority_bits(shape) ? sizeof(uint16_t) : 0));
  }
  return needs;
}

uint64_t needs_sum(const struct needs *needs)
{
  uint64_t sum = 0;

  for (int i = 0; i < NEEDS; i++)
    sum += needs->bytes[i];
  return sum;
}

static const char *const names[NEEDS] = {
    [NEED_PROGRAM] = "program and network", [NEED_SCHEDULE] = "schedule",
    [NEED_SWITCHES] = "switches",           [NEED_FLYING] = "packets in the network",
    [NEED_VERILOG] = "switches in Verilog", [NEED_WATCH] = "what watches them",
};

/* What makes the largest part smaller. */
static const char *const remedies[NEEDS] = {
    [NEED_PROGRAM] = "give a smaller network",
    [NEED_SCHEDULE] = ("give fewer packets (--packets, or measure= of an open loop) or a "
                       "smaller network"),
    [NEED_SWITCHES] = "give a smaller network, or fewer --vcs or --lanes",
    [NEED_FLYING] = "give fewer packets, or a --depth",
    [NEED_VERILOG] = "give a smaller network, or a run of the golden model alone",
    [NEED_WATCH] = "give fewer --wave-switches",
};

const char *needs_print_bytes(char text[NEEDS_BYTES], uint64_t bytes)
{
  if (bytes >= 10 * UINT64_C(1000000000))
    snprintf(text, NEEDS_BYTES, "%.0f GB", (double)bytes / 1e9);
  else if (bytes >= UINT64_C(1000000000))
    snprintf(text, NEEDS_BYTES, "%.1f GB", (double)bytes / 1e9);
  else
    snprintf(text, NEEDS_BYTES, "%.0f MB", (double)bytes / 1e6);
  return text;
}

/* "schedule 13 GB, switches 0.9 GB". */
static void print_parts(const struct needs *needs, char text[TEXT])
{
  const uint64_t sum = needs_sum(needs);
  size_t used = 0;
  char bytes[NEEDS_BYTES];

  text[0] = '\0';
  for (int i = 0; i < NEEDS; i++)
    if (needs->bytes[i] * 100 / SAID_PERCENT >= sum && used < TEXT)
      used += (size_t)snprintf(text + used, TEXT - used, "%s%s %s", used ? ", " : "",
                               names[i], needs_print_bytes(bytes, needs->bytes[i]));
}

static enum need largest(const struct needs *needs)
{
  enum need most = NEED_PROGRAM;

  for (int i = 1; i < NEEDS; i++)
    if (needs->bytes[i] > needs->bytes[most])
      most = (enum need)i;
  return most;
}

/* The memory that a run may take in all; UINT64_MAX: any. */
static uint64_t allowed(const struct description *d, const struct room *room)
{
  const uint64_t at_once = d->at_once ? d->at_once : 1;

  if (d->memory == 0 || (d->memory == DESCRIPTION_UNSET && room->free == UINT64_MAX))
    return UINT64_MAX;
  return d->memory == DESCRIPTION_UNSET ? room->used + room->free / at_once
                                        : (uint64_t)d->memory << GIB_SHIFT;
}

static const char *bound_of(const struct description *d, const struct room *room,
                            bool verilog)
{
  if (d->memory != DESCRIPTION_UNSET)
    return "--memory allows";
  if (room->bound == ROOM_ADDRESSES)
    return verilog ? "--dut-memory or ulimit -v allows" : "ulimit -v allows";
  if (room->bound == ROOM_GROUP)
    return "the control group has";
  return d->at_once > 1 ? "each of the jobs at once has" : "this machine has";
}

bool needs_check(struct session *s, uint64_t verilog, struct err *err)
{
  const struct description *d = &s->description;
  const struct room room = room_of("");
  const uint64_t most = allowed(d, &room);
  char parts[TEXT], wanted[NEEDS_BYTES], there[NEEDS_BYTES], line[2 * TEXT];

  if (!d->traffic)
    return true;
  const struct needs needs = needs_of(s, verilog, &room);
  const uint64_t sum = s->needed = needs_sum(&needs);

  if (most == UINT64_MAX)
    return true;
  print_parts(&needs, parts);
  needs_print_bytes(wanted, sum);
  needs_print_bytes(there, most);
  if (sum > most)
    return err_set(err, ERR_ENVIRONMENT,
                   "this run needs about %s, and %s %s: %s; %s, or --memory 0 to go on all "
                   "the same",
                   wanted, bound_of(d, &room, verilog > 0), there, parts,
                   remedies[largest(&needs)]);
  if (sum > most / 2 && s->host.warn) {
    const int length =
        snprintf(line, sizeof line, "needs about %s of %s: %s", wanted, there, parts);

    s->host.warn(s->host.self, line, (size_t)length);
  }
  return true;
}

uint64_t needs_packets(const struct description *d)
{
  const struct schedule *schedule = NULL;
  const struct room room = room_of("");
  const uint64_t most = allowed(d, &room);

  if (most == UINT64_MAX)
    return 0;
  return most > room.used ? (most - room.used) / sizeof *schedule->entries + 1 : 1;
}
