/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory -- large tables, and what threads write at the same time. */
#ifndef LOCKHOP_BASE_MEMORY_H
#define LOCKHOP_BASE_MEMORY_H

#include <stddef.h>

/* Bytes that one processor core takes from another at once: two lines of the caches, since
 * the next one is prefetched.  What a thread writes all the time is aligned to it
 * (_Alignas), else it slows down the other threads. */
enum { MEMORY_APART = 128 };

/* Room for count entries of `size` bytes, not initialised, to be given to free(); NULL when
 * memory is short.  A table of many megabytes asks for huge pages: its entries are read in
 * no order, and with small pages every access would miss the TLB too. */
void *memory_table(size_t count, size_t size);

/* The same, all 0.  What of a large table is never written takes no memory. */
void *memory_zeros(size_t count, size_t size);

/* The same, for types that are aligned to MEMORY_APART. */
void *memory_apart(size_t count, size_t size);

#endif
