/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* alone -- one switch with its pins, and no network around it.
 *
 * A bank of one switch (switch/bank/switch.h), for those who stand beside a switch in
 * Verilog: lockhop.h, the twin test.  A cycle is switch_alone_comb, after which the outputs
 * can be read, and switch_alone_edge.
 */
#ifndef LOCKHOP_SWITCH_BANK_ALONE_H
#define LOCKHOP_SWITCH_BANK_ALONE_H

#include "switch/bank/switch.h"

enum { SWITCH_CHANNELS = 64 }; /* most of a switch */

struct switch_alone {
  struct switch_bank bank;
  uint64_t blocked; /* bit q: out_ready_i was 0 at the last edge */
};

/* The inputs at a clock edge (docs/switch.md); packets are cut to their widths. */
struct switch_inputs {
  bool rst;
  uint64_t here, seed;
  uint32_t phase;
  uint64_t offered; /* in_valid_i, and above it inject_valid_i: by channel */
  uint64_t out_ready;
  struct packet packets[SWITCH_CHANNELS]; /* of those offered, by channel */
};

/* As after a reset with here_i and seed_i 0.  `packets`: as of switch_bank_open.  False:
 * memory is short. */
bool switch_alone_open(struct switch_alone *alone, const struct switch_config *config,
                       uint32_t packets);

void switch_alone_close(struct switch_alone *alone);

/* Steps 1 to 5 of docs/switch.md. */
void switch_alone_comb(struct switch_alone *alone);

/* The outputs, after that: in_ready_o, and above it inject_ready_o.  out_valid_o is
 * bank.offered[0], eject_valid_o bank.eject[0]; packets: switch_shown, switch_held. */
static inline uint64_t switch_alone_ready(const struct switch_alone *alone)
{
  return alone->bank.ready[0];
}

/* The clock edge. */
void switch_alone_edge(struct switch_alone *alone, const struct switch_inputs *inputs);

#endif
