/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_limits -- the shapes that a user's switch supports (docs/own-switch.md): --shapes,
 * a comment of its file, and the parameters and ports that it has. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_LIMITS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_LIMITS_H

#include "tool/campaign/check_plan.h"
#include "tool/session/session.h"

enum { CHECK_LIMITS = 6 };

/* All zero: none, before check_limits_open. */
struct check_limits {
  struct {
    bool said;
    uint64_t from, to; /* both included */
  } rows[CHECK_LIMITS];
  struct fit fit;
  bool fitted; /* fit is known */
  /* Shapes that left the plan, and the reasons in a list. */
  struct check_shape *left; /* [count] */
  size_t count, capacity;
  char why[CHECK_NAME];
};

/* Read what the request and its files say.  Errors: ERR_USAGE with the place. */
bool check_limits_open(struct check_limits *limits, const struct check_request *request,
                       struct err *err);

/* *allowed: a run of this shape is made; else the shape counts as left.  `used`: VCs that
 * packets use; where cycles are not compared, more are made only when --shapes says so.
 * Errors: those of plugin_fit. */
bool check_limits_allow(struct check_limits *limits, struct session *s,
                        const struct check_shape *shape, uint32_t used, bool *allowed,
                        struct err *err);

void check_limits_close(struct check_limits *limits);

#endif
