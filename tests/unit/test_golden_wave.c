/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden_wave -- a recording shows, in every cycle, what the machine showed.
 *
 * The machine here has no logic: its links are random.  What was recorded is read back
 * through GTKWave's fst2vcd, which knows nothing of our writer.
 */
#include "verilog/wave/golden_wave.h"

#include "tests/unit/unit.h"

#include "base/bits.h"
#include "base/rng.h"
#include "verilog/wave/fst.h"

#include <signal.h>
#include <stdlib.h>

enum { SWITCHES = 4, PLACES = 64, CYCLES = 60, FIRST_CYCLE = 7, COUNT_MAX = 5, SEED = 1 };

/* --- a machine of random links --- */

struct noise {
  struct rng rng;
  struct shape shape;
  uint64_t valid[SWITCHES], ready[SWITCHES], eject[SWITCHES];
  struct packet out[SWITCHES][PLACES], ejected[SWITCHES][PLACES];
  uint32_t count[SWITCHES][PLACES];
  struct injection injections[SWITCHES * PLACES];
  size_t injection_count;
};

static struct packet random_packet(struct noise *n)
{
  return (struct packet){.header =
                             rng_next(&n->rng) & bits_mask(n->shape.format.header_bits),
                         .data = rng_next(&n->rng) & bits_mask(n->shape.format.data_bits)};
}

/* At most one VC of each port. */
static uint64_t random_valid(struct noise *n)
{
  uint64_t valid = 0;

  for (uint32_t port = 0; port < n->shape.topology->ports; port++)
    if (rng_below(&n->rng, 2))
      valid |=
          UINT64_C(1) << (port * n->shape.vcs + (uint32_t)rng_below(&n->rng, n->shape.vcs));
  return valid;
}

/* Each kind of link changes in some cycles and stays in others. */
static void next_cycle(struct noise *n)
{
  uint32_t ports = n->shape.topology->ports, channels = shape_channels(&n->shape);
  uint32_t lanes = n->shape.lanes ? n->shape.lanes : ports;

  n->injection_count = 0;
  for (uint32_t sw = 0; sw < SWITCHES; sw++) {
    if (rng_below(&n->rng, 2) == 0)
      continue;
    n->valid[sw] = random_valid(n);
    n->ready[sw] = rng_next(&n->rng) & bits_mask(channels);
    n->eject[sw] = rng_next(&n->rng) & bits_mask(channels);
    for (uint32_t p = 0; p < channels; p++) {
      n->out[sw][p] = random_packet(n);
      n->ejected[sw][p] = random_packet(n);
      n->count[sw][p] = (uint32_t)rng_below(&n->rng, COUNT_MAX + 1);
    }
    for (uint32_t lane = 0; lane < lanes; lane++)
      if (rng_below(&n->rng, 2))
        n->injections[n->injection_count++] =
            (struct injection){.at = sw, .lane = lane, .packet = random_packet(n)};
  }
}

/* The bits of the VCs of a port. */
static uint64_t vcs_of(const struct noise *n, uint64_t mask, uint32_t port)
{
  return mask >> (port * n->shape.vcs) & bits_mask(n->shape.vcs);
}

static struct packet noise_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct noise *n = self;

  assert_true(vcs_of(n, n->valid[sw], port));
  return n->out[sw][port];
}

static struct packet noise_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct noise *n = self;

  assert_true(n->eject[sw] >> channel & 1);
  return n->ejected[sw][channel];
}

static uint32_t noise_queue_count(const void *self, uint32_t sw, uint32_t queue)
{
  const struct noise *n = self;

  return n->count[sw][queue];
}

static const struct machine_ops noise_ops = {
    .name = "noise",
    .can = MACHINE_QUEUES,
    .out_packet = noise_out_packet,
    .eject_packet = noise_eject_packet,
    .queue_count = noise_queue_count,
};

/* The same machine, which cannot tell its queues. */
static const struct machine_ops silent_ops = {
    .name = "silent",
    .out_packet = noise_out_packet,
    .eject_packet = noise_eject_packet,
};

static struct links links_of(const struct noise *n)
{
  return (struct links){.valid = n->valid, .ready = n->ready, .eject = n->eject};
}

/* --- what a dump must say --- */

