/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_plugin -- plug-ins are built when they must be, and only then; the machines in them
 * do what the golden model does, at awkward widths too.  Needs Verilator.
 *
 * A question of logic, not of memory: what takes long is the compiler.
 */
#include "verilog/simulator/plugin.h"

#include "base/fst_check.h"
#include "base/install.h"
#include "tests/unit/verilated_unit.h"
#include "verilog/generate/verilog.h"
#include "verilog/simulator/plugin_key.h"

#include <dirent.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

TESTS_NEED("verilator")

/* --- what is in the cache --- */

/* The hash of a large file's content, as plugin_hash_kept finds it with a cache. */
static void kept_content(char text[HASH_TEXT], const char *path, const char *cache)
{
  struct hash hash = hash_start();
  struct err err;

  CHECK(plugin_hash_kept(&hash, path, cache, &err), "%s", err.text);
  hash_print(&hash, text);
}

/* It is that of what is there now, whatever was kept, and the same for a copy. */
TEST(test_content_is_kept)
{
  char cache[FILE_PATH], file[FILE_PATH], copy[FILE_PATH], none[FILE_PATH];
  char one[HASH_TEXT], again[HASH_TEXT], copied[HASH_TEXT], other[HASH_TEXT];
  struct hash hash = hash_start();
  struct err err;

  data_path(cache, "kept");
  data_path(file, "large");
  data_path(copy, "copy");
  data_path(none, "none");
  write_data(file, "one", 3);
  write_data(copy, "one", 3);
  kept_content(one, file, cache);
  kept_content(again, file, cache);
  kept_content(copied, copy, cache);
  assert_string_equal(again, one);
  assert_string_equal(copied, one);
  write_data(file, "two", 3); /* as long, and the same inode */
  kept_content(other, file, cache);
  assert_string_not_equal(other, one);
  assert_false(plugin_hash_kept(&hash, none, cache, &err));
  assert_int_equal(err.kind, ERR_ENVIRONMENT);
}

/* Number of plug-ins in the cache. */
static size_t count_plugins(void)
{
  char pattern[FILE_PATH];
  glob_t found;

  data_path(pattern, "cache/*.so");
  size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
  globfree(&found);
  return count;
}

