/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_sync -- what the twin tests of the swapped dragonfly's route units share. */
#ifndef LOCKHOP_TESTS_TWIN_SYNC_H
#define LOCKHOP_TESTS_TWIN_SYNC_H

#include "tests/twin/twin_route.h"

template <class Twin>
static void compare_sync(typename Twin::Model *model, const struct route_unit &unit,
                         uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  const struct route_out out = compare_route<Twin>(model, unit, size, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK_PORT("priority_o", model->priority_o, out.priority, header, here);
}

#endif
