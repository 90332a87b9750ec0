/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb -- the disturbances that a network of a shape can have: which are possible, and
 * some of them drawn from a seed. */
#ifndef LOCKHOP_NETWORK_DISTURB_H
#define LOCKHOP_NETWORK_DISTURB_H

#include "network/machine.h"
#include "traffic/schedule.h"

/* Cycles of rst that a reset needs: one; a seed for each channel where each has an LFSR; of
 * engines the words of the longest program. */
uint32_t disturb_least_reset(const struct shape *shape);

#endif
