/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judge -- what is behind a struct lockhop_judge. */
#ifndef LOCKHOP_TOOL_API_JUDGE_H
#define LOCKHOP_TOOL_API_JUDGE_H

#include "run/flow/flow.h"
#include "tool/api/describe.h"
#include "tool/api/shown.h"

struct lockhop_judge {
  struct described described;
  struct session session;
  struct flow *flow;
  struct lockhop_shape shape;
  bool looks; /* `here` says which switch it is */
  struct shown shown;
  uint64_t *ready;   /* [switches] of struct flow_pins */
  uint64_t *refused; /* [switches] likewise */
  uint64_t *enters;  /* [switches] mask of the channels that take a packet, */
  struct packet *in; /* [switches][channels] and these packets */
  bool rst;          /* of the next tick, */
  uint32_t phase;
  uint64_t here;
  bool begun; /* there was a tick without reset */
  bool in_reset;
  uint32_t resets;
  uint64_t cycle; /* of the next tick, once it has begun */
  uint64_t last_move;
  struct lockhop_verdict verdict;
  char *text;
};

#endif
