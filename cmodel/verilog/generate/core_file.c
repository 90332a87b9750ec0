/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* core_file -- writes the FuseSoC core of a generated folder. */
#include "verilog/generate/core_file.h"

#include "verilog/generate/parameters.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#ifndef LOCKHOP_VERSION
#define LOCKHOP_VERSION "0"
#endif

static bool has(const struct core_files *files, const char *name)
{
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->names[i], name) == 0)
      return true;
  return false;
}

/* As part of the name of a core: what is neither letter, digit nor '-' becomes '_'. */
static void print_word(const char *word, FILE *file)
{
  for (const char *c = word; *c; c++)
    fputc(isalnum((unsigned char)*c) || *c == '-' ? *c : '_', file);
}

static void print_name(const struct shape *shape, const char *kind, FILE *file)
{
  fprintf(file, "name: lockhop:%s:", kind);
  print_word(shape->topology->spec, file);
  fputc('-', file);
  print_word(shape->routing->name, file);
  fprintf(file,
          ":" LOCKHOP_VERSION "\n"
          "description: \"%s, %" PRIu32 " switches, %s routing\"\n",
          shape->topology->spec, shape->topology->switches, shape->routing->name);
}

static void print_files(const struct core_files *files, FILE *file)
{
  fputs("filesets:\n"
        "  rtl:\n"
        "    files:\n",
        file);
  for (size_t i = 0; i < files->modules->count; i++)
    fprintf(file, "      - %s\n", files->modules->paths[i]);
  fputs("      - route.v\n", file);
  for (size_t i = 0; i < files->count; i++)
    fprintf(file, "      - %s\n", files->names[i]);
  fputs("    file_type: verilogSource-2005\n", file);
}

/* The bench reads them in the folder in which it runs. */
static void print_bench(FILE *file)
{
  fputs("  data:\n"
        "    files:\n"
        "      - stimulus.txt: {copyto: stimulus.txt}\n"
        "      - expected.txt: {copyto: expected.txt}\n"
        "    file_type: user\n"
        "targets:\n"
        "  default:\n"
        "    filesets: [rtl, data]\n"
        "    toplevel: testbench\n"
        "  sim:\n"
        "    filesets: [rtl, data]\n"
        "    toplevel: testbench\n"
        "    flow: sim\n"
        "    flow_options: {tool: icarus, iverilog_options: [-g2005]}\n",
        file);
}

static void print_lint(const char *target, const char *top, FILE *file)
{
  fprintf(file,
          "  %s:\n"
          "    filesets: [rtl]\n"
          "    toplevel: %s\n"
          "    flow: lint\n"
          "    flow_options: {tool: verilator, verilator_options: [-Wall]}\n",
          target, top);
}

static void print_network(const struct shape *shape, FILE *file)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(shape, parameters);
  fputs("targets:\n"
        "  default:\n"
        "    filesets: [rtl]\n"
        "    toplevel: network\n",
        file);
  print_lint("lint", "network", file);
  print_lint("lint_switch", "switch", file);
  fputs("    parameters:\n", file);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    fprintf(file, "      - %s=%" PRIu32 "\n", parameters[i].name, parameters[i].value);
  fputs("parameters:\n", file);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    fprintf(file, "  %s: {datatype: int, paramtype: vlogparam, description: \"%s\"}\n",
            parameters[i].name, parameters[i].text);
}

void core_file_print(const struct shape *shape, const struct core_files *files, FILE *file)
{
  const bool bench = has(files, "testbench.v");

  fputs("CAPI=2:\n"
        "# Written by lockhop: the files of this folder as a core for FuseSoC.\n",
        file);
  print_name(shape, bench ? "bench" : "network", file);
  print_files(files, file);
  if (bench)
    print_bench(file);
  else
    print_network(shape, file);
}
