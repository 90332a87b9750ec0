/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wrapper -- a module with the parameters and ports of a switch around somebody's own
 * (docs/own-switch.md). */
#ifndef LOCKHOP_VERILOG_GENERATE_WRAPPER_H
#define LOCKHOP_VERILOG_GENERATE_WRAPPER_H

#include "run/machine/machine.h"
#include "verilog/generate/modules.h"
#include "verilog/generate/port_group.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* "left = right". */
struct wrapper_line {
  char *left, *right;
};

struct wrapper_lines {
  struct wrapper_line *line; /* [count] */
  size_t count;
};

/* The address that here_i had in the last reset, for switches that read theirs at any
 * time. */
#define WRAPPER_HERE "here_q"

/* The right sides are Verilog over the parameters and ports of a switch, and WRAPPER_HERE.
 */
struct wrapper {
  char module[MODULE_NAME];        /* the one inside */
  struct wrapper_lines parameters; /* of that module, and their values */
  struct wrapper_lines ports;      /* of that module, and what each is connected with */
  struct wrapper_lines assigns;    /* outputs of a switch that it does not drive */
  struct wrapper_lines fixed;      /* parameters of a switch, and their only value */
  /* Ports of that module that are unpacked arrays, as port_array_parse reads them. */
  struct wrapper_lines input_arrays, output_arrays;
  struct port_group *groups; /* [group_count] */
  size_t group_count;
  bool eject_ready; /* the lines speak of eject_ready_i too */
  bool keeps_here;  /* some line speaks of WRAPPER_HERE */
  bool silent;      /* channels that no group names never eject */
};

/* Add a line; the texts are copied.  Error: false when memory is short. */
bool wrapper_add(struct wrapper_lines *lines, const char *left, const char *right);

/* Add a group; it is copied.  Error: false when memory is short. */
bool wrapper_add_group(struct wrapper *wrapper, const struct port_group *group);

/* What of the parameters and ports of a switch a module has. */
struct wrapper_part {
  uint32_t parameters; /* bit i: number i of switch_parameters */
  uint32_t pins;       /* bit i: number i of switch_pins */
  bool one_vc;         /* it has PORTS in the place of QUEUES */
};

/* These parameters and ports, as those of the module `name`; the defaults are of the shape.
 */
void wrapper_print_part(const char *name, const struct shape *shape,
                        const struct wrapper_part *part, FILE *file);

/* The parameters and ports of a switch, as those of the module `name`; the defaults are of
 * the shape, and eject_ready_i is among them where it says so. */
void wrapper_print_head(const char *name, const struct shape *shape, FILE *file);

/* Print the module `name`; the defaults of its parameters are those of the shape. */
void wrapper_print(const struct wrapper *wrapper, const char *name,
                   const struct shape *shape, FILE *file);

void wrapper_close(struct wrapper *wrapper);

#endif
