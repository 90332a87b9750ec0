/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* workdir -- a directory for work in progress, removed by a later run if its maker is
 * killed.
 *
 * Its maker holds a lock on a file in it while it lives.  So the directory of a living
 * process is never removed.
 */
#ifndef LOCKHOP_BASE_WORKDIR_H
#define LOCKHOP_BASE_WORKDIR_H

#include "base/file.h"

struct workdir {
  char path[FILE_PATH]; /* "": there is none */
  int lock;             /* a descriptor */
};

/* Make PARENT/PREFIX??????, and remove those of dead makers there.  False: errno says why.
 */
bool workdir_open(struct workdir *work, const char *parent, const char *prefix);

/* The same in TMPDIR, else in /tmp.  Errors: ERR_ENVIRONMENT. */
bool workdir_open_temporary(struct workdir *work, const char *prefix, struct err *err);

/* Remove it with all that is in it. */
void workdir_close(struct workdir *work);

#endif
