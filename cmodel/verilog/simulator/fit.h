/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit -- how a switch of the user that lacks parameters or ports, or has another name, is
 * connected (docs/own-switch.md). */
#ifndef LOCKHOP_VERILOG_SIMULATOR_FIT_H
#define LOCKHOP_VERILOG_SIMULATOR_FIT_H

#include "base/err.h"
#include "verilog/generate/modules.h"
#include "verilog/generate/wrapper.h"
#include "verilog/simulator/design.h"
#include "verilog/simulator/dut_list.h"
#include "verilog/simulator/fit_map.h"

/* The module that Lockhop writes around it. */
#define FIT_MODULE "fitted_switch"

enum { FIT_TEXT = 300 }; /* bytes of a list of names */

/* All zero: none. */
struct fit {
  bool needed;    /* the module cannot be instantiated as it is */
  char file[512]; /* as the user names it */
  struct wrapper wrapper;
  uint32_t lacking; /* bit i: it has no parameter i of switch_parameters */
  bool seedless, phaseless;
  char unready[FIT_TEXT]; /* the ports of ready that it lacks, "in_ready_o, out_ready_i" */
  bool lane_credits;      /* with credits: its lanes have them too */
  bool eject_ready;       /* its terminal may refuse what it ejects */
};

/* Must the user's switch be read, before it can be known how to connect it?  No, where the
 * text of a file defines a module `switch` with all names of a switch and no other that
 * counts (eject_ready_i), or none does.
 * Errors: ERR_USAGE for a file that cannot be read. */
bool fit_asks(const struct dut_list *list, const struct shape *shape, bool *asks,
              struct err *err);

/* What is known of the user's module. */
struct fit_source {
  const struct design *design; /* read with its module as top */
  const struct dut_list *list;
  const struct fit_map *map; /* NULL: nothing is said */
  const char *file;          /* as the user names it */
  const struct shape *shape; /* of the run */
  bool credits;              /* its links have credits where those of a switch have ready */
};

/* Find out how to connect it.  Errors: ERR_USAGE, which names all ports that it lacks and
 * all that are not those of a switch, or a line of the map; ERR_ENVIRONMENT. */
bool fit_make(struct fit *fit, const struct fit_source *source, struct err *err);

/* What a shape needs and the switch lacks, "VCS, SENDS"; "": nothing. */
void fit_missing(const struct fit *fit, const struct shape *shape, bool cycle,
                 char text[FIT_TEXT]);

/* Say in the wrapper, for the parameters that the switch lacks, that they are neutral.
 * Error: ERR_ENVIRONMENT. */
bool fit_fix(struct fit *fit, struct err *err);

/* Can it be a switch of this shape?  Error: ERR_USAGE with everything that it would need.
 * `cycle`: compared in every cycle; else it may have a random source of its own. */
bool fit_can(const struct fit *fit, const struct shape *shape, bool cycle, struct err *err);

void fit_close(struct fit *fit);

#endif
