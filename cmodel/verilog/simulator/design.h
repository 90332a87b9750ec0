/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design -- the files that a simulator read, and the modules that it elaborated.
 *
 * Verilator lists every file that it has read, included ones too (Vdut__verFiles.dat), and
 * prints the elaborated design (design_formats.h).  Only these lists tell what is tested:
 * the text of a file does not show which of its modules became part of the design.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DESIGN_H
#define LOCKHOP_VERILOG_SIMULATOR_DESIGN_H

#include "base/err.h"
#include "base/hash.h"

#include <stddef.h>

/* A module, interface or package of the elaborated design, and its file. */
struct design_module {
  char *name;
  char *file;
  bool package;
};

enum design_name_kind { DESIGN_PARAMETER, DESIGN_INPUT, DESIGN_OUTPUT, DESIGN_INOUT };

/* A parameter or port of the top module. */
struct design_name {
  enum design_name_kind kind;
  char *name;
};

struct design {
  struct design_module *modules; /* [count] */
  size_t count;
  const char *top;           /* of which names are wanted; NULL: of none */
  struct design_name *names; /* [name_count] its own, in their order; none derived */
  size_t name_count;
};

/* Read the output of Verilator.  `top`: a module whose parameters and ports are wanted, or
 * NULL; it must outlive the design.  Errors: ERR_ENVIRONMENT. */
bool design_open(struct design *design, const char *path, const char *top, struct err *err);

void design_close(struct design *design);

/* The file of a module of the design; NULL: it is not in the design. */
const char *design_file(const struct design *design, const char *module);

/* Does `told` name this file?  Before 5.022 Verilator cuts file names at the first blank.
 */
bool design_same_file(const char *told, const char *file);

/* The rest of `path` below `directory` (NULL or "": none); NULL: it is not below it. */
const char *design_below(const char *path, const char *directory);

/* Which of the files read count: not those below the directories skipped[]; those below
 * `work` count under their names relative to it. */
struct design_scope {
  const char *work;
  const char *skipped[4]; /* NULL: none */
};

/* Told of a file; `in_work`: its name there, NULL where it is not below `work`. */
typedef bool design_visit(void *self, const char *path, const char *in_work,
                          struct err *err);

/* Every file on the list `files` that counts, in its order.  Errors: those of `visit`;
 * ERR_USAGE for a name with a control character; ERR_ENVIRONMENT when the list cannot be
 * read. */
bool design_files(const char *files, const struct design_scope *scope, design_visit *visit,
                  void *self, struct err *err);

/* Hash the names and contents of all files on the list `files`.  Errors: ERR_USAGE for a
 * file that cannot be read again, is not a regular file, or has a control character in its
 * name; ERR_ENVIRONMENT when the list cannot be read. */
bool design_hash_files(struct hash *hash, const char *files,
                       const struct design_scope *scope, struct err *err);

#endif
