/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_failed -- the switches that have failed in every run of a check, for the heads of
 * its reports. */
#include "network/topology/faults.h"
#include "tool/campaign/check.h"
#include "tool/session/session.h"

#include <jansson.h>

/* The network with its failed switches; false: there are none. */
static bool open_failed(struct topology *t, const struct check *check)
{
  struct description d = check->settings.run;
  struct err ignored;

  d.topology = check->settings.argument[0];
  return d.failed && session_topology(t, &d, &ignored);
}

void check_failed_text(const struct check *check, char *text, size_t size)
{
  size_t used = 0;
  TOPOLOGY_OF_BLOCK(t);

  text[0] = '\0';
  if (!open_failed(&t, check))
    return;
  uint32_t left = faults_count(&t);
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    char address[ADDRESS_TEXT];

    if (!faults_failed(&t, sw))
      continue;
    t.row->print_address(&t, sw, address);
    /* Room for this one, and for how many are left. */
    if (used + ADDRESS_TEXT + CHECK_FAILED_MORE > size) {
      snprintf(text + used, size - used, " and %u more", left);
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", address);
    left--;
  }
}

struct json_t *check_failed_json(const struct check *check)
{
  json_t *all = json_array();
  TOPOLOGY_OF_BLOCK(t);

  if (!open_failed(&t, check))
    return all;
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    char address[ADDRESS_TEXT];

    if (!faults_failed(&t, sw))
      continue;
    t.row->print_address(&t, sw, address);
    json_array_append_new(all, json_string(address));
  }
  return all;
}
