/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* routing -- the routing algorithms of a topology, and the options of each.
 *
 * A routing is one row of its topology's table: a name, and options with a few values each.
 * Opening a topology makes all combinations of them; the topology owns them.
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

/* The view of a terminal when it launches a packet: the number of packets in the output
 * queues of a port. */
struct queue_view {
  uint32_t (*packets)(const void *self, uint32_t sw, uint32_t port);
  const void *self;
};

/* The event that ends a phase. */
enum phase_kind {
  PHASE_STAYS,   /* none: the phase is always 0 */
  PHASE_BARRIER, /* the last packet has finished the phase */
  PHASE_LENGTHS  /* a fixed number of cycles has passed */
};

/* The phases of a routing; see run/machine/phases.h.  All NULL for PHASE_STAYS. */
struct phase_rule {
  enum phase_kind kind;
  bool tree;     /* PHASE_BARRIER: by barrier_tree, in hardware; false: by the test bench */
  bool repeated; /* phase 0 follows the last phase; false: the last phase stays */
  uint32_t (*count)(const struct topology *t); /* at most 2^phase_bits of the unit */
  /* For PHASE_BARRIER, and others whose packets wait: the switch at which a phase ends for
   * a packet from site source with this header in the schedule. */
  uint32_t (*ends_at)(const struct topology *t, uint32_t source, uint64_t header,
                      uint32_t phase);
  /* For PHASE_LENGTHS: cycles of a phase, at least 1. */
  uint64_t (*length)(const struct topology *t, uint32_t phase);
};

/* One routing algorithm of a topology, with its options chosen: a route unit, the
 * parameters that the switch needs for it, and the initial header of a packet. */
struct routing {
  char name[ROUTING_NAME]; /* e.g. "deterministic"; options that are not the default follow:
                            * "name,key=value" */
  const char *text;        /* one line of help */
  const struct route_unit *unit; /* decides at every switch */
  /* Output queues are ordered by the unit's priority if there are fewer VCs than this; with
   * this many, every queue holds packets of one priority.  0: queues are FIFOs. */
  uint32_t ordered;
  /* Bits of priority used on this network; NULL: all bits of the unit. */
  uint32_t (*priority_bits)(const struct topology *t);
  enum arbiter_rule arbiter; /* ARBITER */
  uint32_t sends; /* SENDS: ports on which a switch may send in a cycle; 0: all */
  enum random_source random; /* RANDOM */
  uint32_t vcs;              /* VCS for freedom from deadlock, [1, ROUTE_VCS] */
  bool cyclic;               /* no: channels wait in a cycle with any number of VCs; vcs is
                              * the default */
  const char *why;           /* why it is free of deadlock, in one line */
  /* HEADER_BITS, [1, 64]. */
  uint32_t (*header_bits)(const struct topology *t);
  /* Header of a packet from site source to site destination; `random` is a random word,
   * drawn for each packet.  For terminals: topology_header.  With of_terminals: from
   * terminal to terminal, because the terminals of a site have ways of their own. */
  bool of_terminals;
  uint64_t (*header)(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random);
  /* Why there is no header from one site to another, for which `header` then gives 0: "a
   * packet from 0 to 5 " comes before it.  NULL: there always is one. */
  const char *no_header;
  /* The header depends on `random`; the words below the number of switches give all
   * possible headers.  False: `random` does not matter. */
  bool header_random;
  /* The bit of a header that is 1 for a privileged packet, given t->parameters; `header`
   * gives standard packets.  NULL: there is one service level. */
  uint64_t (*privileged)(const uint32_t *parameters);
  /* Set up disjoint paths for a whole permutation, whose packets start together: headers[i]
   * of the packet from site i to destinations[i], UINT32_MAX where it sends none; both
   * [sites], with a terminal at each.  The packets never meet, so the same paths may be
   * used again at any time. NULL: no permutation has better headers than `header` gives.
   * Errors: ERR_USAGE when two packets have one destination, ERR_ENVIRONMENT when memory is
   * short. */
  bool (*set_up)(const struct topology *t, const uint32_t *destinations, uint64_t *headers,
                 struct err *err);
  /* The header with which the terminal of a switch launches a packet: chosen by the state
   * of the switch's queues, given the header in the schedule.  It is one that `header`
   * can give, or the one chosen with empty queues.  NULL: always the header in the
   * schedule. */
  uint64_t (*launch)(const struct topology *t, uint32_t sw, uint64_t header,
                     const struct queue_view *queues);
  /* The header alone determines the link that a packet crosses in each step if it never
   * waits. Then link conflicts of a schedule can be counted (network/traffic/conflicts.h).
   */
  bool timed;
  /* Header fields for printing: fields[capacity] filled, their number returned.  NULL: the
   * header is a list of ports, one field.  Call routing_fields. */
  size_t (*fields)(const struct topology *t, struct field *fields, size_t capacity);
  struct phase_rule phases;
  /* Depth of output queues at which no h-relation (network/traffic/relation.h) ever fills a
   * queue; NULL: none is known. */
  uint64_t (*stall_free_depth)(const struct topology *t, uint64_t h);
  uint8_t chosen[ROUTING_OPTIONS]; /* index of the chosen value of each option of the row */
};

/* An option of a routing: ",name=value" after its name. */
struct routing_option {
  const char *name;                   /* e.g. "random"; NULL: no more options */
  const char *values[ROUTING_VALUES]; /* the first is the default; NULL: no more */
  const char *text;                   /* one line of help */
};

/* One row of the table of a topology's routings. */
struct routing_row {
  struct routing plain; /* with the default of every option */
  struct routing_option
      options[ROUTING_OPTIONS]; /* in the order in which they are printed */
  /* Does this network have the routing?  `where` names the networks that do, e.g. "lines".
   * Both NULL: all do. */
  bool (*has)(const struct topology *t);
  const char *where;
  /* Why this network lacks it, after "routing x "; NULL: `where` is all there is to say. */
  const char *(*why_not)(const struct topology *t);
  /* Adapt *routing, a copy of `plain`, to its chosen[] and to the network; NULL: nothing to
   * adapt. */
  void (*choose)(const struct topology *t, struct routing *routing);
  /* Taken for an open loop where the network's default has phases: see
   * topology_open_loop_routing. */
  bool open_loop;
};

/* Fill fields[capacity] with the fields of a header; return their number. */
size_t routing_fields(const struct routing *routing, const struct topology *t,
                      struct field *fields, size_t capacity);

/* The number of values of an option. */
size_t routing_values(const struct routing_option *option);

/* The number of options of a row. */
size_t routing_options(const struct routing_row *row);

/* Build t->routings from t->row, replacing old ones: row by row, the last option changing
 * fastest.  Error: ERR_ENVIRONMENT when memory is short. */
bool routing_make_all(struct topology *t, struct err *err);

/* Routing by name, with options in any order, as in
 * "drand-trans-ooo,random=shared,forced=0"; NULL or "" is the default.  Options with
 * their default value are allowed.  Error: ERR_USAGE with the nearest name, or the list of
 * options. */
const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err);

/* The routing for packets that start at any time: the network's default, or where that has
 * phases the one whose row says so.  NULL: the default has phases, and no row does. */
const struct routing *topology_open_loop_routing(const struct topology *t);

#endif
