/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- the text of a generated network and of what stands around it. */
#include "generate/network_text.h"

#include <inttypes.h>

/* --- network.v --- */

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
          "// low bits.  Valid, ready and packet are those of the switch.\n"
          "`default_nettype none\n"
          "\n"
          "module network #(\n"
          "  parameter LANES        = %" PRIu32 ",  // injection lanes per switch\n"
          "  parameter DEPTH        = %" PRIu32 ",  // packets in an output queue\n"
          "  parameter DATA_BITS    = %" PRIu32 ",  // bits of a packet above its header\n",
          t->spec, t->switches, t->ports, shape->lanes, shape->depth,
          shape->format.data_bits);
  fprintf(file,
          "  parameter SWITCHES     = %" PRIu32
          ",  // the rest is fixed or derived: do not set\n"
          "  parameter PORTS        = %" PRIu32 ",\n"
          "  parameter HEADER_BITS  = %" PRIu32 ",\n"
          "  parameter ADDRESS_BITS = %" PRIu32 ",\n"
          "  parameter CHANNELS     = PORTS + LANES,\n"
          "  parameter PACKET_BITS  = HEADER_BITS + DATA_BITS\n"
          ") (\n"
          "  input  wire                                     clk,\n"
          "  input  wire                                     rst,\n"
          "  input  wire [SWITCHES*LANES-1:0]                inject_valid_i,\n"
          "  input  wire [SWITCHES*LANES*PACKET_BITS-1:0]    inject_packet_i,\n"
          "  output wire [SWITCHES*LANES-1:0]                inject_ready_o,\n"
          "  output wire [SWITCHES*CHANNELS-1:0]             eject_valid_o,\n"
          "  output wire [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet_o\n"
          ");\n"
          "\n",
          t->switches, t->ports, shape->format.header_bits, t->address_bits);
}

static void print_wires(uint32_t sw, FILE *file)
{
  fprintf(file,
          "  wire [PORTS-1:0] s%" PRIu32 "_in_valid, s%" PRIu32 "_in_ready;\n"
          "  wire [PORTS-1:0] s%" PRIu32 "_out_valid, s%" PRIu32 "_out_ready;\n"
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
            "  assign s%" PRIu32 "_in_valid[%" PRIu32 "] = s%" PRIu32 "_out_valid[%" PRIu32
            "];\n"
            "  assign s%" PRIu32 "_in_packet[%" PRIu32 "*PACKET_BITS +: PACKET_BITS]\n"
            "    = s%" PRIu32 "_out_packet[%" PRIu32 "*PACKET_BITS +: PACKET_BITS];\n"
            "  assign s%" PRIu32 "_out_ready[%" PRIu32 "] = s%" PRIu32 "_in_ready[%" PRIu32
            "];\n",
            from, p, to, link.to_port, link.to_switch, link.to_port, sw, p, link.to_switch,
            link.to_port, sw, p, sw, p, link.to_switch, link.to_port);
  }
}

static void print_switch(const struct topology *t, uint32_t sw, FILE *file)
{
  char address[ADDRESS_TEXT];

  t->row->print_address(t, sw, address);
  fprintf(file, "\n  // Switch %" PRIu32 ", address %s.\n", sw, address);
  print_links(t, sw, file);
  fprintf(file,
          "\n"
          "  switch #(\n"
          "    .PORTS        (PORTS),\n"
          "    .LANES        (LANES),\n"
          "    .DEPTH        (DEPTH),\n"
          "    .HEADER_BITS  (HEADER_BITS),\n"
          "    .DATA_BITS    (DATA_BITS),\n"
          "    .ADDRESS_BITS (ADDRESS_BITS)\n"
          "  ) s%" PRIu32 " (\n"
          "    .clk             (clk),\n"
          "    .rst             (rst),\n"
          "    .here_i          (%" PRIu32 "'d%" PRIu32 "),\n",
          sw, t->address_bits, sw);
  fprintf(file,
          "    .in_valid_i      (s%" PRIu32 "_in_valid),\n"
          "    .in_packet_i     (s%" PRIu32 "_in_packet),\n"
          "    .in_ready_o      (s%" PRIu32 "_in_ready),\n"
          "    .out_valid_o     (s%" PRIu32 "_out_valid),\n"
          "    .out_packet_o    (s%" PRIu32 "_out_packet),\n"
          "    .out_ready_i     (s%" PRIu32 "_out_ready),\n",
          sw, sw, sw, sw, sw, sw);
  fprintf(file,
          "    .inject_valid_i  (inject_valid_i[%" PRIu32 "*LANES +: LANES]),\n"
          "    .inject_packet_i (inject_packet_i[%" PRIu32
          "*LANES*PACKET_BITS +: LANES*PACKET_BITS]),\n"
          "    .inject_ready_o  (inject_ready_o[%" PRIu32 "*LANES +: LANES]),\n"
          "    .eject_valid_o   (eject_valid_o[%" PRIu32 "*CHANNELS +: CHANNELS]),\n"
          "    .eject_packet_o  (eject_packet_o[%" PRIu32
          "*CHANNELS*PACKET_BITS +: CHANNELS*PACKET_BITS])\n"
          "  );\n",
          sw, sw, sw, sw, sw);
}

