/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues.
 *
 * A topology is one C file and one row of the table in topology.c.  A spec string such as
 * "hypercube:6" selects a row, which reads the rest of the string and owns the state that
 * it creates. Switches are numbered [0, switches); a port is [0, ports) at every switch.
 *
 * Terminals are attached at sites, per_site at each: terminal i is number i % per_site of
 * site i / per_site.  Rows and their routings know sites alone; their functions take the
 * numbers of sites where everything else has those of terminals.
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
  TOPOLOGY_PER_SITE = 63,    /* terminals of a site: each has a lane of its own */
  TOPOLOGY_COORDINATES = 32, /* of a terminal, at most */
  ADDRESS_TEXT = 64,         /* bytes of a printed address, its 0 included */
  PORT_TEXT = 32             /* bytes of a printed port, its 0 included */
};

/* The far end of the link on an output port. */
struct link {
  uint32_t to_switch; /* switch at the far end */
  uint32_t to_port;   /* the port of arrival, and so the network channel */
};

/* The same in one word, for a table that is read at every hop: a network has at most 2^26
 * switches, and a switch at most 63 ports. */
struct link_word {
  uint32_t word;
};

enum { LINK_PORT_BITS = 6 };

static inline struct link_word link_pack(struct link link)
{
  return (struct link_word){link.to_switch << LINK_PORT_BITS | link.to_port};
}

static inline struct link link_unpack(struct link_word packed)
{
  return (struct link){.to_switch = packed.word >> LINK_PORT_BITS,
                       .to_port = packed.word & ((1 << LINK_PORT_BITS) - 1)};
}

/* The kind of a port, for topologies with several kinds. */
enum port_kind {
  PORT_LINK,   /* all ports of a network of one kind */
  PORT_LOCAL,  /* within a drawer, or group */
  PORT_GLOBAL, /* between drawers */
  PORT_HOLD,   /* a link to the switch itself, on which a packet spends a step */
  PORT_UNUSED  /* its far end is outside the network: nothing uses the link; in duplex
                * networks it leads to the switch itself */
};

/* A closed formula of the paper, to be compared with the quantity measured on the graph. */
struct formula {
  const char *quantity; /* e.g. "diameter" */
  const char *formula;  /* as in the paper, e.g. "n"; "<= n": an upper bound; "paper: n":
                         * printed,  but wrong; NULL: no formula, only measure it */
  double value;         /* of the formula for this spec */
};

/* A way to split the switches into halves: the side of each switch. */
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
  const struct family *family; /* small sizes that cover all cases:
                                  network/topology/family.h; NULL: there are none */
  /* A spec of the same kind, small enough to explore every packet; see
   * network/topology/dependency.h.  May be the spec of t. */
  void (*small)(const struct topology *t, char spec[TOPOLOGY_SPEC]);
  const struct routing_row *routings; /* the first is the default */
  size_t routing_count;
  /* Read the spec to its end and set switches, ports, address_bits; if the row needs them,
   * also state, parameters, sites.  On error the caller closes t->state too. */
  bool (*open)(struct topology *t, struct spec *spec, struct err *err);
  /* Free t->state, which is not NULL.  NULL: the state is a single block, or none. */
  void (*close)(struct topology *t);
  struct link (*link)(const struct topology *t, uint32_t from_switch, uint32_t port);
  /* Links are unidirectional.  Still, exactly one link ends at every port of a switch. */
  bool one_way;
  /* Terminals are written by the address of their switch though there is a `source`: the
   * terminals of a site inject into the switch from which they receive. */
  bool addressed;
  /* Is the network symmetric, with the same distances from every switch?  NULL: unknown. */
  bool (*symmetric)(const struct topology *t);
  /* A run counts the packets at a node, as the papers do: max_buffer. */
  bool buffers;
  /* The switch into which the terminals of a site inject, and the one from which they
   * receive; and the inverses, UINT32_MAX if a switch has no such site.  All NULL: site i
   * is at switch i, and t->sites need not be set. */
  uint32_t (*source)(const struct topology *t, uint32_t site);
  uint32_t (*sink)(const struct topology *t, uint32_t site);
  uint32_t (*source_of)(const struct topology *t, uint32_t sw);
  uint32_t (*sink_of)(const struct topology *t, uint32_t sw);
  /* Why a site has one terminal only; NULL: it may have several. */
  const char *one_terminal;
  /* Coordinates of the numbers of sites: sets sizes[], the fastest-changing coordinate
   * first, and returns their number.  NULL: one coordinate, the number itself. */
  size_t (*coordinates)(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES]);
  /* The level of a switch, for networks whose links lead from one level to the next.  The
   * last switch must be in the last level.  NULL: no levels. */
  uint32_t (*level)(const struct topology *t, uint32_t sw);
  /* NULL: PORT_LINK. */
  enum port_kind (*port_kind)(const struct topology *t, uint32_t sw, uint32_t port);
  /* The value of here_i of a switch; NULL: its number. */
  uint64_t (*here)(const struct topology *t, uint32_t sw);
  /* Fill formulas[capacity] with the closed formulas and return their number.  Quantities
   * that topology_measure knows are also measured. */
  size_t (*formulas)(const struct topology *t, struct formula *formulas, size_t capacity);
  /* Halvings with few links between, tried if all halvings are too many; none: those that
   * differ in one bit of the switch number. */
  const struct halving *halvings;
  size_t halving_count;
  /* Print an address for people, e.g. "0101", into text; and parse it (false: not an
   * address).
   */
  void (*print_address)(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT]);
  bool (*parse_address)(const struct topology *t, const char *text, uint32_t *sw);
  /* Print a port for people, e.g. "global 2"; NULL: its number. */
  void (*print_port)(const struct topology *t, uint32_t port, char text[PORT_TEXT]);
  const struct sketch *sketch; /* its drawing; NULL: by levels, or on a circle */
};

