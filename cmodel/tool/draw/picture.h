/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* picture -- the SVG of a network, with the loads of a run in colour (docs/drawing.md). */
#ifndef LOCKHOP_TOOL_DRAW_PICTURE_H
#define LOCKHOP_TOOL_DRAW_PICTURE_H

#include "tool/draw/run_loads.h"

#include <stdio.h>

struct picture {
  const struct topology *topology;
  const struct run_loads *loads; /* NULL: no traffic */
  const char *run;               /* one line: traffic and routing; NULL without traffic */
  const char *result;            /* one line: how the run ended; NULL without traffic */
};

/* The same picture is the same bytes.  Errors: ERR_USAGE when the network is too large for
 * a page; ERR_ENVIRONMENT when memory is short.  Whether all was written, ferror tells. */
bool picture_print(const struct picture *picture, FILE *file, struct err *err);

#endif
