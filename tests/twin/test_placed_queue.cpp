/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_placed_queue -- the output queue in C beside the one that keeps packets in place.
 *
 * A cycle: what the pushes are, in ascending channel order; the oldest packet shows, one
 * just pushed if the queue was empty; it leaves if ready_i.
 */
// optimize: 1
// few: Vplaced_2_3 Vplaced_5_5
// model: Vplaced_1_1 rtl/component/placed_queue.v CHANNELS=1 DEPTH=1 PACKET_BITS=46
// model: Vplaced_1_3 rtl/component/placed_queue.v CHANNELS=1 DEPTH=3 PACKET_BITS=2
// model: Vplaced_2_2 rtl/component/placed_queue.v CHANNELS=2 DEPTH=2 PACKET_BITS=46
// model: Vplaced_2_3 rtl/component/placed_queue.v CHANNELS=2 DEPTH=3 PACKET_BITS=16
// model: Vplaced_5_1 rtl/component/placed_queue.v CHANNELS=5 DEPTH=1 PACKET_BITS=1
// model: Vplaced_5_5 rtl/component/placed_queue.v CHANNELS=5 DEPTH=5 PACKET_BITS=46
// model: Vplaced_11_8 rtl/component/placed_queue.v CHANNELS=11 DEPTH=8 PACKET_BITS=128
// model: Vplaced_2_7 rtl/component/placed_queue.v CHANNELS=2 DEPTH=7 PACKET_BITS=33
// model: Vplaced_4_16 rtl/component/placed_queue.v CHANNELS=4 DEPTH=16 PACKET_BITS=46
#include "tests/twin/twin_output_queue.h"

TWIN_LAWS(QUEUE_ROW)
