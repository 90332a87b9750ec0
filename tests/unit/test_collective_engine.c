/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collective_engine -- what the page says of the engine, cycle by cycle:
 * docs/switches/collective_engine.md. */
#include "switch/component/collective_engine.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

enum { PROGRAM = 16, MEMORY = 8, PORTS = 3, LANE = PORTS };

struct rig {
  struct collective_engine engine;
  uint64_t program[PROGRAM], memory[MEMORY];
};

static uint64_t head(uint32_t steps, uint32_t words, uint32_t startup, uint32_t word)
{
  return ENGINE_FIRST | (uint64_t)(word - 1) << 48 | (uint64_t)startup << 32 |
         (uint64_t)(words - 1) << 16 | steps;
}

/* A step; the lists of all programs here are at 8 (receive) and 10 (send). */
static uint64_t step(uint32_t send_port, uint32_t sends, uint32_t receive_port,
                     uint32_t receives)
{
  return send_port | (uint64_t)receive_port << 6 | (uint64_t)sends << 12 |
         (uint64_t)receives << 36;
}

static const uint64_t lists = 10 | (uint64_t)8 << 32;

/* Power on with garbage, and load a program after `before` other words. */
static void load(struct rig *r, const uint64_t *words, size_t count, size_t before)
{
  memset(r, 0x5a, sizeof *r);
  r->engine.ports = PORTS;
  r->engine.program_words = PROGRAM;
  r->engine.memory_words = MEMORY;
  r->engine.program = r->program;
  r->engine.memory = r->memory;
  for (size_t i = 0; i < before; i++)
    collective_engine_reset(&r->engine, UINT64_C(0x1234567));
  for (size_t i = 0; i < count; i++)
    collective_engine_reset(&r->engine, words[i]);
}

static struct collective_engine_out shown(const struct rig *r)
{
  return collective_engine_comb(&r->engine);
}

/* One cycle of phase `now` whose next is `phase`. */
static void tick(struct rig *r, uint32_t phase)
{
  collective_engine_tick(&r->engine, &(struct collective_engine_in){.phase = phase});
}

static void inject(struct rig *r, uint64_t word, uint32_t phase)
{
  CHECK(shown(r).inject_ready, "the lane is not ready");
  collective_engine_tick(&r->engine, &(struct collective_engine_in){.phase = phase,
                                                                    .inject_valid = true,
                                                                    .inject_word = word});
}

/* The first diagram of the page: t_s = 2, t_w = 3, a word that is taken late. */
TEST(test_timing)
{
  const uint64_t words[] = {head(1, 1, 2, 3), lists, step(1, 2, 0, 0), 0, 0, 0, 0, 0, 5, 0,
                            UINT64_C(1) << 32};
  static const struct {
    uint32_t delay, sent, step;
    char shows;
    bool ready;
  } cycles[] = {
      {0, 0, 0, '_', true}, {1, 0, 0, '_', true},  {2, 0, 0, '_', true},
      {3, 0, 0, '_', true}, {4, 0, 0, 'A', true},  {0, 1, 0, '_', true},
      {1, 1, 0, '_', true}, {2, 1, 0, 'B', false}, {2, 1, 0, 'B', true},
      {0, 0, 1, '_', true},
  };
  struct rig r;

  load(&r, words, sizeof words / sizeof words[0], 3);
  inject(&r, 'A', 0);
  inject(&r, 'B', 1);
  for (size_t i = 0; i < sizeof cycles / sizeof cycles[0]; i++) {
    const struct collective_engine_out out = shown(&r);

    CHECK(r.engine.delay == cycles[i].delay && r.engine.sent == cycles[i].sent &&
              r.engine.step == cycles[i].step,
          "cycle %zu: delay %u, sent %u, step %u", i + 1, r.engine.delay, r.engine.sent,
          r.engine.step);
    CHECK(out.out_valid == (cycles[i].shows == '_' ? 0 : 1 << 1),
          "cycle %zu: valid %" PRIx64, i + 1, out.out_valid);
    CHECK(!out.out_valid || out.out_word == (uint64_t)cycles[i].shows,
          "cycle %zu: word %" PRIu64, i + 1, out.out_word);
    CHECK(!out.inject_ready && out.in_ready == 0, "cycle %zu: ready", i + 1);
    collective_engine_tick(
        &r.engine, &(struct collective_engine_in){
                       .phase = 1, .out_ready = cycles[i].ready ? 7 : 7 & ~(1 << 1)});
  }
  CHECK(!collective_engine_awake(&r.engine), "awake after its last step");
}

