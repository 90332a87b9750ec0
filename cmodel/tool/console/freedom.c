/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* freedom -- says whether a routing is free of deadlock, and why. */
#include "tool/console/freedom.h"

#include "tool/console/fold.h"
#include "tool/console/rows.h"

enum { TEXT = 512, REMEDY = 128 };

/* "0011 port 2 VC 1 -> ...": the channels of a cycle, the first one again at its end; ""
 * where there is none. */
static bool cycle_text(char text[TEXT], const struct dependency *d, uint32_t vcs,
                       struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  size_t used = 0;

  text[0] = '\0';
  if (d->cycle_length == 0)
    return true;
  if (!topology_open(&t, d->spec, err))
    return false;
  for (size_t i = 0; i <= d->cycle_length && used < TEXT; i++) {
    size_t k = i < d->cycle_length ? i : 0;
    const struct channel *channel = &d->cycle[k];
    char address[ADDRESS_TEXT], port[PORT_TEXT];

    if (k >= DEPENDENCY_CYCLE) {
      used += (size_t)snprintf(text + used, TEXT - used, " -> ...");
      break;
    }
    t.row->print_address(&t, channel->from_switch, address);
    topology_print_port(&t, channel->from_port, port);
    used += (size_t)snprintf(text + used, TEXT - used, "%s%s %s%s", i ? " -> " : "",
                             address, t.row->print_port ? "" : "port ", port);
    if (vcs > 1 && used < TEXT)
      used += (size_t)snprintf(text + used, TEXT - used, " VC %u", channel->channel_vc);
  }
  return true;
}

bool freedom_warn(const struct shape *shape, const struct dependency *d, FILE *file,
                  struct err *err)
{
  bool in_ports = shape->lanes == 0;
  char text[TEXT], remedy[REMEDY], line[2 * TEXT];

  if (!cycle_text(text, d, shape->vcs, err))
    return false;
  if (shape->routing->cyclic)
    snprintf(remedy, sizeof remedy, "no number of them prevents it with routing %s",
             shape->routing->name);
  else
    snprintf(remedy, sizeof remedy, "%s %u prevents it", in_ports ? "--lanes" : "--vcs",
             in_ports ? 1 : shape->routing->vcs);
  snprintf(line, sizeof line,
           "lockhop: warning: deadlock is possible with %u virtual channel%s%s, as on %s: "
           "%s; %s",
           shape->vcs, shape->vcs == 1 ? "" : "s", in_ports ? " and without lanes" : "",
           d->spec, text, remedy);
  fold_line(file, line);
  return true;
}

bool freedom_table(const struct topology *t, FILE *file, struct err *err)
{
  struct dependency d;
  char text[TEXT];

  fprintf(file, "\n%-40s %-8s %-10s %s\n", "routing", "VCs", "deadlock", "why");
  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];

    for (uint32_t vcs = 1; vcs <= routing->vcs; vcs++) {
      if (!dependency_check(&d, t, routing, vcs, false, err) ||
          !cycle_text(text, &d, vcs, err))
        return false;
      const int left = fprintf(file, "%-40s %-8u %-10s ", vcs == 1 ? routing->name : "",
                               vcs, d.cycle_length ? "possible" : "impossible");

      rows_end(file, left > 0 ? (size_t)left : 0, d.cycle_length ? text : routing->why);
    }
  }
  fprintf(
      file,
      "\nFor queues of any finite depth, packets starting in lanes of their own; found by "
      "walking%call packets of %s.  The cycles are of channels that can wait for each "
      "other.\n",
      fold_margin(file) > 0 ? ' ' : '\n', d.spec);
  return true;
}
