/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_options -- what the lines of a block say of its runs beyond those of every plan. */
#include "tool/campaign/sweep_options.h"

#include <assert.h>
#include <string.h>

/* Fields with a line of their own, and those of a whole sweep. */
static const char *const elsewhere[] = {"packets", "routing", "seed",   "depth",
                                        "vcs",     "lanes",   "machine"};

const struct run_field *sweep_options_field(const char *keyword)
{
  const struct run_field *field = run_field_named(keyword);

  if (!field || field->role != RUN_FIELD_IS || field->kind == RUN_FIELD_FILES)
    return NULL;
  for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
    if (strcmp(elsewhere[i], keyword) == 0)
      return NULL;
  return field;
}

bool sweep_options_add(struct sweep_options *options, const struct run_field *field,
                       const char *value, struct err *err)
{
  assert(options->count < SWEEP_OPTIONS);
  char *word = options->words[options->count++];

  if (strlen(value) >= SWEEP_OPTION_WORD)
    return err_set(err, ERR_USAGE, "%s '%.20s...': at most %d bytes", field->name, value,
                   SWEEP_OPTION_WORD - 1);
  strcpy(word, value);
  if (!run_field_read(&options->said, field, word, err)) {
    memmove(err->text, err->text + strlen("--"), strlen(err->text) + 1 - strlen("--"));
    return false;
  }
  if (run_field_add(&options->said, field, options->text, SWEEP_OPTIONS_TEXT,
                    strlen(options->text)) <= SWEEP_OPTIONS_MOST)
    return true;
  return err_set(err, ERR_USAGE, "%s '%s': the block says too much", field->name, value);
}