enum { SIGNALS_MAX = 512, NAME_BYTES = 96, VALUE_BYTES = 136 };

struct expected {
  struct {
    char name[NAME_BYTES]; /* full, without range */
    char value[VALUE_BYTES];
    bool checked;
  } signal[SIGNALS_MAX];
  size_t count;
};

static void expect(struct expected *e, const char *name, const char *value)
{
  assert_true(e->count < SIGNALS_MAX);
  snprintf(e->signal[e->count].name, NAME_BYTES, "%s", name);
  snprintf(e->signal[e->count].value, VALUE_BYTES, "%s", value);
  e->signal[e->count++].checked = false;
}

static void append_bits(char *text, uint64_t word, uint32_t bits, bool known)
{
  size_t length = strlen(text);

  for (uint32_t i = bits; i-- > 0;)
    text[length++] = (char)(known ? '0' + (int)(word >> i & 1) : 'z');
  text[length] = '\0';
}

static void expect_word(struct expected *e, const char *scope, const char *name,
                        uint64_t word, uint32_t bits)
{
  char full[NAME_BYTES], value[VALUE_BYTES] = "";

  snprintf(full, sizeof full, "%s.%s", scope, name);
  append_bits(value, word, bits, true);
  expect(e, full, value);
}

static void expect_packet(struct expected *e, const char *scope, const char *name,
                          bool valid, const struct packet *packet,
                          const struct packet_format *format)
{
  char full[NAME_BYTES], value[VALUE_BYTES] = "";

  snprintf(full, sizeof full, "%s.%s", scope, name);
  append_bits(value, packet->data, format->data_bits, valid);
  append_bits(value, packet->header, format->header_bits, valid);
  expect(e, full, value);
}

static void expect_injection(struct expected *e, const struct noise *n, const char *scope,
                             uint32_t sw, uint32_t lane, uint32_t channel)
{
  const struct injection *found = NULL;
  struct packet none = {0};

  for (size_t i = 0; i < n->injection_count; i++)
    if (n->injections[i].at == sw && n->injections[i].lane == lane)
      found = &n->injections[i];
  expect_word(e, scope, "inject_valid", found != NULL, 1);
  expect_word(e, scope, "inject_ready", n->ready[sw] >> channel & 1, 1);
  expect_packet(e, scope, "inject_packet", found != NULL, found ? &found->packet : &none,
                &n->shape.format);
}

static void expect_ejection(struct expected *e, const struct noise *n, const char *scope,
                            uint32_t sw, uint32_t channel)
{
  bool valid = n->eject[sw] >> channel & 1;

  expect_word(e, scope, "eject_valid", valid, 1);
  expect_packet(e, scope, "eject_packet", valid, &n->ejected[sw][channel],
                &n->shape.format);
}

/* On the hypercube, port p leads to port p of the switch across dimension p, and back. */
static void expect_port(struct expected *e, const struct noise *n, const char *scope,
                        uint32_t sw, uint32_t port, bool counts)
{
  uint32_t far = sw ^ 1u << port, vcs = n->shape.vcs;
  uint64_t out_valid = vcs_of(n, n->valid[sw], port);
  uint64_t in_valid = vcs_of(n, n->valid[far], port);
  const struct packet_format *format = &n->shape.format;

  expect_word(e, scope, "out_valid", out_valid, vcs);
  expect_word(e, scope, "out_ready", vcs_of(n, n->ready[far], port), vcs);
  expect_packet(e, scope, "out_packet", out_valid, &n->out[sw][port], format);
  expect_word(e, scope, "in_valid", in_valid, vcs);
  expect_word(e, scope, "in_ready", vcs_of(n, n->ready[sw], port), vcs);
  expect_packet(e, scope, "in_packet", in_valid, &n->out[far][port], format);
  for (uint32_t k = 0; k < vcs; k++) {
    uint32_t queue = port * vcs + k;
    char inner[NAME_BYTES / 2 + 16];

    snprintf(inner, sizeof inner, vcs > 1 ? "%s.vc[%u]" : "%s", scope, k);
    expect_ejection(e, n, inner, sw, queue);
    if (counts)
      expect_word(e, inner, "queue_count", n->count[sw][queue], 3);
  }
}

