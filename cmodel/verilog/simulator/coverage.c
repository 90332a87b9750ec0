/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* coverage -- the code coverage of runs, from files of verilator_coverage
 * (docs/coverage.md). */
#include "verilog/simulator/coverage.h"

#include "base/file.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A line is C '<key><value><key><value>...' <count>, each key after KEY and each value
 * after VALUE; %XX is a character. */
enum { KEY = 1, VALUE = 2, HEX = 16 };

static const char start[] = "C '", end[] = "' ";
static const char digits[] = "0123456789abcdefABCDEF";

/* --- one point --- */

/* The value of a key in [text, limit), decoded into *to, which moves on. */
static const char *value_of(const char *text, const char *limit, const char *key, char **to)
{
  const size_t length = strlen(key);
  char *value = *to;

  for (const char *at = text; at < limit; at++) {
    if (*at != KEY || strncmp(at + 1, key, length) != 0 || at[1 + length] != VALUE)
      continue;
    for (at += length + 2; at < limit && *at != KEY; at++) {
      const char hex[] = {at[1], at[2], '\0'};
      const bool coded = at[0] == '%' && strspn(hex, digits) == 2;

      *(*to)++ = coded ? (char)strtol(hex, NULL, HEX) : *at;
      at += coded ? 2 : 0;
    }
    break;
  }
  *(*to)++ = '\0';
  return value;
}

static bool read_kind(enum coverage_kind *kind, const char *page)
{
  static const struct {
    const char *start;
    enum coverage_kind kind;
  } kinds[] = {{"v_line/", COVERAGE_LINE},
               {"v_branch/", COVERAGE_LINE},
               {"v_user/", COVERAGE_USER},
               {"v_toggle/", COVERAGE_TOGGLE}};

  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strncmp(page, kinds[i].start, strlen(kinds[i].start)) == 0) {
      *kind = kinds[i].kind;
      return true;
    }
  return false;
}

/* [text, limit) and the number behind it. */
static bool read_point(struct coverage_point *p, const char *text, const char *limit,
                       const char *number)
{
  const size_t length = (size_t)(limit - text);
  uint64_t line, column;

  *p =
      (struct coverage_point){.text = strndup(text, length), .strings = malloc(length + 8)};
  if (!p->text || !p->strings)
    return false;
  char *to = p->strings;
  p->file = value_of(text, limit, "f", &to);
  p->name = value_of(text, limit, "o", &to);
  p->lines = value_of(text, limit, "S", &to);
  const char *page = value_of(text, limit, "page", &to);
  const bool good = text_u64(value_of(text, limit, "l", &to), UINT32_MAX, &line) &&
                    text_u64(value_of(text, limit, "n", &to), UINT32_MAX, &column) &&
                    read_kind(&p->kind, page) && text_u64(number, UINT64_MAX, &p->count);
  if (!good)
    return false;
  p->line = (uint32_t)line;
  p->column = (uint32_t)column;
  return true;
}

static void free_point(struct coverage_point *p)
{
  free(p->text);
  free(p->strings);
}

/* --- order --- */

static int by_number(uint64_t a, uint64_t b)
{
  return (a > b) - (a < b);
}

/* "data[9]" before "data[10]". */
static int by_name(const char *a, const char *b)
{
  const size_t length = strcspn(a, "[");

  if (length == strcspn(b, "[") && strncmp(a, b, length) == 0 && a[length] && b[length]) {
    const int order =
        by_number(strtoull(a + length + 1, NULL, 10), strtoull(b + length + 1, NULL, 10));

    return order ? order : strcmp(a, b);
  }
  return strcmp(a, b);
}

static int compare(const void *left, const void *right)
{
  const struct coverage_point *a = left, *b = right;
  int order = strcmp(a->file, b->file);

  order = order ? order : by_number(a->kind == COVERAGE_TOGGLE, b->kind == COVERAGE_TOGGLE);
  order = order ? order : by_number(a->line, b->line);
  order = order ? order : by_number(a->column, b->column);
  order = order ? order : by_number(a->kind, b->kind);
  return order ? order : by_name(a->name, b->name);
}

