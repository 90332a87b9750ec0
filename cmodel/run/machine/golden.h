/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- the golden machine: a network of C switches, cycle by cycle.
 *
 * Sizes: up to 2^24 switches.  The cost of a cycle is proportional to the packets routed,
 * moved or ejected in it, plus one word per switch.
 */
#ifndef LOCKHOP_RUN_MACHINE_GOLDEN_H
#define LOCKHOP_RUN_MACHINE_GOLDEN_H

#include "base/ranks.h"
#include "base/team.h"
#include "run/machine/machine.h"
#include "switch/bank/switch.h"

/* `packets`: the most that can be in the network at once.  Error: ERR_ENVIRONMENT when
 * memory is short.  The shape's topology must outlive the machine. */
bool golden_open(struct machine *machine, const struct shape *shape, size_t packets,
                 struct err *err);

/* The same with one part of the network for each thread of a team, which must outlive the
 * machine; NULL: one thread.  clock() is for all switches then. */
bool golden_open_team(struct machine *machine, const struct shape *shape, size_t packets,
                      struct team *team, struct err *err);

/* One rank's part of the network, as in run/machine/parts.h; the ranks must outlive it.  In
 * every cycle tell() and hear() come between links() and exchange(). */
bool golden_open_ranks(struct machine *machine, const struct shape *shape, size_t packets,
                       struct ranks *ranks, struct err *err);

/* The parameters of each switch. */
struct switch_config golden_config(const struct shape *shape);

/* The most packets that `switches` switches can hold: at most `packets`, and with a finite
 * depth no more than fill all their queues. */
uint32_t golden_packets(const struct shape *shape, uint32_t switches, size_t packets);

#endif
