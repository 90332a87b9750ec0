/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* loads -- how many packets of a schedule pass each switch and cross each link.
 *
 * Paths alone, no clock: a packet passes the switches of its path, the first and the last
 * among them.  Networks with levels (struct topology_row) are summed up level by level,
 * where a link belongs to the level that it leaves; others are one level.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_LOADS_H
#define LOCKHOP_NETWORK_TRAFFIC_LOADS_H

#include "network/traffic/schedule.h"

struct path_loads {
  const struct topology *t;
  uint32_t *switches; /* [switches] packets */
  uint32_t *links;    /* [switches * ports] packets */
};

/* The most that one switch, or link, of a level has. */
struct load_peak {
  uint32_t packets;
  uint32_t count; /* of switches or links that have so many */
  uint32_t at;    /* the first of them; a link leaves this switch */
  uint32_t port;  /* of a link */
};

struct level_load {
  struct load_peak switches;
  struct load_peak links; /* packets 0: no link is used */
};

/* Errors: ERR_USAGE for a routing whose paths are random or not those of headers alone, and
 * for broadcasts; ERR_ENVIRONMENT when memory is short. */
bool path_loads_count(struct path_loads *loads, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      struct err *err);

void path_loads_close(struct path_loads *loads);

/* One of [0, topology_levels). */
struct level_load path_loads_level(const struct path_loads *loads, uint32_t level);

#endif
