/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_verilated_coverage -- what a Verilated machine counts of itself.  Needs Verilator.
 */
#include "tests/unit/verilated_unit.h"
#include "verilog/simulator/coverage.h"

enum { CYCLES = 80 };

/* What a machine has counted, of all machines so far. */
static void count_coverage(struct coverage *c, const struct machine *m)
{
  char path[FILE_PATH];
  struct err err;

  data_path(path, "coverage.dat");
  CHECK(m->ops->coverage(m->self, path, &err), "%s", err.text);
  CHECK(coverage_add(c, path, &err), "%s", err.text);
}

static uint64_t toggles_of(const struct coverage *c, const char *file, const char *name)
{
  for (size_t i = 0; i < c->count; i++)
    if (strstr(c->points[i].file, file) && strcmp(c->points[i].name, name) == 0)
      return c->points[i].count;
  fail_msg("%s has no point %s", file, name);
  return 0;
}

static void run_idle(const struct machine *m, int cycles)
{
  const struct stimulus nothing = {.phase = 0};
  struct err err;

  CHECK(m->ops->reset(m->self, 1, &err), "%s", err.text);
  for (int cycle = 0; cycle < cycles; cycle++)
    machine_tick(m, &nothing);
}

/* In an idle network trials of the Moore law alone let packets come, and reset. */
TEST(test_trials_do_not_count)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  const struct injection packet = {.at = 0, .packet = {.header = 1, .data = 1}};
  struct coverage idle = {0}, busy = {0};
  struct case_shape s;
  struct machine m;
  struct err err;

  shape_of(&s, "hypercube:1", 1, 2, 8);
  CHECK(verilated_open(&m, &(struct plugin_request){.shape = &s.shape, .coverage = true},
                       &host, &err),
        "%s", err.text);
  run_idle(&m, CYCLES);
  count_coverage(&idle, &m);
  assert_true(toggles_of(&idle, "switch.v", "clk") >= CYCLES / 2);
  static const char *const still[] = {"rst",
                                      "in_valid_i[0]",
                                      "out_ready_i[0]",
                                      "in_packet_i[0]",
                                      "in_packet_i[8]",
                                      "eject_valid_o[0]"};
  for (size_t i = 0; i < sizeof still / sizeof still[0]; i++)
    CHECK(toggles_of(&idle, "switch.v", still[i]) == 0, "%s", still[i]);
  run_idle(&m, 1);
  machine_tick(&m, &(struct stimulus){.injections = &packet, .injection_count = 1});
  for (int cycle = 0; cycle < CYCLES; cycle++)
    machine_tick(&m, &(struct stimulus){.phase = 0});
  count_coverage(&busy, &m);
  assert_int_equal(toggles_of(&busy, "switch.v", "in_valid_i[0]"), 1);
  assert_int_equal(toggles_of(&busy, "switch.v", "in_packet_i[8]"), 0);
  m.ops->close(m.self);
  coverage_close(&idle);
  coverage_close(&busy);
}

TEST_GROUP(open_cache, NULL)

/* Dirty registers take branches before the first reset. */
TEST(test_dirty_registers_do_not_count)
{
  static const char from[] = "  always @(posedge clk) begin\n    phase_q",
                    to[] =
                        "  reg [15:0] dirty_q;\n  reg branch, started;\n"
                        "  always @(posedge clk) if (rst) dirty_q <= 16'd0;\n"
                        "  initial begin started = 1'b0; end\n"
                        "  always @* begin\n    branch = started;\n"
                        "    if (dirty_q != 16'd0) begin\n      branch = 1'b1;\n    end\n"
                        "  end\n"
                        "  always @(posedge clk) begin\n    phase_q";
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  struct coverage c = {0};
  struct case_shape s;
  struct machine m;
  char path[FILE_PATH];
  struct err err;
  size_t never = 0, blocks = 0;

  const char *dut = make_dut(path, "dirty.v", from, to);
  shape_of(&s, "hypercube:1", 1, 2, 8);
  CHECK(verilated_open(
            &m,
            &(struct plugin_request){
                .shape = &s.shape, .coverage = true, .dut_files = &dut, .dut_count = 1},
            &host, &err),
        "%s", err.text);
  run_idle(&m, CYCLES);
  count_coverage(&c, &m);
  m.ops->close(m.self);
  for (size_t i = 0; i < c.count; i++) {
    const struct coverage_point *p = &c.points[i];

    if (!strstr(p->file, "dirty.v") || p->kind != COVERAGE_LINE)
      continue;
    blocks += strcmp(p->name, "block") == 0;
    never += p->count == 0;
  }
  assert_int_equal(never, 1); /* `if (dirty_q != 0)`; not `if (rst)`, nor a block */
  assert_true(blocks >= 4);
  coverage_close(&c);
}
