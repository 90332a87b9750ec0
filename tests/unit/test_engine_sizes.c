/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_engine_sizes -- an array of collective engines of several sizes is in lock step with
 * the golden engines.  Needs Verilator. */
#include "verilog/simulator/engine_sizes.h"

#include "network/traffic/collectives.h"
#include "run/lockstep/run.h"
#include "run/machine/engines.h"
#include "tests/unit/operation_unit.h"
#include "tests/unit/verilated_unit.h"

enum { WORDS = 100 };

/* From node 0 of hypercube:2 a message of 100 words to each other: node 0 loads three, its
 * neighbour keeps one for node 3, and nodes 2 and 3 keep none. */
struct scene {
  struct topology t;
  struct schedule schedule;
  struct programs programs;
  struct engine_programs encoded;
  struct shape shape;
  struct plugin_request request;
};

static void scene_open(struct scene *s)
{
  const struct operation_request request = {.kind = COLLECTIVE_ONE_TO_ALL_PERSONALIZED};
  struct err err;

  memset(s, 0, sizeof *s);
  s->t = topology_of("hypercube:2");
  struct operation *operation = operation_of(&s->t, &request);

  CHECK(programs_compile(&s->programs, operation, 1, 1, WORDS, &err) &&
            engine_programs_encode(&s->encoded, &s->programs, &err),
        "%s", err.text);
  operation_close(operation);
  CHECK(schedule_make(&s->schedule,
                      &(struct traffic_request){
                          .topology = &s->t,
                          .routing = &engines_routing,
                          .traffic = "one-to-all-personalized,words=100,startup=1",
                          .packets = 1},
                      &err),
        "%s", err.text);
  s->shape = (struct shape){.topology = &s->t,
                            .routing = &engines_routing,
                            .lanes = 1,
                            .depth = 1,
                            .vcs = 1,
                            .format = {.header_bits = 1, .data_bits = 40, .number_bits = 9},
                            .programs = &s->encoded};
  s->request =
      (struct plugin_request){.shape = &s->shape, .untraced = true, .engine_bytes = 1};
}

static void scene_close(struct scene *s)
{
  engine_programs_free(&s->encoded);
  programs_free(&s->programs);
  schedule_free(&s->schedule);
}

/* Above a limit, and where no waveform is written and nothing is counted. */
TEST(test_wanted)
{
  struct scene s;
  struct plugin_request r;

  scene_open(&s);
  const uint64_t bytes =
      4 * 8 * ((uint64_t)s.encoded.program_words + s.encoded.memory_words);

  assert_int_equal(s.encoded.memory_words, 512);
  r = s.request;
  r.engine_bytes = bytes;
  assert_false(engine_sizes_wanted(&r));
  r.engine_bytes = bytes - 1;
  assert_true(engine_sizes_wanted(&r));
  r.engine_bytes = 0; /* a quarter of a GiB */
  assert_false(engine_sizes_wanted(&r));
  r = s.request;
  r.untraced = false;
  assert_false(engine_sizes_wanted(&r));
  r = s.request;
  r.coverage = true;
  assert_false(engine_sizes_wanted(&r));
  r = s.request;
  r.network = "folder";
  assert_false(engine_sizes_wanted(&r));
  scene_close(&s);
}

/* Three engines are of up to 128 words, and that of node 0 is of 512. */
TEST(test_in_lock_step)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};
  struct scene s;
  struct machine dut;
  struct run_result result;
  struct err err;

  open_cache(NULL);
  scene_open(&s);
  struct engine_sizes *sizes = engine_sizes_open(&s.request, &err);

  CHECK(sizes, "%s", err.text);
  assert_int_equal(engine_sizes_ops(sizes)->memory, 128); /* of the smaller ones */
  engine_sizes_close(sizes);
  struct run_request request = {
      .shape = s.shape, .schedule = &s.schedule, .seed = 7, .dut = &dut};

  CHECK(engines_open(&request.machine, &s.shape, true, &err) &&
            verilated_open(&dut, &s.request, &host, &err),
        "%s", err.text);
  for (int i = 0; i < 2; i++) { /* and again, with new objects */
    CHECK(run(&request, &result, &err), "%s", err.text);
    CHECK(result.outcome == OUTCOME_PASS && result.scoreboard.delivered_count == 3 * WORDS,
          "%s, %zu words", outcome_name(result.outcome), result.scoreboard.delivered_count);
    run_result_close(&result);
  }
  dut.ops->close(dut.self);
  request.machine.ops->close(request.machine.self);
  scene_close(&s);
}
