/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_group -- ports of the user's module that are one interface: how a line names it. */
#include "verilog/generate/port_group.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const kind_names[] = {"ready", "slice", "credit", "flits", "axis"};
static const char *const end_names[GROUP_ENDS] = {"in", "inject", "out", "eject"};

static const char how[] =
    "write 'axis BITS', 'flits BITS', 'credit BUFFERS', 'slice PACKETS' or 'ready', then "
    "'of' and the links: in, inject, out, eject, one of them as in[2], a list as {inject, "
    "in}";

bool port_group_is(const char *left)
{
  const size_t length = strlen(left);

  return length > 0 && left[length - 1] == '*';
}

const char *group_end_name(enum group_end end)
{
  return end_names[end];
}

bool port_group_sends(const struct port_group *group)
{
  return group->parts[0].end == GROUP_OUT || group->parts[0].end == GROUP_EJECT;
}

/* Copy text[length] without the blanks around it; false: it is too long. */
static bool copy_trimmed(char *to, size_t size, const char *text, size_t length)
{
  while (length > 0 && isspace((unsigned char)text[0])) {
    text++;
    length--;
  }
  while (length > 0 && isspace((unsigned char)text[length - 1]))
    length--;
  if (length >= size)
    return false;
  memcpy(to, text, length);
  to[length] = '\0';
  return true;
}

/* The last place of " WORD " in the text; NULL: none. */
static const char *last_word(const char *text, const char *word)
{
  const char *last = NULL;

  for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
    last = at;
  return last;
}

/* "in", "in[2]" */
static bool parse_part(struct group_part *part, const char *text)
{
  const size_t name = strcspn(text, "[ ");
  char *end;

  for (int i = 0; i < GROUP_ENDS; i++) {
    if (strlen(end_names[i]) != name || strncmp(text, end_names[i], name) != 0)
      continue;
    *part = (struct group_part){.end = (enum group_end)i, .number = GROUP_ALL};
    if (text[name] == '\0')
      return true;
    if (text[name] != '[' || !isdigit((unsigned char)text[name + 1]))
      return false;
    const long number = strtol(text + name + 1, &end, 10);
    part->number = (int32_t)number;
    return strcmp(end, "]") == 0 && number < UINT16_MAX;
  }
  return false;
}

/* "{inject, in}", or one of them without braces. */
static bool parse_parts(struct port_group *group, const char *text, struct err *err)
{
  char list[GROUP_TEXT], one[GROUP_TEXT], *rest = list, *part;
  const size_t length = strlen(text);
  const bool braces = text[0] == '{' && text[length - 1] == '}';

  snprintf(list, sizeof list, "%.*s", (int)(braces ? length - 2 : length), text + braces);
  while ((part = strsep(&rest, ",")) != NULL) {
    struct group_part *next = &group->parts[group->count];

    if (group->count == GROUP_PARTS_MAX ||
        !copy_trimmed(one, sizeof one, part, strlen(part)) || !parse_part(next, one))
      return err_set(err, ERR_USAGE, "'%.60s' names no links; %s", part, how);
    group->count++;
    if ((next->end >= GROUP_OUT) != (group->parts[0].end >= GROUP_OUT))
      return err_set(err, ERR_USAGE,
                     "'%.60s': packets of a group go one way; write one line for in and "
                     "inject, and one for out and eject",
                     text);
  }
  return true;
}

/* "16 with tdest" */
static bool parse_number(struct port_group *group, const char *text, size_t length,
                         struct err *err)
{
  char number[2 * GROUP_TEXT];
  bool good = copy_trimmed(number, sizeof number, text, length);
  char *with = good ? strstr(number, " with ") : NULL;

  if (with) {
    const char *side = with + strlen(" with ");

    if (group->kind != GROUP_AXIS ||
        (strcmp(side, "tdest") != 0 && strcmp(side, "tuser") != 0 &&
         strcmp(side, "tid") != 0))
      return err_set(err, ERR_USAGE,
                     "'with %.40s': the header goes with tdest, tuser or tid of an axis",
                     side);
    snprintf(group->side, sizeof group->side, "%s", side);
    *with = '\0';
  }
  good = good && copy_trimmed(group->number, sizeof group->number, number, strlen(number));
  return (good && (group->number[0] != '\0') == (group->kind != GROUP_READY)) ||
         err_set(err, ERR_USAGE, "'%s' %s; %s", kind_names[group->kind],
                 group->kind == GROUP_READY ? "has no number" : "lacks its number", how);
}