static void expect_switch(struct expected *e, const struct noise *n, uint32_t sw,
                          bool counts)
{
  uint32_t vcs = n->shape.vcs, queues = n->shape.topology->ports * vcs;
  char scope[NAME_BYTES / 2];

  for (uint32_t port = 0; port < n->shape.topology->ports; port++) {
    snprintf(scope, sizeof scope, "golden.s%u.port[%u]", sw, port);
    expect_port(e, n, scope, sw, port, counts);
    if (n->shape.lanes == 0)
      expect_injection(e, n, scope, sw, port, port * vcs);
  }
  for (uint32_t lane = 0; lane < n->shape.lanes; lane++) {
    snprintf(scope, sizeof scope, "golden.s%u.lane[%u]", sw, lane);
    expect_injection(e, n, scope, sw, lane, queues + lane);
    expect_ejection(e, n, scope, sw, queues + lane);
  }
}

static bool reset_of(uint64_t cycle)
{
  return cycle % 4 == 1;
}

static void expect_cycle(struct expected *e, const struct noise *n, uint64_t cycle,
                         const struct wave_request *request, bool counts)
{
  e->count = 0;
  expect_word(e, "golden", "clk", 1, 1);
  expect_word(e, "golden", "rst", reset_of(cycle), 1);
  expect_word(e, "golden", "cycle", cycle, 32);
  if (n->shape.routing->phases.kind)
    expect_word(e, "golden", "phase", cycle % 5 > 2, 1);
  for (size_t i = 0; i < request->count; i++)
    expect_switch(e, n, request->switches[i], counts);
}

/* --- reading a dump back --- */

struct vcd {
  FILE *pipe;
  char line[512];
  struct {
    char id[16], name[NAME_BYTES], value[VALUE_BYTES];
  } signal[SIGNALS_MAX];
  size_t count;
  uint64_t time; /* of the changes that come next */
};

static void add_variable(struct vcd *v, const char *scope)
{
  char name[NAME_BYTES], id[16];

  assert_int_equal(sscanf(v->line, "$var %*s %*s %15s %95s", id, name), 2);
  assert_true(v->count < SIGNALS_MAX);
  snprintf(v->signal[v->count].id, sizeof id, "%s", id);
  CHECK(snprintf(v->signal[v->count].name, NAME_BYTES, "%s.%s", scope, name) < NAME_BYTES,
        "%s", name);
  v->signal[v->count++].value[0] = '\0';
}

/* Start reading: all names, up to the first time. */
static void vcd_open(struct vcd *v, const char *path)
{
  char command[FILE_PATH + 32], scope[NAME_BYTES] = "";

  v->count = 0;
  snprintf(command, sizeof command, "fst2vcd -f %s", path);
  v->pipe = popen(command, "r");
  assert_non_null(v->pipe);
  while (fgets(v->line, sizeof v->line, v->pipe) && v->line[0] != '#') {
    char word[32];
    size_t used = strlen(scope);

    if (sscanf(v->line, "$scope module %31s", word) == 1)
      CHECK(snprintf(scope + used, sizeof scope - used, "%s%s", used ? "." : "", word) <
                (int)(sizeof scope - used),
            "%s", word);
    else if (strncmp(v->line, "$upscope", 8) == 0)
      *(strrchr(scope, '.') ? strrchr(scope, '.') : scope) = '\0';
    else if (strncmp(v->line, "$var", 4) == 0)
      add_variable(v, scope);
    else if (strncmp(v->line, "$timescale", 10) == 0)
      assert_non_null(strstr(fgets(v->line, sizeof v->line, v->pipe), "1ps"));
  }
  assert_int_equal(sscanf(v->line, "#%lu", &v->time), 1);
}

static void set_value(struct vcd *v, const char *id, const char *value)
{
  for (size_t i = 0; i < v->count; i++) {
    if (strcmp(v->signal[i].id, id) != 0)
      continue;
    CHECK(strcmp(v->signal[i].value, value) != 0, "%s: %s again at %lu ps",
          v->signal[i].name, value, v->time);
    snprintf(v->signal[i].value, VALUE_BYTES, "%s", value);
    return;
  }
  CHECK(false, "no signal %s", id);
}

/* Apply all changes at v->time; false at the end of the file, otherwise v->time is the next
 * one. */
