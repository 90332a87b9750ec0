/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exercise -- the map of what a run has reached, in results that other machines write. */
#include "run/exercise/map.h"
#include "tests/fuzz/fuzz.h"

static char *stored(const struct exercise_map *map, size_t *size)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, size);

  LAW(file, "no memory");
  exercise_map_store(map, file);
  fclose(file);
  return text;
}

static bool load(struct exercise_map *map, const char *text, size_t size, struct err *err)
{
  FILE *file = fmemopen((void *)text, size, "r");

  LAW(file, "no memory");
  const bool good = exercise_map_load(map, file, "the map", err);
  fclose(file);
  return good;
}

FUZZ_TARGET(exercise)
{
  char *text = fuzz_text(data, size);
  struct exercise_map map, again;
  struct err err;

  if (size == 0) {
    free(text);
    return;
  }
  if (load(&map, text, size, &err)) {
    size_t bytes = 0, bytes_again = 0;
    char *first = stored(&map, &bytes);

    LAW(load(&again, first, bytes, &err), "stored and refused: %s", err.text);
    char *second = stored(&again, &bytes_again);
    LAW(bytes == bytes_again && memcmp(first, second, bytes) == 0, "stored:\n%s\nread:\n%s",
        first, second);
    LAW(exercise_map_merge(&map, &again), "does not merge with itself");
    const struct exercise_share share = exercise_map_total(&map);
    LAW(share.reached <= share.reachable && share.reachable <= share.items,
        "%zu of %zu of %zu", share.reached, share.reachable, share.items);
    free(first);
    free(second);
    exercise_map_close(&map);
    exercise_map_close(&again);
  } else {
    fuzz_failed(&err);
  }
  free(text);
}