/* The only plug-in that is not in the list `before`. */
static void newest_plugin(char path[FILE_PATH])
{
  char pattern[FILE_PATH];
  struct stat status;
  struct timespec last = {0};
  glob_t found;

  data_path(pattern, "cache/*.so");
  assert_int_equal(glob(pattern, 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    assert_int_equal(stat(found.gl_pathv[i], &status), 0);
    if (status.st_mtim.tv_sec > last.tv_sec ||
        (status.st_mtim.tv_sec == last.tv_sec && status.st_mtim.tv_nsec > last.tv_nsec)) {
      last = status.st_mtim;
      snprintf(path, FILE_PATH, "%s", found.gl_pathv[i]);
    }
  }
  globfree(&found);
}

/* --- lock step --- */

/* Packets of less than a word, of exactly one, of more, and of two; one port; two lanes;
 * less VCs than the route unit knows, and more; all that a switch may have. */
TEST(test_array_agrees)
{
  static const struct {
    const char *spec, *routing;
    uint32_t lanes, depth, data_bits, vcs, store;
  } rows[] = {
      {"hypercube:1", NULL, 2, 1, 63, 1, 0}, /* 64 bits */
      {"hypercube:2", NULL, 1, 3, 64, 1, 0}, /* 66 bits */
      {"hypercube:3", NULL, 3, 2, 1, 1, 0},
      {"hypercube:2", NULL, 1, 2, 8, 2, 0},
      {"hypercube:2", "rand-sync", 2, 2, 30, 1, 3},
      {"hypercube:2", "rand-trans", 1, 1, 61, 2, 0}, /* 65 bits */
      {"hypercube:2", "drand-trans-ooo", 1, 1, 20, 2, 0},
      {"hypercube:1", "drand-trans-ooo,random=shared", 2, 2, 20, 4, 1},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct case_shape s;
    struct machine m;
    struct err err;

    routed_shape_of(&s, rows[i].spec, rows[i].routing, rows[i].lanes, rows[i].depth,
                    rows[i].data_bits);
    s.shape.vcs = rows[i].vcs;
    s.shape.store = rows[i].store;
    CHECK(open_array(&m, &s.shape, NULL, &err), "%s: %s", rows[i].spec, err.text);
    assert_string_equal(m.ops->name, "array");
    run_lock_step(&m, &s.shape, 300);
    run_lock_step(&m, &s.shape, 30); /* again, from a reset in the middle of traffic */
    assert_false(m.ops->failure(m.self, &(struct machine_failure){0}));
    m.ops->close(m.self);
  }
}

TEST(test_network_agrees)
{
  char directory[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;

  data_path(directory, "network");
  shape_of(&s, "hypercube:2", 2, 2, 64);
  CHECK(verilog_write_top(&s.shape, "switch", directory, &err), "%s", err.text);
  CHECK(open_verilated(&m, &s.shape, directory, NULL, &err), "%s", err.text);
  verilog_remove_top(directory);
  assert_string_equal(m.ops->name, "network");
  run_lock_step(&m, &s.shape, 300);
  m.ops->close(m.self);

  /* From another directory, and the plug-in is there already. */
  size_t plugins = count_plugins();
  data_path(directory, "elsewhere");
  CHECK(verilog_write_top(&s.shape, "switch", directory, &err), "%s", err.text);
  CHECK(open_verilated(&m, &s.shape, directory, NULL, &err), "%s", err.text);
  assert_int_equal(count_plugins(), plugins);
  m.ops->close(m.self);
}

/* Every switch of a network has seeds of its own, and one phase is that of all. */
TEST(test_network_has_seeds_and_phase)
{
  static const struct {
    const char *spec, *routing;
    uint32_t vcs, store;
  } rows[] = {{"hypercube:2", "drand-trans-ooo,forced=0", 3, 0},
              {"hypercube:1", "rand-sync", 1, 2},
              {"hypercube:1", "drand-trans-ooo,random=shared", 3, 0}};
  char directory[FILE_PATH];

  data_path(directory, "seeds");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct case_shape s;
    struct machine m;
    struct err err;

    routed_shape_of(&s, rows[i].spec, rows[i].routing, 1, 2, 64);
    s.shape.vcs = rows[i].vcs;
    s.shape.store = rows[i].store;
    CHECK(verilog_write_top(&s.shape, "switch", directory, &err), "%s", err.text);
    CHECK(open_verilated(&m, &s.shape, directory, NULL, &err), "%s", err.text);
    verilog_remove_top(directory);
    run_lock_step(&m, &s.shape, 300);
    run_lock_step(&m, &s.shape, 30);
    m.ops->close(m.self);
  }
}

/* Two plug-ins, with a Verilator run-time library each, live side by side. */
TEST(test_two_at_a_time)
{
  struct case_shape one, other;
  struct machine a, b;
  struct err err;

  shape_of(&one, "hypercube:1", 2, 1, 63);
  shape_of(&other, "hypercube:2", 1, 3, 64);
  CHECK(open_array(&a, &one.shape, NULL, &err), "%s", err.text);
  CHECK(open_array(&b, &other.shape, NULL, &err), "%s", err.text);
  run_lock_step(&a, &one.shape, 50);
  run_lock_step(&b, &other.shape, 50);
  a.ops->close(a.self);
  run_lock_step(&b, &other.shape, 50);
  b.ops->close(b.self);
}

/* --- the cache --- */

/* The tests above leave our own switches in the common cache, for the next time. */
TEST_GROUP(open_cache, NULL)

/* Whatever the Verilog is made from is in the key, a parameter of the route unit alone too.
 */
TEST(test_every_parameter_is_in_the_key)
{
  static const struct {
    const char *routing;
    uint32_t lanes, depth, vcs, store;
  } rows[] = {
      {"deterministic", 1, 1, 1, 0},
      {"deterministic", 2, 1, 1, 0},
      {"deterministic", 1, 2, 1, 0},
      {"deterministic", 1, 1, 2, 0},
      {"rand-sync", 1, 1, 1, 0}, /* SYNC */
      {"rand-sync", 1, 1, 1, 1},
      {"rand-trans", 1, 1, 1, 0},
      {"rand-trans-ooo", 1, 1, 1, 0}, /* PRIORITY_BITS */
      {"drand-trans-ooo", 1, 1, 1, 0},
      {"drand-trans-ooo,forced=0", 1, 1, 1, 0},      /* FORCED */
      {"drand-trans-ooo,random=shared", 1, 1, 1, 0}, /* RANDOM */
  };
  enum { ROWS = sizeof rows / sizeof rows[0] };
  struct hash tools, asked, design, keys[ROWS];
  char share[FILE_PATH], cache[FILE_PATH];
  struct err err;

  assert_true(install_share(share, &err) && install_cache(cache, &err));
  CHECK(plugin_hash_tools(&tools, &(struct plugin_request){0}, share, cache, &err), "%s",
        err.text);
  for (size_t i = 0; i < ROWS; i++) {
    struct case_shape s;

    routed_shape_of(&s, "hypercube:2", rows[i].routing, rows[i].lanes, rows[i].depth, 8);
    s.shape.vcs = rows[i].vcs;
    s.shape.store = rows[i].store;
    struct plugin_request request = {.shape = &s.shape};
    CHECK(plugin_hash_asked(&asked, &request, share, &tools, &err) &&
              plugin_hash_design(&design, &asked, &request, share, NULL, "", &err),
          "%s", err.text);
    CHECK(plugin_key(&keys[i], &request, share, cache, &design, &err), "%s", err.text);
    for (size_t k = 0; k < i; k++)
      CHECK(memcmp(&keys[i], &keys[k], sizeof keys[i]) != 0, "rows %zu and %zu", i, k);
  }
}

/* A plug-in that was cut, changed or replaced by another is built again. */
TEST(test_damaged_plugin)
{
  char path[FILE_PATH], other[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;
  size_t size, other_size;

  shape_of(&s, "hypercube:1", 1, 1, 8);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  m.ops->close(m.self);
  newest_plugin(path);
  char *good = file_read(path, &size, &err);
  assert_non_null(good);

  struct case_shape deeper;
  shape_of(&deeper, "hypercube:1", 1, 2, 8);
  CHECK(open_array(&m, &deeper.shape, NULL, &err), "%s", err.text);
  m.ops->close(m.self);
  newest_plugin(other);
  assert_string_not_equal(path, other);
  char *wrong = file_read(other, &other_size, &err);
  assert_non_null(wrong);

  for (int damage = 0; damage < 3; damage++) {
    unlink(path); /* a new file: the old one may still be mapped */
    if (damage == 0)
      write_data(path, good, size / 2);
    if (damage == 1)
      write_data(path, wrong, other_size);
    CHECK(open_array(&m, &s.shape, NULL, &err), "damage %d: %s", damage, err.text);
    run_lock_step(&m, &s.shape, 20);
    m.ops->close(m.self);
  }
  free(good);
  free(wrong);
}

TEST(test_concurrent_builds)
{
  enum { BUILDERS = 3 };
  struct case_shape s;
  size_t before = count_plugins();

  shape_of(&s, "hypercube:1", 1, 1, 16);
  for (int i = 0; i < BUILDERS; i++) {
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
      struct machine m;
      struct err err;

      if (!open_array(&m, &s.shape, NULL, &err))
        _exit((int)err.kind);
      run_lock_step(&m, &s.shape, 20);
      _exit(0);
    }
  }
  for (int i = 0; i < BUILDERS; i++) {
    int status;

    assert_true(wait(&status) > 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %#x", (unsigned)status);
  }
  assert_int_equal(count_plugins(), before + 1);
}

TEST(test_unusable_cache)
{
  char cache[FILE_PATH], file[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 1, 24);
  data_path(file, "no-directory");
  write_data(file, "", 0);
  assert_int_equal(setenv("LOCKHOP_CACHE", file, 1), 0);
  assert_false(open_array(&m, &s.shape, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "no-directory", file);
  data_path(cache, "cache");
  assert_int_equal(setenv("LOCKHOP_CACHE", cache, 1), 0);
}

TEST(test_missing_tools)
{
  char empty[FILE_PATH];
  char *path = strdup(getenv("PATH"));
  struct case_shape s;
  struct machine m;
  struct err err;

  assert_non_null(path);
  shape_of(&s, "hypercube:1", 1, 1, 24);
  data_path(empty, "nothing-here");
  assert_int_equal(setenv("PATH", empty, 1), 0);
  assert_false(open_array(&m, &s.shape, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "verilator", empty);
  assert_int_equal(setenv("PATH", path, 1), 0);
  free(path);
}

/* clang is not needed: g++ compiles where it fails, and the plug-in is another. */
TEST(test_broken_clang)
{
  if (!getenv("ALL"))
    skip(); /* tests/system/test_install.sh has one */

  static const char script[] = "#!/bin/sh\nexit 1\n";
  char folder[FILE_PATH], clang[FILE_PATH + 16];
  char *path = strdup(getenv("PATH"));
  const size_t before = count_plugins();
  struct case_shape s;
  struct machine m;
  struct err err;

  assert_non_null(path);
  shape_of(&s, "hypercube:1", 1, 1, 20);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  m.ops->close(m.self);
  data_path(folder, "broken");
  assert_int_equal(mkdir(folder, 0700), 0);
  snprintf(clang, sizeof clang, "%s/clang++", folder);
  write_data(clang, script, sizeof script - 1);
  assert_int_equal(chmod(clang, 0700), 0);
  const size_t size = strlen(folder) + strlen(path) + 2;
  char *first = malloc(size);
  assert_non_null(first);
  snprintf(first, size, "%s:%s", folder, path);
  assert_int_equal(setenv("PATH", first, 1), 0);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  run_lock_step(&m, &s.shape, 20);
  m.ops->close(m.self);
  assert_int_equal(count_plugins(), before + 2);
  assert_int_equal(setenv("PATH", path, 1), 0);
  unlink(clang);
  rmdir(folder);
  free(first);
  free(path);
}

/* --- files of the user --- */

TEST(test_bad_dut)
{
  static const struct {
    const char *name, *from, *to, *expected;
  } rows[] = {
      {"syntax.v", "endmodule", "endmodul", "syntax.v:"},
      {"port.v", "eject_packet_o\n);",
       "spare_o\n); wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o;",
       "lacks the port 'eject_packet_o'"},
      {"parameter.v", "parameter DEPTH ", "parameter DEEP ", "'DEPTH'"},
      {"width.v", "[LANES-1:0]                inject_ready_o", "[LANES:0] inject_ready_o",
       "port 'inject_ready_o' of 2 bits instead of 1"},
      {"extra.v", "  input  wire                            clk,",
       "  input wire clk, input wire scan_i,", "port too many, 'scan_i'"},
      {"name.v", "module switch", "module my_switch", "defines no module 'switch'"},
      {"unknown.v", " router #(", " rooter #(", "'rooter'"},
      {"kind.txt", "module", "module", "ends in .v or .sv"},
  };
  char path[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 1, 8);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    make_dut(path, rows[i].name, rows[i].from, rows[i].to);
    CHECK(!open_array(&m, &s.shape, path, &err), "%s passes", rows[i].name);
    check_error(&err, ERR_USAGE, rows[i].expected, rows[i].name);
    check_error(&err, ERR_USAGE, rows[i].name, rows[i].name);
  }
  assert_false(open_array(&m, &s.shape, "build/no-such-file.v", &err));
  check_error(&err, ERR_USAGE, "build/no-such-file.v", "no-such-file.v");
  assert_false(open_array(&m, &s.shape, "build", &err));
  check_error(&err, ERR_USAGE, "not a regular file", "build");
}

/* The user's file is used in place of ours, again and again from the cache, and anew when
 * it, or what it includes, has changed. */
TEST(test_changed_dut)
{
  char path[FILE_PATH], included[FILE_PATH];
  const char good[] = "// nothing\n", bad[] = ");\n";
  struct case_shape s;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 1, 8);
  data_path(included, "included.vh");
  write_data(included, good, strlen(good));
  make_dut(path, "including.v", "endmodule", "`include \"included.vh\"\nendmodule");
  size_t before = count_plugins();
  for (int i = 0; i < 2; i++) {
    CHECK(open_array(&m, &s.shape, path, &err), "%s", err.text);
    run_lock_step(&m, &s.shape, 20);
    m.ops->close(m.self);
    assert_int_equal(count_plugins(), before + 1);
  }
  write_data(included, bad, strlen(bad));
  assert_false(open_array(&m, &s.shape, path, &err));
  check_error(&err, ERR_USAGE, "included.vh:1", included);
}

/* What is known of the user's files holds for the switch that they were read for, and is
 * not looked at again; a switch of another size is built from what they are now. */
TEST(test_known_dut)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  struct plugin_reading reading = {.known = false};
  const char bad[] = ");\n";
  char path[FILE_PATH];
  struct case_shape s, deeper;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 1, 8);
  shape_of(&deeper, "hypercube:1", 1, 3, 8);
  const char *dut = make_dut(path, "known.v", "endmodule", "// known\nendmodule");
  struct plugin_request request = {
      .shape = &s.shape, .dut_files = &dut, .dut_count = 1, .reading = &reading};
  CHECK(verilated_open(&m, &request, &host, &err), "%s", err.text);
  m.ops->close(m.self);
  assert_true(reading.known);
  const struct plugin_reading first = reading;
  const size_t before = count_plugins();

  write_data(path, bad, strlen(bad));
  CHECK(verilated_open(&m, &request, &host, &err), "%s", err.text);
  run_lock_step(&m, &s.shape, 20);
  m.ops->close(m.self);
  assert_memory_equal(&reading, &first, sizeof first);
  assert_int_equal(count_plugins(), before);

  request.work = 1 << 23; /* it must be built anew, and the files are not what they were */
  assert_false(verilated_open(&m, &request, &host, &err));
  check_error(&err, ERR_USAGE, "known.v:1", path);
  reading = first;
  request.work = 0;
  request.shape = &deeper.shape;
  assert_false(verilated_open(&m, &request, &host, &err));
  check_error(&err, ERR_USAGE, "known.v:1", path);
}

