/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parameters -- the parameters of rtl/switch/switch.v for a network. */
#include "verilog/generate/parameters.h"

static const struct {
  const char *name, *text;
  bool free;
} rows[SWITCH_PARAMETERS] = {
    {"PORTS", "links of a switch, in and out", false},
    {"LANES", "injection lanes per switch", true},
    {"VCS", "virtual channels (VCs) of a link", false},
    {"DEPTH", "packets in an output queue", true},
    {"STORE", "packets in a waiting store", true},
    {"PRIORITY_BITS", "bits by which an output queue is ordered; 0: FIFO", false},
    {"ARBITER",
     "where queues compete: 0 they take turns, 1 the lowest VC first, 2 the highest",
     false},
    {"SENDS", "ports on which a switch sends in a cycle; 0: all", false},
    {"PHASE_BITS", "bits of the phase", false},
    {"RANDOM",
     "random sources of a switch: 0 none, 1 one per channel, 2 one for all, 3 as 1 with "
     "steps, 4 the queues of two ways, 5 those of all ports",
     false},
    {"HEADER_BITS", "low bits of a packet", false},
    {"DATA_BITS", "bits of a packet above its header", true},
    {"ADDRESS_BITS", "bits of a switch address", false},
    {"PUSHES", "packets that an output queue takes in a cycle; 0: all", false},
};

const char *switch_parameter_name(size_t number)
{
  return rows[number].name;
}

void switch_parameters_print(const struct shape *shape, FILE *file)
{
  const size_t count = switch_parameter_count(shape);

  for (size_t i = 0; i < count; i++)
    fprintf(file, "    .%-13s (%s)%s\n", rows[i].name, rows[i].name,
            i + 1 < count ? "," : "");
}

void switch_parameters(const struct shape *shape,
                       struct switch_parameter parameters[SWITCH_PARAMETERS])
{
  const uint32_t values[SWITCH_PARAMETERS] = {
      shape->topology->ports,
      shape->lanes,
      shape->vcs,
      shape->depth,
      shape->store,
      shape_priority_bits(shape),
      shape_arbiter(shape),
      shape->sends,
      shape_phase_bits(shape),
      shape->routing->random,
      shape->format.header_bits,
      shape->format.data_bits,
      shape->topology->address_bits,
      shape->pushes,
  };

  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    parameters[i] = (struct switch_parameter){.name = rows[i].name,
                                              .value = values[i],
                                              .text = rows[i].text,
                                              .free = rows[i].free};
}
