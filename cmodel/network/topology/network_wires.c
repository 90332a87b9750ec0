/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_wires -- the ports of a network in a file, and what every port leads to. */
#include "network/topology/network_wires.h"

#include <inttypes.h>
#include <stdlib.h>

/* What is taken of a switch: bit p is port p. */
struct taken {
  uint64_t outputs, inputs;
};

/* A link with both its ports. */
struct wire {
  uint32_t from_port, to_port;
};

static uint64_t *side(struct taken *taken, bool output)
{
  return output ? &taken->outputs : &taken->inputs;
}

/* The port that one end of a link said, marked in both directions if the link has both. */
static bool take_said(const struct network_file *f, struct taken *taken,
                      const struct network_link *link, bool at_from, struct err *err)
{
  const uint32_t sw = at_from ? link->from : link->to;
  const int32_t port = at_from ? link->from_port : link->to_port;
  const uint64_t bit = port < 0 ? 0 : UINT64_C(1) << port;

  for (int output = 0; output < 2; output++) {
    uint64_t *of = side(&taken[sw], output);

    if (link->one_way && (bool)output != at_from)
      continue;
    if (*of & bit)
      return network_refuse(f, link->line, err,
                            "port %" PRId32 " of '%s' has a link already; give another "
                            "port, or none",
                            port, f->switches[sw].name);
    *of |= bit;
  }
  return true;
}

/* The port of one end: said, or the lowest that is free. */
static bool take(const struct network_file *f, struct taken *taken,
                 const struct network_link *link, bool at_from, uint32_t *port,
                 struct err *err)
{
  const uint32_t sw = at_from ? link->from : link->to;
  const int32_t said = at_from ? link->from_port : link->to_port;
  uint64_t full = 0;

  if (said >= 0) {
    *port = (uint32_t)said;
    return true;
  }
  if (!link->one_way || at_from)
    full |= taken[sw].outputs;
  if (!link->one_way || !at_from)
    full |= taken[sw].inputs;
  *port = bits_lowest(~full);
  if (*port >= TOPOLOGY_PORTS)
    return network_refuse(f, link->line, err,
                          "'%s' has more than %d links, which is the "
                          "limit of a switch",
                          f->switches[sw].name, TOPOLOGY_PORTS);
  if (!link->one_way || at_from)
    taken[sw].outputs |= UINT64_C(1) << *port;
  if (!link->one_way || !at_from)
    taken[sw].inputs |= UINT64_C(1) << *port;
  return true;
}

static bool choose_ports(struct network_wires *w, const struct network_file *f,
                         struct taken *taken, struct wire *wires, struct err *err)
{
  for (uint32_t i = 0; i < f->link_count; i++)
    if (!take_said(f, taken, &f->links[i], true, err) ||
        !take_said(f, taken, &f->links[i], false, err))
      return false;
  for (uint32_t i = 0; i < f->link_count; i++) {
    if (!take(f, taken, &f->links[i], true, &wires[i].from_port, err) ||
        !take(f, taken, &f->links[i], false, &wires[i].to_port, err))
      return false;
    w->one_way |= f->links[i].one_way;
  }
  for (uint32_t sw = 0; sw < w->switches; sw++) {
    const uint64_t all = taken[sw].outputs | taken[sw].inputs;

    if (all && bits_highest(all) >= w->ports)
      w->ports = bits_highest(all) + 1;
  }
  return true;
}

static void connect(struct network_wires *w, uint32_t from, uint32_t from_port, uint32_t to,
                    uint32_t to_port, bool used)
{
  const size_t link = (size_t)from * w->ports + from_port;

  w->to[link] = (struct link){.to_switch = to, .to_port = to_port};
  w->feeder[(size_t)to * w->ports + to_port] = (uint32_t)link;
  w->used[link] = used;
}

/* Unused outputs to themselves, or where links go one way to unused inputs, both in
 * ascending order. */
static void connect_unused(struct network_wires *w, const struct taken *taken)
{
  uint32_t to = 0, to_port = 0;

  for (uint32_t sw = 0; sw < w->switches; sw++)
    for (uint32_t port = 0; port < w->ports; port++) {
      if (taken[sw].outputs >> port & 1)
        continue;
      if (!w->one_way) {
        connect(w, sw, port, sw, port, false);
        continue;
      }
      while (taken[to].inputs >> to_port & 1 || to_port == w->ports) {
        to += to_port == w->ports;
        to_port = to_port == w->ports ? 0 : to_port + 1;
      }
      connect(w, sw, port, to, to_port++, false);
    }
}

static bool make(struct network_wires *w, const struct network_file *f, struct taken *taken,
                 struct wire *wires, struct err *err)
{
  if (!choose_ports(w, f, taken, wires, err))
    return false;
  const size_t count = (size_t)w->switches * w->ports;
  w->to = calloc(count, sizeof *w->to);
  w->feeder = calloc(count, sizeof *w->feeder);
  w->used = calloc(count, sizeof *w->used);
  if (!w->to || !w->feeder || !w->used)
    return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path);
  for (uint32_t i = 0; i < f->link_count; i++) {
    const struct network_link *link = &f->links[i];

    connect(w, link->from, wires[i].from_port, link->to, wires[i].to_port, true);
    if (!link->one_way)
      connect(w, link->to, wires[i].to_port, link->from, wires[i].from_port, true);
  }
  connect_unused(w, taken);
  return true;
}

bool network_wires_open(struct network_wires *w, const struct network_file *f,
                        struct err *err)
{
  struct taken *taken = calloc(f->switch_count, sizeof *taken);
  struct wire *wires = calloc(f->link_count, sizeof *wires);
  const bool room = taken && wires;

  *w = (struct network_wires){.switches = f->switch_count};
  const bool good = room && make(w, f, taken, wires, err);
  free(taken);
  free(wires);
  return good ||
         (room ? false
               : err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path));
}

void network_wires_close(struct network_wires *w)
{
  free(w->to);
  free(w->feeder);
  free(w->used);
}