/* A design that stops itself does not stop us: the machine tells why. */
TEST(test_finish)
{
  char path[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct machine_failure failure;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 1, 8);
  make_dut(path, "finish.v", "endmodule",
           "always @(posedge clk) if (!rst && inject_valid_i[0]) $finish;\nendmodule");
  CHECK(open_array(&m, &s.shape, path, &err), "%s", err.text);
  for (int turn = 0; turn < 2; turn++) { /* after a reset it runs again, and stops again */
    machine_tick(&m, &(struct stimulus){.phase = 0});
    assert_false(m.ops->failure(m.self, &failure));
    machine_tick(&m, &(struct stimulus){.injections = &(struct injection){.at = 1},
                                        .injection_count = 1});
    assert_true(m.ops->failure(m.self, &failure));
    assert_int_equal(failure.kind, FAILURE_STOPPED);
    assert_int_equal(failure.at, 1);
    CHECK(strstr(failure.text, "finish.v:") && strstr(failure.text, "$finish"), "%s",
          failure.text);
    machine_tick(&m, &(struct stimulus){.phase = 0});
    assert_true(m.ops->reset(m.self, 0, &err));
  }
  m.ops->close(m.self);
}

/* --- cells --- */

enum { CELLS = 5 };

/* Open that many objects; what they are before their first evaluation. */
static void *open_cells(const struct dut_ops *ops, const unsigned char *states[CELLS],
                        size_t *bytes)
{
  static const struct dut_host host = {.print = print_nothing};
  static const char *const names[CELLS] = {"s0", "s1", "s2", "s3", "s4"};
  void *dut = ops->open(0, CELLS, names, &host);

  assert_non_null(dut);
  for (uint32_t i = 0; i < CELLS; i++)
    states[i] = ops->state(dut, i, bytes);
  return dut;
}

