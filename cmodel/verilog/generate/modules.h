/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* modules -- finds which modules a Verilog file defines and uses, and their files in rtl/.
 *
 * A scan for names, not a parser: comments and strings are skipped, macros are not
 * expanded. Every file rtl/<folder>/<name>.v defines one module of its own name.
 */
#ifndef LOCKHOP_VERILOG_GENERATE_MODULES_H
#define LOCKHOP_VERILOG_GENERATE_MODULES_H

#include "base/err.h"
#include "base/file.h"

#include <stddef.h>
#include <stdint.h>

enum { MODULE_NAME = 64 }; /* bytes of a module's name, its 0 included */

/* Line, from 1, on which `text` defines the module `name`; 0: it does not. */
uint32_t modules_definition(const char *text, const char *name);

/* Names of the modules that `text` defines, names[capacity]; their number, at most
 * capacity. */
size_t modules_defined(const char *text, char (*names)[MODULE_NAME], size_t capacity);

/* The same for packages. */
size_t modules_packages(const char *text, char (*names)[MODULE_NAME], size_t capacity);

/* Is `name` a name in the text, of whatever? */
bool modules_has_name(const char *text, const char *name);

/* Does `text` use the package: "name::"? */
bool modules_use_package(const char *text, const char *name);

/* The last module among names[count] that `text` instantiates at or before `line`; NULL:
 * none. */
const char *modules_instance(const char *text, uint32_t line, const char *const *names,
                             size_t count);

/* A sorted list of names of files, relative to a directory, "rtl/<folder>/<module>.v". */
struct module_files {
  char **paths; /* [count] */
  size_t count;
};

/* All of rtl/ below the directory `share`.  Errors: ERR_ENVIRONMENT. */
bool modules_all(struct module_files *files, const char *share, struct err *err);

/* The files that the modules `roots` [root_count] need.  Errors: ERR_ENVIRONMENT, also when
 * a root is missing. */
bool modules_used(struct module_files *used, const char *share, const char *const *roots,
                  size_t root_count, struct err *err);

void modules_free(struct module_files *files);

#endif
