/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_verilated -- stalls, resets in mid-run and noise at Verilated machines: in lock step
 * with the golden model, and what the pins show.  Needs Verilator. */
#include "verilog/simulator/verilated.h"

#include "run/machine/disturb.h"
#include "run/machine/engines.h"
#include "tests/unit/verilated_unit.h"
#include "verilog/generate/verilog.h"

enum { CYCLES = 260, SEED = 11, SWITCHES = 64, LENGTHS = 3 };

enum kind { ARRAY, NETWORK, SYSTEMC, KINDS };

static struct machine open_machine(const struct shape *shape, enum kind kind,
                                   const char *dut)
{
  const bool network = kind == NETWORK;
  char directory[FILE_PATH];
  struct machine m;
  struct err err;

  data_path(directory, "network");
  if (kind == SYSTEMC) {
    CHECK(open_systemc(&m, shape, dut, &err), "%s: %s", shape->topology->spec, err.text);
    return m;
  }
  CHECK(!network || verilog_write_top(shape, "switch", directory, &err), "%s", err.text);
  CHECK(open_verilated(&m, shape, network ? directory : NULL, dut, &err), "%s: %s",
        shape->topology->spec, err.text);
  if (network)
    verilog_remove_top(directory);
  return m;
}

/* --- in lock step with the golden model --- */

/* What disturbs a run: resets come every RESET_EVERY cycles, and are 0, 1 and 2 cycles
 * longer than they must be. */
struct disturbed {
  bool stalls, resets;
  uint64_t noise;
  uint64_t stalled[SWITCHES], none_crosses[SWITCHES];
  struct rng rng;
  uint32_t since; /* cycles since the last reset */
};

enum { RESET_EVERY = 37, LOADS = 2 };

/* A stall begins one time in eight and lasts eight cycles; in some cycles all links stall.
 */
static const uint64_t *draw_stalls(struct disturbed *d, const struct shape *shape)
{
  const bool all = rng_below(&d->rng, 32) == 0;

  for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
    for (uint32_t q = 0; q < shape_queues(shape); q++)
      if (rng_below(&d->rng, 8) == 0)
        d->stalled[sw] ^= UINT64_C(1) << q;
  if (!all)
    return d->stalled;
  memset(d->none_crosses, 0xff, sizeof d->none_crosses);
  return d->none_crosses;
}

/* Edges with rst 1 from this cycle on. */
static uint32_t reset_left(const struct shape *shape, int cycle)
{
  const int turn = cycle / RESET_EVERY, at = cycle % RESET_EVERY;
  const int length = (int)disturb_least_reset(shape) + turn % LENGTHS;

  return turn > 0 && at < length ? (uint32_t)(length - at) : 0;
}

static size_t load_words(struct injection *injections, const struct shape *shape,
                         struct rng *rng)
{
  for (uint32_t i = 0; i < shape->topology->switches; i++)
    injections[i] = (struct injection){
        .at = i, .packet.data = rng_next(rng) & bits_mask(shape->format.data_bits)};
  return shape->topology->switches;
}

/* Packets go on coming in the cycles of rst: none of them enters. */
static struct stimulus next_stimulus(struct disturbed *d, const struct machine *golden,
                                     const struct shape *shape,
                                     struct injection *injections, int cycle)
{
  struct stimulus s = {.injections = injections, .phase = cycle % 11 > 6};

  s.stalled = d->stalls ? draw_stalls(d, shape) : NULL;
  s.reset = d->resets ? reset_left(shape, cycle) : 0;
  d->since = s.reset ? 0 : d->since + 1;
  if (shape->programs) { /* they load, and then run for good */
    s.injection_count = d->since <= LOADS ? load_words(injections, shape, &d->rng) : 0;
    s.phase = d->since > LOADS;
  } else {
    s.injection_count = make_injections(injections, golden, shape, &d->rng);
  }
  return s;
}

