/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_block -- the blocks of a sweep's plan as words: lines `keyword value...`.
 *
 * Reads the format of docs/sweep.md; what the values mean is for
 * tool/campaign/sweep_plan.h.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_BLOCK_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_BLOCK_H

#include "network/traffic/lines.h"
#include "tool/campaign/sweep_options.h"

#include <stddef.h>

enum sweep_keyword {
  SWEEP_TOPOLOGY,
  SWEEP_PACKETS,
  SWEEP_TRAFFIC,
  SWEEP_ROUTING,
  SWEEP_TRIALS,
  SWEEP_SEED,
  SWEEP_DEPTH,
  SWEEP_VCS,
  SWEEP_LANES,
  SWEEP_KEYWORDS
};

enum { SWEEP_WORDS = LINES_TEXT / 2 }; /* most of a line */

struct sweep_line {
  uint64_t number; /* of the line in the file; 0: not given */
  char text[LINES_TEXT];
  const char *word[SWEEP_WORDS]; /* [count] values, in text; [0, 1] for a keyword that takes
                                  * one */
  size_t count;
};

struct sweep_block {
  uint64_t number; /* of the line where it begins; 0: there is none */
  struct sweep_line line[SWEEP_KEYWORDS];
  struct sweep_option_line {
    uint64_t number;
    const struct run_field *field;
    char value[LINES_TEXT];
  } more[SWEEP_OPTIONS]; /* [more_count] */
  size_t more_count;
};

struct sweep_blocks {
  struct lines lines;
  struct sweep_block next; /* its topology line alone, when that has ended another block */
};

const char *sweep_keyword_name(enum sweep_keyword keyword);

/* Does its line take several values? */
bool sweep_keyword_many(enum sweep_keyword keyword);

/* Error: ERR_USAGE when the file cannot be read. */
bool sweep_blocks_open(struct sweep_blocks *blocks, const char *path, struct err *err);

/* Does a block have this line, if one whose trials are of switches must have it?  Error:
 * ERR_USAGE with the place. */
bool sweep_blocks_has(const struct sweep_blocks *blocks, const struct sweep_block *block,
                      enum sweep_keyword keyword, struct err *err);

/* The next block, with every line that any block must have; block->number is 0 after the
 * last one.  Error: ERR_USAGE with the place. */
bool sweep_blocks_next(struct sweep_blocks *blocks, struct sweep_block *block,
                       struct err *err);

/* Put the place before an error of the input, unless the blocks are of no file; returns
 * false. */
bool sweep_blocks_error(const struct sweep_blocks *blocks, uint64_t number,
                        struct err *err);

void sweep_blocks_close(struct sweep_blocks *blocks);

#endif
