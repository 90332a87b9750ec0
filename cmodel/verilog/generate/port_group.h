/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_group -- ports of the user's module that are one interface: AXI-Stream, flits,
 * credits, valid and ready, by an adapter of tb/adapters (docs/own-switch.md, "Whole
 * interfaces").
 */
#ifndef LOCKHOP_VERILOG_GENERATE_PORT_GROUP_H
#define LOCKHOP_VERILOG_GENERATE_PORT_GROUP_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { GROUP_TEXT = 128, GROUP_PARTS_MAX = 32 };

enum group_kind { GROUP_READY, GROUP_SLICE, GROUP_CREDIT, GROUP_FLITS, GROUP_AXIS };

/* The links of a switch by which packets enter it, then those by which they leave. */
enum group_end { GROUP_IN, GROUP_INJECT, GROUP_OUT, GROUP_EJECT, GROUP_ENDS };

enum { GROUP_ALL = -1 };

/* "in": all links; "in[2]": one. */
struct group_part {
  enum group_end end;
  int32_t number; /* or GROUP_ALL */
};

/* What a port of the group is.  BACK: ready, or credit. */
enum group_role {
  GROUP_VALID,
  GROUP_BACK,
  GROUP_DATA,
  GROUP_HEAD,
  GROUP_LAST,
  GROUP_KEEP,
  GROUP_SIDE,
  GROUP_ROLES
};

/* "PREFIX* = KIND NUMBER with SIDE of {PART, PART}". */
struct port_group {
  char prefix[GROUP_TEXT];    /* "s_axis_" */
  char id[GROUP_TEXT];        /* "s_axis" */
  char words[2 * GROUP_TEXT]; /* the right side */
  enum group_kind kind;
  char number[GROUP_TEXT]; /* Verilog: bits of a beat, or buffers; "" of GROUP_READY */
  char side[8];            /* tdest, tuser or tid, which has the header; "": none */
  struct group_part parts[GROUP_PARTS_MAX]; /* [count], the first in the high bits */
  size_t count;
  uint32_t has; /* bit of a group_role: the module has a port for it */
};

/* Is it the left side of a line that is a group: does it end in "*"? */
bool port_group_is(const char *left);

/* Read it.  Errors: ERR_USAGE with what is wrong and what would be right. */
bool port_group_parse(struct port_group *group, const char *left, const char *right,
                      struct err *err);

/* Do packets go from the module to the links? */
bool port_group_sends(const struct port_group *group);

/* "in", "inject", "out", "eject". */
const char *group_end_name(enum group_end end);

/* What a port is whose name goes on with `rest` after the prefix; GROUP_ROLES: none.  SIDE
 * is the one that the line names. */
enum group_role port_group_role(const struct port_group *group, const char *rest);

/* A name for a role that the module lacks, "tlast". */
const char *group_role_name(enum group_kind kind, enum group_role role);

/* The Verilog that a port of this role is connected with; "": it is left open. */
void port_group_connection(const struct port_group *group, enum group_role role,
                           bool output, char text[4 * GROUP_TEXT]);

/* Print the wires and the adapter of the group. */
void port_group_print(const struct port_group *group, FILE *file);

/* Channels that no group of groups[count] names never eject. */
void port_groups_print_silent(const struct port_group *groups, size_t count, FILE *file);

#endif
