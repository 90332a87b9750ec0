/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme_packets -- what a generated network's packets are: header, addresses, one packet
 * from terminal to terminal. */
#include "base/rng.h"
#include "base/template.h"
#include "verilog/generate/readme.h"

#include <inttypes.h>

enum {
  FIELDS = 16,
  ADDRESSES = 256, /* switches that are listed */
  HOPS = 256       /* of the example */
};

extern const char template_packets[], template_example[];

/* --- the header and the addresses --- */

static void print_fields(const void *of, FILE *file)
{
  const struct shape *shape = of;
  struct field fields[FIELDS];
  const size_t count = routing_fields(shape->routing, shape->topology, fields, FIELDS);

  for (size_t i = 0; i < count; i++)
    if (fields[i].bits == 1)
      fprintf(file, "| `%s` | `%" PRIu32 "` |\n", fields[i].name, fields[i].lsb);
    else
      fprintf(file, "| `%s` | `%" PRIu32 ":%" PRIu32 "` |\n", fields[i].name,
              fields[i].lsb + fields[i].bits - 1, fields[i].lsb);
}

static void print_addresses(const void *of, FILE *file)
{
  const struct topology *t = of;
  char address[ADDRESS_TEXT];

  for (uint32_t sw = 0; sw < t->switches && sw < ADDRESSES; sw++) {
    t->row->print_address(t, sw, address);
    fprintf(file, "| %" PRIu32 " | %s | %" PRIu64 " |\n", sw, address,
            topology_here(t, sw));
  }
}

static void print_packets(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  const struct template_value values[] = {
      {"DATA_BITS", .number = shape->format.data_bits},
      {"HEADER_BITS", .number = shape->format.header_bits},
      {"ROUTING", .text = shape->routing->name},
      {"FIELDS", .print = print_fields, .of = shape},
      {"APART", .number = topology_terminals_apart(t)},
      {"TERMINAL_BITS", .number = shape->format.terminal_bits},
      {"PER_SITE", .number = t->per_site},
      {"ADDRESSES", .print = print_addresses, .of = t},
      {"MORE", .number = t->switches > ADDRESSES},
      {"SWITCHES", .number = t->switches},
      {"SPEC", .text = t->spec},
  };

  template_print(template_packets, values, sizeof values / sizeof *values, file);
}

/* --- one packet --- */

struct example {
  const struct shape *shape;
  uint32_t source, destination; /* terminals */
  uint64_t header;
  struct hop hops[HOPS];
  size_t count;
};

static void print_hops(const void *of, FILE *file)
{
  const struct example *example = of;
  const struct topology *t = example->shape->topology;
  char address[ADDRESS_TEXT], port[PORT_TEXT];

  for (size_t i = 0; i < example->count; i++) {
    const struct hop *hop = &example->hops[i];

    t->row->print_address(t, hop->at, address);
    fprintf(file, "| %zu | %" PRIu32 " | %s | ", i + 1, hop->at, address);
    if (hop->port == UINT32_MAX) {
      fputs("eject", file);
    } else {
      topology_print_port(t, hop->port, port);
      fprintf(file, "port %" PRIu32, hop->port);
      if (t->row->print_port)
        fprintf(file, " (%s)", port);
    }
    fprintf(file, " | `0x%" PRIx64 "` |\n", hop->header);
  }
}

/* The first of the channels through which it leaves: one of a link for each VC, or a lane.
 */
static uint32_t last_channel(const struct example *example, bool *of_link)
{
  const struct shape *shape = example->shape;

  *of_link = example->count > 1;
  if (!*of_link)
    return shape_queues(shape);
  const struct hop *before = &example->hops[example->count - 2];

  return topology_link(shape->topology, before->at, before->port).to_port * shape->vcs;
}

static void print_example(const struct example *example, FILE *file)
{
  const struct shape *shape = example->shape;
  const struct topology *t = shape->topology;
  const struct routing *routing = shape->routing;
  const struct packet_format *format = &shape->format;
  const uint64_t packet_bits = format->header_bits + format->data_bits;
  const uint64_t lane =
      (uint64_t)topology_source(t, example->source) * (shape->lanes ? shape->lanes : 1);
  const uint32_t last = example->hops[example->count - 1].at;
  bool of_link;
  const uint32_t channel = last_channel(example, &of_link);
  struct field fields[FIELDS];
  char words[256], header[32], data[32], from[ADDRESS_TEXT], to[ADDRESS_TEXT];

  topology_print_terminal(t, example->source, from);
  topology_print_terminal(t, example->destination, to);
  snprintf(header, sizeof header, "%" PRIx64, example->header);
  snprintf(data, sizeof data, "%" PRIx64,
           UINT64_C(1) << format->terminal_bits | topology_place(t, example->destination));
  const struct template_value values[] = {
      {"SOURCE", .number = example->source},
      {"FROM", .text = from},
      {"DESTINATION", .number = example->destination},
      {"TO", .text = to},
      {"HEADER", .text = header},
      {"HEADER_BITS", .number = format->header_bits},
      {"DATA_BITS", .number = format->data_bits},
      {"DATA", .text = data},
      {"PACKET_BITS", .number = packet_bits},
      {"FIELDS",
       .text = field_print(words, sizeof words, fields,
                           routing_fields(routing, t, fields, FIELDS), example->header)},
      {"LANE", .number = lane},
      {"LANE_BIT", .number = lane * packet_bits},
      {"RANDOM", .number = routing->unit->has_random},
      {"TIMED", .number = routing->phases.kind == PHASE_STAYS},
      {"HOPS", .print = print_hops, .of = example},
      {"CHANNEL", .number = channel},
      {"LAST", .number = last},
      {"EJECT", .number = (uint64_t)last * shape_channels(shape) + channel},
      {"VCS", .number = of_link && shape->vcs > 1},
      {"SPEC", .text = t->spec},
      {"ROUTING", .text = routing->name},
  };

  template_print(template_example, values, sizeof values / sizeof *values, file);
}

void readme_print_packets(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  struct rng rng = rng_seed(1, 0);
  struct example example = {.shape = shape, .destination = t->terminals - 1};

  print_packets(shape, file);
  example.header = topology_header(t, shape->routing, example.source, example.destination,
                                   rng_next(&rng));
  example.count = topology_path(t, shape->routing, example.source, example.destination,
                                example.header, 1, example.hops, HOPS);
  if (example.count > 0)
    print_example(&example, file);
}
