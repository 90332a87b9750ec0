/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_single_queue -- the output queue in C beside the one that takes one packet in a
 * cycle.
 *
 * A cycle: what the push is; the oldest packet shows, the one just pushed if the queue was
 * empty; it leaves if ready_i.
 */
// optimize: 1
// few: Vsingle_2_3 Vsingle_5_4
// model: Vsingle_1_1 rtl/component/single_queue.v CHANNELS=1 DEPTH=1 PACKET_BITS=46
// model: Vsingle_1_3 rtl/component/single_queue.v CHANNELS=1 DEPTH=3 PACKET_BITS=2
// model: Vsingle_2_2 rtl/component/single_queue.v CHANNELS=2 DEPTH=2 PACKET_BITS=46
// model: Vsingle_2_3 rtl/component/single_queue.v CHANNELS=2 DEPTH=3 PACKET_BITS=16
// model: Vsingle_5_1 rtl/component/single_queue.v CHANNELS=5 DEPTH=1 PACKET_BITS=1
// model: Vsingle_5_4 rtl/component/single_queue.v CHANNELS=5 DEPTH=4 PACKET_BITS=46
// model: Vsingle_11_8 rtl/component/single_queue.v CHANNELS=11 DEPTH=8 PACKET_BITS=128
// model: Vsingle_4_16 rtl/component/single_queue.v CHANNELS=4 DEPTH=16 PACKET_BITS=46
#define QUEUE_PUSHES 1
#include "tests/twin/twin_output_queue.h"

TWIN_LAWS(QUEUE_ROW)
