/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_check -- tells whether an FST waveform file is whole.
 *
 * The libraries that write FST do not report a write that failed, so a file cut by a full
 * disk looks like a success.  Whoever has closed a waveform checks it with this, and
 * removes it when it is not whole.
 */
#ifndef LOCKHOP_BASE_FST_CHECK_H
#define LOCKHOP_BASE_FST_CHECK_H

#include "base/err.h"

#include <stdbool.h>

/* Walk the chain of blocks: a header first, nothing unfinished, signals, names and at least
 * one section of values, as many as the header says, and the last block ends where the file
 * ends. Error: ERR_ENVIRONMENT with the byte at which the file stops being good. */
bool fst_check(const char *path, struct err *err);

#endif
