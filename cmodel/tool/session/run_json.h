/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_json -- a run as one JSON object, by the table of its fields (docs/schema/).
 *
 *     {"version": 1, "lock_step": true, "topology": "hypercube:4", "traffic": "random",
 *      "packets": 8, "depth": 2, "seed": 7, "dut": ["my_switch.v"]}
 *
 * Keys are the options of lockhop run and cosim, with '_' for '-'.  What is not said has
 * its default.  Numbers are numbers, those from 2^53 on strings of digits; the number of
 * packets may be "ports"; a range of cycles is "A-B".
 */
#ifndef LOCKHOP_TOOL_SESSION_RUN_JSON_H
#define LOCKHOP_TOOL_SESSION_RUN_JSON_H

#include "tool/session/fields.h"

#include <jansson.h>

enum { RUN_JSON_VERSION = 1 };

/* The fields of these roles (up to `most`) that were said, and the seed always.  NULL when
 * memory is short or a text is not UTF-8. */
json_t *run_json_write(const struct description *d, enum run_field_role most);

/* Strings of *d are those of `json`, which must stay as long.  Error: ERR_USAGE that names
 * the key and what is allowed. */
bool run_json_read(struct description *d, const json_t *json, struct err *err);

/* The JSON Schema (draft 2020-12) of such an object. */
json_t *run_json_schema(void);

#endif
