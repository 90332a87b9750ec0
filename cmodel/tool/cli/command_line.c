/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* command_line -- lockhop: check network switches against a golden model, cycle by cycle.
 */
#include "tool/cli/command_line.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "tool/campaign/campaign.h"
#include "tool/cli/complete.h"
#include "tool/cli/cosim.h"
#include "tool/cli/help.h"
#include "tool/cli/options.h"
#include "tool/console/colour.h"
#include "tool/console/fold.h"
#include "tool/console/interrupt.h"
#include "tool/console/run_alone.h"
#include "tool/jobs/supervise.h"
#include "tool/session/agree.h"
#include "tool/session/machines.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct command commands[] = {
    {"help", "[COMMAND]", "print this text, the options of a command, or the manual page",
     0, 1, command_help, PRINTS_TEXT},
    {"list", "[KIND [SPEC]]",
     "print names to choose from: topologies, routings, traffic (of SPEC); families; "
     "route-units",
     0, 2, command_list, PRINTS_TEXT},
    {"info", "SPEC", "compare the paper's formulas with values measured on the graph", 1, 1,
     command_info, PRINTS_TEXT},
    {"route", "SPEC SRC DST", "print one path, hop by hop, with headers", 3, 3,
     command_route, PRINTS_DATA},
    {"schedule", "SPEC TRAFFIC", "print the packets of a workload; trace:PATH replays them",
     2, 2, command_schedule, PRINTS_DATA},
    {"template", "SPEC", "write a switch in Verilog to start from; you write its routing",
     1, 1, command_template, PRINTS_DATA},
    {"wrapper", "SPEC", "write a module around your switch that connects its ports", 1, 1,
     command_wrapper, PRINTS_DATA},
    {"rtl", "SPEC", "write the Verilog of the network, with its file list", 1, 1,
     command_rtl, PRINTS_DATA},
    {"synth", "SPEC", "measure a switch with Yosys: look-up tables, registers, depth", 1, 1,
     command_synth, PRINTS_TEXT},
    {"run", "SPEC TRAFFIC", "run one machine; check that every packet arrives once", 2, 2,
     run_alone, PRINTS_TEXT},
    {"cosim", "SPEC TRAFFIC",
     "run golden model and Verilog in lock step; compare every port in every cycle", 2, 2,
     command_cosim, PRINTS_TEXT},
    {"testbench", "SPEC TRAFFIC -o DIR",
     "write a self-checking test bench in Verilog for any simulator", 2, 2,
     command_testbench, PRINTS_TEXT},
    {"check", "SPEC|FAMILY [RESULTS...]",
     "make many runs in lock step that reach every corner of a switch", 0,
     SETTINGS_ARGUMENTS, command_check, PRINTS_TEXT},
    {"shrink", "FOLDER|trace:FILE",
     "reduce a failing run to a small one that fails the same way", 1, 1, command_shrink,
     PRINTS_TEXT},
    {"draw", "SPEC [TRAFFIC]",
     "draw the network as SVG, with the packets that cross each link", 1, 2, command_draw,
     PRINTS_DATA},
    {"sweep", "SPEC|PLAN [TRAFFIC|RESULTS...]",
     "run all trials of a plan, or of a network and traffic; write a table", 1,
     SETTINGS_ARGUMENTS, command_sweep, PRINTS_TEXT},
    {"compare", "SPEC TRAFFIC DESIGN...",
     "measure several switches and the golden one at the same loads: figures and a plot", 3,
     SETTINGS_ARGUMENTS, command_compare, PRINTS_TEXT},
    {"plot", "FILE.csv... -o FIGURE",
     "draw tables of sweep and compare as curves and histograms, in SVG and PNG", 1,
     SETTINGS_ARGUMENTS, command_plot, PRINTS_DATA},
    {"report", "RESULT...",
     "write results and tables as one HTML page: curves, links by cycle", 1,
     SETTINGS_ARGUMENTS, command_report, PRINTS_DATA},
    {"jobs", "[FILE]",
     "read runs as lines of JSON, and write their results as lines of JSON", 0, 1,
     command_jobs, PRINTS_DATA},
    {"claims", "[PAPER]",
     "print the claims of a paper beside measured values, with verdicts", 0, 1,
     command_claims, PRINTS_TEXT},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const struct command *commands_all(size_t *count)
{
  *count = COMMANDS;
  return commands;
}