static struct machine open_golden(const struct shape *shape)
{
  struct machine golden;
  struct err err;

  if (shape->programs)
    CHECK(engines_open(&golden, shape, true, &err), "%s", err.text);
  else
    CHECK(golden_open(&golden, shape, SHAPE_CHANNELS * SWITCHES * CYCLES, &err), "%s",
          err.text);
  return golden;
}

static void run_disturbed(const struct machine *dut, const struct shape *shape,
                          struct disturbed d)
{
  struct injection injections[SHAPE_CHANNELS * 4];
  struct machine golden = open_golden(shape);
  struct moore_fault fault;
  struct err err;

  d.rng = rng_seed(SEED, d.noise);
  assert_true(shape->topology->switches * shape->lanes <= SHAPE_CHANNELS * 4);
  if (machine_can(dut, MACHINE_NOISE))
    dut->ops->noise(dut->self, d.noise);
  CHECK(golden.ops->reset(golden.self, SEED, &err), "%s", err.text);
  CHECK(dut->ops->reset(dut->self, SEED, &err), "%s", err.text);
  for (int cycle = 0; cycle < CYCLES; cycle++) {
    const struct stimulus s = next_stimulus(&d, &golden, shape, injections, cycle);

    check_cycle(&golden, dut, shape, cycle);
    machine_tick(&golden, &s);
    machine_tick(dut, &s);
    CHECK(!dut->ops->moore(dut->self, &fault), "cycle %d: %s of %u by %s of %u", cycle,
          fault.output, fault.at, fault.input ? fault.input : "?", fault.input_at);
  }
  golden.ops->close(golden.self);
}

/* Each alone, and all together; the last twice, the second time after a reset(). */
static void run_kinds(const struct machine *dut, const struct shape *shape)
{
  const bool stalls = machine_can(dut, MACHINE_STALLS);

  run_disturbed(dut, shape, (struct disturbed){.stalls = stalls});
  run_disturbed(dut, shape, (struct disturbed){.resets = true});
  run_disturbed(dut, shape, (struct disturbed){.noise = 1});
  run_disturbed(dut, shape,
                (struct disturbed){.stalls = stalls, .resets = true, .noise = 2});
  run_disturbed(dut, shape,
                (struct disturbed){.stalls = stalls, .resets = true, .noise = 2});
  run_disturbed(dut, shape, (struct disturbed){.noise = 0});
}

/* The passes of a recorded run are others. */
static void run_with_waveform(const struct machine *dut, const struct shape *shape)
{
  const uint32_t switches[] = {0, 1};
  const struct disturbed all = {
      .stalls = machine_can(dut, MACHINE_STALLS), .resets = true, .noise = 3};
  char path[FILE_PATH];
  struct waveform waveform;
  struct err err;

  data_path(path, "disturbed.fst");
  CHECK(dut->ops->wave_open(dut->self, &(struct wave_request){path, switches, 2}, &waveform,
                            &err),
        "%s", err.text);
  run_disturbed(dut, shape, all);
  CHECK(waveform.ops->close(waveform.self, &err), "%s", err.text);
  run_disturbed(dut, shape, all);
}

static const struct switch_row {
  const char *spec, *routing;
  uint32_t lanes, depth, vcs, sends, data_bits;
  enum kind kind;
} switch_rows[] = {
    {"hypercube:2", NULL, 2, 1, 1, 0, 40, ARRAY},
    {"hypercube:3", NULL, 1, 2, 1, 0, 64, ARRAY}, /* packets of two words */
    {"hypercube:2", "rand-trans", 1, 1, 2, 0, 40, ARRAY},
    {"hypercube:2", "drand-trans-ooo", 1, 2, 3, 0, 40, ARRAY}, /* RANDOM = 1 */
    {"hypercube:2", "rand-sync", 1, 2, 2, 0, 40, ARRAY},       /* store, phases */
    {"hypercube:1", "drand-trans-ooo,random=shared", 1, 3, 3, 0, 40, ARRAY}, /* = 2 */
    {"mesh:3x3", NULL, 1, 2, 1, 1, 40, ARRAY}, /* send arbiter */
    {"hypercube:2", NULL, 2, 1, 1, 0, 40, NETWORK},
    {"hypercube:2", "drand-trans-ooo", 1, 1, 3, 0, 40, NETWORK},
    {"hypercube:1", NULL, 1, 2, 1, 0, 64, SYSTEMC}, /* one port, packets of two words */
    {"hypercube:2", "drand-trans-ooo", 1, 1, 3, 0, 40, SYSTEMC},
};

