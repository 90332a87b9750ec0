/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design -- an elaborated design as Verilator prints it, in XML or JSON, and its list of
 * the files that it has read. */
#include "tests/fuzz/fuzz.h"
#include "verilog/simulator/design.h"

static bool visit(void *self, const char *path, const char *in_work, struct err *err)
{
  size_t *length = self;

  (void)err;
  *length += strlen(path) + (in_work ? strlen(in_work) : 0);
  return true;
}

FUZZ_TARGET(design)
{
  const struct design_scope scope = {.work = "/w", .skipped = {"/share"}};
  struct fuzz_file file = fuzz_named_file("", data, size);
  char meta[] = ".meta";
  struct fuzz_file beside =
      fuzz_named_file(meta, "{\"files\": {\"d\": {\"filename\": \"a.v\"}}}", 37);
  struct design design;
  size_t length = 0;
  struct err err;

  if (design_open(&design, file.path, "switch", &err)) {
    LAW(design.count > 0, "no module");
    design_file(&design, "switch");
    design_close(&design);
  } else {
    fuzz_failed(&err);
  }
  if (!design_files(file.path, &scope, visit, &length, &err))
    fuzz_failed(&err);
  fuzz_file_close(&beside);
  fuzz_file_close(&file);
}
