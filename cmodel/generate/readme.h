/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme -- what the parameters and ports of a generated network are. */
#ifndef LOCKHOP_GENERATE_README_H
#define LOCKHOP_GENERATE_README_H

#include "network/machine.h"

#include <stdio.h>

/* README.md of a generated network. */
void readme_print(const struct shape *shape, FILE *file);

#endif
