/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* equals -- tells apart equal packets, where data carry no packet numbers.
 *
 * Packets with the same data for the same terminal are interchangeable: only their number
 * counts.  A packet that arrives counts as the first of its group that has not yet arrived.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_EQUALS_H
#define LOCKHOP_RUN_LOCKSTEP_EQUALS_H

#include "network/traffic/payload.h"
#include "network/traffic/schedule.h"

struct equals {
  const struct schedule *schedule;
  const struct packet_format *format;
  struct equal *list; /* [schedule->count] by data, destination, number */
};

struct equal {
  uint64_t data;
  uint32_t destination, number;
  uint32_t arrived; /* in the first of a group: packets of the group that have arrived */
};

/* Schedule and format must outlive it; the schedule must have no broadcasts.  Error:
 * ERR_ENVIRONMENT. */
bool equals_open(struct equals *equals, const struct schedule *schedule,
                 const struct packet_format *format, struct err *err);

/* Start again: no packet has arrived; data are those of this seed. */
void equals_reset(struct equals *equals, uint64_t seed);

enum equals_found {
  EQUALS_NONE,      /* no packet has these data */
  EQUALS_ELSEWHERE, /* no packet for this destination has; *number is one for another, if
                     * possible one that has not arrived */
  EQUALS_MORE,      /* all such packets have arrived; *number is the last */
  EQUALS_NEXT /* *number is the first that had not arrived; it counts as arrived now */
};

/* Identify a packet that arrived at a terminal.  Only packets that started before this
 * cycle of the schedule count. */
enum equals_found equals_arrive(struct equals *equals, uint64_t data, uint32_t terminal,
                                uint64_t cycle, uint32_t *number);

void equals_close(struct equals *equals);

#endif
