/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- the command line, read into one struct. */
#include "tool/cli/options.h"

#include "base/text.h"
#include "tool/session/description.h"

#include <getopt.h>
#include <string.h>

static const struct option_row rows[] = {
    {'R', "routing", "ROUTING", "routing algorithm (lockhop list routings)"},
    {'F', "failed", "LIST", "these switches have failed, as in 0,5,9"},
    {'D', "depth", "W", "packets per output queue; 0: no limit (golden model alone)"},
    {'P', "packets", "P", "packets per terminal of a permutation, or 'ports' (default 1)"},
    {'L', "lanes", "L",
     "injection lanes per switch (default: so that all can start at once)"},
    {'V', "vcs", "N",
     "virtual channels of a link, 1..8 (default: what the depth and the routing need)"},
    {'E', "sends", "S",
     "ports on which a switch sends in a cycle (default 0: on all of them)"},
    {'B', "data-bits", "B", "data bits of a packet, 1..64 (default 40)"},
    {'v', "data", "DATA",
     "what the data of packets are: number (default), constant, one-hot, small, "
     "alternating, ones, words, mixed"},
    {'S', "seed", "S", "seed of all randomness (default 1)"},
    {'C', "cycles", "MAX", "give up after so many cycles"},
    {'d', "disturb", "KINDS",
     "what happens beside the packets: stalls, holds, resets, noise; or all"},
    {'a', "save-trace", "FILE", "write the schedule with its disturbances, for trace:FILE"},
    {'J', "json", "FILE", "write the result as JSON; '-': to standard output"},
    {'M', "machine", "MACHINE",
     "golden, array (a compiled switch, any size), network (generated), systemc"},
    {'U', "dut", "FILE.v",
     "Verilog whose modules replace those of the same name (repeatable)"},
    {'l', "lint", NULL, "warnings about the files of --dut are errors"},
    {'b', "build-seconds", "N", "time that building the Verilog may take (default 600)"},
    {'g', "build-memory", "GIB",
     "memory that it may take (default 8, or 3/4 of the machine's)"},
    {'W', "wave", "FILE.fst", "record a waveform, with a GTKWave save file beside it"},
    {'N', "wave-cycles", "A-B", "record cycles A to B only"},
    {'H', "wave-switches", "LIST", "record these switches only, as in 0,5,9"},
    {'o', "output", "PATH",
     "where to write: rtl a directory (default build/<spec>), sweep a CSV, draw an SVG "
     "file, check its evidence"},
    {'s', "switch", "S", "a bench of this switch alone, by address or number"},
    {'w', "store", "N", "places of the waiting store (default: what the schedule needs)"},
    {'k', "level", "LEVEL", "quick, standard (default) or deep"},
    {'O', "list", NULL, "print the plan, a command for each run, and run nothing"},
    {'i', "seeds", "A-B", "the whole plan for each of these seeds (default 1-1)"},
    {'I', "fail-fast", NULL, "start nothing after the first run that fails"},
    {'X', "junit", "FILE", "write the result as JUnit XML"},
    {'Y', "html", "FILE", "write the result as a page for a browser"},
    {'c', "coverage", "DIR", "count what of the Verilog is reached, and write it there"},
    {'Z', "shrink", NULL, "shrink the first failure of each kind"},
    {'n', "idle-trials", "N", "stop after so many without progress (default 1000)"},
    {'Q', "idle-seconds", "S", "stop after so long without progress (default 120)"},
    {'G', "repeat", "FOLDER", "make the run of an evidence folder again"},
    {'j', "jobs", "N", "how much runs at once (default: one per core)"},
    {'T', "trials", "N", "runs behind a mean (default 100)"},
    {'r', "resume", NULL, "go on with a sweep that was interrupted"},
    {'f', "force", NULL, "replace an output file that is there already"},
    {'K', "links", NULL, "print the link table instead"},
    {'t', "steps", NULL,
     "print instead which link every packet crosses in which step, if none waits"},
    {'u', "loads", NULL,
     "print instead how many packets pass the busiest switch and link of each level"},
    {'x', "strict", NULL, "exit 1 when nothing crossed a link"},
    {'y', "exercise", NULL, "print which of the items that a test must reach were reached"},
    {'e', "step-seconds", "S",
     "seconds of work or sleep that one evaluation of the design may take (default 60)"},
    {'m', "dut-memory", "GIB", "memory of a run with Verilog; 0: no limit (default 8)"},
    {'p', "dut-output", "MIB", "what a design may print on standard error (default 64)"},
    {'A', "man", NULL, "print the manual page lockhop(1)"},
    {'z', "completion", "SHELL",
     "print the completion of the command line for bash or zsh"},
    {'q', "quiet", NULL, "print the outcome alone"},
    {'h', "help", NULL, "print this help"},
};

