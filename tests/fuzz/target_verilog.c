/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilog -- a file of the user, in which names of modules and packages are looked for. */
#include "tests/fuzz/fuzz.h"
#include "verilog/generate/modules.h"
#include "verilog/simulator/dut_order.h"

enum { NAMES = 8 };

FUZZ_TARGET(verilog)
{
  char *text = fuzz_text(data, size);
  struct fuzz_file one = fuzz_file_of(data, size), two = fuzz_file_of(data, size / 2);
  char *const files[] = {one.path, two.path};
  char names[NAMES][MODULE_NAME], packages[NAMES][MODULE_NAME];
  const char *known[NAMES];
  size_t order[2];
  struct err err;
  const size_t count = modules_defined(text, names, NAMES);

  LAW(count <= NAMES && modules_packages(text, packages, NAMES) <= NAMES, "too many");
  for (size_t i = 0; i < count; i++) {
    known[i] = names[i];
    LAW(names[i][0] != '\0' && strlen(names[i]) < MODULE_NAME, "module %zu", i);
    LAW(modules_definition(text, names[i]) > 0, "'%s' is defined nowhere", names[i]);
    LAW(modules_has_name(text, names[i]), "'%s' is no name", names[i]);
    modules_use_package(text, names[i]);
  }
  modules_instance(text, 5, known, count);
  if (dut_order(order, files, 2, &err))
    LAW(order[0] + order[1] == 1, "order %zu, %zu", order[0], order[1]);
  else
    fuzz_refused(&err);
  fuzz_file_close(&one);
  fuzz_file_close(&two);
  free(text);
}
