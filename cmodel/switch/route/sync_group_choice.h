/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_group_choice -- route unit of the maximal dragonfly: minimal or deflected, as the
 * word says.
 *
 * Twin of rtl/route/sync_group_choice.v; docs/switches/sync.md.  Headers are those of
 * sync_group.  Ports: here_i, header_i, random_i, eject_o, ports_o, header_o, vc_o,
 * priority_o.  Source: swapped dragonfly paper, sections 10 and 11.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_GROUP_CHOICE_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_GROUP_CHOICE_H

#include "switch/bank/unit.h"

extern const struct route_unit sync_group_choice;      /* HOLDS = 1 */
extern const struct route_unit sync_group_choice_free; /* HOLDS = 0 */

#endif
