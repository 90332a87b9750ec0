/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* alone -- one switch with its pins, without a network.
 *
 * A bank of one switch (switch/bank/switch.h), to be run beside a switch in Verilog:
 * lockhop.h and the twin test use it.  Call switch_alone_comb, read the outputs, then call
 * switch_alone_edge: that is one cycle.
 */
#ifndef LOCKHOP_SWITCH_BANK_ALONE_H
#define LOCKHOP_SWITCH_BANK_ALONE_H

#include "switch/bank/switch.h"

enum { SWITCH_CHANNELS = 64 }; /* of a switch, at most */

struct switch_alone {
  struct switch_bank bank;
  uint64_t blocked; /* bit q: out_ready_i was 0 at the last edge */
};

/* The inputs at a clock edge (docs/switch.md).  Bits of packets above their widths are
 * ignored. */
struct switch_inputs {
  bool rst;
  uint64_t here, seed;
  uint32_t phase;
  uint64_t offered; /* bit c: channel c; in_valid_i, with inject_valid_i above it */
  uint64_t out_ready;
  struct packet packets[SWITCH_CHANNELS]; /* of those offered, by channel */
};

/* The state after a reset with here_i and seed_i 0.  `packets`: see switch_bank_open.
 * False: memory is short. */
bool switch_alone_open(struct switch_alone *alone, const struct switch_config *config,
                       uint32_t packets);

void switch_alone_close(struct switch_alone *alone);

/* Steps 1 to 5 of docs/switch.md. */
void switch_alone_comb(struct switch_alone *alone);

/* Outputs, valid after switch_alone_comb: bit c is in_ready_o of channel c, with
 * inject_ready_o above.  out_valid_o is bank.offered[0], eject_valid_o is bank.eject[0];
 * the packets are switch_shown and switch_held. */
static inline uint64_t switch_alone_ready(const struct switch_alone *alone)
{
  return alone->bank.ready[0];
}

/* The clock edge. */
void switch_alone_edge(struct switch_alone *alone, const struct switch_inputs *inputs);

#endif
