/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_finished -- what is said of an output file that is there already. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_FINISHED_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_FINISHED_H

#include "tool/campaign/sweep_plan.h"

/* Set the error for a file that a sweep of `plan` would replace: is it the finished table
 * of this plan, or another file?  `partial`: the partial file that --resume asks for, or
 * NULL without --resume.  Returns false. */
bool sweep_finished_refuse(const struct sweep_plan *plan, const char *path,
                           const char *partial, struct err *err);

#endif
