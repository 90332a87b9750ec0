/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* own_switch -- a switch in Verilog to begin with, for a user who has none. */
#include "verilog/generate/own_switch.h"

#include "base/template.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/generate/wrapper.h"

#include <inttypes.h>
#include <string.h>

enum { FIELDS = 24, RANGE_TEXT = 24 };

extern const char template_own_switch[];

/* Do packets wait for phases? */
static bool has_phases(const struct shape *shape)
{
  return shape->routing->phases.kind != PHASE_STAYS;
}

/* Those that this shape gives a meaning; the judge asks for PRIORITY_BITS, though the order
 * of priorities is not judged. */
static bool has_parameter(const struct shape *shape, const char *name)
{
  static const char *const never[] = {"ARBITER", "RANDOM", "PUSHES"};

  for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
    if (strcmp(name, never[i]) == 0)
      return false;
  if (strcmp(name, "STORE") == 0 || strcmp(name, "PHASE_BITS") == 0)
    return has_phases(shape);
  if (strcmp(name, "VCS") == 0)
    return shape->vcs > 1;
  if (strcmp(name, "SENDS") == 0)
    return shape->sends > 0;
  return strcmp(name, "PRIORITY_BITS") != 0 || shape_priority_bits(shape) > 0;
}

static void print_head(const void *of, FILE *file)
{
  const struct shape *shape = of;
  struct wrapper_part part = {.one_vc = shape->vcs == 1};

  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    if (has_parameter(shape, switch_parameter_name(i)))
      part.parameters |= UINT32_C(1) << i;
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if ((strcmp(switch_pins[i].name, "phase") != 0 || has_phases(shape)) &&
        (strcmp(switch_pins[i].name, "seed") != 0 || shape->routing->random))
      part.pins |= UINT32_C(1) << i;
  wrapper_print_part("switch", shape, &part, file);
}

/* A field of a header as the name of a wire: not one that Verilog keeps for itself. */
static const char *wire_of(const struct field *field)
{
  return strcmp(field->name, "final") == 0 ? "final_field" : field->name;
}

/* One that is the whole header fits networks of other sizes too. */
static void print_field(const struct shape *shape, const struct field *field, FILE *file)
{
  char range[RANGE_TEXT] = "", part[RANGE_TEXT];

  snprintf(part, sizeof part, "%" PRIu32, field->lsb);
  if (field->bits == shape->format.header_bits) {
    snprintf(range, sizeof range, "[HEADER_BITS-1:0]");
    snprintf(part, sizeof part, "HEADER_BITS-1:0");
  } else if (field->bits > 1) {
    snprintf(range, sizeof range, "[%" PRIu32 ":0]", field->bits - 1);
    snprintf(part, sizeof part, "%" PRIu32 ":%" PRIu32, field->lsb + field->bits - 1,
             field->lsb);
  }
  fprintf(file, "  wire %-6s %-11s = header_i[%s];\n", range, wire_of(field), part);
}

static void print_fields(const void *of, FILE *file)
{
  const struct shape *shape = of;
  struct field fields[FIELDS];
  const size_t count = routing_fields(shape->routing, shape->topology, fields, FIELDS);

  for (size_t i = 0; i < count; i++)
    print_field(shape, &fields[i], file);
}

/* ", NAME" for each of them. */
static void list_fields(const void *of, FILE *file)
{
  const struct shape *shape = of;
  struct field fields[FIELDS];
  const size_t count = routing_fields(shape->routing, shape->topology, fields, FIELDS);

  for (size_t i = 0; i < count; i++)
    fprintf(file, ", %s", wire_of(&fields[i]));
}

/* A port with a packet, of one VC and of several. */
static void print_offers_queue(const void *of, FILE *file)
{
  const struct shape *shape = of;

  if (shape->sends > 0)
    fputs("      assign offers[q] = count_q != 0;\n", file);
}

static void print_offers_port(const void *of, FILE *file)
{
  const struct shape *shape = of;

  if (shape->sends > 0)
    fputs("      assign offers[p] = all != 0;\n", file);
}

/* Inputs of the switch that it does not use. */
static const char *ignored(const struct shape *shape)
{
  const bool priorities = shape_priority_bits(shape) > 0;

  if (!shape->routing->random)
    return priorities ? ", PRIORITY_BITS != 0" : "";
  return priorities ? ", PRIORITY_BITS != 0, seed_i[63:32]" : ", seed_i[63:32]";
}

void own_switch_print(const struct shape *shape, const struct own_switch_words *words,
                      FILE *file)
{
  const bool vcs = shape->vcs > 1, phases = has_phases(shape), sends = shape->sends > 0;
  const struct template_value values[] = {
      {"SPEC", .text = shape->topology->spec},
      {"ROUTING", .text = shape->routing->name},
      {"COMMAND", .text = words->command},
      {"WAY", .text = words->routing},
      {"OPTIONS", .text = words->options},
      {"COMPARE", .text = words->compare},
      {"FILE", .text = words->file},
      {"RANDOM", .number = shape->routing->random != RANDOM_NONE},
      {"VCS", .number = vcs},
      {"PRIORITY", .number = shape_priority_bits(shape)},
      {"HEAD", .print = print_head, .of = shape},
      {"QUEUES", .text = vcs ? "QUEUES" : "PORTS"},
      {"PAD", .text = vcs ? "" : " "},
      {"IGNORED", .text = ignored(shape)},
      {"PORTS", .number = shape->topology->ports},
      {"HEADER_BITS", .number = shape->format.header_bits},
      {"ADDRESS_BITS", .number = shape->topology->address_bits},
      {"FIELDS", .print = print_fields, .of = shape},
      {"NAMES", .print = list_fields, .of = shape},
      {"WORD", .text = shape->routing->random ? ", random_i" : ""},
      {"PHASE", .text = phases ? ", phase_i" : ""},
      {"PHASES", .number = phases},
      {"PHASE_BITS", .number = shape_phase_bits(shape)},
      {"CHANNELS", .text = phases ? "CAPACITY" : "CHANNELS"},
      {"SENDS", .number = sends},
      {"SPELL", .text = sends ? ", perhaps after other ports" : ""},
      {"MAY_QUEUE", .text = sends ? " && may[q]" : ""},
      {"MAY_PORT", .text = sends ? " & {VCS{may[p]}}" : ""},
      {"MAY_TURN", .text = sends ? " && may[p]" : ""},
      {"OFFERS_QUEUE", .print = print_offers_queue, .of = shape},
      {"OFFERS_PORT", .print = print_offers_port, .of = shape},
  };

  template_print(template_own_switch, values, sizeof values / sizeof *values, file);
}
