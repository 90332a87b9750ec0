/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* order -- all orders of a few things, one after the other. */
#ifndef LOCKHOP_BASE_ORDER_H
#define LOCKHOP_BASE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next permutation in lexicographic order; false after the last. */
bool next_permutation(uint32_t *order, size_t count);

#endif
