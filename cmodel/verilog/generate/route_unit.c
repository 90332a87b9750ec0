/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_unit -- the module route_unit of a network, as Verilog. */
#include "verilog/generate/route_unit.h"

#include <inttypes.h>

enum {
  WIRE_TEXT = 24,
  NUMBER_TEXT = 16,
  VECTOR_TEXT = 4 * TOPOLOGY_PORTS + 16 /* a ring has a port at least */
};

static void print_head(const struct shape *shape, FILE *file)
{
  fprintf(file,
          "// route_unit -- the route unit of this network: %s.\n"
          "`default_nettype none\n"
          "\n"
          "// The file has the name by which the switch's specification calls it.\n"
          "/* verilator lint_off DECLFILENAME */\n"
          "module route_unit #(\n"
          "  parameter PORTS        = %" PRIu32 ",\n"
          "  parameter HEADER_BITS  = %" PRIu32 ",\n"
          "  parameter ADDRESS_BITS = %" PRIu32 ",\n"
          "  parameter PHASE_BITS   = %" PRIu32 "\n",
          shape->routing->unit->name, shape->topology->ports, shape->format.header_bits,
          shape->topology->address_bits, shape_phase_bits(shape));
  fputs(") (\n"
        "  input  wire [ADDRESS_BITS-1:0] here_i,\n"
        "  input  wire [HEADER_BITS-1:0]  header_i,\n"
        "  input  wire [PHASE_BITS-1:0]   phase_i,\n"
        "  input  wire [31:0]             random_i,\n"
        "  output wire                    eject_o,\n"
        "  output wire                    wait_o,\n"
        "  output wire [PORTS-1:0]        ports_o,\n"
        "  output wire [HEADER_BITS-1:0]  header_o,\n"
        "  output wire [2:0]              vc_o,\n"
        "  output wire [15:0]             priority_o\n"
        ");\n"
        "\n",
        file);
}

/* Constants in place of ports, or bits of ports, that the unit does not have. */
static void print_absent(const struct route_unit *unit, FILE *file)
{
  const bool split = unit->priority_bits > 0 && unit->priority_bits < ROUTE_PRIORITY_BITS;
  const int column = split ? 16 : 10;

  if (!unit->phase_bits || !unit->has_random)
    fprintf(file, "  wire unused_ok = &{1'b0%s%s};\n\n",
            unit->phase_bits ? "" : ", phase_i", unit->has_random ? "" : ", random_i");
  if (!unit->waits)
    fprintf(file, "  assign %-*s = 1'b0;\n", column, "wait_o");
  if (!unit->has_vc)
    fprintf(file, "  assign %-*s = 3'd0;\n", column, "vc_o");
  if (split)
    fprintf(file, "  assign priority_o[%d:%" PRIu32 "] = %" PRIu32 "'d0;\n",
            ROUTE_PRIORITY_BITS - 1, unit->priority_bits,
            ROUTE_PRIORITY_BITS - unit->priority_bits);
  else if (!unit->priority_bits)
    fputs("  assign priority_o = 16'd0;\n", file);
  if (!unit->waits || !unit->has_vc || unit->priority_bits < ROUTE_PRIORITY_BITS)
    fputs("\n", file);
}

/* [count] elements, the first in the low bits, as one number. */
static void print_vector(const char *name, const uint32_t *elements, size_t count,
                         const char *format, FILE *file)
{
  char text[VECTOR_TEXT];
  int used = snprintf(text, sizeof text, "%zu'h", count * ROUTE_ELEMENT_BITS);

  for (size_t i = count; i-- > 0;)
    used += snprintf(text + used, sizeof text - (size_t)used, "%04" PRIx32, elements[i]);
  fprintf(file, format, name, text);
}

static void print_number(const char *name, uint32_t value, const char *format, FILE *file)
{
  char text[NUMBER_TEXT];

  snprintf(text, sizeof text, "%" PRIu32, value);
  fprintf(file, format, name, text);
}

void route_unit_fixed(const struct shape *shape, const char *format, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;

  for (size_t i = 0; i < ROUTE_FIXED && unit->fixed[i].name; i++)
    print_number(unit->fixed[i].name, unit->fixed[i].value, format, file);
}

void route_unit_named(const struct shape *shape, const char *format, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;
  const struct topology *t = shape->topology;
  size_t named = 0;

  for (; unit->parameters && unit->parameters[named]; named++)
    print_number(unit->parameters[named], t->parameters[named], format, file);
  if (unit->vector)
    print_vector(unit->vector, &t->parameters[named], t->parameter_count - named, format,
                 file);
}

static void print_parameters(const struct shape *shape, FILE *file)
{
  route_unit_fixed(shape, "    .%-12s (%s),\n", file);
  route_unit_named(shape, "    .%-12s (%s),\n", file);
  fputs("    .PORTS        (PORTS),\n"
        "    .HEADER_BITS  (HEADER_BITS),\n"
        "    .ADDRESS_BITS (ADDRESS_BITS)\n",
        file);
}

static void print_instance(const struct shape *shape, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;
  char phase[WIRE_TEXT], priority[WIRE_TEXT];
  const struct {
    const char *name, *wire;
    bool exists;
  } ports[] = {
      {"here_i", "here_i", true},
      {"header_i", "header_i", true},
      {"phase_i", phase, unit->phase_bits > 0},
      {"random_i", "random_i", unit->has_random},
      {"eject_o", "eject_o", true},
      {"wait_o", "wait_o", unit->waits},
      {"ports_o", "ports_o", true},
      {"vc_o", "vc_o", unit->has_vc},
      {"priority_o", priority, unit->priority_bits > 0},
      {"header_o", "header_o", true}, /* exists, so that the list ends with it */
  };
  const size_t last = sizeof ports / sizeof ports[0] - 1;

  snprintf(phase, sizeof phase, "phase_i[%" PRIu32 ":0]", unit->phase_bits - 1);
  snprintf(priority, sizeof priority, "priority_o[%" PRIu32 ":0]", unit->priority_bits - 1);
  fprintf(file, "  %s #(\n", unit->name);
  print_parameters(shape, file);
  fputs("  ) u_unit (\n", file);
  for (size_t i = 0; i <= last; i++)
    if (ports[i].exists)
      fprintf(file, "    .%-10s (%s)%s\n", ports[i].name, ports[i].wire,
              i < last ? "," : "");
  fputs("  );\n", file);
}

void route_unit_print(const struct shape *shape, FILE *file)
{
  print_head(shape, file);
  print_absent(shape->routing->unit, file);
  print_instance(shape, file);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}
