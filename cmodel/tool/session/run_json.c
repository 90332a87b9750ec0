/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_json -- a run as one JSON object, by the table of its fields. */
#include "tool/session/run_json.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum {
  KEY = 64,
  KEYS = 96,       /* of an object, at most */
  EXACT_BITS = 53, /* of a number that every reader of JSON keeps */
  FIXED_KEYS = 4   /* that are not in the table */
};

static const char *const fixed[FIXED_KEYS] = {"version", "lock_step", "topology",
                                              "traffic"};

/* The key of a field: "data_bits". */
static const char *key_of(const struct run_field *field, char key[KEY])
{
  snprintf(key, KEY, "%s", field->name);
  for (char *c = key; *c; c++)
    if (*c == '-')
      *c = '_';
  return key;
}

/* --- writing --- */

static json_t *count_json(uint64_t value)
{
  return value >> EXACT_BITS ? json_sprintf("%" PRIu64, value)
                             : json_integer((json_int_t)value);
}

static json_t *files_json(const struct description *d)
{
  json_t *list = json_array();

  for (size_t i = 0; i < d->dut_count; i++)
    json_array_append_new(list, json_string(d->dut[i]));
  return list;
}

static json_t *value_json(const struct description *d, const struct run_field *field)
{
  const void *from = (const char *)d + field->offset;
  const uint64_t *counts = from;

  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return json_string(*(const char *const *)from);
  case RUN_FIELD_PACKETS:
    if (*(const int64_t *)from == 0)
      return json_string("ports");
    return json_integer(*(const int64_t *)from);
  case RUN_FIELD_NUMBER:
    return json_integer(*(const int64_t *)from);
  case RUN_FIELD_COUNT:
    return count_json(counts[0]);
  case RUN_FIELD_FLAG:
    return json_true();
  case RUN_FIELD_FILES:
    return files_json(d);
  case RUN_FIELD_CYCLES:
    break;
  }
  return json_sprintf("%" PRIu64 "-%" PRIu64, counts[0], counts[1] - 1);
}

json_t *run_json_write(const struct description *d, enum run_field_role most)
{
  size_t count;
  const struct run_field *fields = run_fields(&count);
  char key[KEY];
  json_t *json =
      json_pack("{s:i, s:b, s:s, s:s*}", "version", RUN_JSON_VERSION, "lock_step",
                (int)d->lock_step, "topology", d->topology, "traffic", d->traffic);
  bool good = json != NULL;

  for (size_t i = 0; good && i < count; i++)
    if (fields[i].role <= most &&
        (run_field_said(d, &fields[i]) || strcmp(fields[i].name, "seed") == 0))
      good = json_object_set_new(json, key_of(&fields[i], key),
                                 value_json(d, &fields[i])) == 0;
  if (good)
    return json;
  json_decref(json);
  return NULL;
}

/* --- reading --- */

static bool refuse(const char *key, const char *what, struct err *err)
{
  return err_set(err, ERR_USAGE, "the run's \"%.60s\": %s", key, what);
}

static bool read_files(struct description *d, const struct run_field *field,
                       const char *key, const json_t *value, struct err *err)
{
  for (size_t i = 0; i < json_array_size(value); i++) {
    const char *file = json_string_value(json_array_get(value, i));

    if (!file)
      return refuse(key, "must be a list of file names", err);
    if (!run_field_read(d, field, file, err))
      return false;
  }
  return json_is_array(value) || refuse(key, "must be a list of file names", err);
}

/* A number, or its digits in a string. */
static bool read_digits(struct description *d, const struct run_field *field,
                        const char *key, const json_t *value, struct err *err)
{
  char text[32];

  if (json_is_string(value))
    return run_field_read(d, field, json_string_value(value), err);
  if (!json_is_integer(value))
    return refuse(key, "must be a whole number", err);
  snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  return run_field_read(d, field, text, err);
}

static bool read_field(struct description *d, const struct run_field *field,
                       const char *key, const json_t *value, struct err *err)
{
  switch (field->kind) {
  case RUN_FIELD_TEXT:
  case RUN_FIELD_CYCLES:
    return json_is_string(value) ? run_field_read(d, field, json_string_value(value), err)
                                 : refuse(key, "must be a string", err);
  case RUN_FIELD_FLAG:
    if (!json_is_boolean(value))
      return refuse(key, "must be true or false", err);
    return json_is_false(value) || run_field_read(d, field, NULL, err);
  case RUN_FIELD_FILES:
    return read_files(d, field, key, value, err);
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
  case RUN_FIELD_COUNT:
    break;
  }
  return read_digits(d, field, key, value, err);
}

