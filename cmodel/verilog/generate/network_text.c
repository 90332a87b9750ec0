/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- the text of a generated network and of its verification top. */
#include "verilog/generate/network_text.h"

#include "base/text.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- network.v --- */

static void print_network_parameters(const struct shape *shape, FILE *file)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    if (parameters[i].free)
      fprintf(file, "  parameter %-13s = %" PRIu32 ",  // %s\n", parameters[i].name,
              parameters[i].value, parameters[i].text);
  fprintf(file,
          "  parameter SWITCHES      = %" PRIu32
          ",  // the rest is fixed or derived: do not set\n",
          shape->topology->switches);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    if (!parameters[i].free)
      fprintf(file, "  parameter %-13s = %" PRIu32 ",\n", parameters[i].name,
              parameters[i].value);
  fputs("  parameter QUEUES        = PORTS*VCS,\n"
        "  parameter CHANNELS      = QUEUES + LANES,\n"
        "  parameter PACKET_BITS   = HEADER_BITS + DATA_BITS\n",
        file);
}

/* One pin of a network serves all switches. */
static bool is_shared(const struct switch_pin *pin)
{
  return strcmp(pin->name, "phase") == 0;
}

static void print_port(const struct switch_pin *pin, FILE *file)
{
  char range[64];

  snprintf(range, sizeof range, "[%s%s-1:0]", is_shared(pin) ? "" : "SWITCHES*", pin->bits);
  fprintf(file, ",\n  %-6s wire %-35s %s", pin->output ? "output" : "input", range,
          pin->port);
}

static void print_network_head(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;

  fprintf(file,
          "// network -- %s: %" PRIu32 " switches with %" PRIu32 " ports each.\n"
          "//\n"
          "// Switch s is the instance s<number>; its links are the wires s<number>_in_... "
          "and\n"
          "// s<number>_out_...  Lane l of switch s is number s*LANES + l of the inject "
          "ports,\n"
          "// channel c of switch s is number s*CHANNELS + c of the eject ports, index 0 "
          "in the\n"
          "// low bits.  Valid, ready and packet are those of the switch, and so are seed "
          "and phase.\n"
          "`default_nettype none\n"
          "\n",
          t->spec, t->switches, t->ports);
  fputs("module network #(\n", file);
  print_network_parameters(shape, file);
  fputs(") (\n"
        "  input  wire                                     clk,\n"
        "  input  wire                                     rst",
        file);
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (pin_of_network(&switch_pins[i]))
      print_port(&switch_pins[i], file);
  if (shape->eject_ready)
    fprintf(file, ",\n  input  wire %-35s eject_ready_i", "[SWITCHES*CHANNELS-1:0]");
  fputs("\n);\n\n", file);
}

static void print_wires(uint32_t sw, FILE *file)
{
  fprintf(file,
          "  wire [QUEUES-1:0] s%" PRIu32 "_in_valid, s%" PRIu32 "_in_ready;\n"
          "  wire [QUEUES-1:0] s%" PRIu32 "_out_valid, s%" PRIu32 "_out_ready;\n"
          "  wire [PORTS*PACKET_BITS-1:0] s%" PRIu32 "_in_packet, s%" PRIu32
          "_out_packet;\n",
          sw, sw, sw, sw, sw, sw);
}

/* The links that leave one switch. */
static void print_links(const struct topology *t, uint32_t sw, FILE *file)
{
  char from[ADDRESS_TEXT], to[ADDRESS_TEXT];

  t->row->print_address(t, sw, from);
  for (uint32_t p = 0; p < t->ports; p++) {
    struct link link = topology_link(t, sw, p);

    t->row->print_address(t, link.to_switch, to);
    fprintf(file,
            "  // %s port %" PRIu32 " -> %s port %" PRIu32 "\n"
            "  assign s%" PRIu32 "_in_valid[%" PRIu32 "*VCS +: VCS] = s%" PRIu32
            "_out_valid[%" PRIu32 "*VCS +: VCS];\n"
            "  assign s%" PRIu32 "_in_packet[%" PRIu32 "*PACKET_BITS +: PACKET_BITS]\n"
            "    = s%" PRIu32 "_out_packet[%" PRIu32 "*PACKET_BITS +: PACKET_BITS];\n"
            "  assign s%" PRIu32 "_out_ready[%" PRIu32 "*VCS +: VCS] = s%" PRIu32
            "_in_ready[%" PRIu32 "*VCS +: VCS];\n",
            from, p, to, link.to_port, link.to_switch, link.to_port, sw, p, link.to_switch,
            link.to_port, sw, p, sw, p, link.to_switch, link.to_port);
  }
}

