/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

#include "base/template.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

struct page {
  const struct template_value *values; /* [count] */
  size_t count;
  FILE *file;
};

static const struct template_value *value_of(const struct page *p, const char *name)
{
  for (size_t i = 0; i < p->count; i++)
    if (strcmp(p->values[i].name, name) == 0)
      return &p->values[i];
  assert(false && "a name of a template without a value");
  return NULL;
}

static bool is_empty(const struct template_value *value)
{
  if (value->print)
    return false;
  return value->text ? !*value->text : value->number == 0;
}

static void print_value(const struct page *p, const struct template_value *value)
{
  if (value->print)
    value->print(value->of, p->file);
  else if (value->text)
    fputs(value->text, p->file);
  else
    fprintf(p->file, "%" PRIu64, value->number);
}

/* Print a line, which ends at `end`, after its newline. */
static void print_line(const struct page *p, const char *line, const char *end)
{
  const char *at = line;
  char name[32];

  while (at < end) {
    int length = 0;

    if (sscanf(at, "@%31[A-Z_]@%n", name, &length) != 1 || length == 0) {
      fputc(*at++, p->file);
      continue;
    }
    const struct template_value *value = value_of(p, name);

    print_value(p, value);
    if (value->print && at == line && at + length + 1 == end)
      return;
    at += length;
  }
}

void template_print(const char *text, const struct template_value *values, size_t count,
                    FILE *file)
{
  const struct page page = {.values = values, .count = count, .file = file};
  bool printing = true;
  char name[32];

  while (*text) {
    const char *end = strchr(text, '\n') + 1;

    if (sscanf(text, "@if %31[A-Z_]@", name) == 1)
      printing = !is_empty(value_of(&page, name));
    else if (strncmp(text, "@else@\n", 7) == 0)
      printing = !printing;
    else if (strncmp(text, "@end@\n", 6) == 0)
      printing = true;
    else if (printing)
      print_line(&page, text, end);
    text = end;
  }
}
