/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_check -- checks whether an FST waveform file is complete.
 *
 * Libraries that write FST do not report failed writes, so a file truncated by a full disk
 * looks complete.  Check every waveform after closing it, and remove it if it is not
 * complete.
 */
#ifndef LOCKHOP_BASE_FST_CHECK_H
#define LOCKHOP_BASE_FST_CHECK_H

#include "base/err.h"

#include <stdbool.h>

/* Check the chain of blocks: a header first; no unfinished block; signals, names, and at
 * least one section of values, as many as the header says; the last block ends at the end
 * of the file. Error: ERR_ENVIRONMENT with the byte of the first fault. */
bool fst_check(const char *path, struct err *err);

#endif
