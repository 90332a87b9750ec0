/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_output -- passes what a design under test prints on to standard error, up to a limit.
 */
#include "tool/console/dut_output.h"

#include <stdio.h>

int dut_output_print(void *self, const char *text, size_t size)
{
  struct dut_output *output = self;

  if (size > output->limit - output->printed)
    return 1;
  output->printed += size;
  if (!output->muted)
    fwrite(text, 1, size, stderr);
  return 0;
}