static size_t count_bytes(const unsigned char *state, size_t bytes, unsigned char byte)
{
  size_t count = 0;

  for (size_t i = 0; i < bytes; i++)
    count += state[i] == byte;
  return count;
}

static size_t count_different(const unsigned char *a, const unsigned char *b, size_t bytes)
{
  size_t count = 0;

  for (size_t i = 0; i < bytes; i++)
    count += a[i] != b[i];
  return count;
}

/* What a thread makes. */
struct making {
  const struct dut_ops *ops;
  void *dut;
  uint32_t from, to;
};

static void *make_cells(void *self)
{
  const struct making *making = self;

  making->ops->make(making->dut, making->from, making->to);
  return NULL;
}

/* Cells that two threads have made, the second part first. */
static void *make_by_threads(const struct dut_ops *ops, const unsigned char *states[CELLS])
{
  static const struct dut_host host = {.print = print_nothing};
  void *dut = ops->open(0, CELLS, NULL, &host);
  struct making parts[] = {{ops, dut, 2, CELLS}, {ops, dut, 0, 2}};
  pthread_t threads[2];
  size_t bytes;

  assert_non_null(dut);
  for (size_t i = 0; i < 2; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, make_cells, &parts[i]), 0);
  for (size_t i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (uint32_t i = 0; i < CELLS; i++)
    states[i] = ops->state(dut, i, &bytes);
  return dut;
}

