/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lz4 -- unpacks a block of the format LZ4, in which waveforms keep their names. */
#ifndef LOCKHOP_BASE_LZ4_H
#define LOCKHOP_BASE_LZ4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpack the block from[packed] into to[size].  False: it is no block of exactly that size.
 */
bool lz4_unpack(const uint8_t *from, size_t packed, uint8_t *to, size_t size);

#endif
