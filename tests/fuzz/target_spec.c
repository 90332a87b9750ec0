/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* spec -- a network as a command line names it. */
#include "network/topology/topology.h"
#include "tests/fuzz/fuzz.h"

/* The canonical spec means the same network. */
static void check_canonical(const struct topology *t)
{
  struct topology again;
  struct err err;

  LAW(topology_open(&again, t->spec, &err), "'%s': %s", t->spec, err.text);
  LAW(strcmp(again.spec, t->spec) == 0, "'%s' becomes '%s'", t->spec, again.spec);
  LAW(again.switches == t->switches && again.terminals == t->terminals &&
          again.ports == t->ports && again.routing_count == t->routing_count,
      "'%s' is another network", t->spec);
  topology_close(&again);
}

FUZZ_TARGET(spec)
{
  char *text = fuzz_text(data, size);
  struct topology t;
  struct err err;

  if (fuzz_names_files(text)) {
    free(text);
    return;
  }
  if (topology_open(&t, text, &err)) {
    check_canonical(&t);
    topology_close(&t);
  } else {
    fuzz_refused(&err);
  }
  free(text);
}