/* Without waveforms, objects lie one behind the other and have nothing else.  Their
 * registers are dirty: ones in the first, others in each, the same in every run; pointers
 * and what is between members may differ. */
TEST(test_cells)
{
  const unsigned char *states[CELLS], *again[CELLS], *shared[CELLS];
  struct case_shape s;
  struct plugin plugin;
  struct err err;
  size_t bytes;

  shape_of(&s, "hypercube:3", 1, 2, 60);
  const struct plugin_request request = {
      .shape = &s.shape, .untraced = true, .work = UINT64_MAX};
  CHECK(plugin_open(&plugin, &request, &err), "%s", err.text);
  void *dut = open_cells(plugin.ops, states, &bytes);
  void *other = open_cells(plugin.ops, again, &bytes);
  void *third = make_by_threads(plugin.ops, shared);
  assert_true(count_bytes(states[0], bytes, 0xff) > bytes / 2);
  for (uint32_t i = 0; i < CELLS; i++) {
    assert_ptr_equal(states[i], states[0] + i * bytes);
    assert_true(count_different(states[i], again[i], bytes) < bytes / 4);
    assert_true(count_different(states[i], shared[i], bytes) < bytes / 4);
    for (uint32_t k = 0; k < i; k++)
      assert_true(count_different(states[i], states[k], bytes) > bytes / 2);
  }
  plugin.ops->close(dut);
  plugin.ops->close(other);
  plugin.ops->close(third);
  plugin_close(&plugin);
}