struct faults;

struct topology {
  const struct topology_row *row;
  char spec[TOPOLOGY_SPEC]; /* canonical */
  uint32_t switches;
  uint32_t sites;        /* where terminals are attached; rows know sites alone */
  uint32_t per_site;     /* terminals of a site, at least 1 */
  bool per_site_said;    /* it is the network's own: the spec cannot say another */
  bool one_way;          /* as of the row, of this network */
  uint32_t terminals;    /* sites * per_site: sources and destinations of packets */
  uint32_t ports;        /* [1, TOPOLOGY_PORTS] */
  uint32_t address_bits; /* [1, 32] bits of here_i */
  /* Values for the parameters of the route units (struct route_unit): scalars, then the
   * elements of a vector.  Stored in the state; or NULL. */
  const uint32_t *parameters;
  size_t parameter_count;
  void *state;                    /* owned by the row */
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

/* May be called again, and on all zero. */
void topology_close(struct topology *t);

/* Declare a topology, not yet open, that is closed at the end of its block.  A macro,
 * because many functions open a topology or two and return in many places. */
#define TOPOLOGY_OF_BLOCK(t)                                                               \
  struct topology t __attribute__((cleanup(topology_close))) = {.row = NULL}

struct link topology_link(const struct topology *t, uint32_t from_switch, uint32_t port);

/* Are links unidirectional? */
static inline bool topology_one_way(const struct topology *t)
{
  return t->row->one_way || t->one_way;
}

/* Does the number of a terminal differ from that of its switch?  If so, texts must name
 * both. */
static inline bool topology_terminals_apart(const struct topology *t)
{
  return t->row->source != NULL || t->per_site > 1;
}

/* The site of a terminal, and its number there, [0, per_site).  (Asked for 1, the compiler
 * would divide all the same, and a division is as long as a third of a hop.) */
static inline uint32_t topology_site(const struct topology *t, uint32_t terminal)
{
  return t->per_site > 1 ? terminal / t->per_site : terminal;
}

static inline uint32_t topology_place(const struct topology *t, uint32_t terminal)
{
  return t->per_site > 1 ? terminal % t->per_site : 0;
}

/* The terminal of a site with this number there. */
static inline uint32_t topology_terminal(const struct topology *t, uint32_t site,
                                         uint32_t place)
{
  return site * t->per_site + place;
}

/* The switch into which the terminals of a site inject, and the one from which they
 * receive. */
static inline uint32_t topology_site_source(const struct topology *t, uint32_t site)
{
  return t->row->source ? t->row->source(t, site) : site;
}

static inline uint32_t topology_site_sink(const struct topology *t, uint32_t site)
{
  return t->row->sink ? t->row->sink(t, site) : site;
}

/* The same of a terminal. */
static inline uint32_t topology_source(const struct topology *t, uint32_t terminal)
{
  return topology_site_source(t, topology_site(t, terminal));
}

static inline uint32_t topology_sink(const struct topology *t, uint32_t terminal)
{
  return topology_site_sink(t, topology_site(t, terminal));
}

/* The site whose terminals inject into a switch, or receive from it; UINT32_MAX: none. */
static inline uint32_t topology_source_of(const struct topology *t, uint32_t sw)
{
  return t->row->source_of ? t->row->source_of(t, sw) : sw;
}

static inline uint32_t topology_sink_of(const struct topology *t, uint32_t sw)
{
  return t->row->sink_of ? t->row->sink_of(t, sw) : sw;
}

/* The terminal that receives the packets of a switch that are for this place; UINT32_MAX:
 * there is none. */
static inline uint32_t topology_receiver(const struct topology *t, uint32_t sw,
                                         uint64_t place)
{
  const uint32_t site = topology_sink_of(t, sw);

  return site == UINT32_MAX || place >= t->per_site
             ? UINT32_MAX
             : topology_terminal(t, site, (uint32_t)place);
}

/* Set sizes[] of the coordinates of a site and return their number.  The product of all
 * sizes is the number of sites. */
static inline size_t topology_coordinates(const struct topology *t,
                                          uint32_t sizes[TOPOLOGY_COORDINATES])
{
  sizes[0] = t->sites;
  return t->row->coordinates ? t->row->coordinates(t, sizes) : 1;
}

/* n if there are 2^n terminals; otherwise UINT32_MAX. */
static inline uint32_t topology_terminal_bits(const struct topology *t)
{
  bool power = t->terminals > 0 && (t->terminals & (t->terminals - 1)) == 0;

  return power ? bits_lowest(t->terminals) : UINT32_MAX;
}

/* The level of a switch, and the number of levels; without levels all switches are in level
 * 0. */
static inline uint32_t topology_level(const struct topology *t, uint32_t sw)
{
  return t->row->level ? t->row->level(t, sw) : 0;
}

static inline uint32_t topology_levels(const struct topology *t)
{
  return topology_level(t, t->switches - 1) + 1;
}

/* The link that ends at a port of a switch; to_switch and to_port say where it starts.  On
 * one-way networks this searches all links. */
struct link topology_feeder(const struct topology *t, uint32_t sw, uint32_t port);

/* PORT_LINK if the row defines no kinds. */
enum port_kind topology_port_kind(const struct topology *t, uint32_t sw, uint32_t port);

/* The value of here_i of a switch. */
static inline uint64_t topology_here(const struct topology *t, uint32_t sw)
{
  return t->row->here ? t->row->here(t, sw) : sw;
}

/* The header of a packet from one terminal to another; struct routing. */
static inline uint64_t topology_header(const struct topology *t,
                                       const struct routing *routing, uint32_t source,
                                       uint32_t destination, uint64_t random)
{
  if (routing->of_terminals)
    return routing->header(t, source, destination, random);
  return routing->header(t, topology_site(t, source), topology_site(t, destination),
                         random);
}

/* The inputs of the route unit for a packet at a switch, in phase 0. */
static inline struct route_in topology_route_in(const struct topology *t, uint32_t sw,
                                                uint64_t header)
{
  return (struct route_in){.here = topology_here(t, sw),
                           .header = header,
                           .ports = t->ports,
                           .parameters = t->parameters};
}

/* The answer of the route unit.  For a packet that waits, advances in->phase and calls the
 * unit again. */
struct route_out topology_route(const struct topology *t, const struct routing *routing,
                                struct route_in *in);

/* "global 2", or the number of the port. */
void topology_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT]);

