/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* waveform -- an FST file of another program, of which names are wanted; and the blocks of
 * bytes in it that LZ4 packed. */
#include "base/fst_check.h"
#include "base/lz4.h"
#include "tests/fuzz/fuzz.h"
#include "verilog/wave/fst_names.h"

enum { UNPACKED = 4096 };

static void unpack(const uint8_t *data, size_t size)
{
  uint8_t *packed = (uint8_t *)fuzz_text(data, size); /* a block of its own */
  uint8_t *to = malloc(UNPACKED);

  LAW(to, "no memory");
  lz4_unpack(packed, size, to, UNPACKED);
  lz4_unpack(packed, size, to, size < 16 ? size : 16);
  free(packed);
  free(to);
}

FUZZ_TARGET(waveform)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  struct fst_names names = {.count = 0};
  struct err err;

  if (!fst_check(file.path, &err))
    fuzz_failed(&err);
  if (fst_names_read(&names, file.path, &err)) {
    for (size_t i = 0; i < names.count; i++)
      LAW(fst_names_has(&names, names.name[i]), "'%s' is lost", names.name[i]);
    fst_names_free(&names);
  } else {
    fuzz_failed(&err);
  }
  unpack(data, size);
  fuzz_file_close(&file);
}
