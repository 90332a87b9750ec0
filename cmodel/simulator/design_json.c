/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design_json -- the JSON that Verilator prints of a design, with --json-only. */
#include "simulator/design_formats.h"

#include "base/file.h"

#include <jansson.h>
#include <string.h>

static json_t *load(const char *path, struct err *err)
{
  json_error_t why;
  json_t *json = json_load_file(path, 0, &why);

  if (!json)
    err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %.200s", path, why.text);
  return json;
}

/* {"type": ..., "loc": "ID,LINE:COLUMN,...", "origName": ...}; files: {ID: {"filename":
 * ...}}
 */
static bool read_module(struct design *design, json_t *module, json_t *files,
                        struct err *err)
{
  const char *type = json_string_value(json_object_get(module, "type"));
  const char *name = json_string_value(json_object_get(module, "origName"));
  const char *place = json_string_value(json_object_get(module, "loc"));
  char id[32];

  if (!type || !name || !place ||
      (strcmp(type, "MODULE") != 0 && strcmp(type, "IFACE") != 0 &&
       strcmp(type, "PACKAGE") != 0))
    return true;
  snprintf(id, sizeof id, "%.*s", (int)strcspn(place, ","), place);
  const char *file =
      json_string_value(json_object_get(json_object_get(files, id), "filename"));
  return !file || file[0] == '<' || design_add(design, name, file, err);
}

bool design_read_json(struct design *design, const char *path, struct err *err)
{
  char beside[FILE_PATH + sizeof ".meta"];
  json_t *module;
  size_t i;

  snprintf(beside, sizeof beside, "%.*s.meta", FILE_PATH - 1, path);
  json_t *tree = load(path, err);
  json_t *meta = tree ? load(beside, err) : NULL;
  json_t *files = json_object_get(meta, "files");
  bool good = meta != NULL;
  json_array_foreach(json_object_get(tree, "modulesp"), i, module) good =
      good && read_module(design, module, files, err);
  json_decref(tree);
  json_decref(meta);
  return good;
}
