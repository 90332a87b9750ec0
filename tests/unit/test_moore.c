/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_moore -- trials of the Moore law change nothing in a run, find no fault in our own
 * switch, and name the one input that an output of another depends on.  Needs Verilator. */
#include "verilog/simulator/moore.h"

#include "tests/unit/verilated_unit.h"
#include "verilog/generate/verilog.h"

TESTS_NEED("verilator")

enum { CYCLES = 120 };

/* What the design under test has printed, in bytes. */
static int count_bytes(void *self, const char *text, size_t size)
{
  (void)text;
  *(size_t *)self += size;
  return 0;
}

static struct machine open_machine(const struct shape *shape, bool network, bool traced,
                                   const char *dut, size_t *printed)
{
  const struct verilated_host host = {.dut = {.self = printed, .print = count_bytes}};
  char directory[FILE_PATH];
  struct machine m;
  struct err err;
  struct plugin_request request = {.shape = shape,
                                   .network = network ? directory : NULL,
                                   .dut_files = &dut,
                                   .dut_count = dut ? 1 : 0,
                                   .untraced = !traced};

  data_path(directory, "network");
  CHECK(!network || verilog_write_top(shape, "switch", directory, &err), "%s", err.text);
  CHECK(verilated_open(&m, &request, &host, &err), "%s %s: %s", shape->topology->spec,
        shape->routing->name, err.text);
  if (network)
    verilog_remove_top(directory);
  return m;
}

static bool has_fault(const struct machine *m, struct moore_fault *fault)
{
  return m->ops->moore(m->self, fault);
}

/* --- our own switch --- */

/* In lock step with the golden model all the time, and no fault. */
static void check_lawful(const struct machine *m, const struct shape *shape)
{
  struct moore_fault fault;

  for (int turn = 0; turn < 2; turn++) { /* the second from a reset, in other numbers */
    run_lock_step((struct machine *)(uintptr_t)m, shape, CYCLES + turn);
    CHECK(!has_fault(m, &fault), "%s %s %s, %u VCs: %s[%u] of %u by %s[%u] of %u",
          m->ops->name, shape->topology->spec, shape->routing->name, shape->vcs,
          fault.output, fault.output_index, fault.at, fault.input ? fault.input : "?",
          fault.input_index, fault.input_at);
  }
}

static void check_switch(const char *spec, const char *routing, uint32_t lanes,
                         uint32_t vcs, bool network)
{
  struct case_shape s;

  routed_shape_of(&s, spec, routing, lanes, 2, 40);
  s.shape.vcs = vcs ? vcs : s.shape.routing->vcs;
  s.shape.store = s.shape.routing->phases.ends_at ? 4 : 0;
  struct machine m = open_machine(&s.shape, network, false, NULL, &(size_t){0});
  check_lawful(&m, &s.shape);
  m.ops->close(m.self);
}

/* Has a routing before this one the same route unit? */
static bool has_unit_of_another(const struct topology *t, size_t routing)
{
  for (size_t i = 0; i < routing; i++)
    if (!t->routings[i].launch && t->routings[i].unit == t->routings[routing].unit)
      return true;
  return false;
}

/* Every routing, with the VCs that it needs; without ALL=1 one for each route unit. */
static void check_every_routing(const char *spec, uint32_t lanes)
{
  struct topology t = topology_of(spec);

  for (size_t i = 0; i < t.routing_count; i++)
    if (!t.routings[i].launch && /* the same switch; the terminals launch otherwise */
        (getenv("ALL") || !has_unit_of_another(&t, i)))
      check_switch(spec, t.routings[i].name, lanes, 0, false);
}

TEST(test_hypercubes_are_lawful)
{
  check_every_routing("hypercube:2", 2);
  check_switch("hypercube:1", NULL, 1, 1, false);
  check_switch("hypercube:1", "drand-trans-ooo,random=shared", 1, 3, false);
  check_switch("hypercube:3", NULL, 3, 1, false);
  check_switch("hypercube:3", "rand-sync", 3, 4, false);
}

