/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* spec -- a spec string is read piece by piece, by the row of its topology. */
#include "network/topology/spec.h"

#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

enum { SHOWN = 40 }; /* characters of a wrong item */

/* Nothing canonical is longer than what was typed, but for cubes, which are short. */
void spec_print(struct spec *spec, const char *format, ...)
{
  size_t used = strlen(spec->canonical);
  va_list arguments;

  va_start(arguments, format);
  int length =
      vsnprintf(spec->canonical + used, sizeof spec->canonical - used, format, arguments);
  va_end(arguments);
  assert(length >= 0 && used + (size_t)length < sizeof spec->canonical);
  (void)length;
}

void spec_start(struct spec *spec, const char *text, size_t name_length, const char *form)
{
  assert(strlen(text) < SPEC_TEXT);
  *spec = (struct spec){.text = text, .form = form, .at = name_length};
  spec_print(spec, "%.*s", (int)name_length, text);
}

/* `what` is not there: the place is text[at]. */
static bool refuse(const struct spec *spec, size_t at, const char *what, struct err *err)
{
  const char *place = spec->text + at;
  size_t separator = place[0] == ',' || place[0] == ':';
  size_t shown = separator + strcspn(place + separator, ",:");

  if (place[0] == '\0')
    return err_set(err, ERR_USAGE, "'%.100s': %s is missing at the end; the form is %s",
                   spec->text, what, spec->form);
  return err_set(err, ERR_USAGE,
                 "'%.100s': '%.*s' at character %zu is not %s; the form is %s", spec->text,
                 shown < SHOWN ? (int)shown : SHOWN, place, at + 1, what, spec->form);
}

/* The item that begins at text[at] ends before the next comma. */
static size_t item_length(const struct spec *spec, size_t at)
{
  return strcspn(spec->text + at, ",");
}

static bool is_key(const struct spec *spec, size_t at)
{
  return memchr(spec->text + at, '=', item_length(spec, at)) != NULL;
}

/* --- numbers --- */

bool spec_next(struct spec *spec, char separator)
{
  if (spec->text[spec->at] != separator || is_key(spec, spec->at + 1))
    return false;
  spec->at++;
  spec_print(spec, "%c", separator);
  return true;
}

bool spec_separator(struct spec *spec, char separator, struct err *err)
{
  return separator == '\0' || spec_next(spec, separator) ||
         refuse(spec, spec->at, "a number", err);
}

/* A number that ends before one of `ends`. */
static bool read_number(struct spec *spec, const char *ends, uint64_t *number,
                        struct err *err)
{
  const char *text = spec->text + spec->at;
  size_t length = strcspn(text, ends);

  if (length == 0 || strspn(text, DIGITS) < length)
    return refuse(spec, spec->at, "a number", err);
  *number = strtoull(text, NULL, 10);
  spec->at += length;
  return true;
}

bool spec_word(struct spec *spec, const char *word)
{
  const size_t length = strlen(word);

  if (strncmp(spec->text + spec->at, word, length) != 0)
    return false;
  spec->at += length;
  return true;
}

bool spec_number(struct spec *spec, char separator, uint64_t *number, struct err *err)
{
  if (!spec_separator(spec, separator, err) || !read_number(spec, ",:", number, err))
    return false;
  spec_print(spec, "%" PRIu64, *number);
  return true;
}

bool spec_product(struct spec *spec, char separator, uint32_t *factors, size_t capacity,
                  size_t *count, struct err *err)
{
  bool more = true;

  if (!spec_separator(spec, separator, err))
    return false;
  for (*count = 0; more; ++*count) {
    uint64_t factor = 0;

    if (*count == capacity)
      return err_set(err, ERR_USAGE, "'%.100s': more than %zu factors; the form is %s",
                     spec->text, capacity, spec->form);
    if (!read_number(spec, ",:x", &factor, err))
      return false;
    factors[*count] = factor < UINT32_MAX ? (uint32_t)factor : UINT32_MAX;
    spec_print(spec, "%s%" PRIu32, *count ? "x" : "", factors[*count]);
    more = spec->text[spec->at] == 'x';
    spec->at += more;
  }
  return true;
}

/* A number of a factor, up to an x or an @. */
bool spec_factor_number(struct spec *spec, uint32_t *number, struct err *err)
{
  uint64_t value = 0;

  if (!read_number(spec, ",:x@", &value, err))
    return false;
  *number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
  return true;
}

