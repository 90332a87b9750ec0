/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_list -- what --dut names: files, lists of files, and options for the simulator. */
#define _GNU_SOURCE /* asprintf */
#include "verilog/simulator/dut_list.h"

#include "base/file.h"

#include <ctype.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  NESTED_MAX = 16, /* lists in lists */
  PATH_BYTES = 2 * FILE_PATH
};

/* --- where a word stands --- */

/* A list, or --dut itself. */
struct place {
  struct dut_list *list;
  const char *file;   /* NULL: --dut */
  const char *folder; /* names are relative to it; NULL: to the working directory */
  uint32_t line;
  size_t depth;
};

__attribute__((format(printf, 3, 4))) static bool
refuse(const struct place *at, struct err *err, const char *format, ...)
{
  char text[ERR_TEXT / 2];
  va_list values;

  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return at->file
             ? err_set(err, ERR_USAGE, "%.400s:%" PRIu32 ": %s", at->file, at->line, text)
             : err_set(err, ERR_USAGE, "--dut: %s", text);
}

/* The path of a name in a list, to be freed. */
static char *path_of(const struct place *at, const char *name)
{
  char path[PATH_BYTES];

  if (!at->folder || name[0] == '/')
    return strdup(name);
  snprintf(path, sizeof path, "%s/%s", at->folder, name);
  return strdup(path);
}

static bool read_list(const struct place *from, const char *name, struct err *err);

/* --- options --- */

/* What is done with the argument of an option. */
enum option_kind {
  OPTION_LIST,    /* a list */
  OPTION_TOP,     /* the module that is the switch */
  OPTION_SET,     /* NAME=VALUE */
  OPTION_FOLDER,  /* passed on, its argument a folder */
  OPTION_LIBRARY, /* passed on, its argument a file */
  OPTION_DEFINE,  /* passed on */
  OPTION_ALONE    /* passed on, without an argument */
};

static const struct option {
  const char *name;
  enum option_kind kind;
} options[] = {
    {"-f", OPTION_LIST},   {"-F", OPTION_LIST},          {"--top", OPTION_TOP},
    {"-top", OPTION_TOP},  {"--top-module", OPTION_TOP}, {"-G", OPTION_SET},
    {"-y", OPTION_FOLDER}, {"-I", OPTION_FOLDER},        {"-v", OPTION_LIBRARY},
    {"-D", OPTION_DEFINE}, {"-sv", OPTION_ALONE},        {"--sv", OPTION_ALONE},
};

/* With +: the parts of the rest, each at its own +. */
static const char *const pluses[] = {"+incdir+", "+define+", "+libext+"};