static bool vcd_step(struct vcd *v)
{
  while (fgets(v->line, sizeof v->line, v->pipe)) {
    char value[VALUE_BYTES], id[16];

    v->line[strcspn(v->line, "\n")] = '\0';
    if (v->line[0] == '#') {
      assert_int_equal(sscanf(v->line, "#%lu", &v->time), 1);
      return true;
    }
    if (v->line[0] == '$')
      continue;
    if (sscanf(v->line, "b%135s %15s", value, id) != 2) {
      snprintf(value, sizeof value, "%c", v->line[0]);
      snprintf(id, sizeof id, "%s", v->line + 1);
    }
    set_value(v, id, value);
  }
  return false;
}

static void compare(const struct vcd *v, struct expected *e, uint64_t cycle)
{
  CHECK(v->count == e->count, "%zu signals instead of %zu", v->count, e->count);
  for (size_t i = 0; i < v->count; i++) {
    size_t k = 0;

    while (k < e->count && strcmp(e->signal[k].name, v->signal[i].name) != 0)
      k++;
    CHECK(k < e->count && !e->signal[k].checked, "%s: not expected", v->signal[i].name);
    e->signal[k].checked = true;
    CHECK(strcmp(e->signal[k].value, v->signal[i].value) == 0,
          "cycle %lu, %s: %s instead of %s", cycle, v->signal[i].name, v->signal[i].value,
          e->signal[k].value);
  }
}

/* --- the laws --- */

static bool missing_tools(void)
{
  return !fst_available() || system("command -v fst2vcd >/dev/null 2>&1") != 0;
}

/* Where there is a barrier, the phase of a cycle. */
static bool phase_of(uint64_t cycle)
{
  return cycle % 5 > 2;
}

static const struct route_unit two_phases = {.name = "two_phases", .phase_bits = 1};
static const struct routing no_barrier = {.name = "plain", .unit = &two_phases};
static const struct routing barrier = {
    .name = "sync", .unit = &two_phases, .phases = {.kind = PHASE_BARRIER}};

static void start(struct noise *n, const struct topology *t, uint32_t lanes, uint32_t vcs,
                  struct packet_format format, const struct routing *routing)
{
  memset(n, 0, sizeof *n);
  n->rng = rng_seed(SEED, lanes);
  n->shape = (struct shape){.topology = t,
                            .lanes = lanes,
                            .depth = COUNT_MAX,
                            .vcs = vcs,
                            .routing = routing,
                            .format = format};
}

static void record(struct noise *n, const struct machine *machine,
                   const struct wave_request *request)
{
  struct golden_wave *wave;
  struct err err;

  CHECK(golden_wave_open(&wave, machine, &n->shape, request, &err), "%s", err.text);
  for (uint64_t cycle = FIRST_CYCLE; cycle < FIRST_CYCLE + CYCLES; cycle++) {
    struct links links;

    next_cycle(n);
    links = links_of(n);
    links.reset = reset_of(cycle);
    golden_wave_cycle(wave, cycle, phase_of(cycle), &links, n->injections,
                      n->injection_count);
  }
  CHECK(golden_wave_close(wave, &err), "%s", err.text);
}

/* Record, then read back with the same random numbers. */
static void check_recording_of(const struct routing *routing, uint32_t lanes, uint32_t vcs,
                               struct packet_format format, const struct machine_ops *ops)
{
  static const uint32_t switches[] = {3, 0};
  static struct vcd v;
  static struct expected e;
  struct topology t = topology_of("hypercube:2");
  struct noise n;
  struct machine machine = {.ops = ops, .self = &n};
  char path[FILE_PATH];
  struct wave_request request = {
      .path = data_path(path, "golden_wave.fst"), .switches = switches, .count = 2};

