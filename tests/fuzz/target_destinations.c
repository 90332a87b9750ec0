/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* destinations -- the file of the traffic file:PATH, on three networks. */
#include "tests/fuzz/schedule_laws.h"

static const char *const specs[] = {"hypercube:3", "d3:2,2", "mesh:3x2,terminals=2"};

FUZZ_TARGET(destinations)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  char traffic[FUZZ_PATH + 8];

  snprintf(traffic, sizeof traffic, "file:%s", file.path);
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct schedule schedule;
    struct topology t;
    struct err err;

    LAW(topology_open(&t, specs[i], &err), "%s: %s", specs[i], err.text);
    struct traffic_request request = request_of(&t, &t.routings[0], traffic);
    if (schedule_make(&schedule, &request, &err)) {
      check_entries(&schedule, &t);
      check_round_trip(&schedule, &t, &t.routings[0]);
      schedule_free(&schedule);
    } else {
      fuzz_refused(&err);
    }
    topology_close(&t);
  }
  fuzz_file_close(&file);
}
