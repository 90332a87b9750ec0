/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_parts -- what the files of fit have in common; others include fit.h. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_FIT_PARTS_H
#define LOCKHOP_VERILOG_SIMULATOR_FIT_PARTS_H

#include "verilog/simulator/fit.h"

enum { FIT_PORTS = 256, FIT_EJECT_READIES = 2 };

/* Names of a port that no switch of ours has: what it ejects is taken at once. */
extern const char *const fit_eject_readies[FIT_EJECT_READIES];

/* The ports that were connected so far, and names for a complaint. */
struct fit_matching {
  const struct design *design;
  const struct fit_map *map;
  struct fit *fit;
  bool credits;
  uint32_t ports; /* links of a switch */
  bool taken[FIT_PORTS];
  char lacking[FIT_TEXT], unknown[FIT_TEXT];
};

/* Report that memory is short, and return false. */
bool fit_no_memory(struct err *err);

/* Has the module a parameter, or a port, of this name? */
bool fit_has(const struct design *design, const char *name, bool parameter);

/* Add ", NAME" to a list. */
void fit_name_in(char list[FIT_TEXT], const char *name);

/* Connect all ports.  Errors: those of fit_make. */
bool fit_ports(struct fit *fit, const struct fit_source *source, struct err *err);

/* Connect the ports of the groups of the map that no other line has.  Errors: ERR_USAGE
 * with the line; ERR_ENVIRONMENT. */
bool fit_groups(struct fit_matching *m, struct err *err);

/* Does a group connect this port of a switch? */
bool fit_groups_map(const struct fit_map *map, const char *pin);

/* Write "; 'LINE OF A MAP', ..." that would place ports that are not taken, as far as their
 * names tell what they are. */
void fit_suggest(const struct fit_matching *m, char text[FIT_TEXT]);

#endif
