/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* terminals -- offer the packets of a schedule to the switches.
 *
 * A terminal offers its packets in the order of the schedule.  In each cycle the packets
 * that are due enter the free ones of its lanes at its source switch, first come first,
 * lowest lane first.  The terminals of a site share the lanes out among them: injections.h.
 * With lanes for privileged packets a terminal has two such queues, one for each level, and
 * each enters its own lanes.  The others wait at the terminal, which has room for any
 * number.  A held terminal offers nothing. An answer is due when the packet that it answers
 * has arrived, in the same cycle or after a time of service, but not before its own cycle.
 */
#ifndef LOCKHOP_RUN_MACHINE_TERMINALS_H
#define LOCKHOP_RUN_MACHINE_TERMINALS_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"
#include "run/machine/requests.h"

/* A callback for every packet that a terminal begins to offer. */
struct offer_watch {
  void (*offered)(void *self, uint32_t terminal); /* NULL: none */
  void *self;
};

/* The data of a packet that starts now. */
struct data_source {
  uint64_t (*of)(void *self, uint32_t packet); /* NULL: those of the schedule */
  void *self;
};

/* Packets of consecutive numbers in a line. */
struct terminal_run {
  uint32_t first, count;
  uint32_t next; /* the run behind this one, or the next free one; UINT32_MAX: none */
};

struct terminals {
  const struct schedule *schedule;
  struct shape shape;
  uint64_t seed; /* of the payloads */
  struct payload_form form;
  size_t next_entry; /* first entry of the schedule not yet due */
  size_t started;    /* packets that entered a lane */
  /* Lines of packets at a terminal: 1; or 2, the first for privileged packets.  Line l of
   * terminal t is number t * lines + l. */
  uint32_t lines;
  uint32_t *head; /* [terminals * lines] run that is offered first; UINT32_MAX: none */
  uint32_t *tail; /* [terminals * lines] run that is offered last */
  struct terminal_run *runs; /* [run_capacity]; the first run_count have been used */
  size_t run_count, run_capacity;
  uint32_t free_run;    /* first of the list of those that are free again */
  bool short_of_memory; /* a packet found no run; terminals_offer says so */
  uint32_t *answers;    /* [answer_count] packets that answer others, sorted by the packet
                         * answered, then by source */
  bool *heard; /* [answer_count] one of the two conditions holds: the packet answered has
                * arrived, or the answer's cycle has come */
  size_t answer_count;
  struct requests requests; /* what waits for a window, or for the end of its service */
  struct queue_view
      queues; /* of the golden machine, for routings whose launch reads them */
  struct offer_watch watch;
  struct data_source data;
  /* Of the packets that are due, those of terminals at switches [first, end) are offered.
   */
  uint32_t first, end;
  const bool *held;  /* [terminals] terminals held in this cycle; NULL: none */
  uint32_t *waiting; /* [terminals * lines] lines that have packets to offer */
  size_t waiting_count;
  struct injection *injections; /* [injection_count] of this cycle */
  size_t injection_count;
  size_t injection_capacity;
};

/* With 0 lanes all packets must start in cycle 0, at most `ports` per terminal.  Errors:
 * ERR_USAGE when they do not; ERR_ENVIRONMENT when memory is short. */
bool terminals_open(struct terminals *terminals, const struct schedule *schedule,
                    const struct shape *shape, uint64_t seed, struct err *err);

/* A packet has arrived at a terminal in this cycle.  Call it before terminals_offer. */
void terminals_arrived(struct terminals *terminals, uint64_t cycle, uint32_t packet,
                       uint32_t terminal);

/* Of a schedule of requests: the request that is complete when this packet arrives;
 * REQUESTS_NONE: none is. */
uint32_t terminals_completes(const struct terminals *terminals, uint32_t packet);

/* Return to the start of the schedule, with the payloads of a seed. */
void terminals_reset(struct terminals *terminals, uint64_t seed);

/* Set terminals->injections for this cycle, given the ready channels.  Call it for every
 * cycle, from 0.  Error: ERR_ENVIRONMENT when memory is short. */
bool terminals_offer(struct terminals *terminals, uint64_t cycle, const uint64_t *ready,
                     struct err *err);

/* Is every packet due, or an answer to one that has not arrived?  Then time alone starts no
 * further packet. */
bool terminals_idle(const struct terminals *terminals);

void terminals_close(struct terminals *terminals);

#endif
