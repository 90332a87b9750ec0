/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* equals -- the packets of a schedule by data and destination, where data have no numbers.
 *
 * Packets of the same data for the same terminal cannot be told apart, and need not be: so
 * many of them must arrive.  The one that arrives counts as the first of them that has not.
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
  uint32_t arrived; /* of the first of a group: so many of the group have */
};

/* Schedule and format must stay; it has no broadcasts.  Error: ERR_ENVIRONMENT. */
bool equals_open(struct equals *equals, const struct schedule *schedule,
                 const struct packet_format *format, struct err *err);

/* None has arrived, and data are those of this seed. */
void equals_reset(struct equals *equals, uint64_t seed);

enum equals_found {
  EQUALS_NONE,      /* no packet has these data */
  EQUALS_ELSEWHERE, /* none of this destination has; *number is one that has, and has not
                     * arrived where there is such a one */
  EQUALS_MORE,      /* all of them have arrived; *number is the last */
  EQUALS_NEXT       /* *number is the first that has not, and has from now on */
};

/* Which packet is this, that came to a terminal?  Only those count that started before this
 * cycle of the schedule. */
enum equals_found equals_arrive(struct equals *equals, uint64_t data, uint32_t terminal,
                                uint64_t cycle, uint32_t *number);

void equals_close(struct equals *equals);

#endif
