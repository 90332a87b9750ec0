/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- a workload as a flat list: the source, destination and start of each packet.
 *
 * A schedule can be printed, stored, compared and replayed.  It depends only on topology,
 * routing, traffic and seed, never on a machine.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_SCHEDULE_H
#define LOCKHOP_NETWORK_TRAFFIC_SCHEDULE_H

#include "base/err.h"
#include "network/topology/topology.h"
#include "network/traffic/disturbance.h"
#include "network/traffic/payload.h"
#include "network/traffic/reduction.h"

#include <stdio.h>

/* Destination of a broadcast: every terminal, its source included. */
#define SCHEDULE_ALL UINT32_MAX

/* Destination of a packet that no switch ejects: the run follows it for some cycles, then
 * ends.
 */
#define SCHEDULE_NOWHERE (UINT32_MAX - 1)

/* Bytes of the hash of a file that traffic is read from, its 0 included. */
enum { SCHEDULE_CONTENT = 17 };

/* The number of a packet is its index in entries. */
struct schedule_entry {
  uint32_t cycle;       /* cycle in which the terminal first offers it */
  uint32_t source;      /* terminal */
  uint32_t destination; /* terminal, or SCHEDULE_ALL, or SCHEDULE_NOWHERE */
  uint32_t
      answers;     /* 1 + number of the packet that must arrive at the source first; 0: none
                    */
  uint64_t header; /* at the start */
};

/* Computes the entries of a schedule that is too large to be held, in any order.  Every
 * packet has one destination and answers none.  Part of what the schedule's maker needs. */
struct schedule_rule {
  /* Sets all of an entry but the header; and the header, of an entry that has the rest. */
  void (*start)(const struct schedule_rule *rule, size_t number,
                struct schedule_entry *entry);
  void (*header)(const struct schedule_rule *rule, size_t number,
                 struct schedule_entry *entry);
  /* `start` for one thread, of one packet after the other, and of a packet that enters the
   * network and is looked up again when it arrives.  NULL: start is as good. */
  void (*next)(struct schedule_rule *rule, size_t number, struct schedule_entry *entry);
  void (*enter)(struct schedule_rule *rule, size_t number, struct schedule_entry *entry);
  void (*close)(struct schedule_rule *rule);
  /* Prefetch what `start` reads.  NULL: it computes all. */
  void (*prefetch)(const struct schedule_rule *rule, size_t number);
  uint32_t width; /* most packets that a terminal starts in one cycle */
};

/* Schedules of more packets are computed, if there is a rule. */
#define SCHEDULE_HELD ((size_t)1 << 22)

struct schedule {
  struct schedule_entry *entries; /* [count] by cycle, then source, then order of being
                                   * offered; NULL: they are computed, or there are none */
  struct schedule_rule
      *rule;    /* that computes them, with the topology; NULL: they are held */
  size_t count; /* [0, 2^31) */
  size_t most;  /* packets for which there is memory; 0: any number */
  /* Packets that answer none are requests: complete when their answer arrives, or, without
   * one, when they do; what is measured is how long that takes.  Each has one answer at
   * most, for its source, which nobody answers. */
  bool requests;
  uint32_t service; /* cycles from the arrival of a request to the start of its answer */
  uint32_t window; /* requests of a terminal that are outstanding, at most; 0: any number */
  uint8_t *group;  /* [terminals] 1: broadcasts arrive here; 0: not; NULL: everywhere */
  struct reduction *reduction; /* what terminals compute from the packets; NULL: nothing */
  /* Open-loop traffic only: packets that start in cycles [measure_from, measure_to) are
   * measured. Both 0 for all other traffic. */
  uint32_t measure_from;
  uint32_t measure_to;
  struct disturbances disturbances; /* events besides packets */
  uint64_t not_sent;                /* packets removed because of failed switches */
  bool singles; /* every packet has one destination and answers none; false: perhaps */
  bool conflict_free; /* claims to be free of link conflicts: network/traffic/conflicts.h */
  /* Service levels: the bit of a header that is 1 for a privileged packet, 0 where the
   * routing has one level; and the number of such packets.  The collective of a mixture
   * starts in cycle measure_from. */
  uint64_t privileged_bit;
  size_t privileged;
  uint32_t parts; /* of every packet (network/traffic/permutation.h); 0 and 1: not split */
  /* Permutations whose paths a routing set up (network/traffic/path_setup.h), and the time
   * that took.  Only this time differs between two schedules of one request. */
  uint32_t setups;
  double setup_seconds;
  bool all_set_up;                /* every packet belongs to one of them */
  char content[SCHEDULE_CONTENT]; /* hash of the file of a matrix; "": there is none */
};

