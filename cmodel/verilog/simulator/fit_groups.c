/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_groups -- the lines of a map that place whole interfaces. */
#include "verilog/simulator/fit_parts.h"

#include "verilog/generate/parameters.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

/* Parameters of a switch that may have the same name as the module's. */
static const char switch_names[] =
    "PORTS LANES VCS DEPTH HEADER_BITS DATA_BITS ADDRESS_BITS "
    "QUEUES CHANNELS PACKET_BITS";

/* "in", "inject", "out", "eject" of "in_valid_i"; GROUP_ENDS: no end of links. */
static enum group_end end_of(const char *pin)
{
  const size_t length = strcspn(pin, "_");
  int end = 0;

  while (end < GROUP_ENDS &&
         (strlen(group_end_name((enum group_end)end)) != length ||
          strncmp(pin, group_end_name((enum group_end)end), length) != 0))
    end++;
  return (enum group_end)end;
}

/* How many times groups have this link of an end. */
static uint32_t times(const struct fit_map *map, enum group_end end, int32_t number)
{
  uint32_t count = 0;

  for (size_t i = 0; i < map->group_count; i++)
    for (size_t k = 0; k < map->groups[i].group.count; k++) {
      const struct group_part *part = &map->groups[i].group.parts[k];

      count += part->end == end && (part->number == number || part->number == GROUP_ALL);
    }
  return count;
}

static bool has_end(const struct fit_map *map, enum group_end end)
{
  for (size_t i = 0; i < map->group_count; i++)
    for (size_t k = 0; k < map->groups[i].group.count; k++)
      if (map->groups[i].group.parts[k].end == end)
        return true;
  return false;
}

bool fit_groups_map(const struct fit_map *map, const char *pin)
{
  const enum group_end end = end_of(pin);

  return end < GROUP_ENDS && has_end(map, end);
}

static bool wrong(const struct fit_matching *m, const struct fit_map_group *line,
                  const char *what, struct err *err)
{
  return err_set(err, ERR_USAGE, "%.300s:%" PRIu32 ": '%s*': %.500s", m->map->path,
                 line->number, line->group.prefix, what);
}

/* Each link of a switch is in one group, unless other lines speak of them too. */
static bool check_links(const struct fit_matching *m, enum group_end end, struct err *err)
{
  static const char *const pins[GROUP_ENDS] = {"in_valid_i", "inject_valid_i",
                                               "out_valid_o", "eject_valid_o"};
  const bool links = end == GROUP_IN || end == GROUP_OUT;
  const uint32_t count = links ? m->ports : end == GROUP_EJECT ? m->ports + 1 : 1;

  if (!has_end(m->map, end) || fit_map_uses(m->map, pins[end]))
    return true;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t found = times(m->map, end, (int32_t)i);

    if (found > 1 || (found == 0 && links))
      return err_set(err, ERR_USAGE,
                     "%.300s: %s[%" PRIu32 "] is in %s of the groups; it must "
                     "be in one line",
                     m->map->path, group_end_name(end), i, found > 1 ? "several" : "none");
  }
  return true;
}

static bool check_numbers(const struct fit_matching *m, const struct fit_map_group *line,
                          struct err *err)
{
  for (size_t k = 0; k < line->group.count; k++) {
    const struct group_part *part = &line->group.parts[k];
    const uint32_t last = part->end == GROUP_INJECT  ? 0
                          : part->end == GROUP_EJECT ? m->ports
                                                     : m->ports - 1;
    char what[100];

    if (part->number <= (int32_t)last)
      continue;
    snprintf(what, sizeof what,
             "there is no %s[%" PRId32 "]; the last one is %s[%" PRIu32 "]",
             group_end_name(part->end), part->number, group_end_name(part->end), last);
    return wrong(m, line, what, err);
  }
  return true;
}

/* The roles that the module must have. */
static uint32_t needed(const struct port_group *group)
{
  uint32_t roles = 1u << GROUP_VALID | 1u << GROUP_DATA;

  if (group->kind == GROUP_CREDIT)
    roles |= 1u << GROUP_BACK;
  if (group->kind >= GROUP_FLITS && port_group_sends(group))
    roles |= 1u << GROUP_LAST;
  return group->side[0] ? roles | 1u << GROUP_SIDE : roles;
}

static bool check_roles(const struct fit_matching *m, const struct fit_map_group *line,
                        struct err *err)
{
  const struct port_group *group = &line->group;
  char what[FIT_TEXT + 200], names[FIT_TEXT] = "", name[GROUP_TEXT + 16];

  for (int role = 0; role < GROUP_ROLES; role++)
    if (needed(group) >> role & ~(group->has >> role) & 1) {
      snprintf(name, sizeof name, "%s%s", group->prefix,
               role == GROUP_SIDE ? group->side
                                  : group_role_name(group->kind, (enum group_role)role));
      fit_name_in(names, name);
    }
  if (names[0] == '\0')
    return true;
  snprintf(what, sizeof what, "module '%s' has no port %s that no other line connects",
           m->fit->wrapper.module, names);
  return wrong(m, line, what, err);
}