/* The second diagram: a message of two words is received, stored, ejected, and sent on. */
TEST(test_forward)
{
  const uint64_t words[] = {
      head(2, 2, 0, 1), lists, step(0, 0, 2, 1), step(1, 1, 0, 0), 0, 0, 0, 0, 3};
  struct rig r;
  char seen[16] = "";

  load(&r, words, sizeof words / sizeof words[0], 0);
  r.program[10] = 0;
  tick(&r, 1);
  for (uint32_t cycle = 1; cycle <= 5; cycle++) {
    const struct collective_engine_out out = shown(&r);
    const bool comes = cycle <= 2;

    CHECK(out.in_ready == (comes ? 1 << 2 : 0), "cycle %u: ready %" PRIx64, cycle,
          out.in_ready);
    CHECK(out.eject_valid == (cycle == 2 || cycle == 3 ? 1 << 2 : 0),
          "cycle %u: eject %" PRIx64, cycle, out.eject_valid);
    if (out.eject_valid)
      sprintf(seen + strlen(seen), "e%c", (char)out.eject_word);
    CHECK(out.out_valid == (cycle == 3 || cycle == 4 ? 1 << 1 : 0),
          "cycle %u: valid %" PRIx64, cycle, out.out_valid);
    if (out.out_valid)
      sprintf(seen + strlen(seen), "o%c", (char)out.out_word);
    collective_engine_tick(&r.engine,
                           &(struct collective_engine_in){.phase = 1,
                                                          .in_valid = comes ? 1 << 2 : 0,
                                                          .in_word = cycle == 1 ? 'A' : 'B',
                                                          .out_ready = 7});
  }
  CHECK(strcmp(seen, "eAeBoAoB") == 0, "seen: %s", seen);
  CHECK(r.engine.free == 2 && r.engine.step == 2, "free %u", r.engine.free);
}

/* Send and receive in one step that ends when both are done; t_s counts for the sender. */
TEST(test_both)
{
  for (uint32_t late = 0; late < 6; late++) {
    const uint64_t words[] = {head(1, 1, 3, 1),
                              lists,
                              step(0, 1, 1, 2),
                              0,
                              0,
                              0,
                              0,
                              0,
                              1 | 1 << 2 | 2 << 4,
                              0,
                              0};
    struct rig r;
    uint32_t cycle;

    load(&r, words, sizeof words / sizeof words[0], 0);
    inject(&r, 7, 1);
    for (cycle = 0; r.engine.step == 0 && cycle < 20; cycle++) {
      const struct collective_engine_out out = shown(&r);

      CHECK((out.out_valid == 1) == (cycle == 3), "late %u cycle %u: valid", late, cycle);
      CHECK(out.in_ready == (cycle < late + 2 ? 2 : 0), "late %u cycle %u: ready %" PRIx64,
            late, cycle, out.in_ready);
      collective_engine_tick(
          &r.engine, &(struct collective_engine_in){.phase = 1,
                                                    .in_valid = cycle >= late ? 7 : 5,
                                                    .in_word = 100 + cycle,
                                                    .out_ready = 7});
    }
    CHECK(cycle == (late + 2 > 4 ? late + 2 : 4), "late %u: %u cycles", late, cycle);
    CHECK(r.memory[0] == 7 && r.memory[1] == 100 + late && r.engine.free == 2,
          "late %u: memory", late);
  }
}

