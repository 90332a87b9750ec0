/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_cells -- the combinations of a block of a plan: its cells. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_CELLS_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_CELLS_H

#include "tool/campaign/sweep_plan.h"
#include "tool/campaign/sweep_range.h"

enum { SWEEP_TRIALS_MOST = 10000000 /* trials of a plan */ };

/* A plan while it is read; all zero but `plan` before its first block. */
struct sweep_reader {
  struct sweep_plan *plan;
  struct sweep_blocks blocks;
  struct sweep_block block;
  struct sweep_values values[SWEEP_KEYWORDS]; /* of its lines */
  const struct sweep_options *options;        /* of its other lines; NULL: it has none */
  const char *resolution;                     /* of a search for all traffic; NULL: none */
};

/* Append the cells of the present block.  Errors: ERR_USAGE, which name the line, and
 * ERR_ENVIRONMENT. */
bool sweep_cells_add(struct sweep_reader *r, struct err *err);

void sweep_cells_free_values(struct sweep_reader *r);

/* Is the whole schedule of a traffic in a file? */
bool sweep_reads_file(const char *traffic);

#endif
