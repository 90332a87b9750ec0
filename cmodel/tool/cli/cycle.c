/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cycle -- lockhop info --cycle: a Hamiltonian cycle. */
#include "base/memory.h"
#include "network/topology/hamiltonian.h"
#include "tool/cli/structure.h"

#include <stdlib.h>

static void print_text(const struct topology *t, const uint32_t *cycle, const char *how)
{
  char address[ADDRESS_TEXT];

  printf("# place switch address port\n");
  for (uint32_t i = 0; i < t->switches && !ferror(stdout); i++) {
    t->row->print_address(t, cycle[i], address);
    printf("%u %u %s %u\n", i, cycle[i], address,
           graph_port(t, cycle[i], cycle[(i + 1) % t->switches]));
  }
  printf("# Hamiltonian cycle of %u switches, %s\n", t->switches, how);
}

static json_t *object_of(const struct topology *t, const uint32_t *cycle, const char *how)
{
  json_t *switches = json_array(), *ports = json_array();

  for (uint32_t i = 0; i < t->switches; i++) {
    const uint32_t next = cycle[(i + 1) % t->switches];

    json_array_append_new(switches, json_integer(cycle[i]));
    json_array_append_new(ports, json_integer(graph_port(t, cycle[i], next)));
  }
  return json_pack("{s:s, s:s, s:o, s:o}", "topology", t->spec, "how", how, "switches",
                   switches, "ports", ports);
}

bool cycle_print(const struct settings *settings, const struct topology *t, struct err *err)
{
  uint32_t *cycle = memory_table(t->switches, sizeof *cycle);
  const char *how;

  bool good = cycle ? structure_fits(settings, t->switches, "switches", err) &&
                          hamiltonian_find(t, cycle, &how, err)
                    : err_set(err, ERR_ENVIRONMENT,
                              "not enough memory for a cycle of %u switches", t->switches);
  if (good) {
    if (structure_has_text(settings))
      print_text(t, cycle, how);
    good = structure_write(settings, settings->json ? object_of(t, cycle, how) : NULL, err);
  }
  free(cycle);
  return good;
}
