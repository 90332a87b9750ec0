/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_save_file -- a save file shows signals that its dump has, and the difference first.
 *
 * What GTKWave makes of it is tested in tests/wave/test_gtkwave.sh.
 */
#include "verilog/wave/save_file.h"

#include "tests/unit/unit.h"

#include "base/bits.h"
#include "base/rng.h"
#include "network/traffic/payload.h"
#include "verilog/wave/decode_script.h"
#include "verilog/wave/fst.h"
#include "verilog/wave/fst_names.h"
#include "verilog/wave/golden_wave.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

enum { SEED = 7, DEPTH = 4, MASK = 64, SLOT = 64, FROM = 10, TO = 40 };

static const struct packet_format format = {.header_bits = 3, .data_bits = 40};

/* --- dumps with the signals of each kind, and one value --- */

/* A port of `count` elements; Verilog vectors of one bit have a range, too. */
static void add_port(struct fst_writer *w, const char *name, uint32_t count, uint32_t bits)
{
  char ranged[64];

  snprintf(ranged, sizeof ranged, "%s%s", name, count * bits == 1 ? " [0:0]" : "");
  fst_signal(w, ranged, count * bits);
}

static void add_own_ports(struct fst_writer *w, const struct shape *shape)
{
  uint32_t ports = shape->topology->ports, queues = ports * shape->vcs;
  uint32_t lanes = shape->lanes, channels = queues + lanes;
  uint32_t packet = format.header_bits + format.data_bits;

  add_port(w, "out_valid_o", queues, 1);
  add_port(w, "out_ready_i", queues, 1);
  add_port(w, "out_packet_o", ports, packet);
  add_port(w, "in_valid_i", queues, 1);
  add_port(w, "in_ready_o", queues, 1);
  add_port(w, "in_packet_i", ports, packet);
  add_port(w, "inject_valid_i", lanes, 1);
  add_port(w, "inject_ready_o", lanes, 1);
  add_port(w, "inject_packet_i", lanes, packet);
  add_port(w, "eject_valid_o", channels, 1);
  add_port(w, "eject_packet_o", channels, packet);
}

/* A vector within two scopes. */
static void add_deep(struct fst_writer *w, const char *outer, const char *inner,
                     const char *name, uint32_t count, uint32_t bits)
{
  fst_enter(w, outer);
  fst_enter(w, inner);
  add_port(w, name, count, bits);
  fst_leave(w);
  fst_leave(w);
}

static void add_inside(struct fst_writer *w, const struct shape *shape)
{
  uint32_t queues = shape->topology->ports * shape->vcs;
  uint32_t channels = queues + shape->lanes;
  uint32_t packet = format.header_bits + format.data_bits;
  char scope[32];

  fst_signal(w, "phase_q", 1);
  if (shape->routing->random != RANDOM_NONE)
    add_deep(w, "g_random", "u_random_bits", "word_o", channels, 32);
  if (shape->store) {
    add_deep(w, "g_store", "u_waiting_store", "full_q", shape->store, 1);
    add_deep(w, "g_store", "u_waiting_store", "packets_q", shape->store, packet);
  }
  for (uint32_t i = 0; i < channels; i++) {
    snprintf(scope, sizeof scope, "g_channel[%u]", i);
    fst_enter(w, scope);
    fst_enter(w, "u_input_queue");
    fst_signal(w, "full_q", 1);
    fst_signal(w, "packet_q", packet);
    fst_leave(w);
    fst_leave(w);
  }
  for (uint32_t i = 0; i < queues; i++) {
    snprintf(scope, sizeof scope, "g_queue[%u]", i);
    fst_enter(w, scope);
    add_deep(w, shape_priority_bits(shape) ? "g_ordered" : "g_fifo", "u_output_queue",
             "count_q", 1, golden_wave_count_bits(DEPTH));
    fst_leave(w);
  }
}

/* Pins of sim/dut.h for `switches` switches behind each other. */
static void add_pins(struct fst_writer *w, const struct shape *shape, uint32_t switches)
{
  fst_signal(w, "cycle_i", 64);
  fst_signal(w, "golden_valid_i", MASK * switches);
  fst_signal(w, "golden_ready_i", MASK * switches);
  fst_signal(w, "golden_eject_i", MASK * switches);
  fst_signal(w, "golden_packet_i", SLOT * shape->topology->ports * switches);
  fst_signal(w, "differ_i", MASK * switches);
}

static void enter_switch(struct fst_writer *w, const char *before, uint32_t sw)
{
  char scope[32];

  snprintf(scope, sizeof scope, "%s%u", before, sw);
  fst_enter(w, scope);
}

static void add_array(struct fst_writer *w, const struct save_request *q, bool inside)
{
  for (size_t i = 0; i < q->count; i++) {
    enter_switch(w, "s", q->switches[i]);
    fst_enter(w, "switch_top");
    fst_signal(w, "clk", 1);
    fst_signal(w, "rst", 1);
    add_pins(w, q->shape, 1);
    fst_enter(w, "u_switch");
    add_own_ports(w, q->shape);
    if (inside)
      add_inside(w, q->shape);
    fst_leave(w);
    fst_leave(w);
    fst_leave(w);
  }
}

static void add_network(struct fst_writer *w, const struct save_request *q)
{
  fst_enter(w, "network");
  fst_enter(w, "network_top");
  fst_signal(w, "clk", 1);
  fst_signal(w, "rst", 1);
  add_pins(w, q->shape, q->shape->topology->switches);
  fst_enter(w, "u_network");
  for (uint32_t sw = 0; sw < q->shape->topology->switches; sw++) {
    enter_switch(w, "s", sw);
    add_own_ports(w, q->shape);
    add_inside(w, q->shape);
    fst_leave(w);
  }
  fst_leave(w);
  fst_leave(w);
  fst_leave(w);
}

