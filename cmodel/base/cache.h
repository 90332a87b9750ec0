/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cache -- keeps files that take long to make, under names that encode all their inputs.
 *
 * Beside a file NAME lies NAME.manifest, with the hash of the file.  A file that does not
 * match its manifest is made again, so a truncated file is never used.  A file is made in
 * its own directory, by one maker at a time per name, and renamed into place.
 *
 * Programs are run from a cache, so nobody else may write there.  The directory is created
 * for its owner alone.  A directory or file that is a symbolic link, belongs to another
 * user, or is writable by group or others is refused.
 */
#ifndef LOCKHOP_BASE_CACHE_H
#define LOCKHOP_BASE_CACHE_H

#include "base/err.h"
#include "base/file.h"

/* Makes the file `output`; `work` is an empty directory for whatever it needs, removed
 * later.  Termination signals are held (base/process.h) while it runs. */
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
