/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fold -- lines that end at the right margin of a terminal. */
#define _GNU_SOURCE /* fopencookie */
#include "tool/console/fold.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  FURTHER = 4, /* columns from the begin of a line to that of its next part */
  NARROW = 24, /* a second column with less room is not gone on below */
  WORD = 4096  /* bytes of a word; a longer one is printed in parts */
};

static const char command_follows[] = "with:";

/* A stream and its present line. */
struct fold {
  FILE *to;
  size_t margin;
  char word[WORD];
  size_t length, shown; /* of the word: its bytes, its columns */
  size_t blanks;        /* before it */
  size_t column;        /* of the text printed */
  size_t below;         /* column of the next part; 0: the line has no text yet */
  bool second;          /* `below` is that of the second column */
  bool whole;           /* the rest of the line is not broken */
  bool in_code;         /* in an escape sequence, which has no column */
};

static struct fold folded;
static FILE *stream; /* of `folded`; NULL: none */

size_t fold_margin(FILE *file)
{
  const char *told = getenv("COLUMNS");
  struct winsize window;
  uint64_t columns;

  if (stream && file == stream)
    return folded.margin;
  if (!isatty(fileno(file)))
    return 0;
  if (told && text_u64(told, UINT16_MAX, &columns))
    return (size_t)columns;
  return ioctl(fileno(file), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

/* Where the line goes on, seen from the word that is about to be printed. */
static void place_next(struct fold *f, size_t begin)
{
  if (f->below == 0) {
    f->below = begin + FURTHER;
  } else if (!f->second && f->blanks > 1 && begin + NARROW <= f->margin) {
    f->below = begin;
    f->second = true;
  }
}

static void print_word(struct fold *f)
{
  const size_t begin = f->column + f->blanks;

  if (f->length == 0)
    return;
  if (begin + f->shown > f->margin && f->below > 0 && f->column > f->below && !f->whole) {
    fprintf(f->to, "\n%*s", (int)f->below, "");
    f->column = f->below;
  } else {
    place_next(f, begin);
    fprintf(f->to, "%*s", (int)f->blanks, "");
    f->column = begin;
  }
  fwrite(f->word, 1, f->length, f->to);
  f->whole |= f->length == strlen(command_follows) &&
              memcmp(f->word, command_follows, f->length) == 0;
  f->column += f->shown;
  f->blanks = f->length = f->shown = 0;
}

static void end_line(struct fold *f)
{
  print_word(f);
  fputc('\n', f->to);
  f->blanks = f->column = f->below = 0;
  f->second = f->whole = false;
}

static void keep(struct fold *f, char byte)
{
  if (f->length == WORD)
    print_word(f);
  f->word[f->length++] = byte;
  f->in_code |= byte == '\033';
  f->shown += !f->in_code;
  f->in_code &= byte != 'm';
}

static void add(struct fold *f, char byte)
{
  if (byte == ',' && f->length > 1 && f->word[f->length - 1] == '[') {
    f->length--;
    f->shown--;
    print_word(f);
    keep(f, '[');
  }
  keep(f, byte);
}

static ssize_t write_folded(void *cookie, const char *bytes, size_t size)
{
  struct fold *f = cookie;

  for (size_t i = 0; i < size; i++)
    if (bytes[i] == '\n') {
      end_line(f);
    } else if (bytes[i] == ' ') {
      print_word(f);
      f->blanks++;
    } else {
      add(f, bytes[i]);
    }
  print_word(f);
  return fflush(f->to) == 0 ? (ssize_t)size : 0;
}

static void begin(struct fold *f, FILE *to)
{
  f->to = to;
  f->margin = fold_margin(to);
}

FILE *fold_open(FILE *file)
{
  const cookie_io_functions_t functions = {.write = write_folded};

  begin(&folded, file);
  stream = folded.margin > 0 ? fopencookie(&folded, "w", functions) : NULL;
  if (!stream)
    return file;
  setvbuf(stream, NULL, _IOLBF, 0);
  return stream;
}

void fold_line(FILE *file, const char *text)
{
  struct fold line = {.to = NULL};

  begin(&line, file);
  if (line.margin == 0) {
    fprintf(file, "%s\n", text);
    return;
  }
  write_folded(&line, text, strlen(text));
  write_folded(&line, "\n", 1);
}
