/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_ranks -- an array of Verilated switches of which each rank has a part.
 *
 * A rank has the objects of its own switches.  Of others it has what their links show to
 * its own, in the same tables (verilog/simulator/wiring.h): valid bits, packets, whether
 * valid or not, and ready bits.  After every clock edge it tells what of that has changed.
 * So its switches see to the bit what they see in one process, whatever the design does.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_VERILATED_RANKS_H
#define LOCKHOP_VERILOG_SIMULATOR_VERILATED_RANKS_H

#include "verilog/simulator/verilated_parts.h"

/* The switches of this process: m->first, m->end, m->share. */
void verilated_ranks_divide(struct verilated *m);

/* Tables that ranks need.  False: memory is short. */
bool verilated_ranks_open(struct verilated *m);

/* A switch was evaluated, so its outputs may have changed. */
static inline void verilated_ranks_note(struct verilated *m, uint32_t sw)
{
  m->moved[m->moved_count++] = sw;
}

/* machine_ops.tell and machine_ops.hear: after a reset, and after each clock edge. */
bool verilated_ranks_tell(void *machine, const uint64_t *stalled);
bool verilated_ranks_hear(void *machine, struct err *err);

#endif
