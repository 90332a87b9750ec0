/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_save_file -- a save file shows signals that its dump has, and the difference first.
 *
 * tests/golden/save/ has a save file of each kind as a whole; here are the laws of all.
 * What GTKWave makes of them is tested in tests/wave/test_gtkwave.sh.
 */
#include "verilog/wave/save_file.h"

#include "tests/unit/golden_file.h"
#include "tests/unit/save_unit.h"

#include "verilog/wave/fst_names.h"

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

/* --- what holds for each --- */

static struct fixture {
  struct scene scene;
  struct fst_names names;
  struct save file;
} f; /* large */

enum { PACKET = 3 + 40 }; /* bits, of the laws */

/* Write the save file, read it back, and check what holds for each. */
static void write_and_check(void)
{
  struct err err;
  size_t rows;

  unlink(f.scene.save);
  CHECK(save_file_write(&f.scene.request, &rows, &err), "%s", err.text);
  CHECK(fst_names_read(&f.names, f.scene.dump, &err), "%s", err.text);
  read_save(&f.file, f.scene.save);
  CHECK(f.file.count == rows, "%zu rows, not %zu", f.file.count, rows);
  check_groups(&f.file);
  for (size_t i = 0; i < f.file.count; i++)
    if (!is_text(&f.file.rows[i]))
      check_signals(&f.file.rows[i], &f.names);
}

static void finish(void)
{
  free_save(&f.file);
  fst_names_free(&f.names);
}

static void needs_fst(void)
{
  if (!fst_available())
    skip();
}

/* --- whole files --- */

/* Two switches of a small network with narrow packets. */
struct golden_case {
  const char *name; /* of the file in tests/golden/save/ */
  const char *spec;
  enum save_kind kind;
  uint32_t lanes, vcs;
  bool foreign; /* switches written by somebody else, with nothing inside */
  bool full;    /* all that a switch can have inside, phases, and a store of `store` */
  uint32_t store;
  const struct save_difference *difference;
};

static void make_golden_case(const struct golden_case *row)
{
  static const uint32_t switches[] = {1, 0};
  struct scene *s = &f.scene;

  scene_prepare(s, row->spec, row->kind, row->name);
  s->shape.lanes = row->lanes;
  s->shape.format = (struct packet_format){.header_bits = 2, .data_bits = 2};
  if (row->full) {
    scene_make_full(s, row->vcs);
    s->shape.store = row->store;
    s->routing.phases.kind = PHASE_BARRIER;
  }
  s->request.switches = switches;
  s->request.count = 2;
  s->request.difference = row->difference;
  s->request.command = "lockhop run\n@28\nno.such.signal"; /* stays in its remark */
  scene_dump(s, !row->foreign);
  write_and_check();
}

/* Of several VCs each has its rows; of a store, the first eight places are shown. */
TEST(test_whole_files)
{
  static const struct save_difference at = {
      .cycle = 25, .sw = 0, .port = 1, .field = "out_header"};
  static const struct golden_case rows[] = {
      {"golden", "hypercube:2", SAVE_GOLDEN, 2, 1, .full = false},
      {"array", "hypercube:2", SAVE_ARRAY, 2, 1, .full = false},
      {"network", "hypercube:2", SAVE_NETWORK, 1, 1, .full = false},
      {"foreign", "hypercube:2", SAVE_ARRAY, 2, 1, .foreign = true},
      {"one-bit", "hypercube:1", SAVE_ARRAY, 1, 1, .full = false},
      {"golden-vcs", "hypercube:2", SAVE_GOLDEN, 2, 2, .full = true, .store = 3},
      {"array-vcs", "hypercube:2", SAVE_ARRAY, 2, 2, .full = true, .store = 3},
      {"network-vcs", "hypercube:2", SAVE_NETWORK, 1, 2, .full = true, .store = 20},
      {"difference", "hypercube:2", SAVE_ARRAY, 1, 1, .difference = &at},
  };

  needs_fst();
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char name[64];

    make_golden_case(&rows[i]);
    snprintf(name, sizeof name, "save/%s.gtkw", rows[i].name);
    check_golden(name, f.scene.save);
    finish();
  }
}

/* --- the laws --- */

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
  unsigned packet = PACKET, vcs = f.scene.shape.vcs;
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

/* Every switch has the same rows in the same order. */
static void check_switches_alike(void)
{
  size_t first = find_row(&f.file, 0, "switch 0 (000)");
  size_t each = find_row(&f.file, 0, "switch 1 (001)") - first;

  for (size_t i = first + 1; i < first + each; i++)
    for (size_t sw = 1; sw < 8; sw++) {
      const char *one = f.file.rows[i].line, *other = f.file.rows[i + sw * each].line;
      size_t label = strcspn(one, "}");

      CHECK(i % each == (first + each - 1) % each || strncmp(one, other, label) == 0,
            "switch %zu has '%s', not '%s'", sw, other, one);
    }
}

