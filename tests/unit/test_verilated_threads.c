/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_verilated_threads -- an array whose switches are divided among threads is the array
 * of one thread: what it shows, what rests, what trials of the Moore law find, which switch
 * has stopped it, what it prints.  Needs Verilator. */
#include "run/machine/parts.h"
#include "tests/unit/verilated_unit.h"

TESTS_NEED("verilator")

enum { CYCLES = 90, THREADS = 5, TEXT = 1 << 14 };

/* Two switches of different parts do what is forbidden, in the same cycle. */
#define WRONG "(here_q == 3 || here_q == 6)"

static const struct divided {
  const char *name;
  const char *from, *to; /* what is changed in the switch; NULL: nothing, it is ours */
  bool traced;           /* objects are models, which can record waveforms */
  bool cells;            /* they are copies of one module (sim/verilator/cells.h) */
  bool divided;
  uint32_t wrong; /* the switch that is named; UINT32_MAX: none */
} designs[] = {
    {"ours", NULL, NULL, false, true, true, UINT32_MAX},
    {"models", NULL, NULL, true, false, true, UINT32_MAX},
    {"moore", "  assign eject_valid_o  = ",
     "  assign eject_valid_o  = {CHANNELS{" WRONG " && out_ready_i[0]}} ^ ", false, false,
     true, 3},
    {"unsettled", "endmodule",
     "  reg [5:0] age;\n  (* keep *) wire loop;\n"
     "  always @(posedge clk) age <= rst ? 0 : age + (age != 63);\n"
     "  assign loop = " WRONG " && age == 40 ? ~loop : 1'b0;\n"
     "  always @(posedge clk) if (loop) age <= 0;\nendmodule",
     false, false, true, 3},
    {"stops", "endmodule",
     "  reg [5:0] age;\n  always @(posedge clk) age <= rst ? 0 : age + (age != 63);\n"
     "  always @(posedge clk) if (" WRONG " && age == 40) $fatal;\nendmodule",
     false, false, false, 3},
    {"prints", "endmodule",
     "  always @(posedge clk) if (eject_valid_o != 0 && !rst) $write(\"%0d \", here_q);\n"
     "endmodule",
     false, false, false, UINT32_MAX},
};

enum { DESIGNS = sizeof designs / sizeof designs[0] };

static const struct setting {
  const char *name;
  bool every, stalls, resets;
  uint64_t noise;
} settings[] = {
    {"plain", false, false, false, 0},
    {"no skip", true, false, false, 0},
    {"disturbed", false, true, true, 3},
};

/* What is seen of a run. */
struct seen {
  uint64_t digest, spared;
  bool found, failed;
  struct moore_fault fault;
  struct moore_remarks remarks;
  uint32_t failed_at;
  char printed[TEXT];
  size_t count;
};

static int note(void *self, const char *text, size_t size)
{
  struct seen *seen = self;

  assert_true(seen->count + size < TEXT);
  memcpy(seen->printed + seen->count, text, size);
  seen->count += size;
  return 0;
}

static uint64_t add(uint64_t digest, uint64_t word)
{
  return rng_mix(digest ^ word);
}

static uint64_t add_cycle(uint64_t digest, const struct machine *m,
                          const struct shape *shape)
{
  const struct links links = m->ops->links(m->self);

  for (size_t i = 0; i < links.active_count; i++)
    digest = add(digest, links.active[i]);
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++) {
    digest = add(add(add(digest, links.valid[sw]), links.ready[sw]), links.eject[sw]);
    for (uint64_t left = links.valid[sw]; left; left &= left - 1) {
      const struct packet p =
          m->ops->out_packet(m->self, sw, bits_lowest(left) / shape->vcs);

      digest = add(add(digest, p.header), p.data);
    }
  }
  return digest;
}

/* A few packets, then none, so that switches come to rest; and again. */
static struct stimulus next_stimulus(const struct machine *golden,
                                     const struct shape *shape, const struct setting *how,
                                     struct injection *injections, struct rng *rng,
                                     uint32_t cycle)
{
  static uint64_t stalled[64];
  struct stimulus s = {.injections = injections, .phase = cycle / 30 % 2};

  s.injection_count = cycle % 30 < 8 ? make_injections(injections, golden, shape, rng) : 0;
  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    stalled[sw] = rng_next(rng) & rng_next(rng);
  s.stalled = how->stalls ? stalled : NULL;
  s.reset = how->resets && cycle >= 50 && cycle < 56 ? 56 - cycle : 0;
  return s;
}

static void drive(const struct machine *m, const struct shape *shape,
                  const struct setting *how, struct seen *seen)
{
  struct injection injections[64];
  struct rng rng = rng_seed(1, 0);
  struct machine_failure failure;
  struct machine golden;
  struct err err;

  CHECK(golden_open(&golden, shape, 64 * CYCLES, &err), "%s", err.text);
  assert_true(golden.ops->reset(golden.self, 1, &err));
  m->ops->noise(m->self, how->noise);
  assert_true(m->ops->reset(m->self, 1, &err));
  for (uint32_t cycle = 0; cycle < CYCLES && !seen->failed; cycle++) {
    const struct stimulus s = next_stimulus(&golden, shape, how, injections, &rng, cycle);

    seen->digest = add_cycle(seen->digest, m, shape);
    machine_tick(&golden, &s);
    machine_tick(m, &s);
    seen->failed = m->ops->failure(m->self, &failure);
    if (seen->failed) {
      seen->digest = add(seen->digest, cycle);
      seen->failed_at = failure.at;
    }
    if (!seen->found && m->ops->moore(m->self, &seen->fault)) {
      seen->found = true;
      seen->digest = add(seen->digest, cycle);
    }
  }
  m->ops->finish(m->self);
  seen->spared = m->ops->spared(m->self);
  seen->remarks = m->ops->moore_remarks(m->self);
  golden.ops->close(golden.self);
}

