/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route -- lockhop route: one path, hop by hop, with headers. */
#include "base/rng.h"
#include "network/topology/faults.h"
#include "tool/cli/options.h"
#include "tool/cli/structure.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FIELDS = 16 };

static void print_hops(const struct topology *t, const struct routing *routing,
                       const struct hop *hops, size_t count)
{
  struct field fields[FIELDS];
  size_t field_count = routing_fields(routing, t, fields, FIELDS);

  printf("# step switch address port header\n");
  for (size_t i = 0; i < count; i++) {
    char address[ADDRESS_TEXT], words[256], port[16] = "eject";

    t->row->print_address(t, hops[i].at, address);
    if (hops[i].port != UINT32_MAX)
      snprintf(port, sizeof port, "%u", hops[i].port);
    printf("%zu %u %s %s 0x%" PRIx64 " %s\n", i + 1, hops[i].at, address, port,
           hops[i].header,
           field_print(words, sizeof words, fields, field_count, hops[i].header));
  }
}

/* The path of one packet. */
static bool print_path(const struct settings *settings, const struct topology *t,
                       const struct routing *routing, uint32_t source, uint32_t destination,
                       bool *arrives, struct err *err)
{
  size_t capacity = 2 * (size_t)t->switches + 2; /* by way of an intermediate switch */
  struct hop *hops = malloc(capacity * sizeof *hops);
  if (!hops)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a path");
  struct rng rng = rng_seed(settings->run.seed, 0);
  uint64_t header = topology_header(t, routing, source, destination, rng_next(&rng));
  size_t count = topology_path(t, routing, source, destination, header, settings->run.seed,
                               hops, capacity);
  print_hops(t, routing, hops, count);
  free(hops);
  *arrives = count > 0;
  return true;
}

static bool options_fit(const struct settings *settings, struct err *err)
{
  if (settings->disjoint && settings->run.routing)
    return err_set(err, ERR_USAGE,
                   "--disjoint finds paths in the graph; --routing has no meaning with it");
  return settings->disjoint || !settings->json ||
         err_set(err, ERR_USAGE, "--json is for --disjoint");
}

int command_route(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  uint32_t source, destination;
  bool arrives = true;

  struct description description = description_of(settings->argument[0], NULL);
  description.routing = settings->run.routing;
  description.failed = settings->run.failed;
  if (!options_fit(settings, err) || !session_topology(&t, &description, err))
    return (int)err->kind;
  const struct routing *routing = session_routing(&t, &description, err);
  if (!routing ||
      !topology_parse_terminal(&t, settings->argument[1], "source", &source, err) ||
      !topology_parse_terminal(&t, settings->argument[2], "destination", &destination, err))
    return (int)err->kind;
  if (!faults_may_send(&t, source, destination)) {
    err_set(err, ERR_USAGE, "'%.100s' has failed; give two switches that are left",
            settings->argument[faults_failed(&t, topology_source(&t, source)) ? 1 : 2]);
    return (int)err->kind;
  }
  const bool good =
      settings->disjoint
          ? disjoint_print(settings, &t, source, destination, err)
          : print_path(settings, &t, routing, source, destination, &arrives, err);
  return !good ? (int)err->kind : arrives ? 0 : 1;
}
