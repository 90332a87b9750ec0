/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench_readme -- README.md of a bench. */
#include "tool/testbench/record.h"
#include "tool/testbench/testbench_text.h"
#include "verilog/generate/readme.h"

#include <inttypes.h>
#include <string.h>

static bool of_network(const struct testbench_text *x)
{
  return x->sw == RECORD_NETWORK;
}

static void print_title(const struct testbench_text *x, FILE *file)
{
  const struct topology *t = &x->session->topology;
  char address[ADDRESS_TEXT];

  if (of_network(x)) {
    fprintf(file, "# A bench of %s\n\nA self-checking bench in plain Verilog-2005.  ",
            t->spec);
  } else {
    t->row->print_address(t, x->sw, address);
    fprintf(
        file,
        "# A bench of switch %" PRIu32 " of %s\n"
        "\n"
        "A self-checking bench in plain Verilog-2005 of the switch with the address %s.  ",
        x->sw, t->spec, address);
  }
  fprintf(
      file,
      "It\n"
      "repeats a run of the golden model: %" PRIu64 " cycles, in which its outputs show a "
      "packet %" PRIu64 " times.\n"
      "Routing: %s.  Seed: %" PRIu64 ".\n\n",
      x->cycles, x->packets, x->session->shape.routing->name, x->session->description.seed);
}

static void print_command(const struct testbench_text *x, FILE *file)
{
  fputs("    ", file);
  for (const char *c = x->session->description.command; *c; c++)
    fputc((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c, file);
  fputs("\n\n", file);
}

static void print_files(const struct testbench_text *x, FILE *file)
{
  fprintf(
      file,
      "| file | contents |\n"
      "|---|---|\n"
      "| `testbench.v` | the top module: the design under test, `dut`, and the bench |\n"
      "| `bench.v` | reads, drives, compares; the same in every directory |\n"
      "| `stimulus.txt` | what the input pins show at every rising edge |\n"
      "| `expected.txt` | what the output pins show in every cycle |\n"
      "%s"
      "| `route.v` | which route unit the switches use |\n"
      "| `rtl/` | the modules |\n"
      "| `files.f` | all Verilog; paths are relative to this directory |\n"
      "\n",
      of_network(x) ? "| `network.v` | the switches and the links between them |\n" : "");
}

static void print_use(const struct testbench_text *x, FILE *file)
{
  fprintf(
      file,
      "## Run it\n"
      "\n"
      "In this directory:\n"
      "\n"
      "    iverilog -g2005 -s testbench -o testbench.vvp -f files.f && vvp -n "
      "testbench.vvp\n"
      "    verilator --binary --timing --top-module testbench -f files.f && "
      "obj_dir/Vtestbench\n"
      "\n"
      "Any other simulator: compile what `files.f` names, with `testbench` as the top.  "
      "The\n"
      "parameters `STIMULUS` and `EXPECTED` of `testbench` are the paths of both files, "
      "as the\n"
      "simulator opens them.  The last line is `PASS` or `FAIL`.  With Icarus and "
      "Verilator the\n"
      "exit status is 1 after `FAIL`; Verilog-2005 has none.\n"
      "\n"
      "The first mismatch ends it, with one line:\n"
      "\n"
      "    cycle 5, switch 2, out_packet_o[1] data: expected 0000000005, seen 0000000004\n"
      "\n"
      "The cycle counts from 0, the first after reset.  Ports are those of `switch`%s.  "
      "Of several\n"
      "mismatches in a cycle it is the one that `lockhop cosim` reports.  An x where a "
      "value "
      "is\n"
      "expected is a mismatch; packets are compared where they are valid.  Outputs are "
      "compared\n"
      "before and after the inputs of the cycle change: they depend on registers alone.\n"
      "\n",
      of_network(x) ? "; `out_*` and `in_ready_o` are its links in `dut`" : "");
  if (of_network(x))
    fputs("**Your own network** in the place of `network.v`, a netlist for example, may "
          "lack the "
          "wires\n"
          "`s0_out_valid` and so on.  Define `PINS_ONLY` then (`-DPINS_ONLY`): what links "
          "show is "
          "not\n"
          "compared.\n"
          "\n",
          file);
  else
    fputs("**Your own switch**: leave out of `files.f` the files whose modules yours "
          "replaces, and "
          "add\n"
          "yours.  A switch of another name takes the place of `switch` in `testbench.v`.\n"
          "\n",
          file);
}

static void print_formats(const struct testbench_text *x, FILE *file)
{
  fprintf(
      file,
      "## Format of the files\n"
      "\n"
      "Numbers with blanks between.  Cycles, switches and counts are decimal, all else is "
      "a\n"
      "hexadecimal number: the bus of that name as in docs/switch.md of Lockhop, index 0 "
      "in "
      "the low\n"
      "bits.  A packet that is not valid is %s.\n"
      "\n"
      "- Line 1 is `lockhop-testbench 1 KEY`; KEY stands in `testbench.v` too.  Line 2 "
      "names "
      "the\n"
      "  columns.\n"
      "- `stimulus.txt`: for each edge a line `cycle rst phase lines`, and then so many "
      "lines "
      "`switch\n"
      "  seed inject_valid inject_packet%s`.\n"
      "%s"
      "  The edges before cycle 0 reset the design and have negative numbers.\n"
      "- `expected.txt`: for each cycle a line `cycle lines`, and then so many lines "
      "`switch "
      "out_valid\n"
      "  out_packet in_ready inject_ready eject_valid eject_packet`.\n"
      "%s",
      x->session->schedule.disturbances.noise ? "noise in the one, 0 in the other" : "0",
      of_network(x) ? "" : " here in_valid in_packet out_ready",
      of_network(x) ? "  A switch without a line gets zeros.\n" : "",
      of_network(x) ? "  A switch without a line shows no packet and is ready everywhere.\n"
                    : "");
}

void testbench_text_readme(const struct testbench_text *x, FILE *file)
{
  print_title(x, file);
  print_command(x, file);
  print_files(x, file);
  print_use(x, file);
  print_formats(x, file);
  if (of_network(x)) {
    fputc('\n', file);
    readme_print_network(&x->session->shape, file);
  } else {
    readme_print_packets(&x->session->shape, file);
  }
}
