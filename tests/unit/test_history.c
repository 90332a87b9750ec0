/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_history -- what a person is told of a planted difference, word by word. */
#include "run/lockstep/history.h"

#include "tests/unit/support.h"

#include <stdlib.h>

/* A bench whose second run is observed by a history. */
struct scene {
  struct bench bench;
  struct history history;
  uint32_t packet; /* what difference_packet said in the cycle of the difference */
};

static bool observe(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct scene *s = self;

  (void)err;
  if (cycle->difference)
    s->packet = difference_packet(&s->bench.golden.shape, cycle, cycle->difference);
  history_add(&s->history, cycle);
  return true;
}

/* Run until the difference, run again with the history of it, and give what is printed, to
 * be freed.  `number` as in history_open; `after` cycles follow the difference. */
static char *tell(struct scene *s, uint32_t number, uint32_t after)
{
  struct bench *b = &s->bench;
  struct difference difference;
  char *text = NULL;
  size_t size;
  struct err err;

  b->request.dut = &b->dut_machine;
  b->request.observer = NULL;
  bench_run(b, OUTCOME_DIFFER, "the first run");
  difference = b->result.difference;
  assert_true(history_open(&s->history, &b->golden.shape, &difference, number, &err));
  s->packet = 12345;
  b->request.observer = observe;
  b->request.observer_self = s;
  b->request.after = after;
  bench_run(b, OUTCOME_DIFFER, "the second run");
  b->request.after = 0;
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  history_print(&s->history, file);
  fclose(file);
  history_close(&s->history);
  return text;
}

static void check_told(struct scene *s, uint32_t number, uint32_t after, uint32_t packet,
                       const char *expected)
{
  char *text = tell(s, number, after);

  CHECK(strcmp(text, expected) == 0, "told:\n%s\nnot:\n%s", text, expected);
  CHECK(s->packet == packet, "the difference is about packet %u, not %u", s->packet,
        packet);
  free(text);
}

/* hypercube:2, one packet from 00 over 01 to 11. */
static void one_packet(struct scene *s, const struct plant *plant)
{
  bench_open(&s->bench, 2, 2, 1, NULL, 0);
  schedule_add(&s->bench.schedule, &s->bench.golden.topology, 0, 0, 3);
  s->bench.dut.count = 1;
  s->bench.dut.plants[0] = *plant;
}

/* Both machines do the same, but for the header: one line per cycle, one route. */
TEST(test_same_events_are_told_once)
{
  static struct scene s;

  one_packet(
      &s, &(struct plant){.cycle = 2, .field = DIFFERENCE_OUT_HEADER, .at = 1, .port = 1});
  check_told(
      &s, 0, 0, 0,
      "last events of switch 1:\n"
      "  cycle 0     both   idle\n"
      "  cycle 1     both   in 0 takes packet 0\n"
      "  cycle 2     both   out 1 sends packet 0\n"
      "route so far:\n"
      "  packet 0 in both: cycle 0 enters switch 0 (00), cycle 1 switch 0 (00) port 0, "
      "cycle 2 switch 1 (01) port 1\n");
  check_told(&s, UINT32_MAX, 0, 0,
             "last events of switch 1:\n"
             "  cycle 0     both   idle\n"
             "  cycle 1     both   in 0 takes packet 0\n"
             "  cycle 2     both   out 1 sends packet 0\n");
  bench_close(&s.bench);
}

/* What differs is told of each; cycles after the difference are not told. */
TEST(test_different_events_are_told_apart)
{
  static struct scene s;

  one_packet(
      &s, &(struct plant){.cycle = 2, .field = DIFFERENCE_OUT_VALID, .at = 1, .port = 1});
  check_told(
      &s, 0, 9, 0,
      "last events of switch 1:\n"
      "  cycle 0     both   idle\n"
      "  cycle 1     both   in 0 takes packet 0\n"
      "  cycle 2     golden out 1 sends packet 0\n"
      "              dut    idle\n"
      "route so far:\n"
      "  packet 0 in golden: cycle 0 enters switch 0 (00), cycle 1 switch 0 (00) port 0, "
      "cycle 2 switch 1 (01) port 1\n"
      "  packet 0 in dut: cycle 0 enters switch 0 (00), cycle 1 switch 0 (00) port 0\n");
  bench_close(&s.bench);
}

/* Routes of the same length can differ in the last hop. */
TEST(test_routes_of_one_length_are_told_apart)
{
  static struct scene s;

  one_packet(
      &s, &(struct plant){.cycle = 2, .field = DIFFERENCE_OUT_VALID, .at = 1, .port = 1});
  s.bench.dut.count = 2;
  s.bench.dut.plants[1] =
      (struct plant){.cycle = 2, .field = DIFFERENCE_OUT_VALID, .at = 1, .port = 0};
  char *text = tell(&s, 0, 0);
  assert_non_null(strstr(text, "packet 0 in golden: cycle 0 enters switch 0 (00), cycle 1 "
                               "switch 0 (00) port 0, cycle 2 switch 1 (01) port 1\n"));
  assert_non_null(strstr(text, "packet 0 in dut: cycle 0 enters switch 0 (00), cycle 1 "
                               "switch 0 (00) port 0, cycle 2 switch 1 (01) port 0\n"));
  free(text);
  bench_close(&s.bench);
}