/* A link pin has a wire of its own, and the others a part of a port of the network. */
static void print_connection(const struct shape *shape, uint32_t sw,
                             const struct switch_pin *pin, FILE *file)
{
  const struct topology *t = shape->topology;

  fprintf(file, ",\n    .%-15s (", pin->port);
  if (pin->side == PIN_LINK)
    fprintf(file, "s%" PRIu32 "_%s)", sw, pin->name);
  else if (strcmp(pin->name, "here") == 0)
    fprintf(file, "%" PRIu32 "'d%" PRIu64 ")", t->address_bits, topology_here(t, sw));
  else if (is_shared(pin) && shape->routing->phases.tree)
    fprintf(file, "phase[%" PRIu32 "])", sw);
  else if (is_shared(pin))
    fprintf(file, "%s)", pin->port);
  else
    fprintf(file, "%s[%" PRIu32 "*%s +: %s])", pin->port, sw, pin->bits, pin->bits);
}

static void print_switch(const struct shape *shape, const char *module, uint32_t sw,
                         FILE *file)
{
  const struct topology *t = shape->topology;
  char address[ADDRESS_TEXT];

  t->row->print_address(t, sw, address);
  fprintf(file, "\n  // Switch %" PRIu32 ", address %s.\n", sw, address);
  print_links(t, sw, file);
  fprintf(file, "\n  %s #(\n", module);
  switch_parameters_print(shape, file);
  fprintf(file,
          "  ) s%" PRIu32 " (\n"
          "    .clk             (clk),\n"
          "    .rst             (rst)",
          sw);
  for (size_t i = 0; i < SWITCH_PINS; i++)
    print_connection(shape, sw, &switch_pins[i], file);
  if (shape->eject_ready)
    fprintf(file,
            ",\n    .eject_ready_i   (eject_ready_i[%" PRIu32 "*CHANNELS +: CHANNELS])",
            sw);
  fputs("\n  );\n", file);
}

/* Nothing moves in a switch when its channels are ready and nothing is offered to its lanes
 * or by its ports. */
static void print_over(uint32_t sw, FILE *file)
{
  fprintf(file,
          "  assign over[%" PRIu32 "] = (&s%" PRIu32 "_in_ready) && s%" PRIu32
          "_out_valid == {QUEUES{1'b0}}\n"
          "    && (&inject_ready_o[%" PRIu32 "*LANES +: LANES])\n"
          "    && inject_valid_i[%" PRIu32 "*LANES +: LANES] == {LANES{1'b0}};\n",
          sw, sw, sw, sw, sw);
}

static void print_tree(FILE *file)
{
  fputs("\n  barrier_tree #(.LEAVES(SWITCHES)) u_barrier (\n"
        "    .clk     (clk),\n"
        "    .rst     (rst),\n"
        "    .done_i  (phase_i[0]),\n"
        "    .over_i  (over),\n"
        "    .phase_o (phase)\n"
        "  );\n",
        file);
}

static void print_network_end(FILE *file)
{
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}

bool network_text_print(const struct shape *shape, const char *module,
                        const struct network_watch *watch, FILE *file)
{
  const uint32_t switches = shape->topology->switches;

  print_network_head(shape, file);
  if (shape->routing->phases.tree)
    fputs("  wire [SWITCHES-1:0] over, phase;  // [switch]\n", file);
  for (uint32_t sw = 0; sw < switches; sw++)
    print_wires(sw, file);
  for (uint32_t sw = 0; sw < switches; sw++) {
    if (ferror(file) || (watch && !watch->go_on(watch->self, sw, switches)))
      return false;
    print_switch(shape, module, sw, file);
    if (shape->routing->phases.tree)
      print_over(sw, file);
  }
  if (shape->routing->phases.tree)
    print_tree(file);
  print_network_end(file);
  return !ferror(file);
}

enum { SAMPLES = 64 /* switches printed to estimate the length of all */ };

