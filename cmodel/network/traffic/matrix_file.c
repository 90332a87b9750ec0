/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* matrix_file -- reads a file of rates between terminals. */
#include "network/traffic/matrix_file.h"

#include "base/file.h"
#include "base/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGITS = 18,      /* that a rate has, at most; others are not looked at */
  POWER_MAX = 1000, /* of 10 */
  FIELD = 128       /* bytes of a field, its 0 included */
};

/* The place in a file that is read. */
struct reading {
  struct matrix_file *m;
  const struct topology *t;
  const char *path;
  const char *at; /* in the line */
  uint32_t line;  /* from 1; 0: none yet */
};

static bool refuse(const struct reading *r, struct err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const struct reading *r, struct err *err, const char *format, ...)
{
  char text[ERR_TEXT];
  va_list args;

  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return err_set(err, ERR_USAGE, "%.500s:%" PRIu32 ": %.500s", r->path, r->line, text);
}

/* --- fields of a line --- */

static void skip_blanks(struct reading *r)
{
  r->at += strspn(r->at, " \t");
}

/* The next field of a line that has one, and the comma or the blanks behind it. */
static bool take_field(struct reading *r, char field[FIELD], struct err *err)
{
  skip_blanks(r);
  const size_t length = strcspn(r->at, ", \t\n");

  if (length == 0)
    return refuse(r, err, "a field is empty; commas separate fields, and 0 is a rate");
  if (length >= FIELD)
    return refuse(r, err, "'%.40s...' is longer than %d characters", r->at, FIELD - 1);
  memcpy(field, r->at, length);
  field[length] = '\0';
  r->at += length;
  skip_blanks(r);
  if (*r->at != ',')
    return true;
  r->at++;
  skip_blanks(r);
  return *r->at != '\n' ||
         refuse(r, err, "a field is empty; there is nothing behind the last comma");
}

static bool ends(const struct reading *r)
{
  return *r->at == '\n';
}

/* All bytes of a line are text. */
static bool check_line(const struct reading *r, struct err *err)
{
  const bool comment = *r->at == '#';

  for (const char *c = r->at; *c != '\n'; c++) {
    const unsigned char byte = (unsigned char)*c;

    if (byte == '\r')
      return refuse(r, err, "a carriage return; line ends must be LF alone");
    if ((iscntrl(byte) && byte != '\t') || (byte >= 0x80 && !comment))
      return refuse(r, err, "byte 0x%02x is not text", byte);
  }
  return true;
}

/* --- rates --- */

/* The digits of a number; those before the point, and behind it.  What is behind the 18th
 * that counts is cut off. */
static const char *take_digits(const char *text, struct matrix_rate *rate, bool *any)
{
  static const uint64_t full = UINT64_C(100000000000000000); /* 10^(DIGITS - 1) */
  bool point = false;

  for (; isdigit((unsigned char)*text) || (*text == '.' && !point); text++) {
    if (*text == '.') {
      point = true;
      continue;
    }
    *any = true;
    if (rate->digits < full) {
      rate->digits = 10 * rate->digits + (uint64_t)(*text - '0');
      rate->power -= point;
    } else {
      rate->power += !point;
    }
  }
  return text;
}

/* "1", "0.25", "2.5e-3" */
static bool parse_rate(const struct reading *r, const char *field, struct matrix_rate *rate,
                       struct err *err)
{
  bool any = false;
  long exponent = 0;
  char *end = NULL;
  const char *text = take_digits(field, rate, &any);

  if (any && (*text == 'e' || *text == 'E')) {
    exponent = strtol(text + 1, &end, 10);
    text = end > text + 1 ? end : text;
  }
  if (field[0] == '-' && strspn(field + 1, "0123456789.eE+-") == strlen(field + 1))
    return refuse(r, err, "'%.40s' is negative; a rate is 0 or more", field);
  if (!any || *text != '\0')
    return refuse(r, err, "'%.40s' is not a rate, a decimal number of 0 or more", field);
  if (exponent < -POWER_MAX || exponent > POWER_MAX)
    return refuse(r, err, "'%.40s' is out of range; give exponents from -%d to %d", field,
                  POWER_MAX, POWER_MAX);
  rate->power += (int32_t)exponent;
  return true;
}

static bool add_rate(struct reading *r, const struct matrix_rate *rate, struct err *err)
{
  struct matrix_file *m = r->m;

  if (rate->digits == 0)
    return true;
  if (m->count == m->capacity) {
    const size_t capacity = 2 * m->capacity + 64;
    struct matrix_rate *larger = realloc(m->rates, capacity * sizeof *larger);

    if (!larger)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu rates", capacity);
    m->rates = larger;
    m->capacity = capacity;
  }
  m->rates[m->count++] = *rate;
  return true;
}

/* --- the two forms --- */

/* Is the line "source destination rate"? */
static bool is_head(const struct reading *line)
{
  static const char *const words[] = {"source", "destination", "rate"};
  struct reading r = *line;
  char field[FIELD];
  struct err ignored;

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (!take_field(&r, field, &ignored) || strcmp(field, words[i]) != 0)
      return false;
  return ends(&r);
}

