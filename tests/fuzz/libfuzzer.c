/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* libfuzzer -- gives the texts that libFuzzer makes up to the target FUZZ_TARGET. */
#include "tests/fuzz/fuzz.h"

static fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  const char *name = getenv("FUZZ_TARGET");

  (void)argc;
  (void)argv;
  target = name ? fuzz_find(name) : NULL;
  if (target)
    return 0;
  fprintf(stderr, "FUZZ_TARGET must be the name of a target:");
  for (size_t i = 0; fuzz_name(i); i++)
    fprintf(stderr, " %s", fuzz_name(i));
  fprintf(stderr, "\n");
  exit(ERR_USAGE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  target(data, size);
  return 0;
}
