/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* slices -- a module with the ports of a switch around one whose links are others. */
#include "verilog/generate/slices.h"

#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/generate/wrapper.h"

#include <inttypes.h>
#include <string.h>

/* One adapter between two bundles of wires, NAME_valid, NAME_packet and NAME_ready. */
struct adapter {
  const char *module, *instance;
  const char *ports, *vcs; /* of it */
  const char *depth;       /* the name of the parameter that says how deep it is */
  uint32_t deep;
  const char *in, *out;
  const char *in_back, *out_back; /* its ports that go against the packets */
};

static void print_adapter(const struct adapter *a, FILE *file)
{
  fprintf(
      file,
      "  %s #(\n    .PORTS (%s), .VCS (%s), .PACKET_BITS (PACKET_BITS), .%s (%" PRIu32
      ")\n  ) %s (\n"
      "    .clk (clk), .rst (rst),\n"
      "    .in_valid_i (%s_valid), .in_packet_i (%s_packet), .%s (%s_ready),\n"
      "    .out_valid_o (%s_valid), .out_packet_o (%s_packet), .%s (%s_ready)%s\n  );\n",
      a->module, a->ports, a->vcs, a->depth, a->deep, a->instance, a->in, a->in, a->in_back,
      a->in, a->out, a->out, a->out_back, a->out,
      strcmp(a->module, "link_slice") == 0 ? ",\n    .left_o ()" : "");
}

/* The wires of a bundle. */
static void print_bundle(const char *name, const char *queues, const char *ports,
                         FILE *file)
{
  fprintf(file,
          "  wire [%s-1:0] %s_valid, %s_ready;\n"
          "  wire [%s*PACKET_BITS-1:0] %s_packet;\n",
          queues, name, name, ports, name);
}

/* Both sides of nothing. */
static void print_direct(const char *in, const char *out, FILE *file)
{
  fprintf(file,
          "  assign %s_valid = %s_valid;\n  assign %s_packet = %s_packet;\n"
          "  assign %s_ready = %s_ready;\n",
          out, in, out, in, in, out);
}

/* A slice of links. */
static struct adapter slice(const char *instance, const char *in, const char *out)
{
  return (struct adapter){.module = "link_slice",
                          .instance = instance,
                          .ports = "PORTS",
                          .vcs = "VCS",
                          .depth = "DEPTH",
                          .deep = 2,
                          .in = in,
                          .out = out,
                          .in_back = "in_ready_o",
                          .out_back = "out_ready_i"};
}

/* An adapter at the switch, if the style has one there. */
static void print_at_switch(const struct link_style *style, const struct adapter *a,
                            bool present, FILE *file)
{
  if (present || style->cut)
    print_adapter(a, file);
  else
    print_direct(a->in, a->out, file);
}

/* From the link, or the lanes, to the switch. */
static void print_input(const struct link_style *style, bool lanes, FILE *file)
{
  const bool credits = style->credits > 0 && (!lanes || style->lane_credits);
  struct adapter a =
      lanes ? slice("u_lanes", "lane", "core_lane") : slice("u_in", "in", "core_in");

  if (lanes) {
    a.ports = "LANES";
    a.vcs = "1";
  }
  if (credits) {
    a.module = "link_to_credit";
    a.depth = "CREDITS";
    a.deep = style->credits;
    a.out_back = "out_credit_i";
  }
  print_at_switch(style, &a, credits || (lanes && style->settles), file);
}

/* From the switch to the link, whose cycles are slices. */
static void print_output(const struct link_style *style, FILE *file)
{
  const bool credits = style->credits > 0;
  struct adapter a = slice("u_out", "core_out", "link0");

  if (credits) {
    a.module = "credit_to_link";
    a.depth = "CREDITS";
    a.deep = style->credits;
    a.in_back = "in_credit_o";
  }
  print_bundle("link0", "QUEUES", "PORTS", file);
  print_at_switch(style, &a, credits, file);
  for (uint32_t i = 0; i < style->latency; i++) {
    char instance[32], in[32], out[32];

    snprintf(instance, sizeof instance, "u_link%" PRIu32, i);
    snprintf(in, sizeof in, "link%" PRIu32, i);
    snprintf(out, sizeof out, "link%" PRIu32, i + 1);
    print_bundle(out, "QUEUES", "PORTS", file);
    a = slice(instance, in, out);
    print_adapter(&a, file);
  }
}

