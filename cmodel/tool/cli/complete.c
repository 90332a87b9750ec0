/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* complete -- what can stand next on a command line, for the shells bash and zsh. */
#include "tool/cli/complete.h"

#include "tool/cli/complete_scripts.h"
#include "tool/cli/options.h"
#include "tool/cli/words.h"

#include <string.h>

enum { WORD = 64 };

static const struct {
  const char *name;
  const char *script;
} shells[] = {{"bash", complete_bash}, {"zsh", complete_zsh}};

enum { SHELLS = sizeof shells / sizeof shells[0] };

const char *complete_shells(size_t number)
{
  return number < SHELLS ? shells[number].name : NULL;
}

bool complete_print_script(const char *shell, FILE *file, struct err *err)
{
  for (size_t i = 0; i < SHELLS; i++)
    if (strcmp(shells[i].name, shell) == 0) {
      fputs(shells[i].script, file);
      return true;
    }
  return err_set(err, ERR_USAGE, "--completion '%s': must be bash or zsh", shell);
}

/* Word number `place`, from 0, of a usage such as "SPEC [TRAFFIC]", without brackets.
 * False: there is none. */
static bool usage_word(const char *usage, size_t place, char word[WORD])
{
  for (const char *at = usage + strspn(usage, " []"); *at && *at != '-';) {
    const size_t length = strcspn(at, " []");

    snprintf(word, WORD, "%.*s", (int)length, at);
    if (place-- == 0)
      return true;
    at += length;
    at += strspn(at, " []");
  }
  return false;
}

/* The option that a word such as --name, --name=value or -o is; false: none. */
static bool option_named(const struct command *command, const char *word,
                         struct option_row *row)
{
  for (size_t i = 0; options_of(command, i, row); i++) {
    const size_t length = strlen(row->name);

    if (strcmp(word, "-o") == 0
            ? row->letter == 'o'
            : strncmp(word, "--", 2) == 0 && strncmp(word + 2, row->name, length) == 0 &&
                  (word[2 + length] == '\0' || word[2 + length] == '='))
      return true;
  }
  return false;
}

/* The command line up to the word to be completed. */
struct line {
  const struct command *command;
  const char *pending; /* what the value that comes next is; NULL: none does */
  size_t arguments;    /* positional, before the last word */
  const char *spec;    /* the SPEC; NULL: none yet */
  bool only_arguments; /* after -- */
};

static void read_line(struct line *line, int count, char **words)
{
  char placeholder[WORD];
  struct option_row row;

  for (int i = 1; i < count - 1; i++) {
    const bool option = option_named(line->command, words[i], &row);

    if (line->pending) {
      line->pending = NULL;
    } else if (!line->only_arguments && strcmp(words[i], "--") == 0) {
      line->only_arguments = true;
    } else if (line->only_arguments || words[i][0] != '-') {
      if (usage_word(line->command->usage, line->arguments++, placeholder) &&
          strncmp(placeholder, "SPEC", strlen("SPEC")) == 0)
        line->spec = words[i];
    } else if (option && row.argument && row.argument[0] != '[' && !strchr(words[i], '=')) {
      line->pending = row.argument;
    }
  }
}

static void offer_options(const struct words *w, const struct command *command)
{
  struct option_row row;
  char word[WORD];

  for (size_t i = 0; options_of(command, i, &row); i++) {
    snprintf(word, sizeof word, "--%s", row.name);
    words_one(w, word, row.text);
  }
}

static void offer(const struct line *line, struct words *w)
{
  const char *value = strchr(w->current, '=');
  struct option_row row;
  const bool option = option_named(line->command, w->current, &row);
  char placeholder[WORD], before[WORD];

  if (line->pending) {
    words_offer(w, line->pending);
  } else if (!line->only_arguments && option && value && row.argument) {
    snprintf(before, sizeof before, "--%s=", row.name);
    w->before = before;
    w->current = value + 1;
    words_offer(w, row.argument);
    w->before = "";
  } else if (!line->only_arguments && w->current[0] == '-') {
    offer_options(w, line->command);
  } else if (line->arguments < line->command->most &&
             usage_word(line->command->usage, line->arguments, placeholder)) {
    words_offer(w, placeholder);
  }
}

/* The first word: a command, or what stands in its place. */
static void offer_first(const struct words *w)
{
  words_offer(w, "COMMAND");
  if (w->current[0] == '-') {
    words_one(w, "--help", "print the help");
    words_one(w, "--version", "print the version");
  }
}

void complete(int count, char **words, FILE *file)
{
  TOPOLOGY_OF_BLOCK(t);
  struct words w = {.file = file, .before = ""};
  struct line line = {.command = NULL};
  struct err err = {.kind = ERR_NONE};

  if (count < 1)
    return;
  w.current = words[count - 1];
  if (count == 1) {
    offer_first(&w);
  } else if (command_find(words[0], &line.command, &err)) {
    read_line(&line, count, words);
    if (line.spec && topology_open(&t, line.spec, &err))
      w.t = &t;
    offer(&line, &w);
  }
}