static bool parse_kind(struct port_group *group, const char *right, struct err *err)
{
  const size_t length = strcspn(right, " \t");

  for (size_t i = 0; i < sizeof kind_names / sizeof kind_names[0]; i++)
    if (strlen(kind_names[i]) == length && strncmp(right, kind_names[i], length) == 0) {
      group->kind = (enum group_kind)i;
      return true;
    }
  return err_set(err, ERR_USAGE, "'%.*s' is no interface; %s",
                 (int)(length < 40 ? length : 40), right, how);
}

bool port_group_parse(struct port_group *group, const char *left, const char *right,
                      struct err *err)
{
  const size_t prefix = strlen(left) - 1;
  const char *of = last_word(right, " of "), *links;

  *group = (struct port_group){.kind = GROUP_READY};
  for (size_t i = 0; i < prefix; i++)
    if (!isalnum((unsigned char)left[i]) && left[i] != '_')
      return err_set(err, ERR_USAGE, "'%.60s': only the start of names goes before '*'",
                     left);
  if (prefix == 0 || prefix >= sizeof group->prefix || strlen(right) >= GROUP_TEXT)
    return err_set(err, ERR_USAGE, "'%.60s': needs a start of names before '*', %s", left,
                   "and at most 127 characters a side");
  snprintf(group->prefix, sizeof group->prefix, "%.*s", (int)prefix, left);
  size_t id = prefix;
  while (id > 1 && left[id - 1] == '_')
    id--;
  snprintf(group->id, sizeof group->id, "%.*s", (int)id, left);
  snprintf(group->words, sizeof group->words, "%s", right);
  if (!parse_kind(group, right, err))
    return false;
  if (!of)
    return err_set(err, ERR_USAGE, "'%.60s' says no links; %s", right, how);
  const char *number = right + strcspn(right, " \t");
  links = of + strlen(" of ");
  links += strspn(links, " \t");
  return parse_number(group, number, number < of ? (size_t)(of - number) : 0, err) &&
         parse_parts(group, links, err);
}

/* --- the ports of a group --- */

static const struct {
  const char *name;
  enum group_role role;
  bool axis; /* else of the other kinds */
} roles[] = {
    {"tvalid", GROUP_VALID, true}, {"tready", GROUP_BACK, true},
    {"tdata", GROUP_DATA, true},   {"tlast", GROUP_LAST, true},
    {"tkeep", GROUP_KEEP, true},   {"tstrb", GROUP_KEEP, true},
    {"tdest", GROUP_SIDE, true},   {"tuser", GROUP_SIDE, true},
    {"tid", GROUP_SIDE, true},     {"valid", GROUP_VALID, false},
    {"val", GROUP_VALID, false},   {"ready", GROUP_BACK, false},
    {"rdy", GROUP_BACK, false},    {"credit", GROUP_BACK, false},
    {"packet", GROUP_DATA, false}, {"data", GROUP_DATA, false},
    {"flit", GROUP_DATA, false},   {"msg", GROUP_DATA, false},
    {"head", GROUP_HEAD, false},   {"tail", GROUP_LAST, false},
    {"last", GROUP_LAST, false},
};

enum group_role port_group_role(const struct port_group *group, const char *rest)
{
  size_t length = strlen(rest);

  if (length > 2 &&
      (strcmp(rest + length - 2, "_i") == 0 || strcmp(rest + length - 2, "_o") == 0))
    length -= 2;
  for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
    const enum group_role role = roles[i].role;
    const bool credit = strcmp(roles[i].name, "credit") == 0;

    if (roles[i].axis != (group->kind == GROUP_AXIS) || strlen(roles[i].name) != length ||
        strncasecmp(roles[i].name, rest, length) != 0 ||
        (role == GROUP_BACK && credit != (group->kind == GROUP_CREDIT)) ||
        ((role == GROUP_HEAD || role == GROUP_LAST) && group->kind < GROUP_FLITS) ||
        (role == GROUP_SIDE && strcmp(roles[i].name, group->side) != 0))
      continue;
    return role;
  }
  return GROUP_ROLES;
}

const char *group_role_name(enum group_kind kind, enum group_role role)
{
  if (kind == GROUP_CREDIT && role == GROUP_BACK)
    return "credit";
  for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
    if (roles[i].axis == (kind == GROUP_AXIS) && roles[i].role == role)
      return roles[i].name;
  return "";
}
