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

/* From the link, or the lanes, to the switch. */
static void print_input(const struct link_style *style, bool lanes, FILE *file)
{
  const bool credits = style->credits > 0 && (!lanes || style->lane_credits);
  struct adapter a = {.module = credits ? "link_to_credit" : "link_slice",
                      .instance = lanes ? "u_lanes" : "u_in",
                      .ports = lanes ? "LANES" : "PORTS",
                      .vcs = lanes ? "1" : "VCS",
                      .depth = credits ? "CREDITS" : "DEPTH",
                      .deep = credits ? style->credits : 2,
                      .in = lanes ? "lane" : "in",
                      .out = lanes ? "core_lane" : "core_in",
                      .in_back = "in_ready_o",
                      .out_back = credits ? "out_credit_i" : "out_ready_i"};

  if (credits || style->cut)
    print_adapter(&a, file);
  else
    print_direct(a.in, a.out, file);
}

/* From the switch to the link, whose cycles are slices. */
static void print_output(const struct link_style *style, FILE *file)
{
  struct adapter a = {.module = style->credits ? "credit_to_link" : "link_slice",
                      .instance = "u_out",
                      .ports = "PORTS",
                      .vcs = "VCS",
                      .depth = style->credits ? "CREDITS" : "DEPTH",
                      .deep = style->credits ? style->credits : 2,
                      .in = "core_out",
                      .out = "link0",
                      .in_back = style->credits ? "in_credit_o" : "in_ready_o",
                      .out_back = "out_ready_i"};

  print_bundle("link0", "QUEUES", "PORTS", file);
  if (style->credits || style->cut)
    print_adapter(&a, file);
  else
    print_direct(a.in, a.out, file);
  for (uint32_t i = 0; i < style->latency; i++) {
    char instance[32], in[32], out[32];

    snprintf(instance, sizeof instance, "u_link%" PRIu32, i);
    snprintf(in, sizeof in, "link%" PRIu32, i);
    snprintf(out, sizeof out, "link%" PRIu32, i + 1);
    print_bundle(out, "QUEUES", "PORTS", file);
    print_adapter(&(struct adapter){.module = "link_slice",
                                    .instance = instance,
                                    .ports = "PORTS",
                                    .vcs = "VCS",
                                    .depth = "DEPTH",
                                    .deep = 2,
                                    .in = in,
                                    .out = out,
                                    .in_back = "in_ready_o",
                                    .out_back = "out_ready_i"},
                  file);
  }
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

static void print_inner(const char *inner, FILE *file)
{
  static const struct {
    const char *pin, *wire;
  } bundles[] = {{"in_valid", "core_in_valid"},       {"in_packet", "core_in_packet"},
                 {"in_ready", "core_in_ready"},       {"out_valid", "core_out_valid"},
                 {"out_packet", "core_out_packet"},   {"out_ready", "core_out_ready"},
                 {"inject_valid", "core_lane_valid"}, {"inject_packet", "core_lane_packet"},
                 {"inject_ready", "core_lane_ready"}};

  fprintf(file, "  %s #(\n", inner);
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    fprintf(file, "    .%-13s (%s)%s\n", switch_parameter_name(i), switch_parameter_name(i),
            i + 1 < SWITCH_PARAMETERS ? "," : "");
  fputs("  ) u_core (\n    .clk             (clk),\n    .rst             (rst)", file);
  for (size_t i = 0; i < SWITCH_PINS; i++) {
    const char *wire = switch_pins[i].port;

    for (size_t k = 0; k < sizeof bundles / sizeof bundles[0]; k++)
      if (strcmp(bundles[k].pin, switch_pins[i].name) == 0)
        wire = bundles[k].wire;
    fprintf(file, ",\n    .%-15s (%s)", switch_pins[i].port, wire);
  }
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
  print_ends(style, file);
  print_inner(inner, file);
}