static void make_dump(const struct save_request *q, bool inside)
{
  enum { CLK = 1 }; /* the first signal made */
  struct fst_writer *w;
  struct err err;

  CHECK(fst_open(&w, q->dump, "", 100, &err), "%s", err.text);
  if (q->kind == SAVE_ARRAY)
    add_array(w, q, inside);
  else
    add_network(w, q);
  fst_time(w, FROM * WAVE_CYCLE_PS);
  fst_value(w, CLK, "1");
  fst_time(w, TO * WAVE_CYCLE_PS);
  CHECK(fst_close(w, &err), "%s", err.text);
}

static uint32_t no_packets(const void *self, uint32_t sw, uint32_t queue)
{
  (void)self;
  (void)sw;
  (void)queue;
  return 0;
}

/* A golden dump in which nothing happens. */
static void make_golden_dump(const struct save_request *q)
{
  static const uint64_t none[64];
  static const struct machine_ops ops = {
      .name = "idle", .can = MACHINE_QUEUES, .queue_count = no_packets};
  struct machine machine = {.ops = &ops};
  struct wave_request request = {
      .path = q->dump, .switches = q->switches, .count = q->count};
  struct golden_wave *wave;
  struct err err;

  CHECK(golden_wave_open(&wave, &machine, q->shape, &request, &err), "%s", err.text);
  for (uint64_t cycle = FROM; cycle < TO; cycle++)
    golden_wave_cycle(
        wave, cycle, false,
        &(struct links){
            .valid = none, .ready = none, .eject = none, .active = NULL, .active_count = 0},
        NULL, 0);
  CHECK(golden_wave_close(wave, &err), "%s", err.text);
}

/* --- reading a save file --- */

enum { ROWS = 2000, LINE_BYTES = 1 << 15 };

struct row {
  unsigned flags;
  char *line;
};

struct save {
  char *text; /* what rows[].line point into */
  char *header;
  struct row rows[ROWS];
  size_t count;
};

static void read_save(struct save *s, const char *path)
{
  struct err err;
  size_t size;
  unsigned flags = 0;
  char *next;

  s->text = file_read(path, &size, &err);
  CHECK(s->text, "%s", err.text);
  s->header = strdup(s->text);
  s->count = 0;
  for (char *line = s->text; *line; line = next) {
    next = strchr(line, '\n');
    CHECK(next, "%s: no newline at the end", path);
    *next++ = '\0';
    if (line[0] == '@')
      flags = (unsigned)strtoul(line + 1, NULL, 16);
    else if (!strchr("[*^", line[0])) {
      assert_true(s->count < ROWS);
      s->rows[s->count++] = (struct row){flags, line};
    }
  }
}

static void free_save(struct save *s)
{
  free(s->text);
  free(s->header);
}

static bool is_text(const struct row *row)
{
  return row->line[0] == '-';
}

/* Position of the row with this label, from `start` on. */
static size_t find_row(const struct save *s, size_t start, const char *label)
{
  char mark[192];

  snprintf(mark, sizeof mark, "{%s} ", label);
  for (size_t i = start; i < s->count; i++)
    if (strncmp(s->rows[i].line + 1, mark, strlen(mark)) == 0 ||
        (is_text(&s->rows[i]) && strcmp(s->rows[i].line + 1, label) == 0))
      return i;
  CHECK(false, "no row '%s'", label);
  return 0;
}

/* Bits of the signal "name[7:0]". */
static unsigned bits_of(const char *name)
{
  const char *range = strrchr(name, '[');

  return range ? (unsigned)strtoul(range + 1, NULL, 10) + 1 : 1;
}

/* Every signal of a row is in the dump, every bit in its signal. */
static void check_signals(const struct row *row, const struct fst_names *names)
{
  char line[LINE_BYTES], *saved;

  CHECK(row->line[0] == '+' || row->line[0] == '#', "%s", row->line);
  CHECK(strlen(row->line) < sizeof line, "a row of %zu bytes", strlen(row->line));
  strcpy(line, strstr(row->line, "} ") + 2);
  for (char *name = strtok_r(line, " ", &saved); name; name = strtok_r(NULL, " ", &saved)) {
    unsigned bit = 0;

    if (name[0] == '(') {
      bit = (unsigned)strtoul(name + 1, &name, 10);
      name++;
    }
    CHECK(fst_names_has(names, name), "not in the dump: %s", name);
    CHECK(bit < bits_of(name), "bit %u of %s", bit, name);
  }
}

/* Groups close in the order in which they were opened, and none is empty. */
static void check_groups(const struct save *s)
{
  const char *open[8];
  size_t depth = 0;

  for (size_t i = 0; i < s->count; i++) {
    const struct row *row = &s->rows[i];

    if (row->flags == 0x800200 || row->flags == 0xc00200) {
      CHECK(is_text(&row[1])
                ? row[1].flags != (row->flags == 0x800200 ? 0x1000200u : 0x1401200u)
                : true,
            "empty group %s", row->line);
      open[depth++] = row->line;
    } else if (row->flags == 0x1000200 || row->flags == 0x1401200) {
      CHECK(depth > 0 && strcmp(open[depth - 1], row->line) == 0, "'%s' is not open",
            row->line);
      depth--;
    } else {
      CHECK(is_text(row) == (row->flags == 0x200), "%x %s", row->flags, row->line);
    }
  }
  assert_int_equal(depth, 0);
}