void network_text_print(const struct shape *shape, FILE *file)
{
  print_network_head(shape, file);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    print_wires(sw, file);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    print_switch(shape->topology, sw, file);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
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
          "  parameter DEPTH       = %" PRIu32 ",\n"
          "  parameter HEADER_BITS = %" PRIu32 ",\n"
          "  parameter DATA_BITS   = %" PRIu32 ",\n"
          "  parameter SLOT_BITS   = %d,\n"
          "  parameter CHANNELS    = PORTS + LANES,\n"
          "  parameter PACKET_BITS = HEADER_BITS + DATA_BITS\n"
          ") (\n",
          t->switches, t->ports, shape->lanes, shape->depth, shape->format.header_bits,
          shape->format.data_bits, wide ? 128 : 64);
  fputs("  input  wire                                   clk,\n"
        "  input  wire                                   rst,\n"
        "  input  wire [SWITCHES*64-1:0]                 inject_valid_i,\n"
        "  input  wire [SWITCHES*LANES*SLOT_BITS-1:0]    inject_packet_i,\n"
        "  output wire [SWITCHES*64-1:0]                 in_ready_o,\n"
        "  output wire [SWITCHES*64-1:0]                 inject_ready_o,\n"
        "  output wire [SWITCHES*64-1:0]                 out_valid_o,\n"
        "  output wire [SWITCHES*PORTS*SLOT_BITS-1:0]    out_packet_o,\n"
        "  output wire [SWITCHES*64-1:0]                 eject_valid_o,\n"
        "  output wire [SWITCHES*CHANNELS*SLOT_BITS-1:0] eject_packet_o,\n"
        "  input  wire [SWITCHES*64-1:0]                 golden_valid_i,\n"
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
        "  wire [SWITCHES*PORTS-1:0]                in_ready;\n"
        "  wire [SWITCHES*PORTS-1:0]                out_valid;\n"
        "  wire [SWITCHES*PORTS*PACKET_BITS-1:0]    out_packet;\n"
        "\n",
        file);
}

static void print_top_body(FILE *file)
{
  fputs("  genvar s;\n"
        "  genvar k;\n"
        "\n"
        "  generate\n"
        "    for (s = 0; s < SWITCHES; s = s + 1) begin : g_switch\n"
        "      assign inject_valid[s*LANES +: LANES] = inject_valid_i[s*64 +: LANES];\n"
        "      assign in_ready_o[s*64 +: 64] = {{64-PORTS{1'b0}}, in_ready[s*PORTS +: "
        "PORTS]};\n"
        "      assign out_valid_o[s*64 +: 64] = {{64-PORTS{1'b0}}, out_valid[s*PORTS +: "
        "PORTS]};\n"
        "      assign inject_ready_o[s*64 +: 64]\n"
        "        = {{64-LANES{1'b0}}, inject_ready[s*LANES +: LANES]};\n"
        "      assign eject_valid_o[s*64 +: 64]\n"
        "        = {{64-CHANNELS{1'b0}}, eject_valid[s*CHANNELS +: CHANNELS]};\n"
        "    end\n"
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
        "    .DATA_BITS (DATA_BITS)\n"
        "  ) u_network (\n"
        "    .clk             (clk),\n"
        "    .rst             (rst),\n"
        "    .inject_valid_i  (inject_valid),\n"
        "    .inject_packet_i (inject_packet),\n"
        "    .inject_ready_o  (inject_ready),\n"
        "    .eject_valid_o   (eject_valid),\n"
        "    .eject_packet_o  (eject_packet)\n"
        "  );\n"
        "\n",
        file);
}

