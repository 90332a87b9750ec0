/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_objects -- the objects of Verilated switches, and the parts of an array. */
#include "verilog/simulator/verilated_ranks.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  NAME_BYTES = 16 /* "s" and a switch number */
};

/* --- in the plug-in --- */

/* With a name for each. */
static void open_named(struct verilated *m)
{
  char(*names)[NAME_BYTES] = calloc(m->instances, sizeof *names);
  const char **list = calloc(m->instances, sizeof *list);

  if (names && list) {
    for (uint32_t i = 0; i < m->instances; i++) {
      if (m->network)
        snprintf(names[i], NAME_BYTES, "network");
      else
        snprintf(names[i], NAME_BYTES, "s%" PRIu32, m->first + i);
      list[i] = names[i];
    }
    m->dut = m->sizes ? engine_sizes_make(m->sizes, m->instances, list, &m->host.dut)
                      : m->plugin.ops->open(m->first, m->instances, list, &m->host.dut);
  }
  free(list);
  free(names);
}

static bool open_dut(struct verilated *m)
{
  if (!m->plugin.ops->make)
    open_named(m);
  else
    m->dut = m->plugin.ops->open(m->first, m->instances, NULL, &m->host.dut);
  if (m->dut)
    verilated_make(m);
  return m->dut != NULL;
}

/* Tell the plug-in where the links go.  False: memory is short. */
static bool wire_dut(struct verilated *m)
{
  const struct topology *t = m->shape.topology;
  struct dut_link *links = calloc((size_t)t->switches * t->ports, sizeof *links);

  for (uint32_t sw = 0; links && sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const struct link link = topology_link(t, sw, port);

      links[(size_t)sw * t->ports + port] =
          (struct dut_link){.to_switch = link.to_switch, .to_port = link.to_port};
    }
  const bool wired = links && m->plugin.ops->wire(m->dut, links) == 0;
  free(links);
  return wired;
}

/* --- parts of an array --- */

/* List the ends of links to other parts.  False: memory is short. */
static bool list_border(struct verilated_part *p)
{
  const struct wiring *w = &p->machine->wiring;
  const size_t first = (size_t)p->from * w->ports, end = (size_t)p->to * w->ports;
  size_t count = 0;

  for (size_t i = first; i < end; i++)
    count += !verilated_is_own(p, w->feeder[i]) || !verilated_is_own(p, w->taker[i]);
  p->border = malloc((count + 1) * sizeof *p->border);
  for (size_t i = first; p->border && i < end; i++)
    if (!verilated_is_own(p, w->feeder[i]) || !verilated_is_own(p, w->taker[i]))
      p->border[p->border_count++] =
          (uint32_t)(i / w->ports) << WIRING_PORT_BITS | (uint32_t)(i % w->ports);
  return p->border != NULL;
}

static bool open_part(struct verilated *m, const struct parts *parts, uint32_t i)
{
  struct verilated_part *p = &m->parts[i];

  p->machine = m;
  p->from = m->share ? m->first : parts_first(parts, i);
  p->to = m->share ? m->end : parts_first(parts, i + 1);
  p->mark = &m->host.watchdog->marks[i];
  p->dut = i == 0 ? m->dut : m->plugin.ops->hand(m->dut);
  if (!p->dut || !rest_part_open(&p->rest, &m->rest) ||
      !moore_open(&p->moore, m->plugin.ops, p->dut, &m->pins, &m->shape, m->network))
    return false;
  p->moore.ready_free = m->settles;
  return parts->count == 1 || !m->wiring.feeder || list_border(p);
}

/* False: memory is short. */
static bool open_parts(struct verilated *m)
{
  const struct parts parts = verilated_parts(m);
  bool good = (m->parts = memory_apart(parts.count, sizeof *m->parts)) != NULL;

  m->count = good ? parts.count : 0;
  for (uint32_t i = 0; i < m->count && good; i++)
    good = open_part(m, &parts, i);
  return good;
}

static void close_parts(struct verilated *m)
{
  for (uint32_t i = 0; i < m->count; i++) {
    rest_part_close(&m->parts[i].rest);
    moore_close(&m->parts[i].moore);
    free(m->parts[i].border);
  }
  free(m->parts);
  m->parts = NULL;
  m->count = 0;
}

/* --- all that belongs to them --- */

void verilated_close_objects(struct verilated *m)
{
  close_parts(m);
  rest_close(&m->rest);
  pins_close(&m->pins);
  if (m->dut)
    m->plugin.ops->close(m->dut);
  m->dut = NULL;
}

/* An array alone: its links are here.  Where ready bits settle, a switch is evaluated
 * without a clock edge too; where coverage is counted, every evaluation counts. */
static bool can_rest(const struct verilated *m)
{
  return !m->host.every && !verilated_together(m) && !m->settles &&
         !m->plugin.ops->coverage_start;
}

bool verilated_open_objects(struct verilated *m, struct err *err)
{
  verilated_close_objects(m);
  if (!open_dut(m) || (m->wired && !wire_dut(m)))
    return err_set(err, ERR_ENVIRONMENT,
                   "not enough memory for the design on %s; --dut-memory sets the limit",
                   m->shape.topology->spec);
  m->unseen = true;
  if (rest_open(&m->rest, m->plugin.ops, m->dut, m->shape.topology->switches, m->first,
                m->end, can_rest(m)) &&
      pins_open(&m->pins, m->plugin.ops, m->dut, m->first, m->end, &m->shape.format) &&
      open_parts(m))
    return true;
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", m->shape.topology->spec);
}
