/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench_readme -- README.md of a bench. */
#include "base/template.h"
#include "tool/testbench/record.h"
#include "tool/testbench/testbench_text.h"
#include "verilog/generate/readme.h"

extern const char template_bench[];

static void print_command(const void *of, FILE *file)
{
  for (const char *c = of; *c; c++)
    fputc((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c, file);
}

void testbench_text_readme(const struct testbench_text *x, FILE *file)
{
  const struct session *session = x->session;
  const struct topology *t = &session->topology;
  const bool of_network = x->sw == RECORD_NETWORK;
  char address[ADDRESS_TEXT] = "";

  if (!of_network)
    t->row->print_address(t, x->sw, address);
  const struct template_value values[] = {
      {"NETWORK", .number = of_network},
      {"SPEC", .text = t->spec},
      {"SWITCH", .number = x->sw},
      {"ADDRESS", .text = address},
      {"CYCLES", .number = x->cycles},
      {"PACKETS", .number = x->packets},
      {"ROUTING", .text = session->shape.routing->name},
      {"SEED", .number = session->description.seed},
      {"COMMAND", .print = print_command, .of = session->description.command},
      {"NOT_VALID", .text = session->schedule.disturbances.noise
                                ? "noise in the one, 0 in the other"
                                : "0"},
  };
  template_print(template_bench, values, sizeof values / sizeof *values, file);
  if (of_network)
    readme_print_network(&session->shape, file);
  else
    readme_print_packets(&session->shape, file);
}
