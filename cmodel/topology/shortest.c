/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shortest -- shortest paths as headers of the route unit source_route. */
#include "topology/shortest.h"

#include "base/memory.h"
#include "route/source_route.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_SEEN = UINT8_MAX, HEADER_BITS = 64 };

bool shortest_open(struct shortest *s, uint32_t switches)
{
  *s = (struct shortest){.switches = switches, .root = UINT32_MAX};
  s->back = memory_table(switches, sizeof *s->back);
  s->queue = memory_table(switches, sizeof *s->queue);
  return s->back && s->queue;
}

void shortest_close(struct shortest *s)
{
  free(s->back);
  free(s->queue);
}

static void search(struct shortest *s, const struct topology *t, uint32_t root)
{
  uint32_t end = 0;

  memset(s->back, NOT_SEEN, s->switches);
  s->back[root] = 0;
  s->queue[end++] = root;
  for (uint32_t next = 0; next < end; next++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const struct link far = topology_link(t, s->queue[next], port);

      if (s->back[far.to_switch] != NOT_SEEN || (s->closed && s->closed[far.to_switch]))
        continue;
      s->back[far.to_switch] = (uint8_t)far.to_port;
      s->queue[end++] = far.to_switch;
    }
  s->root = root;
}

bool shortest_reaches(struct shortest *s, const struct topology *t, uint32_t root,
                      uint32_t to)
{
  if (s->root != root)
    search(s, t, root);
  return s->back[to] != NOT_SEEN;
}

uint64_t shortest_header(struct shortest *s, const struct topology *t, uint32_t root,
                         uint32_t to)
{
  uint64_t header = source_route_end;
  uint32_t hops = 0;

  if (!shortest_reaches(s, t, root, to))
    return 0;
  while (to != root) {
    const struct link hop = topology_link(t, to, s->back[to]);

    if (source_route_bits(t->ports, ++hops) > HEADER_BITS)
      return 0;
    header = source_route_before(t->ports, hop.to_port, header);
    to = hop.to_switch;
  }
  return header;
}
