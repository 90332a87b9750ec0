/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* routing -- the routing algorithms of a topology, and the options of each.
 *
 * A routing is one row of its topology's table: a name, and options with a few values each.
 * All combinations of them are made when the topology is opened, and belong to it.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_ROUTING_H

#include "base/err.h"
#include "switch/bank/unit.h"
#include "switch/component/link_arbiter.h"
#include "switch/component/packet.h"
#include "switch/component/random_bits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ROUTING_NAME = 64,   /* bytes of a name, options and 0 included */
  ROUTING_OPTIONS = 4, /* options of a routing, at most */
  ROUTING_VALUES = 4   /* values of an option, at most */
};

struct topology;

/* How many packets are in the output queues of a port: what a terminal may look at when
 * it launches a packet. */
struct queue_view {
  uint32_t (*packets)(const void *self, uint32_t sw, uint32_t port);
  const void *self;
};

/* What makes the phase step. */
enum phase_kind {
  PHASE_STAYS,   /* nothing: it is 0 */
  PHASE_BARRIER, /* the last packet has come to the end of the phase */
  PHASE_LENGTHS  /* the cycles of the phase are over */
};

/* The phases of a routing, see run/machine/phases.h.  All NULL where the phase stays. */
struct phase_rule {
  enum phase_kind kind;
  bool repeated; /* phase 0 comes again after the last one, which else stays */
  uint32_t (*count)(const struct topology *t); /* at most 2^phase_bits of the unit */
  /* Of PHASE_BARRIER, and of others whose packets wait: the switch at which a phase ends of
   * a packet from terminal source that has this header in the schedule. */
  uint32_t (*ends_at)(const struct topology *t, uint32_t source, uint64_t header,
                      uint32_t phase);
  /* Of PHASE_LENGTHS: cycles of a phase, at least 1. */
  uint64_t (*length)(const struct topology *t, uint32_t phase);
};

/* One routing algorithm of a topology, with its options chosen: a route unit, what the
 * switch must have around it, and the header that a packet starts with. */
struct routing {
  char name[ROUTING_NAME];       /* e.g. "deterministic"; options that are not the default
                                  * behind it, "name,key=value" */
  const char *text;              /* one line of help */
  const struct route_unit *unit; /* decides at every switch */
  /* Output queues are ordered by the unit's priority, where there are fewer VCs than this:
   * with so many, every queue holds packets of one priority.  0: they are FIFOs. */
  uint32_t ordered;
  /* Bits of the priority that packets have on this network; NULL: all those of the unit. */
  uint32_t (*priority_bits)(const struct topology *t);
  enum arbiter_rule arbiter; /* ARBITER */
  uint32_t sends; /* SENDS: ports on which a switch may send in a cycle; 0: all */
  enum random_source random; /* RANDOM */
  uint32_t vcs;              /* VCS with which it is free of deadlock, [1, ROUTE_VCS] */
  bool cyclic;               /* no: channels wait in a cycle with any number of VCs; vcs is
                              * the default */
  const char *why;           /* the argument, in one line */
  /* HEADER_BITS, [1, 64]. */
  uint32_t (*header_bits)(const struct topology *t);
  /* Header of a packet from terminal source for terminal destination; `random` is a word of
   * its own for every packet. */
  uint64_t (*header)(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random);
  /* The header depends on `random`: the words below the number of switches give every
   * header that there is.  No: all words give the same. */
  bool header_random;
  /* Set up disjoint paths for a whole permutation, whose packets start together: headers[i]
   * of the packet from terminal i to destinations[i], UINT32_MAX where it sends none; both
   * [terminals].  The packets never meet, so the same paths may be used again at any time.
   * NULL: no permutation has better headers than `header` gives.  Errors: ERR_USAGE when
   * two packets have one destination, ERR_ENVIRONMENT when memory is short. */
  bool (*set_up)(const struct topology *t, const uint32_t *destinations, uint64_t *headers,
                 struct err *err);
  /* The header with which the terminal of a switch launches a packet whose header in the
   * schedule is this one, by what it sees in the switch's queues: the header itself, or
   * that which empty queues give.  NULL: the same. */
  uint64_t (*launch)(const struct topology *t, uint32_t sw, uint64_t header,
                     const struct queue_view *queues);
  /* A packet that never waits is at a known link in every step, by its header alone: link
   * conflicts of a schedule can be counted (network/traffic/conflicts.h). */
  bool timed;
  /* Header fields for printing: fields[capacity] filled, their number returned. */
  size_t (*fields)(const struct topology *t, struct field *fields, size_t capacity);
  struct phase_rule phases;
  /* Depth of output queues at which no h-relation that starts at once
   * (network/traffic/relation.h) ever finds one full; NULL where none is known. */
  uint64_t (*stall_free_depth)(const struct topology *t, uint64_t h);
  uint8_t chosen[ROUTING_OPTIONS]; /* of each option of the row: which of its values */
};

/* What can be chosen of a routing, by "name=value" behind its name. */
struct routing_option {
  const char *name;                   /* e.g. "random"; NULL: no more options */
  const char *values[ROUTING_VALUES]; /* the first is the default; NULL: no more */
  const char *text;                   /* one line of help */
};

/* One row of the table of a topology's routings. */
struct routing_row {
  struct routing plain; /* with the default of every option */
  struct routing_option
      options[ROUTING_OPTIONS]; /* in the order of their names' printing */
  /* Has this network the routing?  `where` names those that have, e.g. "lines".  Both NULL:
   * all have. */
  bool (*has)(const struct topology *t);
  const char *where;
  /* Change in *routing, a copy of `plain`, what its chosen[] and the network change; NULL
   * where there are no options and nothing changes. */
  void (*choose)(const struct topology *t, struct routing *routing);
};

/* How many values an option has. */
size_t routing_values(const struct routing_option *option);

/* How many options a row has. */
size_t routing_options(const struct routing_row *row);

/* Fill t->routings, anew if they are there, from t->row: row by row, the last option
 * changing fastest.  Error: ERR_ENVIRONMENT when memory is short. */
bool routing_make_all(struct topology *t, struct err *err);

/* Routing by name, with options in any order, as in
 * "drand-trans-ooo,random=shared,forced=0"; NULL or "" is the default.  An option with its
 * default value may be given too.  Error: ERR_USAGE with the nearest name, or the options
 * there are. */
const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err);

#endif
