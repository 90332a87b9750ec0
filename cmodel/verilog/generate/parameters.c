/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parameters -- the parameters of rtl/switch/switch.v for a network. */
#include "verilog/generate/parameters.h"

#include <string.h>

void switch_parameters(const struct shape *shape,
                       struct switch_parameter parameters[SWITCH_PARAMETERS])
{
  const struct topology *t = shape->topology;
  const struct switch_parameter list[SWITCH_PARAMETERS] = {
      {"PORTS", t->ports, "links of a switch, in and out", false},
      {"LANES", shape->lanes, "injection lanes per switch", true},
      {"VCS", shape->vcs, "virtual channels (VCs) of a link", false},
      {"DEPTH", shape->depth, "packets in an output queue", true},
      {"STORE", shape->store, "packets in a waiting store", true},
      {"PRIORITY_BITS", shape_priority_bits(shape),
       "bits by which an output queue is ordered; 0: FIFO", false},
      {"ARBITER", shape_arbiter(shape),
       "where queues compete: 0 they take turns, 1 the lowest VC first", false},
      {"SENDS", shape->sends, "ports on which a switch sends in a cycle; 0: all", false},
      {"PHASE_BITS", shape_phase_bits(shape), "bits of the phase", false},
      {"RANDOM", shape->routing->random,
       "random sources of a switch: 0 none, 1 one per channel, 2 one for all", false},
      {"HEADER_BITS", shape->format.header_bits, "low bits of a packet", false},
      {"DATA_BITS", shape->format.data_bits, "bits of a packet above its header", true},
      {"ADDRESS_BITS", t->address_bits, "bits of a switch address", false},
  };

  memcpy(parameters, list, sizeof list);
}