/* --- both levels of clk at once --- */

/* Other inputs for an object. */
static void show_inputs(const struct dut_ops *ops, void *dut, uint32_t instance,
                        struct rng *rng)
{
  struct dut_pins pins;
  uint64_t words[3] = {rng_next(rng) & 7, rng_next(rng) & 7, rng_next(rng) & 1};

  ops->pins(dut, instance, &pins);
  memcpy(pins.in_valid, &words[0], sizeof words[0]);
  memcpy(pins.out_ready, &words[1], sizeof words[1]);
  memcpy(pins.inject_valid, &words[2], sizeof words[2]);
  for (uint32_t i = 0; i < ops->ports; i++) {
    words[0] = rng_next(rng) >> 21; /* header and data, 43 bits */
    memcpy((unsigned char *)pins.in_packet + i * sizeof words[0], words, sizeof words[0]);
  }
}

/* DUT_CYCLE leaves the bytes that DUT_LOW and DUT_HIGH leave, one after the other; returns
 * in how many cycles an object has changed. */
static uint32_t compare_cycles(const struct dut_ops *ops)
{
  const unsigned char *states[CELLS];
  struct rng rng = rng_seed(1, 1);
  uint32_t changed = 0;
  size_t bytes;
  void *dut = open_cells(ops, states, &bytes);
  unsigned char *before = malloc(bytes), *after = malloc(CELLS * bytes);

  assert_non_null(before);
  assert_non_null(after);
  ops->eval(dut, 0, CELLS, DUT_LOW); /* initial blocks, which run once */
  for (uint32_t cycle = 0; cycle < 40; cycle++) {
    ops->reset(dut, 0, CELLS, cycle < 4 || cycle == 30);
    for (uint32_t i = 0; i < CELLS; i++)
      show_inputs(ops, dut, i, &rng);
    assert_int_equal(ops->keep(dut, 0, CELLS), 0);
    memcpy(before, states[0], bytes);
    ops->eval(dut, 0, CELLS, DUT_LOW);
    ops->eval(dut, 0, CELLS, DUT_HIGH);
    for (uint32_t i = 0; i < CELLS; i++)
      memcpy(after + i * bytes, states[i], bytes);
    changed += memcmp(before, after, bytes) != 0;
    ops->restore(dut);
    ops->eval(dut, 0, CELLS, DUT_CYCLE);
    for (uint32_t i = 0; i < CELLS; i++)
      CHECK(memcmp(after + i * bytes, states[i], bytes) == 0, "cycle %u, object %u", cycle,
            i);
  }
  ops->close(dut);
  free(before);
  free(after);
  return changed;
}

