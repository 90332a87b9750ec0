/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disjoint -- checks that the paths of packets share no switch. */
#include "network/topology/disjoint.h"

#include <stdlib.h>

enum { HOPS = 256, WORD = 64 };

/* One packet: the switches of its path into `used`, a bit for each. */
static bool follow(const struct topology *t, const struct routing *routing, uint64_t *used,
                   uint32_t source, uint32_t destination, uint64_t header, struct err *err)
{
  struct hop hops[HOPS];
  char address[ADDRESS_TEXT];
  const size_t count =
      destination < t->terminals
          ? topology_path(t, routing, source, destination, header, 0, hops, HOPS)
          : 0;

  if (count == 0)
    return err_set(err, ERR_USAGE, "%s: the packet of terminal %u does not arrive at %u",
                   t->spec, source, destination);
  for (size_t i = 0; i < count; i++) {
    uint64_t *word = &used[hops[i].at / WORD];
    const uint64_t bit = UINT64_C(1) << hops[i].at % WORD;

    if (*word & bit) {
      t->row->print_address(t, hops[i].at, address);
      return err_set(err, ERR_USAGE,
                     "%s: the packet of terminal %u meets an earlier one at switch %s",
                     t->spec, source, address);
    }
    *word |= bit;
  }
  return true;
}

bool disjoint_paths(const struct topology *t, const struct routing *routing,
                    const uint32_t *destinations, const uint64_t *headers, struct err *err)
{
  uint64_t *used = calloc(t->switches / WORD + 1, sizeof *used);
  bool good = used != NULL;

  if (!good)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the switches of %s", t->spec);
  for (uint32_t source = 0; good && source < t->terminals; source++)
    if (destinations[source] != UINT32_MAX)
      good = follow(t, routing, used, source, destinations[source], headers[source], err);
  free(used);
  return good;
}
