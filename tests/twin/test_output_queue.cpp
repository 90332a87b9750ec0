/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_output_queue -- the output queue in C beside its Verilog twin, cycle by cycle.
 *
 * A cycle: what the pushes are, in ascending channel order; the oldest packet shows, one
 * just pushed if the queue was empty; it leaves if ready_i.
 */
// optimize: 1
// few: Vqueue_2_3 Vqueue_5_5
// model: Vqueue_1_1 rtl/component/output_queue.v CHANNELS=1 DEPTH=1 PACKET_BITS=46
// model: Vqueue_1_2 rtl/component/output_queue.v CHANNELS=1 DEPTH=2 PACKET_BITS=8
// model: Vqueue_1_3 rtl/component/output_queue.v CHANNELS=1 DEPTH=3 PACKET_BITS=2
// model: Vqueue_1_5 rtl/component/output_queue.v CHANNELS=1 DEPTH=5 PACKET_BITS=64
// model: Vqueue_1_8 rtl/component/output_queue.v CHANNELS=1 DEPTH=8 PACKET_BITS=16
// model: Vqueue_2_1 rtl/component/output_queue.v CHANNELS=2 DEPTH=1 PACKET_BITS=2
// model: Vqueue_2_2 rtl/component/output_queue.v CHANNELS=2 DEPTH=2 PACKET_BITS=46
// model: Vqueue_2_3 rtl/component/output_queue.v CHANNELS=2 DEPTH=3 PACKET_BITS=16
// model: Vqueue_2_5 rtl/component/output_queue.v CHANNELS=2 DEPTH=5 PACKET_BITS=65
// model: Vqueue_2_8 rtl/component/output_queue.v CHANNELS=2 DEPTH=8 PACKET_BITS=46
// model: Vqueue_5_1 rtl/component/output_queue.v CHANNELS=5 DEPTH=1 PACKET_BITS=1
// model: Vqueue_5_2 rtl/component/output_queue.v CHANNELS=5 DEPTH=2 PACKET_BITS=64
// model: Vqueue_5_3 rtl/component/output_queue.v CHANNELS=5 DEPTH=3 PACKET_BITS=46
// model: Vqueue_5_5 rtl/component/output_queue.v CHANNELS=5 DEPTH=5 PACKET_BITS=46
// model: Vqueue_5_8 rtl/component/output_queue.v CHANNELS=5 DEPTH=8 PACKET_BITS=46
// model: Vqueue_11_1 rtl/component/output_queue.v CHANNELS=11 DEPTH=1 PACKET_BITS=46
// model: Vqueue_11_2 rtl/component/output_queue.v CHANNELS=11 DEPTH=2 PACKET_BITS=50
// model: Vqueue_11_3 rtl/component/output_queue.v CHANNELS=11 DEPTH=3 PACKET_BITS=65
// model: Vqueue_11_5 rtl/component/output_queue.v CHANNELS=11 DEPTH=5 PACKET_BITS=46
// model: Vqueue_11_8 rtl/component/output_queue.v CHANNELS=11 DEPTH=8 PACKET_BITS=128
// model: Vqueue_1_12 rtl/component/output_queue.v CHANNELS=1 DEPTH=12 PACKET_BITS=20
// model: Vqueue_2_7 rtl/component/output_queue.v CHANNELS=2 DEPTH=7 PACKET_BITS=33
// model: Vqueue_3_4 rtl/component/output_queue.v CHANNELS=3 DEPTH=4 PACKET_BITS=70
// model: Vqueue_4_16 rtl/component/output_queue.v CHANNELS=4 DEPTH=16 PACKET_BITS=46
// model: Vqueue_9_6 rtl/component/output_queue.v CHANNELS=9 DEPTH=6 PACKET_BITS=12
#include "tests/twin/twin_output_queue.h"

TWIN_LAWS(QUEUE_ROW)
