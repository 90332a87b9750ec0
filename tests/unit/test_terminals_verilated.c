/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_terminals_verilated -- one-way links, and terminals that are not switches, in lock
 * step with Verilog: the array of switches, and the generated network. */
#include "network/traffic/schedule.h"
#include "run/lockstep/run.h"
#include "tests/unit/stages.h"
#include "tests/unit/verilated_unit.h"
#include "verilog/generate/verilog.h"

enum { SEED = 3 };

static void stages_shape(struct case_shape *s, uint32_t d)
{
  s->topology = stages_of(d);
  s->shape = (struct shape){
      .topology = &s->topology,
      .routing = &stages_routings[0],
      .lanes = 1,
      .depth = 1,
      .vcs = 1,
      .format = {.header_bits = s->topology.address_bits, .data_bits = 40},
  };
}

/* Every packet arrives, and every switch agrees in every cycle.  `stalls`: some link must
 * wait; permutations on two levels of links never meet. */
static void check_run(const struct case_shape *s, const struct machine *dut,
                      const char *traffic, uint32_t packets, bool stalls)
{
  struct machine golden;
  struct schedule schedule;
  struct run_result result;
  struct err err = {.kind = ERR_NONE};

  CHECK(schedule_make(&schedule,
                      &(struct traffic_request){.topology = &s->topology,
                                                .routing = s->shape.routing,
                                                .traffic = traffic,
                                                .packets = packets,
                                                .seed = SEED},
                      &err),
        "%s", err.text);
  CHECK(golden_open(&golden, &s->shape, schedule.count, &err), "%s", err.text);
  CHECK(run(&(struct run_request){.shape = s->shape,
                                  .schedule = &schedule,
                                  .seed = SEED,
                                  .machine = golden,
                                  .dut = dut,
                                  .strict = true},
            &result, &err),
        "%s", err.text);
  CHECK(result.outcome == OUTCOME_PASS &&
            result.scoreboard.delivered_count == schedule.count,
        "%s %s on %s: %s, switch %u port %u %s in cycle %" PRIu64, s->topology.spec,
        traffic, dut->ops->name, outcome_name(result.outcome), result.difference.at,
        result.difference.port, difference_field_name(result.difference.field),
        result.difference.cycle);
  CHECK(result.activity.count[ACTIVITY_LINK_STALL] > 0 || !stalls,
        "%s %s: no link was stalled", s->topology.spec, traffic);
  run_result_close(&result);
  golden.ops->close(golden.self);
  schedule_free(&schedule);
}

static void check_machine(const struct case_shape *s, const struct machine *dut)
{
  check_run(s, dut, "identity", 1, false);
  check_run(s, dut, "random", 8, false);
  check_run(s, dut, "uniform,load=1,warmup=10,measure=90", 1, true);
}

TEST_GROUP(open_cache, NULL)

TEST(test_array_agrees)
{
  struct case_shape s;
  struct machine m;
  struct err err;

  stages_shape(&s, 2);
  CHECK(open_array(&m, &s.shape, NULL, &err), "%s", err.text);
  check_machine(&s, &m);
  m.ops->close(m.self);
}

TEST(test_network_agrees)
{
  char directory[FILE_PATH];
  struct case_shape s;
  struct machine m;
  struct err err;

  data_path(directory, "stages");
  stages_shape(&s, 2);
  CHECK(verilog_write_top(&s.shape, "switch", directory, &err), "%s", err.text);
  CHECK(open_verilated(&m, &s.shape, directory, NULL, &err), "%s", err.text);
  verilog_remove_top(directory);
  check_machine(&s, &m);
  m.ops->close(m.self);
}
