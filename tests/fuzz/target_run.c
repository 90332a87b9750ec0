/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- a run as one JSON object (docs/schema/run.json). */
#include "tests/fuzz/fuzz.h"
#include "tool/session/run_json.h"

/* What was read is written, and read again as the same. */
static void check_round_trip(const struct description *d)
{
  json_t *json = run_json_write(d, RUN_FIELD_RECORD);
  struct description again;
  struct err err;

  LAW(json, "cannot be written");
  LAW(run_json_read(&again, json, &err), "written and refused: %s", err.text);
  json_t *json_again = run_json_write(&again, RUN_FIELD_RECORD);
  LAW(json_again && json_equal(json, json_again), "written and read is another run");
  json_decref(json);
  json_decref(json_again);
}

FUZZ_TARGET(run)
{
  json_t *json = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
  struct description d;
  struct err err;

  if (!json)
    return;
  if (run_json_read(&d, json, &err))
    check_round_trip(&d);
  else
    fuzz_refused(&err);
  json_decref(json);
}
