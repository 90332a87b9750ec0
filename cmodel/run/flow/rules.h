/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rules -- what a switch must keep to that is judged by its flow of packets: docs/flow.md.
 */
#ifndef LOCKHOP_RUN_FLOW_RULES_H
#define LOCKHOP_RUN_FLOW_RULES_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum flow_rule {
  FLOW_PATH,
  FLOW_HEADER,
  FLOW_EJECT,
  FLOW_ORDER,
  FLOW_DUPLICATE,
  FLOW_CORRUPT,
  FLOW_RESET,
  FLOW_STABLE,
  FLOW_ONE_VC,
  FLOW_SENDS,
  FLOW_CAPACITY,
  FLOW_STARVE,
  FLOW_LOST,
  FLOW_RULES
};

/* "path", "one-vc", ... */
const char *flow_rule_name(enum flow_rule rule);

/* A list of names such as "order,stable" as a mask: bit r is rule r.  NULL is the empty
 * list.  Error: ERR_USAGE, for the option --waive. */
bool flow_rules_read(uint32_t *rules, const char *list, struct err *err);

#endif