bool command_find(const char *name, const struct command **command, struct err *err)
{
  const char *names[COMMANDS];
  char near[128];

  for (size_t i = 0; i < COMMANDS; i++) {
    names[i] = commands[i].name;
    *command = &commands[i];
    if (strcmp(commands[i].name, name) == 0)
      return true;
  }
  text_did_you_mean(near, sizeof near, name, names, COMMANDS);
  return err_set(err, ERR_USAGE, "there is no command '%s'%s", name,
                 near[0] ? near : "; see lockhop --help");
}

static bool wants_help(int argc, char **argv)
{
  for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      return true;
  return false;
}

/* Must this command run in a child: does it run Verilog, or write a waveform? */
static bool wants_child(const struct command *command, const struct settings *settings)
{
  const struct description description = {.machine = settings->run.machine};

  if (strcmp(command->name, "cosim") == 0)
    return true;
  return strcmp(command->name, "run") == 0 &&
         (settings->run.wave || machines_have_verilog(&description));
}

/* What a command line asks for. */
struct request {
  int argc;
  char **argv;
  uint64_t hash;                 /* of the line, */
  const char *word;              /* and its first word, before options are read */
  const struct command *command; /* to be run; NULL: something is to be printed, */
  const struct command *help;    /* perhaps this command's help */
  struct err wrong;              /* with the line */
  struct company *company;       /* NULL: this process is alone */
};

static bool read_line(struct request *q, struct settings *settings)
{
  const struct command *command;
  struct hash hash = hash_start();

  for (int i = 1; i < q->argc; i++)
    hash_text(&hash, q->argv[i]);
  q->hash = hash.lane[0];
  q->word = q->argc < 2 ? "" : q->argv[1];
  if (q->argc < 2)
    return err_set(&q->wrong, ERR_USAGE, "a command is missing; see lockhop --help");
  if (strcmp(q->argv[1], "--help") == 0 || strcmp(q->argv[1], "-h") == 0 ||
      strcmp(q->argv[1], "--version") == 0 || strcmp(q->argv[1], COMPLETE_COMMAND) == 0)
    return true;
  if (!command_find(q->argv[1], &command, &q->wrong))
    return false;
  if (wants_help(q->argc, q->argv)) {
    q->help = command;
    return true;
  }
  if (!options_read(settings, command, q->argc, q->argv, &q->wrong) ||
      !colour_choose(settings->when_coloured, &q->wrong))
    return false;
  q->command = command;
  return true;
}

/* --- by several ranks --- */

/* Of several ranks the first alone prints and writes, but for what their designs print. */
static bool quieten(struct settings *settings, struct err *err)
{
  settings->shows_dut = !settings->quiet;
  settings->quiet = true;
  settings->json = settings->save_trace = settings->junit = NULL;
  settings->out = fopen("/dev/null", "w");
  return settings->out || err_set(err, ERR_ENVIRONMENT, "cannot open /dev/null");
}

/* The same command line in all ranks, which is one that they can follow. */
static bool agree_on_line(const struct request *q, struct ranks *ranks, struct err *err)
{
  if (!agree(ranks, true, q->hash, err))
    return false;
  return q->word[0] == '\0' || q->word[0] == '-' ||
         strcmp(q->word, COMPLETE_COMMAND) == 0 || strcmp(q->word, "run") == 0 ||
         strcmp(q->word, "cosim") == 0 ||
         err_set(err, ERR_USAGE,
                 "%s: several ranks make one run: lockhop-mpi run SPEC TRAFFIC, or cosim; "
                 "use lockhop for other commands",
                 q->word);
}

/* The code of this rank, and what it says of an error.  That of the first rank is the one
 * of the run; with another one at the same time it could be ended before it has printed. */
static int end_with(struct ranks *ranks, int code, struct err *err)
{
  const uint64_t mine = (uint64_t)(err->kind ? (int)err->kind : code);
  uint64_t all[RANKS_MOST];

  if (!ranks_collect(ranks, &mine, sizeof mine, all, err))
    ranks->ops->fail(ranks, ERR_ENVIRONMENT, err->text);
  if (ranks->rank == 0)
    return code;
  err->kind = ERR_NONE; /* the first one says it */
  return all[0] == mine ? 0 : (int)mine;
}

/* --- doing it --- */

static int print_what_is_asked(const struct request *q, FILE *out)
{
  if (q->help)
    help_print_command(q->help, out);
  else if (strcmp(q->word, "--version") == 0)
    fprintf(out, "lockhop %s\n", help_version());
  else if (strcmp(q->word, COMPLETE_COMMAND) == 0)
    complete(q->argc - 2, q->argv + 2, out);
  else
    help_print(out);
  return 0;
}

