/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edge -- what came in at the pins of all switches at a clock edge. */
#ifndef LOCKHOP_TOOL_API_EDGE_H
#define LOCKHOP_TOOL_API_EDGE_H

#include "run/machine/machine.h"

struct lockhop_inputs;

struct edge {
  const struct shape *shape;
  uint64_t seed;            /* of the run */
  uint32_t *feeder;         /* [switches][ports] from * ports + port */
  uint64_t *valid;          /* [switches] what crossed its link or could have */
  uint64_t *ready;          /* [switches] masks of struct links */
  uint64_t *stalled;        /* [switches] */
  uint64_t *refused;        /* [switches] mask of channels */
  uint64_t *injected;       /* [switches] mask of lanes */
  struct packet *offered;   /* [switches][ports] */
  struct packet *injection; /* [switches][lanes] */
  uint32_t phase;
  bool all_sent;  /* as in struct stimulus */
  uint32_t reset; /* of the stimulus */
  bool known;     /* there was an edge */
};

/* Errors: ERR_USAGE for a run without pins, ERR_ENVIRONMENT.  Close in either case. */
bool edge_open(struct edge *edge, const struct shape *shape, uint64_t seed,
               struct err *err);
void edge_close(struct edge *edge);

/* Before the first edge. */
void edge_reset(struct edge *edge);

/* At the edge that ends the cycle of these links. */
void edge_keep(struct edge *edge, const struct machine *machine, const struct links *links,
               const struct stimulus *stimulus);

void edge_show(const struct edge *edge, uint32_t sw, struct lockhop_inputs *inputs);

#endif
