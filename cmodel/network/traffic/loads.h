/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* loads -- counts the packets of a schedule that pass each switch and each link.
 *
 * It uses paths only, no clock: a packet passes all switches of its path, the first and the
 * last included.  Networks with levels (struct topology_row) are summed up level by level;
 * a link belongs to the level that it leaves.  Other networks have one level.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_LOADS_H
#define LOCKHOP_NETWORK_TRAFFIC_LOADS_H

#include "network/traffic/schedule.h"

struct path_loads {
  const struct topology *t;
  uint32_t *switches; /* [switches] packets */
  uint32_t *links;    /* [switches * ports] packets */
};

/* The highest load of a switch, or a link, of a level. */
struct load_peak {
  uint32_t packets;
  uint32_t count; /* switches or links with this load */
  uint32_t at;    /* the first of them; a link leaves this switch */
  uint32_t port;  /* of a link */
};

struct level_load {
  struct load_peak switches;
  struct load_peak links; /* packets 0: no link is used */
};

/* Errors: ERR_USAGE for a routing whose paths are random or depend on more than headers,
 * and for broadcasts; ERR_ENVIRONMENT when memory is short. */
bool path_loads_count(struct path_loads *loads, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      struct err *err);

void path_loads_close(struct path_loads *loads);

/* One of [0, topology_levels). */
struct level_load path_loads_level(const struct path_loads *loads, uint32_t level);

#endif
