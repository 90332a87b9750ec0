/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* topology -- networks as pure mathematics: no clock, no queues. */
#include "topology/topology.h"

#include "base/bits.h"
#include "base/rng.h"
#include "base/text.h"
#include "topology/d3.h"
#include "topology/hypercube.h"
#include "topology/mdf.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  ROWS = 3,
  NAMES_MAX = 16, /* rows, or routings of a row, among which a name is looked for */
  HINT = 128,
  PATH_STREAM = 0x9a7b /* of random numbers */
};

static const struct topology_row *const rows[ROWS] = {&hypercube, &d3, &mdf};

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

/* "key=value" at item[length], copied to the texts that *spec points to. */
static bool parse_key(const struct topology *t, struct topology_spec *parsed,
                      char values[TOPOLOGY_KEYS][TOPOLOGY_SPEC], const char *spec,
                      const char *item, size_t length, struct err *err)
{
  size_t key = (size_t)((const char *)memchr(item, '=', length) - item);

  for (size_t i = 0; i < TOPOLOGY_KEYS && t->row->keys[i]; i++) {
    if (strlen(t->row->keys[i]) != key || strncmp(t->row->keys[i], item, key) != 0)
      continue;
    if (parsed->value[i])
      return err_set(err, ERR_USAGE, "'%.100s': %s is given twice", spec, t->row->keys[i]);
    if (length == key + 1)
      return err_set(err, ERR_USAGE, "'%.100s': %s has no value; the form is %s", spec,
                     t->row->keys[i], t->row->usage);
    snprintf(values[i], TOPOLOGY_SPEC, "%.*s", (int)(length - key - 1), item + key + 1);
    parsed->value[i] = values[i];
    return true;
  }
  return err_set(err, ERR_USAGE, "'%.100s': unknown key '%.*s'; the form is %s", spec,
                 (int)key, item, t->row->usage);
}

/* What follows the name: numbers, then keys.  A number too large for 64 bits becomes
 * UINT64_MAX, which no range contains. */
static bool parse_list(struct topology *t, struct topology_spec *parsed,
                       char values[TOPOLOGY_KEYS][TOPOLOGY_SPEC], const char *spec,
                       const char *list, struct err *err)
{
  const char *usage = t->row->usage;
  const char *item = list + 1;
  bool more = list[0] != '\0' && list[1] != '\0';
  bool keys = false;

  while (more) {
    size_t length = strcspn(item, ",");
    int shown = (int)(length < TOPOLOGY_SPEC ? length : TOPOLOGY_SPEC);

    if (memchr(item, '=', length)) {
      keys = true;
      if (!parse_key(t, parsed, values, spec, item, length, err))
        return false;
    } else if (length == 0 || strspn(item, "0123456789") != length) {
      return err_set(err, ERR_USAGE, "'%.100s': '%.*s' is not a number; the form is %s",
                     spec, shown, item, usage);
    } else if (list[0] != ':' || keys || parsed->numbers == TOPOLOGY_NUMBERS) {
      return err_set(err, ERR_USAGE, "'%.100s': the form is %s", spec, usage);
    } else {
      t->number[parsed->numbers++] = strtoull(item, NULL, 10);
    }
    item += length;
    more = *item++ == ',';
  }
  return true;
}

/* The spec as it is printed: numbers without spare zeros, keys in the order of the row. */
static void print_spec(struct topology *t, const struct topology_spec *parsed)
{
  size_t used = (size_t)snprintf(t->spec, sizeof t->spec, "%s", t->row->name);

  for (size_t i = 0; i < parsed->numbers; i++)
    used += (size_t)snprintf(t->spec + used, sizeof t->spec - used, "%c%" PRIu64,
                             i == 0 ? ':' : ',', t->number[i]);
  for (size_t i = 0; i < TOPOLOGY_KEYS; i++)
    if (parsed->value[i])
      used += (size_t)snprintf(t->spec + used, sizeof t->spec - used, ",%s=%s",
                               t->row->keys[i], parsed->value[i]);
  assert(used < sizeof t->spec);
}