TEST(test_dragonfly_is_lawful)
{
  check_every_routing("d3:2,2", 1);
}

TEST(test_networks_are_lawful)
{
  check_switch("hypercube:1", NULL, 1, 1, true);
  check_switch("hypercube:2", "rand-sync", 1, 2, true);
  check_switch("hypercube:2", "drand-trans-ooo", 1, 3, true);
}

/* The passes of a recorded run are others; the run is the same. */
TEST(test_recorded_runs_are_the_same)
{
  const uint32_t switches[] = {0, 3};
  char path[FILE_PATH];
  struct case_shape s;
  struct err err;

  data_path(path, "moore.fst");
  routed_shape_of(&s, "hypercube:2", "rand-trans", 2, 1, 40);
  s.shape.vcs = 2;
  for (int network = 0; network < 2; network++) {
    const struct wave_request wave = {.path = path, .switches = switches, .count = 2};
    struct machine m = open_machine(&s.shape, network, true, NULL, &(size_t){0});

    struct waveform waveform;

    CHECK(m.ops->wave_open(m.self, &wave, &waveform, &err), "%s", err.text);
    check_lawful(&m, &s.shape);
    CHECK(waveform.ops->close(waveform.self, &err), "%s", err.text);
    check_lawful(&m, &s.shape);
    m.ops->close(m.self);
  }
}

/* --- switches with one forbidden path --- */

/* Traffic that the design may do with what it wants: nothing is compared.  `disturbed`:
 * with noise and short resets, and in an array stalls. */
static void drive(const struct machine *dut, const struct shape *shape, int cycles,
                  bool disturbed)
{
  const uint64_t stalled[] = {1, 2, 0, 3};
  struct injection injections[64];
  struct rng rng = rng_seed(1, 0);
  struct machine golden;
  struct err err;

  CHECK(golden_open(&golden, shape, (size_t)(64 * cycles), &err), "%s", err.text);
  assert_true(golden.ops->reset(golden.self, 1, &err));
  dut->ops->noise(dut->self, disturbed);
  assert_true(dut->ops->reset(dut->self, 1, &err));
  for (int cycle = 0; cycle < cycles; cycle++) {
    const bool stalls = disturbed && machine_can(dut, MACHINE_STALLS) && cycle % 3 == 0;
    size_t count = make_injections(injections, &golden, shape, &rng);

    for (size_t i = 0; i < count; i++)
      injections[i].packet.data &= ~UINT64_C(1); /* no packet has this bit */
    const struct stimulus stimulus = {.injections = injections,
                                      .injection_count = count,
                                      .stalled = stalls ? stalled : NULL,
                                      .reset = disturbed && cycle % 5 == 2};

    machine_tick(&golden, &stimulus);
    machine_tick(dut, &stimulus);
  }
  golden.ops->close(golden.self);
}

static const char outputs[] = "  assign {inject_ready_o, in_ready_o} = ready;";

/* The outputs that have rows below, and what they are in rtl/switch/switch.v. */
enum place { AT_READY, AT_EJECT_VALID, AT_EJECT_PACKET, PLACES };

static const struct place_text {
  const char *from, *bits;
} place_texts[PLACES] = {
    [AT_READY] = {"  assign {inject_ready_o, in_ready_o} = ", "CHANNELS"},
    [AT_EJECT_VALID] = {"  assign eject_valid_o  = ", "CHANNELS"},
    [AT_EJECT_PACKET] = {"  assign eject_packet_o = ", "CHANNELS*PACKET_BITS"},
};

