/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* senders -- packets that a caller has injected, in line at their terminals for a free
 * lane.
 */
#ifndef LOCKHOP_TOOL_API_SENDERS_H
#define LOCKHOP_TOOL_API_SENDERS_H

#include "run/machine/machine.h"

struct waiting {
  struct packet packet;
  uint32_t next; /* behind it, or the next place that is free; UINT32_MAX: none */
};

struct senders {
  const struct shape *shape;
  uint32_t *first;  /* [terminals] place of the first packet in line; UINT32_MAX: none */
  uint32_t *last;   /* [terminals] of the last */
  uint32_t *active; /* [active_count] terminals with packets in line */
  size_t active_count;
  struct waiting *places; /* [capacity] */
  uint32_t capacity;
  uint32_t free;                /* the first place that is free; UINT32_MAX: none */
  struct injection *injections; /* [injection_count] of this cycle */
  size_t injection_count;
  size_t injection_capacity;
};

/* Error: ERR_ENVIRONMENT.  Close in either case. */
bool senders_open(struct senders *senders, const struct shape *shape, struct err *err);
void senders_close(struct senders *senders);

/* Empty all lines. */
void senders_reset(struct senders *senders);

/* A packet joins the line of a terminal.  Error: ERR_ENVIRONMENT. */
bool senders_join(struct senders *senders, uint32_t terminal, const struct packet *packet,
                  struct err *err);

/* The first packets of each line go to the free lanes of its terminal, lowest lane first:
 * `injections`.  `machine`: for routings that choose at launch.  Error: ERR_ENVIRONMENT. */
bool senders_start(struct senders *senders, const struct machine *machine,
                   const struct links *links, struct err *err);

#endif
