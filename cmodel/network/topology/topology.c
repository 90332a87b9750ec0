/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues. */
#include "network/topology/topology.h"

#include "base/bits.h"
#include "base/rng.h"
#include "base/text.h"
#include "network/topology/butterfly.h"
#include "network/topology/ccc.h"
#include "network/topology/d3.h"
#include "network/topology/fattree.h"
#include "network/topology/faults.h"
#include "network/topology/file_network.h"
#include "network/topology/flatfly.h"
#include "network/topology/hdn.h"
#include "network/topology/hypercube.h"
#include "network/topology/mdf.h"
#include "network/topology/mesh.h"
#include "network/topology/pn.h"
#include "network/topology/terminal.h"
#include "network/topology/torus.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  HINT = 128,
  PATH_STREAM = 0x9a7b /* of random numbers */
};

static const struct topology_row *const rows[] = {
    &hypercube, &d3,      &mdf,       &torus, &mesh,        &cmesh,
    &flatfly,   &fattree, &pn,        &benes, &waksman,     &butterfly,
    &hdn,       &rdn,     &dual_cube, &ccc,   &file_network};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct topology_row *const *topology_rows(size_t *count)
{
  *count = ROWS;
  return rows;
}

/* The row that spec[length] names. */
static const struct topology_row *find_row(const char *spec, size_t length, struct err *err)
{
  const char *names[ROWS];
  char name[TOPOLOGY_SPEC], hint[HINT];

  if (spec[0] == '\0') {
    err_set(err, ERR_USAGE, "the topology is empty; give one, as in %s",
            rows[0]->examples[0]);
    return NULL;
  }
  for (size_t i = 0; i < ROWS; i++) {
    names[i] = rows[i]->name;
    if (strlen(names[i]) == length && strncmp(names[i], spec, length) == 0)
      return rows[i];
  }
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name),
           spec);
  text_did_you_mean(hint, sizeof hint, name, names, ROWS);
  err_set(err, ERR_USAGE, "unknown topology '%s' in '%.100s'%s", name, spec,
          hint[0] != '\0' ? hint : "; 'lockhop list topologies' names them");
  return NULL;
}

bool topology_open(struct topology *t, const char *spec, struct err *err)
{
  size_t name_length = strcspn(spec, ":,");
  struct spec reader;

  memset(t, 0, sizeof *t);
  t->row = find_row(spec, name_length, err);
  if (!t->row)
    return false;
  if (strlen(spec) >= sizeof t->spec)
    return err_set(err, ERR_USAGE, "'%.40s...': longer than %d characters", spec,
                   TOPOLOGY_SPEC - 1);
  spec_start(&reader, spec, name_length, t->row->usage);
  spec_later(&reader, TERMINAL_KEY);
  if (!t->row->open(t, &reader, err) || !terminal_read_count(t, &reader, err) ||
      !routing_make_all(t, err)) {
    topology_close(t);
    return false;
  }
  memcpy(t->spec, reader.canonical, sizeof t->spec);
  return true;
}

void topology_close(struct topology *t)
{
  if (t->state && t->row->close)
    t->row->close(t);
  else
    free(t->state);
  free((void *)t->routings);
  faults_free(t->faults);
  memset(t, 0, sizeof *t);
}

struct link topology_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  return t->row->link(t, from_switch, port);
}

struct link topology_feeder(const struct topology *t, uint32_t sw, uint32_t port)
{
  for (uint32_t from = 0; topology_one_way(t) && from < t->switches; from++)
    for (uint32_t by = 0; by < t->ports; by++) {
      struct link link = topology_link(t, from, by);

      if (link.to_switch == sw && link.to_port == port)
        return (struct link){.to_switch = from, .to_port = by};
    }
  assert(!topology_one_way(t)); /* every port is the end of a link */
  return topology_link(t, sw, port);
}

enum port_kind topology_port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  return t->row->port_kind ? t->row->port_kind(t, sw, port) : PORT_LINK;
}

