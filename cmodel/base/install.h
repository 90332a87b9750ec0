/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* install -- where the program's own files are, and where it may keep some.
 *
 * A program that was built in a source tree, anywhere under <tree>/build, uses that tree;
 * one installed as <prefix>/bin/NAME uses <prefix>/share/lockhop.
 */
#ifndef LOCKHOP_BASE_INSTALL_H
#define LOCKHOP_BASE_INSTALL_H

#include "base/err.h"
#include "base/file.h"

/* The directory that holds rtl/ and sim/.  Error: ERR_ENVIRONMENT when it is not found. */
bool install_share(char path[FILE_PATH], struct err *err);

/* A library that is made with the program, which need not exist: <tree>/build/lib/NAME, or
 * <prefix>/lib/lockhop/NAME.  Error: ERR_ENVIRONMENT as of install_share. */
bool install_library(char path[FILE_PATH], const char *name, struct err *err);

/* The cache directory, which need not exist: $LOCKHOP_CACHE, else <tree>/build/cache, else
 * $XDG_CACHE_HOME/lockhop, else $HOME/.cache/lockhop.  Error: ERR_ENVIRONMENT when none of
 * these variables is set. */
bool install_cache(char path[FILE_PATH], struct err *err);

#endif
