/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_priority_queue -- the queue by priority in C beside its Verilog twin, cycle by
 * cycle.
 *
 * A cycle: what the pushes are, in ascending channel order; the oldest packet with the
 * highest priority shows, one just pushed among them; it leaves if ready_i.
 */
// optimize: 1
// few: Vpriority_3_4_16 Vpriority_5_5_3
// model: Vpriority_1_1_1 rtl/component/priority_queue.v CHANNELS=1 DEPTH=1
//   PRIORITY_BITS=1 PACKET_BITS=8
// model: Vpriority_1_3_1 rtl/component/priority_queue.v CHANNELS=1 DEPTH=3
//   PRIORITY_BITS=1 PACKET_BITS=46
// model: Vpriority_1_2_2 rtl/component/priority_queue.v CHANNELS=1 DEPTH=2
//   PRIORITY_BITS=2 PACKET_BITS=16
// model: Vpriority_2_1_1 rtl/component/priority_queue.v CHANNELS=2 DEPTH=1
//   PRIORITY_BITS=1 PACKET_BITS=2
// model: Vpriority_2_3_1 rtl/component/priority_queue.v CHANNELS=2 DEPTH=3
//   PRIORITY_BITS=1 PACKET_BITS=46
// model: Vpriority_2_5_2 rtl/component/priority_queue.v CHANNELS=2 DEPTH=5
//   PRIORITY_BITS=2 PACKET_BITS=65
// model: Vpriority_3_2_1 rtl/component/priority_queue.v CHANNELS=3 DEPTH=2
//   PRIORITY_BITS=1 PACKET_BITS=64
// model: Vpriority_3_4_16 rtl/component/priority_queue.v CHANNELS=3 DEPTH=4
//   PRIORITY_BITS=16 PACKET_BITS=46
// model: Vpriority_2_4_8 rtl/component/priority_queue.v CHANNELS=2 DEPTH=4
//   PRIORITY_BITS=8 PACKET_BITS=20
// model: Vpriority_5_8_1 rtl/component/priority_queue.v CHANNELS=5 DEPTH=8
//   PRIORITY_BITS=1 PACKET_BITS=46
// model: Vpriority_5_5_3 rtl/component/priority_queue.v CHANNELS=5 DEPTH=5
//   PRIORITY_BITS=3 PACKET_BITS=50
// model: Vpriority_11_3_1 rtl/component/priority_queue.v CHANNELS=11 DEPTH=3
//   PRIORITY_BITS=1 PACKET_BITS=46
// model: Vpriority_11_8_1 rtl/component/priority_queue.v CHANNELS=11 DEPTH=8
//   PRIORITY_BITS=1 PACKET_BITS=128
// model: Vpriority_2_7_2 rtl/component/priority_queue.v CHANNELS=2 DEPTH=7
//   PRIORITY_BITS=2 PACKET_BITS=33
// model: Vpriority_4_12_5 rtl/component/priority_queue.v CHANNELS=4 DEPTH=12
//   PRIORITY_BITS=5 PACKET_BITS=70
// model: Vpriority_9_6_3 rtl/component/priority_queue.v CHANNELS=9 DEPTH=6
//   PRIORITY_BITS=3 PACKET_BITS=12
#include "tests/twin/twin_output_queue.h"

TWIN_LAWS(QUEUE_ROW)