bool topology_open(struct topology *t, const char *spec, struct err *err)
{
  char values[TOPOLOGY_KEYS][TOPOLOGY_SPEC];
  struct topology_spec parsed = {.numbers = 0};
  size_t name_length = strcspn(spec, ":,");

  memset(t, 0, sizeof *t);
  t->row = find_row(spec, name_length, err);
  if (!t->row)
    return false;
  if (strlen(spec) >= sizeof t->spec)
    return err_set(err, ERR_USAGE, "'%.40s...': longer than %d characters", spec,
                   TOPOLOGY_SPEC - 1);
  if (!parse_list(t, &parsed, values, spec, spec + name_length, err))
    return false;
  snprintf(t->spec, sizeof t->spec, "%s", spec); /* as typed, for the row's errors */
  if (!t->row->open(t, &parsed, err))
    return false;
  if (!t->row->source)
    t->terminals = t->switches;
  print_spec(t, &parsed);
  return true;
}

struct link topology_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  return t->row->link(t, from_switch, port);
}

struct link topology_feeder(const struct topology *t, uint32_t sw, uint32_t port)
{
  for (uint32_t from = 0; t->row->one_way && from < t->switches; from++)
    for (uint32_t by = 0; by < t->ports; by++) {
      struct link link = topology_link(t, from, by);

      if (link.to_switch == sw && link.to_port == port)
        return (struct link){.to_switch = from, .to_port = by};
    }
  assert(!t->row->one_way); /* every port is the end of a link */
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

/* --- routings --- */

/* An option of a routing's name: the first value is the default, which names do not show.
 */
static const struct routing_option {
  const char *key;
  const char *values[2];
} routing_options[] = {{"forced", {"1", "0"}},
                       {"random", {"own", "shared"}},
                       {"holds", {"1", "0"}},
                       {"queue", {"fifo", "lifo"}},
                       {"b", {"4", "5"}}};

enum { OPTIONS = sizeof routing_options / sizeof routing_options[0], NAME = 64 };

/* Does the routing's name end in key=value?  The default is there where nothing is. */
static bool name_has(const char *name, size_t option, size_t value)
{
  char text[NAME];

  snprintf(text, sizeof text, ",%s=", routing_options[option].key);
  const char *at = strstr(name, text);
  if (!at)
    return value == 0;
  at += strlen(text);
  size_t length = strcspn(at, ",");
  return strlen(routing_options[option].values[value]) == length &&
         strncmp(at, routing_options[option].values[value], length) == 0;
}

/* Some routing of that base name has the option with a value that is not the default. */
static bool takes_option(const struct topology *t, const char *base, size_t length,
                         size_t option)
{
  for (size_t i = 0; i < t->row->routing_count; i++) {
    const char *name = t->row->routings[i].name;

    if (strcspn(name, ",") == length && strncmp(name, base, length) == 0 &&
        name_has(name, option, 1))
      return true;
  }
  return false;
}

/* Read "key=value" at item[length] of a routing with the given base name. */
static bool read_routing_option(const struct topology *t, const char *name,
                                const char *item, size_t length, size_t chosen[OPTIONS],
                                bool given[OPTIONS], struct err *err)
{
  size_t base = strcspn(name, ",");
  const char *equals = memchr(item, '=', length);
  size_t key = equals ? (size_t)(equals - item) : length;

  for (size_t i = 0; i < OPTIONS; i++) {
    const struct routing_option *option = &routing_options[i];

    if (strlen(option->key) != key || strncmp(item, option->key, key) != 0 ||
        !takes_option(t, name, base, i))
      continue;
    if (given[i])
      return err_set(err, ERR_USAGE, "routing '%.100s': %s is given twice", name,
                     option->key);
    for (size_t v = 0; v < 2; v++)
      if (equals && strlen(option->values[v]) == length - key - 1 &&
          strncmp(equals + 1, option->values[v], length - key - 1) == 0) {
        chosen[i] = v;
        given[i] = true;
      }
    return given[i] || err_set(err, ERR_USAGE, "routing '%.100s': %s must be %s or %s",
                               name, option->key, option->values[0], option->values[1]);
  }
  return err_set(err, ERR_USAGE, "routing '%.100s': '%.*s' has no option '%.*s'", name,
                 (int)base, name, (int)key, item);
}

/* The routing of that base name with the options chosen; NULL: there is none. */
static const struct routing *find_routing(const struct topology *t, const char *name,
                                          const size_t chosen[OPTIONS])
{
  size_t base = strcspn(name, ",");

  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing *routing = &t->row->routings[i];
    bool fits =
        strcspn(routing->name, ",") == base && strncmp(routing->name, name, base) == 0;

    for (size_t o = 0; o < OPTIONS && fits; o++)
      fits = name_has(routing->name, o, chosen[o]);
    if (fits)
      return routing;
  }
  return NULL;
}