  start(&n, &t, lanes, vcs, format, routing);
  record(&n, &machine, &request);
  start(&n, &t, lanes, vcs, format, routing);
  vcd_open(&v, path);
  for (uint64_t cycle = FIRST_CYCLE; cycle < FIRST_CYCLE + CYCLES; cycle++) {
    next_cycle(&n);
    expect_cycle(&e, &n, cycle, &request, ops->can & MACHINE_QUEUES);
    CHECK(v.time == cycle * WAVE_CYCLE_PS, "cycle %lu begins at %lu ps", cycle, v.time);
    assert_true(vcd_step(&v));
    compare(&v, &e, cycle);
    CHECK(v.time == cycle * WAVE_CYCLE_PS + WAVE_CYCLE_PS / 2, "clk falls at %lu", v.time);
    strcpy(e.signal[0].value, "0");
    for (size_t i = 0; i < e.count; i++)
      e.signal[i].checked = false;
    assert_true(vcd_step(&v));
    compare(&v, &e, cycle);
  }
  CHECK(v.time == (FIRST_CYCLE + CYCLES) * WAVE_CYCLE_PS, "the end is at %lu ps", v.time);
  assert_false(vcd_step(&v));
  pclose(v.pipe);
}

static void check_recording(uint32_t lanes, uint32_t vcs, struct packet_format format,
                            const struct machine_ops *ops)
{
  check_recording_of(&no_barrier, lanes, vcs, format, ops);
}

TEST(test_phase_of_a_barrier)
{
  if (missing_tools())
    skip();
  check_recording_of(&barrier, 1, 1,
                     (struct packet_format){.header_bits = 4, .data_bits = 40}, &noise_ops);
}

TEST(test_every_signal_in_every_cycle)
{
  static const uint32_t lanes[] = {1, 3};
  static const struct packet_format formats[] = {{.header_bits = 2, .data_bits = 40},
                                                 {.header_bits = 1, .data_bits = 1},
                                                 {.header_bits = 64, .data_bits = 64},
                                                 {.header_bits = 2, .data_bits = 62},
                                                 {.header_bits = 5, .data_bits = 60}};

  if (missing_tools())
    skip();
  for (size_t i = 0; i < sizeof lanes / sizeof lanes[0]; i++)
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++)
      check_recording(lanes[i], 1, formats[f], &noise_ops);
}

TEST(test_several_vcs)
{
  if (missing_tools())
    skip();
  for (uint32_t vcs = 2; vcs <= 4; vcs++)
    for (uint32_t lanes = 0; lanes <= 3; lanes++) {
      check_recording(lanes, vcs, (struct packet_format){.header_bits = 2, .data_bits = 40},
                      &noise_ops);
      check_recording(lanes, vcs, (struct packet_format){.header_bits = 2, .data_bits = 40},
                      &silent_ops);
    }
}

TEST(test_without_lanes_ports_are_injected)
{
  if (missing_tools())
    skip();
  check_recording(0, 1, (struct packet_format){.header_bits = 2, .data_bits = 40},
                  &noise_ops);
}

TEST(test_machine_that_cannot_tell_its_queues)
{
  if (missing_tools())
    skip();
  check_recording(1, 1, (struct packet_format){.header_bits = 2, .data_bits = 40},
                  &silent_ops);
}

/* Contents of two files, compared byte by byte. */
TEST(test_equal_runs_give_equal_files)
{
  static const uint32_t switches[] = {0, 1, 2, 3};
  struct topology t = topology_of("hypercube:2");
  struct noise n;
  struct machine machine = {.ops = &noise_ops, .self = &n};
  char path[FILE_PATH];
  char *bytes[2];
  size_t size[2];
  struct err err;

  if (!fst_available())
    skip();
  for (int i = 0; i < 2; i++) {
    struct wave_request request = {
        .path = data_path(path, "equal.fst"), .switches = switches, .count = 4};

    start(&n, &t, 1, 1, (struct packet_format){.header_bits = 2, .data_bits = 40},
          &no_barrier);
    record(&n, &machine, &request);
    bytes[i] = file_read(path, &size[i], &err);
    CHECK(bytes[i], "%s", err.text);
  }
  assert_int_equal(size[0], size[1]);
  assert_memory_equal(bytes[0], bytes[1], size[0]);
  free(bytes[0]);
  free(bytes[1]);
}

TEST(test_count_bits_hold_the_depth)
{
  assert_int_equal(golden_wave_count_bits(0), 32);
  for (uint32_t depth = 1; depth < 5000; depth++) {
    uint32_t bits = golden_wave_count_bits(depth);

    CHECK(depth >> bits == 0 && depth >> (bits - 1) == 1, "depth %u: %u bits", depth, bits);
  }
}

