/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch_diagrams -- the cycle diagrams of docs/switch.md, drawn by the golden model.
 */
#include "tests/unit/device.h"

enum { CYCLES_MAX = 8 };

/* A diagram: what is offered, and the rows that the page shows. */
struct diagram {
  uint32_t ports, depth, cycles;
  struct {
    char name;        /* 'A' ... */
    uint32_t channel; /* on which it is offered, from cycle `from` until it is taken */
    uint32_t from;
    uint64_t header;
  } packets[4];
  uint32_t not_ready_from; /* the neighbour on port 0 */
};

/* The rows of the page, as text: one cell of 8 characters per cycle, the value in the
 * middle of the first three. */
static void cell(char *row, uint32_t cycle, const char *value)
{
  size_t length = strlen(value), start = 8 * cycle + (length < 3 ? 1 : 0);

  memcpy(row + start, value, length);
}

enum { ROW = 8 * CYCLES_MAX + 1 };

/* Everything that the diagrams show, of every channel and port. */
struct shown {
  char holds[4][ROW];  /* "channel c holds" */
  char ready[ROW];     /* "in_ready_o", channels 2, 1, 0 */
  char counts[4][ROW]; /* "queue p count (register)" */
  char taken[4][ROW];  /* "taken for queue p" */
  char out[4][ROW];    /* "out_packet_o, port p" */
  char ejected[4][ROW];
};

static void show_channels(struct shown *shown, const struct device *d, uint32_t cycle,
                          const uint64_t *before)
{
  char ready[4] = "";

  for (uint32_t c = 0; c < 3; c++) {
    char name[2] = {before[c] ? (char)before[c] : '-', '\0'};
    char ejected[2] = {d->bank.eject[0] >> c & 1 ? name[0] : '-', '\0'};

    cell(shown->holds[c], cycle, name);
    cell(shown->ejected[c], cycle, ejected);
    ready[2 - c] = d->bank.full[0] >> c & 1 ? '0' : '1';
  }
  cell(shown->ready, cycle, ready);
}

static void show_queues(struct shown *shown, const struct device *d, uint32_t cycle,
                        const uint32_t *counts)
{
  for (uint32_t p = 0; p < d->bank.config.ports; p++) {
    const struct output_queue *queue = &d->bank.outputs[p];
    char count_text[2] = {(char)('0' + counts[p]), '\0'};
    char out[2] = {'-', '\0'};
    char taken[8] = "";
    uint32_t packet = queue->head;

    if (d->bank.valid[0] >> p & 1)
      out[0] = (char)d->bank.pool.places[packet].packet.data;
    for (uint32_t i = 0; i < queue->count; i++, packet = d->bank.pool.places[packet].next)
      if (i >= counts[p])
        snprintf(taken + strlen(taken), sizeof taken - strlen(taken), "%s%c",
                 *taken ? " " : "", (char)d->bank.pool.places[packet].packet.data);
    cell(shown->counts[p], cycle, count_text);
    cell(shown->taken[p], cycle, taken);
    cell(shown->out[p], cycle, out);
  }
}

static void offer(const struct diagram *diagram, uint32_t cycle, bool *entered, bool *valid,
                  struct reference_packet *packets, const struct device *d)
{
  memset(valid, 0, REFERENCE_CHANNELS * sizeof *valid);
  for (uint32_t i = 0; i < 4 && diagram->packets[i].name; i++) {
    uint32_t channel = diagram->packets[i].channel;

    if (entered[i] || valid[channel] || diagram->packets[i].from > cycle)
      continue;
    valid[channel] = true;
    packets[channel].packet = (struct packet){.header = diagram->packets[i].header,
                                              .data = (uint64_t)diagram->packets[i].name};
    entered[i] = !(d->bank.full[0] >> channel & 1);
  }
}

static void draw(const struct diagram *diagram, struct shown *shown)
{
  static struct reference_switch parameters;
  static struct device d;
  bool entered[4] = {false}, in_valid[REFERENCE_CHANNELS], out_ready[REFERENCE_CHANNELS];
  struct reference_packet in_packets[REFERENCE_CHANNELS] = {{.hops = 0}};

  parameters.ports = diagram->ports;
  parameters.vcs = 1;
  parameters.channels = diagram->ports + 1;
  parameters.depth = diagram->depth;
  parameters.route = device_keep;
  device_open(&d, &parameters, "keep");
  memset(shown, ' ', sizeof *shown);
  for (uint32_t cycle = 0; cycle < diagram->cycles; cycle++) {
    uint64_t held[3] = {0};
    uint32_t counts[4];

    for (uint32_t c = 0; c < parameters.channels && c < 3; c++)
      if (input_queue_full(&d.bank.inputs[c]))
        held[c] = d.bank.pool.places[d.bank.inputs[c].packet].packet.data;
    for (uint32_t p = 0; p < diagram->ports; p++)
      counts[p] = d.bank.outputs[p].count;
    device_comb(&d);
    show_channels(shown, &d, cycle, held);
    show_queues(shown, &d, cycle, counts);
    for (uint32_t p = 0; p < REFERENCE_CHANNELS; p++)
      out_ready[p] = cycle < diagram->not_ready_from;
    offer(diagram, cycle, entered, in_valid, in_packets, &d);
    device_edge(&d, in_valid, in_packets, out_ready, false);
  }
  switch_bank_close(&d.bank);
}

