/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hash -- a 128-bit hash of contents.
 *
 * Two independent 64-bit lanes.  For look-up, not against an adversary.
 */
#ifndef LOCKHOP_BASE_HASH_H
#define LOCKHOP_BASE_HASH_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT = 33 }; /* bytes of a printed hash, its 0 included */

struct hash {
  uint64_t lane[2];
};

struct hash hash_start(void);

void hash_bytes(struct hash *hash, const void *bytes, size_t size);

/* A string with its length, so that "ab", "c" and "a", "bc" differ. */
void hash_text(struct hash *hash, const char *text);

void hash_u64(struct hash *hash, uint64_t word);

/* The contents of a file with their length.  Error: ERR_USAGE when it cannot be read. */
bool hash_file(struct hash *hash, const char *path, struct err *err);

/* 32 hexadecimal digits. */
void hash_print(const struct hash *hash, char text[HASH_TEXT]);

#endif