/* Parse an address of decimal numbers with dots between, number i below sizes[i].  *sw
 * counts the addresses, the last number fastest.  False: no such address. */
bool topology_parse_digits(const char *text, const uint32_t *sizes, size_t count,
                           uint32_t *sw);

/* A number below `count`, decimal or 0x, of a switch or a terminal: `one` of `many`.
 * Errors begin with `what`; `example`: an address that could be given instead; NULL: there
 * are none. */
bool topology_parse_number(const struct topology *t, const char *text, const char *what,
                           uint32_t count, const char *one, const char *many,
                           const char *example, uint32_t *value, struct err *err);

/* Parse an address of the topology, or a switch number, decimal or 0x.  A text that is both
 * is an address: on hypercube:4 "0010" is switch 2, "10" is switch 10.  Errors begin with
 * `what`. */
bool topology_parse_address(const struct topology *t, const char *text, const char *what,
                            uint32_t *sw, struct err *err);

/* The same for a terminal: its number; or the address of its switch if site i is at switch
 * i, and behind a slash its number there if there are several. */
bool topology_parse_terminal(const struct topology *t, const char *text, const char *what,
                             uint32_t *terminal, struct err *err);

/* A terminal as topology_parse_terminal reads it. */
void topology_print_terminal(const struct topology *t, uint32_t terminal,
                             char text[ADDRESS_TEXT]);

/* One hop of a packet's path, by the C route unit. */
struct hop {
  uint32_t at;     /* switch */
  uint64_t header; /* of the packet at this switch */
  uint32_t port;   /* output port; UINT32_MAX: it is ejected here */
};

/* Follow a packet with this header from terminal source to terminal destination
 * (UINT32_MAX: a broadcast; one copy is followed to its end).  Fills hops[capacity] and
 * returns the number of hops + 1 (the last entry is the ejection); 0: not delivered within
 * capacity.  `seed` determines the random words of the switches on the path. */
size_t topology_path(const struct topology *t, const struct routing *routing,
                     uint32_t source, uint32_t destination, uint64_t header, uint64_t seed,
                     struct hop *hops, size_t capacity);

#endif