void topology_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  if (t->row->print_port)
    t->row->print_port(t, port, text);
  else
    snprintf(text, PORT_TEXT, "%" PRIu32, port);
}

bool topology_parse_number(const struct topology *t, const char *text, const char *what,
                           uint32_t count, const char *one, const char *many,
                           const char *example, uint32_t *value, struct err *err)
{
  size_t digits = strspn(text, "0123456789");
  uint64_t number;

  if (text_u64(text, count - 1, &number)) {
    *value = (uint32_t)number;
    return true;
  }
  if (text_u64(text, UINT64_MAX, &number) || (digits > 0 && text[digits] == '\0'))
    return err_set(err, ERR_USAGE, "%s '%.100s' is out of range; %s has %s 0 to %u", what,
                   text, t->spec, many, count - 1);
  return err_set(err, ERR_USAGE,
                 "%s '%.100s' is not a %s of %s; give %s%s%sa number in 0..%u", what, text,
                 one, t->spec, example ? "an address such as " : "", example ? example : "",
                 example ? ", or " : "", count - 1);
}

bool topology_parse_digits(const char *text, const uint32_t *sizes, size_t count,
                           uint32_t *sw)
{
  uint32_t place = 0;

  for (size_t i = 0; i < count; i++) {
    char part[ADDRESS_TEXT];
    size_t length = strspn(text, "0123456789");
    uint64_t value;

    if (length >= sizeof part || text[length] != (i + 1 < count ? '.' : '\0'))
      return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!text_u64(part, sizes[i] - 1, &value))
      return false;
    place = place * sizes[i] + (uint32_t)value;
    text += length + 1;
  }
  *sw = place;
  return true;
}

bool topology_parse_address(const struct topology *t, const char *text, const char *what,
                            uint32_t *sw, struct err *err)
{
  char last[ADDRESS_TEXT];

  if (t->row->parse_address(t, text, sw))
    return true;
  t->row->print_address(t, t->switches - 1, last);
  return topology_parse_number(t, text, what, t->switches, "switch", "switches", last, sw,
                               err);
}

struct route_out topology_route(const struct topology *t, const struct routing *routing,
                                struct route_in *in)
{
  const uint32_t phases = routing->phases.count ? routing->phases.count(t) : 1;
  struct route_out out = routing->unit->comb(in);

  for (uint32_t tried = 0; out.wait && out.ports == 0 && tried < phases; tried++) {
    in->phase = (in->phase + 1) % phases;
    out = routing->unit->comb(in);
  }
  return out;
}

size_t topology_path(const struct topology *t, const struct routing *routing,
                     uint32_t source, uint32_t destination, uint64_t header, uint64_t seed,
                     struct hop *hops, size_t capacity)
{
  struct rng rng = rng_seed(seed, PATH_STREAM);
  uint32_t at = topology_source(t, source);
  struct route_in in = topology_route_in(t, at, header);
  uint32_t end = destination == UINT32_MAX ? UINT32_MAX : topology_sink(t, destination);

  for (size_t i = 0; i < capacity; i++) {
    in.here = topology_here(t, at);
    in.random = (uint32_t)rng_next(&rng);
    if (routing->random == RANDOM_STEPS) /* how it ends, however long it takes */
      in.random |= (uint32_t)RANDOM_COUNT_MAX << RANDOM_COUNT_LSB;
    if (random_source_chooses(routing->random)) /* as with empty queues */
      in.random = routing->random == RANDOM_LEAST ? t->ports : 0;
    const struct route_out out = topology_route(t, routing, &in);

    hops[i] = (struct hop){.at = at, .header = in.header};
    if (out.eject && out.ports == 0) {
      hops[i].port = UINT32_MAX;
      return at == end || destination == UINT32_MAX ? i + 1 : 0;
    }
    if ((bits_count(out.ports) != 1 && destination != UINT32_MAX) || out.ports == 0 ||
        bits_lowest(out.ports) >= t->ports)
      return 0;
    hops[i].port = bits_lowest(out.ports);
    at = topology_link(t, at, hops[i].port).to_switch;
    in.header = out.header;
  }
  return 0;
}
