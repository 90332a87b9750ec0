/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* settings -- the command line of a command: a run, and what else its options say. */
#ifndef LOCKHOP_TOOL_CONSOLE_SETTINGS_H
#define LOCKHOP_TOOL_CONSOLE_SETTINGS_H

#include "base/watchdog.h"
#include "tool/session/description.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  SETTINGS_ARGUMENTS = 256,
  SETTINGS_UNSET = DESCRIPTION_UNSET,
  SETTINGS_COMMAND = 4096,
  SETTINGS_HUNG = 320
};

struct settings {
  const char *argument[SETTINGS_ARGUMENTS]; /* positional; NULL where not given */
  size_t argument_count;
  struct description
      run; /* the run; the first two arguments are its topology and traffic */
  const char *save_trace;      /* file; NULL: none */
  const char *json;            /* file, or "-"; NULL: none */
  const char *at;              /* testbench, info: one switch; NULL: the network */
  const char *output;          /* directory or file; NULL: the command's default */
  const char *level;           /* check: NULL: standard */
  const char *map;             /* wrapper: how ports are connected; NULL: by their names */
  const char *shapes;          /* check: that a switch supports; NULL: nothing is said */
  uint64_t seed_from, seed_to; /* check: both included */
  bool list;                   /* check: print the plan alone */
  bool plan, judge;            /* check: jobs out; results of jobs in */
  const char *next;            /* check --judge: file for further jobs; NULL: none */
  const char *shard;           /* jobs: "I/N"; NULL: all */
  bool fail_fast;
  const char *coverage; /* check: folder for what of the Verilog was reached; NULL: none */
  bool shrink;
  int64_t idle_trials, idle_seconds; /* shrink: without progress, at most */
  const char *junit;                 /* file, or "-"; NULL: none */
  const char *html;                  /* likewise */
  const char *repeat;                /* check: folder of evidence; NULL: none */
  int64_t jobs;                      /* processes; 0: one per core */
  struct ranks *ranks;               /* that make a run together; NULL: it alone */
  bool shows_dut;                    /* what the design prints is shown, although `quiet` */
  uint32_t at_once; /* jobs that run with this one, itself included; 0: it runs alone */
  bool resume;
  bool force;        /* replace a file that is there */
  const char *table; /* claims: NULL, a name, "all", "list" */
  int64_t trials;    /* SETTINGS_UNSET: the command's default */
  bool quiet;
  FILE *out;                      /* standard output; a design under test cannot reach it */
  struct watchdog *watchdog;      /* NULL: the command does not run in a child */
  char hung[SETTINGS_HUNG];       /* which evaluation of a child hung; "": none */
  bool links;                     /* info: print the link table */
  bool cycle;                     /* info, draw: a Hamiltonian cycle */
  bool levels;                    /* info: print the indexes at each level */
  bool disjoint;                  /* route: print disjoint paths */
  bool colours;                   /* schedule: print the colours of permutations */
  bool man;                       /* help: print the manual page */
  bool schema;                    /* help: print the JSON Schema of a run */
  const char *shell;              /* help: print the completion of this shell; NULL: none */
  bool steps;                     /* schedule: print the links that packets cross */
  bool loads;                     /* schedule: print how many pass each level */
  const char *only;               /* draw: the switches that are drawn; NULL: all */
  int64_t step, packet;           /* draw: SETTINGS_UNSET: all */
  const char *when_coloured;      /* auto, always, never; NULL: auto */
  const char *colour;             /* draw: what colours say; NULL: the default */
  const char *load_list;          /* compare: NULL: the default */
  const char *saturation;         /* sweep: resolution, "": the default; NULL: no search */
  const char *plot;               /* compare: SVG file; NULL: none */
  const char *figure, *column;    /* plot: NULL: the default */
  const char *base, *panels;      /* likewise */
  const char *form;               /* rtl: NULL: the default */
  char command[SETTINGS_COMMAND]; /* the whole command line, to repeat it */
  size_t program_length;          /* of its first word */
};

#endif
