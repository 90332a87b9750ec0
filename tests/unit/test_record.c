/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_record -- the files of a bench: a golden switch that is given the one shows the
 * other. */
#include "include/lockhop.h"
#include "tests/unit/unit.h"
#include "tool/session/machines.h"
#include "tool/testbench/testbench.h"

#include <inttypes.h>

enum { UNSET = DESCRIPTION_UNSET, HEX = 4096, BUS = 256 };

/* The files of a run, and the switch of the same shape. */
struct rig {
  struct session session;
  struct machine golden;
  struct record record;
  struct run_result result;
  char *stimulus, *expected;
  size_t sizes[2];
};

static void check_run(struct rig *rig, uint32_t sw)
{
  struct err err;
  struct run_request request = session_request(&rig->session);
  FILE *stimulus = open_memstream(&rig->stimulus, &rig->sizes[0]);
  FILE *expected = open_memstream(&rig->expected, &rig->sizes[1]);

  CHECK(record_open(&rig->record, &rig->session, &rig->golden, sw, &err), "%s", err.text);
  record_begin(&rig->record, stimulus, expected);
  request.machine = rig->golden;
  request.feed = record_cycle;
  request.feed_self = &rig->record;
  CHECK(run(&request, &rig->result, &err), "%s", err.text);
  assert_int_equal(rig->result.outcome, OUTCOME_PASS);
  fclose(stimulus);
  fclose(expected);
}

static void rig_open(struct rig *rig, const struct description *given, uint32_t sw)
{
  struct description d = *given;
  struct err err;

  d.lock_step = true;
  CHECK(session_open(&rig->session, &d, NULL, &err), "%s", err.text);
  CHECK(testbench_check(&rig->session, sw, &err), "%s", err.text);
  CHECK(machines_open_golden(&rig->golden, &rig->session, &err), "%s", err.text);
  check_run(rig, sw);
}

static void rig_close(struct rig *rig)
{
  record_close(&rig->record);
  run_result_close(&rig->result);
  rig->golden.ops->close(rig->golden.self);
  session_close(&rig->session);
  free(rig->stimulus);
  free(rig->expected);
}

/* --- reading --- */

/* The next word of a file. */
static const char *word_of(char **at)
{
  static char word[HEX];

  *at += strspn(*at, " \n");
  const size_t length = strcspn(*at, " \n");
  CHECK(length > 0 && length < sizeof word, "the file ends too early");
  snprintf(word, sizeof word, "%.*s", (int)length, *at);
  *at += length;
  return word;
}

static uint64_t hex_of(char **at)
{
  return strtoull(word_of(at), NULL, 16);
}

static int64_t decimal_of(char **at)
{
  return strtoll(word_of(at), NULL, 10);
}

/* Packets of a bus, the first in its low bits. */
static void packets_of(char **at, const struct lockhop_shape *shape,
                       struct lockhop_packet *packets, uint32_t count)
{
  uint32_t words[BUS] = {0};
  const char *word = word_of(at);
  const size_t digits = strlen(word);

  for (size_t i = 0; i < digits; i++) {
    const char text[] = {word[digits - 1 - i], '\0'};

    words[i / 8] |= (uint32_t)strtoul(text, NULL, 16) << i % 8 * 4;
  }
  for (uint32_t i = 0; i < count; i++)
    packets[i] = lockhop_bus_get(words, i, shape->header_bits, shape->data_bits);
}

static void skip_titles(char **at)
{
  for (int i = 0; i < 2; i++)
    *at = strchr(*at, '\n') + 1;
}

static int64_t read_stimulus(char **at, const struct lockhop_shape *shape, uint32_t sw,
                             struct lockhop_inputs *in)
{
  const int64_t cycle = decimal_of(at);

  in->rst = decimal_of(at) == 1;
  in->phase = (uint32_t)hex_of(at);
  assert_int_equal(decimal_of(at), 1);
  assert_int_equal(decimal_of(at), sw);
  in->seed = hex_of(at);
  in->inject_valid = hex_of(at);
  packets_of(at, shape, in->inject_packet, shape->lanes);
  in->here = hex_of(at);
  in->in_valid = hex_of(at);
  packets_of(at, shape, in->in_packet, shape->ports);
  in->out_ready = hex_of(at);
  return cycle;
}

