/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench_text -- the text of a bench: its top module and its README. */
#include "tool/testbench/testbench_text.h"

#include "tool/testbench/record.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/generate/readme.h"

#include <inttypes.h>

static bool of_network(const struct testbench_text *x)
{
  return x->sw == RECORD_NETWORK;
}

/* In a comment, or in a line of a page: control characters would end it. */
static void print_line(const char *text, FILE *file)
{
  for (; *text; text++)
    fputc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, file);
}

/* "switch 5 (101) of hypercube:3", "the network hypercube:3" */
static void print_subject(const struct testbench_text *x, FILE *file)
{
  const struct topology *t = &x->session->topology;
  char address[ADDRESS_TEXT];

  if (of_network(x)) {
    fprintf(file, "the network %s", t->spec);
    return;
  }
  t->row->print_address(t, x->sw, address);
  fprintf(file, "switch %" PRIu32 " (%s) of %s", x->sw, address, t->spec);
}

/* --- testbench.v --- */

static void print_head(const struct testbench_text *x, FILE *file)
{
  fputs("// testbench -- ", file);
  print_subject(x, file);
  fputs(" under ", file);
  print_line(x->session->description.traffic, file);
  fprintf(
      file,
      ", against\n"
      "// what the golden model showed.  README.md beside this file says how to run it; "
      "bench.v\n"
      "// does the work.\n"
      "`default_nettype none\n"
      "\n"
      "module testbench #(\n"
      "  parameter STIMULUS = \"stimulus.txt\",  // as the simulator opens them, mostly "
      "from the\n"
      "  parameter EXPECTED = \"expected.txt\"   // directory in which it runs\n"
      ");\n"
      "\n");
}

static void print_parameters(const struct testbench_text *x, FILE *file)
{
  const struct shape *shape = &x->session->shape;
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(shape, parameters);
  fprintf(file, "  localparam SWITCHES      = %" PRIu32 ";\n",
          of_network(x) ? shape->topology->switches : 1);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    fprintf(file, "  localparam %-13s = %" PRIu32 ";\n", parameters[i].name,
            parameters[i].value);
  fputs("  localparam QUEUES        = PORTS*VCS;\n"
        "  localparam CHANNELS      = QUEUES + LANES;\n"
        "  localparam PACKET_BITS   = HEADER_BITS + DATA_BITS;\n",
        file);
  if (of_network(x))
    fputs("`ifdef PINS_ONLY\n"
          "  localparam LINKS         = 0;  // the links inside are not looked at\n"
          "`else\n"
          "  localparam LINKS         = 1;\n"
          "`endif\n",
          file);
  else
    fputs("  localparam LINKS         = 1;\n", file);
}

static void print_wires(FILE *file)
{
  fputs("\n"
        "  wire                                     clk, rst;\n"
        "  wire [ADDRESS_BITS-1:0]                  here;\n"
        "  wire [SWITCHES*64-1:0]                   seed;\n"
        "  wire [PHASE_BITS-1:0]                    phase;\n"
        "  wire [SWITCHES*QUEUES-1:0]               in_valid, in_ready, out_valid, "
        "out_ready;\n"
        "  wire [SWITCHES*PORTS*PACKET_BITS-1:0]    in_packet, out_packet;\n"
        "  wire [SWITCHES*LANES-1:0]                inject_valid, inject_ready;\n"
        "  wire [SWITCHES*LANES*PACKET_BITS-1:0]    inject_packet;\n"
        "  wire [SWITCHES*CHANNELS-1:0]             eject_valid;\n"
        "  wire [SWITCHES*CHANNELS*PACKET_BITS-1:0] eject_packet;\n"
        "\n",
        file);
}

static void print_bench(const struct testbench_text *x, FILE *file)
{
  static const char *const same[] = {"LINKS",       "SWITCHES",  "PORTS",
                                     "LANES",       "VCS",       "PHASE_BITS",
                                     "HEADER_BITS", "DATA_BITS", "ADDRESS_BITS"};
  static const char *const pins[] = {
      "clk",          "rst",           "here",        "seed",
      "phase",        "in_valid",      "in_packet",   "out_ready",
      "inject_valid", "inject_packet", "in_ready",    "out_valid",
      "out_packet",   "inject_ready",  "eject_valid", "eject_packet"};
  const size_t count = sizeof pins / sizeof pins[0];

  fprintf(file,
          "  bench #(\n"
          "    .STIMULUS     (STIMULUS),\n"
          "    .EXPECTED     (EXPECTED),\n"
          "    .KEY          (64'h%016" PRIx64 "),\n"
          "    .PINS         (%d),\n"
          "    .FIRST        (%" PRIu32 "),\n"
          "    .RESET        (%" PRIu32 "),\n"
          "    .CYCLES       (%" PRIu64 "),\n",
          x->key, !of_network(x), of_network(x) ? 0 : x->sw, x->reset_edges, x->cycles);
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
    fprintf(file, "    .%-12s (%s)%s\n", same[i], same[i],
            i + 1 < sizeof same / sizeof same[0] ? "," : "");
  fputs("  ) u_bench (\n", file);
  for (size_t i = 0; i < count; i++)
    fprintf(file, "    .%-13s (%s)%s\n", pins[i], pins[i], i + 1 < count ? "," : "");
  fputs("  );\n\n", file);
}

static void print_switch(const struct shape *shape, FILE *file)
{
  fputs("  switch #(\n", file);
  switch_parameters_print(shape, file);
  fputs("  ) dut (\n", file);
  pins_print(false, file);
}

static void print_network(const struct shape *shape, FILE *file)
{
  fputs("  network dut (\n", file);
  pins_print(true, file);
  fputs("\n"
        "`ifdef PINS_ONLY\n"
        "  assign in_ready = 0;\n"
        "  assign out_valid = 0;\n"
        "  assign out_packet = 0;\n"
        "`else\n",
        file);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    fprintf(file,
            "  assign in_ready[%" PRIu32 "*QUEUES +: QUEUES] = dut.s%" PRIu32 "_in_ready;\n"
            "  assign out_valid[%" PRIu32 "*QUEUES +: QUEUES] = dut.s%" PRIu32
            "_out_valid;\n"
            "  assign out_packet[%" PRIu32 "*PORTS*PACKET_BITS +: PORTS*PACKET_BITS]\n"
            "    = dut.s%" PRIu32 "_out_packet;\n",
            sw, sw, sw, sw, sw, sw);
  fputs("`endif\n", file);
}

void testbench_text_print(const struct testbench_text *x, FILE *file)
{
  print_head(x, file);
  print_parameters(x, file);
  print_wires(file);
  print_bench(x, file);
  if (of_network(x))
    print_network(&x->session->shape, file);
  else
    print_switch(&x->session->shape, file);
  fputs("\nendmodule\n\n`default_nettype wire\n", file);
}
