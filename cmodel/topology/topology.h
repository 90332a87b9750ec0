/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues.
 *
 * A topology is one C file and one row of the table in topology.c.  A spec string such as
 * "hypercube:6" selects a row and gives its numbers.  Switches are numbered [0, switches);
 * a port is [0, ports) at every switch.
 */
#ifndef LOCKHOP_TOPOLOGY_TOPOLOGY_H
#define LOCKHOP_TOPOLOGY_TOPOLOGY_H

#include "base/bits.h"
#include "base/err.h"
#include "component/link_arbiter.h"
#include "component/packet.h"
#include "component/random_bits.h"
#include "switch/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TOPOLOGY_SPEC = 256,  /* bytes of a spec string, its 0 included */
  TOPOLOGY_NUMBERS = 4, /* numbers in a spec */
  TOPOLOGY_KEYS = 2,    /* key=value in a spec */
  TOPOLOGY_PORTS = 63,  /* of a switch, at most */
  TOPOLOGY_SUBSET = 62, /* coordinates that a key can choose from */
  ADDRESS_TEXT = 64,    /* bytes of a printed address, its 0 included */
  PORT_TEXT = 32        /* bytes of a printed port, its 0 included */
};

struct topology;

/* Where the link that leaves a switch by a port ends. */
struct link {
  uint32_t to_switch; /* switch at the far end */
  uint32_t to_port;   /* the port, and so the network channel, at which it arrives */
};

/* Of what kind a port is, where a topology has several. */
enum port_kind {
  PORT_LINK,   /* all ports of a network of one kind */
  PORT_LOCAL,  /* within a drawer, or group */
  PORT_GLOBAL, /* between drawers */
  PORT_HOLD,   /* a link to the switch itself, by which a packet stays for a step */
  PORT_UNUSED  /* its far end is not in the network: a link that nothing uses, to the switch
                * itself where links come in pairs */
};

/* How many packets are in the output queues of a port: what a terminal may look at when
 * it launches a packet. */
struct queue_view {
  uint32_t (*packets)(const void *self, uint32_t sw, uint32_t port);
  const void *self;
};

/* One routing algorithm of a topology: a route unit, what the switch must have around it,
 * and the header that a packet starts with. */
struct routing {
  const char *name;              /* e.g. "deterministic"; with options, "name,key=value" */
  const char *text;              /* one line of help */
  const struct route_unit *unit; /* decides at every switch */
  /* Output queues are ordered by the unit's priority, where there are fewer VCs than this:
   * with so many, every queue holds packets of one priority.  0: they are FIFOs. */
  uint32_t ordered;
  enum arbiter_rule arbiter; /* ARBITER */
  enum random_source random; /* RANDOM */
  uint32_t vcs;              /* VCS with which it is free of deadlock, [1, 4] */
  const char *why;           /* the argument, in one line */
  /* HEADER_BITS, [1, 64]. */
  uint32_t (*header_bits)(const struct topology *t);
  /* Header of a packet from terminal source for terminal destination; `random` is a word of
   * its own for every packet. */
  uint64_t (*header)(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random);
  /* The header with which the terminal of a switch launches a packet whose header in the
   * schedule is this one, by what it sees in the switch's queues; NULL: the same. */
  uint64_t (*launch)(const struct topology *t, uint32_t sw, uint64_t header,
                     const struct queue_view *queues);
  /* A packet that never waits is at a known link in every step, by its header alone: link
   * conflicts of a schedule can be counted (traffic/conflicts.h). */
  bool timed;
  /* Header fields for printing: fields[capacity] filled, their number returned. */
  size_t (*fields)(const struct topology *t, struct field *fields, size_t capacity);
  /* Of a routing whose phases are synchronised: the switch at which the first phase of a
   * packet with this header ends.  NULL: there is no barrier. */
  uint32_t (*waits_at)(const struct topology *t, uint64_t header);
  /* Depth of output queues at which no h-relation that starts at once (traffic/relation.h)
   * ever finds one full; NULL where none is known. */
  uint64_t (*stall_free_depth)(const struct topology *t, uint64_t h);
};

/* A closed formula of the paper, to stand beside the same quantity measured on the graph.
 */