/* --- errors --- */

static bool try_open(const char *path, struct err *err)
{
  static const uint32_t switches[] = {0};
  struct topology t = topology_of("hypercube:2");
  struct noise n;
  struct machine machine = {.ops = &noise_ops, .self = &n};
  struct wave_request request = {.path = path, .switches = switches, .count = 1};
  struct golden_wave *wave;
  bool opened;

  start(&n, &t, 1, 1, (struct packet_format){.header_bits = 2, .data_bits = 40},
        &no_barrier);
  opened = golden_wave_open(&wave, &machine, &n.shape, &request, err);
  golden_wave_abandon(wave);
  return opened;
}

TEST(test_without_the_library_the_remedy_is_named)
{
  struct err err;
  char path[FILE_PATH];

  if (fst_available())
    skip();
  assert_false(try_open(data_path(path, "missing.fst"), &err));
  check_error(&err, ERR_ENVIRONMENT, "install gtkwave", path);
}

TEST(test_path_that_cannot_be_written)
{
  struct err err;

  if (!fst_available())
    skip();
  assert_false(try_open("build/no/such/directory/x.fst", &err));
  check_error(&err, ERR_USAGE, "build/no/such/directory/x.fst", "no directory");
  assert_false(try_open("build", &err));
  check_error(&err, ERR_USAGE, "not a regular file", "a directory");
  assert_false(try_open("/dev/null", &err));
  check_error(&err, ERR_USAGE, "not a regular file", "a device");
}

/* An output of the shell, as a number. */
static size_t number_from(const char *format, const char *path)
{
  char command[FILE_PATH + 64];
  size_t number = 99;
  FILE *pipe;

  snprintf(command, sizeof command, format, path);
  pipe = popen(command, "r");
  assert_non_null(pipe);
  assert_int_equal(fscanf(pipe, "%zu", &number), 1);
  pclose(pipe);
  return number;
}

/* Path of a file in a directory that holds nothing else. */
static const char *alone(char path[FILE_PATH], char directory[FILE_PATH])
{
  struct err err;

  data_path(directory, "golden_wave");
  assert_int_equal(number_from("rm -rf %s; echo 0", directory), 0);
  CHECK(file_make_directory(directory, &err), "%s", err.text);
  snprintf(path, FILE_PATH, "%.4000s/x.fst", directory);
  return path;
}

static size_t files_in(const char *directory)
{
  return number_from("ls -A %s | wc -l", directory);
}

TEST(test_abandoned_recording_leaves_nothing)
{
  struct err err;
  char path[FILE_PATH], directory[FILE_PATH];

  if (!fst_available())
    skip();
  assert_true(try_open(alone(path, directory), &err));
  assert_int_equal(files_in(directory), 0);
  golden_wave_abandon(NULL);
}

/* A limit on the size of files stands for a disk that becomes full. */
TEST(test_full_disk_leaves_nothing)
{
  enum { LIMIT = 1 << 16, MANY_CYCLES = 20000 };
  static const uint32_t switches[] = {0, 1, 2, 3};
  struct topology t = topology_of("hypercube:2");
  struct noise n;
  struct machine machine = {.ops = &noise_ops, .self = &n};
  struct rlimit limit, low;
  struct golden_wave *wave;
  struct err err;
  char path[FILE_PATH], directory[FILE_PATH];
  struct wave_request request = {
      .path = alone(path, directory), .switches = switches, .count = 4};

  if (!fst_available())
    skip();
  start(&n, &t, 1, 1, (struct packet_format){.header_bits = 2, .data_bits = 40},
        &no_barrier);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  low = limit;
  low.rlim_cur = LIMIT;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
  CHECK(golden_wave_open(&wave, &machine, &n.shape, &request, &err), "%s", err.text);
  for (uint64_t cycle = 0; cycle < MANY_CYCLES; cycle++) {
    struct links links;

    next_cycle(&n);
    links = links_of(&n);
    golden_wave_cycle(wave, cycle, phase_of(cycle), &links, n.injections,
                      n.injection_count);
  }
  assert_false(golden_wave_close(wave, &err));
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  check_error(&err, ERR_ENVIRONMENT, "is the disk full?", "full disk");
  assert_int_equal(files_in(directory), 0);
}
