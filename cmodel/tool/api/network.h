/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network -- what is behind a struct lockhop_network. */
#ifndef LOCKHOP_TOOL_API_NETWORK_H
#define LOCKHOP_TOOL_API_NETWORK_H

#include "tool/api/deliveries.h"
#include "tool/api/describe.h"
#include "tool/api/edge.h"
#include "tool/api/senders.h"

struct lockhop_network {
  struct described described;
  struct session session;
  struct machine machine; /* golden */
  struct deliveries deliveries;
  struct edge edge; /* when they were asked for, else all 0 */
  /* With traffic: its run. */
  struct runner *runner; /* NULL when it is over */
  struct run_result result;
  bool collects; /* lockhop_deliver is to tell */
  bool watched;  /* a lockhop_watch is active: the run must not change */
  bool closing;  /* it has closed the network, which is freed when it returns */
  /* Without. */
  struct senders senders;
  uint32_t phase; /* of the next cycle */
  uint64_t cycle;
  uint64_t injected;
  uint64_t delivered;
  uint64_t hops;
};

/* Not while a watch is at work.  Error: ERR_USAGE. */
static inline bool network_is_free(const struct lockhop_network *network, struct err *err)
{
  return !network->watched ||
         err_set(err, ERR_USAGE,
                 "a watch looks at a run, and can end it; it can neither "
                 "clock nor reset the network");
}

static inline bool network_has_traffic(const struct lockhop_network *network)
{
  return network->session.description.traffic != NULL;
}

#endif
