/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_wave -- records a machine from outside, as a waveform.
 *
 * It works for every machine, because it uses only struct machine_ops.  It is meant for the
 * golden model, which no simulator records.  Cycle t lasts from t * WAVE_CYCLE_PS on; clk
 * rises at its beginning.  Signals, with the names of docs/switch.md without suffix:
 *
 *   golden.clk, golden.cycle[31:0], golden.phase (where the phases are synchronised)
 *   golden.s<N>.port[p]: out_valid, out_ready, out_packet, queue_count (if the machine
 *     tells), in_valid, in_ready, in_packet, eject_valid, eject_packet
 *   golden.s<N>.lane[l]: inject_valid, inject_ready, inject_packet, eject_valid,
 *     eject_packet
 *
 * With several VCs of packets, the valid and ready of a link are vectors of a bit per
 * VC, and golden.s<N>.port[p].vc[k] has queue_count, eject_valid and eject_packet.
 *
 * out_ready is that of the far end of the link; queue_count includes the pushes of this
 * cycle. A packet has the header in the low bits; all bits are z while it is not valid.
 * Where a shape has no lanes, port[p] has the inject signals too.
 */
#ifndef LOCKHOP_VERILOG_WAVE_GOLDEN_WAVE_H
#define LOCKHOP_VERILOG_WAVE_GOLDEN_WAVE_H

#include "run/machine/machine.h"

enum { WAVE_CYCLE_PS = 10000 };

/* Bits of queue_count for queues of this depth, which holds 0 to depth; 0: no limit. */
static inline uint32_t golden_wave_count_bits(uint32_t depth)
{
  uint32_t bits = 1;

  if (depth == 0)
    return 32;
  while (depth >> 1 >> (bits - 1))
    bits++;
  return bits;
}

struct golden_wave;

/* Begin to record the switches of `request`.  Machine and shape must outlive the recording.
 * Errors: ERR_USAGE when the file cannot be made; ERR_ENVIRONMENT when the build has no FST
 * library, or memory or the disk is short. */
bool golden_wave_open(struct golden_wave **wave, const struct machine *machine,
                      const struct shape *shape, const struct wave_request *request,
                      struct err *err);

/* Record one cycle, before its end: its phase, the machine's links in it, and
 * injections[count] that come into it.  Cycles ascend; the first may be any. */
void golden_wave_cycle(struct golden_wave *wave, uint64_t cycle, uint32_t phase,
                       const struct links *links, const struct injection *injections,
                       size_t count);

/* Complete the file; the recording is freed in any case.  Error: ERR_ENVIRONMENT when the
 * file is not whole; nothing is left of it then. */
bool golden_wave_close(struct golden_wave *wave, struct err *err);

/* Drop file and recording; NULL is allowed. */
void golden_wave_abandon(struct golden_wave *wave);

#endif
