/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_diagrams -- the cycle diagrams of docs/switches/sync.md, read from the page and
 * drawn again by the golden model. */
#include "network/topology/d3.h"
#include "run/machine/golden.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

enum { CYCLES = 8, SWITCHES = 48, LINE = 256, CELL = ADDRESS_TEXT, DATA_BITS = 8 };

#define PAGE "docs/switches/sync.md"

/* --- what happens --- */

struct offer {
  char name;   /* 'A' ... */
  uint32_t at; /* switch, lane 0 */
  uint32_t cycle;
  uint64_t header;
};

/* A network while it runs: everything that a row can show, of every cycle. */
struct scene {
  struct topology t;
  struct shape shape;
  uint32_t cycles;
  struct packet held[CYCLES + 1][SWITCHES]
                    [SHAPE_CHANNELS]; /* data 0: the channel is empty */
  uint64_t valid[CYCLES][SWITCHES], eject[CYCLES][SWITCHES];
};

/* The packets that are offered in this cycle. */
static size_t inject(struct scene *s, const struct offer *offers, size_t count,
                     uint32_t cycle, struct injection *injections)
{
  size_t injected = 0;

  for (size_t i = 0; i < count; i++) {
    const struct packet packet = {.header = offers[i].header,
                                  .data = (uint64_t)offers[i].name};

    if (offers[i].cycle != cycle)
      continue;
    injections[injected++] = (struct injection){.at = offers[i].at, .packet = packet};
    s->held[cycle + 1][offers[i].at][shape_inject_channel(&s->shape, 0)] = packet;
  }
  return injected;
}

static void observe(struct scene *s, const struct machine *m, uint32_t cycle)
{
  const struct links links = m->ops->links(m->self);

  for (uint32_t sw = 0; sw < s->t.switches; sw++) {
    s->valid[cycle][sw] = links.valid[sw];
    s->eject[cycle][sw] = links.eject[sw];
    CHECK(links.ready[sw] == bits_mask(shape_channels(&s->shape)),
          "cycle %u: switch %u lets a packet wait", cycle, sw);
    for (uint32_t p = 0; p < s->t.ports; p++) {
      struct link far = topology_link(&s->t, sw, p);

      if (links.valid[sw] >> p & 1)
        s->held[cycle + 1][far.to_switch][far.to_port] = m->ops->out_packet(m->self, sw, p);
    }
  }
}

static void play(struct scene *s, uint32_t cycles, const struct offer *offers, size_t count)
{
  struct injection injections[CYCLES];
  struct machine m;
  struct err err;

  assert_true(s->t.switches <= SWITCHES && cycles <= CYCLES);
  s->cycles = cycles;
  memset(s->held, 0, sizeof s->held);
  CHECK(golden_open(&m, &s->shape, SWITCHES * SHAPE_CHANNELS, &err), "%s", err.text);
  CHECK(m.ops->reset(m.self, 1, &err), "%s", err.text);
  for (uint32_t cycle = 0; cycle < cycles; cycle++) {
    observe(s, &m, cycle);
    machine_tick(&m, &(struct stimulus){.injections = injections,
                                        .injection_count =
                                            inject(s, offers, count, cycle, injections)});
  }
  m.ops->close(m.self);
}

static void scene_open(struct scene *s, const char *spec)
{
  s->t = topology_of(spec);
  s->shape = (struct shape){
      .topology = &s->t,
      .routing = routing_of(&s->t, "source-vector"),
      .lanes = 1,
      .depth = 1,
      .vcs = 1,
  };
  s->shape.format = (struct packet_format){
      .header_bits = s->shape.routing->header_bits(&s->t), .data_bits = DATA_BITS};
}

static uint32_t switch_of(const struct scene *s, const char *address)
{
  struct err err;
  uint32_t sw = 0;

  CHECK(topology_parse_address(&s->t, address, "address", &sw, &err), "%s", err.text);
  return sw;
}

/* --- what the page shows --- */

/* Rows of diagram `number`, from 0, of the page: their names, and in one word per cycle
 * what stands there. */
struct diagram {
  FILE *page;
  uint32_t cycles, rows;
};