/* --- making a save file for each kind --- */

struct fixture {
  struct topology topology;
  struct routing routing;
  struct shape shape;
  struct save_request request;
  char dump[FILE_PATH];
  char save[FILE_PATH];
  struct fst_names names;
  struct save file;
  size_t rows;
};

static const uint32_t all_switches[] = {0, 1, 2, 3, 4, 5, 6, 7};

static void prepare(struct fixture *f, enum save_kind kind, const char *name)
{
  struct err err;
  char file[64];

  f->topology = topology_of("hypercube:3");
  f->routing = *topology_routing(&f->topology, NULL, &err);
  f->shape = (struct shape){.topology = &f->topology,
                            .routing = &f->routing,
                            .lanes = 2,
                            .depth = DEPTH,
                            .vcs = 1,
                            .format = format};
  snprintf(file, sizeof file, "%s.fst", name);
  data_path(f->dump, file);
  snprintf(file, sizeof file, "%s.gtkw", name);
  data_path(f->save, file);
  f->request = (struct save_request){.kind = kind,
                                     .dump = f->dump,
                                     .shape = &f->shape,
                                     .switches = all_switches,
                                     .count = 8,
                                     .traffic = "transpose",
                                     .seed = SEED,
                                     .command = "lockhop run hypercube:3 transpose",
                                     .from_cycle = FROM,
                                     .to_cycle = TO};
}

/* Write the save file, read it back, and check what holds for each. */
static void write_and_check(struct fixture *f)
{
  struct err err;

  unlink(f->save);
  CHECK(save_file_write(&f->request, &f->rows, &err), "%s", err.text);
  CHECK(fst_names_read(&f->names, f->dump, &err), "%s", err.text);
  read_save(&f->file, f->save);
  CHECK(f->file.count == f->rows, "%zu rows, not %zu", f->file.count, f->rows);
  check_groups(&f->file);
  for (size_t i = 0; i < f->file.count; i++)
    if (!is_text(&f->file.rows[i]))
      check_signals(&f->file.rows[i], &f->names);
}

static void finish(struct fixture *f)
{
  free_save(&f->file);
  fst_names_free(&f->names);
}

static struct fixture f; /* large */

static void make(enum save_kind kind, const char *name, bool inside)
{
  prepare(&f, kind, name);
  if (kind == SAVE_GOLDEN)
    make_golden_dump(&f.request);
  else
    make_dump(&f.request, inside);
}

static void needs_fst(void)
{
  if (!fst_available())
    skip();
}

/* --- the laws --- */

/* Rows that each switch has: by label, and of how many. */
static void check_labels(const char *const *labels, const uint32_t *counts, size_t count)
{
  size_t at = 0;

  for (uint32_t sw = 0; sw < 8; sw++) {
    char group[32], label[64];

    snprintf(group, sizeof group, "switch %u (%u%u%u)", sw, sw >> 2, sw >> 1 & 1, sw & 1);
    at = find_row(&f.file, at, group);
    assert_int_equal(f.file.rows[at].flags, sw == 0 ? 0x800200 : 0xc00200);
    for (size_t k = 0; k < count; k++)
      for (uint32_t i = 0; i < counts[k]; i++) {
        snprintf(label, sizeof label, "%s[%u]", labels[k], i);
        assert_true(find_row(&f.file, at, label) > at);
      }
  }
}

TEST(test_golden_dump)
{
  static const char *const labels[] = {"out_valid",    "out_ready",    "out_packet",
                                       "in_ready",     "in_packet",    "inject_packet",
                                       "inject_ready", "eject_packet", "queue_count"};
  static const uint32_t counts[] = {3, 3, 3, 3, 3, 2, 2, 5, 3};

  needs_fst();
  make(SAVE_GOLDEN, "save_golden", false);
  write_and_check(&f);
  check_labels(labels, counts, 9);
  assert_null(strstr(f.file.header, "{golden["));
  finish(&f);
}

static const char *const dut_labels[] = {
    "out_valid",     "out_ready",    "out_packet",   "golden",  "in_ready",   "in_packet",
    "inject_packet", "inject_ready", "eject_packet", "count_q", "input_queue"};
static const uint32_t dut_counts[] = {3, 3, 3, 5, 3, 3, 2, 2, 5, 3, 5};

TEST(test_array_dump)
{
  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  write_and_check(&f);
  check_labels(dut_labels, dut_counts, 11);
  finish(&f);
}

/* With one lane, its valid is a vector of one bit; with one port, so are the others. */
TEST(test_vectors_of_one_bit)
{
  static const uint32_t counts[] = {1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 2};

  needs_fst();
  prepare(&f, SAVE_ARRAY, "save_one");
  f.topology = topology_of("hypercube:1");
  f.shape.lanes = 1;
  f.request.count = 2;
  make_dump(&f.request, true);
  write_and_check(&f);
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
    for (uint32_t i = 0; i < counts[k]; i++) {
      char label[64];

      snprintf(label, sizeof label, "%s[%u]", dut_labels[k], i);
      find_row(&f.file, find_row(&f.file, 0, "switch 1 (1)"), label);
    }
  finish(&f);
}

TEST(test_network_dump)
{
  needs_fst();
  make(SAVE_NETWORK, "save_network", true);
  write_and_check(&f);
  check_labels(dut_labels, dut_counts, 11);
  finish(&f);
}

