/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- the command line, read into one struct. */
#ifndef LOCKHOP_TOOL_CLI_OPTIONS_H
#define LOCKHOP_TOOL_CLI_OPTIONS_H

#include "base/err.h"
#include "base/watchdog.h"
#include "tool/cli/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  SETTINGS_ARGUMENTS = 3,
  SETTINGS_DUTS = 16,
  SETTINGS_UNSET = -1,
  SETTINGS_COMMAND = 4096,
  SETTINGS_HUNG = 320
};

struct settings {
  const char *argument[SETTINGS_ARGUMENTS]; /* positional; NULL where not given */
  size_t argument_count;
  const char *routing; /* NULL: the topology's default */
  const char *failed;  /* list of switches; NULL: none has */
  int64_t depth;       /* SETTINGS_UNSET: the command's default */
  int64_t packets;     /* per switch; 0: "ports" */
  int64_t lanes;       /* SETTINGS_UNSET: as many as the schedule needs */
  int64_t vcs;         /* SETTINGS_UNSET: those that the routing needs */
  int64_t sends;       /* ports on which a switch sends in a cycle; 0: all */
  int64_t data_bits;   /* of a packet */
  const char *data;    /* what it is; NULL: numbers */
  uint64_t seed;
  uint64_t cycles;                /* limit; 0: none */
  const char *disturb;            /* kinds of disturbances; NULL: none */
  const char *save_trace;         /* file; NULL: none */
  const char *json;               /* file, or "-"; NULL: none */
  const char *machine;            /* NULL: the command's default */
  const char *dut[SETTINGS_DUTS]; /* Verilog files that replace modules */
  size_t dut_count;
  bool lint;                   /* what Verilator warns of in them is an error */
  int64_t build_seconds;       /* that building the Verilog may take; 0: the default */
  int64_t build_memory;        /* GiB that it may take; 0: the default */
  const char *wave;            /* FST file; NULL: none */
  uint64_t wave_from, wave_to; /* cycles [from, to) to record */
  const char *wave_switches;   /* list of switches; NULL: the command's default */
  const char *at;              /* testbench: switch under test; NULL: the network */
  const char *output;          /* directory or file; NULL: the command's default */
  int64_t store;               /* places of the waiting store; SETTINGS_UNSET: as needed */
  const char *level;           /* check: NULL: standard */
  uint64_t seed_from, seed_to; /* check: both included */
  bool list;                   /* check: print the plan alone */
  bool fail_fast;
  const char *coverage; /* check: folder for what of the Verilog was reached; NULL: none */
  bool shrink;
  int64_t idle_trials, idle_seconds; /* shrink: without progress, at most */
  const char *junit;                 /* file, or "-"; NULL: none */
  const char *html;                  /* likewise */
  const char *repeat;                /* check: folder of evidence; NULL: none */
  int64_t jobs;                      /* processes; 0: one per core */
  bool resume;
  bool force;     /* replace a file that is there */
  int64_t trials; /* SETTINGS_UNSET: the command's default */
  bool quiet;
  bool exercise;        /* print what was reached of what a test must reach */
  bool strict;          /* a PASS in which nothing crossed a link is none */
  int64_t step_seconds; /* processor time that one evaluation of a design may take;
                         * SETTINGS_UNSET: 60 */
  int64_t dut_memory;   /* GiB that a run with Verilog may use; 0: no limit; SETTINGS_UNSET:
                         * 8, or three quarters of the machine's if that is less */
  int64_t dut_output;   /* MiB that a design may print */
  FILE *out;            /* standard output, out of reach of a design under test */
  struct watchdog *watchdog; /* of a command that runs in a child; NULL: it does not */
  char
      hung[SETTINGS_HUNG]; /* of a child that was ended: what did not come back; "": none */
  bool links;              /* info: print the link table */
  bool man;                /* help: print the manual page */
  const char *shell;       /* help: print the completion of this shell; NULL: none */
  bool steps;              /* schedule: print the links that packets cross */
  bool loads;              /* schedule: print how many pass each level */
  char command[SETTINGS_COMMAND]; /* the whole command line, to repeat it */
  size_t program_length;          /* of its first word */
};

/* What holds when no option is given. */
struct settings options_defaults(void);

/* Read argv[1..] for a command.  Error: ERR_USAGE in one line. */
bool options_read(struct settings *settings, const struct command *command, int argc,
                  char **argv, struct err *err);

/* One row per option: `options` of struct command names the letters. */
struct option_row {
  char letter; /* identifies the row; no short options are offered but -o, -q and -h */
  const char *name;
  const char *argument; /* what it takes: a word of tool/cli/words.c; NULL: a flag */
  const char *text;
};

/* The options that a command takes, by number; NULL: no more. */
const struct option_row *options_of(const struct command *command, size_t number);

/* "-o, --output PATH" */
void option_usage(const struct option_row *row, char *text, size_t size);

/* The options that a command takes, one per line. */
void options_help(const struct command *command, FILE *file);

#endif
