/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cache -- files that take long to make, kept under a name that says all they depend on.
 *
 * Beside a file NAME lies NAME.manifest, with the hash of the file and the hashes of inputs
 * that its name does not cover.  A file that does not agree with its manifest is made
 * again, so one that is stale, cut or half-written is never used.  Files are made in a
 * directory of their own, one maker at a time per name, and renamed into place.
 */
#ifndef LOCKHOP_BASE_CACHE_H
#define LOCKHOP_BASE_CACHE_H

#include "base/err.h"
#include "base/file.h"

#include <stdio.h>

/* Makes the file `output`; `work` is an empty directory for whatever it needs, removed
 * later. For an input that the name does not cover, it prints its path as one line to
 * `inputs`.  Ending signals are held back (base/process.h) while it runs. */
typedef bool cache_maker(const void *request, const char *work, const char *output,
                         FILE *inputs, struct err *err);

/* Find NAME in `directory`, which is made when needed, or have it made; its path.  Errors:
 * those of the maker; ERR_ENVIRONMENT when the cache cannot be written. */
bool cache_obtain(const char *directory, const char *name, cache_maker *make,
                  const void *request, char path[FILE_PATH], struct err *err);

#endif