static void run_by(const struct shape *shape, const struct divided *design, const char *dut,
                   const struct setting *how, uint32_t threads, struct seen *seen)
{
  struct watchdog watchdog = {.armed = false};
  struct team *team;
  struct machine m;
  struct err err;

  *seen = (struct seen){.count = 0};
  assert_true(team_open(&team, threads, &err));
  const struct verilated_host host = {.dut = {.self = seen, .print = note},
                                      .watchdog = &watchdog,
                                      .every = how->every,
                                      .team = team};
  CHECK(verilated_open(&m,
                       &(struct plugin_request){.shape = shape,
                                                .dut_files = &dut,
                                                .dut_count = dut ? 1 : 0,
                                                .untraced = !design->traced,
                                                .work = design->cells ? UINT64_MAX : 0},
                       &host, &err),
        "%s", err.text);
  const uint64_t before = watchdog.marks[0].beats;
  drive(&m, shape, how, seen);
  m.ops->close(m.self);
  team_close(team);
  assert_true(watchdog.marks[0].beats > before);
  const struct parts parts = parts_of(shape->topology->switches, threads);
  for (uint32_t part = 1; part < THREADS + 1; part++)
    CHECK((watchdog.marks[part].beats > 0) == (design->divided && part < threads &&
                                               parts_first(&parts, part) < parts.switches),
          "%s, %s, %u threads: thread %u has evaluated %d times", design->name, how->name,
          threads, part, (int)watchdog.marks[part].beats);
}

static void check_same(const char *what, uint32_t threads, const struct seen *one,
                       const struct seen *many)
{
  CHECK(one->digest == many->digest, "%s, %u threads: another run", what, threads);
  CHECK(one->spared == many->spared, "%s, %u threads: %d spared, not %d", what, threads,
        (int)many->spared, (int)one->spared);
  CHECK(one->failed == many->failed && one->failed_at == many->failed_at,
        "%s, %u threads: stopped %d at %u", what, threads, many->failed, many->failed_at);
  CHECK(one->found == many->found &&
            (!one->found || memcmp(&one->fault, &many->fault, sizeof one->fault) == 0),
        "%s, %u threads: another fault, at %u", what, threads, many->fault.at);
  CHECK(one->remarks.asynchronous == many->remarks.asynchronous &&
            one->remarks.untried == many->remarks.untried,
        "%s, %u threads: other remarks", what, threads);
  CHECK(strcmp(one->printed, many->printed) == 0, "%s, %u threads: it prints '%s'", what,
        threads, many->printed);
}

/* `rests`: a switch without packets does not change. */
static void check_design(const struct shape *shape, const struct divided *design,
                         bool rests)
{
  char path[FILE_PATH], what[80];
  const char *dut = NULL;
  struct seen one, many;

  if (design->from) {
    snprintf(what, sizeof what, "%s.v", design->name);
    dut = make_dut(path, what, design->from, design->to);
  }
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    const struct setting *how = &settings[i];

    snprintf(what, sizeof what, "%s, %s", design->name, how->name);
    run_by(shape, design, dut, how, 1, &one);
    CHECK((one.found || one.failed) == (design->wrong != UINT32_MAX),
          "%s: found %d, stopped %d", what, one.found, one.failed);
    CHECK(!one.found || one.fault.at == design->wrong, "%s: at %u", what, one.fault.at);
    CHECK(!one.failed || one.failed_at == design->wrong, "%s: at %u", what, one.failed_at);
    CHECK(design->from || (one.spared > 0) == (rests && !how->every && !how->noise),
          "%s: %d are spared", what, (int)one.spared);
    CHECK(strcmp(design->name, "prints") != 0 || one.count > 0, "%s: nothing", what);
    for (uint32_t threads = 2; threads <= THREADS; threads++) {
      run_by(shape, design, dut, how, threads, &many);
      check_same(what, threads, &one, &many);
    }
  }
}

/* With the sanitizer of threads the Verilog, and Verilator's library, are compiled with it
 * too. */
static int open_sanitized_cache(void **state)
{
#ifdef __SANITIZE_THREAD__
  char path[4 * FILE_PATH], directory[FILE_PATH];

  (void)state;
  assert_non_null(getcwd(directory, sizeof directory));
  snprintf(path, sizeof path, "%s/tests/sanitized:%s", directory, getenv("PATH"));
  assert_int_equal(setenv("PATH", path, 1), 0);
  data_path(directory, "cache");
  return setenv("LOCKHOP_CACHE", directory, 1);
#else
  return open_cache(state);
#endif
}

TEST_GROUP(open_sanitized_cache, NULL)

TEST(test_threads_are_one)
{
  struct case_shape s;

  shape_of(&s, "hypercube:3", 2, 2, 40);
  for (size_t i = 0; i < DESIGNS; i++)
    check_design(&s.shape, &designs[i], true);
}

/* Links of two virtual channels, random words and a waiting store. */
TEST(test_threads_are_one_with_more_state)
{
  struct case_shape s;

  routed_shape_of(&s, "hypercube:3", "rand-trans", 2, 2, 40);
  s.shape.vcs = 2;
  s.shape.store = 4;
  check_design(&s.shape, &designs[0], false);
}
