/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rules -- what a switch must keep to that is judged by its flow of packets. */
#include "run/flow/rules.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char *const names[FLOW_RULES] = {
    [FLOW_PATH] = "path",   [FLOW_HEADER] = "header",       [FLOW_EJECT] = "eject",
    [FLOW_ORDER] = "order", [FLOW_DUPLICATE] = "duplicate", [FLOW_CORRUPT] = "corrupt",
    [FLOW_RESET] = "reset", [FLOW_STABLE] = "stable",       [FLOW_ONE_VC] = "one-vc",
    [FLOW_SENDS] = "sends", [FLOW_CAPACITY] = "capacity",   [FLOW_STARVE] = "starve",
    [FLOW_LOST] = "lost",
};

const char *flow_rule_name(enum flow_rule rule)
{
  return names[rule];
}

static bool add(uint32_t *rules, const char *name, struct err *err)
{
  char near[128];

  for (uint32_t rule = 0; rule < FLOW_RULES; rule++)
    if (strcmp(names[rule], name) == 0) {
      *rules |= UINT32_C(1) << rule;
      return true;
    }
  return err_set(err, ERR_USAGE, "--waive: '%.60s' is no rule of docs/flow.md%s", name,
                 text_did_you_mean(near, sizeof near, name, names, FLOW_RULES));
}

bool flow_rules_read(uint32_t *rules, const char *list, struct err *err)
{
  *rules = 0;
  if (list && *list == '\0')
    return err_set(err, ERR_USAGE, "--waive: the list is empty");
  while (list && *list != '\0') {
    const size_t length = strcspn(list, ",");
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), list);
    if (!add(rules, name, err))
      return false;
    list += length + (list[length] == ',');
  }
  return true;
}
