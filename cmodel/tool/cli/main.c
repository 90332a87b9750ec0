/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* main -- lockhop, as one process. */
#include "tool/cli/command_line.h"

int main(int argc, char **argv)
{
  return command_line(argc, argv, NULL);
}
