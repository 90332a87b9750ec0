/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fields -- the table of what a person can say of a run (tool/session/run_fields.def), for
 * those who read or write all of it: options, help, JSON, commands that repeat a run.
 */
#ifndef LOCKHOP_TOOL_SESSION_FIELDS_H
#define LOCKHOP_TOOL_SESSION_FIELDS_H

#include "tool/session/description.h"

enum run_field_kind {
  RUN_FIELD_TEXT,
  RUN_FIELD_NUMBER,
  RUN_FIELD_PACKETS, /* a number, or 'ports' */
  RUN_FIELD_COUNT,
  RUN_FIELD_FLAG,
  RUN_FIELD_FILES,
  RUN_FIELD_CYCLES /* "A-B", both included */
};

enum run_field_role { RUN_FIELD_IS, RUN_FIELD_WATCH, RUN_FIELD_RECORD };

/* A row; its columns are explained in tool/session/run_fields.def. */
struct run_field {
  enum run_field_kind kind;
  enum run_field_role role;
  const char *name;
  size_t offset; /* of its member in struct description */
  uint64_t least, most;
  int64_t unsaid;
  const char *word; /* NULL: the option takes no argument */
  const char *commands;
  const char *help;
};

/* The rows, in the order of help. */
const struct run_field *run_fields(size_t *count);

/* The row of an option, e.g. "data-bits"; NULL: there is none. */
const struct run_field *run_field_named(const char *name);

/* Read a value as its option has it; text is kept, not copied, and NULL for a flag. Error:
 * ERR_USAGE with the option, the text and what is allowed. */
bool run_field_read(struct description *d, const struct run_field *field, const char *text,
                    struct err *err);

/* Was something else said than its default? */
bool run_field_said(const struct description *d, const struct run_field *field);

/* Add what was said, as words of a shell, to a command line of `used` bytes: "--depth 2".
 * Returns the bytes used. */
size_t run_field_add(const struct description *d, const struct run_field *field, char *text,
                     size_t size, size_t used);

/* Give one description what another says in the fields of a role. */
void run_fields_copy(struct description *to, const struct description *from,
                     enum run_field_role role);

/* Add everything that makes the run what it is, its seed always. */
size_t run_fields_add(const struct description *d, char *text, size_t size, size_t used);

/* Is a word one of those of a list with blanks, such as `commands`? */
bool run_field_listed(const char *list, const char *word);

#endif