/* A packet that only the DUT has is the packet of the difference. */
TEST(test_packet_of_the_dut_alone)
{
  static struct scene s;

  one_packet(&s, &(struct plant){.cycle = 2,
                                 .field = DIFFERENCE_OUT_VALID,
                                 .at = 1,
                                 .port = 0,
                                 .forged = {.header = 2, .data = 7}});
  check_told(&s, 7, 0, 7,
             "last events of switch 1:\n"
             "  cycle 0     both   idle\n"
             "  cycle 1     both   in 0 takes packet 0\n"
             "  cycle 2     golden out 1 sends packet 0\n"
             "              dut    out 0 sends packet 7; out 1 sends packet 0\n"
             "route so far:\n"
             "  packet 7 in golden: not started\n"
             "  packet 7 in dut: cycle 2 switch 1 (01) port 0\n");
  bench_close(&s.bench);
}

TEST(test_ready_and_ejection)
{
  static struct scene s;

  one_packet(&s,
             &(struct plant){.cycle = 1, .field = DIFFERENCE_IN_READY, .at = 1, .port = 0});
  check_told(
      &s, 0, 0, 0,
      "last events of switch 1:\n"
      "  cycle 0     both   idle\n"
      "  cycle 1     golden in 0 takes packet 0\n"
      "              dut    in 0 refuses packet 0; channel 0 not ready\n"
      "route so far:\n"
      "  packet 0 in golden: cycle 0 enters switch 0 (00), cycle 1 switch 0 (00) port 0\n"
      "  packet 0 in dut: cycle 0 enters switch 0 (00)\n");
  s.bench.dut.plants[0] = (struct plant){
      .cycle = 3, .field = DIFFERENCE_EJECT_DATA, .at = 3, .port = 1, .bit = 50};
  check_told(&s, UINT32_MAX, 0, 0,
             "last events of switch 3:\n"
             "  cycle 0     both   idle\n"
             "  cycle 1     both   idle\n"
             "  cycle 2     both   in 1 takes packet 0\n"
             "  cycle 3     both   channel 1 ejects packet 0\n");
  s.bench.dut.plants[0] =
      (struct plant){.cycle = 0, .field = DIFFERENCE_INJECT_READY, .at = 0, .port = 1};
  check_told(&s, UINT32_MAX, 0, UINT32_MAX,
             "last events of switch 0:\n"
             "  cycle 0     golden channel 2 (lane 0) takes packet 0\n"
             "              dut    channel 2 (lane 0) takes packet 0; channel 3 (lane 1) "
             "not ready\n");
  s.bench.dut.plants[0] =
      (struct plant){.cycle = 0, .field = DIFFERENCE_IN_READY, .at = 2, .port = 1};
  check_told(&s, UINT32_MAX, 0, UINT32_MAX, /* nobody offers one there */
             "last events of switch 2:\n"
             "  cycle 0     golden idle\n"
             "              dut    channel 1 not ready\n");
  bench_close(&s.bench);
}

/* Two packets for one port, one place: the second stays; a neighbour that is not ready. */
TEST(test_waiting_is_told)
{
  static struct scene s;
  struct bench *b = &s.bench;

  bench_open(b, 2, 2, 1, NULL, 0);
  schedule_add(&b->schedule, &b->golden.topology, 0, 0, 1);
  schedule_add(&b->schedule, &b->golden.topology, 0, 0, 1);
  b->dut.count = 1;
  b->dut.plants[0] =
      (struct plant){.cycle = 2, .field = DIFFERENCE_EJECT_VALID, .at = 0, .port = 0};
  b->dut.plants[0].forged = (struct packet){.header = 0, .data = 9};
  check_told(
      &s, 1, 0, 9,
      "last events of switch 0:\n"
      "  cycle 0     both   channel 2 (lane 0) takes packet 0; channel 3 (lane 1) takes "
      "packet 1\n"
      "  cycle 1     both   out 0 sends packet 0; channel 3 (lane 1) not ready\n"
      "  cycle 2     golden out 0 sends packet 1\n"
      "              dut    out 0 sends packet 1; channel 0 ejects packet 9\n"
      "route so far:\n"
      "  packet 1 in both: cycle 0 enters switch 0 (00), cycle 2 switch 0 (00) port 0\n");
  /* the far end of a link, seen from the near one */
  b->dut.count = 2;
  b->dut.plants[0] =
      (struct plant){.cycle = 1, .field = DIFFERENCE_IN_READY, .at = 1, .port = 0};
  b->dut.plants[1] = (struct plant){
      .cycle = 1, .field = DIFFERENCE_OUT_DATA, .at = 0, .port = 0, .bit = 40};
  check_told(&s, UINT32_MAX, 0, 0,
             "last events of switch 0:\n"
             "  cycle 0     both   channel 2 (lane 0) takes packet 0; channel 3 (lane 1) "
             "takes packet 1\n"
             "  cycle 1     golden out 0 sends packet 0; channel 3 (lane 1) not ready\n"
             "              dut    out 0 holds packet 0; channel 3 (lane 1) not ready\n");
  bench_close(b);
}

