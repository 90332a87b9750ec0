/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* requests -- packets that wait for the window of their terminal, and answers whose service
 * lasts: docs/traffic-loops.md.
 *
 * A packet is outstanding from when its terminal takes it until it is complete.
 */
#ifndef LOCKHOP_RUN_MACHINE_REQUESTS_H
#define LOCKHOP_RUN_MACHINE_REQUESTS_H

#include "network/traffic/schedule.h"

#define REQUESTS_NONE UINT32_MAX

/* An answer, by its place in the list of answers, and the cycle in which it can start. */
struct served {
  uint64_t cycle;
  size_t answer;
};

struct requests {
  uint32_t window; /* packets of a terminal that may be outstanding; 0: any number */
  uint32_t service;
  uint32_t terminals;
  uint32_t *outstanding;  /* [terminals]; NULL without a window, as the next three */
  uint32_t *first, *last; /* [terminals] packets that wait; REQUESTS_NONE: none */
  uint32_t *next;         /* [packets] the one that waits behind it */
  struct served *served;  /* [answers] by cycle; NULL without a time of service */
  size_t served_next, served_end; /* those that are still to start */
};

/* Error: false, when memory is short. */
bool requests_open(struct requests *r, const struct schedule *schedule, uint32_t terminals,
                   size_t answers);

void requests_reset(struct requests *r);

/* May a packet of a terminal be offered now?  Otherwise it is kept until there is room. */
bool requests_take(struct requests *r, uint32_t terminal, uint32_t packet);

/* A packet of the terminal is complete.  The packet that is to be offered now;
 * REQUESTS_NONE: none. */
uint32_t requests_complete(struct requests *r, uint32_t terminal);

/* What an answer answers has arrived in this cycle. */
void requests_serve(struct requests *r, uint64_t cycle, size_t answer);

/* The next answer whose service is over in this cycle.  False: there is none. */
bool requests_served(struct requests *r, uint64_t cycle, size_t *answer);

void requests_close(struct requests *r);

#endif
