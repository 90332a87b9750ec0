/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_options -- what the lines of a block say of its runs beyond those that every plan
 * has: any field of tool/session/run_fields.def that says what a run is.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SWEEP_OPTIONS_H
#define LOCKHOP_TOOL_CAMPAIGN_SWEEP_OPTIONS_H

#include "tool/session/fields.h"

enum {
  SWEEP_OPTIONS = 8,        /* most of a block */
  SWEEP_OPTIONS_MOST = 384, /* bytes of their text */
  SWEEP_OPTIONS_TEXT = 1024,
  SWEEP_OPTION_WORD = 128 /* bytes of a value, its 0 included */
};

struct sweep_options {
  struct description said; /* strings are in `words` */
  size_t count;
  char words[SWEEP_OPTIONS][SWEEP_OPTION_WORD];
  char text[SWEEP_OPTIONS_TEXT]; /* as on a command line: "--store 4 --data ones" */
  struct sweep_options *next;    /* of a plan */
};

/* The field of a keyword that says what a run is and that no line of its own has; NULL: it
 * is none. */
const struct run_field *sweep_options_field(const char *keyword);

/* Add a value.  Error: ERR_USAGE, without the place. */
bool sweep_options_add(struct sweep_options *options, const struct run_field *field,
                       const char *value, struct err *err);

/* "" without options. */
static inline const char *sweep_options_text(const struct sweep_options *options)
{
  return options ? options->text : "";
}

#endif
