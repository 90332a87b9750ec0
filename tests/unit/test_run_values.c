/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_values -- runs of a program whose packets carry values: a value that is damaged
 * on its way is seen, and makes the sums wrong of those that hear of it. */
#include "tests/unit/collective_unit.h"

#include "base/bits.h"

/* All-reduce on d3:2,2, hypercube:3. */
static void program_open(struct bench *b, struct made *made)
{
  struct err err;

  memset(b, 0, sizeof *b);
  made_open(made, "d3:2,2", NULL, "hypercube-embedding,program=all-reduce");
  b->golden.topology = made->t;
  b->request = (struct run_request){
      .shape = shape_of(&b->golden.topology, made->routing->name, 1, 1, 32),
      .schedule = &made->schedule,
      .seed = BENCH_SEED,
      .observer = bench_watch,
      .observer_self = b};
  b->request.shape.format.number_bits = payload_bits_for(made->schedule.count);
  b->request.shape.format.last_number = (uint32_t)made->schedule.count - 1;
  CHECK(golden_open(&b->request.machine, &b->request.shape, made->schedule.count, &err),
        "%s", err.text);
  b->machine =
      (struct planted){.inner = b->request.machine, .topology = &b->golden.topology};
}

static void program_close(struct bench *b, struct made *made)
{
  run_result_close(&b->result);
  b->machine.inner.ops->close(b->machine.inner.self);
  made_close(made);
}

/* Each bit of a value that a packet carries, in turn, is inverted as it is ejected. */
TEST(test_damaged_value)
{
  static struct bench b;
  static struct ejection list[EJECTIONS];
  struct made made;

  program_open(&b, &made);
  bench_run(&b, OUTCOME_PASS, "golden");
  assert_true(b.result.values.kept && b.result.values.right == 8);
  const struct packet_format *format = &b.request.shape.format;
  const uint32_t lowest = payload_number_bits(format), bits = payload_value_bits(format);
  const size_t count = b.ejected;

  assert_int_equal(count, 24);
  memcpy(list, b.ejections, count * sizeof *list);
  b.request.machine = planted_machine(&b.machine);
  b.machine.count = 1;
  for (size_t i = 0; i < count * bits; i++) {
    const struct ejection *e = &list[i % count];
    const uint32_t number = payload_number(e->packet.data, format);
    const struct schedule_entry *entry = &made.schedule.entries[number];
    const uint32_t *vertices = made.schedule.reduction->vertices;
    const uint32_t turn =
        bits_lowest(vertices[entry->source] ^ vertices[entry->destination]);
    char what[64];

    snprintf(what, sizeof what, "packet %u bit %zu", number, i / count);
    b.machine.plants[0] = (struct plant){.cycle = e->cycle,
                                         .field = DIFFERENCE_EJECT_DATA,
                                         .at = e->at,
                                         .port = e->channel,
                                         .bit = lowest + (uint32_t)(i / count)};
    bench_run(&b, OUTCOME_LOST, what);
    const struct fault *fault = &b.result.scoreboard.first_fault;

    CHECK(b.result.scoreboard.faults == 1 && fault->kind == FAULT_CORRUPTED &&
              fault->number == number && fault->at == e->at && fault->cycle == e->cycle,
          "%s: kind %d of packet %u", what, (int)fault->kind, fault->number);
    CHECK(b.result.values.right == 8 - (4u >> turn) &&
              b.result.scoreboard.delivered_count == count,
          "%s, turn %u: right at %u", what, turn, b.result.values.right);
  }
  program_close(&b, &made);
}

/* The ejection of packet 8 of 24: bit 0 of its number makes it 9, and bit 4 makes it 24. */
static struct ejection ejection_of_8(const struct bench *b)
{
  size_t i = 0;

  while (i < b->ejected &&
         payload_number(b->ejections[i].packet.data, &b->request.shape.format) != 8)
    i++;
  assert_true(i < b->ejected);
  return b->ejections[i];
}

/* Another number than its own: it is no delivery, and the program does not end. */
TEST(test_damaged_number)
{
  static struct bench b;
  struct made made;

  program_open(&b, &made);
  bench_run(&b, OUTCOME_PASS, "golden");
  const struct ejection e = ejection_of_8(&b);

  b.request.machine = planted_machine(&b.machine);
  b.machine.count = 1;
  b.machine.plants[0] = (struct plant){
      .cycle = e.cycle, .field = DIFFERENCE_EJECT_DATA, .at = e.at, .port = e.channel};
  bench_run(&b, OUTCOME_LOST, "another packet's number");
  assert_int_equal(b.result.scoreboard.first_fault.kind, FAULT_MISDELIVERED);
  assert_true(b.result.values.right < 8);
  b.machine.plants[0].bit = 4;
  bench_run(&b, OUTCOME_LOST, "nobody's number");
  assert_int_equal(b.result.scoreboard.first_fault.kind, FAULT_CORRUPTED);
  assert_true(b.result.values.right < 8);
  program_close(&b, &made);
}

/* A machine alone, judged by its paths and by its flow: what it does right passes, and a
 * value that changes inside a switch is no packet that was sent. */
TEST(test_alone)
{
  static struct bench b;
  struct made made;

  program_open(&b, &made);
  bench_run(&b, OUTCOME_PASS, "golden");
  const struct ejection e = ejection_of_8(&b);

  b.request.machine = planted_machine(&b.machine);
  bench_run(&b, OUTCOME_PASS, "by its paths");
  assert_int_equal(b.result.strays, 0);
  b.request.compare = COMPARE_FLOW;
  bench_run(&b, OUTCOME_PASS, "by its flow");
  assert_int_equal(b.result.values.right, 8);
  b.machine.count = 1;
  b.machine.plants[0] = (struct plant){.cycle = e.cycle,
                                       .field = DIFFERENCE_EJECT_DATA,
                                       .at = e.at,
                                       .port = e.channel,
                                       .bit = 30};
  bench_run(&b, OUTCOME_DIFFER, "a value changes");
  assert_int_equal(b.result.difference.flow.rule, FLOW_CORRUPT);
  program_close(&b, &made);
}
