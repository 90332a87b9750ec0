/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_array -- a port that is an unpacked array, by wires that are one. */
#include "verilog/generate/port_array.h"

#include "base/template.h"

#include <string.h>

extern const char template_port_array[];

/* "[FIRST:LAST]" or "[SIZE]" at the start of the text; what follows it, NULL: it is none.
 */
static const char *parse_range(struct port_range *range, const char *text)
{
  const char *close = strchr(text, ']');

  if (text[0] != '[' || !close || close == text + 1 ||
      (size_t)(close - text) + sizeof "(0)-1" > sizeof range->last)
    return NULL;
  const int inside = (int)(close - text - 1);
  const char *colon = memchr(text, ':', (size_t)(close - text));
  if (colon) {
    snprintf(range->first, sizeof range->first, "%.*s", (int)(colon - text - 1), text + 1);
    snprintf(range->last, sizeof range->last, "%.*s", (int)(close - colon - 1), colon + 1);
  } else {
    snprintf(range->first, sizeof range->first, "0");
    snprintf(range->last, sizeof range->last, "(%.*s)-1", inside, text + 1);
  }
  return close + 1;
}

bool port_array_parse(struct port_array *array, const char *left)
{
  const size_t name = strcspn(left, "[ \t");
  const char *rest = left + strcspn(left, "[");

  array->dimensions = 0;
  if (name >= sizeof array->name)
    return false;
  snprintf(array->name, sizeof array->name, "%.*s", (int)name, left);
  while (rest[0] == '[' && array->dimensions < 2) {
    rest = parse_range(&array->range[array->dimensions++], rest);
    if (!rest)
      return false;
    rest += strspn(rest, " \t");
  }
  return array->dimensions > 0 && rest[0] == '\0';
}

void port_array_print(const struct port_array *array, const char *right, bool output,
                      FILE *file)
{
  const struct port_range *range = array->range;
  const bool two = array->dimensions == 2;
  const char *name = array->name;
  char ranges[4 * PORT_ARRAY_TEXT + 8], element[6 * PORT_ARRAY_TEXT] = "",
                                                    times[PORT_ARRAY_TEXT + 16] = "";

  snprintf(ranges, sizeof ranges, "[%s:%s]", range[0].first, range[0].last);
  snprintf(element, sizeof element, "[LOW_%s + k]", name);
  if (two) {
    snprintf(times, sizeof times, "*SECOND_%s", name);
    snprintf(ranges, sizeof ranges, "[%s:%s][%s:%s]", range[0].first, range[0].last,
             range[1].first, range[1].last);
    snprintf(element, sizeof element, "[LOW_%s + k/SECOND_%s][BASE_%s + k%%SECOND_%s]",
             name, name, name, name);
  }
  const struct template_value values[] = {
      {"NAME", .text = array->name},
      {"FIRST", .text = array->range[0].first},
      {"LAST", .text = array->range[0].last},
      {"TWO", .number = two},
      {"SECOND_FIRST", .text = two ? array->range[1].first : ""},
      {"SECOND_LAST", .text = two ? array->range[1].last : ""},
      {"TIMES", .text = times},
      {"RANGES", .text = ranges},
      {"ELEMENT", .text = element},
      {"RIGHT", .text = right},
      {"OUTPUT", .number = output},
  };

  template_print(template_port_array, values, sizeof values / sizeof *values, file);
}
