/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_traffic -- the traffic and disturbances of lockhop check, as a table. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_TRAFFIC_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_TRAFFIC_H

#include "tool/campaign/check_level.h"

#include <stdbool.h>

/* Where a row is used. */
enum check_turn {
  CHECK_STRONG, /* of the first, which find most */
  CHECK_LATER,  /* after those of all shapes */
  CHECK_SIZES,  /* of the first of a size of a family */
  CHECK_ENGINES /* a collective of the one-port model, which has shapes of its own */
};

struct check_traffic {
  const char *traffic; /* of an open loop without warmup and measure, */
  bool open_loop;
  bool batch;          /* of a batch without count */
  bool few;            /* its load is so low that one terminal can take all packets */
  double load;         /* not 0: most of it, of a hot spot that takes a while to be cold */
  bool uncounted;      /* its packets do not count as reachable */
  bool wraps;          /* so long that counters of 16 bits wrap */
  const char *data;    /* as --data; NULL: that of the shape */
  bool zero;           /* where there are LFSRs alone: one of them is seeded with 0 */
  uint32_t packets;    /* of a terminal, times its ports; 0: one */
  const char *disturb; /* NULL: nothing is disturbed */
  enum check_turn turn;
  enum check_level first; /* the lowest level at which the first shape has it, */
  enum check_level all;   /* and at which all shapes have it */
};

/* The same for further runs, of any shape of switches. */
const struct check_traffic *check_traffic_further(size_t *count);

/* The table.  Readers skip rows whose traffic the network does not support. */
const struct check_traffic *check_traffic_rows(size_t *count);

#endif