/* One port of the module, if it is of the group. */
static bool connect_member(struct fit_matching *m, struct fit_map_group *line, size_t at,
                           struct err *err)
{
  struct port_group *group = &line->group;
  const struct design_name *name = &m->design->names[at];
  const size_t length = strlen(group->prefix);
  const bool output = name->kind == DESIGN_OUTPUT, sends = port_group_sends(group);
  char text[4 * GROUP_TEXT], what[300];

  if (strncmp(name->name, group->prefix, length) != 0)
    return true;
  const enum group_role role = port_group_role(group, name->name + length);
  if (role == GROUP_ROLES || (group->has >> role & 1 && role != GROUP_KEEP))
    return true;
  if (output != (sends == (role != GROUP_BACK))) {
    snprintf(what, sizeof what, "%.100s is an %s; packets that %s the module are of %s",
             name->name, output ? "output" : "input", sends ? "enter" : "leave",
             sends ? "in and inject" : "out and eject");
    return wrong(m, line, what, err);
  }
  group->has |= 1u << role;
  m->taken[at] = true;
  port_group_connection(group, role, output, text);
  return wrapper_add(&m->fit->wrapper.ports, name->name, text) || fit_no_memory(err);
}

/* A number that is a parameter of the module has the value that the map gives it. */
static bool take_number(const struct fit_matching *m, struct fit_map_group *line,
                        struct err *err)
{
  char *number = line->group.number, what[3 * GROUP_TEXT], value[GROUP_TEXT];

  for (size_t i = 0; i < m->map->lines.count; i++) {
    const struct wrapper_line *set = &m->map->lines.line[i];

    if (strcmp(set->left, number) != 0 || number[0] == '\0')
      continue;
    if ((size_t)snprintf(value, sizeof value, "(%s)", set->right) >= sizeof value)
      return wrong(m, line, "its number is too long", err);
    snprintf(number, sizeof line->group.number, "%s", value);
    return true;
  }
  if (number[0] == '\0' || number[strspn(number, name_letters)] != '\0' ||
      isdigit((unsigned char)number[0]) || modules_has_name(switch_names, number))
    return true;
  snprintf(what, sizeof what, "a line '%s = VALUE' of the map must say what %s is", number,
           number);
  return wrong(m, line, what, err);
}

static bool connect_group(struct fit_matching *m, const struct fit_map_group *of,
                          struct err *err)
{
  struct wrapper *wrapper = &m->fit->wrapper;
  struct fit_map_group copy = *of, *line = &copy; /* it learns what the module has */

  if (!take_number(m, line, err))
    return false;
  for (size_t i = 0; i < m->design->name_count && i < FIT_PORTS; i++)
    if (!m->taken[i] && m->design->names[i].kind != DESIGN_PARAMETER &&
        !connect_member(m, line, i, err))
      return false;
  if (!check_roles(m, line, err))
    return false;
  for (size_t k = 0; k < line->group.count; k++)
    if (line->group.parts[k].end == GROUP_EJECT) {
      wrapper->eject_ready = true;
      m->fit->eject_ready |= line->group.has >> GROUP_BACK & 1;
    }
  return wrapper_add_group(wrapper, &line->group) || fit_no_memory(err);
}

/* Adapters have one VC, and a lane that has a number is the only one. */
static void fix_parameters(struct fit_matching *m)
{
  const bool lane = times(m->map, GROUP_INJECT, 0) > times(m->map, GROUP_INJECT, GROUP_ALL);

  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    if (strcmp(switch_parameter_name(i), "VCS") == 0 ||
        (lane && strcmp(switch_parameter_name(i), "LANES") == 0))
      m->fit->lacking |= UINT32_C(1) << i;
}

bool fit_groups(struct fit_matching *m, struct err *err)
{
  if (!m->map || m->map->group_count == 0)
    return true;
  for (size_t i = 0; i < m->map->group_count; i++)
    if (!check_numbers(m, &m->map->groups[i], err))
      return false;
  for (int end = 0; end < GROUP_ENDS; end++)
    if (!check_links(m, (enum group_end)end, err))
      return false;
  for (size_t i = 0; i < m->map->group_count; i++)
    if (!connect_group(m, &m->map->groups[i], err))
      return false;
  fix_parameters(m);
  m->fit->wrapper.silent = !fit_map_uses(m->map, "eject_valid_o");
  for (size_t i = 0; i < m->map->lines.count; i++)
    if (strncmp(m->map->lines.line[i].left, "eject_valid_o", strlen("eject_valid_o")) == 0)
      m->fit->wrapper.silent = false;
  return true;
}