/* Sort and merge equal points. */
static void merge(struct coverage *c)
{
  size_t kept = 0;

  if (c->count)
    qsort(c->points, c->count, sizeof *c->points, compare);
  for (size_t i = 0; i < c->count; i++)
    if (kept && compare(&c->points[kept - 1], &c->points[i]) == 0) {
      c->points[kept - 1].count += c->points[i].count;
      free_point(&c->points[i]);
    } else {
      c->points[kept++] = c->points[i];
    }
  c->count = kept;
}

/* --- files --- */

/* Append the points of a file, whose text is taken apart. */
static bool append(struct coverage *c, char *text)
{
  size_t lines = 0;

  for (const char *at = text; (at = strchr(at, '\n')); at++)
    lines++;
  struct coverage_point *more = realloc(c->points, (c->count + lines + 1) * sizeof *more);
  if (!more)
    return false;
  c->points = more;
  for (char *line = text, *next; *line != '\0'; line = next) {
    next = line + strcspn(line, "\n");
    if (*next != '\0')
      *next++ = '\0';
    if (line[0] == '#' || line[0] == '\0')
      continue;
    char *limit = strstr(line, end);
    if (strncmp(line, start, strlen(start)) != 0 || !limit)
      return false;
    if (!read_point(&c->points[c->count++], line + strlen(start), limit,
                    limit + strlen(end)))
      return false;
  }
  return true;
}

bool coverage_add(struct coverage *coverage, const char *path, struct err *err)
{
  const size_t before = coverage->count;
  size_t size;
  char *text = file_read(path, &size, err);

  if (!text) {
    err->kind = ERR_ENVIRONMENT;
    return false;
  }
  const bool good = append(coverage, text);
  free(text);
  if (good) {
    merge(coverage);
    return true;
  }
  while (coverage->count > before)
    free_point(&coverage->points[--coverage->count]);
  return err_set(err, ERR_ENVIRONMENT, "'%.500s': is not a complete coverage file", path);
}

void coverage_write(const struct coverage *coverage, FILE *file)
{
  fprintf(file, "# SystemC::Coverage-3\n");
  for (size_t i = 0; i < coverage->count; i++)
    fprintf(file, "%s%s%s%" PRIu64 "\n", start, coverage->points[i].text, end,
            coverage->points[i].count);
}

void coverage_close(struct coverage *coverage)
{
  for (size_t i = 0; i < coverage->count; i++)
    free_point(&coverage->points[i]);
  free(coverage->points);
  *coverage = (struct coverage){0};
}

/* --- what was reached --- */

struct coverage_share coverage_share(const struct coverage *coverage,
                                     enum coverage_kind kind, const char *file)
{
  struct coverage_share share = {0};

  for (size_t i = 0; i < coverage->count; i++) {
    const struct coverage_point *p = &coverage->points[i];

    if (p->kind != kind || (file && strcmp(p->file, file) != 0))
      continue;
    share.points++;
    share.reached += p->count > 0;
  }
  return share;
}

/* Are they bits of one signal? */
static bool is_beside(const struct coverage_point *a, const struct coverage_point *b)
{
  const size_t length = strcspn(a->name, "[");

  return a->kind == COVERAGE_TOGGLE && b->kind == a->kind && a->line == b->line &&
         a->column == b->column && strcmp(a->file, b->file) == 0 &&
         strcspn(b->name, "[") == length && strncmp(a->name, b->name, length) == 0;
}

bool coverage_never(const struct coverage *coverage, size_t *next,
                    struct coverage_group *group)
{
  size_t i = *next;

  while (i < coverage->count && coverage->points[i].count > 0)
    i++;
  if (i == coverage->count)
    return false;
  *group = (struct coverage_group){.first = &coverage->points[i]};
  for (; i < coverage->count && (group->first == &coverage->points[i] ||
                                 is_beside(group->first, &coverage->points[i]));
       i++)
    group->points += coverage->points[i].count == 0;
  *next = i;
  return true;
}

void coverage_print_group(const struct coverage_group *group, FILE *file)
{
  const struct coverage_point *p = group->first;

  if (p->kind == COVERAGE_USER)
    fprintf(file, "%s is never covered", p->name);
  else if (p->kind == COVERAGE_LINE)
    fprintf(file,
            strcmp(p->name, "block") == 0 ? "the %s never runs" : "'%s' is never taken",
            p->name);
  else if (group->points == 1)
    fprintf(file, "%s does not toggle", p->name);
  else
    fprintf(file, "%.*s: %zu bits do not toggle", (int)strcspn(p->name, "["), p->name,
            group->points);
}
