/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* part -- an output file that a library opens by name, kept apart until it is complete.
 *
 * The FST library removes a file of the name that it is given, creates it anew, and does
 * the same with NAME.hier.  In a directory that others can write to, a link could be
 * planted in between.  So it writes into a directory of its own beside the target, which
 * nobody else may enter; the file is moved to the target at the end.
 */
#ifndef LOCKHOP_BASE_PART_H
#define LOCKHOP_BASE_PART_H

#include "base/err.h"
#include "base/file.h"

struct part {
  char target[FILE_PATH];
  char directory[FILE_PATH]; /* "": there is none */
  char path[FILE_PATH];      /* where to write */
};

/* Make the directory.  `part` must stay where it is until it is committed or removed.
 * Error: ERR_USAGE when the target is no regular file, which a library would remove, or
 * cannot be made there; ERR_ENVIRONMENT when there is no room. */
bool part_open(struct part *part, const char *target, struct err *err);

/* Move the file to the target.  Error: ERR_ENVIRONMENT; nothing is left behind then. */
bool part_commit(struct part *part, struct err *err);

/* Remove what was written.  Nothing happens to a part that is not open. */
void part_remove(struct part *part);

#endif