/* The next row: cells[cycles] filled; false at the end of the diagram. */
static bool next_row(struct diagram *d, char name[LINE], char cells[CYCLES][CELL])
{
  enum { NAME_COLUMNS = 29 };
  char line[LINE];
  uint32_t cycle = 0;

  if (!fgets(line, sizeof line, d->page) || strncmp(line, "    ", 4) != 0)
    return false;
  CHECK(strlen(line) > NAME_COLUMNS, PAGE ": a row is too short: %s", line);
  size_t length = NAME_COLUMNS;
  while (line[length - 1] == ' ')
    length--;
  snprintf(name, LINE, "%.*s", (int)(length - 4), line + 4);
  for (char *word = strtok(line + NAME_COLUMNS, " \n"); word; word = strtok(NULL, " \n")) {
    CHECK(cycle < d->cycles, PAGE ": '%s' has more than %u cells", name, d->cycles);
    snprintf(cells[cycle++], CELL, "%s", word);
  }
  CHECK(cycle == d->cycles, PAGE ": '%s' has %u cells, not %u", name, cycle, d->cycles);
  d->rows++;
  return true;
}

/* Go to diagram `number`; its first row numbers the cycles. */
static struct diagram diagram_open(uint32_t number, uint32_t cycles)
{
  struct diagram d = {.page = fopen(PAGE, "r"), .cycles = cycles};
  char line[LINE];
  bool inside = false;

  CHECK(d.page, PAGE ": cannot be read");
  for (uint32_t found = 0; !inside && fgets(line, sizeof line, d.page);)
    inside = strncmp(line, "    cycle ", 10) == 0 && found++ == number;
  CHECK(inside, PAGE ": there is no cycle diagram number %u", number);
  return d;
}

/* Text of one cell; "-" for nothing. */
typedef void show_row(const struct scene *s, const char *row, uint32_t cycle,
                      char cell[CELL]);

static void check_diagram(const struct scene *s, uint32_t number, uint32_t rows,
                          show_row *show)
{
  struct diagram d = diagram_open(number, s->cycles);
  char name[LINE], cells[CYCLES][CELL];

  while (next_row(&d, name, cells))
    for (uint32_t cycle = 0; cycle < s->cycles; cycle++) {
      char cell[CELL] = "";

      show(s, name, cycle, cell);
      CHECK(strcmp(cell, cells[cycle]) == 0, PAGE ": '%s', cycle %u: '%s', is '%s'", name,
            cycle, cells[cycle], cell);
    }
  fclose(d.page);
  CHECK(d.rows == rows, PAGE ": diagram %u has %u rows, not %u", number, d.rows, rows);
}

/* --- rows --- */

static void binary(uint64_t mask, uint32_t bits, char cell[CELL])
{
  for (uint32_t i = 0; i < bits; i++)
    cell[i] = mask >> (bits - 1 - i) & 1 ? '1' : '0';
  cell[bits] = '\0';
}

static void letter(uint64_t data, char cell[CELL])
{
  snprintf(cell, CELL, "%c", data ? (char)data : '-');
}

/* "C.D.P out_valid_o", "C.D.P eject_valid_o", "C.D.P channels with A": their numbers;
 * "C.D.P channel N", "C.D.P out_packet_o[N]": the packet in a channel, at a port. */
static void show_switch(const struct scene *s, const char *row, uint32_t cycle,
                        char cell[CELL])
{
  char address[ADDRESS_TEXT];
  const char *what = strchr(row, ' ') + 1;

  snprintf(address, sizeof address, "%.*s", (int)(what - 1 - row), row);
  const uint32_t sw = switch_of(s, address);
  const struct packet *held = s->held[cycle][sw];
  if (strcmp(what, "out_valid_o") == 0) {
    binary(s->valid[cycle][sw], s->t.ports, cell);
  } else if (strcmp(what, "eject_valid_o") == 0) {
    binary(s->eject[cycle][sw], shape_channels(&s->shape), cell);
  } else if (strcmp(what, "channels with A") == 0) {
    for (uint32_t c = 0; c < shape_channels(&s->shape); c++)
      if (held[c].data == 'A')
        snprintf(cell + strlen(cell), CELL - strlen(cell), "%s%u", *cell ? "," : "", c);
    if (*cell == '\0')
      letter(0, cell);
  } else if (strncmp(what, "channel ", 8) == 0) {
    letter(held[strtoul(what + 8, NULL, 10)].data, cell);
  } else {
    uint32_t port = (uint32_t)strtoul(what + strcspn(what, "0123456789"), NULL, 10);
    struct link far = topology_link(&s->t, sw, port);
    bool valid = s->valid[cycle][sw] >> port & 1;

    CHECK(strncmp(what, "out_packet_o[", 13) == 0, PAGE ": unknown row '%s'", row);
    letter(valid ? s->held[cycle + 1][far.to_switch][far.to_port].data : 0, cell);
  }
}