/* From the switch to its terminal, where that may refuse. */
static void print_ejection(const struct link_style *style, FILE *file)
{
  struct adapter a = slice("u_eject", "core_eject", "eject");

  a.ports = "CHANNELS";
  a.vcs = "1";
  print_bundle("core_eject", "CHANNELS", "CHANNELS", file);
  print_bundle("eject", "CHANNELS", "CHANNELS", file);
  print_at_switch(style, &a, false, file);
  fputs("  assign eject_valid_o = eject_valid;\n"
        "  assign eject_packet_o = eject_packet;\n"
        "  assign eject_ready = eject_ready_i;\n",
        file);
}

/* The pins of the switch by the bundles that they belong to. */
static void print_ends(const struct link_style *style, FILE *file)
{
  fprintf(file,
          "  assign in_valid = in_valid_i;\n  assign in_packet = in_packet_i;\n"
          "  assign in_ready_o = in_ready;\n"
          "  assign lane_valid = inject_valid_i;\n"
          "  assign lane_packet = inject_packet_i;\n"
          "  assign inject_ready_o = lane_ready;\n"
          "  assign out_valid_o = link%" PRIu32 "_valid;\n"
          "  assign out_packet_o = link%" PRIu32 "_packet;\n"
          "  assign link%" PRIu32 "_ready = out_ready_i;\n\n",
          style->latency, style->latency, style->latency);
}

static void print_inner(const char *inner, const struct shape *shape, FILE *file)
{
  static const struct {
    const char *pin, *wire;
  } bundles[] = {
      {"in_valid", "core_in_valid"},        {"in_packet", "core_in_packet"},
      {"in_ready", "core_in_ready"},        {"out_valid", "core_out_valid"},
      {"out_packet", "core_out_packet"},    {"out_ready", "core_out_ready"},
      {"inject_valid", "core_lane_valid"},  {"inject_packet", "core_lane_packet"},
      {"inject_ready", "core_lane_ready"},  {"eject_valid", "core_eject_valid"},
      {"eject_packet", "core_eject_packet"}};
  const size_t direct = shape->eject_ready ? 0 : 2; /* of the last ones */

  fprintf(file, "  %s #(\n", inner);
  switch_parameters_print(shape, file);
  fputs("  ) u_core (\n    .clk             (clk),\n    .rst             (rst)", file);
  for (size_t i = 0; i < SWITCH_PINS; i++) {
    const char *wire = switch_pins[i].port;

    for (size_t k = 0; k < sizeof bundles / sizeof bundles[0] - direct; k++)
      if (strcmp(bundles[k].pin, switch_pins[i].name) == 0)
        wire = bundles[k].wire;
    fprintf(file, ",\n    .%-15s (%s)", switch_pins[i].port, wire);
  }
  if (shape->eject_ready)
    fputs(",\n    .eject_ready_i   (core_eject_ready)", file);
  fputs("\n  );\n\nendmodule\n\n`default_nettype wire\n", file);
}

void slices_print(const struct link_style *style, const char *inner,
                  const struct shape *shape, FILE *file)
{
  fputs("`default_nettype none\n\n", file);
  wrapper_print_head(SLICES_MODULE, shape, file);
  print_bundle("in", "QUEUES", "PORTS", file);
  print_bundle("core_in", "QUEUES", "PORTS", file);
  print_bundle("core_out", "QUEUES", "PORTS", file);
  print_bundle("lane", "LANES", "LANES", file);
  print_bundle("core_lane", "LANES", "LANES", file);
  print_input(style, false, file);
  print_input(style, true, file);
  print_output(style, file);
  if (shape->eject_ready)
    print_ejection(style, file);
  print_ends(style, file);
  print_inner(inner, shape, file);
}
