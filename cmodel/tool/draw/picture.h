/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* picture -- the SVG of a network, with the loads of a run in colour (docs/drawing.md). */
#ifndef LOCKHOP_TOOL_DRAW_PICTURE_H
#define LOCKHOP_TOOL_DRAW_PICTURE_H

#include "network/traffic/schedule.h"
#include "tool/draw/moves.h"
#include "tool/draw/run_loads.h"

#include <stdio.h>

/* What the colour of a line says. */
enum picture_colour {
  PICTURE_LOAD, /* how many packets crossed the link */
  PICTURE_PATH, /* which packet crossed it */
  PICTURE_CLASS /* which kind of link it is */
};

/* What stands at a link that was crossed. */
enum picture_label { LABEL_NONE, LABEL_LOAD /* messages */, LABEL_PACKET, LABEL_STEP };

enum {
  PICTURE_PATHS = 36,  /* packets with colours of their own */
  PICTURE_LABELS = 120 /* of links; more are left out */
};

struct picture {
  const struct topology *topology;
  const struct selection *only;    /* what is drawn; NULL: all */
  const struct run_loads *loads;   /* NULL: no traffic */
  const struct moves *moves;       /* NULL: packets are not told apart */
  const struct schedule *schedule; /* of the packets of the moves */
  enum picture_colour colour;      /* PICTURE_PATH needs moves */
  enum picture_label label;        /* the last two need moves */
  bool focus;                      /* the loads are not all: what has none is faint */
  const char *run;                 /* one line: traffic and routing; NULL without traffic */
  const char *result;              /* one line: how the run ended; NULL without traffic */
};

/* "load", "path", "class", by number; NULL: no more. */
const char *picture_colours(size_t number);

/* The same picture is the same bytes.  Errors: ERR_USAGE when the network is too large for
 * a page; ERR_ENVIRONMENT when memory is short.  Whether all was written, ferror tells. */
bool picture_print(const struct picture *picture, FILE *file, struct err *err);

#endif