enum {
  ROWS = sizeof rows / sizeof rows[0],
  IN_ORDER = 1 /* what getopt_long says of a word that is no option */
};

static bool takes(const struct command *command, const struct option_row *row)
{
  return row->letter == 'h' || strchr(command->options, row->letter) != NULL;
}

static bool number(const char *name, const char *text, uint64_t low, uint64_t high,
                   int64_t *value, struct err *err)
{
  uint64_t read;

  if (!text_u64(text, high, &read) || read < low)
    return err_set(err, ERR_USAGE, "--%s '%s': must be a number in %llu..%llu", name, text,
                   (unsigned long long)low, (unsigned long long)high);
  *value = (int64_t)read;
  return true;
}

/* A number of struct description. */
static bool described(const char *name, const char *text, int64_t *value, struct err *err)
{
  uint64_t least, most;

  description_range(name, &least, &most);
  return number(name, text, least, most, value, err);
}

/* "A-B", or "A": seeds A to B, both included. */
static bool read_seeds(struct settings *s, const char *text, struct err *err)
{
  char from[32];
  const char *dash = strchr(text, '-');
  const size_t length = dash ? (size_t)(dash - text) : strlen(text);

  if (length < sizeof from) {
    snprintf(from, sizeof from, "%.*s", (int)length, text);
    if (text_u64(from, UINT64_MAX, &s->seed_from) &&
        text_u64(dash ? dash + 1 : from, UINT64_MAX, &s->seed_to) &&
        s->seed_from <= s->seed_to)
      return true;
  }
  return err_set(err, ERR_USAGE, "--seeds '%s': must be two numbers A-B, A <= B", text);
}

/* "A-B": cycles A to B, both included. */
static bool read_cycles(struct settings *s, const char *text, struct err *err)
{
  char from[32];
  const char *dash = strchr(text, '-');

  if (dash && (size_t)(dash - text) < sizeof from) {
    snprintf(from, sizeof from, "%.*s", (int)(dash - text), text);
    if (text_u64(from, UINT32_MAX, &s->wave_from) &&
        text_u64(dash + 1, UINT32_MAX, &s->wave_to) && s->wave_from <= s->wave_to++)
      return true;
  }
  return err_set(err, ERR_USAGE, "--wave-cycles '%s': must be two cycles A-B, A <= B",
                 text);
}

static bool read_option(struct settings *s, char letter, const char *name, const char *text,
                        struct err *err)
{
  int64_t value = 0;

  switch (letter) {
  case 'R':
    s->routing = text;
    return true;
  case 'F':
    s->failed = text;
    return true;
  case 'D':
    return described(name, text, &s->depth, err);
  case 'P':
    s->packets = 0;
    return strcmp(text, "ports") == 0 || described(name, text, &s->packets, err) ||
           err_set(err, ERR_USAGE, "--packets '%s': must be a number in 1..%d or 'ports'",
                   text, 1 << 20);
  case 'L':
    return described(name, text, &s->lanes, err);
  case 'V':
    return described(name, text, &s->vcs, err);
  case 'E':
    return described(name, text, &s->sends, err);
  case 'B':
    return described(name, text, &s->data_bits, err);
  case 'v':
    s->data = text;
    return true;
  case 'S':
    return text_u64(text, UINT64_MAX, &s->seed) ||
           err_set(err, ERR_USAGE, "--seed '%s': must be a number in 0..2^64-1", text);
  case 'C':
    if (!number(name, text, 1, UINT32_MAX - 1, &value, err))
      return false;
    s->cycles = (uint64_t)value;
    return true;
  case 'd':
    s->disturb = text;
    return true;
  case 'a':
    s->save_trace = text;
    return true;
  case 'J':
    s->json = strcmp(text, "/dev/stdout") == 0 ? "-" : text;
    return true;
  case 'M':
    s->machine = text;
    return true;
  case 'U':
    if (s->dut_count == SETTINGS_DUTS)
      return err_set(err, ERR_USAGE, "--dut '%s': at most %d files", text, SETTINGS_DUTS);
    s->dut[s->dut_count++] = text;
    return true;
  case 'l':
    s->lint = true;
    return true;
  case 'b':
    return number(name, text, 1, 1000000, &s->build_seconds, err);
  case 'g':
    return number(name, text, 1, 1 << 16, &s->build_memory, err);
  case 'W':
    s->wave = text;
    return true;
  case 'N':
    return read_cycles(s, text, err);
  case 'H':
    s->wave_switches = text;
    return true;
  case 'o':
    s->output = text;
    return true;
  case 's':
    s->at = text;
    return true;
  case 'w':
    return described(name, text, &s->store, err);
  case 'k':
    s->level = text;
    return true;
  case 'i':
    return read_seeds(s, text, err);
  case 'I':
    s->fail_fast = true;
    return true;
  case 'X':
    s->junit = text;
    return true;
  case 'Y':
    s->html = text;
    return true;
  case 'c':
    s->coverage = text;
    return true;
  case 'Z':
    s->shrink = true;
    return true;
  case 'n':
    return number(name, text, 1, UINT32_MAX, &s->idle_trials, err);
  case 'Q':
    return number(name, text, 1, UINT32_MAX, &s->idle_seconds, err);
  case 'G':
    s->repeat = text;
    return true;
  case 'j':
    return number(name, text, 1, 1024, &s->jobs, err);
  case 'T':
    return number(name, text, 1, 10000, &s->trials, err);
  case 'r':
    s->resume = true;
    return true;
  case 'f':
    s->force = true;
    return true;
  case 'K':
    s->links = true;
    return true;
  case 't':
    s->steps = true;
    return true;
  case 'u':
    s->loads = true;
    return true;
  case 'A':
    s->man = true;
    return true;
  case 'z':
    s->shell = text;
    return true;
  case 'x':
    s->strict = true;
    return true;
  case 'y':
    s->exercise = true;
    return true;
  case 'O':
    s->list = true;
    return true;
  case 'e':
    return number(name, text, 1, 1 << 20, &s->step_seconds, err);
  case 'm':
    return number(name, text, 0, 1 << 20, &s->dut_memory, err);
  case 'p':
    return number(name, text, 0, 1 << 20, &s->dut_output, err);
  default:
    s->quiet = true;
    return true;
  }
}