bool network_text_size(const struct shape *shape, uint64_t *bytes, struct err *err)
{
  const uint32_t switches = shape->topology->switches;
  const uint32_t count = switches < SAMPLES ? switches : SAMPLES;
  char *text = NULL;
  size_t size = 0, head = 0;
  FILE *file = open_memstream(&text, &size);
  bool good = file != NULL;

  if (good) {
    print_network_head(shape, file);
    print_network_end(file);
    good = fflush(file) == 0;
    head = size;
    for (uint64_t i = 0; i < count; i++) { /* spread over all, from first to last */
      uint32_t sw = count > 1 ? (uint32_t)(i * (switches - 1) / (count - 1)) : 0;

      print_wires(sw, file);
      print_switch(shape, "switch", sw, file);
    }
    good &= text_close(file, &text);
  }
  free(text);
  *bytes = head + (uint64_t)((double)(size - head) * switches / count);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory for the Verilog of %s",
                         shape->topology->spec);
}

/* --- network_top.v --- */

static void print_top_head(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  bool wide = shape->format.header_bits + shape->format.data_bits > 64;

  fprintf(file,
          "// network_top -- the generated network with every port padded to 64-bit words, "
          "and\n"
          "// the links inside it shown, as sim/dut.h describes.  A mask is 64 bits per "
          "switch, a\n"
          "// packet a slot of SLOT_BITS.  The golden inputs feed nothing: through them a "
          "waveform\n"
          "// also shows what the golden model did.\n"
          "`default_nettype none\n"
          "\n"
          "module network_top #(\n"
          "  parameter SWITCHES    = %" PRIu32 ",\n"
          "  parameter PORTS       = %" PRIu32 ",\n"
          "  parameter LANES       = %" PRIu32 ",\n"
          "  parameter VCS         = %" PRIu32 ",\n"
          "  parameter DEPTH       = %" PRIu32 ",\n"
          "  parameter STORE       = %" PRIu32 ",\n"
          "  parameter PHASE_BITS  = %" PRIu32 ",\n"
          "  parameter HEADER_BITS = %" PRIu32 ",\n"
          "  parameter DATA_BITS   = %" PRIu32 ",\n"
          "  parameter SLOT_BITS   = %d,\n"
          "  parameter QUEUES      = PORTS*VCS,\n"
          "  parameter CHANNELS    = QUEUES + LANES,\n"
          "  parameter PACKET_BITS = HEADER_BITS + DATA_BITS\n"
          ") (\n",
          t->switches, t->ports, shape->lanes, shape->vcs, shape->depth, shape->store,
          shape_phase_bits(shape), shape->format.header_bits, shape->format.data_bits,
          wide ? 128 : 64);
  fputs("  input  wire                                   clk,\n"
        "  input  wire                                   rst,\n"
        "  input  wire [SWITCHES*64-1:0]                 seed_i,\n"
        "  input  wire [63:0]                            phase_i,\n"
        "  input  wire [SWITCHES*64-1:0]                 inject_valid_i,\n"
        "  input  wire [SWITCHES*LANES*SLOT_BITS-1:0]    inject_packet_i,\n"
        "  output wire [SWITCHES*64-1:0]                 in_ready_o,\n"
        "  output wire [SWITCHES*64-1:0]                 inject_ready_o,\n"
        "  output wire [SWITCHES*64-1:0]                 out_valid_o,\n"
        "  output wire [SWITCHES*PORTS*SLOT_BITS-1:0]    out_packet_o,\n"
        "  output wire [SWITCHES*64-1:0]                 eject_valid_o,\n"
        "  output wire [SWITCHES*CHANNELS*SLOT_BITS-1:0] eject_packet_o,\n",
        file);
  if (shape->eject_ready)
    fputs("  input  wire [SWITCHES*64-1:0]                 eject_ready_i,\n", file);
  fputs("  input  wire [SWITCHES*64-1:0]                 golden_valid_i,\n"
        "  input  wire [SWITCHES*64-1:0]                 golden_ready_i,\n"
        "  input  wire [SWITCHES*64-1:0]                 golden_eject_i,\n"
        "  input  wire [SWITCHES*PORTS*SLOT_BITS-1:0]    golden_packet_i,\n"
        "  input  wire [SWITCHES*64-1:0]                 differ_i,\n"
        "  input  wire [63:0]                            cycle_i\n"
        ");\n"
        "\n"
        "  wire [SWITCHES*LANES-1:0]                inject_valid;\n"
        "  wire [SWITCHES*LANES*PACKET_BITS-1:0]    inject_packet;\n"
        "  wire [SWITCHES*LANES-1:0]                inject_ready;\n"
        "  wire [SWITCHES*CHANNELS-1:0]             eject_valid;\n"
        "  wire [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet;\n"
        "  wire [SWITCHES*QUEUES-1:0]               in_ready;\n"
        "  wire [SWITCHES*QUEUES-1:0]               out_valid;\n"
        "  wire [SWITCHES*PORTS*PACKET_BITS-1:0]    out_packet;\n",
        file);
  if (shape->eject_ready)
    fputs("  wire [SWITCHES*CHANNELS-1:0]             eject_ready;\n", file);
  fputs("\n", file);
}

