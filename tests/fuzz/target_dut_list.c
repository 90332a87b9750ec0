/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_list -- a list of the user's files and options, as --dut LIST.f reads it. */
#include "tests/fuzz/fuzz.h"
#include "verilog/simulator/dut_list.h"

FUZZ_TARGET(dut_list)
{
  char *text = fuzz_text(data, size);
  struct fuzz_file file = fuzz_named_file(".f", data, size);
  const char *const words[] = {file.path};
  struct dut_list list = {.top = NULL};
  struct hash hash = hash_start();
  struct err err;

  if (!fuzz_names_files(text)) {
    if (!dut_list_open(&list, words, 1, &err))
      fuzz_refused(&err);
    dut_list_close(&list);
    if (!dut_list_hash(&hash, words, 1, &err))
      fuzz_refused(&err);
  }
  fuzz_file_close(&file);
  free(text);
}
