/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule -- a workload as a flat list: which packet starts where and when.
 *
 * A schedule can be printed, stored, compared, replayed.  It depends on topology, routing,
 * traffic and seed alone, never on what a machine does with it.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_SCHEDULE_H
#define LOCKHOP_NETWORK_TRAFFIC_SCHEDULE_H

#include "base/err.h"
#include "network/topology/topology.h"
#include "network/traffic/disturbance.h"

#include <stdio.h>

/* Destination of a broadcast: every terminal, its source included. */
#define SCHEDULE_ALL UINT32_MAX

/* Destination of a packet that no switch ejects: the run looks at it for some cycles, and
 * ends. */
#define SCHEDULE_NOWHERE (UINT32_MAX - 1)

/* The packet number `i` of a run is its index in entries. */
struct schedule_entry {
  uint32_t cycle;       /* in which the terminal first offers it */
  uint32_t source;      /* terminal */
  uint32_t destination; /* terminal at which it is expected, once; or SCHEDULE_ALL, or
                         * SCHEDULE_NOWHERE */
  uint32_t answers; /* 1 + number of the packet that must have arrived at the source before;
                     * 0: none */
  uint64_t header;  /* with which it starts */
};

struct schedule {
  struct schedule_entry
      *entries; /* [count], sorted by cycle, then source; in one cycle and
                 * at one source, in the order in which they are offered */
  size_t count; /* [0, 2^31) */
  uint8_t
      *group; /* [terminals] 1: broadcasts are expected here, 0: not; NULL: everywhere */
  /* Open-loop traffic only: packets that start in cycles [measure_from, measure_to) are
   * measured. Both 0 for all other traffic. */
  uint32_t measure_from;
  uint32_t measure_to;
  struct disturbances disturbances; /* what happens beside the packets */
  uint64_t not_sent;                /* packets left out, because of failed switches */
  bool conflict_free; /* said to be free of link conflicts: network/traffic/conflicts.h */
  uint32_t parts; /* that every packet is in (network/traffic/permutation.h); 0 and 1: it is
                     whole */
  /* Permutations whose paths a routing set up (network/traffic/path_setup.h), and how long
   * that took, the only number here that differs between two schedules of one request. */
  uint32_t setups;
  double setup_seconds;
};

/* What traffic is made from. */
struct traffic_request {
  const struct topology *topology;
  const struct routing *routing;
  const char *traffic; /* e.g. "transpose", "uniform,load=0.1", "file:PATH", "trace:PATH" */
  uint32_t packets;    /* per terminal, >= 1, of a permutation or file:; others ignore it */
  uint64_t seed;
};

/* What follows the name of a kind of traffic. */
enum traffic_argument { TRAFFIC_ALONE, TRAFFIC_OPTIONS, TRAFFIC_PATH };

/* How many terminals a network must have for it. */
enum traffic_terminals {
  TRAFFIC_ANY_TERMINALS,
  TRAFFIC_POWER, /* 2^n */
  TRAFFIC_EVEN   /* 2^n, n even */
};

/* Is it expected at one terminal? */
static inline bool schedule_is_for_one(const struct schedule_entry *entry)
{
  return entry->destination < SCHEDULE_NOWHERE;
}

/* Make a schedule; `argument` is what follows the name and its ':' or ',', or "". */
typedef bool traffic_make(struct schedule *schedule, const struct traffic_request *request,
                          const char *argument, struct err *err);

/* One row of the table of traffic.  Several rows may have one name, on different networks.
 */
struct traffic_row {
  const char *name;  /* e.g. "uniform" */
  const char *usage; /* e.g. "uniform,load=L[,warmup=C][,measure=C]" */
  const char *text;  /* one line of help */
  enum traffic_argument argument;
  /* Topologies on which it runs, NULL-terminated; NULL: on all. */
  const struct topology_row *const *networks;
  bool elsewhere; /* it runs on all but these */
  enum traffic_terminals terminals;
  bool own_headers; /* no routing gives its packets better ones */
  /* Name of the routing that it is meant for with these options; NULL, or returns NULL: the
   * topology's default. */
  const char *(*routing)(const char *options);
  traffic_make *make;
};

/* The table. */
const struct traffic_row *traffic_rows(size_t *count);

/* Does it run on this network?  Error: ERR_USAGE with the reason. */
bool traffic_runs(const struct traffic_row *row, const struct topology *t, struct err *err);

/* The row that traffic ("name", "name,OPTIONS", "name:PATH") names on this network.  NULL
 * and ERR_USAGE when there is none: with the nearest name, or with the networks that have
 * it. */
const struct traffic_row *traffic_find(const char *traffic, const struct topology *t,
                                       struct err *err);

enum { TRAFFIC_WHERE = 128 }; /* bytes of the text of traffic_where */

/* On which networks it runs, e.g. "d3" or "2^n terminals"; "" for all.  Returns text. */
const char *traffic_where(const struct traffic_row *row, char text[TRAFFIC_WHERE]);

/* Make the schedule that `request` names.  Errors: those of traffic_find; ERR_USAGE for a
 * bad option, a file that cannot be read or has a wrong line (with its number);
 * ERR_ENVIRONMENT when memory is short. */
bool schedule_make(struct schedule *schedule, const struct traffic_request *request,
                   struct err *err);

/* Most packets that one terminal starts in one cycle, in [1, ports]: the lanes that let all
 * start together. */
uint32_t schedule_width(const struct schedule *schedule, const struct topology *t);

/* Is a broadcast expected at a terminal? */
static inline bool schedule_in_group(const struct schedule *schedule, uint32_t terminal)
{
  return !schedule->group || schedule->group[terminal];
}

/* Deliveries expected: one for each packet that is for one terminal, and one at every
 * terminal of the group for a broadcast. */
uint64_t schedule_deliveries(const struct schedule *schedule, const struct topology *t);

/* The address of the destination, "all" or "none". */
void schedule_print_destination(const struct topology *t,
                                const struct schedule_entry *entry,
                                char text[ADDRESS_TEXT]);

/* Packets that never arrive. */
size_t schedule_nowhere(const struct schedule *schedule);

/* Packets, and copies of broadcasts, that may be in the network together. */
size_t schedule_copies(const struct schedule *schedule, const struct topology *t);

/* Cycles after the start of the schedule for which a run lasts at least, because packets
 * are looked at that never arrive; 0: there are none. */
uint64_t schedule_lasts(const struct schedule *schedule);

/* Name of the routing that this traffic is meant for, where it is not the topology's
 * default; else NULL. */
const char *schedule_routing(const struct topology *t, const char *traffic);

/* Print the list; `trace:PATH` reads it back exactly (docs/traffic.md).  False when the
 * stream has an error. */
bool schedule_print(const struct schedule *schedule, const struct topology *t,
                    const struct routing *routing, FILE *file);

void schedule_free(struct schedule *schedule);

#endif
