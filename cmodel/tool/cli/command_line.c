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
    {"help", "[COMMAND]", "this text, or the options of a command; the manual page", 0, 1,
     command_help},
    {"list", "[KIND [SPEC]]",
     "what can be chosen by name: topologies, routings, traffic (of SPEC); families; "
     "route-units",
     0, 2, command_list},
    {"info", "SPEC", "formulas of the paper beside values measured on the graph", 1, 1,
     command_info},
    {"route", "SPEC SRC DST", "one path, hop by hop, with headers", 3, 3, command_route},
    {"schedule", "SPEC TRAFFIC", "the packets of a workload; trace:PATH replays them", 2, 2,
     command_schedule},
    {"template", "SPEC", "a switch in Verilog to start from, where you write the routing",
     1, 1, command_template},
    {"wrapper", "SPEC", "a module around a switch of your own that connects its ports", 1,
     1, command_wrapper},
    {"rtl", "SPEC", "Verilog of the network, with its file list", 1, 1, command_rtl},
    {"run", "SPEC TRAFFIC", "run one machine; check that every packet arrives once", 2, 2,
     run_alone},
    {"cosim", "SPEC TRAFFIC",
     "golden model and Verilog in lock step, every port, every cycle", 2, 2, command_cosim},
    {"testbench", "SPEC TRAFFIC -o DIR", "self-checking Verilog for any simulator", 2, 2,
     command_testbench},
    {"check", "SPEC|FAMILY [RESULTS...]",
     "many runs in lock step that reach every corner of a switch", 0, SETTINGS_ARGUMENTS,
     command_check},
    {"shrink", "FOLDER|trace:FILE",
     "reduce a failing run to a small one that fails the same way", 1, 1, command_shrink},
    {"draw", "SPEC [TRAFFIC]", "the network as SVG, with the packets that cross each link",
     1, 2, command_draw},
    {"sweep", "PLAN [RESULTS...] -o FILE.csv",
     "all trials of a plan on all cores, as a table", 1, SETTINGS_ARGUMENTS, command_sweep},
    {"compare", "SPEC TRAFFIC DESIGN...",
     "several switches and the golden one under the same loads: figures and a plot", 3,
     SETTINGS_ARGUMENTS, command_compare},
    {"plot", "FILE.csv... -o FIGURE",
     "curves and histograms of tables of sweep and compare, as SVG and PNG", 1,
     SETTINGS_ARGUMENTS, command_plot},
    {"jobs", "[FILE]", "runs as lines of JSON in, results as lines of JSON out", 0, 1,
     command_jobs},
    {"claims", "[PAPER]", "what a paper says beside what runs measure, with a verdict", 0,
     1, command_claims},
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

/* A supervise_work. */
static int run_command(const void *self, const struct settings *settings, void *result,
                       struct err *err)
{
  const struct command *command = self;

  (void)result;
  colour_shown(settings->out);
  return command->run(settings, err);
}

/* Of several ranks the first alone prints and writes. */
static bool quieten(struct settings *settings, struct err *err)
{
  settings->quiet = true;
  settings->json = settings->save_trace = NULL;
  settings->out = fopen("/dev/null", "w");
  return settings->out || err_set(err, ERR_ENVIRONMENT, "cannot open /dev/null");
}

/* The same command line in all ranks, which is one that they can follow. */
static bool agree_on_line(int argc, char **argv, struct ranks *ranks, struct err *err)
{
  struct hash hash = hash_start();

  for (int i = 1; i < argc; i++)
    hash_text(&hash, argv[i]);
  if (!agree(ranks, true, hash.lane[0], err))
    return false;
  return argc < 2 || argv[1][0] == '-' || strcmp(argv[1], "run") == 0 ||
         err_set(
             err, ERR_USAGE,
             "%s: several ranks make one run: lockhop-mpi run SPEC TRAFFIC; use lockhop "
             "for other commands",
             argv[1]);
}

static int execute(int argc, char **argv, struct settings *settings, struct ranks *ranks,
                   struct err *err)
{
  const struct command *command;

  if (ranks && !agree_on_line(argc, argv, ranks, err))
    return (int)err->kind;
  if (ranks && ranks->rank > 0 && argc > 1 && (argv[1][0] == '-' || wants_help(argc, argv)))
    return 0; /* the first one says it */

  if (argc < 2) {
    err_set(err, ERR_USAGE, "a command is missing; see lockhop --help");
    return ERR_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    help_print(stdout);
    return 0;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("lockhop %s\n", help_version());
    return 0;
  }
  if (strcmp(argv[1], COMPLETE_COMMAND) == 0) {
    complete(argc - 2, argv + 2, stdout);
    return 0;
  }
  if (!command_find(argv[1], &command, err))
    return (int)err->kind;
  if (wants_help(argc, argv)) {
    help_print_command(command, stdout);
    return 0;
  }
  if (!options_read(settings, command, argc, argv, err))
    return (int)err->kind;
  if (!colour_choose(settings->when_coloured, err))
    return (int)err->kind;
  settings->ranks = ranks;
  if (ranks && ranks->rank > 0 && !quieten(settings, err))
    return (int)err->kind;
  if (!wants_child(command, settings))
    return command->run(settings, err);
  int code;

  if (supervise(settings, run_command, command, NULL, 0, &code, err))
    return code;
  return cosim_ended(settings, code, err->kind ? err->text : settings->hung);
}

/* Print the error, if there is one. Returns the exit code of the process.  `out`: its
 * standard output. */
static int finish(int code, FILE *out, const struct err *err)
{
  if (err->kind != ERR_NONE) {
    fflush(out);
    fprintf(stderr, "lockhop: %s\n", err->text);
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

int command_line(int argc, char **argv, struct ranks *ranks)
{
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
  int code = execute(argc, argv, &settings, ranks, &err);
  if (ranks && ranks->rank > 0) /* the first one says it */
    return err.kind ? (int)err.kind : code;
  return finish(code, settings.out, &err);
}