static void check_laws(enum save_kind kind, uint32_t vcs)
{
  unsigned packet = PACKET;

  scene_prepare(&f.scene, "hypercube:3", kind, "save_laws");
  if (vcs > 1)
    scene_make_full(&f.scene, vcs);
  scene_dump(&f.scene, true);
  write_and_check();
  check_switches_alike();
  for (uint32_t sw = 0; sw < 8 && kind != SAVE_GOLDEN; sw++)
    check_golden_slots(sw, kind == SAVE_NETWORK ? sw : 0);
  if (kind != SAVE_GOLDEN) {
    check_partition("out_packet", 3, 3 * packet, vcs);
    check_partition("in_packet", 3, 3 * packet, vcs);
    check_partition("inject_packet", 2, 2 * packet, 1);
  }
  if (kind != SAVE_GOLDEN && vcs == 1) {
    check_partition("eject_packet", 5, 5 * packet, 1);
    check_partition("out_valid", 3, 3, 0);
    check_partition("in_ready", 3, 3, 0);
  }
  finish();
}

TEST(test_rows_take_buses_apart)
{
  needs_fst();
  for (enum save_kind kind = SAVE_GOLDEN; kind <= SAVE_NETWORK; kind++)
    for (uint32_t vcs = 1; vcs <= 3; vcs++)
      check_laws(kind, vcs);
}
/* --- differences --- */

/* What the window opens with: the head of the file, and of its first rows the labels. */
static void print_opening(FILE *out, const char *title)
{
  enum { OPENING = 24 };

  fprintf(out, "== %s\n%.*s", title, (int)strcspn(f.file.header, "@"), f.file.header);
  for (size_t i = 0; i < OPENING; i++) {
    const struct row *row = &f.file.rows[i];

    fprintf(out, "@%x %.*s\n", row->flags, (int)strcspn(row->line, "}"), row->line);
  }
}

/* The switch of the difference is first; in it the group of the field is open and first,
 * with the port, lane or channel first.  The VC is told where it means something. */
TEST(test_openings_at_differences)
{
  static const struct {
    const char *field; /* NULL: the design stopped */
    uint32_t vcs, port, vc;
  } cases[] = {
      {"out_header", 1, 2, 0},   {"out_valid", 1, 1, 0},   {"in_ready", 1, 2, 0},
      {"inject_ready", 1, 1, 0}, {"eject_valid", 1, 4, 0}, {"eject_data", 1, 3, 0},
      {"out_valid", 2, 2, 1},    {"in_ready", 2, 2, 1},    {"inject_ready", 2, 2, 1},
      {"eject_data", 2, 2, 1},   {NULL, 1, 0, 0},
  };
  char path[FILE_PATH];
  FILE *out;

  needs_fst();
  out = fopen(data_path(path, "openings.txt"), "w");
  assert_non_null(out);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct save_difference at = {.cycle = 25,
                                 .sw = 5,
                                 .port = cases[i].port,
                                 .vc = cases[i].vc,
                                 .field = cases[i].field};
    char title[64];

    scene_prepare(&f.scene, "hypercube:3", SAVE_ARRAY, "save_opening");
    f.scene.shape.vcs = cases[i].vcs;
    f.scene.request.difference = &at;
    scene_dump(&f.scene, true);
    write_and_check();
    snprintf(title, sizeof title, "%s, vcs=%u", at.field ? at.field : "the design stopped",
             cases[i].vcs);
    print_opening(out, title);
    finish();
  }
  assert_int_equal(fclose(out), 0);
  check_golden("save/openings.txt", path);
}

TEST(test_difference_outside_the_dump_is_not_marked)
{
  static const struct save_difference before = {
      .cycle = FROM - 1, .sw = 5, .port = 2, .field = "out_valid"};
  static const struct save_difference after = {
      .cycle = TO, .sw = 5, .port = 2, .field = "out_valid"};
  const struct save_difference *cases[] = {NULL, &before, &after};

  needs_fst();
  scene_prepare(&f.scene, "hypercube:3", SAVE_ARRAY, "save_array");
  scene_dump(&f.scene, true);
  for (size_t i = 0; i < 3; i++) {
    f.scene.request.difference = cases[i];
    write_and_check();
    assert_null(strstr(f.file.header, "DIFFER"));
    assert_non_null(strstr(f.file.header, "[timestart] 100000\n"));
    assert_true(find_row(&f.file, 0, "switch 0 (000)") <
                find_row(&f.file, 0, "switch 5 (101)"));
    finish();
  }
}

TEST(test_files_lie_beside_the_dump)
{
  char script[FILE_PATH];

  needs_fst();
  scene_prepare(&f.scene, "hypercube:3", SAVE_GOLDEN, "save with blanks");
  scene_dump(&f.scene, false);
  unlink(data_path(script, "save_with_blanks.decode.py"));
  write_and_check();
  assert_non_null(strstr(f.file.header, "[dumpfile] \"save with blanks.fst\"\n"));
  assert_non_null(strstr(f.file.header, "[savefile] \"save with blanks.gtkw\"\n"));
  assert_non_null(strstr(f.file.header, "\n^>1 ./save_with_blanks.decode.py\n"));
  assert_int_equal(access(script, X_OK), 0);
  finish();
}

TEST(test_dump_that_cannot_be_read)
{
  struct err err;

  needs_fst();
  scene_prepare(&f.scene, "hypercube:3", SAVE_GOLDEN, "save_broken");
  unlink(f.scene.dump);
  unlink(f.scene.save);
  assert_false(save_file_write(&f.scene.request, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "save_broken.fst", "a missing dump");
  write_data(f.scene.dump, "x", 1);
  assert_false(save_file_write(&f.scene.request, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "not complete", "a broken dump");
  assert_int_equal(access(f.scene.save, F_OK), -1);
}
