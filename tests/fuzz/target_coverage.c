/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* coverage -- a coverage file, which the code of a design under test writes. */
#include "tests/fuzz/fuzz.h"
#include "verilog/simulator/coverage.h"

static char *written(const struct coverage *c, size_t *size)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, size);

  LAW(file, "no memory");
  coverage_write(c, file);
  fclose(file);
  return text;
}

FUZZ_TARGET(coverage)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  struct coverage coverage = {.count = 0}, again = {.count = 0};
  struct coverage_group group;
  struct err err;

  if (coverage_add(&coverage, file.path, &err)) {
    size_t bytes = 0, never = 0;
    char *text = written(&coverage, &bytes);
    struct fuzz_file copy = fuzz_file_of(text, bytes);

    while (coverage_never(&coverage, &never, &group))
      LAW(group.points > 0 && never <= coverage.count, "group before point %zu", never);
    LAW(coverage_add(&again, copy.path, &err), "written and refused: %s", err.text);
    LAW(again.count == coverage.count, "%zu points became %zu", coverage.count,
        again.count);
    fuzz_file_close(&copy);
    free(text);
  } else {
    fuzz_failed(&err);
  }
  coverage_close(&coverage);
  coverage_close(&again);
  fuzz_file_close(&file);
}
