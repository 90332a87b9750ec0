/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* file -- output files that are complete or absent.
 *
 * Writing goes to a temporary file beside the target, which `file_commit` renames into
 * place once every byte is known to be written.  Its name is unpredictable and must not
 * exist before, so nobody can plant a link there.  If the writer is killed, the next writer
 * of the same target removes the temporary file.  A target that exists and is no regular
 * file (a pipe, a device) is written directly; the path "-" is standard output.
 */
#ifndef LOCKHOP_BASE_FILE_H
#define LOCKHOP_BASE_FILE_H

#include "base/err.h"

#include <stddef.h>
#include <stdio.h>

enum { FILE_PATH = 4096 };

struct output_file {
  FILE *stream;
  char path[FILE_PATH];
  bool borrowed;             /* the stream belongs to the caller and stays open */
  char temporary[FILE_PATH]; /* "" when the target is written directly */
};

/* Error: ERR_USAGE when the file cannot be created there. */
bool file_open(struct output_file *out, const char *path, struct err *err);

/* Did a write fail because the reader of a pipe or socket is gone?  That is no error. False
 * for files and devices: a full disk is an error. */
bool file_reader_left(FILE *stream);

/* The same, with another stream for "-". */
bool file_open_with(struct output_file *out, const char *path, FILE *standard_output,
                    struct err *err);

/* Flush, close, rename.  Error: ERR_ENVIRONMENT when the bytes could not all be written;
 * nothing is left behind then.  A reader that is gone is no error. */
bool file_commit(struct output_file *out, struct err *err);

/* Close and remove what was written. */
void file_abandon(struct output_file *out);

/* For files that need not be complete or absent: close `file`, which fopen has opened to
 * write, or which is NULL.  Error: ERR_ENVIRONMENT when it could not be opened or written.
 */
bool file_close_written(FILE *file, const char *path, struct err *err);

/* Write such a file of these bytes. */
bool file_write(const char *path, const char *text, size_t size, struct err *err);

/* Make a directory and its parents.  Error: ERR_USAGE when it cannot be made. */
bool file_make_directory(const char *path, struct err *err);

/* The same, for a directory that is its owner's alone; one that exists stays as it is. */
bool file_make_private(const char *path, struct err *err);

/* Whole contents of a file, 0-terminated, to be freed; *size without the 0.  NULL on error:
 * ERR_USAGE when it cannot be opened or read. */
char *file_read(const char *path, size_t *size, struct err *err);

#endif