bool spec_factors(struct spec *spec, char separator, struct spec_factor *factors,
                  size_t capacity, size_t *count, struct err *err)
{
  bool more = true;

  if (!spec_separator(spec, separator, err))
    return false;
  for (*count = 0; more; ++*count) {
    if (*count == capacity)
      return err_set(err, ERR_USAGE, "'%.100s': more than %zu factors; the form is %s",
                     spec->text, capacity, spec->form);
    struct spec_factor *factor = &factors[*count];

    *factor = (struct spec_factor){.place = 0};
    if (!spec_factor_number(spec, &factor->number, err))
      return false;
    if (spec->text[spec->at] == '@') {
      spec->at++;
      if (!spec_factor_number(spec, &factor->place, err))
        return false;
      if (factor->place == 0)
        return err_set(err, ERR_USAGE,
                       "'%.100s': places are counted from 1, not 0; the form is %s",
                       spec->text, spec->form);
    }
    more = spec->text[spec->at] == 'x';
    spec->at += more;
  }
  return true;
}

bool spec_path(struct spec *spec, char path[SPEC_TEXT], struct err *err)
{
  const char *text = spec->text + spec->at;
  const size_t length = text[0] == ':' ? strcspn(text + 1, ",") : 0;

  if (length == 0)
    return err_set(err, ERR_USAGE,
                   "'%.100s': the path of a file is missing; the form is %s", spec->text,
                   spec->form);
  snprintf(path, SPEC_TEXT, "%.*s", (int)length, text + 1);
  if (text_has_control(path))
    return err_set(err, ERR_USAGE,
                   "'%.100s': the path has a control character; rename the "
                   "file",
                   spec->text);
  spec->at += 1 + length;
  spec_print(spec, ":%s", path);
  return true;
}

/* --- keys --- */

/* The item ",key=value" of that key, from text[at] on; 0: there is none. */
static size_t find_key(const struct spec *spec, const char *key, size_t at)
{
  size_t length = strlen(key);

  for (; spec->text[at] == ','; at += 1 + item_length(spec, at + 1))
    if (strncmp(spec->text + at + 1, key, length) == 0 &&
        spec->text[at + 1 + length] == '=')
      return at;
  return 0;
}

void spec_later(struct spec *spec, const char *key)
{
  assert(spec->key_count < SPEC_KEYS);
  spec->keys[spec->key_count++] = key;
}

bool spec_value(struct spec *spec, const char *key, char value[SPEC_TEXT], struct err *err)
{
  size_t at = find_key(spec, key, spec->at);
  size_t begin = at + 1 + strlen(key) + 1; /* of the value */

  spec_later(spec, key);
  value[0] = '\0';
  if (at == 0)
    return true;
  size_t length = item_length(spec, begin);
  if (length == 0)
    return err_set(err, ERR_USAGE, "'%.100s': %s has no value; the form is %s", spec->text,
                   key, spec->form);
  if (find_key(spec, key, begin + length))
    return err_set(err, ERR_USAGE, "'%.100s': %s is given twice", spec->text, key);
  snprintf(value, SPEC_TEXT, "%.*s", (int)length, spec->text + begin);
  spec_print(spec, ",%s=%s", key, value);
  return true;
}

bool spec_choice(struct spec *spec, const char *key, const char *const *names, size_t count,
                 size_t *chosen, struct err *err)
{
  char value[SPEC_TEXT], all[SPEC_TEXT];

  *chosen = 0;
  if (!spec_value(spec, key, value, err))
    return false;
  if (value[0] == '\0')
    return true;
  for (; *chosen < count; ++*chosen)
    if (strcmp(value, names[*chosen]) == 0)
      return true;
  return err_set(err, ERR_USAGE, "%.100s: %s must be %s", spec->text, key,
                 text_list(all, sizeof all, names, count, " or "));
}

bool spec_end(const struct spec *spec, struct err *err)
{
  size_t at = spec->at;

  for (; spec->text[at] == ',' && is_key(spec, at + 1);
       at += 1 + item_length(spec, at + 1)) {
    const char *item = spec->text + at + 1;
    size_t length = strcspn(item, "=");
    bool known = false;

    for (size_t i = 0; i < spec->key_count && !known; i++)
      known = strlen(spec->keys[i]) == length && strncmp(spec->keys[i], item, length) == 0;
    if (!known)
      return err_set(err, ERR_USAGE, "'%.100s': unknown key '%.*s'; the form is %s",
                     spec->text, length < SHOWN ? (int)length : SHOWN, item, spec->form);
  }
  return spec->text[at] == '\0' || refuse(spec, at, "expected", err);
}
