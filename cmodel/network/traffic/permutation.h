/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* permutation -- what may stand behind the name of a permutation, and what it means.
 *
 * Alone, a permutation is P packets of every terminal in cycle 0.  With a load it is an
 * open loop.
 * With parts, every packet is so many, with the same header, which start one after the
 * other.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PERMUTATION_H
#define LOCKHOP_NETWORK_TRAFFIC_PERMUTATION_H

#include "network/traffic/open_loop.h"

/* The form of the options, for the table of traffic. */
#define PERMUTATION_USAGE "[,parts=S][,load=L..]"

struct permutation_options {
  bool open; /* an open loop, which loop describes */
  struct open_loop loop;
  uint32_t parts; /* of a packet, >= 1; 1 in an open loop */
};

/* Read the options of the permutation request->traffic: `argument`, "" when there are none.
 * Error: ERR_USAGE. */
bool permutation_read(struct permutation_options *options,
                      const struct traffic_request *request, const char *argument,
                      struct err *err);

/* Make schedule->parts packets of every one, all of which are in cycle 0: part k starts in
 * cycle k.  Errors: ERR_USAGE when there are too many, ERR_ENVIRONMENT when memory is
 * short. */
bool permutation_part(struct schedule *schedule, struct err *err);

#endif
