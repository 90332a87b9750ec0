/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* selection -- the switches of a network that a drawing shows. */
#include "tool/draw/selection.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 128, NAMES = 200 };

/* What a group of switches can be. */
enum { LEVELS = SKETCH_BOXES, GROUPS };

bool selection_open(struct selection *s, const struct topology *t, struct err *err)
{
  *s = (struct selection){.shown = calloc(t->switches, sizeof *s->shown)};
  return s->shown ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for a drawing of %s", t->spec);
}

void selection_close(struct selection *s)
{
  free(s->shown);
  *s = (struct selection){.shown = NULL};
}

void selection_add(struct selection *s, uint32_t sw)
{
  s->count += !s->shown[sw];
  s->shown[sw] = true;
}

/* --- groups --- */

void selection_one_box(const char *boxes, char name[SELECTION_NAME])
{
  snprintf(name, SELECTION_NAME, "%.*s", (int)strlen(boxes) - 1, boxes);
}

/* Where a name of so many characters ends that both addresses have: at a dot. */
static size_t common(const char *a, const char *b)
{
  size_t dot = 0;

  for (size_t i = 0; a[i] && a[i] == b[i]; i++)
    if (a[i] == '.')
      dot = i;
  return dot;
}

void selection_box_name(const struct topology *t, uint32_t sw, size_t of,
                        char name[SELECTION_NAME])
{
  const struct sketch *sketch = t->row->sketch;
  const uint32_t number = sketch->box(t, sw, of);
  char first[ADDRESS_TEXT], other[ADDRESS_TEXT];

  while (sw > 0 && sketch->box(t, sw - 1, of) == number)
    sw--;
  t->row->print_address(t, sw, first);
  size_t length = strlen(first);
  for (; sw < t->switches && sketch->box(t, sw, of) == number; sw++) {
    t->row->print_address(t, sw, other);
    const size_t same = common(first, other);
    length = strcmp(first, other) != 0 && same < length ? same : length;
  }
  if (length > 0)
    snprintf(name, SELECTION_NAME, "%.*s", (int)length, first);
  else
    snprintf(name, SELECTION_NAME, "%u", number);
}

static bool has_group(const struct topology *t, size_t group)
{
  if (group == LEVELS)
    return t->row->level != NULL;
  return t->row->sketch && t->row->sketch->boxes[group];
}

static void group_name(const struct topology *t, size_t group, char name[SELECTION_NAME])
{
  if (group == LEVELS)
    snprintf(name, SELECTION_NAME, "level");
  else
    selection_one_box(t->row->sketch->boxes[group], name);
}

static uint32_t group_of(const struct topology *t, uint32_t sw, size_t group)
{
  return group == LEVELS ? topology_level(t, sw) : t->row->sketch->box(t, sw, group);
}

/* "level=0..4, drawer=0..5": what can be said of this network. */
static const char *groups_text(const struct topology *t, char text[NAMES])
{
  size_t used = 0;

  text[0] = '\0';
  for (size_t group = 0; group < GROUPS; group++) {
    char name[SELECTION_NAME];

    if (!has_group(t, group))
      continue;
    group_name(t, group, name);
    used += (size_t)snprintf(text + used, NAMES - used, " or %s=0..%u", name,
                             group_of(t, t->switches - 1, group));
  }
  return text;
}

/* --- the text --- */

static bool is_named(const struct topology *t, uint32_t sw, size_t group, const char *name)
{
  char box[SELECTION_NAME];

  if (group == LEVELS || !strchr(name, '.'))
    return false;
  selection_box_name(t, sw, group, box);
  return strcmp(box, name) == 0;
}

/* All switches of the groups that a text names: a name with dots, a number, or A-B. */
static bool add_groups(struct selection *s, const struct topology *t, size_t group,
                       const char *text, struct err *err)
{
  const uint32_t last = group_of(t, t->switches - 1, group);
  uint64_t from = 1, to = 0;
  bool found = false;
  char name[SELECTION_NAME];

  if (text_u64(text, last, &from))
    to = from;
  else if (!text_range(text, '-', last, &from, &to))
    from = UINT64_MAX;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    const uint64_t number = group_of(t, sw, group);

    if ((number < from || number > to) && !is_named(t, sw, group, text))
      continue;
    selection_add(s, sw);
    found = true;
  }
  group_name(t, group, name);
  return found || err_set(err, ERR_USAGE, "--only '%s=%s': %s has %s=0..%u", name, text,
                          t->spec, name, last);
}

/* The group before '=' in a part. */
static bool find_group(const struct topology *t, const char *part, size_t length,
                       size_t *group, struct err *err)
{
  char names[NAMES], name[SELECTION_NAME];

  for (*group = 0; *group < GROUPS; ++*group) {
    if (!has_group(t, *group))
      continue;
    group_name(t, *group, name);
    if (strlen(name) == length && strncmp(name, part, length) == 0)
      return true;
  }
  return err_set(err, ERR_USAGE, "--only '%s': %s takes addresses%s", part, t->spec,
                 groups_text(t, names));
}

static bool add_part(struct selection *s, const struct topology *t, const char *part,
                     size_t *group, struct err *err)
{
  const char *equals = strchr(part, '=');
  uint32_t sw;

  if (equals) {
    return find_group(t, part, (size_t)(equals - part), group, err) &&
           add_groups(s, t, *group, equals + 1, err);
  }
  if (*group < GROUPS)
    return add_groups(s, t, *group, part, err);
  if (!topology_parse_address(t, part, "--only", &sw, err))
    return false;
  selection_add(s, sw);
  return true;
}

bool selection_read(struct selection *s, const struct topology *t, const char *text,
                    struct err *err)
{
  size_t group = GROUPS;

  if (!selection_open(s, t, err))
    return false;
  for (;;) {
    const size_t length = strcspn(text, ",");
    char part[PART];

    if (length == 0 || length >= PART)
      return err_set(err, ERR_USAGE, "--only '%.100s': expected a switch or a group", text);
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    if (!add_part(s, t, part, &group, err))
      return false;
    if (text[length] == '\0')
      return true;
    text += length + 1;
  }
}