static void check_packets(char **at, const struct lockhop_shape *shape,
                          const struct lockhop_packet *shown, uint32_t count,
                          uint64_t cycle)
{
  struct lockhop_packet packets[SHAPE_CHANNELS];

  packets_of(at, shape, packets, count);
  for (uint32_t i = 0; i < count; i++)
    CHECK(packets[i].header == shown[i].header && packets[i].data == shown[i].data,
          "cycle %" PRIu64 ", packet %u", cycle, i);
}

/* In this cycle a golden switch alone shows what the file says. */
static void check_outputs(char **at, const struct lockhop_shape *shape, uint32_t sw,
                          const struct lockhop_switch *golden, uint64_t cycle)
{
  struct lockhop_outputs out;

  lockhop_switch_outputs(golden, &out);
  assert_int_equal(decimal_of(at), cycle);
  assert_int_equal(decimal_of(at), 1);
  assert_int_equal(decimal_of(at), sw);
  CHECK(hex_of(at) == out.out_valid, "out_valid in cycle %" PRIu64, cycle);
  check_packets(at, shape, out.out_packet, shape->ports, cycle);
  CHECK(hex_of(at) == out.in_ready, "in_ready in cycle %" PRIu64, cycle);
  CHECK(hex_of(at) == out.inject_ready, "inject_ready in cycle %" PRIu64, cycle);
  CHECK(hex_of(at) == out.eject_valid, "eject_valid in cycle %" PRIu64, cycle);
  check_packets(at, shape, out.eject_packet, shape->channels, cycle);
}

/* --- one switch --- */

/* A switch of the shape that the session has chosen. */
static struct lockhop_switch *switch_like(const struct shape *shape)
{
  struct lockhop_error error;
  struct lockhop_switch *sw = lockhop_switch_open(
      &(struct lockhop_description){.topology = shape->topology->spec,
                                    .routing = shape->routing->name,
                                    .depth = shape->depth,
                                    .vcs = shape->vcs,
                                    .lanes = shape->lanes,
                                    .data_bits = shape->format.data_bits,
                                    .store = shape->store,
                                    .sends = shape->sends},
      &error);
  CHECK(sw, "%s", error.text);
  return sw;
}

static void check_files(const struct rig *rig, uint32_t sw)
{
  struct lockhop_switch *golden = switch_like(&rig->session.shape);
  const struct lockhop_shape shape = lockhop_switch_shape(golden);
  char *stimulus = rig->stimulus, *expected = rig->expected;
  int64_t cycle = -(int64_t)record_reset_edges(&rig->record);

  skip_titles(&stimulus);
  skip_titles(&expected);
  for (; cycle < (int64_t)rig->record.cycle; cycle++) {
    struct lockhop_inputs in;

    if (cycle >= 0)
      check_outputs(&expected, &shape, sw, golden, (uint64_t)cycle);
    assert_int_equal(read_stimulus(&stimulus, &shape, sw, &in), cycle);
    lockhop_switch_tick(golden, &in);
  }
  assert_string_equal(stimulus, "\n");
  assert_string_equal(expected, "\n");
  lockhop_switch_close(golden);
}

TEST(test_a_switch)
{
  static const struct {
    const char *topology, *traffic, *routing, *disturb;
    int64_t packets, data_bits;
  } rows[] = {
      {"hypercube:3", "random", NULL, NULL, 4, 40},
      {"hypercube:3", "random", "rand-trans-ooo", "all", 4, 64},
      {"hypercube:2", "random", "drand-trans-ooo", "all", 4, 5},
      {"hypercube:2", "random", "drand-trans-ooo,random=shared", "resets,noise", 4, 64},
      {"hypercube:2", "random", "rand-sync", "stalls,resets", 4, 40},
      {"mesh:3x3", "random", NULL, "holds,noise", 4, 40},
      {"d3:2,2", "broadcast,source=3", NULL, NULL, 1, 40},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint32_t sw = 0; sw < 4; sw++) {
      struct description d = description_of(rows[i].topology, rows[i].traffic);
      struct rig rig = {.stimulus = NULL};

      d.routing = rows[i].routing;
      d.disturb = rows[i].disturb;
      d.packets = rows[i].packets;
      d.data_bits = rows[i].data_bits;
      rig_open(&rig, &d, sw);
      assert_true(rig.record.packets > 0);
      check_files(&rig, sw);
      rig_close(&rig);
    }
}