/* An output element that is inverted when an input element is 1. */
static const struct path_row {
  enum place inverted;
  const char *where; /* bits that are inverted */
  const char *output;
  uint32_t output_index;
  const char *input;
  uint32_t input_index;
  bool network; /* the input is a pin of a network too */
} paths[] = {
    {AT_READY, "{{(CHANNELS-1){1'b0}}, out_ready_i[1]}", "in_ready", 0, "out_ready", 1,
     false},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, out_ready_i[0]} << 1", "in_ready", 1, "out_ready", 0,
     false},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, in_valid_i[1]} << (QUEUES + 1)", "inject_ready", 1,
     "in_valid", 1, false},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, ^in_packet_i[PACKET_BITS +: PACKET_BITS]} << QUEUES",
     "inject_ready", 0, "in_packet", 1, false},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, inject_valid_i[1]} << QUEUES", "inject_ready", 0,
     "inject_valid", 1, true},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, ^inject_packet_i[PACKET_BITS-1:0]} << 1", "in_ready",
     1, "inject_packet", 0, true},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, ^here_i}", "in_ready", 0, "here", 0, false},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, ^seed_i}", "in_ready", 0, "seed", 0, true},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, phase_i}", "in_ready", 0, "phase", 0, true},
    {AT_READY, "{{(CHANNELS-1){1'b0}}, rst} << 1", "in_ready", 1, "rst", 0, true},
    {AT_EJECT_VALID, "{{(CHANNELS-1){1'b0}}, out_ready_i[1]} << 2", "eject_valid", 2,
     "out_ready", 1, false},
    {AT_EJECT_PACKET, "{CHANNELS*PACKET_BITS{out_ready_i[0]}}", "eject_packet", UINT32_MAX,
     "out_ready", 0, false},
};

enum { PATHS = sizeof paths / sizeof paths[0] };

static void check_fault(const struct machine *m, const struct path_row *row)
{
  struct moore_fault fault = {0};

  CHECK(has_fault(m, &fault), "%s: no fault", row->where);
  CHECK(strcmp(fault.output, row->output) == 0 && fault.input &&
            strcmp(fault.input, row->input) == 0 && fault.input_index == row->input_index &&
            (row->output_index == UINT32_MAX || fault.output_index == row->output_index) &&
            fault.before != fault.after,
        "%s: %s[%u] depends on %s[%u] of %u, 0x%" PRIx64 " becomes 0x%" PRIx64, row->where,
        fault.output, fault.output_index, fault.input ? fault.input : "?",
        fault.input_index, fault.input_at, fault.before, fault.after);
  CHECK(fault.at < 4 && fault.input_at == fault.at, "%s: switch %u by switch %u",
        row->where, fault.at, fault.input_at);
}

/* Of the paths of a design one is there: that whose number is in the file `chosen` when the
 * design starts. */
static void print_choice(FILE *file, const char *chosen)
{
  fprintf(file,
          "  integer which, file;\n"
          "  initial begin\n"
          "    file = $fopen(\"%s\", \"r\");\n"
          "    if (file == 0 || $fscanf(file, \"%%d\", which) != 1) $stop;\n"
          "    $fclose(file);\n"
          "  end\n",
          chosen);
}

enum kind { ARRAY, NETWORK, RESET };

/* What depends on rst, which a design starts with, has a design of its own. */
static bool is_in(const struct path_row *row, enum kind kind)
{
  return (kind == RESET) == (strcmp(row->input, "rst") == 0) &&
         (row->network || kind != NETWORK);
}

static void print_paths(FILE *file, enum place at, enum kind kind)
{
  fprintf(file, "%s", place_texts[at].from);
  for (uint32_t i = 0; i < PATHS; i++)
    if (paths[i].inverted == at && is_in(&paths[i], kind))
      fprintf(file, "({%s{which == %u}} & (%s)) ^\n    ", place_texts[at].bits, i,
              paths[i].where);
}