/* What getopt_long has refused, in one line. */
static bool refused(const struct command *command, const char *word, int kind,
                    struct err *err)
{
  const char *names[ROWS];
  char name[64];
  size_t count = 0;

  for (size_t i = 0; i < ROWS; i++)
    if (takes(command, &rows[i]))
      names[count++] = rows[i].name;
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
  return true;
}

struct settings options_defaults(void)
{
  return (struct settings){.depth = SETTINGS_UNSET,
                           .packets = 1,
                           .lanes = SETTINGS_UNSET,
                           .vcs = SETTINGS_UNSET,
                           .trials = SETTINGS_UNSET,
                           .idle_trials = SETTINGS_UNSET,
                           .idle_seconds = SETTINGS_UNSET,
                           .data_bits = 40,
                           .out = stdout,
                           .step_seconds = SETTINGS_UNSET,
                           .store = SETTINGS_UNSET,
                           .seed_from = 1,
                           .seed_to = 1,
                           .dut_memory = SETTINGS_UNSET,
                           .dut_output = 64,
                           .seed = 1,
                           .wave_to = UINT64_MAX};
}

bool options_read(struct settings *s, const struct command *command, int argc, char **argv,
                  struct err *err)
{
  struct option longs[ROWS + 1] = {{0}};
  size_t count = 0, given = 0;

  *s = options_defaults();
  keep_command(s, argc, argv);
  for (size_t i = 0; i < ROWS; i++)
    if (takes(command, &rows[i]))
      longs[count++] = (struct option){
          .name = rows[i].name, .has_arg = rows[i].argument != NULL, .val = rows[i].letter};
  opterr = 0;
  optind = 2;
  /* With '-' the words come in their order, whatever POSIXLY_CORRECT says.  Those that are
   * no options are kept from argv[1] on, which has been read. */
  const char *shorts = strchr(command->options, 'o') ? "-:ho:" : "-:hq";
  for (;;) {
    const char *name = "output", *word = argv[optind];
    const int letter = getopt_long(argc, argv, shorts, longs, NULL);

    if (letter == -1)
      break;
    if (letter == '?' || letter == ':')
      return refused(command, word, letter, err);
    for (size_t i = 0; i < count; i++)
      if (longs[i].val == letter)
        name = longs[i].name;
    if (letter == IN_ORDER)
      argv[1 + given++] = optarg;
    else if (letter != 'h' && !read_option(s, (char)letter, name, optarg, err))
      return false;
  }
  while (optind < argc)
    argv[1 + given++] = argv[optind++];
  return read_arguments(s, command, argv + 1, given, err);
}

const struct option_row *options_of(const struct command *command, size_t number)
{
  for (size_t i = 0; i < ROWS; i++)
    if (takes(command, &rows[i]) && number-- == 0)
      return &rows[i];
  return NULL;
}

void option_usage(const struct option_row *row, char *text, size_t size)
{
  snprintf(text, size, "%s--%s%s%s", row->letter == 'o' ? "-o, " : "", row->name,
           row->argument ? " " : "", row->argument ? row->argument : "");
}

void options_help(const struct command *command, FILE *file)
{
  const struct option_row *row;
  char left[64];

  for (size_t i = 0; (row = options_of(command, i)) != NULL; i++) {
    option_usage(row, left, sizeof left);
    fprintf(file, "  %-22s %s\n", left, row->text);
  }
}
