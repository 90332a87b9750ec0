/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* unit -- the interface of a route unit.
 *
 * A route unit is combinational.  In: a header and the switch's address.  Out: eject, wait,
 * or a mask of output ports with VC and priority; and the new header.  It is the only part
 * of a switch that knows the topology.  The units are in switch/route/; RTL twins:
 * rtl/route/<module>.v, joined to the switch as `route_unit` of docs/switch.md.
 */
#ifndef LOCKHOP_SWITCH_BANK_UNIT_H
#define LOCKHOP_SWITCH_BANK_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ROUTE_FIXED = 2,
  ROUTE_RANDOM_BITS = 32,
  ROUTE_ELEMENT_BITS = 16,
  ROUTE_VCS = 8,           /* virtual channels of a link, at most: vc_o has 3 bits */
  ROUTE_PRIORITY_BITS = 16 /* of priority_o of route_unit */
};

struct route_in {
  uint64_t here;              /* address of this switch */
  uint64_t header;            /* of the packet */
  uint32_t random;            /* the channel's random word */
  uint32_t ports;             /* of the switch */
  uint32_t phase;             /* the phase of this cycle */
  const uint32_t *parameters; /* the values of the unit's `parameters`, then those of its
                               * `vector`; NULL: it has none */
};

struct route_out {
  uint64_t ports;    /* mask of output ports; 0: no port, or the packet must wait */
  uint64_t header;   /* the new header */
  uint16_t priority; /* priority in the output queue, less than 2^priority_bits */
  uint8_t vc; /* VC of the output queues; values above the highest VC mean the highest */
  bool eject; /* the packet is at its destination; with ports: a copy is ejected */
  bool wait;  /* the packet may go to the waiting store */
};

typedef struct route_out route_comb(const struct route_in *in);

/* Sets words[] to random words that together give every decision that the unit can make for
 * this input, whatever in->random is; returns their number. */
enum { ROUTE_WORDS = 64 };
typedef uint32_t route_words(const struct route_in *in, uint32_t words[ROUTE_WORDS]);

/* The loops over the switches active[count] of a bank around a comb: ROUTE_UNIT of
 * switch/bank/loop.h makes them, for switch_bank_route and switch_bank_pass. */
struct switch_bank;
struct route_loops {
  void (*route)(struct switch_bank *bank, const uint32_t *active, size_t count);
  void (*pass)(struct switch_bank *bank, const uint32_t *active, size_t count);
};

/* A parameter of the unit's Verilog module with a fixed value. */
struct route_parameter {
  const char *name; /* e.g. "FORCED"; NULL: no more */
  uint32_t value;
};

/* Kinds of decisions: switch/bank/mark.h. */
struct route_marks;

/* A route unit with its parameters set. */
struct route_unit {
  const char *name;                          /* of its C file and Verilog module */
  struct route_parameter fixed[ROUTE_FIXED]; /* besides those of all units */
  /* Names of the parameters of the Verilog module that take values of the network (struct
   * topology), e.g. "K", in their order, with NULL at the end.  NULL: none. */
  const char *const *parameters;
  /* The parameter that takes all further values of the network, in elements of
   * ROUTE_ELEMENT_BITS, the first in the lowest bits.  NULL: none. */
  const char *vector;
  /* Ports of the Verilog module beyond here_i, header_i, eject_o, ports_o, header_o. */
  uint32_t phase_bits; /* width of phase_i, at most 16; 0: no such port */
  bool waits;          /* wait_o */
  bool has_random;     /* random_i */
  bool has_vc;         /* vc_o */
  bool one_port;       /* ports_o never has several bits, as scripts/prove_forms.sh proves;
                        * false: a small router is not made for it */
  bool has_escape;     /* with in->random = 0 every packet has a port that it can wait
                        * for at last, or is ejected: docs/switches/adaptive.md */
  uint32_t priority_bits; /* width of priority_o, at most ROUTE_PRIORITY_BITS; 0: no such
                             port */
  route_comb *comb;
  route_words *words;              /* NULL: the unit has no random_i */
  const struct route_loops *loops; /* around comb */
  const struct route_marks *marks; /* NULL: none */
};

#endif
