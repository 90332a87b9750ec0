/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues.
 *
 * A topology is one C file and one row of the table in topology.c.  A spec string such as
 * "hypercube:6" selects a row, which reads the rest of it and owns what it makes of it.
 * Switches are numbered [0, switches); a port is [0, ports) at every switch.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_TOPOLOGY_H
#define LOCKHOP_NETWORK_TOPOLOGY_TOPOLOGY_H

#include "base/bits.h"
#include "base/err.h"
#include "network/topology/routing.h"
#include "network/topology/sketch.h"
#include "network/topology/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TOPOLOGY_SPEC = SPEC_TEXT, /* bytes of a spec string, its 0 included */
  TOPOLOGY_PORTS = 63,       /* of a switch, at most */
  TOPOLOGY_COORDINATES = 32, /* of a terminal, at most */
  ADDRESS_TEXT = 64,         /* bytes of a printed address, its 0 included */
  PORT_TEXT = 32             /* bytes of a printed port, its 0 included */
};

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

/* A closed formula of the paper, to stand beside the same quantity measured on the graph.
 */
struct formula {
  const char *quantity; /* e.g. "diameter" */
  const char
      *formula; /* as in the paper, e.g. "n"; "<= n": an upper bound; "paper: n": what
                 * it prints, where that is not so; NULL: none, but measure it */
  double value; /* of the formula for this spec */
};

/* A way to part the switches into halves, where it does: on which side a switch is. */
struct halving {
  const char *text; /* e.g. "half of the cabinets" */
  bool (*side)(const struct topology *t, uint32_t sw);
  bool of_paper; /* the paper's own */
};

struct family;

/* One row of the table of topologies. */
struct topology_row {
  const char *name;            /* e.g. "hypercube" */
  const char *usage;           /* e.g. "hypercube:N" */
  const char *text;            /* one line of help, with the range of the numbers */
  const char *const *examples; /* NULL-terminated specs on which every law test runs */
  const struct family *family; /* sizes that together have all: network/topology/family.h */
  /* A spec of the same kind, small enough to walk every packet of it; see
   * network/topology/dependency.h.  May be t's own. */
  void (*small)(const struct topology *t, char spec[TOPOLOGY_SPEC]);
  const struct routing_row *routings; /* the first is the default */
  size_t routing_count;
  /* Read the spec to its end and set switches, ports, address_bits, and what the row needs
   * besides: state, parameters, terminals.  On error t->state is closed too, so it may be
   * set by then. */
  bool (*open)(struct topology *t, struct spec *spec, struct err *err);
  /* Free t->state, not NULL; NULL: it is one block, or none. */
  void (*close)(struct topology *t);
  struct link (*link)(const struct topology *t, uint32_t from_switch, uint32_t port);
  /* Links go one way: that from a switch to another says nothing of one back.  Still every
   * port of a switch is the end of one link. */
  bool one_way;
  /* Do all switches look alike, so that distances from one are those from every other?
   * NULL: that is not known. */
  bool (*symmetric)(const struct topology *t);
  /* Its papers count the packets at a node: max_buffer of a run. */
  bool buffers;
  /* The switch into which a terminal injects, and the one from which it takes packets; and
   * back, UINT32_MAX where a switch has no such terminal.  All NULL: terminal i is at
   * switch i, and t->terminals need not be set. */
  uint32_t (*source)(const struct topology *t, uint32_t terminal);
  uint32_t (*sink)(const struct topology *t, uint32_t terminal);
  uint32_t (*source_of)(const struct topology *t, uint32_t sw);
  uint32_t (*sink_of)(const struct topology *t, uint32_t sw);
  /* The number of a terminal as coordinates: their sizes into sizes[], that of the fastest
   * first, and how many there are returned.  NULL: one coordinate, the number itself. */
  size_t (*coordinates)(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES]);
  /* Of a network in levels, whose links lead from one level to the next: that of a switch.
   * The last switch is of the last level.  NULL: there are none. */
  uint32_t (*level)(const struct topology *t, uint32_t sw);
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
  const struct sketch *sketch; /* how it is drawn; NULL: by its levels, or on a circle */
};

struct faults;

struct topology {
  const struct topology_row *row;
  char spec[TOPOLOGY_SPEC]; /* canonical */
  uint32_t switches;
  uint32_t terminals;    /* sources and destinations of packets */
  uint32_t ports;        /* [1, TOPOLOGY_PORTS] */
  uint32_t address_bits; /* [1, 32] bits of here_i */
  /* Of the route units, which name them (struct route_unit): scalars, then the elements of
   * a vector.  In the state, or NULL. */
  const uint32_t *parameters;
  size_t parameter_count;
  void *state;                    /* the row's own */
  const struct routing *routings; /* [routing_count] all combinations of their options; the
                                   * first is the default */
  size_t routing_count;
  struct faults
      *faults; /* switches that have failed, network/topology/faults.h; NULL: none */
};

/* The table. */
const struct topology_row *const *topology_rows(size_t *count);

/* Parse a spec.  Errors: ERR_USAGE with the nearest name, or the place in the spec and the
 * form or range; ERR_ENVIRONMENT when memory is short; *t is closed then. */
bool topology_open(struct topology *t, const char *spec, struct err *err);

/* A closed one, or one that is all zero, may be closed too. */
void topology_close(struct topology *t);

/* Declare a topology, not open yet, that is closed when its block is left.  A macro,
 * because many functions open a topology or two, look at it, and return in many places. */
#define TOPOLOGY_OF_BLOCK(t)                                                               \
  struct topology t __attribute__((cleanup(topology_close))) = {.row = NULL}

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

/* Sizes of the coordinates of a terminal, their number returned: the product of all is the
 * number of terminals. */
static inline size_t topology_coordinates(const struct topology *t,
                                          uint32_t sizes[TOPOLOGY_COORDINATES])
{
  sizes[0] = t->terminals;
  return t->row->coordinates ? t->row->coordinates(t, sizes) : 1;
}

/* n where the terminals are all the words of n bits; UINT32_MAX: they are not 2^n. */
static inline uint32_t topology_terminal_bits(const struct topology *t)
{
  bool power = t->terminals > 0 && (t->terminals & (t->terminals - 1)) == 0;

  return power ? bits_lowest(t->terminals) : UINT32_MAX;
}

/* The level of a switch, and how many there are; where there are none, all is level 0. */
static inline uint32_t topology_level(const struct topology *t, uint32_t sw)
{
  return t->row->level ? t->row->level(t, sw) : 0;
}

static inline uint32_t topology_levels(const struct topology *t)
{
  return topology_level(t, t->switches - 1) + 1;
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

/* What a route unit of this network is asked about a packet at a switch, in phase 0. */
static inline struct route_in topology_route_in(const struct topology *t, uint32_t sw,
                                                uint64_t header)
{
  return (struct route_in){.here = topology_here(t, sw),
                           .header = header,
                           .ports = t->ports,
                           .parameters = t->parameters};
}

/* What the route unit says; a packet that waits is asked about in the next phase, which
 * in->phase is then. */
struct route_out topology_route(const struct topology *t, const struct routing *routing,
                                struct route_in *in);

/* "global 2", or the number of the port. */
void topology_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT]);

/* An address of decimal numbers with dots between, number i below sizes[i]: *sw is its
 * place when they are counted, the last number fastest.  False: no such address. */
bool topology_parse_digits(const char *text, const uint32_t *sizes, size_t count,
                           uint32_t *sw);

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