/* A switch written by somebody else has the ports of `switch` and nothing inside. */
TEST(test_foreign_switch)
{
  needs_fst();
  make(SAVE_ARRAY, "save_foreign", false);
  write_and_check(&f);
  check_labels(dut_labels, dut_counts, 9);
  assert_null(strstr(f.file.header, "queue"));
  finish(&f);
}

/* The rows of all ports together take every bit of a bus once, in descending order each. */
static void check_partition(const char *label, uint32_t count, unsigned bits,
                            size_t skipped)
{
  bool taken[4096] = {false};

  for (uint32_t i = 0; i < count; i++) {
    char name[64], line[LINE_BYTES], *saved;
    unsigned last = UINT32_MAX;

    snprintf(name, sizeof name, "%s[%u]", label, i);
    strcpy(line, f.file.rows[find_row(&f.file, 0, name)].line);
    char *bit = strtok_r(strstr(line, "} ") + 2, " ", &saved);
    for (size_t k = 0; bit; k++, bit = strtok_r(NULL, " ", &saved)) {
      unsigned number;

      if (k < skipped)
        continue;
      assert_int_equal(sscanf(bit, "(%u)", &number), 1);
      CHECK(number < bits && !taken[number] && (k == skipped || number == last + 1),
            "%s: bit %u", name, number);
      taken[last = number] = true;
    }
  }
  for (unsigned i = 0; i < bits; i++)
    CHECK(taken[i], "%s: bit %u is in no row", label, i);
}

TEST(test_rows_take_buses_apart)
{
  unsigned packet = format.header_bits + format.data_bits;

  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  write_and_check(&f);
  check_partition("out_packet", 3, 3 * packet, 1);
  check_partition("in_packet", 3, 3 * packet, 1);
  check_partition("inject_packet", 2, 2 * packet, 1);
  check_partition("eject_packet", 5, 5 * packet, 1);
  check_partition("out_valid", 3, 3, 0);
  check_partition("in_ready", 3, 3, 0);
  finish(&f);
}

/* The bus of a token "(12)s1.switch_top.golden_valid_i[63:0]" and the bit, from the lowest.
 */
static unsigned bit_of(const char *token, const char *bus)
{
  unsigned from_top;

  CHECK(sscanf(token, "(%u)", &from_top) == 1 && strstr(token, bus), "%s is no bit of %s",
        token, bus);
  return bits_of(token) - 1 - from_top;
}

/* Masks and slots of the golden model lie as sim/dut.h says. */
static void check_golden_slots(uint32_t sw, uint32_t position)
{
  unsigned packet = format.header_bits + format.data_bits, vcs = f.shape.vcs;
  char group[32], name[32], line[LINE_BYTES], *saved;

  snprintf(group, sizeof group, "switch %u (%u%u%u)", sw, sw >> 2, sw >> 1 & 1, sw & 1);
  for (uint32_t port = 0; port < 3; port++) {
    snprintf(name, sizeof name, "golden[%u]", port);
    strcpy(line, f.file.rows[find_row(&f.file, find_row(&f.file, 0, group), name)].line);
    char *token = strtok_r(strstr(line, "} ") + 2, " ", &saved);
    for (unsigned k = vcs; k-- > 0; token = strtok_r(NULL, " ", &saved))
      assert_int_equal(bit_of(token, ".golden_valid_i["), MASK * position + port * vcs + k);
    for (unsigned bit = packet; bit-- > 0;) {
      if (bit < packet - 1)
        token = strtok_r(NULL, " ", &saved);
      assert_non_null(token);
      assert_int_equal(bit_of(token, ".golden_packet_i["),
                       SLOT * (position * 3 + port) + bit);
    }
    assert_null(strtok_r(NULL, " ", &saved));
  }
}

TEST(test_golden_rows_take_their_slots)
{
  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  write_and_check(&f);
  for (uint32_t sw = 0; sw < 8; sw++)
    check_golden_slots(sw, 0);
  finish(&f);
  make(SAVE_NETWORK, "save_network", true);
  write_and_check(&f);
  for (uint32_t sw = 0; sw < 8; sw++)
    check_golden_slots(sw, sw);
  finish(&f);
}

/* --- several VCs of packets --- */

static void make_vcs(enum save_kind kind, const char *name, uint32_t vcs)
{
  prepare(&f, kind, name);
  f.shape.vcs = vcs;
  f.shape.store = 3;
  f.routing.random = RANDOM_OWN;
  f.routing.ordered = vcs + 1;
  if (kind == SAVE_GOLDEN)
    make_golden_dump(&f.request);
  else
    make_dump(&f.request, true);
}

/* The row is there once in each switch. */
static size_t rows_of(const char *label)
{
  char mark[192];
  size_t found = 0;

  snprintf(mark, sizeof mark, "{%s} ", label);
  for (size_t i = 0; i < f.file.count; i++)
    found += strncmp(f.file.rows[i].line + 1, mark, strlen(mark)) == 0;
  return found;
}

static void check_rows_of_vcs(const char *name, size_t expected)
{
  for (uint32_t port = 0; port < 3; port++)
    for (uint32_t k = 0; k < f.shape.vcs; k++) {
      char label[64];

      snprintf(label, sizeof label, "%s[%u][%u]", name, port, k);
      CHECK(rows_of(label) == expected, "%s: %zu rows, not %zu", label, rows_of(label),
            expected);
    }
}

static void check_rows(const char *name, uint32_t first, uint32_t count, size_t expected)
{
  for (uint32_t i = first; i < first + count; i++) {
    char label[64];

    snprintf(label, sizeof label, "%s[%u]", name, i);
    CHECK(rows_of(label) == expected, "%s: %zu rows, not %zu", label, rows_of(label),
          expected);
  }
}

