/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory -- large tables. */
#ifndef LOCKHOP_BASE_MEMORY_H
#define LOCKHOP_BASE_MEMORY_H

#include <stddef.h>

/* Room for count entries of `size` bytes, not initialised, to be given to free(); NULL when
 * memory is short.  A table of many megabytes asks for huge pages: its entries are read in
 * no order, and with small pages every access would miss the TLB too. */
void *memory_table(size_t count, size_t size);

/* The same, all 0.  What of a large table is never written takes no memory. */
void *memory_zeros(size_t count, size_t size);

#endif
