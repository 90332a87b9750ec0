/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_suggest -- lines of a map for ports whose names tell what they are. */
#define _GNU_SOURCE /* strcasestr */
#include "verilog/simulator/fit_parts.h"

#include <string.h>
#include <strings.h>

enum { SUGGESTED_MAX = 8 };

/* Ports that are an interface. */
struct suggested {
  char prefix[GROUP_TEXT]; /* "s_axis_" */
  const char *words;       /* "axis BITS" */
  bool sends;              /* packets leave the module by it */
  bool terminal;           /* its name speaks of the terminal */
};

struct suggestions {
  struct suggested of[SUGGESTED_MAX]; /* [count] */
  size_t count;
};

/* The port by whose name, after the prefix, an interface is known. */
static const struct {
  const char *end, *words;
  bool back; /* it goes against the packets */
} marks[] = {{"tvalid", "axis BITS", false},
             {"credit", "credit BUFFERS", true},
             {"credits", "credit BUFFERS", true},
             {"flit", "flits BITS", false}};

static size_t without_direction(const char *name)
{
  const size_t length = strlen(name);
  const bool ends = length > 2 && name[length - 2] == '_' && strchr("io", name[length - 1]);

  return ends ? length - 2 : length;
}

/* Does name[length] end in `end`, after something else? */
static bool ends_in(const char *name, size_t length, const char *end)
{
  const size_t tail = strlen(end);

  return length > tail && strncasecmp(name + length - tail, end, tail) == 0;
}

static bool speaks_of_terminal(const char *prefix)
{
  static const char *const words[] = {"inject", "eject", "local", "host",
                                      "lane",   "term",  "core",  "proc"};

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcasestr(prefix, words[i]))
      return true;
  return false;
}

static void add(struct suggestions *s, const struct design_name *name)
{
  const size_t length = without_direction(name->name);

  for (size_t i = 0; s->count < SUGGESTED_MAX && i < sizeof marks / sizeof marks[0]; i++) {
    struct suggested *next = &s->of[s->count];

    if (!ends_in(name->name, length, marks[i].end) || length >= sizeof next->prefix)
      continue;
    snprintf(next->prefix, sizeof next->prefix, "%.*s",
             (int)(length - strlen(marks[i].end)), name->name);
    next->words = marks[i].words;
    next->sends = (name->kind == DESIGN_OUTPUT) != marks[i].back;
    next->terminal = speaks_of_terminal(next->prefix);
    s->count++;
    return;
  }
}

/* Those of one direction, all or the ones that are not the terminal's. */
static uint32_t count_of(const struct suggestions *s, size_t end, bool sends, bool all)
{
  uint32_t count = 0;

  for (size_t i = 0; i < end; i++)
    count += s->of[i].sends == sends && (all || !s->of[i].terminal);
  return count;
}

/* What links the interface may be. */
static void name_links(const struct fit_matching *m, const struct suggestions *s,
                       size_t number, char *text, size_t size)
{
  const struct suggested *one = &s->of[number];
  const char *link = one->sends ? "out" : "in", *lane = one->sends ? "eject[0]" : "inject";
  const bool links = strstr(m->lacking, one->sends ? "out_valid_o" : "in_valid_i");
  const bool lanes = strstr(m->lacking, one->sends ? "eject_valid_o" : "inject_valid_i");
  const bool alone = count_of(s, s->count, one->sends, true) == 1;

  if (alone && links && lanes)
    snprintf(text, size, "{%s, %s}", lane, link);
  else if (alone ? !links && lanes : one->terminal)
    snprintf(text, size, "%s", lane);
  else if (count_of(s, s->count, one->sends, false) <= 1)
    snprintf(text, size, "%s", link);
  else
    snprintf(text, size, "%s[%u]", link, (unsigned)count_of(s, number, one->sends, false));
}

/* A sideband of an interface that the map places: its line says nothing of it. */
static bool is_side(const struct fit_matching *m, const char *name)
{
  static const char *const sides[] = {"tdest", "tuser", "tid"};

  for (size_t i = 0; m->map && i < m->map->group_count; i++) {
    const struct port_group *group = &m->map->groups[i].group;
    const size_t length = strlen(group->prefix);

    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++)
      if (strncmp(name, group->prefix, length) == 0 &&
          strcasecmp(name + length, sides[k]) == 0)
        return true;
  }
  return false;
}

static void add_line(char text[FIT_TEXT], const char *left, const char *right)
{
  const size_t used = strlen(text);

  if (used + strlen(left) + strlen(right) + sizeof "; a map may say '' = " < FIT_TEXT)
    snprintf(text + used, FIT_TEXT - used, "%s'%s =%s%s'", used ? ", " : "; a map may say ",
             left, right[0] ? " " : "", right);
}

void fit_suggest(const struct fit_matching *m, char text[FIT_TEXT])
{
  struct suggestions s = {.count = 0};
  char left[GROUP_TEXT + 2], links[32], right[GROUP_TEXT];

  text[0] = '\0';
  for (size_t i = 0; i < m->design->name_count && i < FIT_PORTS; i++) {
    const struct design_name *name = &m->design->names[i];

    if (m->taken[i] || name->kind == DESIGN_PARAMETER)
      continue;
    if (is_side(m, name->name))
      add_line(text, name->name, name->kind == DESIGN_OUTPUT ? "" : "0");
    else
      add(&s, name);
  }
  for (size_t i = 0; i < s.count; i++) {
    name_links(m, &s, i, links, sizeof links);
    snprintf(left, sizeof left, "%s*", s.of[i].prefix);
    snprintf(right, sizeof right, "%s of %s", s.of[i].words, links);
    add_line(text, left, right);
  }
}
