/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_shape -- the shapes of a plan: switches that are compiled once. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_SHAPE_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_SHAPE_H

#include "tool/campaign/check_plan.h"
#include "tool/session/session.h"

/* Room for one more in a list of `count`.  Error: ERR_ENVIRONMENT. */
bool check_plan_grow(void **list, size_t count, size_t *capacity, size_t size,
                     struct err *err);
bool check_plan_no_memory(struct err *err);

/* Places of the waiting store that a run needs; it uses all of them. */
uint32_t check_shape_store(const struct session *s);

struct check_shape check_shape_of(const struct session *s, size_t member);
bool check_shape_same(const struct check_shape *a, const struct check_shape *b);

/* The shape of a session in the plan, put in if it is new; its store grows to that of its
 * runs.  Error: ERR_ENVIRONMENT. */
bool check_shape_find(struct check_plan *plan, const struct session *s, size_t member,
                      size_t *at, struct err *err);

/* After planning: set its name, and in a family the work beyond the planned runs.
 */
void check_shape_complete(const struct check_plan *plan, struct check_shape *shape,
                          enum check_level level);

#endif
