/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shortest -- shortest paths as headers of the route unit source_route. */
#include "network/topology/shortest.h"

#include "base/memory.h"
#include "switch/route/source_route.h"

#include <stdlib.h>
#include <string.h>

enum {
  NOT_SEEN = UINT8_MAX,
  HEADER_BITS = 64,
  ALL_KEPT = 4096 /* switches of a network whose trees are all kept: 16 MiB */
};

bool shortest_open(struct shortest *s, uint32_t switches)
{
  *s = (struct shortest){.switches = switches, .root = UINT32_MAX};
  s->queue = memory_table(switches, sizeof *s->queue);
  s->spare = memory_table(switches, sizeof *s->spare);
  if (switches <= ALL_KEPT)
    s->trees = calloc(switches, sizeof *s->trees);
  return s->queue && s->spare;
}

void shortest_close(struct shortest *s)
{
  for (uint32_t root = 0; s->trees && root < s->switches; root++)
    free(s->trees[root]);
  free(s->trees);
  free(s->spare);
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
}

/* s->back is the tree of this root: the spare, where there is no memory to keep it. */
static void find_tree(struct shortest *s, const struct topology *t, uint32_t root)
{
  if (s->root == root)
    return;
  uint8_t *kept = s->trees ? s->trees[root] : NULL;

  s->root = root;
  s->back = kept;
  if (kept)
    return;
  if (s->trees)
    s->trees[root] = malloc(s->switches);
  s->back = s->trees && s->trees[root] ? s->trees[root] : s->spare;
  search(s, t, root);
}

bool shortest_reaches(struct shortest *s, const struct topology *t, uint32_t root,
                      uint32_t to)
{
  find_tree(s, t, root);
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
