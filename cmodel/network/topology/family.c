/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family -- small sizes of a topology that together cover all cases of its switches. */
#include "network/topology/family.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { NAMES = 32, FEW_ADDRESS_BITS = 8, FEW_PORTS = 8, SHORT_HEADER = 32 };

bool family_many_address_bits(const struct topology *t, const struct routing *routing)
{
  (void)routing;
  return t->address_bits > FEW_ADDRESS_BITS;
}

bool family_many_ports(const struct topology *t, const struct routing *routing)
{
  (void)routing;
  return t->ports > FEW_PORTS;
}

bool family_long_header(const struct topology *t, const struct routing *routing)
{
  return routing->header_bits(t) > SHORT_HEADER;
}

/* Append to a text, cut where it is full. */
static void add(char text[FAMILY_TEXT], const char *between, const char *word)
{
  const size_t used = strlen(text);

  snprintf(text + used, FAMILY_TEXT - used, "%s%s", used ? between : "", word);
}

bool family_is_name(const char *text)
{
  return text[0] != '\0' && text[strcspn(text, ":,")] == '\0';
}

const struct topology_row *family_find(const char *name, struct err *err)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);
  const char *names[NAMES];
  char hint[128], all[FAMILY_TEXT] = "";
  size_t families = 0, last = 0;

  for (size_t i = 0; i < count; i++) {
    if (!rows[i]->family && strcmp(rows[i]->name, name) == 0) {
      err_set(err, ERR_USAGE,
              "'%.100s' has no sizes of its own; say which network, as in %s", name,
              rows[i]->examples[0]);
      return NULL;
    }
    last = rows[i]->family ? i : last;
  }
  for (size_t i = 0; i < count; i++) {
    if (!rows[i]->family)
      continue;
    if (strcmp(rows[i]->name, name) == 0)
      return rows[i];
    names[families++] = rows[i]->name;
    add(all, i == last ? " and " : ", ", rows[i]->name);
  }
  text_did_you_mean(hint, sizeof hint, name, names, families);
  err_set(err, ERR_USAGE, "'%.100s' is neither a network nor a family%s (families: %s)",
          name, hint, all);
  return NULL;
}

bool family_open(struct topology *t, const struct routing **routing,
                 const struct topology_row *row, size_t i, struct err *err)
{
  const struct family_size *size = &row->family->sizes[i];

  if (!topology_open(t, size->spec, err))
    return false;
  *routing = topology_routing(t, size->routing, err);
  return *routing != NULL;
}

/* Does one of the first sizes have the trait, in switches with that route unit?  `exactly`:
 * with its fixed parameters. */
static bool any_has(const struct topology_row *row, size_t sizes,
                    const struct family_trait *trait, const struct route_unit *unit,
                    bool exactly, bool *any, struct err *err)
{
  *any = false;
  for (size_t i = 0; !*any && i < sizes && row->family->sizes[i].spec; i++) {
    TOPOLOGY_OF_BLOCK(t);
    const struct routing *routing;

    if (!family_open(&t, &routing, row, i, err))
      return false;
    *any =
        (exactly ? routing->unit == unit : strcmp(routing->unit->name, unit->name) == 0) &&
        trait->has(&t, routing);
  }
  return true;
}

/* Is this routing with as many VCs in a size before? */
static bool is_before(const struct topology_row *row, size_t i, const char *name, bool *is,
                      struct err *err)
{
  *is = false;
  for (size_t k = 0; !*is && k < i; k++) {
    TOPOLOGY_OF_BLOCK(t);
    const struct routing *routing;

    if (!family_open(&t, &routing, row, k, err))
      return false;
    *is = strcmp(routing->name, name) == 0 &&
          row->family->sizes[k].vcs == row->family->sizes[i].vcs;
  }
  return true;
}

bool family_reason(const struct topology_row *row, size_t i, char text[FAMILY_TEXT],
                   struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  const struct routing *routing;
  char word[ROUTING_NAME + 64];
  bool before;

  text[0] = '\0';
  if (!family_open(&t, &routing, row, i, err) ||
      !is_before(row, i, routing->name, &before, err))
    return false;
  if (!before) {
    snprintf(word, sizeof word, "routing %s%s", routing->name,
             row->family->sizes[i].vcs ? " with ordered queues" : "");
    add(text, "; ", word);
  }
  for (const struct family_trait *trait = row->family->traits; trait->text; trait++) {
    if (!trait->has(&t, routing))
      continue;
    if (!any_has(row, i, trait, routing->unit, true, &before, err))
      return false;
    if (!before)
      add(text, "; ", trait->text);
  }
  return true;
}

bool family_lacks(const struct topology *t, const struct routing *routing,
                  char text[FAMILY_TEXT], struct err *err)
{
  text[0] = '\0';
  if (!t->row->family)
    return true;
  for (const struct family_trait *trait = t->row->family->traits; trait->text; trait++) {
    bool others;

    if (trait->has(t, routing))
      continue;
    if (!any_has(t->row, SIZE_MAX, trait, routing->unit, false, &others, err))
      return false;
    if (others)
      add(text, ", no ", trait->text);
  }
  return true;
}
