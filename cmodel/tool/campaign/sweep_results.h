/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_results -- lockhop sweep --plan and --judge: jobs out, results that others made in.
 *
 * A job is several trials of one combination, whose seeds follow each other.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_RESULTS_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_RESULTS_H

#include "tool/campaign/sweep_file.h"
#include "tool/console/settings.h"

/* Print the jobs of a plan, a line each. */
bool sweep_results_plan(const struct sweep_plan *plan, FILE *file, struct err *err);

/* Add the rows of every trial that the file misses, from the results that settings name.
 * Errors: ERR_USAGE for a line that is none, or that is of no job of the plan, or of
 * another design or version; ERR_ENVIRONMENT for a result that is missing, or there twice,
 * or that is an error. */
bool sweep_results_judge(struct sweep_file *file, const struct settings *settings,
                         struct err *err);

#endif
