/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_levels -- the route unit of two service levels in C beside its Verilog twin. */
// few: Vlevels_2_3
// model: Vlevels_1_2 rtl/route/sync_levels.v K=1 M=2 PORTS=4
//   HEADER_BITS=9 ADDRESS_BITS=3
// model: Vlevels_2_3 rtl/route/sync_levels.v K=2 M=3 PORTS=6
//   HEADER_BITS=11 ADDRESS_BITS=5
// model: Vlevels_5_2 rtl/route/sync_levels.v K=5 M=2 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=5
// model: Vlevels_31_31 rtl/route/sync_levels.v K=31 M=31 PORTS=63
//   HEADER_BITS=21 ADDRESS_BITS=15
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_levels;
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  const struct route_out out = compare_route<Twin>(model, sync_levels, size, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
}

/* In the order of the page: pi, delta, gamma, b, broadcast, skip_self, privileged. */
template <class Twin> static void test_every_header()
{
  every_vector<Twin>(compare<Twin>, 6, ROUNDS);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