struct formula {
  const char *quantity; /* e.g. "diameter" */
  const char *formula; /* as in the paper, e.g. "n"; "<= n": an upper bound; NULL: none, but
                        * measure it */
  double value;        /* of the formula for this spec */
};

/* A way to part the switches into halves, where it does: on which side a switch is. */
struct halving {
  const char *text; /* e.g. "half of the cabinets" */
  bool (*side)(const struct topology *t, uint32_t sw);
  bool of_paper; /* the paper's own */
};

/* A spec taken apart. */
struct topology_spec {
  size_t numbers;                   /* given, in t->number */
  const char *value[TOPOLOGY_KEYS]; /* of the row's keys; NULL where not given */
};

/* One row of the table of topologies. */
struct topology_row {
  const char *name;                /* e.g. "hypercube" */
  const char *usage;               /* e.g. "hypercube:N" */
  const char *text;                /* one line of help, with the range of the numbers */
  const char *const *examples;     /* NULL-terminated specs on which every law test runs */
  const char *keys[TOPOLOGY_KEYS]; /* of key=value in a spec; NULL: no more */
  /* A spec of the same kind, small enough to walk every packet of it; see
   * topology/dependency.h.  May be t's own. */
  void (*small)(const struct topology *t, char spec[TOPOLOGY_SPEC]);
  const struct routing *routings; /* the first is the default */
  size_t routing_count;
  /* Set switches, ports, address_bits, and what the row needs besides, from t->number and
   * the spec's keys. */
  bool (*open)(struct topology *t, const struct topology_spec *spec, struct err *err);
  struct link (*link)(const struct topology *t, uint32_t from_switch, uint32_t port);
  /* Links go one way: that from a switch to another says nothing of one back.  Still every
   * port of a switch is the end of one link. */
  bool one_way;
  /* The switch into which a terminal injects, and the one from which it takes packets; and
   * back, UINT32_MAX where a switch has no such terminal.  All NULL: terminal i is at
   * switch i, and t->terminals need not be set. */
  uint32_t (*source)(const struct topology *t, uint32_t terminal);
  uint32_t (*sink)(const struct topology *t, uint32_t terminal);
  uint32_t (*source_of)(const struct topology *t, uint32_t sw);
  uint32_t (*sink_of)(const struct topology *t, uint32_t sw);
  /* NULL: PORT_LINK. */
  enum port_kind (*port_kind)(const struct topology *t, uint32_t sw, uint32_t port);
  /* The word that here_i of the switch takes; NULL: its number. */
  uint64_t (*here)(const struct topology *t, uint32_t sw);
  /* Closed formulas: formulas[capacity] filled, their number returned.  Quantities that
   * topology_measure knows are measured beside them. */
  size_t (*formulas)(const struct topology *t, struct formula *formulas, size_t capacity);
  /* Halves that few links may join, tried where all halves are too many; none: those that
   * differ in one bit of the switch number. */
  const struct halving *halvings;
  size_t halving_count;
  /* An address as a person reads it, e.g. "0101", into text; and back (false: not an
   * address). */
  void (*print_address)(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT]);
  bool (*parse_address)(const struct topology *t, const char *text, uint32_t *sw);
  /* A port as a person reads it, e.g. "global 2"; NULL: its number. */
  void (*print_port)(const struct topology *t, uint32_t port, char text[PORT_TEXT]);
};

struct topology {
  const struct topology_row *row;
  char spec[TOPOLOGY_SPEC]; /* canonical */
  uint64_t number[TOPOLOGY_NUMBERS];
  uint32_t switches;
  uint32_t terminals;    /* sources and destinations of packets */
  uint32_t ports;        /* [1, TOPOLOGY_PORTS] */
  uint32_t address_bits; /* [1, 32] bits of here_i */
  uint32_t size[2];      /* parameters of the route units: the row's file names them */
  uint32_t option[TOPOLOGY_KEYS]; /* of a key with a few words as values: which */
  /* Of a part of a larger network: which coordinates of that it has, in order, for each of
   * the row's keys; and back, UINT8_MAX where it has not. */
  uint8_t chosen[TOPOLOGY_KEYS][TOPOLOGY_SUBSET];
  uint8_t index[TOPOLOGY_KEYS][TOPOLOGY_SUBSET];
};

