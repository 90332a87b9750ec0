/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disjoint -- lockhop route --disjoint: as many paths as have only their ends in common. */
#include "network/topology/node_disjoint.h"
#include "tool/cli/structure.h"

enum { MOST_SWITCHES = 1 << 22 };

/* The node behind this one on path `path`. */
static uint32_t next_of(const struct node_disjoint *d, uint32_t path, uint32_t node)
{
  return node == d->from ? d->starts[path] : d->after[node];
}

/* --- text --- */

static void print_path(const struct node_disjoint *d, const struct topology *t,
                       uint32_t path)
{
  char address[ADDRESS_TEXT];
  uint32_t step = 1, at = d->from;

  for (; at != d->to; at = next_of(d, path, at), step++) {
    t->row->print_address(t, at, address);
    printf("%u %u %u %s %u\n", path + 1, step, at, address,
           graph_port(t, at, next_of(d, path, at)));
  }
  t->row->print_address(t, at, address);
  printf("%u %u %u %s end\n", path + 1, step, at, address);
}

/* Why there are no more. */
static void print_cut(const struct node_disjoint *d)
{
  const char *mark = "";

  printf("# disjoint paths %u; without ", d->paths);
  for (uint32_t node = 0; node < d->g->nodes; node++)
    if (node_disjoint_is_cut(d, node)) {
      printf("%s%u", *mark ? mark : "switches ", node);
      mark = ",";
    }
  if (d->direct)
    printf("%sthe link from source to destination", *mark ? " and " : "");
  printf("%s no path is left\n", *mark || d->direct ? "" : "anything");
}

/* --- JSON --- */

static json_t *path_object(const struct node_disjoint *d, const struct topology *t,
                           uint32_t path)
{
  json_t *switches = json_array(), *ports = json_array();
  uint32_t at = d->from;

  json_array_append_new(switches, json_integer(at));
  while (at != d->to) {
    const uint32_t next = next_of(d, path, at);

    json_array_append_new(ports, json_integer(graph_port(t, at, next)));
    json_array_append_new(switches, json_integer(next));
    at = next;
  }
  return json_pack("{s:o, s:o}", "switches", switches, "ports", ports);
}

static json_t *object_of(const struct node_disjoint *d, const struct topology *t)
{
  json_t *paths = json_array(), *cut = json_array();

  for (uint32_t path = 0; path < d->paths; path++)
    json_array_append_new(paths, path_object(d, t, path));
  for (uint32_t node = 0; node < d->g->nodes; node++)
    if (node_disjoint_is_cut(d, node))
      json_array_append_new(cut, json_integer(node));
  return json_pack("{s:s, s:i, s:i, s:o, s:o, s:b}", "topology", t->spec, "source",
                   (int)d->from, "destination", (int)d->to, "paths", paths, "cut", cut,
                   "direct", d->direct);
}

/* --- the command --- */

static bool print_all(const struct settings *settings, const struct node_disjoint *d,
                      const struct topology *t, struct err *err)
{
  uint64_t length = 0;

  for (uint32_t path = 0; path < d->paths; path++)
    for (uint32_t at = d->from; at != d->to; at = next_of(d, path, at))
      length++;
  if (!structure_fits(settings, length, "switches of paths", err))
    return false;
  if (structure_has_text(settings)) {
    printf("# path step switch address port\n");
    for (uint32_t path = 0; path < d->paths && !ferror(stdout); path++)
      print_path(d, t, path);
    print_cut(d);
  }
  return structure_write(settings, settings->json ? object_of(d, t) : NULL, err);
}

bool disjoint_print(const struct settings *settings, const struct topology *t,
                    uint32_t source, uint32_t destination, struct err *err)
{
  const uint32_t from = topology_source(t, source), to = topology_sink(t, destination);
  struct node_disjoint d;
  struct graph g;
  char address[ADDRESS_TEXT];

  t->row->print_address(t, from, address);
  if (from == to)
    return err_set(err, ERR_USAGE,
                   "source and destination are both at switch %s of %s; disjoint paths are "
                   "between two switches",
                   address, t->spec);
  if (t->switches > MOST_SWITCHES)
    return err_set(err, ERR_USAGE, "%s has %u switches; --disjoint takes at most %d",
                   t->spec, t->switches, MOST_SWITCHES);
  if (!graph_open(&g, t, err))
    return false;
  bool good = node_disjoint_open(&d, &g, err);
  if (good) {
    node_disjoint_find(&d, from, to);
    good = print_all(settings, &d, t, err);
    node_disjoint_close(&d);
  }
  graph_close(&g);
  return good;
}