/* The inputs from which a schedule is made. */
struct traffic_request {
  const struct topology *topology;
  const struct routing *routing;
  const char *traffic; /* e.g. "transpose", "uniform,load=0.1", "file:PATH", "trace:PATH" */
  uint32_t packets; /* per terminal, >= 1, for permutations and file:; others ignore it */
  uint64_t seed;
  uint32_t measure; /* measured cycles of an open loop that does not say; 0: the default */
  size_t most;      /* packets for which there is memory; 0: any number */
  size_t held;      /* packets up to which entries are held; 0: SCHEDULE_HELD */
};

/* The form of the text after the name of a kind of traffic. */
enum traffic_argument {
  TRAFFIC_ALONE,
  TRAFFIC_OPTIONS,
  TRAFFIC_PATH,
  TRAFFIC_MIXTURE /* two kinds: network/traffic/mixture.h */
};

/* The number of terminals that a kind of traffic requires. */
enum traffic_terminals {
  TRAFFIC_ANY_TERMINALS,
  TRAFFIC_POWER, /* 2^n */
  TRAFFIC_EVEN   /* 2^n, n even */
};

/* Does the packet have exactly one destination? */
static inline bool schedule_is_for_one(const struct schedule_entry *entry)
{
  return entry->destination < SCHEDULE_NOWHERE;
}

static inline bool schedule_is_privileged(const struct schedule *schedule,
                                          const struct schedule_entry *entry)
{
  return entry->header & schedule->privileged_bit;
}

/* Are there privileged and standard packets? */
static inline bool schedule_is_mixed(const struct schedule *schedule)
{
  return schedule->privileged > 0 && schedule->privileged < schedule->count;
}

/* An entry; `room` is for one that is computed. */
static inline const struct schedule_entry *
schedule_entry(const struct schedule *schedule, size_t number, struct schedule_entry *room)
{
  if (schedule->entries)
    return &schedule->entries[number];
  schedule->rule->start(schedule->rule, number, room);
  schedule->rule->header(schedule->rule, number, room);
  return room;
}

/* Prefetch what schedule_start will read. */
static inline void schedule_prefetch(const struct schedule *schedule, size_t number)
{
  if (schedule->entries)
    __builtin_prefetch(&schedule->entries[number]);
  else if (schedule->rule->prefetch)
    schedule->rule->prefetch(schedule->rule, number);
}

/* The same, sooner; its header is undefined. */
static inline const struct schedule_entry *
schedule_start(const struct schedule *schedule, size_t number, struct schedule_entry *room)
{
  if (schedule->entries)
    return &schedule->entries[number];
  schedule->rule->start(schedule->rule, number, room);
  return room;
}

/* The same, for one thread that asks for one after the other. */
static inline const struct schedule_entry *
schedule_next(const struct schedule *schedule, size_t number, struct schedule_entry *room)
{
  if (schedule->entries || !schedule->rule->next)
    return schedule_start(schedule, number, room);
  schedule->rule->next(schedule->rule, number, room);
  return room;
}

/* schedule_entry of a packet that enters the network, for that thread. */
static inline const struct schedule_entry *
schedule_enter(const struct schedule *schedule, size_t number, struct schedule_entry *room)
{
  if (schedule->entries || !schedule->rule->enter)
    return schedule_entry(schedule, number, room);
  schedule->rule->enter(schedule->rule, number, room);
  schedule->rule->header(schedule->rule, number, room);
  return room;
}

/* The cycle in which a packet starts, and its destination. */
static inline uint32_t schedule_cycle(const struct schedule *schedule, size_t number)
{
  struct schedule_entry room;

  return schedule_start(schedule, number, &room)->cycle;
}

static inline uint32_t schedule_destination(const struct schedule *schedule, size_t number)
{
  struct schedule_entry room;

  return schedule_start(schedule, number, &room)->destination;
}

/* The cycle in which the last packet starts; 0: there are none. */
static inline uint32_t schedule_last_cycle(const struct schedule *schedule)
{
  return schedule->count ? schedule_cycle(schedule, schedule->count - 1) : 0;
}

/* Make a schedule; `argument` is the text after the name and its ':' or ',', or "". */
typedef bool traffic_make(struct schedule *schedule, const struct traffic_request *request,
                          const char *argument, struct err *err);

/* One row of the table of traffic.  Several rows may have one name, on different networks.
 */
struct traffic_row {
  const char *name;  /* e.g. "uniform" */
  const char *usage; /* e.g. "uniform,load=L[,warmup=C][,measure=C]" */
  const char *text;  /* one line of help */
  enum traffic_argument argument;
  /* The topologies on which it runs, NULL-terminated; NULL: all. */
  const struct topology_row *const *networks;
  bool elsewhere; /* it runs on all except these */
  enum traffic_terminals terminals;
  bool of_switches; /* a schedule of switches, each with one terminal */
  bool own_headers; /* path_setup keeps the headers of its packets */
  /* The name of the routing to use with these options; NULL, or returns NULL: the
   * topology's default. */
  const char *(*routing)(const char *options);
  traffic_make *make;
};