static int do_it(const struct request *q, struct settings *settings, struct err *err)
{
  const struct ranks *ranks = settings->ranks;

  if (q->wrong.kind != ERR_NONE) {
    *err = q->wrong;
    return (int)err->kind;
  }
  if (ranks && ranks->rank > 0 && !q->command)
    return 0; /* the first one says it */
  if (!q->command)
    return print_what_is_asked(q, settings->out);
  if (ranks && ranks->rank > 0 && !quieten(settings, err))
    return (int)err->kind;
  colour_shown(settings->out);
  return q->command->run(settings, err);
}

/* Alone, or with the others. A supervise_work. */
static int join_and_do_it(const void *self, const struct settings *settings, void *result,
                          struct err *err)
{
  const struct request *q = self;
  struct settings own = *settings;
  int code;

  (void)result;
  if (!q->company)
    return do_it(q, &own, err);
  own.ranks = q->company->join(q->company, own.watchdog);
  if (own.ranks && !agree_on_line(q, own.ranks, err))
    code = (int)err->kind;
  else
    code = do_it(q, &own, err);
  if (own.ranks)
    code = end_with(own.ranks, code, err);
  q->company->leave(q->company);
  return code;
}

/* Is standard output read by people? Data, and commands to copy, keep their lines. */
static bool is_for_people(const struct request *q, const struct settings *s)
{
  const char *const files[] = {s->json, s->junit, s->html, s->output, s->plot, s->next};

  if (!q->command)
    return strcmp(q->word, COMPLETE_COMMAND) != 0;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (files[i] && strcmp(files[i], "-") == 0)
      return false;
  return q->command->prints == PRINTS_TEXT && !s->list && !s->plan && !s->man &&
         !s->schema && !s->shell;
}

/* A process that has joined others is not forked: the child joins them. */
static int execute(struct request *q, struct settings *settings, struct err *err)
{
  const bool good = read_line(q, settings);
  int code;

  if (good && is_for_people(q, settings))
    settings->out = fold_open(settings->out);
  if (!good || !q->command || !wants_child(q->command, settings))
    return join_and_do_it(q, settings, NULL, err);
  if (supervise(settings, join_and_do_it, q, NULL, 0, &code, err))
    return code;
  return cosim_ended(settings, code, err->kind ? err->text : settings->hung);
}

/* Print the error, if there is one. Returns the exit code of the process.  `out`: its
 * standard output. */
static int finish(int code, FILE *out, const struct err *err)
{
  if (err->kind != ERR_NONE) {
    char text[sizeof err->text + sizeof "lockhop: "];

    fflush(out);
    snprintf(text, sizeof text, "lockhop: %s", err->text);
    fold_line(stderr, text);
    return code == EXIT_INTERRUPTED || (err->kind == ERR_ENVIRONMENT && interrupt_asked())
               ? EXIT_INTERRUPTED
               : (int)err->kind;
  }
  if ((fflush(out) != 0 || ferror(out)) && !file_reader_left(out)) {
    fprintf(stderr, "lockhop: cannot write to standard output\n");
    return ERR_ENVIRONMENT;
  }
  return code;
}

/* Occupy closed standard streams, so that no file opened later gets their numbers and the
 * text printed there. */
static void occupy_standard_streams(void)
{
  static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY}; /* standard error: dropped */

  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
      exit(ERR_ENVIRONMENT);
}

enum { STACK_BYTES = 1 << 19 }; /* more than any command uses */

static __attribute__((noinline)) void touch_stack(void)
{
  volatile char stack[STACK_BYTES];

  for (size_t i = 0; i < sizeof stack; i += 1 << 12)
    stack[i] = 0;
}

/* Grow the stack now.  Where memory is limited (ulimit -v) it could not grow later, and
 * that is a crash in place of an error.  False: there is not even so much memory. */
static bool grow_stack(void)
{
  void *room = mmap(NULL, 2 * STACK_BYTES, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (room == MAP_FAILED)
    return false;
  munmap(room, 2 * STACK_BYTES);
  touch_stack();
  return true;
}

int command_line(int argc, char **argv, struct company *company)
{
  struct request request = {.argc = argc, .argv = argv, .company = company};
  struct err err = {.kind = ERR_NONE};
  struct settings settings = options_defaults();

  occupy_standard_streams();
  if (!grow_stack()) {
    err_set(&err, ERR_ENVIRONMENT, "not enough memory");
    return finish(ERR_ENVIRONMENT, settings.out, &err);
  }

  /* Writing past a file size limit must be an error, not a signal. Writing into a closed
   * pipe is no error: the reader has seen enough, and the exit code is that of the work. */
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  const int code = execute(&request, &settings, &err);

  return finish(code, settings.out, &err);
}