TEST(test_switches_agree)
{
  for (size_t i = 0; i < sizeof switch_rows / sizeof switch_rows[0]; i++) {
    const struct switch_row *row = &switch_rows[i];
    struct case_shape s;

    routed_shape_of(&s, row->spec, row->routing, row->lanes, row->depth, row->data_bits);
    s.shape.vcs = row->vcs;
    s.shape.sends = row->sends;
    s.shape.store = s.shape.routing->phases.ends_at ? 4 : 0;
    const struct machine m = open_machine(&s.shape, row->kind, NULL);
    assert_true(machine_can(&m, MACHINE_RESETS) && machine_can(&m, MACHINE_NOISE));
    assert_true(machine_can(&m, MACHINE_STALLS) == (row->kind != NETWORK));
    run_kinds(&m, &s.shape);
    run_with_waveform(&m, &s.shape);
    m.ops->close(m.self);
  }
}

/* hypercube:1: each node loads two words and sends both to the other, and then node 1 its
 * first once more.  So its program is longer. */
TEST(test_engines_agree)
{
  const uint8_t both = PROGRAM_STORE | PROGRAM_EJECT;
  struct program_step steps[2][2] = {{{.sends = 2, .receives = 2}, {.receives = 1}},
                                     {{.sends = 2, .receives = 2}, {.sends = 1}}};
  uint8_t flags[] = {both, both, PROGRAM_EJECT, both, both};
  uint32_t sends[] = {1, 0, 0};
  struct program nodes[2];
  struct engine_programs encoded;
  struct err err;
  struct topology t = topology_of("hypercube:1");

  for (uint32_t i = 0; i < 2; i++)
    nodes[i] = (struct program){.steps = steps[i],
                                .step_count = 2,
                                .sends = sends,
                                .send_count = 2 + i,
                                .flags = flags,
                                .flag_count = 5 - i,
                                .loads = LOADS,
                                .memory_words = 4};
  const struct programs programs = {
      .nodes = nodes, .count = 2, .startup = 2, .word = 2, .words = 1};
  CHECK(engine_programs_encode(&encoded, &programs, &err), "%s", err.text);
  assert_true(engine_program_words(&encoded, 0) < engine_program_words(&encoded, 1));
  const struct shape shape = {.topology = &t,
                              .routing = &engines_routing,
                              .lanes = 1,
                              .depth = 1,
                              .vcs = 1,
                              .format = {.header_bits = 1, .data_bits = 40},
                              .programs = &encoded};
  const struct machine m = open_machine(&shape, ARRAY, NULL);
  assert_true(machine_can(&m, MACHINE_STALLS));
  run_kinds(&m, &shape);
  run_with_waveform(&m, &shape);
  m.ops->close(m.self);
  engine_programs_free(&encoded);
}

/* --- a stalled link, by the page alone --- */

/* hypercube:1, switch 0 sends A and B in cycles 0 and 1.  Its port stalls in cycles 1 to 3:
 * A stays on the link, nothing comes to switch 1, which is ready, and B is taken behind A
 * into the queue of two.  A crosses in cycle 4, is ejected in cycle 5, and B in cycle 6. */
