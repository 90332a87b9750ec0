/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_wrong_texts -- wrong input is refused in one line that says what is wrong.
 *
 * The cases are in tests/unit/wrong/, two lines each: the text, and a part of the error.
 *
 *   @ hypercube:4
 *   transpos
 *   => unknown traffic 'transpos'; did you mean 'transpose'?
 *
 * The cases below `@` are about that network.  In a text \n, \t and \\ are as in C, \x20 is
 * a blank at its begin or end, and \- is nothing, so that a text can be empty.  Lines that
 * begin with # are comments.
 */
#include "tests/unit/traffic_unit.h"

enum { LINE = 512 };

struct wrong {
  FILE *file;
  const char *path;
  int line;           /* that was read last */
  char network[LINE]; /* or "" */
  char text[LINE], error[LINE];
};

static void wrong_open(struct wrong *w, const char *path)
{
  *w = (struct wrong){.path = path, .file = fopen(path, "r")};
  CHECK(w->file, "cannot read %s", path);
}

/* The next line that is no comment; false at the end. */
static bool next_line(struct wrong *w, char line[LINE])
{
  while (fgets(line, LINE, w->file)) {
    char *end = strchr(line, '\n');

    w->line++;
    CHECK(end, "%s:%d: too long", w->path, w->line);
    *end = '\0';
    if (line[0] && line[0] != '#')
      return true;
  }
  return false;
}

static char unescaped(const struct wrong *w, const char **at)
{
  char letter = *(*at)++;

  if (letter == 'x') {
    CHECK(strncmp(*at, "20", 2) == 0, "%s:%d: \\x20 alone", w->path, w->line);
    *at += 2;
  }
  CHECK(letter && strchr("nt\\x", letter), "%s:%d: \\%c", w->path, w->line, letter);
  return letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'x' ? ' ' : '\\';
}

static void read_text(struct wrong *w, const char *line)
{
  size_t length = 0;

  for (const char *at = line; *at;) {
    char c = *at++;

    if (c == '\\' && *at == '-')
      at++;
    else
      w->text[length++] = c == '\\' ? unescaped(w, &at) : c;
  }
  w->text[length] = '\0';
}

/* The next case; false at the end, where there must have been some. */
static bool wrong_next(struct wrong *w)
{
  char line[LINE];

  while (next_line(w, line)) {
    if (strncmp(line, "@ ", 2) == 0) {
      strcpy(w->network, line + 2);
      continue;
    }
    read_text(w, line);
    CHECK(next_line(w, line) && strncmp(line, "=> ", 3) == 0,
          "%s:%d: '=> ' and the error are missing", w->path, w->line);
    strcpy(w->error, line + 3);
    return true;
  }
  CHECK(w->error[0], "%s: no case", w->path);
  fclose(w->file);
  return false;
}

TEST(test_specs)
{
  struct wrong w;

  for (wrong_open(&w, "tests/unit/wrong/specs.txt"); wrong_next(&w);) {
    struct topology t;
    struct err err = {.kind = ERR_NONE};

    CHECK(!topology_open(&t, w.text, &err), "%s:%d: '%s' is accepted", w.path, w.line,
          w.text);
    check_error(&err, ERR_USAGE, w.error, w.text);
    CHECK(!t.state && !t.routings, "'%s': left open", w.text);
  }
}

TEST(test_traffic)
{
  char opened[LINE] = "";
  struct topology t;
  struct wrong w;

  for (wrong_open(&w, "tests/unit/wrong/traffic.txt"); wrong_next(&w);) {
    if (strcmp(opened, w.network) != 0)
      t = topology_of(strcpy(opened, w.network));
    check_refused(&t, w.text, 1, ERR_USAGE, w.error);
  }
}
