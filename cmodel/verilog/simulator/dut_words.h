/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_words -- lists of words, and the words of a text. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DUT_WORDS_H
#define LOCKHOP_VERILOG_SIMULATOR_DUT_WORDS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: none. */
struct dut_words {
  char **text; /* [count] */
  size_t count;
};

/* Add a copy of `text`.  Error: ERR_ENVIRONMENT. */
bool dut_words_add(struct dut_words *words, const char *text, struct err *err);

/* Add `text` itself, from malloc, also freed when this fails; NULL: memory was short.
 * Error: ERR_ENVIRONMENT. */
bool dut_words_take(struct dut_words *words, char *text, struct err *err);

void dut_words_close(struct dut_words *words);

/* *word: the next word of *text, to be freed, or NULL where there is none; *text then is
 * behind it.  Words are separated by blanks; "quotes" hold blanks; #, // and slash and star
 * begin comments.  *line counts line ends.  Error: ERR_ENVIRONMENT. */
bool dut_words_next(char **word, const char **text, uint32_t *line, struct err *err);

/* Set the error; false. */
bool dut_words_no_memory(struct err *err);

#endif
