/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cache -- files that take long to make, kept under a name that says all they depend on.
 *
 * Beside a file NAME lies NAME.manifest, with the hash of the file.  A file that does not
 * agree with its manifest is made again, so one that is cut or half-written is never used.
 * Files are made in a directory of their own, one maker at a time per name, and renamed
 * into place.
 *
 * What is in a cache is run as a program, so nobody else may write there: the directory is
 * made for its owner alone, and one that is a symbolic link, belongs to another user, or
 * can be written by group or others, is refused; so is a file in it.
 */
#ifndef LOCKHOP_BASE_CACHE_H
#define LOCKHOP_BASE_CACHE_H

#include "base/err.h"
#include "base/file.h"

/* Makes the file `output`; `work` is an empty directory for whatever it needs, removed
 * later.  Ending signals are held back (base/process.h) while it runs. */
typedef bool cache_maker(const void *request, const char *work, const char *output,
                         struct err *err);

/* Find NAME in `directory`, which is made when needed, or have it made; its path.  Errors:
 * those of the maker; ERR_ENVIRONMENT when the cache cannot be written, or others can write
 * to it. */
bool cache_obtain(const char *directory, const char *name, cache_maker *make,
                  const void *request, char path[FILE_PATH], struct err *err);

/* Have a file made that is not kept: `output` is in `work`.  Errors: as cache_obtain. */
bool cache_try(const char *directory, cache_maker *make, const void *request,
               struct err *err);

#endif
