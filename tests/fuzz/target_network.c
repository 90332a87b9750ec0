/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network -- a network in a file: JSON, an edge list, or anynet.
 * Of one that is accepted, every routing brings packets to their destinations. */
#include "network/topology/topology.h"
#include "tests/fuzz/fuzz.h"

enum { HOPS = 256, SITES = 8 /* of which the paths are followed */ };

static void check_paths(const struct topology *t, const struct routing *routing)
{
  struct hop hops[HOPS];

  for (uint32_t from = 0; from < t->sites && from < SITES; from++)
    for (uint32_t to = 0; to < t->sites && to < SITES; to++) {
      const uint32_t source = topology_terminal(t, from, 0);
      const uint32_t destination = topology_terminal(t, to, 0);
      const uint64_t header = topology_header(t, routing, source, destination, 1);
      const size_t count =
          topology_path(t, routing, source, destination, header, 1, hops, HOPS);

      LAW(count > 0 && hops[count - 1].at == topology_sink(t, destination),
          "%s: from %u to %u there is no way", routing->name, source, destination);
    }
}

FUZZ_TARGET(network)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  char spec[FUZZ_PATH + 8];
  struct topology t;
  struct err err;

  snprintf(spec, sizeof spec, "file:%s", file.path);
  if (topology_open(&t, spec, &err)) {
    for (size_t i = 0; i < t.routing_count; i++)
      check_paths(&t, &t.routings[i]);
    topology_close(&t);
  } else {
    fuzz_refused(&err);
  }
  fuzz_file_close(&file);
}
