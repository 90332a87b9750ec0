/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mixture -- results of jobs that are not all of one design.
 *
 * A verdict is of one design.  Results say which files were given with --dut, and which
 * files the simulator then read, ours and included ones too.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_MIXTURE_H
#define LOCKHOP_TOOL_CAMPAIGN_MIXTURE_H

#include "base/hash.h"
#include "tool/jobs/job_lines.h"

/* Are all results of the design that the judge has (NULL: that is looked at elsewhere, and
 * there may be results without Verilog), and
 * is every file that was read the same for all?  Errors: ERR_USAGE with the place of a
 * result that is of another, ERR_ENVIRONMENT. */
bool mixture_is_none(const struct job_lines *lines, const struct hash *design,
                     struct err *err);

#endif