/* Verilator's own options by which it would make something else. */
static bool is_ours(const char *option)
{
  static const char *const prefixes[] = {
      "--cc",     "--sc",    "--exe", "--build", "--binary", "--Mdir", "-Mdir",
      "--prefix", "-prefix", "-o",    "--lint",  "--xml",    "--json", "-E",
      "--main",   "-f",      "--top", "-top",    "-G"};

  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (strncmp(option, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return false;
}

static bool is_assignment(const char *text)
{
  const char *equal = strchr(text, '=');

  if (!equal || equal == text || equal[1] == '\0')
    return false;
  for (const char *c = text; c < equal; c++)
    if (!isalnum((unsigned char)*c) && *c != '_')
      return false;
  return true;
}

/* One word of an option and its value. */
static bool add_joined(struct dut_words *words, const char *option, const char *value,
                       struct err *err)
{
  char *joined;

  return dut_words_take(words, asprintf(&joined, "%s%s", option, value) < 0 ? NULL : joined,
                        err);
}

static bool take(const struct place *at, const struct option *option, const char *value,
                 struct err *err)
{
  struct dut_list *list = at->list;

  switch (option->kind) {
  case OPTION_LIST:
    return read_list(at, value, err);
  case OPTION_TOP:
    if (list->top && strcmp(list->top, value) != 0)
      return refuse(at, err, "%s %.100s: the top is '%.100s' already", option->name, value,
                    list->top);
    free(list->top);
    list->top = strdup(value);
    return list->top || dut_words_no_memory(err);
  case OPTION_SET:
    return is_assignment(value) ? dut_words_add(&list->sets, value, err)
                                : refuse(at, err, "-G %.200s: must be NAME=VALUE", value);
  case OPTION_FOLDER:
  case OPTION_LIBRARY:
    return dut_words_add(&list->options, option->name, err) &&
           dut_words_take(&list->options, path_of(at, value), err);
  case OPTION_DEFINE:
    return add_joined(&list->options, option->name, value, err);
  case OPTION_ALONE:
    break;
  }
  return dut_words_add(&list->options, option->name, err);
}

/* "+incdir+A+B" becomes an option for each part. */
static bool take_plus(const struct place *at, const char *word, struct err *err)
{
  for (size_t i = 0; i < sizeof pluses / sizeof pluses[0]; i++) {
    const size_t length = strlen(pluses[i]);
    const char *part = word + length;
    bool good = true;

    if (strncmp(word, pluses[i], length) != 0)
      continue;
    while (good && *part != '\0') {
      const size_t size = strcspn(part, "+");
      char *text = strndup(part, size);
      char *path = text && i == 0 ? path_of(at, text) : text;

      good = size == 0 || (path ? add_joined(&at->list->options, pluses[i], path, err)
                                : dut_words_no_memory(err));
      if (path != text)
        free(path);
      free(text);
      part += size + (part[size] == '+');
    }
    return good;
  }
  return refuse(at, err, "'%.200s' is not known; known are +incdir+, +define+ and +libext+",
                word);
}

/* An option with the word behind it. */
static bool take_pair(struct place *at, const struct option *option, const char **text,
                      struct err *err)
{
  char *value;

  if (!dut_words_next(&value, text, &at->line, err))
    return false;
  const bool good = value ? take(at, option, value, err)
                          : refuse(at, err, "%s: its argument is missing", option->name);

  free(value);
  return good;
}

/* One option; *text: what is behind it. */
static bool take_option(struct place *at, const char *word, const char **text,
                        struct err *err)
{
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const struct option *option = &options[i];
    const size_t length = strlen(option->name);
    const bool joins = length == 2 && option->kind != OPTION_ALONE; /* -Iinclude */

    if (strncmp(word, option->name, length) != 0 || (word[length] != '\0' && !joins))
      continue;
    if (option->kind == OPTION_ALONE || word[length] != '\0')
      return take(at, option, word + length, err);
    return take_pair(at, option, text, err);
  }
  if (strncmp(word, "-W", 2) == 0)
    return dut_words_add(&at->list->options, word, err);
  return refuse(at, err,
                "option '%.200s' is not known; '--verilator-args %.200s' passes it on",
                word, word);
}

/* --- text of a list --- */

/* All that is left of the line, word by word, for Verilator. */
static bool take_rest(struct place *at, const char **text, struct err *err)
{
  const size_t size = strcspn(*text, "\n");
  char *rest = strndup(*text, size), *word = NULL;
  const char *left = rest;
  uint32_t lines = 0;
  bool good = rest || dut_words_no_memory(err);

  *text += size;
  while (good && (good = dut_words_next(&word, &left, &lines, err)) && word) {
    good = is_ours(word)
               ? refuse(at, err, "--verilator-args %.200s: Lockhop sets that", word)
               : dut_words_add(&at->list->options, word, err);
    free(word);
  }
  free(rest);
  return good;
}

static bool is_list(const char *word)
{
  const size_t length = strlen(word);

  return length > 2 && strcmp(word + length - 2, ".f") == 0;
}

/* Is the file among those of these names, perhaps by another path? */
static bool contains(const struct dut_words *names, const char *path)
{
  char *real = realpath(path, NULL);
  bool found = false;

  for (size_t i = 0; i < names->count && !found; i++) {
    char *other = realpath(names->text[i], NULL);

    found =
        strcmp(real && other ? other : names->text[i], real && other ? real : path) == 0;
    free(other);
  }
  free(real);
  return found;
}

/* A file of Verilog, of a list: it counts once too. */
static bool take_file(const struct place *at, const char *word, struct err *err)
{
  if (is_list(word))
    return read_list(at, word, err);
  char *path = path_of(at, word);
  if (!path || !contains(&at->list->files, path))
    return dut_words_take(&at->list->files, path, err);
  free(path);
  return true;
}

static bool take_text(struct place *at, const char *text, struct err *err)
{
  bool good = true;
  char *word;

  while (good && (good = dut_words_next(&word, &text, &at->line, err)) && word) {
    if (strcmp(word, "--verilator-args") == 0)
      good = take_rest(at, &text, err);
    else if (word[0] == '+')
      good = take_plus(at, word, err);
    else if (word[0] == '-')
      good = take_option(at, word, &text, err);
    else
      good = take_file(at, word, err);
    free(word);
  }
  return good;
}

/* The list `path`, which is not among those that were read. */
static bool read_new(const struct place *from, char *path, struct err *err)
{
  char *folder = strdup(path);
  struct place at = {.list = from->list, .file = path, .line = 1, .depth = from->depth + 1};
  struct err why;
  size_t size;

  if (!folder)
    return dut_words_no_memory(err);
  char *text = file_read(path, &size, &why);
  at.folder = dirname(folder);
  const bool good =
      text && dut_words_add(&from->list->lists, path, err) && take_text(&at, text, err);
  if (!text && why.kind == ERR_ENVIRONMENT)
    *err = why;
  else if (!text)
    refuse(from, err, "%.600s", why.text);
  free(text);
  free(folder);
  return good;
}

/* Each list counts once. */
static bool read_list(const struct place *from, const char *name, struct err *err)
{
  char *path = path_of(from, name);
  bool good = true;

  if (!path)
    good = dut_words_no_memory(err);
  else if (from->depth == NESTED_MAX)
    good = refuse(from, err, "more than %d lists in one another", NESTED_MAX);
  else if (!contains(&from->list->lists, path))
    good = read_new(from, path, err);
  free(path);
  return good;
}

/* --- the whole --- */

static bool open_word(struct dut_list *list, const char *word, struct err *err)
{
  struct place at = {.list = list, .line = 1};

  if (word[0] == '-' || word[0] == '+')
    return take_text(&at, word, err);
  if (is_list(word))
    return read_list(&at, word, err);
  return dut_words_add(&list->files, word, err) && dut_words_add(&list->named, word, err);
}

bool dut_list_open(struct dut_list *list, const char *const *words, size_t count,
                   struct err *err)
{
  bool good = true;

  *list = (struct dut_list){.top = NULL};
  for (size_t i = 0; good && i < count; i++)
    good = open_word(list, words[i], err);
  return good;
}

void dut_list_close(struct dut_list *list)
{
  dut_words_close(&list->files);
  dut_words_close(&list->named);
  dut_words_close(&list->lists);
  dut_words_close(&list->options);
  dut_words_close(&list->sets);
  free(list->top);
  *list = (struct dut_list){.top = NULL};
}

bool dut_list_is_plain(const struct dut_list *list)
{
  return list->files.count == list->named.count && list->lists.count == 0 &&
         list->options.count == 0 && list->sets.count == 0 && !list->top;
}

static bool hash_all(struct hash *hash, const struct dut_words *files, struct err *err)
{
  for (size_t i = 0; i < files->count; i++) {
    hash_text(hash, files->text[i]);
    if (!hash_file(hash, files->text[i], err))
      return false;
  }
  return true;
}

bool dut_list_hash(struct hash *hash, const char *const *words, size_t count,
                   struct err *err)
{
  struct dut_list list;
  bool good = dut_list_open(&list, words, count, err);

  if (good && !dut_list_is_plain(&list)) {
    for (size_t i = 0; i < count; i++)
      hash_text(hash, words[i]);
    good = hash_all(hash, &list.lists, err);
  }
  good = good && hash_all(hash, &list.files, err);
  dut_list_close(&list);
  return good;
}
