/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collectives -- traffic that collective engines move by programs.
 *
 * Its schedule has one entry for each word.  A node offers one word per cycle, message by
 * message in the order of destinations.  docs/schedules/collectives.md.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_COLLECTIVES_H
#define LOCKHOP_NETWORK_TRAFFIC_COLLECTIVES_H

#include "network/collective/operation.h"
#include "network/traffic/schedule.h"

#define COLLECTIVES_USAGE "[,startup=T][,word=T][,words=M]"

/* The content of a traffic string. */
struct collectives {
  struct operation_request operation; /* .wanted is `wanted`, .sending `sending` */
  uint8_t *wanted;                    /* [terminals], or NULL */
  uint8_t *sending;                   /* [terminals], or NULL */
  uint32_t startup;                   /* cycles t_s of a step, before the first word */
  uint32_t word;                      /* cycles t_w of a word */
  uint32_t words;                     /* of a message, M */
};

/* Is this a row whose packets collective engines move? */
bool collectives_is_row(const struct traffic_row *row);

/* Read the traffic of such a row ("all-to-all-broadcast,send=all").  `seed` chooses the
 * destinations of count=N.  Errors: ERR_USAGE, ERR_ENVIRONMENT. */
bool collectives_read(struct collectives *c, const char *traffic, const struct topology *t,
                      uint64_t seed, struct err *err);

/* All zero is allowed. */
void collectives_free(struct collectives *c);

#endif