/* Of copies of a module, and of models. */
TEST(test_both_levels)
{
  struct case_shape s;
  struct err err;

  shape_of(&s, "hypercube:3", 1, 2, 40);
  for (int models = 0; models < 2; models++) {
    struct plugin plugin;
    const struct plugin_request request = {
        .shape = &s.shape, .untraced = !models, .work = models ? 0 : UINT64_MAX};

    CHECK(plugin_open(&plugin, &request, &err), "%s", err.text);
    assert_int_equal(plugin.ops->make == NULL, models);
    assert_true(compare_cycles(plugin.ops) > 30);
    plugin_close(&plugin);
  }
}

/* --- kinds of plug-ins --- */

/* Every kind does the same; one that cannot record says so and goes on.  Kinds are plug-ins
 * of their own. */
TEST(test_kinds)
{
  const struct wave_request wave = {.path = "build/none.fst"};
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  const uint64_t works[] = {0, 8000000, UINT64_MAX};
  size_t before = count_plugins();
  struct case_shape s;

  shape_of(&s, "hypercube:1", 1, 2, 12);
  for (int kind = 0; kind < 6; kind++) {
    struct plugin_request request = {
        .shape = &s.shape, .untraced = kind & 1, .work = works[kind / 2]};
    struct machine m;
    struct err err;

    CHECK(verilated_open(&m, &request, &host, &err), "%s", err.text);
    assert_int_equal(count_plugins(), before + (size_t)kind + 1);
    run_lock_step(&m, &s.shape, 50);
    if (request.untraced) {
      assert_false(m.ops->wave_open(m.self, &wave, &(struct waveform){0}, &err));
      check_error(&err, ERR_ENVIRONMENT, "none.fst", "untraced");
      run_lock_step(&m, &s.shape, 50);
    }
    m.ops->close(m.self);
  }
}

