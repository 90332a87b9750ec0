/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wrapper -- a module with the parameters and ports of a switch around somebody's own. */
#include "verilog/generate/wrapper.h"

#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/generate/port_array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool wrapper_add(struct wrapper_lines *lines, const char *left, const char *right)
{
  struct wrapper_line *larger = realloc(lines->line, (lines->count + 1) * sizeof larger[0]);

  if (!larger)
    return false;
  lines->line = larger;
  struct wrapper_line *line = &larger[lines->count++];
  *line = (struct wrapper_line){.left = strdup(left), .right = strdup(right)};
  return line->left && line->right;
}

bool wrapper_add_group(struct wrapper *wrapper, const struct port_group *group)
{
  struct port_group *larger =
      realloc(wrapper->groups, (wrapper->group_count + 1) * sizeof larger[0]);

  if (!larger)
    return false;
  wrapper->groups = larger;
  larger[wrapper->group_count++] = *group;
  return true;
}

static void close_lines(struct wrapper_lines *lines)
{
  for (size_t i = 0; i < lines->count; i++) {
    free(lines->line[i].left);
    free(lines->line[i].right);
  }
  free(lines->line);
}

void wrapper_close(struct wrapper *wrapper)
{
  close_lines(&wrapper->parameters);
  close_lines(&wrapper->ports);
  close_lines(&wrapper->assigns);
  close_lines(&wrapper->fixed);
  close_lines(&wrapper->input_arrays);
  close_lines(&wrapper->output_arrays);
  free(wrapper->groups);
  *wrapper = (struct wrapper){.module = ""};
}

static void print_parameters(const struct shape *shape, const struct wrapper_part *part,
                             FILE *file)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape); i++) {
    char value[16];

    if (!(part->parameters >> i & 1))
      continue;
    snprintf(value, sizeof value, "%" PRIu32 ",", parameters[i].value);
    fprintf(file, "  parameter %-13s = %-25s // %s\n", parameters[i].name, value,
            parameters[i].text);
  }
  if (!part->one_vc)
    fputs("  parameter QUEUES        = PORTS*VCS,                // derived, do not set\n",
          file);
  fprintf(file, "  parameter CHANNELS      = %s + LANES,%s // derived, do not set\n",
          part->one_vc ? "PORTS" : "QUEUES", part->one_vc ? "           " : "          ");
  fputs("  parameter PACKET_BITS   = HEADER_BITS + DATA_BITS   // derived, do not set\n",
        file);
}

void wrapper_print_part(const char *name, const struct shape *shape,
                        const struct wrapper_part *part, FILE *file)
{
  fprintf(file, "module %s #(\n", name);
  print_parameters(shape, part, file);
  fputs(") (\n"
        "  input  wire                            clk,\n"
        "  input  wire                            rst",
        file);
  for (size_t i = 0; i < SWITCH_PINS; i++) {
    const struct switch_pin *pin = &switch_pins[i];
    const bool queues = part->one_vc && strcmp(pin->bits, "QUEUES") == 0;
    char range[64];

    if (!(part->pins >> i & 1))
      continue;
    snprintf(range, sizeof range, "[%s-1:0]", queues ? "PORTS" : pin->bits);
    fprintf(file, ",\n  %-6s wire %-26s %s", pin->output ? "output" : "input", range,
            pin->port);
  }
  if (shape->eject_ready)
    fprintf(file, ",\n  input  wire %-26s eject_ready_i", "[CHANNELS-1:0]");
  fputs("\n);\n\n", file);
}

void wrapper_print_head(const char *name, const struct shape *shape, FILE *file)
{
  const struct wrapper_part all = {.parameters = UINT32_MAX, .pins = UINT32_MAX};

  wrapper_print_part(name, shape, &all, file);
}

static void print_lines(const struct wrapper_lines *lines, FILE *file)
{
  for (size_t i = 0; i < lines->count; i++)
    fprintf(file, "    .%-15s (%s)%s\n", lines->line[i].left, lines->line[i].right,
            i + 1 < lines->count ? "," : "");
}

/* Other values end the elaboration. */
static void print_fixed(const struct wrapper_lines *fixed, FILE *file)
{
  if (fixed->count == 0)
    return;
  fputs("  generate\n    if (", file);
  for (size_t i = 0; i < fixed->count; i++)
    fprintf(file, "%s%s != %s", i ? " || " : "", fixed->line[i].left, fixed->line[i].right);
  fputs(") begin : g_no\n      $error(\"this wrapper has", file);
  for (size_t i = 0; i < fixed->count; i++)
    fprintf(file, " %s=%s", fixed->line[i].left, fixed->line[i].right);
  fputs(" alone\");\n    end\n  endgenerate\n\n", file);
}

static void print_arrays(const struct wrapper_lines *arrays, bool output, FILE *file)
{
  struct port_array array;

  for (size_t i = 0; i < arrays->count; i++)
    if (port_array_parse(&array, arrays->line[i].left))
      port_array_print(&array, arrays->line[i].right, output, file);
}

static void print_here(FILE *file)
{
  fputs("  reg [ADDRESS_BITS-1:0] " WRAPPER_HERE ";\n\n"
        "  always @(posedge clk) begin\n"
        "    if (rst) begin\n"
        "      " WRAPPER_HERE " <= here_i;\n"
        "    end\n"
        "  end\n\n",
        file);
}

void wrapper_print(const struct wrapper *wrapper, const char *name,
                   const struct shape *shape, FILE *file)
{
  fputs("`default_nettype none\n\n", file);
  wrapper_print_head(name, shape, file);
  print_fixed(&wrapper->fixed, file);
  if (wrapper->eject_ready && !shape->eject_ready)
    fputs("  wire [CHANNELS-1:0] eject_ready_i = {CHANNELS{1'b1}};\n\n", file);
  if (wrapper->keeps_here)
    print_here(file);
  print_arrays(&wrapper->input_arrays, false, file);
  print_arrays(&wrapper->output_arrays, true, file);
  for (size_t i = 0; i < wrapper->group_count; i++)
    port_group_print(&wrapper->groups[i], file);
  if (wrapper->silent)
    port_groups_print_silent(wrapper->groups, wrapper->group_count, file);
  for (size_t i = 0; i < wrapper->assigns.count; i++)
    fprintf(file, "  assign %s = %s;\n%s", wrapper->assigns.line[i].left,
            wrapper->assigns.line[i].right, i + 1 == wrapper->assigns.count ? "\n" : "");
  fprintf(file, "  %s", wrapper->module);
  if (wrapper->parameters.count > 0) {
    fputs(" #(\n", file);
    print_lines(&wrapper->parameters, file);
    fputs("  )", file);
  }
  fputs(" u_dut (\n", file);
  print_lines(&wrapper->ports, file);
  fputs("  );\n\nendmodule\n\n`default_nettype wire\n", file);
}
