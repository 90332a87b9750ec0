/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturbance -- events besides packets: link stalls, held terminals, refused ejections,
 * resets, and noise on inputs.
 *
 * Part of a schedule (docs/traces.md): independent of what a machine does, and the same
 * for both machines of a run in lock step.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_DISTURBANCE_H
#define LOCKHOP_NETWORK_TRAFFIC_DISTURBANCE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum disturbance_kind {
  DISTURBANCE_STALL,   /* no packet of one output queue crosses its link */
  DISTURBANCE_HOLD,    /* a terminal offers nothing */
  DISTURBANCE_RESET,   /* rst is 1 at every switch */
  DISTURBANCE_REFUSAL, /* a terminal takes nothing that one channel ejects */
  DISTURBANCE_KINDS
};

struct disturbance {
  enum disturbance_kind kind;
  uint32_t from, to; /* cycles [from, to) of the run; resets do not restart the count */
  uint32_t at;       /* STALL, REFUSAL: switch; HOLD: terminal; otherwise 0 */
  uint32_t queue; /* STALL: output queue, port * VCs + VC; REFUSAL: channel; otherwise 0 */
};

struct disturbances {
  struct disturbance *list; /* [count] by from, kind, at, queue; resets do not overlap */
  size_t count;
  uint64_t noise; /* seed of the noise on inputs without meaning; 0: they are 0 */
  uint64_t line;  /* line of the first disturbance in its trace file; 0: not from a file */
};

/* Kinds to draw: bits of a mask. */
enum disturb {
  DISTURB_STALLS = 1 << DISTURBANCE_STALL,
  DISTURB_HOLDS = 1 << DISTURBANCE_HOLD,
  DISTURB_RESETS = 1 << DISTURBANCE_RESET,
  DISTURB_REFUSALS = 1 << DISTURBANCE_REFUSAL,
  DISTURB_NOISE = 1 << DISTURBANCE_KINDS,
  DISTURB_MAY_REFUSE = DISTURB_NOISE << 1, /* refusals too, where switches can be refused */
  DISTURB_ALL =
      DISTURB_STALLS | DISTURB_HOLDS | DISTURB_RESETS | DISTURB_NOISE | DISTURB_MAY_REFUSE
};

/* Names of the kinds, by number; NULL: no more. */
const char *disturbances_list(size_t number);

/* "stalls,holds", or "all".  Error: ERR_USAGE, for the option --disturb. */
bool disturbances_kinds(const char *text, uint32_t *kinds, struct err *err);

static inline bool disturbances_any(const struct disturbances *disturbances)
{
  return disturbances->count > 0 || disturbances->noise != 0;
}

/* The number of disturbances of a kind. */
size_t disturbances_count(const struct disturbances *disturbances,
                          enum disturbance_kind kind);

/* Compare by the order of the list: -1, 0 or 1. */
int disturbance_compare(const struct disturbance *a, const struct disturbance *b);

/* Sort the list. */
void disturbances_sort(struct disturbances *disturbances);

/* Append one; *capacity is the room.  Error: ERR_ENVIRONMENT. */
bool disturbances_append(struct disturbances *disturbances, size_t *capacity,
                         const struct disturbance *disturbance, struct err *err);

void disturbances_free(struct disturbances *disturbances);

#endif