static void make_paths(const char *path, enum kind kind, const char *chosen)
{
  char share[FILE_PATH], source[2 * FILE_PATH];
  struct err err;
  size_t size;

  assert_true(install_share(share, &err));
  snprintf(source, sizeof source, "%s/rtl/switch/switch.v", share);
  char *text = file_read(source, &size, &err);
  FILE *file = fopen(path, "w");
  assert_true(text && file);
  const char *rest = text;
  for (enum place at = AT_READY; at < PLACES; at++) {
    const char *place = strstr(rest, place_texts[at].from);

    CHECK(place, "'%s' is not in %s", place_texts[at].from, source);
    fprintf(file, "%.*s", (int)(place - rest), rest);
    if (at == AT_READY)
      print_choice(file, chosen);
    print_paths(file, at, kind);
    rest = place + strlen(place_texts[at].from);
  }
  fputs(rest, file);
  assert_int_equal(fclose(file), 0);
  free(text);
}

static void check_path(const struct machine *m, const struct shape *shape,
                       const struct path_row *row)
{
  struct moore_fault fault;

  for (int disturbed = 0; disturbed < 2; disturbed++) {
    drive(m, shape, CYCLES, disturbed);
    check_fault(m, row);
  }
  struct err err; /* a reset forgets it */
  assert_true(m->ops->reset(m->self, 1, &err));
  assert_false(has_fault(m, &fault));
}

/* It is compiled once, and opened for each path. */
static void check_paths(enum kind kind)
{
  char path[FILE_PATH], chosen[FILE_PATH], name[16], number[16];
  struct case_shape s;

  data_path(chosen, "chosen");
  snprintf(name, sizeof name, "paths%d.v", (int)kind);
  data_path(path, name);
  make_paths(path, kind, chosen);
  shape_of(&s, "hypercube:2", 2, 2, 40);
  for (uint32_t i = 0; i < PATHS; i++)
    if (is_in(&paths[i], kind)) {
      snprintf(number, sizeof number, "%u\n", i);
      write_data(chosen, number, strlen(number));
      struct machine m = open_machine(&s.shape, kind == NETWORK, false, path, &(size_t){0});
      check_path(&m, &s.shape, &paths[i]);
      m.ops->close(m.self);
    }
}

/* The tests above leave our own switches in the common cache, for the next time. */
TEST_GROUP(open_cache, NULL)

/* The one output and the one input are named, in the array and in a network. */
TEST(test_the_one_input_is_named)
{
#ifdef __SANITIZE_ADDRESS__
  skip(); /* designs are compiled; the other tests are after the memory */
#endif
  for (enum kind kind = ARRAY; kind <= RESET; kind++)
    check_paths(kind);
}

/* --- what a trial must not do --- */

/* Outputs that move with unlawful inputs alone: two VCs at once on a port, and data
 * that nobody has sent with a packet.  No trial shows them. */
TEST(test_trials_are_lawful)
{
  static const char *const unlawful[] = {
      "&in_valid_i[1:0] || &in_valid_i[3:2]",
      "|in_valid_i[1:0] && in_packet_i[HEADER_BITS]",
      "|in_valid_i[3:2] && in_packet_i[PACKET_BITS + HEADER_BITS]",
      "inject_valid_i[0] && inject_packet_i[HEADER_BITS]",
  };
  char path[FILE_PATH], to[512];
  size_t used = (size_t)snprintf(
      to, sizeof to, "  assign {inject_ready_o, in_ready_o} = ready ^ {CHANNELS{1'b0");
  struct moore_fault fault;
  struct case_shape s;

  for (size_t i = 0; i < sizeof unlawful / sizeof unlawful[0]; i++)
    used += (size_t)snprintf(to + used, sizeof to - used, " || (%s)", unlawful[i]);
  snprintf(to + used, sizeof to - used, "}};");
  make_dut(path, "unlawful.v", outputs, to);
  shape_of(&s, "hypercube:2", 1, 1, 40);
  s.shape.vcs = 2;
  struct machine m = open_machine(&s.shape, false, false, path, &(size_t){0});
  drive(&m, &s.shape, 3 * CYCLES, false);
  CHECK(!has_fault(&m, &fault), "%s[%u] by %s[%u]: the trial was not lawful", fault.output,
        fault.output_index, fault.input ? fault.input : "?", fault.input_index);
  m.ops->close(m.self);
}