TEST(test_a_stalled_packet_waits)
{
  const uint64_t stalled[] = {1, 0};
  struct case_shape s;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 2, 40);
  const struct machine m = open_machine(&s.shape, ARRAY, NULL);
  assert_true(m.ops->reset(m.self, 1, &err));
  for (int cycle = 0; cycle < 8; cycle++) {
    const struct links links = m.ops->links(m.self);
    const bool sends = cycle >= 1 && cycle <= 5, ejects = cycle == 5 || cycle == 6;

    CHECK(links.valid[0] == sends && links.valid[1] == 0 && links.eject[0] == 0 &&
              links.eject[1] == ejects && links.ready[0] == 3 && links.ready[1] == 3,
          "cycle %d: valid %" PRIx64 ", eject %" PRIx64 ", ready %" PRIx64, cycle,
          links.valid[0], links.eject[1], links.ready[0]);
    if (sends)
      assert_int_equal(m.ops->out_packet(m.self, 0, 0).data, cycle <= 4 ? 0xa : 0xb);
    if (ejects)
      assert_int_equal(m.ops->eject_packet(m.self, 1, 0).data, cycle == 5 ? 0xa : 0xb);
    const struct injection packet = {.packet = {.header = 1, .data = cycle ? 0xb : 0xa}};

    machine_tick(&m,
                 &(struct stimulus){.injections = &packet,
                                    .injection_count = cycle < 2,
                                    .stalled = cycle >= 1 && cycle <= 3 ? stalled : NULL});
  }
  m.ops->close(m.self);
}

/* --- a reset in mid-run, by the page alone --- */

/* The same packets; rst is 1 at the ends of cycles 2 and 3, when A is about to be ejected
 * and B is on the link.  Cycle 2 still shows both; from cycle 3 on nothing is there, and a
 * packet that starts in cycle 4 is on the link in cycle 5. */
static void check_reset(const struct machine *m, uint64_t noise)
{
  struct err err;

  m->ops->noise(m->self, noise);
  assert_true(m->ops->reset(m->self, 1, &err));
  for (int cycle = 0; cycle < 8; cycle++) {
    const struct links links = m->ops->links(m->self);
    const bool sends = cycle == 1 || cycle == 2 || cycle == 5;
    const bool ejects = cycle == 2 || cycle == 6;

    CHECK(links.valid[0] == sends && links.valid[1] == 0 && links.eject[0] == 0 &&
              links.eject[1] == ejects && links.ready[0] == 3 && links.ready[1] == 3,
          "cycle %d: valid %" PRIx64 ", eject %" PRIx64 ", ready %" PRIx64, cycle,
          links.valid[0], links.eject[1], links.ready[0]);
    if (ejects)
      assert_int_equal(m->ops->eject_packet(m->self, 1, 0).data, cycle == 2 ? 0 : 4);
    const struct injection packet = {.packet = {.header = 1, .data = (uint64_t)cycle}};

    machine_tick(m, &(struct stimulus){.injections = &packet,
                                       .injection_count = cycle <= 4,
                                       .reset = cycle == 2 ? 2 : cycle == 3});
  }
}

TEST(test_a_reset_empties_all)
{
  struct case_shape s;

  shape_of(&s, "hypercube:1", 1, 2, 40);
  for (enum kind kind = ARRAY; kind < KINDS; kind++) {
    const struct machine m = open_machine(&s.shape, kind, NULL);
    for (uint64_t noise = 0; noise < 4; noise++)
      check_reset(&m, noise);
    m.ops->close(m.self);
  }
}

/* --- one SystemC for many machines --- */

/* Each has a simulation of its own: they run in turn, one is closed, and what is opened
 * after it starts anew. */