/* Of a long run the last 8 cycles are told, with the right numbers. */
TEST(test_last_cycles_are_told)
{
  static struct scene s;

  one_packet(&s, &(struct plant){
                     .cycle = 1234, .field = DIFFERENCE_OUT_VALID, .at = 2, .port = 0});
  schedule_add(&s.bench.schedule, &s.bench.golden.topology, 1230, 2, 0);
  schedule_add(&s.bench.schedule, &s.bench.golden.topology, 2000, 2, 0);
  check_told(
      &s, 1, 0, 0, /* what is forged has data 0, so it looks like packet 0 */
      "last events of switch 2:\n"
      "  cycle 1227  both   idle\n"
      "  cycle 1228  both   idle\n"
      "  cycle 1229  both   idle\n"
      "  cycle 1230  both   channel 2 (lane 0) takes packet 1\n"
      "  cycle 1231  both   out 1 sends packet 1\n"
      "  cycle 1232  both   idle\n"
      "  cycle 1233  both   idle\n"
      "  cycle 1234  golden idle\n"
      "              dut    out 0 sends packet 0\n"
      "route so far:\n"
      "  packet 1 in both: cycle 1230 enters switch 2 (10), cycle 1231 switch 2 (10) "
      "port 1\n");
  bench_close(&s.bench);
}

/* The packet of a difference, in every cycle of a run, for every field and port that
 * carries one. */
TEST(test_packet_of_every_difference)
{
  static struct scene s;
  static struct ejection list[EJECTIONS];
  struct bench *b = &s.bench;
  size_t count;

  bench_open(b, 3, 3, 1, "random", 3);
  bench_run(b, OUTCOME_PASS, "golden");
  count = b->ejected;
  memcpy(list, b->ejections, count * sizeof *list);
  b->dut.count = 1;
  for (size_t i = 0; i < count; i++)
    for (uint32_t field = DIFFERENCE_EJECT_VALID; field <= DIFFERENCE_EJECT_DATA; field++) {
      uint32_t number = payload_number(list[i].packet.data, &b->request.shape.format);

      b->dut.plants[0] = (struct plant){.cycle = list[i].cycle,
                                        .field = field,
                                        .at = list[i].at,
                                        .port = list[i].channel,
                                        .bit = 1};
      free(tell(&s, UINT32_MAX, 0));
      CHECK(s.packet == number, "%s of packet %u, seed %d: packet %u",
            difference_field_name(field), number, BENCH_SEED, s.packet);
    }
  bench_close(b);
}

/* --- two VCs --- */

/* The golden model, but that data is damaged when it is ejected. */
static const struct machine_ops *honest_ops;

static struct packet damaged_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  struct packet packet = honest_ops->eject_packet(self, sw, channel);

  packet.data ^= UINT64_C(1) << 50;
  return packet;
}

static void two_vc_network(struct network *network)
{
  network_prepare(network, 2, "rand-trans", 2, 1);
  network->shape.vcs = 2;
  network_start(network, EJECTIONS);
}

/* From 00 over 01 to 11 in the first VC, from there to 10 in the second. */
TEST(test_vcs_are_told)
{
  static struct scene s;
  struct bench *b = &s.bench;
  struct machine_ops damaged;

  memset(b, 0, sizeof *b);
  two_vc_network(&b->golden);
  two_vc_network(&b->twin);
  honest_ops = b->twin.golden.ops;
  damaged = *honest_ops;
  damaged.eject_packet = damaged_eject_packet;
  b->dut_machine = (struct machine){.ops = &damaged, .self = b->twin.golden.self};
  schedule_add(&b->schedule, &b->golden.topology, 0, 0, 2);
  b->schedule.entries[0].header = 2u << 2 | 3;
  b->request = (struct run_request){.shape = b->golden.shape,
                                    .schedule = &b->schedule,
                                    .seed = BENCH_SEED,
                                    .machine = b->golden.golden};
  check_told(
      &s, 0, 0, 0,
      "last events of switch 2:\n"
      "  cycle 0     both   idle\n"
      "  cycle 1     both   idle\n"
      "  cycle 2     both   idle\n"
      "  cycle 3     both   in 0 VC 1 takes packet 0\n"
      "  cycle 4     both   channel 1 (port 0 VC 1) ejects packet 0\n"
      "route so far:\n"
      "  packet 0 in both: cycle 0 enters switch 0 (00), cycle 1 switch 0 (00) port 0 "
      "VC "
      "0, cycle 2 switch 1 (01) port 1 VC 0, cycle 3 switch 3 (11) port 0 "
      "VC 1\n");
  bench_close(b);
}