/* In an idle network no link is ever blocked and no packet comes; only trials do that. */
TEST(test_trials_are_silent)
{
  static const char logic[] = "reg armed = 1'b0;\n"
                              "always @(posedge clk) armed <= !rst;\n"
                              "wire tried = armed && !rst && out_ready_i == 0;\n"
                              "always @* begin\n"
                              "  if (tried) $display(\"display\");\n"
                              "  if (tried) $write(\"write\");\n"
                              "  if (tried) $fdisplay(32'h8000_0002, \"to a stream\");\n"
                              "  if (tried) $error(\"error\");\n"
                              "  if (tried) $stop;\n"
                              "  if (tried) $finish;\n"
                              "  assert (!tried) else $fatal(1, \"an assertion\");\n"
                              "end\n"
                              "endmodule";
  struct machine_failure failure = {.text = ""};
  struct moore_fault fault;
  struct case_shape s;
  char path[FILE_PATH];
  size_t printed = 0;
  struct err err;

  make_dut(path, "silent.v", "endmodule", logic);
  shape_of(&s, "hypercube:2", 1, 1, 40);
  struct machine m = open_machine(&s.shape, false, false, path, &printed);
  assert_true(m.ops->reset(m.self, 1, &err));
  for (int cycle = 0; cycle < CYCLES; cycle++)
    machine_tick(&m, &(struct stimulus){.phase = 0});
  CHECK(!m.ops->failure(m.self, &failure), "stopped: %s", failure.text);
  assert_int_equal(printed, 0);
  assert_false(has_fault(&m, &fault));
  m.ops->close(m.self);
}

/* The same switch does all that when a link is blocked indeed. */
TEST(test_a_blocked_link_is_not_silent)
{
  struct machine_failure failure = {.text = ""};
  struct case_shape s;
  char path[FILE_PATH];
  size_t printed = 0;

  make_dut(path, "loud.v", "endmodule",
           "always @* if (!rst && in_valid_i != 0) begin\n"
           "  $display(\"display\");\n"
           "  $error(\"a packet comes\");\n"
           "end\n"
           "endmodule");
  shape_of(&s, "hypercube:2", 1, 1, 40);
  struct machine m = open_machine(&s.shape, false, false, path, &printed);
  drive(&m, &s.shape, CYCLES, false);
  assert_true(m.ops->failure(m.self, &failure));
  CHECK(strstr(failure.text, "a packet comes"), "%s", failure.text);
  assert_true(printed >= strlen("display\n"));
  m.ops->close(m.self);
}

/* Logic that does not settle with the inputs of a trial, which are lawful, ends the
 * evaluation and not the program. */
TEST(test_a_trial_that_does_not_settle_ends)
{
  struct machine_failure failure = {.text = ""};
  struct case_shape s;
  char path[FILE_PATH];
  struct err err;

  make_dut(path, "unsettled.v", "endmodule",
           "reg armed = 1'b0;\n"
           "always @(posedge clk) armed <= !rst;\n"
           "reg loop;\n"
           "wire tried = armed && !rst && out_ready_i == 0;\n"
           "always @* begin loop = tried && !loop; end\n"
           "endmodule");
  shape_of(&s, "hypercube:2", 1, 1, 40);
  struct machine m = open_machine(&s.shape, false, false, path, &(size_t){0});
  assert_true(m.ops->reset(m.self, 1, &err));
  for (int cycle = 0; cycle < 8; cycle++)
    machine_tick(&m, &(struct stimulus){.phase = 0});
  assert_true(m.ops->failure(m.self, &failure));
  CHECK(failure.kind == FAILURE_UNSETTLED, "kind %d: %s", (int)failure.kind, failure.text);
  m.ops->close(m.self);
}
