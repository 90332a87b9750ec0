/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* units -- which modules of rtl/ the nodes of a shape consist of, and with which
 * parameters: what a bench of tests/twin/ compares one of them with. */
#ifndef LOCKHOP_TOOL_SESSION_UNITS_H
#define LOCKHOP_TOOL_SESSION_UNITS_H

#include "run/machine/machine.h"
#include "verilog/generate/modules.h"

enum {
  UNIT_PARAMETERS = 512, /* bytes of the parameters of one module, a 0 included */
  UNITS = 24             /* modules of one shape, those with several sets several times */
};

struct unit {
  char module[MODULE_NAME];
  char parameters[UNIT_PARAMETERS]; /* "CHANNELS=5 PORTS=2 DEPTH=3", of those not derived */
  const char *folder;               /* of rtl/ */
};

struct units {
  struct unit list[UNITS]; /* [count], the node itself last */
  size_t count;
};

/* Of a switch with its route unit, or of a collective engine.  Error: ERR_ENVIRONMENT. */
bool units_of_shape(struct units *units, const struct shape *shape, struct err *err);

/* Does the text of one of the files define this module? */
bool units_defined_in(const char *const *files, size_t count, const char *module);

#endif
