/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* terminal -- how many terminals are at a site of a network, and how they are written. */
#include "network/topology/terminal.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t terminals_max = (UINT64_C(1) << 31) - 1; /* of a network */

void terminal_explain(char text[TERMINAL_TEXT])
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);
  const char *before = "; not of ";
  int used = snprintf(text, TERMINAL_TEXT,
                      "T terminals where a network has one, T in 1..%d", TOPOLOGY_PER_SITE);

  for (size_t i = 0; i < count && used < TERMINAL_TEXT; i++) {
    if (!rows[i]->one_terminal)
      continue;
    used +=
        snprintf(text + used, TERMINAL_TEXT - (size_t)used, "%s%s", before, rows[i]->name);
    before = ", ";
  }
}

bool terminal_read_count(struct topology *t, struct spec *spec, struct err *err)
{
  const size_t before = strlen(spec->canonical);
  char value[SPEC_TEXT];
  const uint32_t own = t->per_site ? t->per_site : 1;
  uint64_t count = own;

  if (!spec_value(spec, TERMINAL_KEY, value, err))
    return false;
  spec->canonical[before] = '\0'; /* its own is not printed */
  if (value[0] != '\0' && (!text_u64(value, TOPOLOGY_PER_SITE, &count) || count < 1))
    return err_set(err, ERR_USAGE,
                   "%.100s: " TERMINAL_KEY
                   " must be in 1..%d: each needs an injection lane",
                   spec->text, TOPOLOGY_PER_SITE);
  if (count > 1 && t->row->one_terminal)
    return err_set(err, ERR_USAGE,
                   "%.100s: one terminal at a switch: %s; leave " TERMINAL_KEY "=%" PRIu64
                   " out, or take butterfly:d",
                   spec->text, t->row->one_terminal, count);
  if (t->per_site_said && count != own)
    return err_set(err, ERR_USAGE,
                   "%.100s: the network has %" PRIu32 " at a switch; leave " TERMINAL_KEY
                   "=%" PRIu64 " out",
                   spec->text, own, count);
  if (!t->row->source)
    t->sites = t->switches;
  if (count * t->sites > terminals_max)
    return err_set(err, ERR_USAGE, "%.100s: more than %" PRIu64 " terminals", spec->text,
                   terminals_max);
  t->per_site = (uint32_t)count;
  t->terminals = t->sites * t->per_site;
  if (count != own)
    spec_print(spec, "," TERMINAL_KEY "=%" PRIu64, count);
  return true;
}

/* Are terminals written by the address of their switch? */
static bool addressed(const struct topology *t)
{
  return t->row->source == NULL || t->row->addressed;
}

/* The address of a switch that has terminals. */
static bool parse_site(const struct topology *t, const char *text, uint32_t *site)
{
  uint32_t sw;

  if (!t->row->parse_address(t, text, &sw))
    return false;
  *site = topology_sink_of(t, sw);
  return *site != UINT32_MAX;
}

/* "0110/1": the address of a switch, and behind a slash the number of a terminal there. */
static bool parse_place(const struct topology *t, const char *text, uint32_t *terminal)
{
  const char *slash = strrchr(text, '/');
  char address[ADDRESS_TEXT];
  uint64_t place;
  uint32_t site;

  if (!slash || (size_t)(slash - text) >= sizeof address ||
      !text_u64(slash + 1, t->per_site - 1, &place))
    return false;
  snprintf(address, sizeof address, "%.*s", (int)(slash - text), text);
  if (!parse_site(t, address, &site))
    return false;
  *terminal = topology_terminal(t, site, (uint32_t)place);
  return true;
}

bool topology_parse_terminal(const struct topology *t, const char *text, const char *what,
                             uint32_t *terminal, struct err *err)
{
  char last[ADDRESS_TEXT];

  if (addressed(t) &&
      (t->per_site > 1 ? parse_place(t, text, terminal) : parse_site(t, text, terminal)))
    return true;
  topology_print_terminal(t, t->terminals - 1, last);
  return topology_parse_number(t, text, what, t->terminals, "terminal", "terminals",
                               addressed(t) ? last : NULL, terminal, err);
}

void topology_print_terminal(const struct topology *t, uint32_t terminal,
                             char text[ADDRESS_TEXT])
{
  char address[ADDRESS_TEXT];

  if (!addressed(t)) {
    snprintf(text, ADDRESS_TEXT, "%" PRIu32, terminal);
    return;
  }
  t->row->print_address(t, topology_sink(t, terminal), address);
  if (t->per_site == 1)
    snprintf(text, ADDRESS_TEXT, "%s", address);
  else
    snprintf(text, ADDRESS_TEXT, "%.*s/%" PRIu32, ADDRESS_TEXT - 12, address,
             topology_place(t, terminal));
}
