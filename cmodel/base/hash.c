/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hash -- 128 bits that tell whether two contents are the same. */
#include "base/hash.h"

#include "base/file.h"
#include "base/rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, 64 bits. */
static const uint64_t fnv_start = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

struct hash hash_start(void)
{
  return (struct hash){{fnv_start, rng_mix(fnv_start)}};
}

/* Lane 0 takes byte by byte (FNV-1a), lane 1 the bytes mixed with all that went before. */
void hash_bytes(struct hash *hash, const void *bytes, size_t size)
{
  const unsigned char *byte = bytes;

  for (size_t i = 0; i < size; i++) {
    hash->lane[0] = (hash->lane[0] ^ byte[i]) * fnv_prime;
    hash->lane[1] = rng_mix(hash->lane[1] + byte[i] + 1);
  }
}

void hash_u64(struct hash *hash, uint64_t word)
{
  unsigned char bytes[sizeof word];

  for (size_t i = 0; i < sizeof word; i++)
    bytes[i] = (unsigned char)(word >> 8 * i);
  hash_bytes(hash, bytes, sizeof bytes);
}

void hash_text(struct hash *hash, const char *text)
{
  hash_u64(hash, strlen(text));
  hash_bytes(hash, text, strlen(text));
}

/* Eight bytes at a time, because files are large and every run reads its plug-in. Different
 * words give different states in each lane. */
static void hash_words(struct hash *hash, const char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
    uint64_t word = 0;

    memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
    hash->lane[0] = rng_mix(hash->lane[0] ^ word);
    hash->lane[1] = rng_mix(hash->lane[1] + word + 1);
  }
}

bool hash_file(struct hash *hash, const char *path, struct err *err)
{
  size_t size;
  char *text = file_read(path, &size, err);

  if (!text)
    return false;
  hash_u64(hash, size);
  hash_words(hash, text, size);
  free(text);
  return true;
}

void hash_print(const struct hash *hash, char text[HASH_TEXT])
{
  snprintf(text, HASH_TEXT, "%016" PRIx64 "%016" PRIx64, hash->lane[0], hash->lane[1]);
}
