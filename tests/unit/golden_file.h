/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_file -- files that tests write, compared with those of tests/golden/.
 *
 * `make golden-update` sets GOLDEN_UPDATE: then the test rewrites the expected file.
 */
#ifndef LOCKHOP_TESTS_GOLDEN_FILE_H
#define LOCKHOP_TESTS_GOLDEN_FILE_H

#include "tests/unit/unit.h"

/* The file at `path` is tests/golden/NAME, byte for byte. */
static inline void check_golden(const char *name, const char *path)
{
  char command[2 * FILE_PATH + 64];

  if (getenv("GOLDEN_UPDATE"))
    snprintf(command, sizeof command, "cp %s tests/golden/%s", path, name);
  else
    snprintf(command, sizeof command, "diff -u tests/golden/%s %s >&2", name, path);
  CHECK(system(command) == 0, "not as in tests/golden/%s: make golden-update, and review",
        name);
}

#endif
