/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_sync -- what the twin tests of the swapped dragonfly's route units share. */
#ifndef LOCKHOP_TESTS_TWIN_SYNC_H
#define LOCKHOP_TESTS_TWIN_SYNC_H

#include "tests/twin/twin.h"

extern "C" {
#include "switch/unit.h"
}

/* The unit in C and its model agree on one header at one place. */
template <class Twin>
static void compare_route(typename Twin::Model *model, const struct route_unit &unit,
                          uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  struct route_in in = {.here = here,
                        .header = header,
                        .random = 0,
                        .ports = Twin::PORTS,
                        .phase = false,
                        .parameters = size};
  struct route_out out = unit.comb(&in);

  port_put(model->here_i, 0, Twin::ADDRESS_BITS, here);
  port_put(model->header_i, 0, Twin::HEADER_BITS, header);
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, Twin::HEADER_BITS);
  CHECK(model->eject_o == out.eject && ports == out.ports && header_o == out.header &&
            model->vc_o == out.vc && model->priority_o == out.priority,
        "here_i %#" PRIx64 " header_i %#" PRIx64 ": eject_o %d ports_o %#" PRIx64
        " header_o %#" PRIx64 " vc_o %d priority_o %d, in C %d %#" PRIx64 " %#" PRIx64
        " %d %d",
        here, header, model->eject_o, ports, header_o, model->vc_o, model->priority_o,
        out.eject, out.ports, out.header, out.vc, out.priority);
}

#endif
