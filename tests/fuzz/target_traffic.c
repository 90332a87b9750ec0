/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* traffic -- the text of a kind of traffic with its options, on small networks: the first
 * byte chooses network and routing. */
#include "tests/fuzz/schedule_laws.h"

static const char *const specs[] = {
    "hypercube:3", "hypercube:4", "d3:2,2",  "mesh:4x3",   "mesh:3x2,terminals=2",
    "torus:4x4",   "butterfly:2", "benes:3", "dual-cube:2"};

enum { SPECS = sizeof specs / sizeof specs[0] };

static void try(const struct topology *t, const struct routing *routing, const char *text)
{
  struct traffic_request request = request_of(t, routing, text);
  struct schedule schedule;
  struct err err;

  if (!schedule_make(&schedule, &request, &err)) {
    fuzz_failed(&err); /* ERR_ENVIRONMENT: more packets than request.most */
    return;
  }
  LAW(schedule.count <= PACKETS_MOST, "%s: %zu packets", text, schedule.count);
  check_entries(&schedule, t);
  if (!schedule.reduction && !schedule.group) /* which a trace does not hold */
    check_round_trip(&schedule, t, routing);
  schedule_free(&schedule);
}

FUZZ_TARGET(traffic)
{
  struct topology t;
  struct err err;

  if (size < 1)
    return;
  const char *spec = specs[data[0] % SPECS];
  char *text = fuzz_text(data + 1, size - 1);

  LAW(topology_open(&t, spec, &err), "%s: %s", spec, err.text);
  if (!fuzz_names_files(text))
    try(&t, &t.routings[data[0] / SPECS % t.routing_count], text);
  topology_close(&t);
  free(text);
}
