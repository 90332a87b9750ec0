/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* main -- lockhop, as one process. */
#include "tool/cli/command_line.h"
#include "tool/console/interrupt.h"

int main(int argc, char **argv)
{
  interrupt_end();
  return command_line(argc, argv, NULL);
}
