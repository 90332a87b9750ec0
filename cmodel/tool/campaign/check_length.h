/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_length -- how long the runs of a plan are, and the text of their traffic. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_LENGTH_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_LENGTH_H

#include "tool/campaign/check_plan.h"
#include "tool/session/session.h"

/* The network and level of a run. */
struct check_scope {
  const struct topology *t;
  enum check_level level;
  bool family; /* it is a size of one */
};

/* A family has many sizes, so at level quick their runs are short. */
bool check_is_short(const struct check_scope *scope);

/* The traffic of a row with its packets and cycles; `wraps`: make it long. */
void check_length_put(const struct check_scope *scope, struct check_run *run,
                      const struct check_traffic *row, bool wraps, uint64_t seed);

/* `work`: about so many switch-cycles. */
bool check_length_fits(const struct check_scope *scope, const struct session *s,
                       uint64_t work);

/* Take some rounds of a gossip that is too long. False: no round is short enough, or the
 * traffic is no gossip. */
bool check_length_sample(const struct check_scope *scope, struct check_run *run,
                         uint64_t work);

#endif
