/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* text -- reads numbers and names typed by people; texts that are printed into memory. */
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 64 };

bool text_u64(const char *text, uint64_t max, uint64_t *value)
{
  bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  char *end;

  if (!isdigit((unsigned char)text[0]))
    return false;
  if (hexadecimal && !isxdigit((unsigned char)text[2]))
    return false;
  errno = 0;
  unsigned long long number = strtoull(text, &end, hexadecimal ? 16 : 10);
  if (*end != '\0' || errno == ERANGE || number > max)
    return false;
  *value = number;
  return true;
}

bool text_range(const char *text, char mark, uint64_t max, uint64_t *first,
                uint64_t *second)
{
  char number[32];
  const char *at = strchr(text, mark);

  if (!at || (size_t)(at - text) >= sizeof number)
    return false;
  snprintf(number, sizeof number, "%.*s", (int)(at - text), text);
  return text_u64(number, max, first) && text_u64(at + 1, max, second) && *first <= *second;
}

bool text_has_control(const char *text)
{
  while (*text != '\0' && !iscntrl((unsigned char)*text))
    text++;
  return *text != '\0';
}

size_t text_add_word(char *text, size_t size, size_t used, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-+=:,./@%";
  const bool quoted = word[0] == '\0' || word[strspn(word, plain)] != '\0';

  if (used + 4 * strlen(word) + 4 > size)
    return used;
  if (used)
    text[used++] = ' ';
  if (quoted)
    text[used++] = '\'';
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      memcpy(text + used, "'\\'", 3);
      used += 3;
    }
    text[used++] = *word;
  }
  if (quoted)
    text[used++] = '\'';
  text[used] = '\0';
  return used;
}

bool text_real(const char *text, double low, double high, double *value)
{
  char *end;

  if (!isdigit((unsigned char)text[0]) && text[0] != '.')
    return false;
  if (strpbrk(text, "xX")) /* strtod reads hexadecimal too */
    return false;
  double number = strtod(text, &end);
  if (*end != '\0' || end == text || !isfinite(number) || number < low || number > high)
    return false;
  *value = number;
  return true;
}

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Edits that turn a into b: insert, delete or replace a letter, or swap two neighbours. */
static size_t edit_distance(const char *a, const char *b)
{
  size_t rows[3][NAME_MAX_LENGTH + 1]; /* edits of a's first i, i - 1, i - 2 letters */
  size_t *row = rows[0], *above = rows[1], *above_that = rows[2];
  size_t b_length = strlen(b);

  for (size_t j = 0; j <= b_length; j++)
    row[j] = j;
  for (size_t i = 0; a[i] != '\0'; i++) {
    size_t *oldest = above_that;

    above_that = above;
    above = row;
    row = oldest;
    row[0] = i + 1;
    for (size_t j = 0; j < b_length; j++) {
      row[j + 1] = smaller(above[j] + (a[i] != b[j]), smaller(row[j], above[j + 1]) + 1);
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = smaller(row[j + 1], above_that[j - 1] + 1);
    }
  }
  return row[b_length];
}

const char *text_nearest(const char *name, const char *const *names, size_t count)
{
  const char *best = NULL;
  size_t best_distance = SIZE_MAX;

  if (strlen(name) > NAME_MAX_LENGTH)
    return NULL;
  for (size_t i = 0; i < count; i++) {
    if (strlen(names[i]) > NAME_MAX_LENGTH)
      continue;
    size_t distance = edit_distance(name, names[i]);
    if (distance < best_distance && distance <= (strlen(names[i]) + 2) / 3) {
      best = names[i];
      best_distance = distance;
    }
  }
  return best;
}

const char *text_did_you_mean(char *buffer, size_t size, const char *name,
                              const char *const *names, size_t count)
{
  const char *near = text_nearest(name, names, count);

  buffer[0] = '\0';
  if (near)
    snprintf(buffer, size, "; did you mean '%s'?", near);
  return buffer;
}

const char *text_list(char *buffer, size_t size, const char *const *names, size_t count,
                      const char *last)
{
  size_t used = 0;

  buffer[0] = '\0';
  for (size_t i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                             i == 0           ? ""
                             : i + 1 == count ? last
                                              : ", ",
                             names[i]);
  return buffer;
}

bool text_option(const char *list, const char *key, char *value, size_t size)
{
  size_t key_length = strlen(key);

  while (*list != '\0') {
    size_t length = strcspn(list, ",");

    if (length > key_length && strncmp(list, key, key_length) == 0 &&
        list[key_length] == '=') {
      snprintf(value, size, "%.*s", (int)(length - key_length - 1), list + key_length + 1);
      return true;
    }
    list += length + (list[length] == ',');
  }
  return false;
}

const char *text_unknown_option(const char *list, const char *const *keys, size_t count,
                                char *buffer, size_t size)
{
  uint64_t seen = 0; /* bit i: keys[i] */
  bool more = *list != '\0';

  while (more) {
    size_t length = strcspn(list, ",");
    uint64_t key = 0;

    for (size_t i = 0; i < count && key == 0; i++) {
      size_t key_length = strlen(keys[i]);
      if (length > key_length && strncmp(list, keys[i], key_length) == 0 &&
          list[key_length] == '=')
        key = UINT64_C(1) << i;
    }
    if (key == 0 || (seen & key)) {
      snprintf(buffer, size, "%.*s", (int)length, list);
      return buffer;
    }
    seen |= key;
    more = list[length] == ',';
    list += length + more;
  }
  return NULL;
}

bool text_close(FILE *stream, char *const *text)
{
  const bool written = !ferror(stream);

  return fclose(stream) == 0 && written && *text;
}