static void check_vcs(enum save_kind kind, uint32_t vcs)
{
  bool golden = kind == SAVE_GOLDEN;
  size_t inside = golden ? 0 : 8;

  make_vcs(kind, "save_vcs", vcs);
  write_and_check(&f);
  check_rows_of_vcs("out_valid", 8);
  check_rows_of_vcs("out_ready", 8);
  check_rows_of_vcs("in_valid", 8);
  check_rows_of_vcs("in_ready", 8);
  check_rows_of_vcs("eject_packet", 8);
  check_rows_of_vcs(golden ? "queue_count" : "count_q", 8);
  check_rows_of_vcs("input_queue", inside);
  check_rows_of_vcs("random", inside);
  check_rows_of_vcs("golden", 3 * inside); /* valid, ready, eject */
  check_rows("out_packet", 0, 3, 8);
  check_rows("in_packet", 0, 3, 8);
  check_rows("inject_packet", 0, 2, 8);
  check_rows("eject_packet", 3 * vcs, 2, 8);
  check_rows("input_queue", 3 * vcs, 2, inside);
  check_rows("random", 3 * vcs, 2, inside);
  check_rows("waiting_store", 0, 3, inside);
  if (kind == SAVE_ARRAY) {
    unsigned packet = format.header_bits + format.data_bits;

    check_partition("out_packet", 3, 3 * packet, vcs);
    check_partition("in_packet", 3, 3 * packet, vcs);
    check_partition("inject_packet", 2, 2 * packet, 1);
  }
  for (uint32_t sw = 0; sw < 8 && !golden; sw++)
    check_golden_slots(sw, kind == SAVE_NETWORK ? sw : 0);
  finish(&f);
}

TEST(test_several_vcs)
{
  needs_fst();
  for (uint32_t vcs = 2; vcs <= 3; vcs++) {
    check_vcs(SAVE_GOLDEN, vcs);
    check_vcs(SAVE_ARRAY, vcs);
    check_vcs(SAVE_NETWORK, vcs);
  }
}

/* Bits of the rows of one label in each VC: those of the queue's number. */
TEST(test_rows_of_vcs_take_their_bits)
{
  needs_fst();
  make_vcs(SAVE_ARRAY, "save_vcs", 3);
  write_and_check(&f);
  for (unsigned port = 0; port < 3; port++)
    for (unsigned k = 0; k < 3; k++) {
      char label[64];

      snprintf(label, sizeof label, "out_valid[%u][%u]", port, k);
      const char *line = f.file.rows[find_row(&f.file, 0, label)].line;
      assert_int_equal(bit_of(strstr(line, "} ") + 2, "out_valid_o[8:0]"), 3 * port + k);
    }
  finish(&f);
  make_vcs(SAVE_GOLDEN, "save_vcs", 3);
  write_and_check(&f);
  for (unsigned k = 0; k < 3; k++) {
    char label[64];

    snprintf(label, sizeof label, "in_ready[2][%u]", k);
    const char *line = f.file.rows[find_row(&f.file, 0, label)].line;
    assert_int_equal(bit_of(strstr(line, "} ") + 2, "s0.port[2].in_ready[2:0]"), k);
  }
  finish(&f);
}

/* The first bit of a row, the highest, and the last. */
static void check_bits_of_row(const char *label, const char *first_bus, unsigned first,
                              const char *last_bus, unsigned last)
{
  char line[LINE_BYTES];

  strcpy(line, f.file.rows[find_row(&f.file, 0, label)].line);
  assert_int_equal(bit_of(strrchr(line, ' ') + 1, last_bus), last);
  char *bit = strstr(line, "} ") + 2;
  bit[strcspn(bit, " ")] = '\0';
  assert_int_equal(bit_of(bit, first_bus), first);
}

/* The random word of channel c is bits 32*c and up; place s of the store likewise. */
TEST(test_inner_rows_take_their_bits)
{
  needs_fst();
  make_vcs(SAVE_ARRAY, "save_vcs", 2);
  write_and_check(&f);
  check_bits_of_row("random[2][1]", "u_random_bits.word_o[255:0]", 5 * 32 + 31,
                    "u_random_bits.word_o[255:0]", 5 * 32);
  check_bits_of_row("waiting_store[2]", "u_waiting_store.full_q[2:0]", 2,
                    "u_waiting_store.packets_q[128:0]", 2 * 43);
  finish(&f);
}

/* Of a large store, the first places are shown. */
TEST(test_large_store_is_cut)
{
  needs_fst();
  prepare(&f, SAVE_ARRAY, "save_store");
  f.shape.store = 20;
  make_dump(&f.request, true);
  write_and_check(&f);
  check_rows("waiting_store", 0, 8, 8);
  check_rows("waiting_store", 8, 12, 0);
  finish(&f);
}

/* Where there is a barrier, and only there. */
TEST(test_phase_is_shown_once)
{
  needs_fst();
  for (int barrier = 0; barrier < 2; barrier++)
    for (enum save_kind kind = SAVE_GOLDEN; kind <= SAVE_NETWORK; kind++) {
      prepare(&f, kind, "save_phase");
      f.routing.phases.kind = barrier ? PHASE_BARRIER : PHASE_STAYS;
      if (kind == SAVE_GOLDEN)
        make_golden_dump(&f.request);
      else
        make_dump(&f.request, true);
      write_and_check(&f);
      assert_int_equal(rows_of("phase"), barrier);
      assert_true(find_row(&f.file, 0, "rst") == find_row(&f.file, 0, "clk") + 1);
      if (barrier)
        assert_true(find_row(&f.file, 0, "phase") == find_row(&f.file, 0, "cycle") + 1);
      finish(&f);
    }
}

