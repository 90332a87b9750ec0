/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* permutation -- the options of a permutation: parts, and an open loop.
 *
 * Without options, a permutation is P packets of every terminal in cycle 0.  With a load it
 * is an open loop. With parts=S every packet becomes S packets with the same header, which
 * start in consecutive cycles.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PERMUTATION_H
#define LOCKHOP_NETWORK_TRAFFIC_PERMUTATION_H

#include "network/traffic/open_loop.h"

/* The form of the options, for the table of traffic. */
#define PERMUTATION_USAGE "[,parts=S][,load=L..]"

struct permutation_options {
  bool open; /* an open loop, described by `loop` */
  struct open_loop loop;
  uint32_t parts; /* of a packet, >= 1; 1 in an open loop */
};

/* Read the options of the permutation request->traffic: `argument`, "" when there are none.
 * Error: ERR_USAGE. */
bool permutation_read(struct permutation_options *options,
                      const struct traffic_request *request, const char *argument,
                      struct err *err);

/* Split every packet into schedule->parts; all packets must start in cycle 0.  Part k
 * starts in cycle k.  Errors: ERR_USAGE when there are too many, ERR_ENVIRONMENT when
 * memory is short. */
bool permutation_part(struct schedule *schedule, struct err *err);

#endif
