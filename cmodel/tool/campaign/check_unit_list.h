/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_unit_list -- the modules that a check compares alone, with their outcomes. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_UNIT_LIST_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_UNIT_LIST_H

#include "tool/campaign/check.h"
#include "verilog/generate/modules.h"
#include "verilog/simulator/twin_test.h"

enum check_unit_word {
  UNIT_WAITING,
  UNIT_NO_TWIN,  /* we have no module of that name */
  UNIT_LEFT_OUT, /* it has other ports or parameters */
  UNIT_SAME,
  UNIT_DIFFERENT,
  UNIT_CRASHED,
  UNIT_HUNG
};

struct check_unit {
  char module[MODULE_NAME];
  bool own;       /* of ours: it tells whether Verilator is right */
  char *sets;     /* of the network (verilog/simulator/twin_test.h) */
  size_t planned; /* of these */
  enum check_unit_word word;
  double seconds;
  struct unit_result result;
  char folder[FILE_PATH]; /* its evidence; "": none */
};

struct check_units {
  struct check_unit *list; /* [count] the user's first */
  size_t count;
};

/* CHECK_PASS, or the outcome of a check that fails here. */
enum check_word check_unit_failed(const struct check_unit *unit);

/* Module, parameters, inputs and outputs of one that has failed. */
void check_unit_report(const struct check_unit *unit, FILE *file);

#endif
