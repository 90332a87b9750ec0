/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fuzz -- what the fuzz targets share.
 *
 * A target reads one kind of text that comes from outside.  For every text it must return:
 * a text that is accepted obeys the laws of the target, one that is refused gives one line.
 * libfuzzer.c makes up texts (`make fuzz`), replay.c reads those of tests/fuzz/seeds and
 * tests/fuzz/found (`make test`).
 */
#ifndef LOCKHOP_TESTS_FUZZ_H
#define LOCKHOP_TESTS_FUZZ_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void fuzz_target(const uint8_t *data, size_t size);

/* The head of a target, whose name is that of the folders of its texts. */
#define FUZZ_TARGET(name)                                                                  \
  static fuzz_target fuzz_##name;                                                          \
  __attribute__((constructor)) static void register_##name(void)                           \
  {                                                                                        \
    fuzz_register(#name, fuzz_##name);                                                     \
  }                                                                                        \
  static void fuzz_##name(const uint8_t *data, size_t size)

/* A law of a target. */
#define LAW(condition, ...)                                                                \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      fprintf(stderr, "%s:%d: broken law: ", __FILE__, __LINE__);                          \
      fprintf(stderr, __VA_ARGS__);                                                        \
      fprintf(stderr, "\n");                                                               \
      abort();                                                                             \
    }                                                                                      \
  } while (0)

void fuzz_register(const char *name, fuzz_target *run);

/* The target of that name; NULL: there is none. */
fuzz_target *fuzz_find(const char *name);

/* Names by number; NULL: no more. */
const char *fuzz_name(size_t number);

/* The bytes up to the first 0 as a string, to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A file of these bytes: its path, until fuzz_file_close. */
enum { FUZZ_PATH = 64 };
struct fuzz_file {
  int descriptor;
  char path[FUZZ_PATH];
};
struct fuzz_file fuzz_file_of(const void *bytes, size_t size);
void fuzz_file_close(struct fuzz_file *file);

/* A file on disk, for what goes by the end of a name, such as ".f"; the other directories
 * that a text can name are not looked into. */
struct fuzz_file fuzz_named_file(const char *ending, const void *bytes, size_t size);

/* Could this text make the reader open other files, some of which never end? */
bool fuzz_names_files(const char *text);

/* An error is one line; of a text that is wrong it is ERR_USAGE. */
void fuzz_refused(const struct err *err);

/* The same of what a tool has written: ERR_ENVIRONMENT too. */
void fuzz_failed(const struct err *err);

#endif
