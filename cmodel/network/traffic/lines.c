/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lines -- reads a text file line by line, with errors that name file and line. */
#include "network/traffic/lines.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

bool lines_open(struct lines *lines, const char *path, struct err *err)
{
  struct stat status;

  *lines = (struct lines){.file = fopen(path, "rb"), .path = path};
  if (!lines->file)
    return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s", path,
                   strerror(errno));
  if (fstat(fileno(lines->file), &status) == 0 && S_ISDIR(status.st_mode)) {
    lines_close(lines);
    return err_set(err, ERR_USAGE, "cannot read '%.500s': it is a directory", path);
  }
  return true;
}

void lines_close(struct lines *lines)
{
  if (lines->file)
    fclose(lines->file);
  lines->file = NULL;
}

bool lines_error(const struct lines *lines, struct err *err, const char *format, ...)
{
  char text[ERR_TEXT];
  va_list args;

  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return err_set(err, ERR_USAGE, "%.500s:%" PRIu64 ": %.500s", lines->path, lines->number,
                 text);
}

enum lines_result lines_next(struct lines *lines, struct err *err)
{
  size_t length = 0;
  int c = getc_unlocked(lines->file);

  lines->number++;
  for (; c != EOF && c != '\n'; c = getc_unlocked(lines->file)) {
    bool comment = length > 0 && lines->text[0] == '#';

    if (c == '\r')
      lines_error(lines, err, "a carriage return; line ends must be LF alone");
    else if ((iscntrl(c) && c != '\t') || (c >= 0x80 && !comment))
      lines_error(lines, err, "byte 0x%02x is not text", (unsigned)c);
    else if (length + 1 == sizeof lines->text)
      lines_error(lines, err, "the line is longer than %d bytes", LINES_TEXT - 1);
    else {
      lines->text[length++] = (char)c;
      continue;
    }
    return LINES_ERROR;
  }
  lines->text[length] = '\0';
  lines->ended = c == '\n';
  if (ferror(lines->file)) {
    lines_error(lines, err, "cannot read on: %s", strerror(errno));
    return LINES_ERROR;
  }
  return length > 0 || lines->ended ? LINES_GOT : LINES_END;
}
