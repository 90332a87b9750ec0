/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* readme_packets -- what a generated network's packets are: header, addresses, one packet
 * from terminal to terminal. */
#include "base/rng.h"
#include "verilog/generate/readme.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  FIELDS = 16,
  ADDRESSES = 256, /* switches that are listed */
  HOPS = 256       /* of the example */
};

/* --- the header --- */

static void print_layout(const struct shape *shape, FILE *file)
{
  const struct packet_format *format = &shape->format;
  struct field fields[FIELDS];
  const size_t count = shape->routing->fields(shape->topology, fields, FIELDS);

  fprintf(file,
          "\n## Packets\n"
          "\n"
          "A packet is `{data, header}`: %" PRIu32
          " data bits of your own above a header of %" PRIu32 " bits, which the\n"
          "routing reads and changes on the way.  Fields of the header of `%s`:\n"
          "\n"
          "| field | bits of the header |\n"
          "|---|---|\n",
          format->data_bits, format->header_bits, shape->routing->name);
  for (size_t i = 0; i < count; i++)
    if (fields[i].bits == 1)
      fprintf(file, "| `%s` | `%" PRIu32 "` |\n", fields[i].name, fields[i].lsb);
    else
      fprintf(file, "| `%s` | `%" PRIu32 ":%" PRIu32 "` |\n", fields[i].name,
              fields[i].lsb + fields[i].bits - 1, fields[i].lsb);
}

/* --- addresses --- */

static void print_addresses(const struct topology *t, FILE *file)
{
  const uint32_t listed = t->switches < ADDRESSES ? t->switches : ADDRESSES;
  char address[ADDRESS_TEXT];

  fprintf(file,
          "\n## Addresses\n"
          "\n"
          "%s\n"
          "\n"
          "| switch | address | `here_i` |\n"
          "|---|---|---|\n",
          topology_terminals_apart(t)
              ? "Ports count switches by number."
              : "Ports count switches by number; terminal i is at switch i.");
  for (uint32_t sw = 0; sw < listed; sw++) {
    t->row->print_address(t, sw, address);
    fprintf(file, "| %" PRIu32 " | %s | %" PRIu64 " |\n", sw, address,
            topology_here(t, sw));
  }
  if (listed < t->switches)
    fprintf(file,
            "\nThese are the first of %" PRIu32
            "; `lockhop info %s --links` lists the links of all.\n",
            t->switches, t->spec);
}

/* --- one packet --- */

struct example {
  uint32_t source, destination; /* terminals */
  uint64_t header;
  struct hop hops[HOPS];
  size_t count;
};

static void print_hops(const struct shape *shape, const struct example *example, FILE *file)
{
  const struct topology *t = shape->topology;
  const bool timed = shape->routing->phases.kind == PHASE_STAYS;
  char address[ADDRESS_TEXT], port[PORT_TEXT];

  fprintf(file,
          "\n"
          "Number the cycle in which it enters the lane 0.  %s\n"
          "\n"
          "| %s | switch | address | leaves by | header there |\n"
          "|---|---|---|---|---|\n",
          timed ? "If nothing is in its way, it is then"
                : "Where and when it waits depends on the phase:",
          timed ? "cycle" : "place");
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

/* Where the packet appears at the end. */
static void print_end(const struct shape *shape, const struct example *example, FILE *file)
{
  const struct hop *last = &example->hops[example->count - 1];
  const uint32_t queues = shape_queues(shape), channels = shape_channels(shape);
  uint32_t channel = queues, most = queues;

  if (example->count > 1) {
    const struct hop *before = last - 1;
    const struct link link = topology_link(shape->topology, before->at, before->port);

    channel = link.to_port * shape->vcs;
    most = channel + shape->vcs - 1;
  }
  fprintf(file,
          "\n"
          "It leaves through channel %" PRIu32 " of switch %" PRIu32
          ": `eject_valid_o[%" PRIu64 "]`, packet %" PRIu64 " of\n"
          "`eject_packet_o`%s.  The header and the way between any two terminals:\n"
          "\n"
          "    lockhop route %s SRC DST --routing %s\n",
          channel, last->at, (uint64_t)last->at * channels + channel,
          (uint64_t)last->at * channels + channel,
          most > channel ? "; or the next, in a higher virtual channel" : "",
          shape->topology->spec, shape->routing->name);
}

static void print_example(const struct shape *shape, FILE *file)
{
  const struct topology *t = shape->topology;
  const struct routing *routing = shape->routing;
  const struct packet_format *format = &shape->format;
  const uint32_t packet_bits = format->header_bits + format->data_bits;
  struct rng rng = rng_seed(1, 0);
  struct field fields[FIELDS];
  char words[256], from[ADDRESS_TEXT], to[ADDRESS_TEXT];
  struct example *example = malloc(sizeof *example);

  if (!example)
    return;
  *example = (struct example){.destination = t->terminals - 1};
  example->header =
      routing->header(t, example->source, example->destination, rng_next(&rng));
  example->count = topology_path(t, routing, example->source, example->destination,
                                 example->header, 1, example->hops, HOPS);
  if (example->count > 0) {
    const uint64_t lane =
        (uint64_t)topology_source(t, example->source) * (shape->lanes ? shape->lanes : 1);

    topology_print_terminal(t, example->source, from);
    topology_print_terminal(t, example->destination, to);
    fprintf(file,
            "\n## One packet\n"
            "\n"
            "From terminal %" PRIu32 " (%s) to terminal %" PRIu32
            " (%s) the header is `%" PRIu32 "'h%" PRIx64 "`:\n%s.\n"
            "In a cycle in which `inject_ready_o[%" PRIu64 "]` is 1, drive\n"
            "\n"
            "    inject_valid_i[%" PRIu64 "] = 1\n"
            "    inject_packet_i[%" PRIu64 " +: %" PRIu32 "] = {%" PRIu32 "'h1, %" PRIu32
            "'h%" PRIx64 "}\n",
            example->source, from, example->destination, to, format->header_bits,
            example->header,
            field_print(words, sizeof words, fields, routing->fields(t, fields, FIELDS),
                        example->header),
            lane, lane, lane * packet_bits, packet_bits, format->data_bits,
            format->header_bits, example->header);
    if (routing->unit->has_random)
      fputs(
          "\nThe switches choose at random; with the random words of a run of seed 1 this "
          "is a way.\n",
          file);
    print_hops(shape, example, file);
    print_end(shape, example, file);
  }
  free(example);
}

void readme_print_packets(const struct shape *shape, FILE *file)
{
  print_layout(shape, file);
  print_addresses(shape->topology, file);
  print_example(shape, file);
}
