/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- what is behind a handle of functions.txt: a network, a switch, or a place of a
 * network that is judged. */
#ifndef LOCKHOP_TB_DPI_GOLDEN_H
#define LOCKHOP_TB_DPI_GOLDEN_H

#include "judged.h"

struct golden {
  struct lockhop_network *network; /* or */
  struct lockhop_switch *alone;    /* or */
  struct golden *whole;            /* the network of this place, which is switch */
  uint32_t place;                  /* that many of it */
  bool is_judged;                  /* a network by `judged` */
  struct judged judged;
  char line[JUDGED_TEXT]; /* told by golden_show */
  char *ending;           /* told by golden_ending */
  struct lockhop_shape shape;
  struct lockhop_inputs inputs; /* of the next golden_tick_switch; told by golden_inputs */
  struct lockhop_outputs outputs; /* told by golden_outputs; of the next golden_show */
  struct lockhop_error error;
  uint64_t *ready; /* [switches] of a network: in_ready before the latest golden_tick */
};

/* Of a network that was opened: is it judged, and where are its places from now on?  Error:
 * in `error` of the handle. */
void judge_network(struct golden *network, const struct lockhop_description *description);

/* It is closed. */
void judge_close(struct golden *network);

#endif
