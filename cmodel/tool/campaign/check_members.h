/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_members -- the networks of a check: one, or the sizes of a family. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_MEMBERS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_MEMBERS_H

#include "tool/campaign/check_plan.h"

/* Fill the members of a plan.  A routing chooses those sizes of a family that have it; with
 * options that no size has, those that have it with other options.  Errors: ERR_USAGE for a
 * network, family or routing that is none; ERR_ENVIRONMENT. */
bool check_members_make(struct check_plan *plan, const struct check_request *request,
                        struct err *err);

#endif
