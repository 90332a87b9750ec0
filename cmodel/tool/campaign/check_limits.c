/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_limits -- the shapes that a user's switch supports. */
#include "tool/campaign/check_limits.h"

#include "base/file.h"
#include "base/text.h"
#include "tool/campaign/check_shape.h"
#include "tool/session/machines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VCS = 2 }; /* its row */

static const struct {
  const char *name, *many; /* "no 2 lanes" */
  size_t offset;           /* of a uint32_t in struct check_shape */
} keys[CHECK_LIMITS] = {
    {"depth", "depths", offsetof(struct check_shape, depth)},
    {"lanes", "lanes", offsetof(struct check_shape, lanes)},
    {"vcs", "VCs", offsetof(struct check_shape, vcs)},
    {"sends", "sends", offsetof(struct check_shape, sends)},
    {"store", "stores", offsetof(struct check_shape, store)},
    {"data", "data bits", offsetof(struct check_shape, data_bits)},
};

/* --- what is said --- */

static bool refuse(const char *place, const char *text, struct err *err)
{
  return err_set(err, ERR_USAGE,
                 "%s '%.200s': must be a list such as vcs=1,lanes=1-2,depth=1-8 of depth, "
                 "lanes, vcs, sends, store and data",
                 place, text);
}

/* One "key=A" or "key=A-B".  What is said twice must hold twice. */
static bool read_one(struct check_limits *limits, const char *place, const char *item,
                     struct err *err)
{
  const char *value = strchr(item, '=');
  uint64_t from, to;

  for (size_t i = 0; value && i < CHECK_LIMITS; i++) {
    if (strncmp(item, keys[i].name, (size_t)(value - item)) != 0 ||
        keys[i].name[value - item] != '\0')
      continue;
    if (!text_range(value + 1, '-', UINT32_MAX, &from, &to)) {
      if (!text_u64(value + 1, UINT32_MAX, &from))
        break;
      to = from;
    }
    if (!limits->rows[i].said || from > limits->rows[i].from)
      limits->rows[i].from = from;
    if (!limits->rows[i].said || to < limits->rows[i].to)
      limits->rows[i].to = to;
    limits->rows[i].said = true;
    return true;
  }
  return refuse(place, item, err);
}

static bool read_list(struct check_limits *limits, const char *place, const char *text,
                      struct err *err)
{
  bool good = true;

  while (good && *text != '\0') {
    const size_t length = strcspn(text, ", \t\r");
    char item[64];

    snprintf(item, sizeof item, "%.*s", (int)length, text);
    good = length < sizeof item ? length == 0 || read_one(limits, place, item, err)
                                : refuse(place, text, err);
    text += length + (text[length] != '\0');
  }
  return good;
}

/* Lines "// lockhop: vcs=1". */
static bool read_comments(struct check_limits *limits, const char *path, struct err *err)
{
  static const char mark[] = "// lockhop:";
  size_t size;
  char *text = file_read(path, &size, err), *rest = text, *line;
  bool good = text != NULL;

  for (uint32_t number = 1; good && (line = strsep(&rest, "\n")); number++) {
    const char *found = strstr(line, mark);
    char place[FILE_PATH + 32];

    snprintf(place, sizeof place, "%s:%" PRIu32 ": lockhop:", path, number);
    good = !found || read_list(limits, place, found + strlen(mark), err);
  }
  free(text);
  return good;
}

bool check_limits_open(struct check_limits *limits, const struct check_request *request,
                       struct err *err)
{
  struct dut_list list;
  bool good = dut_list_open(&list, request->dut_files, request->dut_count, err);

  *limits = (struct check_limits){.count = 0};
  for (size_t i = 0; good && i < list.files.count; i++)
    good = read_comments(limits, list.files.text[i], err);
  dut_list_close(&list);
  return good && (!request->shapes || read_list(limits, "--shapes", request->shapes, err));
}

/* --- what is allowed --- */

static void add_reason(struct check_limits *limits, const char *reason)
{
  const size_t used = strlen(limits->why);

  if (!strstr(limits->why, reason))
    snprintf(limits->why + used, sizeof limits->why - used, "%s%s", used ? "; " : "",
             reason);
}

static bool leave(struct check_limits *limits, const struct check_shape *shape,
                  const char *reason, struct err *err)
{
  add_reason(limits, reason);
  for (size_t i = 0; i < limits->count; i++)
    if (check_shape_same(&limits->left[i], shape))
      return true;
  if (!check_plan_grow((void **)&limits->left, limits->count, &limits->capacity,
                       sizeof *shape, err))
    return false;
  limits->left[limits->count++] = *shape;
  return true;
}

/* "VCS, SENDS" is two reasons. */
static bool leave_without(struct check_limits *limits, const struct check_shape *shape,
                          char *missing, struct err *err)
{
  char reason[64], *rest = NULL;

  for (char *name = strtok_r(missing, ", ", &rest); name;
       name = strtok_r(NULL, ", ", &rest)) {
    snprintf(reason, sizeof reason, "your switch has no %s", name);
    if (!leave(limits, shape, reason, err))
      return false;
  }
  return true;
}

/* The first key of which the shape has another value than is said; CHECK_LIMITS: none. */
static size_t beyond(const struct check_limits *limits, const struct check_shape *shape)
{
  for (size_t i = 0; i < CHECK_LIMITS; i++) {
    uint32_t value;

    memcpy(&value, (const char *)shape + keys[i].offset, sizeof value);
    if (limits->rows[i].said &&
        (value < limits->rows[i].from || value > limits->rows[i].to))
      return i;
  }
  return CHECK_LIMITS;
}

/* How the switch is connected, told by the first shape that it does not refuse itself. */
static bool fit_once(struct check_limits *limits, struct session *s, struct err *err)
{
  if (limits->fitted)
    return true;
  if (!machines_fit(s, err)) {
    if (!s->dut_declined)
      return false;
    *err = (struct err){.kind = ERR_NONE};
    return true;
  }
  limits->fit = s->fit;
  s->fit = (struct fit){.needed = false};
  limits->fitted = true;
  return true;
}

bool check_limits_allow(struct check_limits *limits, struct session *s,
                        const struct check_shape *shape, uint32_t used, bool *allowed,
                        struct err *err)
{
  char missing[FIT_TEXT], reason[96];

  *allowed = true;
  if (shape->program_words > 0) /* engines */
    return true;
  if (s->compare != COMPARE_CYCLE && !limits->rows[VCS].said && shape->vcs > used) {
    *allowed = false;
    return leave(limits, shape, "VCs that the routing does not use are made with --shapes",
                 err);
  }
  const size_t key = beyond(limits, shape);
  if (key < CHECK_LIMITS) {
    *allowed = false;
    snprintf(reason, sizeof reason, "other %s are not asked for", keys[key].many);
    return leave(limits, shape, reason, err);
  }
  if (!fit_once(limits, s, err))
    return false;
  fit_missing(&limits->fit, &s->shape, s->compare == COMPARE_CYCLE, missing);
  *allowed = missing[0] == '\0';
  return *allowed || leave_without(limits, shape, missing, err);
}

void check_limits_close(struct check_limits *limits)
{
  fit_close(&limits->fit);
  free(limits->left);
  *limits = (struct check_limits){.count = 0};
}
