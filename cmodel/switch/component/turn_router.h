/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* turn_router -- a router whose queues each take one packet in a cycle; channels take
 * turns.
 *
 * Twin of rtl/component/turn_router.v.  Of the channels whose packet wants a queue
 * (valid_i, ports_i) a queue that is not full (count_i) takes that of the first one behind
 * last_q, the channel from which it took the last one (taken_o, push_o).  In Verilog the
 * register is behind_q: the channels above last_q, as a mask; none after a reset.
 *
 * The C twin is called queue by queue: each packet wants one queue at most.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_TURN_ROUTER_H
#define LOCKHOP_SWITCH_COMPONENT_TURN_ROUTER_H

#include "base/bits.h"

/* The channel that is first among those that ask, a mask that is not 0, when `last` was
 * taken last; channels - 1 after a reset. */
static inline uint32_t turn_router_first(uint64_t asks, uint32_t last)
{
  const uint64_t behind = asks & ~bits_mask(last + 1);

  return bits_lowest(behind ? behind : asks);
}

#endif
