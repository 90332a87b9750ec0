/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_names -- the names of all signals of an FST waveform file.
 *
 * One block of the file (base/fst_check.c) has them, packed by LZ4, twice where there are
 * many. Before the packed bytes come their sizes once they are unpacked, eight bytes, big
 * end first: of the whole, and where it is packed twice of the first step.  Unpacked it is
 * a list of items, each with a byte that says what it is.
 */
#include "verilog/wave/fst_names.h"

#include "base/fst_check.h"
#include "base/lz4.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK_NAMES_LZ4 = 6,
  BLOCK_NAMES_LZ4_TWICE = 7,
  BLOCK_HEAD = 9, /* bytes: type and length, which is without the type */
  NUMBER = 8,     /* bytes */
  ITEM_ATTRIBUTE = 252,
  ITEM_ATTRIBUTE_END = 253,
  ITEM_SCOPE = 254,
  ITEM_SCOPE_END = 255,
  UNPACKED_MOST = 1 << 30
};

/* The rest of an unpacked list; `good` becomes false where it ends too early. */
struct list {
  const uint8_t *at, *end;
  bool good;
};

static uint64_t number_at(const uint8_t *bytes)
{
  uint64_t number = 0;

  for (int i = 0; i < NUMBER; i++)
    number = number << 8 | bytes[i];
  return number;
}

static uint8_t next_byte(struct list *list)
{
  if (list->at == list->end)
    list->good = false;
  return list->good ? *list->at++ : 0;
}

/* Seven bits a byte, the lowest first; the last byte has its highest bit clear. */
static uint64_t next_number(struct list *list)
{
  uint64_t number = 0;
  uint8_t byte = 0x80;

  for (unsigned shift = 0; byte & 0x80; shift += 7) {
    byte = next_byte(list);
    number |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
  }
  return number;
}

static const char *next_text(struct list *list)
{
  const char *text = (const char *)list->at;
  const uint8_t *end = memchr(list->at, '\0', (size_t)(list->end - list->at));

  if (!end) {
    list->good = false;
    return "";
  }
  list->at = end + 1;
  return text;
}

/* Append "scope.name[msb:lsb]", or "scope.name[bit]" for a vector of one bit, as GTKWave
 * does; in the file, a space is between name and range. */
static bool add_name(struct fst_names *names, const char *scope, const char *name,
                     uint64_t bits)
{
  size_t size = strlen(scope) + strlen(name) + 32, used;
  char **larger, *text = malloc(size);
  char *space;

  if (!text)
    return false;
  used = (size_t)snprintf(text, size, "%s.%s", scope, name);
  space = strrchr(text, ' ');
  if (space && space[1] == '[') {
    memmove(space, space + 1, strlen(space));
    if (bits == 1 && strchr(space, ':'))
      strcpy(strchr(space, ':'), "]");
  } else if (bits > 1)
    snprintf(text + used, size - used, "[%llu:0]", (unsigned long long)bits - 1);
  if ((names->count & (names->count + 1)) == 0) { /* room for 1, 3, 7, ... */
    larger = realloc(names->name, (2 * names->count + 1) * sizeof *larger);
    if (!larger) {
      free(text);
      return false;
    }
    names->name = larger;
  }
  names->name[names->count++] = text;
  return true;
}

/* Scopes in scopes, at most. */
enum { DEPTH_MOST = 1024 };

/* The path of the scopes that are open: "a.b". */
struct scope {
  char *text;
  size_t length;
};

static bool enter_scope(struct scope *scope, const char *name)
{
  const size_t length = strlen(name);
  char *larger = realloc(scope->text, scope->length + length + 2);

  if (!larger)
    return false;
  scope->text = larger;
  if (scope->length > 0)
    larger[scope->length++] = '.';
  memcpy(larger + scope->length, name, length + 1);
  scope->length += length;
  return true;
}

