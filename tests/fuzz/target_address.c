/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* address -- terminals and routings as a command line names them, of small networks. */
#include "network/topology/topology.h"
#include "tests/fuzz/fuzz.h"

static const char *const specs[] = {"hypercube:4", "d3:2,3",  "mesh:3x2,terminals=2",
                                    "torus:4x3x2", "benes:3", "hdn:2x3:2"};

static void check_terminal(const struct topology *t, const char *text)
{
  char printed[ADDRESS_TEXT];
  uint32_t terminal, again;
  struct err err;

  if (!topology_parse_terminal(t, text, "SRC", &terminal, &err)) {
    fuzz_refused(&err);
    return;
  }
  LAW(terminal < t->terminals, "%s '%s': terminal %u", t->spec, text, terminal);
  topology_print_terminal(t, terminal, printed);
  LAW(topology_parse_terminal(t, printed, "SRC", &again, &err) && again == terminal,
      "%s '%s' is printed as '%s'", t->spec, text, printed);
}

FUZZ_TARGET(address)
{
  char *text = fuzz_text(data, size);

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t;
    struct err err;

    LAW(topology_open(&t, specs[i], &err), "%s: %s", specs[i], err.text);
    check_terminal(&t, text);
    const struct routing *routing = topology_routing(&t, text, &err);
    if (!routing)
      fuzz_refused(&err);
    else
      LAW(topology_routing(&t, routing->name, &err) == routing, "%s: %s", t.spec,
          routing->name);
    topology_close(&t);
  }
  free(text);
}
