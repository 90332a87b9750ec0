/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* service -- how the switches of a run serve their inputs: docs/compare.md.
 *
 * An observer of a run of one machine, whichever it is: it looks at what crosses the pins.
 * Packets have one destination each and data with numbers, and switches are never reset.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_SERVICE_H
#define LOCKHOP_RUN_LOCKSTEP_SERVICE_H

#include "run/lockstep/run.h"

enum { SERVICE_PART = 20 /* packets: the least equal part of an input that counts */ };

/* What inputs got, divided by their equal parts. */
struct service_shares {
  uint32_t inputs; /* that count; below 2 there are no shares */
  double least, most;
  double jain; /* (sum s)^2 / (n sum s^2), in [1 / n, 1] */
};

struct service_figures {
  uint64_t head_wait;   /* cycles that a packet was at the head of a channel, at most */
  uint32_t most_inside; /* packets inside one switch */
  uint32_t at, port;    /* of the shares */
  struct service_shares shares;
};

/* Of a port: the packets that each channel sent, and its equal part of all [count]. */
struct service_shares service_shares_of(const uint64_t *sent, const double *part,
                                        size_t count);

struct service;

/* For so many packets of a schedule; the shape must outlive it.  Error: ERR_ENVIRONMENT. */
bool service_open(struct service **service, const struct shape *shape, size_t packets,
                  struct err *err);

/* A run_observer; `self`: a struct service. */
bool service_cycle(void *self, const struct run_cycle *cycle, struct err *err);

struct service_figures service_figures(const struct service *service);

void service_close(struct service *service);

#endif
