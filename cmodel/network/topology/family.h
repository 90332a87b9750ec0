/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family -- small sizes of a topology that together cover all cases of its switches.
 *
 * One size does not show every case: a tie on an even ring, a third dimension, more global
 * ports than local ones.  Each topology lists such traits, and small networks that have
 * them; docs/check.md.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FAMILY_H
#define LOCKHOP_NETWORK_TOPOLOGY_FAMILY_H

#include "network/topology/topology.h"

/* A property that some sizes have and others lack, with a routing. */
struct family_trait {
  const char *text; /* to be printed after "no": "ring of 2" */
  bool (*has)(const struct topology *t, const struct routing *routing);
};

/* One size. */
struct family_size {
  const char *spec;
  const char *routing; /* NULL: the network's default */
  uint32_t vcs; /* fewer than the routing needs, so that queues are ordered; 0: its own */
};

/* Both lists end with a row of NULL. */
struct family {
  const struct family_trait *traits;
  const struct family_size *sizes;
};

/* Traits that any topology may list. */
bool family_many_address_bits(const struct topology *t, const struct routing *routing);
bool family_many_ports(const struct topology *t, const struct routing *routing);
bool family_long_header(const struct topology *t, const struct routing *routing);

#define FAMILY_MANY_ADDRESS_BITS                                                           \
  {                                                                                        \
    "address of more than 8 bits", family_many_address_bits                                \
  }
#define FAMILY_MANY_PORTS                                                                  \
  {                                                                                        \
    "switch of more than 8 ports", family_many_ports                                       \
  }
#define FAMILY_LONG_HEADER                                                                 \
  {                                                                                        \
    "header of more than 32 bits", family_long_header                                      \
  }

/* A trait that depends on the network alone. */
#define FAMILY_TRAIT(name, condition)                                                      \
  static bool name(const struct topology *t, const struct routing *routing)                \
  {                                                                                        \
    (void)routing;                                                                         \
    return condition;                                                                      \
  }

/* Of two; number >= 1. */
static inline bool family_is_power(uint32_t number)
{
  return (number & (number - 1)) == 0;
}

/* The tables; each is in its topology's row. */
extern const struct family family_torus, family_mesh, family_flatfly;
extern const struct family family_d3, family_mdf;
extern const struct family family_hypercube, family_ccc, family_butterfly, family_pn,
    family_fattree, family_benes, family_waksman;
extern const struct family family_hdn, family_rdn, family_dual_cube;

enum { FAMILY_TEXT = 400 };

/* Does the text have the form of a family name, not of a spec?  The family need not exist.
 */
bool family_is_name(const char *text);

/* The row of that name.  Error: ERR_USAGE with the nearest name, and all names. */
const struct topology_row *family_find(const char *name, struct err *err);

/* Open size number i of a row.  Errors: those of topology_open and topology_routing. */
bool family_open(struct topology *t, const struct routing **routing,
                 const struct topology_row *row, size_t i, struct err *err);

/* Why size number i is in the list, e.g. "even ring; ring of 2": its routing, and the
 * traits that no earlier size has with the same route unit and fixed parameters.  Errors:
 * those of family_open. */
bool family_reason(const struct topology_row *row, size_t i, char text[FAMILY_TEXT],
                   struct err *err);

/* The traits that this network lacks, but some size of its family with the same route unit
 * has: "even ring, no third dimension", each but the first after "no"; "": none.  Errors:
 * those of family_open. */
bool family_lacks(const struct topology *t, const struct routing *routing,
                  char text[FAMILY_TEXT], struct err *err);

#endif