static bool take_pair(struct reading *r, struct err *err)
{
  char field[3][FIELD];
  struct matrix_rate rate = {.line = r->line};
  struct err why = {.kind = ERR_NONE};

  for (size_t i = 0; i < 3; i++)
    if (i > 0 && ends(r))
      return refuse(r, err, "%zu field%s; a line is a source, a destination and a rate", i,
                    i == 1 ? "" : "s");
    else if (!take_field(r, field[i], err))
      return false;
  if (!ends(r))
    return refuse(r, err, "a fourth field; a line is a source, a destination and a rate");
  if (!topology_parse_terminal(r->t, field[0], "source", &rate.source, &why) ||
      !topology_parse_terminal(r->t, field[1], "destination", &rate.destination, &why))
    return refuse(r, err, "%s", why.text);
  return parse_rate(r, field[2], &rate, err) && add_rate(r, &rate, err);
}

static bool take_row(struct reading *r, uint32_t row, struct err *err)
{
  const uint32_t terminals = r->t->terminals;
  char field[FIELD];

  if (row == terminals)
    return refuse(r, err, "one row too many; %s has %u terminals", r->t->spec, terminals);
  for (uint32_t column = 0; column < terminals; column++) {
    struct matrix_rate rate = {.source = row, .destination = column, .line = r->line};

    if (column > 0 && ends(r))
      return refuse(r, err,
                    "row %u has %u column%s; %s needs %u, a rate for each terminal%s", row,
                    column, column == 1 ? "" : "s", r->t->spec, terminals,
                    row == 0 && column == 3
                        ? "; lines of pairs need 'source destination rate' before them"
                        : "");
    if (!take_field(r, field, err) || !parse_rate(r, field, &rate, err) ||
        !add_rate(r, &rate, err))
      return false;
  }
  return ends(r) ||
         refuse(r, err, "row %u has more than %u columns; %s has as many terminals", row,
                terminals, r->t->spec);
}

static bool take_lines(struct reading *r, const char *text, const char *end,
                       struct err *err)
{
  bool first = true, pairs = false;
  uint32_t rows = 0;

  for (const char *next; text < end; text = next) {
    next = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    r->line++;
    r->at = text;
    if (!check_line(r, err))
      return false;
    if (*r->at == '#')
      continue;
    skip_blanks(r);
    if (ends(r))
      return refuse(r, err, "the line is blank; give rates, or a # comment");
    if (first && is_head(r))
      pairs = true;
    else if (!(pairs ? take_pair(r, err) : take_row(r, rows++, err)))
      return false;
    first = false;
  }
  r->line++;
  if (!pairs && rows < r->t->terminals)
    return refuse(r, err,
                  "the file ends after %u row%s; %s needs %u, one for each terminal", rows,
                  rows == 1 ? "" : "s", r->t->spec, r->t->terminals);
  return r->m->count > 0 || refuse(r, err, "all rates are 0; give one that is more");
}

/* --- pairs in order --- */

static int by_pair(const void *a, const void *b)
{
  const struct matrix_rate *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  if (x->destination != y->destination)
    return x->destination < y->destination ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static bool sort_pairs(struct reading *r, struct err *err)
{
  struct matrix_rate *rates = r->m->rates;

  qsort(rates, r->m->count, sizeof *rates, by_pair);
  for (size_t i = 1; i < r->m->count; i++)
    if (rates[i].source == rates[i - 1].source &&
        rates[i].destination == rates[i - 1].destination) {
      r->line = rates[i].line;
      return refuse(r, err, "a second rate from terminal %u to %u; the first is in line %u",
                    rates[i].source, rates[i].destination, rates[i - 1].line);
    }
  return true;
}

bool matrix_file_read(struct matrix_file *m, const char *path, const struct topology *t,
                      struct err *err)
{
  struct reading r = {.m = m, .t = t, .path = path};
  struct hash hash = hash_start();
  char printed[HASH_TEXT];
  size_t size;

  *m = (struct matrix_file){.rates = NULL};
  char *text = file_read(path, &size, err);
  if (!text)
    return false;
  hash_bytes(&hash, text, size);
  hash_print(&hash, printed);
  memcpy(m->content, printed, sizeof m->content - 1);
  /* The 0 behind the text becomes the end of a last line that has none. */
  const bool whole = size == 0 || text[size - 1] == '\n';

  if (!whole)
    text[size++] = '\n';
  const bool good = take_lines(&r, text, text + size, err) && sort_pairs(&r, err);

  free(text);
  return good;
}

void matrix_file_close(struct matrix_file *m)
{
  free(m->rates);
  *m = (struct matrix_file){.rates = NULL};
}

/* --- weights --- */

static int32_t digits_of(uint64_t number)
{
  int32_t digits = 0;

  for (; number > 0; number /= 10)
    digits++;
  return digits;
}

/* The rate in units of 10^unit, rounded; it must be less than 10^DIGITS. */
static uint64_t in_units(const struct matrix_rate *rate, int32_t unit)
{
  uint64_t weight = rate->digits;
  int32_t power = rate->power - unit;

  for (; power > 0; power--)
    weight *= 10;
  for (; power < -1 && weight > 0; power++)
    weight /= 10;
  return power < 0 ? (weight + 5) / 10 : weight;
}

void matrix_file_weights(const struct matrix_file *m, uint64_t *weights)
{
  int32_t most = INT32_MIN; /* all rates are less than 10^most */

  for (size_t i = 0; i < m->count; i++) {
    const int32_t digits = digits_of(m->rates[i].digits) + m->rates[i].power;

    most = digits > most ? digits : most;
  }
  const int32_t unit = most + digits_of(m->count) - DIGITS;

  for (size_t i = 0; i < m->count; i++)
    weights[i] = in_units(&m->rates[i], unit);
}