/* --- a network --- */

/* From 0 to 3 of hypercube:2: every line of both files, by hand from docs/switch.md.  The
 * packet enters lane 0 of switch 0 at the end of cycle 0, leaves by ports 0 and 1, and is
 * ejected at switch 3 in cycle 3, from channel 1. */
TEST(test_a_network)
{
  static const char stimulus[] = "-1 1 0 0\n"
                                 "0 0 0 1\n"
                                 "0 0 1 3\n"
                                 "1 0 0 0\n"
                                 "2 0 0 0\n"
                                 "3 0 0 0\n";
  static const char expected[] = "0 0\n"
                                 "1 1\n"
                                 "0 1 3 3 1 0 0\n"
                                 "2 1\n"
                                 "1 2 18 3 1 0 0\n"
                                 "3 1\n"
                                 "3 0 0 3 1 2 18\n";
  struct description d;
  char path[FILE_PATH], traffic[FILE_PATH + 8];
  struct rig rig = {.stimulus = NULL};

  data_path(path, "one.trace");
  FILE *file = fopen(path, "w");
  fputs("# lockhop schedule 1 hypercube:2 deterministic\n"
        "# cycle source destination header\n"
        "0 0 3 0x3\n",
        file);
  fclose(file);
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  d = description_of("hypercube:2", traffic);
  d.lanes = d.depth = 1;
  d.data_bits = 1;
  rig_open(&rig, &d, RECORD_NETWORK);
  char *at = rig.stimulus;
  skip_titles(&at);
  CHECK(strncmp(at, stimulus, strlen(stimulus)) == 0, "%s", at);
  at = rig.expected;
  skip_titles(&at);
  CHECK(strncmp(at, expected, strlen(expected)) == 0, "%s", at);
  assert_int_equal(rig.record.packets, 3);
  rig_close(&rig);
}

/* The key tells runs apart, and is the same for the same run. */
TEST(test_key)
{
  uint64_t keys[5];

  for (size_t i = 0; i < 5; i++) {
    struct description d = description_of("hypercube:2", "random");
    struct rig rig = {.stimulus = NULL};

    d.packets = 4;
    d.seed = i == 1 ? 2 : 1;
    d.lanes = i == 2 ? 2 : 1;
    rig_open(&rig, &d, i == 3 ? 1 : 0);
    keys[i] = rig.record.key;
    rig_close(&rig);
  }
  for (size_t i = 0; i < 4; i++)
    for (size_t k = 0; k < i; k++)
      assert_true(keys[i] != keys[k]);
  assert_true(keys[0] == keys[4]);
}

static void refuse(const struct description *given, uint32_t sw, const char *part)
{
  struct description d = *given;
  struct session session;
  struct err err;

  d.lock_step = true;
  CHECK(session_open(&session, &d, NULL, &err), "%s", err.text);
  assert_false(testbench_check(&session, sw, &err));
  check_error(&err, ERR_USAGE, part, d.traffic);
  session_close(&session);
}

TEST(test_refusals)
{
  struct description d = description_of("hypercube:2", "one-to-all-broadcast");

  refuse(&d, 0, "collective engines");
  d = description_of("hypercube:2", "random");
  d.disturb = "stalls";
  refuse(&d, RECORD_NETWORK, "--switch");
  d.disturb = NULL;
  d.depth = 0;
  refuse(&d, 0, "--depth 0");
  d.depth = UNSET;
  d.lanes = 0;
  refuse(&d, 0, "--lanes 0");
}
