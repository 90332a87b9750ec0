/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* man -- the manual page lockhop(1), of the texts and tables of the help and of lockhop
 * list. */
#ifndef LOCKHOP_TOOL_CLI_MAN_H
#define LOCKHOP_TOOL_CLI_MAN_H

#include <stdio.h>

/* As source for man, with the macros of man(7). */
void man_print(FILE *file);

#endif
