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
#include "tool/api/shown.h"

struct lockhop_network {
  struct described described;
  struct session session;
  struct machine machine; /* golden, or */
  struct shown shown;     /* the caller's design, when that is judged; else all 0 */
  struct deliveries deliveries;
  struct edge edge; /* when they were asked for, else all 0 */
  /* With traffic: its run. */
  struct runner *runner; /* NULL when it is over */
  struct run_result result;
  struct lockhop_verdict verdict;
  char *text;    /* of the verdict */
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

/* Are the switches the caller's? */
static inline bool network_is_shown(const struct lockhop_network *network)
{
  return network->shown.shape != NULL;
}

#endif
