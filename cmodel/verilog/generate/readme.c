/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme -- the README of a generated network: parameters and ports. */
#include "verilog/generate/readme.h"

#include "base/template.h"
#include "verilog/generate/parameters.h"

#include <inttypes.h>
#include <string.h>

extern const char template_readme[], template_network[];

/* Those that a user may change, and why not to. */
static void print_free_parameters(const void *of, FILE *file)
{
  const struct shape *shape = of;
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    if (parameters[i].free)
      fprintf(file, "| `%s` | %" PRIu32 " | %s; may be changed%s |\n", parameters[i].name,
              parameters[i].value, parameters[i].text,
              strcmp(parameters[i].name, "STORE") == 0 && !shape->routing->phases.ends_at
                  ? ", but no packet of this routing waits"
                  : "");
}

static void print_other_parameters(const void *of, FILE *file)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(of, parameters);
  for (size_t i = 0; i < switch_parameter_count(of); i++)
    if (!parameters[i].free)
      fprintf(file, "| `%s` | %" PRIu32 " | %s |\n", parameters[i].name,
              parameters[i].value, parameters[i].text);
}

static void print_terminals(const void *of, FILE *file)
{
  const struct topology *t = of;

  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    fprintf(file, "| %" PRIu32 " | %" PRIu32 " | %" PRIu32 " |\n", terminal,
            topology_source(t, terminal), topology_sink(t, terminal));
}

void readme_print_network(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  const struct routing *routing = shape->routing;
  const uint64_t packet_bits = shape->format.header_bits + shape->format.data_bits;
  const uint64_t lanes = (uint64_t)t->switches * shape->lanes;
  const uint64_t ejects = (uint64_t)t->switches * shape_channels(shape);
  const uint32_t share = shape->lanes / t->per_site; /* lanes of a terminal */
  const char *const below = "see below", *const unused = "unused by this routing";
  const struct template_value values[] = {
      {"FREE_PARAMETERS", .print = print_free_parameters, .of = shape},
      {"SWITCHES", .number = t->switches},
      {"OTHER_PARAMETERS", .print = print_other_parameters, .of = shape},
      {"QUEUES", .number = shape_queues(shape)},
      {"CHANNELS", .number = shape_channels(shape)},
      {"PACKET_BITS", .number = packet_bits},
      {"RESET",
       .text = random_source_apart(routing->random) ? below : "one cycle is enough"},
      {"SEEDS_BITS", .number = (uint64_t)t->switches * 64},
      {"SEEDS", .text = routing->random == RANDOM_NONE ? unused : below},
      {"PHASE_BITS", .number = shape_phase_bits(shape)},
      {"PHASE", .text = routing->phases.kind ? below : unused},
      {"LANES", .number = lanes},
      {"LANES_BITS", .number = lanes * packet_bits},
      {"EJECTS", .number = ejects},
      {"EJECTS_BITS", .number = ejects * packet_bits},
      {"OWN", .number = random_source_apart(routing->random)},
      {"SHARED", .number = routing->random == RANDOM_SHARED},
      {"PHASES", .number = routing->phases.kind != 0 && !routing->phases.tree},
      {"TREE", .number = routing->phases.tree},
      {"TERMINALS_APART", .number = topology_terminals_apart(t)},
      {"SEVERAL", .number = t->per_site > 1},
      {"PER_SITE", .number = t->per_site},
      {"SHARE", .number = share},
      {"TERMINALS", .print = print_terminals, .of = t},
  };

  template_print(template_network, values, sizeof values / sizeof *values, file);
  readme_print_packets(shape, file);
}

void readme_print(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  const struct template_value values[] = {
      {"SPEC", .text = t->spec},
      {"SWITCHES", .number = t->switches},
      {"PORTS", .number = t->ports},
      {"LANES", .number = shape->lanes},
      {"PLURAL", .text = shape->lanes == 1 ? "" : "s"},
      {"ROUTING", .text = shape->routing->name},
      {"UNIT", .text = shape->routing->unit->name},
      {"FORM", .number = shape->form},
      {"FORM_TEXT", .text = shape->form == 0 ? "for simulators" : "small in gates"},
  };

  template_print(template_readme, values, sizeof values / sizeof *values, file);
  readme_print_network(shape, file);
}
