/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_array -- a port that is an unpacked array, by wires that are one. */
#include "verilog/generate/port_array.h"

#include "base/template.h"

#include <string.h>

extern const char template_port_array[];

bool port_array_parse(struct port_array *array, const char *left)
{
  const size_t name = strcspn(left, "[ \t");
  const char *open = strchr(left, '['), *close = strrchr(left, ']'), *colon;

  if (!open || !close || close[1] != '\0' || name >= sizeof array->name ||
      memchr(open, ']', (size_t)(close - open)) ||
      (size_t)(close - open) + sizeof "(0)-1" > sizeof array->last)
    return false;
  const int inside = (int)(close - open - 1);
  colon = memchr(open, ':', (size_t)inside);
  snprintf(array->name, sizeof array->name, "%.*s", (int)name, left);
  if (colon) {
    snprintf(array->first, sizeof array->first, "%.*s", (int)(colon - open - 1), open + 1);
    snprintf(array->last, sizeof array->last, "%.*s", (int)(close - colon - 1), colon + 1);
  } else {
    snprintf(array->first, sizeof array->first, "0");
    snprintf(array->last, sizeof array->last, "(%.*s)-1", inside, open + 1);
  }
  return inside > 0;
}

void port_array_print(const struct port_array *array, const char *right, bool output,
                      FILE *file)
{
  const struct template_value values[] = {
      {"NAME", .text = array->name}, {"FIRST", .text = array->first},
      {"LAST", .text = array->last}, {"RIGHT", .text = right},
      {"OUTPUT", .number = output},
  };

  template_print(template_port_array, values, sizeof values / sizeof *values, file);
}
