/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- the command line, read into one struct. */
#include "tool/cli/options.h"

#include "base/text.h"
#include "tool/console/rows.h"
#include "tool/session/fields.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/* A value: its place in struct settings, and how it is read. */
enum kind { TEXT, OUTPUT, NUMBER, FLAG, SEEDS, NOTHING };

/* An option that does not describe a run: a row of tool/cli/own_options.def. */
struct own_option {
  struct option_row row;
  enum kind kind;
  size_t offset; /* of its member in struct settings */
  uint64_t least, most;
  const char *commands; /* commands that take it; NULL: all */
  const char *after;    /* the field of a run after which help shows it */
};

static const struct own_option own_options[] = {
#define OPTION(kind, member, letter, name, least, most, word, commands, after, help)       \
  {{letter, name, word, help},                                                             \
   kind,                                                                                   \
   offsetof(struct settings, member),                                                      \
   least,                                                                                  \
   most,                                                                                   \
   commands,                                                                               \
   after},
#include "tool/cli/own_options.def"
#undef OPTION
};

enum {
  OWN = sizeof own_options / sizeof own_options[0],
  MOST = 128,     /* options of a command */
  IN_ORDER = 1,   /* what getopt_long says of a word that is no option */
  NAMED = 1 << 9, /* and of the option with number 0, above all letters */
};

/* An option: of one table or the other. */
struct choice {
  const struct run_field *field;
  const struct own_option *own;
};

/* The options that a command takes, in the order of help; returns how many. */
static size_t choices(const struct command *command, struct choice list[MOST])
{
  size_t fields, count = 0;
  const struct run_field *rows = run_fields(&fields);

  for (size_t i = 0; i < fields; i++) {
    if (run_field_listed(rows[i].commands, command->name))
      list[count++] = (struct choice){.field = &rows[i]};
    for (size_t k = 0; k < OWN; k++) {
      const struct own_option *own = &own_options[k];

      if (strcmp(own->after, rows[i].name) == 0 &&
          (!own->commands || run_field_listed(own->commands, command->name)))
        list[count++] = (struct choice){.own = own};
    }
  }
  assert(count <= MOST);
  return count;
}

static struct option_row row_of(const struct choice *choice)
{
  if (choice->own)
    return choice->own->row;
  return (struct option_row){.name = choice->field->name,
                             .argument = choice->field->word,
                             .text = choice->field->help};
}

/* As getopt_long has it. */
static int argument_of(const struct option_row *row)
{
  if (!row->argument)
    return no_argument;
  return row->argument[0] == '[' ? optional_argument : required_argument;
}

/* "A-B", or "A": seeds A to B, both included. */
static bool read_seeds(struct settings *s, const char *text, struct err *err)
{
  if (text_range(text, '-', UINT64_MAX, &s->seed_from, &s->seed_to))
    return true;
  if (text_u64(text, UINT64_MAX, &s->seed_from)) {
    s->seed_to = s->seed_from;
    return true;
  }
  return err_set(err, ERR_USAGE, "--seeds '%s': must be two numbers A-B, A <= B", text);
}

static bool read_number(int64_t *to, const struct own_option *own, const char *text,
                        struct err *err)
{
  uint64_t read;

  if (!text_u64(text, own->most, &read) || read < own->least)
    return err_set(err, ERR_USAGE, "--%s '%s': must be a number in %" PRIu64 "..%" PRIu64,
                   own->row.name, text, own->least, own->most);
  *to = (int64_t)read;
  return true;
}

static bool read_own(struct settings *s, const struct own_option *own, const char *text,
                     struct err *err)
{
  void *to = (char *)s + own->offset;

  switch (own->kind) {
  case TEXT:
    *(const char **)to = text ? text : "";
    return true;
  case OUTPUT:
    *(const char **)to = strcmp(text, "/dev/stdout") == 0 ? "-" : text;
    return true;
  case NUMBER:
    return read_number(to, own, text, err);
  case FLAG:
    *(bool *)to = true;
    return true;
  case SEEDS:
    return read_seeds(s, text, err);
  case NOTHING:
    break;
  }
  return true;
}

/* The error of getopt_long, in one line. */
static bool refused(const struct command *command, const char *word, int kind,
                    struct err *err)
{
  struct choice list[MOST];
  const char *names[MOST];
  char name[64];
  const size_t count = choices(command, list);

