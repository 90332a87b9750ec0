/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* structure -- structures of the papers as output of commands. */
#include "tool/cli/structure.h"

#include "base/file.h"
#include "tool/console/json_print.h"

#include <inttypes.h>
#include <string.h>

bool structure_has_text(const struct settings *settings)
{
  return !settings->json || strcmp(settings->json, "-") != 0;
}

bool structure_fits(const struct settings *settings, uint64_t count, const char *many,
                    struct err *err)
{
  return !settings->json || count <= STRUCTURE_JSON_MOST ||
         err_set(err, ERR_USAGE,
                 "--json takes at most %d %s, and these are %" PRIu64 "; leave it out for "
                 "text",
                 STRUCTURE_JSON_MOST, many, count);
}

bool structure_write(const struct settings *settings, json_t *object, struct err *err)
{
  struct output_file file;

  if (!settings->json) {
    json_decref(object);
    return true;
  }
  bool good = file_open(&file, settings->json, err);
  if (good && !json_print(object, file.stream, JSON_INDENT(1), err)) {
    file_abandon(&file);
    good = false;
  } else if (good) {
    good = file_commit(&file, err);
  }
  json_decref(object);
  return good;
}
