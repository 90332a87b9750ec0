/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_probe -- gives the parameters of a switch values before it is read. */
#include "verilog/simulator/fit_probe.h"

#include "verilog/generate/pins.h"

#include <stdlib.h>
#include <string.h>

/* Is it Verilog over parameters alone? */
static bool is_constant(const char *right)
{
  static const char *const others[] = {"clk", "rst", "eject_ready_i", WRAPPER_HERE};

  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (modules_has_name(right, switch_pins[i].port))
      return false;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (modules_has_name(right, others[i]))
      return false;
  return right[0] != '\0';
}

/* Is it a name, not a part of an output? */
static bool is_name(const char *left)
{
  return strpbrk(left, "[ ") == NULL;
}

static bool add_sets(struct wrapper *probe, const struct dut_list *list)
{
  bool good = true;

  for (size_t i = 0; good && list && i < list->sets.count; i++) {
    const char *set = list->sets.text[i], *equal = strchr(set, '=');
    char *name = strndup(set, (size_t)(equal - set));

    good = name && wrapper_add(&probe->parameters, name, equal + 1);
    free(name);
  }
  return good;
}

bool fit_probe_open(struct wrapper *probe, const char *top, const struct fit_map *map,
                    const struct dut_list *list, struct err *err)
{
  bool good = true;

  *probe = (struct wrapper){.module = ""};
  snprintf(probe->module, sizeof probe->module, "%s", top);
  for (size_t i = 0; good && map && i < map->lines.count; i++) {
    const struct wrapper_line *line = &map->lines.line[i];

    if (is_name(line->left) && is_constant(line->right))
      good = wrapper_add(&probe->parameters, line->left, line->right);
  }
  return (good && add_sets(probe, list)) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

static void drop(struct wrapper_lines *lines, size_t number)
{
  free(lines->line[number].left);
  free(lines->line[number].right);
  lines->count--;
  memmove(&lines->line[number], &lines->line[number + 1],
          (lines->count - number) * sizeof lines->line[0]);
}

/* What is no parameter, as build_log tells it with and without the module, or a port; NULL:
 * it speaks of none. */
static const char *not_found(const struct err *why)
{
  static const char *const phrases[] = {
      "lacks the parameter '", "Parameter pin not found: '", "Parameter not found: '",
      "Duplicate parameter pin connection: '"};

  for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
    const char *at = strstr(why->text, phrases[i]);

    if (at)
      return at + strlen(phrases[i]);
  }
  return NULL;
}

bool fit_probe_learn(struct wrapper *probe, const struct err *why)
{
  const char *name = not_found(why);

  if (!name)
    return false;
  const size_t length = strcspn(name, "'");
  for (size_t i = 0; i < probe->parameters.count; i++) {
    const char *left = probe->parameters.line[i].left;

    if (strlen(left) != length || strncmp(left, name, length) != 0)
      continue;
    drop(&probe->parameters, i);
    return true;
  }
  return false;
}
