/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_route -- what the twin tests of route units share. */
#ifndef LOCKHOP_TESTS_TWIN_ROUTE_H
#define LOCKHOP_TESTS_TWIN_ROUTE_H

#include "tests/twin/twin.h"

extern "C" {
#include "switch/unit.h"
}

/* The unit in C and its model agree on one header at one place, in the ports that all units
 * have.  Returns what the unit says, for the other ports.  Who has a phase sets phase_i. */
template <class Twin>
static struct route_out compare_route(typename Twin::Model *model,
                                      const struct route_unit &unit,
                                      const uint32_t *parameters, uint64_t header,
                                      uint64_t here, uint32_t phase = 0)
{
  struct route_in in = {.here = here,
                        .header = header,
                        .random = 0,
                        .ports = Twin::PORTS,
                        .phase = phase,
                        .parameters = parameters};
  struct route_out out = unit.comb(&in);

  port_put(model->here_i, 0, Twin::ADDRESS_BITS, here);
  port_put(model->header_i, 0, Twin::HEADER_BITS, header);
  model->eval();
  uint64_t ports = port_get(model->ports_o, 0, Twin::PORTS);
  uint64_t header_o = port_get(model->header_o, 0, Twin::HEADER_BITS);
  CHECK(model->eject_o == out.eject && ports == out.ports && header_o == out.header,
        "here_i %#" PRIx64 " header_i %#" PRIx64 " phase %" PRIu32
        ": eject_o %d ports_o %#" PRIx64 " header_o %#" PRIx64 ", golden %d %#" PRIx64
        " %#" PRIx64,
        here, header, phase, model->eject_o, ports, header_o, out.eject, out.ports,
        out.header);
  return out;
}

/* The same for a unit that has no other ports. */
template <class Twin>
static void compare_plain_route(typename Twin::Model *model, const struct route_unit &unit,
                                const uint32_t *parameters, uint64_t header, uint64_t here)
{
  const struct route_out out = compare_route<Twin>(model, unit, parameters, header, here);

  CHECK(out.vc == 0 && !out.wait && out.priority == 0,
        "out.vc == 0 && !out.wait && out.priority == 0");
}

/* Every address and header, words that are no address among them. */
template <class Twin>
static void compare_all_routes(typename Twin::Model *model, const struct route_unit &unit,
                               const uint32_t *parameters)
{
  for (uint64_t here = 0; here < UINT64_C(1) << Twin::ADDRESS_BITS; here++)
    for (uint64_t header = 0; header < UINT64_C(1) << Twin::HEADER_BITS; header++)
      compare_plain_route<Twin>(model, unit, parameters, header, here);
}

/* Another port of the unit, beside the same in C. */
#define CHECK_PORT(name, is, must, header, here)                                           \
  CHECK((is) == (must),                                                                    \
        "here_i %#" PRIx64 " header_i %#" PRIx64 ": " name " %d, golden %d",               \
        (uint64_t)(here), (uint64_t)(header), (int)(is), (int)(must))

#endif
