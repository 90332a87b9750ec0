/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design -- what a simulator says that it has read and elaborated.
 *
 * Verilator lists every file that it has read, included ones too (Vdut__verFiles.dat), and
 * prints the elaborated design (design_formats.h).  What is tested is known from these
 * lists alone: a text says what it might define, not what became of it.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DESIGN_H
#define LOCKHOP_VERILOG_SIMULATOR_DESIGN_H

#include "base/err.h"
#include "base/hash.h"

#include <stddef.h>

/* A module, interface or package of the elaborated design, and the file that it is from. */
struct design_module {
  char *name;
  char *file;
  bool package;
};

struct design {
  struct design_module *modules; /* [count] */
  size_t count;
};

/* Read what Verilator has printed.  Errors: ERR_ENVIRONMENT. */
bool design_open(struct design *design, const char *path, struct err *err);

void design_close(struct design *design);

/* The module is in the design: its file; NULL: it is not. */
const char *design_file(const struct design *design, const char *module);

/* Before 5.022 Verilator tells no more of a file's name than what is before a blank.  Is
 * this the same? */
bool design_same_file(const char *told, const char *file);

/* Which of the files that were read count: those below the directories skipped[count] do
 * not, and those below `work` do under their names in there. */
struct design_scope {
  const char *work;
  const char *skipped[4]; /* NULL: none */
};

/* Hash the names and contents of all files on the list `files`.  Errors: ERR_USAGE for a
 * file that cannot be read again, is no regular file, or has a control character in its
 * name; ERR_ENVIRONMENT when the list cannot be read. */
bool design_hash_files(struct hash *hash, const char *files,
                       const struct design_scope *scope, struct err *err);

#endif