  for (size_t i = 0; i < count; i++)
    names[i] = row_of(&list[i]).name;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
           word + strspn(word, "-"));
  if (kind == ':')
    return err_set(err, ERR_USAGE, "--%s needs a value; see lockhop %s --help", name,
                   command->name);
  for (size_t i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0)
      return err_set(err, ERR_USAGE, "--%s takes no value", name);
  const char *near = text_nearest(name, names, count);
  if (near)
    return err_set(err, ERR_USAGE, "lockhop %s has no option '%s'; did you mean --%s?",
                   command->name, word, near);
  return err_set(err, ERR_USAGE, "lockhop %s has no option '%s'; see lockhop %s --help",
                 command->name, word, command->name);
}

/* The command line as typed, for a shell.  Before options_read reorders it. */
static void keep_command(struct settings *s, int argc, char **argv)
{
  size_t used = 0;

  for (int i = 0; i < argc; i++) {
    used = text_add_word(s->command, SETTINGS_COMMAND, used, argv[i]);
    if (i == 0)
      s->program_length = used;
  }
}

/* `given` words are no options. */
static bool read_arguments(struct settings *s, const struct command *command, char **words,
                           size_t given, struct err *err)
{
  if (given < command->least)
    return err_set(err, ERR_USAGE, "lockhop %s needs %zu argument%s: lockhop %s %s",
                   command->name, command->least, command->least == 1 ? "" : "s",
                   command->name, command->usage);
  if (given > command->most)
    return err_set(err, ERR_USAGE, "'%s' is one argument too many: lockhop %s %s",
                   words[command->most], command->name, command->usage);
  for (size_t i = 0; i < given; i++)
    s->argument[i] = words[i];
  s->argument_count = given;
  s->run.topology = s->argument[0];
  s->run.traffic = s->argument[1];
  s->run.command = s->command;
  return true;
}

struct settings options_defaults(void)
{
  return (struct settings){.run = description_of(NULL, NULL),
                           .trials = SETTINGS_UNSET,
                           .idle_trials = SETTINGS_UNSET,
                           .idle_seconds = SETTINGS_UNSET,
                           .step = SETTINGS_UNSET,
                           .packet = SETTINGS_UNSET,
                           .out = stdout,
                           .seed_from = 1,
                           .seed_to = 1};
}

/* One option, as getopt_long tells it; `letter`: of one that has one, else its number. */
static bool read_option(struct settings *s, const struct choice *list, size_t count,
                        int letter, const char *text, struct err *err)
{
  size_t i = letter >= NAMED ? (size_t)(letter - NAMED) : 0;

  while (letter < NAMED && row_of(&list[i]).letter != letter && i + 1 < count)
    i++;
  return list[i].field ? run_field_read(&s->run, list[i].field, text, err)
                       : read_own(s, list[i].own, text, err);
}

bool options_read(struct settings *s, const struct command *command, int argc, char **argv,
                  struct err *err)
{
  struct option longs[MOST + 1] = {{0}};
  struct choice list[MOST];
  struct option_row row;
  size_t given = 0;
  const size_t count = choices(command, list);
  bool writes = false;

  *s = options_defaults();
  keep_command(s, argc, argv);
  for (size_t i = 0; i < count; i++) {
    row = row_of(&list[i]);
    longs[i] = (struct option){
        .name = row.name, .has_arg = argument_of(&row), .val = NAMED + (int)i};
    writes = writes || row.letter == 'o';
  }
  opterr = 0;
  optind = 2;
  /* With '-' the words come in their order, whatever POSIXLY_CORRECT says.  Those that are
   * no options are kept from argv[1] on, which has been read. */
  const char *shorts = writes ? "-:ho:" : "-:hq";
  for (;;) {
    const char *word = argv[optind];
    const int letter = getopt_long(argc, argv, shorts, longs, NULL);

    if (letter == -1)
      break;
    if (letter == '?' || letter == ':')
      return refused(command, word, letter, err);
    if (letter == IN_ORDER)
      argv[1 + given++] = optarg;
    else if (!read_option(s, list, count, letter, optarg, err))
      return false;
  }
  while (optind < argc)
    argv[1 + given++] = argv[optind++];
  return read_arguments(s, command, argv + 1, given, err);
}

bool options_of(const struct command *command, size_t number, struct option_row *row)
{
  struct choice list[MOST];

  if (number >= choices(command, list))
    return false;
  *row = row_of(&list[number]);
  return true;
}

void option_usage(const struct option_row *row, char *text, size_t size)
{
  snprintf(text, size, "%s--%s%s%s", row->letter == 'o' ? "-o, " : "", row->name,
           row->argument && row->argument[0] != '[' ? " " : "",
           row->argument ? row->argument : "");
}

void options_help(const struct command *command, FILE *file)
{
  struct option_row row;
  char left[64];

  for (size_t i = 0; options_of(command, i, &row); i++) {
    option_usage(&row, left, sizeof left);
    rows_print(file, left, 22, row.text);
  }
}