/* The table. */
const struct traffic_row *traffic_rows(size_t *count);

/* Does the traffic run on this network?  Error: ERR_USAGE with the reason. */
bool traffic_runs(const struct traffic_row *row, const struct topology *t, struct err *err);

/* Find the row of traffic "name", "name,OPTIONS" or "name:PATH" for this network.  NULL and
 * ERR_USAGE: none; with the nearest name, or the networks that have it. */
const struct traffic_row *traffic_find(const char *traffic, const struct topology *t,
                                       struct err *err);

enum { TRAFFIC_WHERE = 128 }; /* bytes of the text of traffic_where */

/* Print the networks on which it runs, e.g. "d3" or "2^n terminals"; "": all.  Returns
 * text. */
const char *traffic_where(const struct traffic_row *row, char text[TRAFFIC_WHERE]);

/* Make the schedule of `request`.  Errors: those of traffic_find; ERR_USAGE for a bad
 * option, an unreadable file, or a wrong line in a file (with its number); ERR_ENVIRONMENT
 * when memory is short. */
bool schedule_make(struct schedule *schedule, const struct traffic_request *request,
                   struct err *err);

/* Hold all entries, so that they can be changed.  Error: ERR_ENVIRONMENT when memory is
 * short, or they are more than schedule->most. */
bool schedule_hold(struct schedule *schedule, struct err *err);

/* The most packets that one terminal starts in one cycle, in [1, ports]: with this many
 * lanes all can start at once.  Of a mixed schedule the sum of both levels; of requests 1.
 */
uint32_t schedule_width(const struct schedule *schedule, const struct topology *t);

/* The same of the packets of one level. */
uint32_t schedule_width_of(const struct schedule *schedule, const struct topology *t,
                           bool privileged);

/* The data of a packet of the schedule. */
static inline uint64_t schedule_data(const struct schedule *schedule, uint32_t number,
                                     uint64_t seed, const struct packet_format *format)
{
  return format->terminal_bits
             ? payload_to(number, schedule_destination(schedule, number), seed, format)
             : payload_data(number, seed, format);
}

/* The data of a packet of a program, with the value that it carries. */
static inline uint64_t schedule_value_data(const struct schedule *schedule, uint32_t number,
                                           uint64_t value,
                                           const struct packet_format *format)
{
  const uint64_t payload = payload_with(number, value, format);

  return format->terminal_bits
             ? payload << format->terminal_bits |
                   schedule_destination(schedule, number) % format->per_site
             : payload;
}

/* Are these the data of packet `number`?  Of the packets of a program only the number is
 * known here: the value that they carry is judged where they arrive. */
static inline bool schedule_has_data(const struct schedule *schedule, uint64_t data,
                                     uint32_t number, uint64_t seed,
                                     const struct packet_format *format)
{
  return number < schedule->count &&
         (schedule->reduction || data == schedule_data(schedule, number, seed, format));
}

/* Do broadcasts arrive at this terminal? */
static inline bool schedule_in_group(const struct schedule *schedule, uint32_t terminal)
{
  return !schedule->group || schedule->group[terminal];
}

/* The deliveries expected: one for each packet with one destination; for a broadcast, one
 * at every terminal of the group. */
uint64_t schedule_deliveries(const struct schedule *schedule, const struct topology *t);

/* Print the address of the destination, "all" or "none". */
void schedule_print_destination(const struct topology *t,
                                const struct schedule_entry *entry,
                                char text[ADDRESS_TEXT]);

/* The number of packets that never arrive. */
size_t schedule_nowhere(const struct schedule *schedule);

/* The most packets, copies of broadcasts included, that may be in the network at once. */
size_t schedule_copies(const struct schedule *schedule, const struct topology *t);

/* The least cycles of a run from the start of the schedule on, for packets that never
 * arrive; 0: no such packets. */
uint64_t schedule_lasts(const struct schedule *schedule);

/* The name of the routing to use with this traffic, if it is not the topology's default;
 * otherwise NULL. */
const char *schedule_routing(const struct topology *t, const char *traffic);

/* Is this traffic an open loop: do its packets start at any time?  No for a trace, and for
 * text that is no traffic of this network. */
bool schedule_is_open_loop(const struct topology *t, const char *traffic);

/* Print the list; `trace:PATH` reads it back exactly (docs/traces.md).  False: the stream
 * has an error. */
bool schedule_print(const struct schedule *schedule, const struct topology *t,
                    const struct routing *routing, FILE *file);

void schedule_free(struct schedule *schedule);

#endif
