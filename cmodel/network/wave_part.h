/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_part -- the file that a simulator writes a waveform to, until it is known to be
 * whole.
 *
 * Simulators open the file themselves and do not report a write that failed.  They are
 * given a path beside the target, which is renamed once base/fst_check.h finds it whole.
 */
#ifndef LOCKHOP_NETWORK_WAVE_PART_H
#define LOCKHOP_NETWORK_WAVE_PART_H

#include "base/err.h"
#include "base/file.h"

struct wave_part {
  char path[FILE_PATH]; /* the target */
  char part[FILE_PATH]; /* where it is written */
};

/* Choose the part's path and create it empty.  Errors: ERR_USAGE when the target is no
 * regular file (a simulator would remove a device of this name) or cannot be made there. */
bool wave_part_open(struct wave_part *wave, const char *path, struct err *err);

/* The simulator has closed the part.  Error: ERR_ENVIRONMENT when it is not whole; nothing
 * is left behind then, and the target is as it was. */
bool wave_part_commit(const struct wave_part *wave, struct err *err);

void wave_part_abandon(const struct wave_part *wave);

#endif