static bool unknown(const char *key, struct err *err)
{
  const char *names[KEYS];
  char keys[KEYS][KEY];
  char near[128];
  size_t count, known = 0;
  const struct run_field *fields = run_fields(&count);

  for (size_t i = 0; i < FIXED_KEYS; i++)
    names[known++] = fixed[i];
  for (size_t i = 0; i < count && known < KEYS; i++, known++)
    names[known] = key_of(&fields[i], keys[known]);
  text_did_you_mean(near, sizeof near, key, names, known);
  return err_set(err, ERR_USAGE, "a run has no \"%.60s\"%s", key,
                 near[0] ? near : "; lockhop help --schema lists what it has");
}

static bool read_key(struct description *d, const char *key, const json_t *value,
                     struct err *err)
{
  size_t count;
  const struct run_field *fields = run_fields(&count);
  char name[KEY];

  for (size_t i = 0; i < FIXED_KEYS; i++)
    if (strcmp(key, fixed[i]) == 0)
      return true;
  for (size_t i = 0; i < count; i++)
    if (strcmp(key_of(&fields[i], name), key) == 0)
      return read_field(d, &fields[i], key, value, err);
  return unknown(key, err);
}

static bool read_fixed(struct description *d, const json_t *json, struct err *err)
{
  const json_t *version = json_object_get(json, "version");
  const json_t *lock_step = json_object_get(json, "lock_step");
  const char *topology = json_string_value(json_object_get(json, "topology"));
  const json_t *traffic = json_object_get(json, "traffic");

  if (!json_is_object(json))
    return err_set(err, ERR_USAGE, "a run must be a JSON object");
  if (json_integer_value(version) != RUN_JSON_VERSION)
    return refuse("version", "must be 1, the version of this format", err);
  if (lock_step && !json_is_boolean(lock_step))
    return refuse("lock_step", "must be true or false", err);
  if (!topology)
    return refuse("topology", "must be a SPEC, such as \"hypercube:4\"", err);
  if (!json_is_string(traffic))
    return refuse("traffic", "must be a TRAFFIC, such as \"random\"", err);
  *d = description_of(topology, json_string_value(traffic));
  d->lock_step = json_is_true(lock_step);
  return true;
}

bool run_json_read(struct description *d, const json_t *json, struct err *err)
{
  const char *key;
  json_t *value;

  *d = description_of("", "");
  if (!read_fixed(d, json, err))
    return false;
  json_object_foreach((json_t *)json, key,
                      value) if (!read_key(d, key, value, err)) return false;
  return true;
}

/* --- the schema --- */

static json_t *number_schema(const struct run_field *field)
{
  json_t *schema =
      json_pack("{s:s, s:I}", "type", "integer", "minimum", (json_int_t)field->least);

  if (field->most <= INT64_MAX)
    json_object_set_new(schema, "maximum", json_integer((json_int_t)field->most));
  if (field->kind == RUN_FIELD_NUMBER)
    return schema;
  return json_pack("{s:[o, {s:s, s:s}]}", "anyOf", schema, "type", "string", "pattern",
                   field->kind == RUN_FIELD_PACKETS ? "^(ports|[0-9]+)$" : "^[0-9]+$");
}

static json_t *value_schema(const struct run_field *field)
{
  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return json_pack("{s:s}", "type", "string");
  case RUN_FIELD_CYCLES:
    return json_pack("{s:s, s:s}", "type", "string", "pattern", "^[0-9]+-[0-9]+$");
  case RUN_FIELD_FLAG:
    return json_pack("{s:s}", "type", "boolean");
  case RUN_FIELD_FILES:
    return json_pack("{s:s, s:{s:s}, s:i}", "type", "array", "items", "type", "string",
                     "maxItems", (int)field->most);
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
  case RUN_FIELD_COUNT:
    break;
  }
  return number_schema(field);
}

static json_t *properties(void)
{
  size_t count;
  const struct run_field *fields = run_fields(&count);
  char key[KEY];
  json_t *all = json_pack(
      "{s:{s:i}, s:{s:s, s:s}, s:{s:s, s:s}, s:{s:s, s:s}}", "version", "const",
      RUN_JSON_VERSION, "lock_step", "type", "boolean", "description",
      "the golden machine and another, compared in every cycle; else one machine alone",
      "topology", "type", "string", "description", "a SPEC (lockhop list topologies)",
      "traffic", "type", "string", "description", "a TRAFFIC (lockhop list traffic)");

  for (size_t i = 0; i < count; i++) {
    json_t *schema = value_schema(&fields[i]);

    json_object_set_new(schema, "description", json_string(fields[i].help));
    json_object_set_new(all, key_of(&fields[i], key), schema);
  }
  return all;
}

json_t *run_json_schema(void)
{
  return json_pack("{s:s, s:s, s:s, s:s, s:[s, s, s], s:b, s:o}", "$schema",
                   "https://json-schema.org/draft/2020-12/schema", "title",
                   "A run of lockhop", "description",
                   "What a run is, before anything of it is made. Keys are the options of "
                   "lockhop run and cosim, with _ for -.",
                   "type", "object", "required", "version", "topology", "traffic",
                   "additionalProperties", 0, "properties", properties());
}