static void print_top_body(bool eject_ready, FILE *file)
{
  fputs("  genvar s;\n"
        "  genvar k;\n"
        "\n"
        "  generate\n"
        "    for (s = 0; s < SWITCHES; s = s + 1) begin : g_switch\n"
        "      assign inject_valid[s*LANES +: LANES] = inject_valid_i[s*64 +: LANES];\n"
        "      assign in_ready_o[s*64 +: 64]\n"
        "        = {{64-QUEUES{1'b0}}, in_ready[s*QUEUES +: QUEUES]};\n"
        "      assign out_valid_o[s*64 +: 64]\n"
        "        = {{64-QUEUES{1'b0}}, out_valid[s*QUEUES +: QUEUES]};\n"
        "      assign inject_ready_o[s*64 +: 64]\n"
        "        = {{64-LANES{1'b0}}, inject_ready[s*LANES +: LANES]};\n"
        "      assign eject_valid_o[s*64 +: 64]\n"
        "        = {{64-CHANNELS{1'b0}}, eject_valid[s*CHANNELS +: CHANNELS]};\n",
        file);
  if (eject_ready)
    fputs("      assign eject_ready[s*CHANNELS +: CHANNELS] = eject_ready_i[s*64 +: "
          "CHANNELS];\n",
          file);
  fputs("    end\n"
        "    for (k = 0; k < SWITCHES*LANES; k = k + 1) begin : g_lane\n"
        "      assign inject_packet[k*PACKET_BITS +: PACKET_BITS]\n"
        "        = inject_packet_i[k*SLOT_BITS +: PACKET_BITS];\n"
        "    end\n"
        "    for (k = 0; k < SWITCHES*PORTS; k = k + 1) begin : g_port\n"
        "      assign out_packet_o[k*SLOT_BITS +: SLOT_BITS]\n"
        "        = {{SLOT_BITS-PACKET_BITS{1'b0}}, out_packet[k*PACKET_BITS +: "
        "PACKET_BITS]};\n"
        "    end\n"
        "    for (k = 0; k < SWITCHES*CHANNELS; k = k + 1) begin : g_channel\n"
        "      assign eject_packet_o[k*SLOT_BITS +: SLOT_BITS]\n"
        "        = {{SLOT_BITS-PACKET_BITS{1'b0}}, eject_packet[k*PACKET_BITS +: "
        "PACKET_BITS]};\n"
        "    end\n"
        "  endgenerate\n"
        "\n"
        "  network #(\n"
        "    .LANES     (LANES),\n"
        "    .DEPTH     (DEPTH),\n"
        "    .STORE     (STORE),\n"
        "    .DATA_BITS (DATA_BITS)\n"
        "  ) u_network (\n"
        "    .clk             (clk),\n"
        "    .rst             (rst),\n"
        "    .seed_i          (seed_i),\n"
        "    .phase_i         (phase_i[PHASE_BITS-1:0]),\n"
        "    .inject_valid_i  (inject_valid),\n"
        "    .inject_packet_i (inject_packet),\n"
        "    .inject_ready_o  (inject_ready),\n"
        "    .eject_valid_o   (eject_valid),\n"
        "    .eject_packet_o  (eject_packet)",
        file);
  fprintf(file, "%s\n  );\n\n", eject_ready ? ",\n    .eject_ready_i   (eject_ready)" : "");
}

void network_text_print_top(const struct shape *shape, FILE *file)
{
  print_top_head(shape, file);
  print_top_body(shape->eject_ready, file);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    fprintf(file,
            "  assign in_ready[%" PRIu32 "*QUEUES +: QUEUES] = u_network.s%" PRIu32
            "_in_ready;\n"
            "  assign out_valid[%" PRIu32 "*QUEUES +: QUEUES] = u_network.s%" PRIu32
            "_out_valid;\n"
            "  assign out_packet[%" PRIu32 "*PORTS*PACKET_BITS +: PORTS*PACKET_BITS]\n"
            "    = u_network.s%" PRIu32 "_out_packet;\n",
            sw, sw, sw, sw, sw, sw);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}
