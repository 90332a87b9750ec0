/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* failed -- detects packets that enter a failed switch (network/topology/faults.h). */
#ifndef LOCKHOP_RUN_LOCKSTEP_FAILED_H
#define LOCKHOP_RUN_LOCKSTEP_FAILED_H

#include "run/machine/machine.h"

/* The first packet that entered a failed switch. */
struct failed_entry {
  bool found;
  uint64_t cycle;  /* of the link crossing */
  uint32_t at;     /* the failed switch */
  uint32_t from;   /* the switch before */
  uint32_t number; /* packet number in its data */
};

/* Examine the links of a cycle, before its clock edge. */
void failed_look(struct failed_entry *entry, const struct shape *shape,
                 const struct machine *machine, const struct links *links, uint64_t cycle);

#endif
