/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* classes -- the kinds of the links of a network, for a drawing. */
#include "tool/draw/classes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* All dark enough for a thin line on white. */
static const char *const colours[CLASSES] = {"#1d5c9e", "#b8560f", "#2c7a4b", "#8b2f8b",
                                             "#c02626", "#00838f", "#7a6200", "#d81b60",
                                             "#4a4a4a", "#5e35b1", "#6a961f", "#8d4b2f"};

const char *classes_colour(size_t number)
{
  return colours[number % CLASSES];
}

/* How many switches of its level are just before it. */
static uint32_t row_of(const struct topology *t, uint32_t sw)
{
  uint32_t row = 0;

  while (sw > row && topology_level(t, sw - row - 1) == topology_level(t, sw))
    row++;
  return row;
}

static void class_name(const struct topology *t, uint32_t sw, uint32_t port,
                       char name[PORT_TEXT])
{
  const enum port_kind kind = topology_port_kind(t, sw, port);

  topology_print_port(t, port, name);
  if (kind == PORT_LOCAL || kind == PORT_GLOBAL)
    snprintf(name, PORT_TEXT, kind == PORT_LOCAL ? "local" : "global");
  else if (t->row->level)
    snprintf(name, PORT_TEXT,
             row_of(t, sw) == row_of(t, topology_link(t, sw, port).to_switch) ? "straight"
                                                                              : "cross");
  else if (strcmp(name, "+") == 0 || strcmp(name, "-") == 0)
    snprintf(name, PORT_TEXT, "ring");
  else if (*name == '+' || *name == '-' || isdigit((unsigned char)*name)) {
    char digits[PORT_TEXT];

    snprintf(digits, sizeof digits, "%s", name + !isdigit((unsigned char)*name));
    snprintf(name, PORT_TEXT, "dimension %.16s", digits);
  }
}

uint32_t classes_find(const struct classes *classes, const struct topology *t, uint32_t sw,
                      uint32_t port)
{
  char name[PORT_TEXT];
  uint32_t i = 0;

  class_name(t, sw, port, name);
  while (i + 1 < classes->count && strcmp(classes->names[i], name) != 0)
    i++;
  return i;
}

uint32_t classes_add(struct classes *classes, const struct topology *t, uint32_t sw,
                     uint32_t port)
{
  char name[PORT_TEXT];

  class_name(t, sw, port, name);
  const uint32_t found = classes_find(classes, t, sw, port);
  if (found < classes->count && strcmp(classes->names[found], name) == 0)
    return found;
  if (classes->count == CLASSES) {
    snprintf(classes->names[CLASSES - 1], PORT_TEXT, "others");
    return CLASSES - 1;
  }
  memcpy(classes->names[classes->count], name, PORT_TEXT);
  return classes->count++;
}
