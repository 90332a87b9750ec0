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

char *dut_words_next(const char **text, uint32_t *line)
{
  const char *c = *text;
  char *word = NULL;
  size_t used = 0;
  bool quoted = false;

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
      break;
    }
  }
  if (*c != '\0')
    word = malloc(strlen(c) + 1);
  for (; word && *c != '\0' && (quoted || !isspace((unsigned char)*c)); c++) {
    if (*c == '"')
      quoted = !quoted;
    else
      word[used++] = *c;
    *line += *c == '\n';
  }
  if (word)
    word[used] = '\0';
  *text = c;
  return word;
}