/* The one packet, wherever it is. */
static void show_packet(const struct scene *s, const char *row, uint32_t cycle,
                        char cell[CELL])
{
  const struct packet *at = NULL;
  uint32_t sw = 0, channel = 0;

  for (uint32_t i = 0; i < s->t.switches; i++)
    for (uint32_t c = 0; c < shape_channels(&s->shape); c++)
      if (s->held[cycle][i][c].data) {
        at = &s->held[cycle][i][c];
        sw = i;
        channel = c;
      }
  letter(0, cell);
  if (!at)
    return;
  const struct route_in in = {.here = topology_here(&s->t, sw),
                              .header = at->header,
                              .ports = s->t.ports,
                              .parameters = s->t.parameters};
  const struct route_out way = s->shape.routing->unit->comb(&in);
  const uint32_t b = 3; /* of the fields that the routing names */
  struct field fields[8];

  assert_true(routing_fields(s->shape.routing, &s->t, fields, 8) > b);
  assert_string_equal(fields[b].name, "b");
  CHECK(s->valid[cycle][sw] == way.ports && s->eject[cycle][sw] >> channel == way.eject,
        "cycle %u: the switch does not do what its route unit says", cycle);
  const struct {
    const char *row;
    uint64_t value;
  } rows[] = {
      {"channel", channel},
      {"b, in header_i", field_value(&fields[b], at->header)},
      {"b, in header_o", field_value(&fields[b], way.header)},
      {"vc_o", way.vc},
      {"priority_o", way.priority},
      {"eject_o", way.eject},
  };
  if (strcmp(row, "switch that holds A") == 0) {
    s->t.row->print_address(&s->t, sw, cell);
    return;
  }
  if (strcmp(row, "ports_o, hexadecimal") == 0) {
    snprintf(cell, CELL, "%02" PRIx64, way.ports);
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(row, rows[i].row) == 0) {
      snprintf(cell, CELL, "%" PRIu64, rows[i].value);
      return;
    }
  CHECK(false, PAGE ": unknown row '%s'", row);
}

/* --- the diagrams --- */

static struct scene scene;

/* "Packet A with the source vector (3; 2, 3, 1) ..." */
TEST(test_walk)
{
  scene_open(&scene, "d3:3,4");
  const uint32_t from = switch_of(&scene, "0.1.2"), to = switch_of(&scene, "2.3.0");
  const struct d3_vector vector = {.gamma = 2, .pi = 3, .delta = 1};

  assert_int_equal(d3_end(&scene.t, from, vector), to);
  play(
      &scene, 5,
      &(struct offer){.name = 'A',
                      .at = from,
                      .header = d3_header(&scene.t, scene.shape.routing, D3_LGL, from, to)},
      1);
  check_diagram(&scene, 0, 8, show_packet);
}

/* "A broadcast A of 0.0.1 ..." */
TEST(test_broadcast)
{
  scene_open(&scene, "d3:2,3");
  play(&scene, 5,
       &(struct offer){.name = 'A',
                       .at = switch_of(&scene, "0.0.1"),
                       .header = d3_broadcast(&scene.t, false)},
       1);
  check_diagram(&scene, 1, 9, show_switch);
}

/* "Router 0.1.1 sends A and B to itself ..." */
TEST(test_holds)
{
  scene_open(&scene, "d3:2,3");
  const uint32_t at = switch_of(&scene, "0.1.1");
  const uint64_t header = d3_header(&scene.t, scene.shape.routing, D3_LGL, at, at);
  const struct offer offers[] = {{'A', at, 0, header}, {'B', at, 2, header}};

  play(&scene, 7, offers, 2);
  check_diagram(&scene, 2, 9, show_switch);
}
