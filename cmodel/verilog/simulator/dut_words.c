/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_words -- lists of words, and the words of a text. */
#include "verilog/simulator/dut_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool dut_words_no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

bool dut_words_take(struct dut_words *words, char *text, struct err *err)
{
  char **larger = text ? realloc(words->text, (words->count + 1) * sizeof larger[0]) : NULL;

  if (!larger) {
    free(text);
    return dut_words_no_memory(err);
  }
  words->text = larger;
  words->text[words->count++] = text;
  return true;
}

bool dut_words_add(struct dut_words *words, const char *text, struct err *err)
{
  return dut_words_take(words, strdup(text), err);
}

void dut_words_close(struct dut_words *words)
{
  for (size_t i = 0; i < words->count; i++)
    free(words->text[i]);
  free(words->text);
}

/* Behind blanks and comments. */
static const char *skip(const char *c, uint32_t *line)
{
  for (;;) {
    if (*c == '\n')
      ++*line;
    if (isspace((unsigned char)*c)) {
      c++;
    } else if (*c == '#' || strncmp(c, "//", 2) == 0) {
      c += strcspn(c, "\n");
    } else if (strncmp(c, "/*", 2) == 0) {
      while (*c != '\0' && strncmp(c, "*/", 2) != 0)
        *line += *c++ == '\n';
      c += *c == '\0' ? 0 : 2;
    } else {
      return c;
    }
  }
}

bool dut_words_next(char **word, const char **text, uint32_t *line, struct err *err)
{
  const char *c = skip(*text, line);
  size_t used = 0;
  bool quoted = false;

  *text = c;
  *word = *c != '\0' ? malloc(strlen(c) + 1) : NULL;
  if (!*word)
    return *c == '\0' || dut_words_no_memory(err);
  for (; *c != '\0' && (quoted || !isspace((unsigned char)*c)); c++) {
    if (*c == '"')
      quoted = !quoted;
    else
      (*word)[used++] = *c;
    *line += *c == '\n';
  }
  (*word)[used] = '\0';
  *text = c;
  return true;
}