/* A run that records, or is long, has a run-time library that is optimised, and so a
 * plug-in of its own. */
TEST(test_quick_library)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  size_t before = count_plugins();
  struct case_shape s;

  shape_of(&s, "hypercube:1", 1, 1, 12);
  for (int records = 0; records < 2; records++) {
    const struct plugin_request request = {.shape = &s.shape, .records = records == 1};
    struct machine m;
    struct err err;

    assert_int_equal(plugin_is_quick(&request), !request.records);
    CHECK(verilated_open(&m, &request, &host, &err), "%s", err.text);
    assert_int_equal(count_plugins(), before + (size_t)records + 1);
    run_lock_step(&m, &s.shape, 20);
    m.ops->close(m.self);
  }
  assert_false(
      plugin_is_quick(&(struct plugin_request){.shape = &s.shape, .work = 8000000}));
}

/* --- waveforms --- */

static bool record(struct machine *m, const struct shape *shape, const char *path,
                   int cycles, struct err *err)
{
  const uint32_t switches[] = {1, 3};
  const struct wave_request request = {.path = path, .switches = switches, .count = 2};
  struct waveform waveform;

  if (!m->ops->wave_open(m->self, &request, &waveform, err))
    return false;
  run_recorded(m, shape, cycles, &waveform);
  return waveform.ops->close(waveform.self, err);
}

/* Recording changes nothing, and can be done again and again. */
TEST(test_wave)
{
  char path[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;

  data_path(path, "wave.fst");
  shape_of(&s, "hypercube:2", 1, 3, 64);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  for (int i = 0; i < 2; i++) {
    unlink(path);
    CHECK(record(&m, &s.shape, path, 50, &err), "%s", err.text);
    CHECK(fst_check(path, &err), "%s", err.text);
  }
  run_lock_step(&m, &s.shape, 50);
  m.ops->close(m.self);
}

/* A file that could not be written whole is an error, and what was there before stays. */
TEST(test_wave_without_room)
{
  static const rlim_t limits[] = {2000, 1 << 20}; /* not even its tables; not its values */
  char path[FILE_PATH];
  struct rlimit old, limit;
  struct case_shape s;
  struct machine m;
  struct err err;
  size_t size;

  data_path(path, "old.fst");
  write_data(path, "old", 3);
  shape_of(&s, "hypercube:2", 1, 3, 64);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    limit = old;
    limit.rlim_cur = limits[i];
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool good = record(&m, &s.shape, path, 20000, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(good);
    check_error(&err, ERR_ENVIRONMENT, "old.fst", path);
    char *text = file_read(path, &size, &err);
    assert_string_equal(text, "old");
    free(text);
  }
  m.ops->close(m.self);
}

/* What is no regular file is refused: the FST library would remove it. */
TEST(test_wave_to_a_device)
{
  struct case_shape s;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:2", 1, 3, 64);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  assert_false(record(&m, &s.shape, "/dev/null", 1, &err));
  check_error(&err, ERR_USAGE, "not a regular file", "/dev/null");
  assert_false(record(&m, &s.shape, "build/no/such/place.fst", 1, &err));
  check_error(&err, ERR_USAGE, "place.fst", "no such place");
  m.ops->close(m.self);
}