/* The VC is told where it means something. */
TEST(test_vc_of_a_difference)
{
  static const struct {
    const char *field, *title, *remark;
  } cases[] = {
      {"out_valid", "-s5 out_valid[2][1]\n", "port 2 VC 1, out_valid\n"},
      {"in_ready", "-s5 in_ready[2][1]\n", "port 2 VC 1, in_ready\n"},
      {"inject_ready", "-s5 inject_ready[2]\n", "(lane 2), inject_ready\n"},
      {"eject_data", "-s5 eject_data[2]\n", "channel 2 (port 1 VC 0), eject_data\n"},
  };

  needs_fst();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct save_difference at = {
        .cycle = 25, .sw = 5, .port = 2, .vc = 1, .field = cases[i].field};

    make_vcs(SAVE_ARRAY, "save_vcs", 2);
    f.request.difference = &at;
    write_and_check(&f);
    assert_non_null(strstr(f.file.header, cases[i].title));
    assert_non_null(strstr(f.file.header, cases[i].remark));
    size_t group = find_row(&f.file, 0, "switch 5 (101)");
    if (i == 0)
      assert_true(find_row(&f.file, group, "out_valid[2][0]") <
                  find_row(&f.file, group, "out_valid[0][0]"));
    finish(&f);
  }
}

/* --- differences --- */

TEST(test_difference_is_marked_and_first)
{
  static const struct save_difference at = {
      .cycle = 25, .sw = 5, .port = 2, .field = "out_header"};
  size_t group, other;

  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  f.request.difference = &at;
  write_and_check(&f);
  assert_non_null(strstr(f.file.header, " 250000 250000\n[markername] ADIFFER\n"));
  assert_non_null(strstr(f.file.header, "[timestart] 210000\n"));
  assert_non_null(strstr(f.file.header, "-s5 out_header[2]\n"));
  group = find_row(&f.file, 0, "switch 5 (101)");
  other = find_row(&f.file, 0, "switch 0 (000)");
  assert_int_equal(f.file.rows[group].flags, 0x800200);
  assert_int_equal(f.file.rows[other].flags, 0xc00200);
  assert_true(group < other);
  assert_true(find_row(&f.file, group, "out_packet[2]") <
              find_row(&f.file, group, "out_packet[0]"));
  assert_true(find_row(&f.file, group, "out_packet[0]") <
              find_row(&f.file, group, "out_packet[1]"));
  finish(&f);
}

/* Each field opens the group that shows it, with the port, lane or channel first. */
TEST(test_every_field_opens_its_group)
{
  static const struct {
    const char *field, *group, *label;
    uint32_t port;
  } cases[] = {
      {"out_valid", "links out", "out_valid[1]", 1},
      {"in_ready", "links in", "in_packet[2]", 2},
      {"inject_ready", "inject", "inject_packet[1]", 1},
      {"eject_valid", "eject", "eject_packet[4]", 4},
      {"eject_data", "eject", "eject_packet[3]", 3},
  };

  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct save_difference at = {
        .cycle = FROM, .sw = 7, .port = cases[i].port, .field = cases[i].field};
    size_t group;

    f.request.difference = &at;
    write_and_check(&f);
    group = find_row(&f.file, find_row(&f.file, 0, "switch 7 (111)"), cases[i].group);
    assert_int_equal(f.file.rows[group].flags, 0x800200);
    CHECK(find_row(&f.file, 0, "differ") == group - 1, "%s: not the first group",
          cases[i].field);
    CHECK(find_row(&f.file, group, cases[i].label) == group + 1, "%s: not the first row",
          cases[i].label);
    finish(&f);
  }
}

TEST(test_difference_outside_the_dump_is_not_marked)
{
  static const struct save_difference before = {
      .cycle = FROM - 1, .sw = 5, .port = 2, .field = "out_valid"};
  static const struct save_difference after = {
      .cycle = TO, .sw = 5, .port = 2, .field = "out_valid"};
  const struct save_difference *cases[] = {NULL, &before, &after};

  needs_fst();
  make(SAVE_ARRAY, "save_array", true);
  for (size_t i = 0; i < 3; i++) {
    f.request.difference = cases[i];
    write_and_check(&f);
    assert_null(strstr(f.file.header, "DIFFER"));
    assert_non_null(strstr(f.file.header, "[timestart] 100000\n"));
    assert_true(find_row(&f.file, 0, "switch 0 (000)") <
                find_row(&f.file, 0, "switch 5 (101)"));
    finish(&f);
  }
}

TEST(test_command_stays_in_its_remark)
{
  needs_fst();
  make(SAVE_GOLDEN, "save_golden", false);
  f.request.command = "lockhop run\n@28\nno.such.signal";
  write_and_check(&f);
  assert_non_null(strstr(f.file.header, "[*] command: lockhop run @28 no.such.signal\n"));
  assert_non_null(strstr(f.file.header, "hypercube:3"));
  assert_non_null(strstr(f.file.header, "seed 7\n"));
  finish(&f);
}

TEST(test_files_lie_beside_the_dump)
{
  char script[FILE_PATH];

  needs_fst();
  make(SAVE_GOLDEN, "save with blanks", false);
  unlink(data_path(script, "save_with_blanks.decode.py"));
  write_and_check(&f);
  assert_non_null(strstr(f.file.header, "[dumpfile] \"save with blanks.fst\"\n"));
  assert_non_null(strstr(f.file.header, "[savefile] \"save with blanks.gtkw\"\n"));
  assert_non_null(strstr(f.file.header, "\n^>1 ./save_with_blanks.decode.py\n"));
  assert_int_equal(access(script, X_OK), 0);
  finish(&f);
}

