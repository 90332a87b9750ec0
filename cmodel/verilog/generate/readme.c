/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme -- the README of a generated network: parameters and ports. */
#include "verilog/generate/readme.h"

#include "verilog/generate/parameters.h"

#include <inttypes.h>
#include <string.h>

static void print_parameters(const struct shape *shape, FILE *file)
{
  const struct routing *routing = shape->routing;
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  fputs("## Parameters of `network`\n"
        "\n"
        "| parameter | value | meaning |\n"
        "|---|---|---|\n",
        file);
  switch_parameters(shape, parameters);
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    if (parameters[i].free)
      fprintf(file, "| `%s` | %" PRIu32 " | %s; may be changed%s |\n", parameters[i].name,
              parameters[i].value, parameters[i].text,
              strcmp(parameters[i].name, "STORE") == 0 && !routing->phases.ends_at
                  ? ", but no packet of this routing waits"
                  : "");
  fprintf(file, "| `SWITCHES` | %" PRIu32 " | |\n", shape->topology->switches);
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    if (!parameters[i].free)
      fprintf(file, "| `%s` | %" PRIu32 " | %s |\n", parameters[i].name,
              parameters[i].value, parameters[i].text);
  fprintf(file,
          "| `QUEUES` | %" PRIu32 " | `PORTS*VCS` |\n"
          "| `CHANNELS` | %" PRIu32 " | `QUEUES + LANES` |\n"
          "| `PACKET_BITS` | %" PRIu32 " | `HEADER_BITS + DATA_BITS` |\n"
          "\n",
          shape_queues(shape), shape_channels(shape),
          shape->format.header_bits + shape->format.data_bits);
}

/* How this routing uses reset, seed and phase. */
static void print_control(const struct shape *shape, FILE *file)
{
  const struct routing *routing = shape->routing;

  if (routing->random == RANDOM_OWN)
    fprintf(file,
            "\n"
            "Every channel has a random source of its own, an LFSR of 64 bits.  Hold `rst` "
            "for\n"
            "`CHANNELS` (%" PRIu32
            ") cycles: in each, every switch takes a seed from `seed_i`, that of\n"
            "channel `CHANNELS - 1` first, that of channel 0 last.  Give every channel of "
            "every\n"
            "switch a seed of its own; 0 counts as 1.\n",
            shape_channels(shape));
  if (routing->random == RANDOM_SHARED)
    fputs(
        "\n"
        "Every switch has one random source, an LFSR of 64 bits, which takes its seed "
        "from\n"
        "`seed_i` while `rst` is 1.  Give every switch a seed of its own; 0 counts as 1.\n",
        file);
  if (routing->phases.kind)
    fputs(
        "\n"
        "`phase_i` is the phase of the next cycle; after a reset it is 0.  In phase 0\n"
        "packets may wait at intermediate destinations: set it to 1 when all packets have\n"
        "reached theirs.\n",
        file);
}

static void print_ports(const struct shape *shape, FILE *file)
{
  const struct routing *routing = shape->routing;
  uint64_t switches = shape->topology->switches;
  uint32_t packet_bits = shape->format.header_bits + shape->format.data_bits;
  uint32_t channels = shape_channels(shape);

  fprintf(file,
          "## Ports of `network`\n"
          "\n"
          "| port | bits | layout |\n"
          "|---|---|---|\n"
          "| `clk`, `rst` | 1 | rising edge; synchronous reset, %s |\n"
          "| `seed_i` | %" PRIu64 " | seed of switch s: bits `s*64 +: 64`; %s |\n"
          "| `phase_i` | %" PRIu32 " | phase of all switches; %s |\n",
          routing->random == RANDOM_OWN ? "see below" : "one cycle is enough",
          switches * 64,
          routing->random == RANDOM_NONE ? "unused by this routing" : "see below",
          shape_phase_bits(shape),
          routing->phases.kind ? "see below" : "unused by this routing");
  fprintf(file,
          "| `inject_valid_i` | %" PRIu64 " | lane l of switch s: bit `s*LANES + l` |\n"
          "| `inject_packet_i` | %" PRIu64
          " | its packet: bits `(s*LANES + l)*PACKET_BITS +: PACKET_BITS` |\n"
          "| `inject_ready_o` | %" PRIu64 " | as `inject_valid_i` |\n"
          "| `eject_valid_o` | %" PRIu64
          " | channel c of switch s: bit `s*CHANNELS + c` |\n"
          "| `eject_packet_o` | %" PRIu64
          " | its packet: bits `(s*CHANNELS + c)*PACKET_BITS +: PACKET_BITS` |\n"
          "\n",
          switches * shape->lanes, switches * shape->lanes * packet_bits,
          switches * shape->lanes, switches * channels, switches * channels * packet_bits);
  fputs(
      "A packet enters a lane at a rising edge where its valid and ready are both 1.  "
      "Channels\n"
      "below `QUEUES` are the links, number `p*VCS + k` for virtual channel k at port p, "
      "the "
      "others\n"
      "the lanes; a packet that has arrived shows at `eject` for one cycle and is always\n"
      "taken.  Index 0 is in the low bits everywhere, a packet's header below its data.\n",
      file);
  print_control(shape, file);
}

/* Describe the terminals, unless each switch has exactly one. */
static void print_terminals(const struct topology *t, FILE *file)
{
  if (!topology_terminals_apart(t))
    return;
  fprintf(file,
          "\n## Terminals\n"
          "\n"
          "Only these switches take packets from their lanes, and only these give packets "
          "to\ntheir terminals.\n"
          "\n"
          "| terminal | injects into switch | receives from switch |\n"
          "|---|---|---|\n");
  for (uint32_t terminal = 0; terminal < t->terminals; terminal++)
    fprintf(file, "| %" PRIu32 " | %" PRIu32 " | %" PRIu32 " |\n", terminal,
            topology_source(t, terminal), topology_sink(t, terminal));
}

void readme_print_network(const struct shape *shape, FILE *file)
{
  print_parameters(shape, file);
  print_ports(shape, file);
  print_terminals(shape->topology, file);
  readme_print_packets(shape, file);
}

void readme_print(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;

  fprintf(
      file,
      "# %s\n"
      "\n"
      "The Verilog of a network of %" PRIu32 " switches with %" PRIu32 " ports and %" PRIu32
      " injection lane%s each.\n"
      "Routing: %s, route unit `%s`.  Top module: `network`.\n"
      "\n"
      "| file | contents |\n"
      "|---|---|\n"
      "| `network.v` | the switches and the links between them |\n"
      "| `route.v` | which route unit the switches use |\n"
      "| `rtl/` | the modules |\n"
      "| `files.f` | all of these; paths are relative to this directory |\n"
      "| `lockhop.core` | the same as a core for FuseSoC, targets `lint`, `lint_switch` |\n"
      "\n"
      "    verilator --lint-only -Wall -f files.f\n"
      "    iverilog -g2005 -Wall -f files.f\n"
      "\n"
      "`lockhop testbench %s TRAFFIC -o DIR` writes it with a self-checking bench in "
      "plain\n"
      "Verilog, for any simulator.\n"
      "\n",
      t->spec, t->switches, t->ports, shape->lanes, shape->lanes == 1 ? "" : "s",
      shape->routing->name, shape->routing->unit->name, t->spec);
  readme_print_network(shape, file);
}
