/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* symptom -- what a failure looks like, without its cycle, switch and packets: runs that
 * fail alike have the same. */
#ifndef LOCKHOP_TOOL_CONSOLE_SYMPTOM_H
#define LOCKHOP_TOOL_CONSOLE_SYMPTOM_H

#include "run/lockstep/difference.h"

enum { SYMPTOM_WHAT = 96, SYMPTOM_PLACE = 32 };

struct symptom {
  char what[SYMPTOM_WHAT];   /* "inject_ready", "rule order"; "": nothing but the outcome */
  char place[SYMPTOM_PLACE]; /* at the switch: "lane 2", "port 1 VC 0"; "": no single one */
};

/* Of a first difference. */
struct symptom symptom_of(const struct difference *difference, const struct shape *shape);

/* Of another outcome, from the line that explains it: its words before a colon, unless they
 * hold a number. */
struct symptom symptom_of_line(const char *line);

#endif