TEST(test_dump_that_cannot_be_read)
{
  struct err err;

  needs_fst();
  prepare(&f, SAVE_GOLDEN, "save_broken");
  unlink(f.dump);
  unlink(f.save);
  assert_false(save_file_write(&f.request, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "save_broken.fst", "a missing dump");
  write_data(f.dump, "x", 1);
  assert_false(save_file_write(&f.request, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "not complete", "a broken dump");
  assert_int_equal(access(f.save, F_OK), -1);
}

/* --- packets as words --- */

enum { SAMPLES = 200, ANSWER = 256 };

/* What the script answers to each line of `input`: answers[count]. */
static void ask(const char *script, const char *input, char answers[][ANSWER], size_t count)
{
  char command[FILE_PATH * 3], path[FILE_PATH];
  FILE *pipe;

  write_data(data_path(path, "decode.txt"), input, strlen(input));
  snprintf(command, sizeof command, "%s <%s", script, path);
  pipe = popen(command, "r");
  assert_non_null(pipe);
  for (size_t i = 0; i < count; i++) {
    CHECK(fgets(answers[i], ANSWER, pipe), "%zu answers to %zu values", i, count);
    answers[i][strcspn(answers[i], "\n")] = '\0';
  }
  CHECK(fgetc(pipe) == EOF, "more answers than values");
  assert_int_equal(pclose(pipe), 0);
}

static void append_binary(char *text, uint64_t word, uint32_t bits)
{
  size_t length = strlen(text);

  for (uint32_t i = bits; i-- > 0;)
    text[length++] = (char)('0' + (word >> i & 1));
  text[length] = '\0';
}

static const char *script_for(char path[FILE_PATH], struct fixture *x,
                              struct packet_format widths)
{
  struct err err;

  prepare(x, SAVE_GOLDEN, "decode");
  x->shape.format = widths;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &x->shape, SEED, 0, &err), "%s", err.text);
  return path;
}

/* Random packets, each as binary, with a valid bit, and as hexadecimal digits. */
static void check_words(struct packet_format widths)
{
  static char input[SAMPLES * 3 * 160], answers[SAMPLES * 3][ANSWER];
  static char expected[SAMPLES][ANSWER];
  struct rng rng = rng_seed(SEED, widths.data_bits);
  char path[FILE_PATH];
  const char *script = script_for(path, &f, widths);

  input[0] = '\0';
  for (size_t i = 0; i < SAMPLES; i++) {
    uint64_t header = rng_next(&rng) & bits_mask(widths.header_bits);
    uint32_t number = (uint32_t)(rng_next(&rng) & bits_mask(widths.data_bits) &
                                 bits_mask(payload_number_bits(&widths)));

    if (widths.last_number)
      number = i < 2 ? (i ? widths.last_number : 0) : number % (widths.last_number + 1);
    const uint64_t data = payload_data(number, SEED, &widths);
    char bits[160] = "", digits[64] = "";

    append_binary(bits, data, widths.data_bits);
    append_binary(bits, header, widths.header_bits);
    for (size_t k = strlen(bits); k > 0; k -= k < 4 ? k : 4) {
      char nibble[8] = "";

      snprintf(nibble, sizeof nibble, "%.*s", (int)(k < 4 ? k : 4),
               bits + (k < 4 ? 0 : k - 4));
      memmove(digits + 1, digits, strlen(digits) + 1);
      digits[0] = "0123456789ABCDEF"[strtoul(nibble, NULL, 2)];
    }
    sprintf(input + strlen(input), "%s\n1%s\n%s\n", bits, bits, digits);
    snprintf(expected[i], ANSWER, "#%u destination=%u", number,
             (unsigned)(header & bits_mask(3)));
  }
  ask(script, input, answers, SAMPLES * 3);
  for (size_t i = 0; i < SAMPLES * 3; i++)
    CHECK(strcmp(answers[i], expected[i / 3]) == 0, "value %zu: '%s' instead of '%s'", i,
          answers[i], expected[i / 3]);
}

TEST(test_packets_become_words)
{
  static const struct packet_format widths[] = {
      {3, 40, 0, 0, 0},    {3, 32, 0, 0, 0},   {3, 10, 0, 0, 0}, {3, 64, 0, 0, 0},
      {20, 33, 0, 0, 0},   {3, 40, 1, 0, 0},   {3, 40, 9, 0, 0}, {3, 10, 10, 0, 0},
      {3, 40, 1, 1, 0},    {3, 40, 9, 300, 0}, {3, 64, 9, 1, 0}, {3, 10, 4, 9, 0},
      {3, 10, 10, 1023, 0}};

  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
    check_words(widths[i]);
}

/* In front of a packet is a valid bit, or one for each VC. */
TEST(test_valid_bits_of_vcs)
{
  static char answers[6][ANSWER];
  char path[FILE_PATH], packet[64] = "", input[512];
  struct err err;

  prepare(&f, SAVE_GOLDEN, "decode");
  f.shape.vcs = 3;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &f.shape, SEED, 0, &err), "%s", err.text);
  append_binary(packet, payload_data(12, SEED, &format), 40);
  append_binary(packet, 5, 3);
  snprintf(input, sizeof input, "%s\n1%s\n010%s\n000%s\n1x0%s\n0000%s\n", packet, packet,
           packet, packet, packet, packet);
  ask(path, input, answers, 6);
  for (int i = 0; i < 3; i++)
    assert_string_equal(answers[i], "#12 destination=5");
  assert_string_equal(answers[3], "?black? ");
  assert_string_not_equal(answers[4], "#12 destination=5");
  assert_true(strlen(answers[5]) > 40);
}