/* Loaded words: stored, ejected at the lane's channel, both or dropped. */
TEST(test_load)
{
  const uint64_t words[] = {
      head(0, 1, 0, 1), lists, 0, 0, 0, 0, 0, 0, 0 | 1 << 2 | 2 << 4 | 3 << 6};
  struct rig r;

  load(&r, words, sizeof words / sizeof words[0], 0);
  for (uint32_t i = 0; i < 5; i++) {
    const uint64_t eject = i == 3 || i == 4 ? UINT64_C(1) << LANE : 0;

    CHECK(shown(&r).eject_valid == eject, "word %u: eject %" PRIx64, i,
          shown(&r).eject_valid);
    CHECK(!eject || shown(&r).eject_word == 9 + i, "word %u: eject", i);
    if (i < 4)
      inject(&r, 10 + i, 0);
  }
  CHECK(r.engine.free == 2 && r.memory[0] == 11 && r.memory[1] == 13, "memory");
  /* no steps: nothing ever moves, whatever the phase */
  for (uint32_t i = 0; i < 4; i++)
    tick(&r, 1);
  CHECK(shown(&r).out_valid == 0 && shown(&r).in_ready == 0 && r.engine.step == 0, "moves");
  CHECK(!collective_engine_awake(&r.engine), "awake");
}

/* A step with neither takes a cycle; ports that are none stop the engine; a pause. */
TEST(test_edges)
{
  const uint64_t words[] = {head(3, 1, 0, 1),
                            lists,
                            step(0, 0, 0, 0),
                            step(0, 1, 0, 0),
                            step(PORTS, 1, 0, 0),
                            0,
                            0,
                            0,
                            1,
                            0,
                            0};
  struct rig r;

  load(&r, words, sizeof words / sizeof words[0], 0);
  inject(&r, 3, 1);
  CHECK(r.engine.step == 0 && shown(&r).out_valid == 0, "before");
  tick(&r, 0);
  CHECK(r.engine.step == 1 && shown(&r).out_valid == 0 && shown(&r).inject_ready, "pause");
  tick(&r, 1);
  CHECK(shown(&r).out_valid == 1 && shown(&r).out_word == 3, "on");
  collective_engine_tick(&r.engine,
                         &(struct collective_engine_in){.phase = 1, .out_ready = 1});
  for (uint32_t i = 0; i < 9; i++) {
    CHECK(r.engine.step == 2 && shown(&r).out_valid == 0, "no port: step %u",
          r.engine.step);
    collective_engine_tick(
        &r.engine, &(struct collective_engine_in){.phase = 1, .out_ready = UINT64_MAX});
  }
}

/* Memory and program have ends. */
TEST(test_ends)
{
  uint64_t words[PROGRAM + 4] = {head(1, 1, 0, 1), lists, step(0, 1, 0, 0)};
  struct rig r;

  words[8] = 0x55555555;
  words[10] = MEMORY;
  for (size_t i = PROGRAM; i < PROGRAM + 4; i++)
    words[i] = i; /* beyond the end */
  load(&r, words, PROGRAM + 4, 0);
  CHECK(r.engine.write == PROGRAM, "write %u", r.engine.write);
  for (uint32_t i = 0; i < MEMORY + 3; i++)
    inject(&r, i + 1, i == MEMORY + 2);
  CHECK(r.engine.free == MEMORY + 3 && r.memory[0] == 1 && r.memory[MEMORY - 1] == MEMORY,
        "free %u", r.engine.free);
  CHECK(shown(&r).out_valid == 1 && shown(&r).out_word == 0, "a word beyond the end");
  /* a second reset begins again */
  collective_engine_reset(&r.engine, head(0, 1, 0, 1));
  CHECK(r.engine.write == 1 && r.engine.free == 0 && r.engine.phase == 0 &&
            r.engine.receive_index == 0,
        "reset");
}
