/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues. */
#include "topology/topology.h"

#include "base/bits.h"
#include "base/text.h"
#include "topology/hypercube.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  ROWS = 1,
  NAMES_MAX = 16, /* rows, or routings of a row, among which a name is looked for */
  HINT = 128
};

static const struct topology_row *const rows[ROWS] = {&hypercube};

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

/* The numbers after the colon.  A number too large for 64 bits becomes UINT64_MAX, which no
 * range contains. */
static bool parse_numbers(struct topology *t, size_t *given, const char *spec,
                          const char *list, struct err *err)
{
  const char *usage = t->row->usage;
  const char *item = list + 1;
  bool more = list[0] != '\0' && list[1] != '\0';

  *given = 0;
  while (more) {
    size_t length = strcspn(item, ",");
    int shown = (int)(length < TOPOLOGY_SPEC ? length : TOPOLOGY_SPEC);
    const char *equals = memchr(item, '=', (size_t)shown);

    if (equals)
      return err_set(err, ERR_USAGE, "'%.100s': unknown key '%.*s'; the form is %s", spec,
                     (int)(equals - item), item, usage);
    if (length == 0 || strspn(item, "0123456789") != length)
      return err_set(err, ERR_USAGE, "'%.100s': '%.*s' is not a number; the form is %s",
                     spec, shown, item, usage);
    if (list[0] != ':' || *given == TOPOLOGY_NUMBERS)
      return err_set(err, ERR_USAGE, "'%.100s': the form is %s", spec, usage);
    t->number[(*given)++] = strtoull(item, NULL, 10);
    item += length;
    more = *item++ == ',';
  }
  return true;
}

bool topology_open(struct topology *t, const char *spec, struct err *err)
{
  size_t name_length = strcspn(spec, ":,");
  size_t given, used;

  memset(t, 0, sizeof *t);
  t->row = find_row(spec, name_length, err);
  if (!t->row || !parse_numbers(t, &given, spec, spec + name_length, err))
    return false;
  snprintf(t->spec, sizeof t->spec, "%s", spec); /* as typed, for the row's errors */
  if (!t->row->open(t, given, err))
    return false;
  used = (size_t)snprintf(t->spec, sizeof t->spec, "%s", t->row->name);
  for (size_t i = 0; i < given; i++)
    used += (size_t)snprintf(t->spec + used, sizeof t->spec - used, "%c%" PRIu64,
                             i == 0 ? ':' : ',', t->number[i]);
  assert(used < sizeof t->spec);
  return true;
}

struct link topology_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  return t->row->link(t, from_switch, port);
}

const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err)
{
  const struct routing *routings = t->row->routings;
  const char *names[NAMES_MAX];
  size_t count = t->row->routing_count < NAMES_MAX ? t->row->routing_count : NAMES_MAX;
  char hint[HINT];

  if (!name || name[0] == '\0')
    return &routings[0];
  for (size_t i = 0; i < count; i++) {
    names[i] = routings[i].name;
    if (strcmp(names[i], name) == 0)
      return &routings[i];
  }
  text_did_you_mean(hint, sizeof hint, name, names, count);
  err_set(err, ERR_USAGE, "unknown routing '%.100s' for %s%s", name, t->spec,
          hint[0] != '\0' ? hint : "; 'lockhop list routings' names them");
  return NULL;
}

bool topology_parse_address(const struct topology *t, const char *text, const char *what,
                            uint32_t *sw, struct err *err)
{
  char last[ADDRESS_TEXT];
  uint64_t number;
  size_t digits = strspn(text, "0123456789");

  if (t->row->parse_address(t, text, sw))
    return true;
  if (text_u64(text, t->switches - 1, &number)) {
    *sw = (uint32_t)number;
    return true;
  }
  if (text_u64(text, UINT64_MAX, &number) || (digits > 0 && text[digits] == '\0'))
    return err_set(err, ERR_USAGE, "%s '%.100s' is out of range; %s has switches 0 to %u",
                   what, text, t->spec, t->switches - 1);
  t->row->print_address(t, t->switches - 1, last);
  return err_set(err, ERR_USAGE,
                 "%s '%.100s' is not a switch of %s; give an address such as %s, or a "
                 "number in 0..%u",
                 what, text, t->spec, last, t->switches - 1);
}

size_t topology_path(const struct topology *t, const struct routing *routing,
                     uint32_t source, uint32_t destination, struct hop *hops,
                     size_t capacity)
{
  struct route_in in = {.here = source, .header = routing->header(t, source, destination)};

  for (size_t i = 0; i < capacity; i++) {
    struct route_out out = routing->unit->comb(&in);

    hops[i] = (struct hop){.at = (uint32_t)in.here, .header = in.header};
    if (out.eject) {
      hops[i].port = UINT32_MAX;
      return in.here == destination ? i + 1 : 0;
    }
    if (bits_count(out.ports) != 1 || bits_lowest(out.ports) >= t->ports)
      return 0;
    hops[i].port = bits_lowest(out.ports);
    in = (struct route_in){
        .here = topology_link(t, hops[i].at, hops[i].port).to_switch,
        .header = out.header,
    };
  }
  return 0;
}