TEST(test_systemc_machines_are_apart)
{
  struct case_shape one, two;

  shape_of(&one, "hypercube:1", 1, 2, 64);
  shape_of(&two, "hypercube:2", 1, 2, 64);
  struct machine a = open_machine(&one.shape, SYSTEMC, NULL);
  struct machine b = open_machine(&two.shape, SYSTEMC, NULL);
  for (int turn = 0; turn < 3; turn++) {
    run_lock_step(&a, &one.shape, 40);
    run_lock_step(&b, &two.shape, 40);
  }
  a.ops->close(a.self);
  run_lock_step(&b, &two.shape, 40);
  a = open_machine(&one.shape, SYSTEMC, NULL);
  run_lock_step(&a, &one.shape, 40);
  b.ops->close(b.self);
  run_lock_step(&a, &one.shape, 40);
  a.ops->close(a.self);
}

/* --- what the pins show --- */

/* Conditions on the inputs of a switch of hypercube:2 with two VCs, each of which prints
 * its letter at the edges at which it holds. */
static const struct seen_row {
  char letter;
  const char *condition;
  bool noise;   /* seen with noise alone; else never */
  bool outside; /* from a pin that a network does not have */
} seen_rows[] = {
    {'a', "!rst && here_i != here_q", true, true},
    {'b', "!rst && seed_i != kept_q", true, false},
    {'c', "!rst && !in_valid_i[1:0] && in_packet_i[PACKET_BITS-1:0] != 0", true, true},
    {'d', "!rst && in_valid_i[3:2] == 0 && in_packet_i[2*PACKET_BITS-1]", true, true},
    {'e', "!rst && !inject_valid_i && inject_packet_i[PACKET_BITS-1]", true, false},
    {'f', "rst && in_valid_i[1:0] == 1", true, true},
    {'g', "rst && in_valid_i[3:2] == 2", true, true},
    {'h', "rst && in_packet_i[PACKET_BITS-1]", true, true},
    {'i', "rst && inject_valid_i", true, false},
    {'j', "rst && inject_packet_i[PACKET_BITS-1]", true, false},
    {'k', "rst && out_ready_i[1:0] == 2", true, true},
    {'l', "rst && phase_i", true, false},
    {'m', "rst && was_q && here_i != here_q", true, true},
    {'V', "in_valid_i[1:0] == 3 || in_valid_i[3:2] == 3", false, true},
    {'P', "!rst && phase_i", false, false},
    {'Q', "!rst && (in_valid_i || inject_valid_i || !out_ready_i)", false, true},
};

static int see(void *self, const char *text, size_t size)
{
  bool *seen = self;

  for (size_t i = 0; i < size; i++)
    seen[text[i] & 127] = true;
  return 0;
}

/* An idle run with a reset of three cycles. */
static void run_idle(const struct machine *m, uint64_t noise)
{
  struct err err;

  m->ops->noise(m->self, noise);
  assert_true(m->ops->reset(m->self, 1, &err));
  for (uint32_t cycle = 0; cycle < 60; cycle++)
    machine_tick(m,
                 &(struct stimulus){.reset = cycle >= 20 && cycle < 23 ? 23 - cycle : 0});
}

TEST_GROUP(open_cache, NULL)

