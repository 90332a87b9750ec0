/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_members -- the networks of a check: one, or the sizes of a family. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_MEMBERS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_MEMBERS_H

#include "tool/campaign/check_plan.h"

/* What all runs of a check on a network say. */
struct description check_describe(const struct check_request *request, const char *topology,
                                  const char *routing);

/* Fill the members of a plan.  A routing selects the sizes of a family that have it; if
 * none has it with these options, those that have it with others.  Errors: ERR_USAGE for an
 * unknown network, family or routing; ERR_ENVIRONMENT. */
bool check_members_make(struct check_plan *plan, const struct check_request *request,
                        struct err *err);

#endif
