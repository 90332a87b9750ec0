/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_map -- what a user says of the ports of his switch (docs/own-switch.md).
 *
 * A file of lines "LEFT = RIGHT": LEFT is a port or a parameter of the user's module, a
 * port with its size if it is an unpacked array (verilog/generate/port_array.h), or an
 * output of a switch that it does not drive, or a part of one; RIGHT is Verilog over the
 * parameters and ports of a switch, or, of an output of the user's, nothing.  LEFT that
 * ends in
 * "*" is a group of ports, and RIGHT an interface.  A line that ends in "\" goes on in the
 * next.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_FIT_MAP_H
#define LOCKHOP_VERILOG_SIMULATOR_FIT_MAP_H

#include "base/err.h"
#include "verilog/generate/wrapper.h"

/* A line "PREFIX* = INTERFACE of LINKS" (verilog/generate/port_group.h). */
struct fit_map_group {
  struct port_group group;
  uint32_t number; /* of the line in the file, from 1 */
};

/* All zero: it says nothing. */
struct fit_map {
  const char *path;
  struct wrapper_lines lines;
  uint32_t *number;             /* [lines.count] of the lines in the file, from 1 */
  struct fit_map_group *groups; /* [group_count] */
  size_t group_count;
};

/* Read it.  `path` must outlive the map.  Errors: ERR_USAGE with the line.  Close it in any
 * case. */
bool fit_map_open(struct fit_map *map, const char *path, struct err *err);

/* Does the right side of a line speak of this port? */
bool fit_map_uses(const struct fit_map *map, const char *pin);

void fit_map_close(struct fit_map *map);

#endif
