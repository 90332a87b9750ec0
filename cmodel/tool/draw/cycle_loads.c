/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cycle_loads -- a packet that goes round a Hamiltonian cycle, once. */
#include "tool/draw/cycle_loads.h"

#include "base/memory.h"
#include "network/topology/hamiltonian.h"

#include <stdlib.h>

bool cycle_loads_count(struct run_loads *loads, const struct topology *t, const char **how,
                       struct err *err)
{
  uint32_t *cycle = memory_table(t->switches, sizeof *cycle);
  const bool good =
      cycle ? hamiltonian_find(t, cycle, how, err)
            : err_set(err, ERR_ENVIRONMENT, "not enough memory for a cycle of %u switches",
                      t->switches);

  for (uint32_t i = 0; good && i < t->switches; i++) {
    const uint32_t port = graph_port(t, cycle[i], cycle[(i + 1) % t->switches]);

    loads->links[(size_t)cycle[i] * t->ports + port]++;
    loads->switches[cycle[i]]++;
  }
  free(cycle);
  return good;
}