static void check_row(const char *name, const char *row, const char *expected)
{
  size_t length = ROW;

  while (length > 0 && row[length - 1] == ' ')
    length--;
  CHECK(strlen(expected) == length && memcmp(row, expected, length) == 0,
        "%s\n   is '%.*s'\n  not '%s'", name, (int)length, row, expected);
}

/* "A packet A crosses the switch without waiting (channel 1 to port 2); packet B, at its
 * destination, is ejected." */
TEST(test_first_diagram)
{
  const struct diagram diagram = {
      .ports = 3,
      .depth = 1,
      .cycles = 4,
      .packets = {{'A', 1, 0, 2}, {'B', 1, 2, DEVICE_EJECT}},
      .not_ready_from = UINT32_MAX,
  };
  struct shown shown;

  draw(&diagram, &shown);
  /*                                            0       1       2       3       */
  check_row("in_ready_o[2:0]", shown.ready, "111     111     111     111");
  check_row("channel 1 holds", shown.holds[1], " -       A       -       B");
  check_row("out_valid_o[2]", shown.out[2], " -       A       -       -");
  check_row("eject_valid_o[1]", shown.ejected[1], " -       -       -       B");
}

/* "Three packets for port 0 arrive together on channels 0, 1, 2 while DEPTH = 2, and the
 * neighbour is always ready." */
TEST(test_second_diagram)
{
  const struct diagram diagram = {
      .ports = 3,
      .depth = 2,
      .cycles = 5,
      .packets = {{'A', 0, 0, 0}, {'B', 1, 0, 0}, {'C', 2, 0, 0}},
      .not_ready_from = UINT32_MAX,
  };
  struct shown shown;

  draw(&diagram, &shown);
  check_row("channel 0 holds", shown.holds[0], " -       A       -       -       -");
  check_row("channel 1 holds", shown.holds[1], " -       B       -       -       -");
  check_row("channel 2 holds", shown.holds[2], " -       C       C       -       -");
  check_row("in_ready_o[2:0]", shown.ready, "111     011     111     111     111");
  check_row("queue 0 count", shown.counts[0], " 0       0       1       1       0");
  check_row("taken for queue 0", shown.taken[0], "        A B      C");
  check_row("out_packet_o, port 0", shown.out[0], " -       A       B       C       -");
}

/* "Back-pressure: the neighbour is not ready from cycle 1 on, DEPTH = 1, packets A, B, C
 * follow each other on channel 0." */
TEST(test_third_diagram)
{
  const struct diagram diagram = {
      .ports = 1,
      .depth = 1,
      .cycles = 4,
      .packets = {{'A', 0, 0, 0}, {'B', 0, 1, 0}, {'C', 0, 2, 0}},
      .not_ready_from = 1,
  };
  struct shown shown;

  draw(&diagram, &shown);
  check_row("channel 0 holds", shown.holds[0], " -       A       B       B");
  for (uint32_t cycle = 0; cycle < 4; cycle++)
    CHECK(shown.ready[8 * cycle + 2] == "1100"[cycle], "in_ready_o[0] in cycle %u is %c",
          cycle, shown.ready[8 * cycle + 2]);
  check_row("queue count", shown.counts[0], " 0       0       1       1");
  check_row("out_packet_o", shown.out[0], " -       A       A       A");
}

/* "With DEPTH = 1 an undisturbed stream still flows at one packet per cycle." */
TEST(test_stream_flows_at_depth_1)
{
  enum { PACKETS = 50 };
  static struct reference_switch parameters = {
      .ports = 2, .vcs = 1, .channels = 3, .depth = 1, .route = device_keep};
  static struct device d;
  bool in_valid[REFERENCE_CHANNELS] = {true}, out_ready[REFERENCE_CHANNELS] = {true, true};
  struct reference_packet in_packets[REFERENCE_CHANNELS] = {{.hops = 0}};

  device_open(&d, &parameters, "keep");
  for (uint64_t cycle = 0; cycle < PACKETS; cycle++) {
    device_comb(&d);
    CHECK((d.bank.full[0] & 1) == 0, "cycle %" PRIu64 ": channel 0 is not ready", cycle);
    CHECK((d.bank.valid[0] >> 1 & 1) == (cycle > 0), "cycle %" PRIu64 ": out_valid", cycle);
    if (cycle > 0)
      CHECK(d.bank.pool.places[d.bank.outputs[1].head].packet.data == cycle - 1,
            "cycle %" PRIu64 ": another packet is out", cycle);
    in_packets[0].packet = (struct packet){.header = 1, .data = cycle};
    device_edge(&d, in_valid, in_packets, out_ready, false);
  }
  switch_bank_close(&d.bank);
}