/* The table. */
const struct topology_row *const *topology_rows(size_t *count);

/* Parse a spec.  Errors: ERR_USAGE with the nearest name, or the range of the numbers. */
bool topology_open(struct topology *t, const char *spec, struct err *err);

struct link topology_link(const struct topology *t, uint32_t from_switch, uint32_t port);

/* Terminal i is not simply switch i, so that who speaks of both must name both. */
static inline bool topology_terminals_apart(const struct topology *t)
{
  return t->row->source != NULL;
}

/* The switch into which a terminal injects, and the one from which it takes packets. */
static inline uint32_t topology_source(const struct topology *t, uint32_t terminal)
{
  return t->row->source ? t->row->source(t, terminal) : terminal;
}

static inline uint32_t topology_sink(const struct topology *t, uint32_t terminal)
{
  return t->row->sink ? t->row->sink(t, terminal) : terminal;
}

/* The terminal that injects into a switch, or takes from it; UINT32_MAX: none. */
static inline uint32_t topology_source_of(const struct topology *t, uint32_t sw)
{
  return t->row->source_of ? t->row->source_of(t, sw) : sw;
}

static inline uint32_t topology_sink_of(const struct topology *t, uint32_t sw)
{
  return t->row->sink_of ? t->row->sink_of(t, sw) : sw;
}

/* n where the terminals are all the words of n bits; UINT32_MAX: they are not 2^n. */
static inline uint32_t topology_terminal_bits(const struct topology *t)
{
  bool power = t->terminals > 0 && (t->terminals & (t->terminals - 1)) == 0;

  return power ? bits_lowest(t->terminals) : UINT32_MAX;
}

/* The link that ends at a port of a switch; to_switch and to_port say where it starts.
 * Where links go one way, all are searched for it. */
struct link topology_feeder(const struct topology *t, uint32_t sw, uint32_t port);

/* PORT_LINK where the row tells no kinds. */
enum port_kind topology_port_kind(const struct topology *t, uint32_t sw, uint32_t port);

/* The word that here_i of the switch takes. */
static inline uint64_t topology_here(const struct topology *t, uint32_t sw)
{
  return t->row->here ? t->row->here(t, sw) : sw;
}

/* "global 2", or the number of the port. */
void topology_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT]);

/* Routing by name, with options in any order, as in
 * "drand-trans-ooo,random=shared,forced=0"; NULL or "" is the default.  An option with its
 * default value may be given too.  Error: ERR_USAGE with the nearest name, or the options
 * there are. */
const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err);

/* An address as the topology reads it, else a switch number, decimal or 0x.  Where a text
 * is both, it is the address: on hypercube:4 "0010" is switch 2, "10" is switch 10.  `what`
 * begins the error. */
bool topology_parse_address(const struct topology *t, const char *text, const char *what,
                            uint32_t *sw, struct err *err);

/* The same of a terminal: the address of its switch where terminal i is at switch i, else
 * its number alone. */
bool topology_parse_terminal(const struct topology *t, const char *text, const char *what,
                             uint32_t *terminal, struct err *err);

/* A terminal as topology_parse_terminal reads it. */
void topology_print_terminal(const struct topology *t, uint32_t terminal,
                             char text[ADDRESS_TEXT]);

/* One hop of a packet's path, by the C route unit. */
struct hop {
  uint32_t at;     /* switch */
  uint64_t header; /* with which the packet is there */
  uint32_t port;   /* by which it leaves; UINT32_MAX: it is ejected here */
};

/* Follow a packet that starts at terminal source with this header to terminal destination
 * (UINT32_MAX: a broadcast, of which one copy is followed wherever it goes): hops[capacity]
 * filled, number of hops + 1 returned (the last entry is the ejection), 0 when it is not
 * delivered within capacity.  `seed` gives the random words of the switches on the way. */
size_t topology_path(const struct topology *t, const struct routing *routing,
                     uint32_t source, uint32_t destination, uint64_t header, uint64_t seed,
                     struct hop *hops, size_t capacity);

#endif
