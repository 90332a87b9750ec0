/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_course -- the golden machine of one mesh, opened once for very many short runs.
 *
 * A run is a list of packets that all start at once.  Nothing is made anew for it: the
 * machine is reset, the packets enter their lanes, and it is clocked until all have come.
 */
#ifndef LOCKHOP_PAPERS_GRIDS_COURSE_H
#define LOCKHOP_PAPERS_GRIDS_COURSE_H

#include "papers/grids.h"
#include "run/lockstep/buffers.h"
#include "run/machine/machine.h"
#include "run/machine/phases.h"

struct grids_course {
  struct finding *f;
  struct topology t;
  struct routing routing; /* of the network, or changed by the caller before the run */
  struct shape shape;
  struct machine machine;
  struct schedule schedule; /* entries[capacity] */
  size_t capacity;
  struct injection *injections; /* [capacity] */
  uint32_t *lane;               /* [switches] that the next packet there takes */
};

/* What a run has taken. */
struct grids_taken {
  uint32_t steps;     /* of the last arrival */
  uint32_t buffer;    /* most packets at a node after a step, as max_buffer */
  uint32_t transient; /* the same, but arrivals come before departures go */
  uint32_t queue;     /* most packets in one output queue */
  bool arrived;       /* all, each at its destination, within a generous time */
};

/* Specs of a line, and of an array, of side n. */
#define GRIDS_LINE "mesh:%u"
#define GRIDS_ARRAY "mesh:%ux%u"

/* `format`: of the spec, of n and n; `routing`: name of one of the network; `unit`: another
 * route unit for it, or NULL.  Up to `lanes` packets start at a switch.  False: it is not
 * open. */
bool grids_course_open(struct finding *f, struct grids_course *c, const char *format,
                       uint32_t n, const char *routing, const struct route_unit *unit,
                       uint32_t lanes);

/* Packets from source[i] to destination[i]. */
struct grids_taken grids_course_run(struct grids_course *c, const uint32_t *source,
                                    const uint32_t *destination, size_t count);

/* The permutation of all switches. */
struct grids_taken grids_course_permute(struct grids_course *c,
                                        const uint32_t *destination);

/* One that is all zero may be closed too. */
void grids_course_close(struct grids_course *c);

/* The largest of each, and whether all arrived. */
void grids_taken_most(struct grids_taken *most, const struct grids_taken *taken);

/* The most of all permutations of the switches. */
struct grids_taken grids_course_all(struct grids_course *c);

#endif
