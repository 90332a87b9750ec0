/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_unit -- the module route_unit of a network, as Verilog. */
#include "generate/route_unit.h"

#include <inttypes.h>

static void print_route_unit_head(const struct shape *shape, FILE *file)
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
          "  parameter ADDRESS_BITS = %" PRIu32 "\n"
          ") (\n"
          "  input  wire [ADDRESS_BITS-1:0] here_i,\n"
          "  input  wire [HEADER_BITS-1:0]  header_i,\n"
          "  input  wire                    phase_i,\n"
          "  input  wire [31:0]             random_i,\n"
          "  output wire                    eject_o,\n"
          "  output wire                    wait_o,\n"
          "  output wire [PORTS-1:0]        ports_o,\n"
          "  output wire [HEADER_BITS-1:0]  header_o,\n"
          "  output wire [1:0]              vc_o,\n"
          "  output wire [7:0]              priority_o\n"
          ");\n"
          "\n",
          shape->routing->unit->name, shape->topology->ports, shape->format.header_bits,
          shape->topology->address_bits);
}

/* What stands for the ports that the unit does not have. */
static void print_route_unit_absent(const struct route_unit *unit, FILE *file)
{
  if (!unit->phase_bits || !unit->has_random)
    fprintf(file, "  wire unused_ok = &{1'b0%s%s};\n\n",
            unit->phase_bits ? "" : ", phase_i", unit->has_random ? "" : ", random_i");
  if (!unit->phase_bits)
    fprintf(file, "  assign %-*s = 1'b0;\n", unit->has_vc ? 10 : 7, "wait_o");
  if (unit->has_vc)
    fprintf(file, "  assign priority_o[7:1] = 7'd0;\n\n");
  else
    fprintf(file, "  assign vc_o = 2'd0;\n"
                  "  assign priority_o   = 8'd0;\n\n");
}

static void print_route_unit_instance(const struct shape *shape, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;
  const struct {
    const char *name, *wire;
    bool exists;
  } ports[] = {
      {"here_i", "here_i", true},
      {"header_i", "header_i", true},
      {"phase_i", "phase_i", unit->phase_bits > 0},
      {"random_i", "random_i", unit->has_random},
      {"eject_o", "eject_o", true},
      {"wait_o", "wait_o", unit->phase_bits > 0},
      {"ports_o", "ports_o", true},
      {"vc_o", "vc_o", unit->has_vc},
      {"priority_o", "priority_o[0]", unit->has_vc},
      {"header_o", "header_o", true}, /* exists, so that the list ends with it */
  };
  const size_t last = sizeof ports / sizeof ports[0] - 1;

  fprintf(file, "  %s #(\n", unit->name);
  for (size_t i = 0; i < ROUTE_FIXED && unit->fixed[i].name; i++)
    fprintf(file, "    .%-12s (%" PRIu32 "),\n", unit->fixed[i].name, unit->fixed[i].value);
  for (size_t i = 0; unit->parameters && unit->parameters[i]; i++)
    fprintf(file, "    .%-12s (%" PRIu32 "),\n", unit->parameters[i],
            shape->topology->size[i]);
  fputs("    .PORTS        (PORTS),\n"
        "    .HEADER_BITS  (HEADER_BITS),\n"
        "    .ADDRESS_BITS (ADDRESS_BITS)\n"
        "  ) u_unit (\n",
        file);
  for (size_t i = 0; i <= last; i++)
    if (ports[i].exists)
      fprintf(file, "    .%-8s (%s)%s\n", ports[i].name, ports[i].wire,
              i < last ? "," : "");
  fprintf(file, "  );\n");
}

void route_unit_print(const struct shape *shape, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;

  print_route_unit_head(shape, file);
  print_route_unit_absent(unit, file);
  print_route_unit_instance(shape, file);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}
