/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace -- the file of trace:PATH, on the network that its first line names. */
#include "tests/fuzz/schedule_laws.h"

#include "network/traffic/trace.h"

enum { SWITCHES_MOST = 64, WORD = 60 };

/* The network and the routing of the title, if they are there and small. */
static void open_network(struct topology *t, const struct routing **routing,
                         const char *text)
{
  char spec[WORD + 1] = "", name[WORD + 1] = "";
  struct err err;

  sscanf(text, "# lockhop schedule %*d %60s %60s", spec, name);
  bool good = !fuzz_names_files(spec) && topology_open(t, spec, &err);
  if (good && t->switches > SWITCHES_MOST) {
    topology_close(t);
    good = false;
  }
  if (!good)
    LAW(topology_open(t, "hypercube:3", &err), "%s", err.text);
  *routing = topology_routing(t, name, &err);
  if (!*routing)
    *routing = &t->routings[0];
}

FUZZ_TARGET(trace)
{
  char *text = fuzz_text(data, size);
  struct fuzz_file file = fuzz_file_of(data, size);
  const struct routing *routing;
  char traffic[FUZZ_PATH + 8];
  struct schedule schedule;
  struct topology t;
  struct err err;

  open_network(&t, &routing, text);
  snprintf(traffic, sizeof traffic, "trace:%s", file.path);
  struct traffic_request request = request_of(&t, routing, traffic);
  if (schedule_make(&schedule, &request, &err)) {
    check_entries(&schedule, &t);
    check_round_trip(&schedule, &t, routing);
    schedule_free(&schedule);
  } else {
    fuzz_refused(&err);
  }
  topology_close(&t);
  fuzz_file_close(&file);
  free(text);
}