/* What the two-phase switch and the mask switch have in their headers. */
TEST(test_fields_of_other_routings)
{
  static const struct {
    const char *routing, *expected;
  } cases[] = {
      {"rand-trans", "#3 immediate=5 final=6"},
      {"drand-trans-ooo", "#3 destination=5 mask=6"},
  };
  static const struct packet_format widths = {.header_bits = 6, .data_bits = 40};

  for (size_t i = 0; i < 2; i++) {
    char path[FILE_PATH], input[128] = "", answers[1][ANSWER];
    struct err err;

    prepare(&f, SAVE_GOLDEN, "decode");
    f.routing = *topology_routing(&f.topology, cases[i].routing, &err);
    f.shape.format = widths;
    data_path(path, "decode.py");
    CHECK(decode_script_write(path, &f.shape, SEED, 0, &err), "%s", err.text);
    append_binary(input, payload_data(3, SEED, &widths), 40);
    strcat(input, "110101\n");
    ask(path, input, answers, 1);
    assert_string_equal(answers[0], cases[i].expected);
  }
}

/* Any damage to the data is seen. */
TEST(test_damaged_data_is_marked)
{
  static char input[40 * 64], answers[41][ANSWER];
  char path[FILE_PATH];
  const char *script = script_for(path, &f, format);

  input[0] = '\0';
  for (uint32_t bit = 0; bit < 40; bit++) {
    append_binary(input, payload_data(12, SEED, &format) ^ UINT64_C(1) << bit, 40);
    strcat(input, "101\n");
  }
  ask(script, input, answers, 40);
  for (uint32_t bit = 0; bit < 40; bit++)
    CHECK(strstr(answers[bit], " destination=5 DAMAGED") && answers[bit][0] == '?',
          "bit %u: %s", bit, answers[bit]);
}

/* The script answers everything, with a line each, and goes on. */
TEST(test_other_values_are_answered)
{
  static char answers[10][ANSWER];
  char path[FILE_PATH], input[1024] = "";
  const char *script = script_for(path, &f, format);

  strcat(input, "0");
  append_binary(input, 5, 43); /* not valid */
  strcat(input, "\n");
  for (int i = 0; i < 43; i++)
    strcat(input, "z");
  strcat(input, "\nX");
  append_binary(input, 5, 43);
  strcat(input, "\n1x");
  append_binary(input, 5, 42);
  strcat(input, "\n\nhello, world\n\xff\xfe\n?red?text\n-1\n1");
  append_binary(input, payload_data(12, SEED, &format), 40);
  strcat(input, "101"); /* without newline */
  ask(script, input, answers, 10);
  assert_string_equal(answers[0], "?black? ");
  assert_string_equal(answers[1], "?black? ");
  assert_int_equal(answers[2][0], 'X');
  assert_int_equal(answers[3][1], 'x');
  assert_string_equal(answers[4], "?black? ");
  assert_string_equal(answers[5], "hello, world");
  assert_true(strlen(answers[6]) > 0);
  assert_string_equal(answers[7], "?red?text");
  assert_string_equal(answers[8], "-1");
  assert_string_equal(answers[9], "#12 destination=5");
}

/* Every field of a header, wherever it lies. */
static size_t two_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  (void)t;
  assert_true(capacity >= 2);
  fields[0] = (struct field){.name = "phase", .lsb = 7, .bits = 1};
  fields[1] = (struct field){.name = "destination", .lsb = 2, .bits = 5};
  return 2;
}

TEST(test_every_field_is_shown)
{
  static const struct packet_format widths = {.header_bits = 8, .data_bits = 40};
  static char answers[1][ANSWER];
  char path[FILE_PATH], input[128] = "";
  struct err err;

  prepare(&f, SAVE_GOLDEN, "decode");
  f.routing.fields = two_fields;
  f.shape.format = widths;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &f.shape, SEED, 0, &err), "%s", err.text);
  append_binary(input, payload_data(3, SEED, &widths), 40);
  append_binary(input, 1u << 7 | 21u << 2 | 3, 8);
  strcat(input, "\n");
  ask(path, input, answers, 1);
  assert_string_equal(answers[0], "#3 phase=1 destination=21");
}

/* GTKWave waits for the answer to one value before it sends the next. */
TEST(test_answers_come_at_once)
{
  char path[FILE_PATH], fifo[FILE_PATH], command[FILE_PATH * 5 + 256], value[64] = "";
  const char *script = script_for(path, &f, format);
  FILE *pipe;
  char answer[ANSWER] = "";

  append_binary(value, payload_data(12, SEED, &format), 40);
  append_binary(value, 5, 3);
  data_path(fifo, "decode.fifo");
  /* The input stays open until the answer was read. */
  snprintf(command, sizeof command,
           "unset PYTHONUNBUFFERED; rm -f %s && mkfifo %s && { %s <%s & } | "
           "{ exec 3>%s; echo %s >&3; timeout 20 head -n 1; }",
           fifo, fifo, script, fifo, fifo, value);
  pipe = popen(command, "r");
  assert_non_null(pipe);
  assert_non_null(fgets(answer, sizeof answer, pipe));
  pclose(pipe);
  assert_string_equal(answer, "#12 destination=5\n");
}
