/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design_json -- the JSON that Verilator prints of a design, with --json-only. */
#include "verilog/simulator/design_formats.h"

#include "base/file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Verilator escapes as C does: a byte that is not ASCII is \\ and three octal digits, and a
 * \\ of a name is left alone.  Make JSON of it, to be freed. */
static char *repair(const char *text, size_t size)
{
  char *to = malloc(2 * size + 1), *at = to;

  for (size_t i = 0; to && i < size; i++) {
    const char *c = text + i;

    *at++ = *c;
    if (*c != '\\')
      continue;
    if (size - i > 3 && strspn(c + 1, "01234567") >= 3) {
      at[-1] = (char)((c[1] - '0') << 6 | (c[2] - '0') << 3 | (c[3] - '0'));
      i += 3;
    } else if (size - i > 1 && strchr("\"\\/bfnrtu", c[1])) {
      *at++ = c[1];
      i++;
    } else {
      *at++ = '\\';
    }
  }
  if (to)
    *at = '\0';
  return to;
}

static json_t *load(const char *path, struct err *err)
{
  json_error_t why = {.text = "not enough memory"};
  size_t size;
  char *text = file_read(path, &size, err);

  if (!text) {
    err->kind = ERR_ENVIRONMENT;
    return NULL;
  }
  char *repaired = repair(text, size);
  json_t *json = repaired ? json_loads(repaired, 0, &why) : NULL;
  free(text);
  free(repaired);
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
  return !file || file[0] == '<' ||
         design_add(design, name, file, strcmp(type, "PACKAGE") == 0, err);
}

/* {"type": "VAR", "origName": ..., "direction": "INPUT", "varType": "PORT"}; of a parameter
 * "varType": "GPARAM" */
static bool read_var(struct design *design, json_t *var, struct err *err)
{
  static const struct {
    const char *key, *value;
    enum design_name_kind kind;
  } kinds[] = {{"direction", "INPUT", DESIGN_INPUT},
               {"direction", "OUTPUT", DESIGN_OUTPUT},
               {"direction", "INOUT", DESIGN_INOUT},
               {"varType", "GPARAM", DESIGN_PARAMETER}};
  const char *type = json_string_value(json_object_get(var, "type"));
  const char *name = json_string_value(json_object_get(var, "origName"));

  if (!type || strcmp(type, "VAR") != 0 || !name)
    return true;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const char *value = json_string_value(json_object_get(var, kinds[i].key));

    if (value && strcmp(value, kinds[i].value) == 0)
      return design_add_name(design, kinds[i].kind, name, err);
  }
  return true;
}

static bool read_names(struct design *design, json_t *module, struct err *err)
{
  const char *name = json_string_value(json_object_get(module, "origName"));
  bool good = true;
  json_t *var;
  size_t i;

  if (!name || !design->top || strcmp(name, design->top) != 0)
    return true;
  json_array_foreach(json_object_get(module, "stmtsp"), i, var) good =
      good && read_var(design, var, err);
  return good;
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
      good && read_module(design, module, files, err) && read_names(design, module, err);
  json_decref(tree);
  json_decref(meta);
  return good;
}