/* Noise is where inputs mean nothing, and nowhere else; without it there is none. */
TEST(test_noise_is_where_inputs_mean_nothing)
{
  char path[FILE_PATH], directory[FILE_PATH], logic[4096] = "";
  bool seen[128];
  const struct verilated_host host = {.dut = {.self = seen, .print = see}};
  struct case_shape s;
  struct err err;
  size_t used = (size_t)snprintf(logic, sizeof logic,
                                 "reg was_q;\nreg [63:0] kept_q;\n"
                                 "always @(posedge clk) begin\n  was_q <= rst;\n"
                                 "  if (rst) kept_q <= seed_i;\n");

  for (size_t i = 0; i < sizeof seen_rows / sizeof seen_rows[0]; i++)
    used +=
        (size_t)snprintf(logic + used, sizeof logic - used, "  if (%s) $write(\"%c\");\n",
                         seen_rows[i].condition, seen_rows[i].letter);
  snprintf(logic + used, sizeof logic - used, "end\nendmodule");
  const char *dut = make_dut(path, "seen.v", "endmodule", logic);
  routed_shape_of(&s, "hypercube:2", "rand-trans", 1, 1, 40);
  s.shape.vcs = 2;
  data_path(directory, "network");
  for (enum kind kind = ARRAY; kind < KINDS; kind++) {
    const bool network = kind == NETWORK;
    struct machine m;

    CHECK(!network || verilog_write_top(&s.shape, "switch", directory, &err), "%s",
          err.text);
    CHECK(verilated_open(&m,
                         &(struct plugin_request){.shape = &s.shape,
                                                  .network = network ? directory : NULL,
                                                  .systemc = kind == SYSTEMC,
                                                  .dut_files = &dut,
                                                  .dut_count = 1},
                         &host, &err),
          "%s", err.text);
    for (uint64_t noise = 0; noise < 3; noise++) {
      memset(seen, 0, sizeof seen);
      run_idle(&m, noise);
      for (size_t i = 0; i < sizeof seen_rows / sizeof seen_rows[0]; i++) {
        const struct seen_row *row = &seen_rows[i];
        const bool expected = noise && row->noise;

        if (network && row->outside)
          continue;
        CHECK(seen[(int)row->letter] == expected, "%s, noise %d: '%s' is %s", m.ops->name,
              (int)noise, row->condition, expected ? "never seen" : "seen");
      }
    }
    m.ops->close(m.self);
  }
  verilog_remove_top(directory);
}

/* A switch that takes any address for its own sends packets where noise says. */
static uint64_t run_by_noise(const struct machine *m, const struct shape *shape,
                             uint64_t noise)
{
  uint64_t digest = 0;
  struct err err;

  m->ops->noise(m->self, noise);
  assert_true(m->ops->reset(m->self, 1, &err));
  for (uint32_t cycle = 0; cycle < 60; cycle++) {
    const struct links links = m->ops->links(m->self);
    const struct injection packet = {.at = cycle % 4, .packet.header = cycle / 4 % 4};

    for (uint32_t sw = 0; sw < shape->topology->switches; sw++)
      digest = rng_mix(digest ^ links.valid[sw] ^ links.eject[sw] << 32);
    machine_tick(m,
                 &(struct stimulus){.injections = &packet,
                                    .injection_count =
                                        links.ready[cycle % 4] >> shape_queues(shape) & 1,
                                    .reset = cycle >= 30 && cycle < 32 ? 32 - cycle : 0});
  }
  return digest;
}

/* The same noise in every run from reset(), recorded or not; another with another seed. */
TEST(test_noise_repeats)
{
  const uint32_t switches[] = {0};
  char path[FILE_PATH], wave[FILE_PATH];
  struct waveform waveform;
  struct case_shape s;
  struct err err;

  make_dut(path, "follows.v", "    if (rst) begin\n      here_q <= here_i;\n    end",
           "    here_q <= here_i;");
  shape_of(&s, "hypercube:2", 1, 1, 40);
  const struct machine m = open_machine(&s.shape, ARRAY, path);
  const uint64_t first = run_by_noise(&m, &s.shape, 5);
  assert_true(run_by_noise(&m, &s.shape, 5) == first);
  assert_true(run_by_noise(&m, &s.shape, 6) != first);
  assert_true(run_by_noise(&m, &s.shape, 0) != first);
  data_path(wave, "follows.fst");
  assert_true(m.ops->reset(m.self, 1, &err)); /* new objects */
  CHECK(
      m.ops->wave_open(m.self, &(struct wave_request){wave, switches, 1}, &waveform, &err),
      "%s", err.text);
  assert_true(run_by_noise(&m, &s.shape, 5) == first);
  CHECK(waveform.ops->close(waveform.self, &err), "%s", err.text);
  m.ops->close(m.self);
}
