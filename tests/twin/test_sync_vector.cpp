/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_vector -- the source vector's route unit in C beside its Verilog twin. */
// few: Vvector_2_3_1 Vvector_3_4_0
// model: Vvector_1_2_0 rtl/route/sync_vector.v K=1 M=2 HOLDS=0 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_1_2_1 rtl/route/sync_vector.v K=1 M=2 HOLDS=1 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_2_0 rtl/route/sync_vector.v K=2 M=2 HOLDS=0 PORTS=5
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_2_1 rtl/route/sync_vector.v K=2 M=2 HOLDS=1 PORTS=5
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_3_0 rtl/route/sync_vector.v K=2 M=3 HOLDS=0 PORTS=6
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_2_3_1 rtl/route/sync_vector.v K=2 M=3 HOLDS=1 PORTS=6
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_5_2_1 rtl/route/sync_vector.v K=5 M=2 HOLDS=1 PORTS=8
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_3_4_0 rtl/route/sync_vector.v K=3 M=4 HOLDS=0 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_3_4_1 rtl/route/sync_vector.v K=3 M=4 HOLDS=1 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_4_4_1 rtl/route/sync_vector.v K=4 M=4 HOLDS=1 PORTS=9
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_1_7_0 rtl/route/sync_vector.v K=1 M=7 HOLDS=0 PORTS=9
//   HEADER_BITS=12 ADDRESS_BITS=7
// model: Vvector_5_5_0 rtl/route/sync_vector.v K=5 M=5 HOLDS=0 PORTS=11
//   HEADER_BITS=14 ADDRESS_BITS=9
// model: Vvector_8_16_0 rtl/route/sync_vector.v K=8 M=16 HOLDS=0 PORTS=25
//   HEADER_BITS=16 ADDRESS_BITS=11
// model: Vvector_8_16_1 rtl/route/sync_vector.v K=8 M=16 HOLDS=1 PORTS=25
//   HEADER_BITS=16 ADDRESS_BITS=11
// model: Vvector_31_31_0 rtl/route/sync_vector.v K=31 M=31 HOLDS=0 PORTS=63
//   HEADER_BITS=20 ADDRESS_BITS=15
// model: Vvector_60_2_1 rtl/route/sync_vector.v K=60 M=2 HOLDS=1 PORTS=63
//   HEADER_BITS=13 ADDRESS_BITS=8
// model: Vvector_1_61_1 rtl/route/sync_vector.v K=1 M=61 HOLDS=1 PORTS=63
//   HEADER_BITS=18 ADDRESS_BITS=13
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_vector, sync_vector_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  compare_sync<Twin>(model, Twin::HOLDS ? sync_vector : sync_vector_free, header, here);
}

/* In the order of the page: pi, delta, gamma, b, broadcast, skip_self. */
template <class Twin> static void test_every_header()
{
  every_vector<Twin>(compare<Twin>, 5, ROUNDS);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