void network_text_print_top(const struct shape *shape, FILE *file)
{
  print_top_head(shape, file);
  print_top_body(file);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    fprintf(file,
            "  assign in_ready[%" PRIu32 "*PORTS +: PORTS] = u_network.s%" PRIu32
            "_in_ready;\n"
            "  assign out_valid[%" PRIu32 "*PORTS +: PORTS] = u_network.s%" PRIu32
            "_out_valid;\n"
            "  assign out_packet[%" PRIu32 "*PORTS*PACKET_BITS +: PORTS*PACKET_BITS]\n"
            "    = u_network.s%" PRIu32 "_out_packet;\n",
            sw, sw, sw, sw, sw, sw);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}

/* --- README.md --- */

void network_text_print_readme(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  uint32_t packet_bits = shape->format.header_bits + shape->format.data_bits;
  uint32_t channels = shape_channels(shape);

  fprintf(file,
          "# %s\n"
          "\n"
          "The Verilog of a network of %" PRIu32 " switches with %" PRIu32
          " ports and %" PRIu32 " injection lane%s each.\n"
          "Routing: %s, route unit `%s`.  Top module: `network`.\n"
          "\n"
          "| file | contents |\n"
          "|---|---|\n"
          "| `network.v` | the switches and the links between them |\n"
          "| `route.v` | which route unit the switches use |\n"
          "| `rtl/` | the modules |\n"
          "| `files.f` | all of these; paths are relative to this directory |\n"
          "\n"
          "    verilator --lint-only -Wall -f files.f\n"
          "    iverilog -g2005 -Wall -f files.f\n"
          "\n",
          t->spec, t->switches, t->ports, shape->lanes, shape->lanes == 1 ? "" : "s",
          shape->routing->name, shape->routing->unit->name);
  fprintf(file,
          "## Parameters of `network`\n"
          "\n"
          "| parameter | value | meaning |\n"
          "|---|---|---|\n"
          "| `LANES` | %" PRIu32 " | injection lanes per switch; may be changed |\n"
          "| `DEPTH` | %" PRIu32 " | packets in an output queue; may be changed |\n"
          "| `DATA_BITS` | %" PRIu32
          " | bits of a packet above its header; may be changed |\n"
          "| `SWITCHES` | %" PRIu32 " | |\n"
          "| `PORTS` | %" PRIu32 " | links of a switch, in and out |\n"
          "| `HEADER_BITS` | %" PRIu32 " | low bits of a packet |\n"
          "| `ADDRESS_BITS` | %" PRIu32 " | bits of a switch address |\n"
          "| `CHANNELS` | %" PRIu32 " | `PORTS + LANES` |\n"
          "| `PACKET_BITS` | %" PRIu32 " | `HEADER_BITS + DATA_BITS` |\n"
          "\n",
          shape->lanes, shape->depth, shape->format.data_bits, t->switches, t->ports,
          shape->format.header_bits, t->address_bits, channels, packet_bits);
  fprintf(file,
          "## Ports of `network`\n"
          "\n"
          "| port | bits | layout |\n"
          "|---|---|---|\n"
          "| `clk`, `rst` | 1 | rising edge; synchronous reset, one cycle is enough |\n"
          "| `inject_valid_i` | %" PRIu64 " | lane l of switch s: bit `s*LANES + l` |\n"
          "| `inject_packet_i` | %" PRIu64
          " | its packet: bits `(s*LANES + l)*PACKET_BITS +: PACKET_BITS` |\n"
          "| `inject_ready_o` | %" PRIu64 " | as `inject_valid_i` |\n"
          "| `eject_valid_o` | %" PRIu64
          " | channel c of switch s: bit `s*CHANNELS + c` |\n"
          "| `eject_packet_o` | %" PRIu64
          " | its packet: bits `(s*CHANNELS + c)*PACKET_BITS +: PACKET_BITS` |\n"
          "\n",
          (uint64_t)t->switches * shape->lanes,
          (uint64_t)t->switches * shape->lanes * packet_bits,
          (uint64_t)t->switches * shape->lanes, (uint64_t)t->switches * channels,
          (uint64_t)t->switches * channels * packet_bits);
  fputs("A packet enters a lane at a rising edge where its valid and ready are both 1.  "
        "Channels\n"
        "below `PORTS` are the links, the others the lanes; a packet that has arrived "
        "shows at\n"
        "`eject` for one cycle and is always taken.  Index 0 is in the low bits "
        "everywhere, a\n"
        "packet's header below its data.\n",
        file);
}
