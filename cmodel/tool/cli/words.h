/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* words -- the values that SPEC, TRAFFIC, FILE and the other placeholders of commands and
 * options can take. */
#ifndef LOCKHOP_TOOL_CLI_WORDS_H
#define LOCKHOP_TOOL_CLI_WORDS_H

#include "network/topology/topology.h"

#include <stdio.h>

/* Where words are offered. */
struct words {
  FILE *file;
  const char *current;      /* how they must begin */
  const char *before;       /* what stands before it in the same word of the command line */
  const struct topology *t; /* of the command line; NULL: none that can be opened */
};

/* Offer what can stand for `placeholder`, such as "SPEC" or "FOLDER|trace:FILE"; nothing
 * for a number.  It must be one that the table has. */
void words_offer(const struct words *w, const char *placeholder);

/* Offer one word, if it begins with w->current. */
void words_one(const struct words *w, const char *word, const char *text);

#endif