const struct routing *topology_routing(const struct topology *t, const char *name,
                                       struct err *err)
{
  const char *names[NAMES_MAX];
  size_t chosen[OPTIONS] = {0};
  bool given[OPTIONS] = {false};
  char hint[HINT], base[NAME];

  if (!name || name[0] == '\0')
    return &t->row->routings[0];
  const struct routing *plain = find_routing(t, name, chosen);
  if (!plain) {
    size_t count = t->row->routing_count < NAMES_MAX ? t->row->routing_count : NAMES_MAX;

    for (size_t i = 0; i < count; i++)
      names[i] = t->row->routings[i].name;
    snprintf(base, sizeof base, "%.*s", (int)strcspn(name, ","), name);
    text_did_you_mean(hint, sizeof hint, base, names, count);
    err_set(err, ERR_USAGE, "unknown routing '%.100s' for %s%s", name, t->spec,
            hint[0] != '\0' ? hint : "; 'lockhop list routings' names them");
    return NULL;
  }
  for (const char *item = name + strcspn(name, ","); *item == ',';) {
    size_t length = strcspn(++item, ",");

    if (!read_routing_option(t, name, item, length, chosen, given, err))
      return NULL;
    item += length;
  }
  return find_routing(t, name, chosen);
}

/* A number below `count`, of a switch or a terminal: `one` of `many`.  `example`: an
 * address that could be given instead; NULL: there are none. */
static bool parse_number(const struct topology *t, const char *text, const char *what,
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

bool topology_parse_address(const struct topology *t, const char *text, const char *what,
                            uint32_t *sw, struct err *err)
{
  char last[ADDRESS_TEXT];

  if (t->row->parse_address(t, text, sw))
    return true;
  t->row->print_address(t, t->switches - 1, last);
  return parse_number(t, text, what, t->switches, "switch", "switches", last, sw, err);
}

bool topology_parse_terminal(const struct topology *t, const char *text, const char *what,
                             uint32_t *terminal, struct err *err)
{
  char last[ADDRESS_TEXT];

  const bool apart = topology_terminals_apart(t);

  if (!apart && t->row->parse_address(t, text, terminal))
    return true;
  topology_print_terminal(t, t->terminals - 1, last);
  return parse_number(t, text, what, t->terminals, "terminal", "terminals",
                      apart ? NULL : last, terminal, err);
}

void topology_print_terminal(const struct topology *t, uint32_t terminal,
                             char text[ADDRESS_TEXT])
{
  if (topology_terminals_apart(t))
    snprintf(text, ADDRESS_TEXT, "%" PRIu32, terminal);
  else
    t->row->print_address(t, terminal, text);
}

size_t topology_path(const struct topology *t, const struct routing *routing,
                     uint32_t source, uint32_t destination, uint64_t header, uint64_t seed,
                     struct hop *hops, size_t capacity)
{
  struct rng rng = rng_seed(seed, PATH_STREAM);
  struct route_in in = {.header = header, .ports = t->ports, .parameters = t->size};
  uint32_t at = topology_source(t, source);
  uint32_t end = destination == UINT32_MAX ? UINT32_MAX : topology_sink(t, destination);

  for (size_t i = 0; i < capacity; i++) {
    in.here = topology_here(t, at);
    in.random = (uint32_t)rng_next(&rng);
    struct route_out out = routing->unit->comb(&in);

    if (out.wait && out.ports == 0) {
      in.phase = true;
      out = routing->unit->comb(&in);
    }
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
