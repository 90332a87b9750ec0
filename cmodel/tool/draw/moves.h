/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moves -- the links that packets cross in a run, each with its packet and its step. */
#ifndef LOCKHOP_TOOL_DRAW_MOVES_H
#define LOCKHOP_TOOL_DRAW_MOVES_H

#include "tool/draw/run_loads.h"

#define MOVE_ENTERS UINT32_MAX /* the port of a move from the terminal */
#define MOVES_ALL UINT32_MAX

struct move {
  uint64_t step; /* cycle of the run: a link out of the first switch is crossed in 1 */
  uint32_t packet;
  uint32_t at, port; /* the link that leaves this switch by this port */
};

struct moves {
  struct shape shape;
  uint64_t step;     /* only what moves in this step; 0: in all */
  uint32_t packet;   /* only this packet; MOVES_ALL: all */
  struct move *list; /* [count] by packet, then by step */
  size_t count, capacity;
};

/* A run_observer, of struct moves; all zero but shape, step and packet at first. */
bool moves_add(void *self, const struct run_cycle *cycle, struct err *err);

/* After the run: into the order of the list. */
void moves_sort(struct moves *moves);

/* Count these moves alone. */
void moves_count(const struct moves *moves, struct run_loads *loads);

/* Packets that cross a link. */
size_t moves_packets(const struct moves *moves);

void moves_close(struct moves *moves);

#endif