/* Read all items; false: no memory, or list->good says that the list is wrong. */
static bool read_items(struct list *list, struct fst_names *names)
{
  size_t outer[DEPTH_MOST], depth = 0; /* lengths of the paths around */
  struct scope scope = {NULL, 0};
  bool good = enter_scope(&scope, "");

  while (good && list->good && list->at < list->end) {
    const uint8_t item = next_byte(list);

    if (item == ITEM_SCOPE) {
      next_byte(list);
      const char *name = next_text(list);
      next_text(list);
      list->good = list->good && depth < DEPTH_MOST;
      if (list->good) {
        outer[depth++] = scope.length;
        good = enter_scope(&scope, name);
      }
    } else if (item == ITEM_SCOPE_END) {
      list->good = depth > 0;
      scope.length = list->good ? outer[--depth] : 0;
      scope.text[scope.length] = '\0';
    } else if (item == ITEM_ATTRIBUTE) {
      next_byte(list);
      next_byte(list);
      next_text(list);
      next_number(list);
    } else if (item != ITEM_ATTRIBUTE_END) { /* a signal, by its kind */
      next_byte(list);
      const char *name = next_text(list);
      const uint64_t bits = next_number(list);
      next_number(list);
      good = !list->good || add_name(names, scope.text, name, bits);
    }
  }
  free(scope.text);
  return good && list->good;
}

/* Unpack from[packed], whose first number is its size then; NULL: that is not possible. */
static uint8_t *unpack(const uint8_t *from, size_t packed, uint64_t size)
{
  uint8_t *to = size <= UNPACKED_MOST ? malloc(size + 1) : NULL;

  if (to && lz4_unpack(from, packed, to, size))
    return to;
  free(to);
  return NULL;
}

/* The names in a block of this type, whose contents are block[length]. */
static bool read_block(int type, const uint8_t *block, size_t length,
                       struct fst_names *names)
{
  const bool twice = type == BLOCK_NAMES_LZ4_TWICE;
  const size_t head = twice ? 2 * NUMBER : NUMBER;
  uint8_t *first = NULL, *unpacked;

  if (length < head)
    return false;
  uint64_t size = number_at(block);
  if (twice) {
    const uint64_t middle = number_at(block + NUMBER);

    first = unpack(block + head, length - head, middle);
    unpacked = first ? unpack(first, middle, size) : NULL;
  } else {
    unpacked = unpack(block + head, length - head, size);
  }
  free(first);
  struct list list = {unpacked, unpacked ? unpacked + size : NULL, unpacked != NULL};
  const bool good = unpacked && read_items(&list, names);
  free(unpacked);
  return good;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_once(struct fst_names *names)
{
  size_t kept = 0;

  if (names->count > 0)
    qsort(names->name, names->count, sizeof *names->name, by_name);
  for (size_t i = 0; i < names->count; i++) {
    if (kept > 0 && strcmp(names->name[kept - 1], names->name[i]) == 0)
      free(names->name[i]);
    else
      names->name[kept++] = names->name[i];
  }
  names->count = kept;
}

/* The contents of the block of names, to be freed; NULL: there is none, or no memory. */
static uint8_t *read_packed(FILE *file, int *type, size_t *length)
{
  uint8_t head[BLOCK_HEAD];
  off_t at = 0;

  while (fseeko(file, at, SEEK_SET) == 0 &&
         fread(head, 1, sizeof head, file) == sizeof head) {
    const uint64_t size = number_at(head + 1);

    *type = head[0];
    if (*type == BLOCK_NAMES_LZ4 || *type == BLOCK_NAMES_LZ4_TWICE) {
      uint8_t *packed = malloc(size);

      *length = size - NUMBER;
      if (packed && fread(packed, 1, *length, file) == *length)
        return packed;
      free(packed);
      return NULL;
    }
    at += (off_t)size + 1; /* fst_check has seen that it is in the file */
  }
  return NULL;
}

bool fst_names_read(struct fst_names *names, const char *path, struct err *err)
{
  size_t length = 0;
  int type = 0;

  *names = (struct fst_names){0};
  if (!fst_check(path, err))
    return false;
  FILE *file = fopen(path, "rb");
  uint8_t *packed = file ? read_packed(file, &type, &length) : NULL;
  bool good = packed && read_block(type, packed, length, names);
  free(packed);
  if (file)
    fclose(file);
  if (good) {
    sort_once(names);
    return true;
  }
  fst_names_free(names);
  return err_set(err, ERR_ENVIRONMENT, "cannot read the names in the waveform '%.500s'",
                 path);
}

bool fst_names_has(const struct fst_names *names, const char *name)
{
  return names->count > 0 &&
         bsearch(&name, names->name, names->count, sizeof *names->name, by_name);
}

void fst_names_free(struct fst_names *names)
{
  for (size_t i = 0; i < names->count; i++)
    free(names->name[i]);
  free(names->name);
  *names = (struct fst_names){0};
}
