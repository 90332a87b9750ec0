/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_terminals_apart -- a network with one-way links, whose sources and sinks are
 * different switches: its laws, and runs on the golden machine. */
#include "network/topology/bisection.h"
#include "network/topology/dependency.h"
#include "network/topology/link_load.h"
#include "network/topology/measure.h"
#include "network/traffic/pattern.h"
#include "network/traffic/relation.h"
#include "tests/unit/stages.h"
#include "tests/unit/support.h"
#include "verilog/generate/readme.h"

enum { SEED = 7, BITS = 40, MOST = 5 /* dimensions */ };

/* --- laws --- */

TEST(test_links_are_a_permutation)
{
  for (uint32_t d = 1; d <= MOST; d++) {
    struct topology t = stages_of(d);
    uint8_t *ends = calloc((size_t)t.switches * t.ports, 1);

    assert_non_null(ends);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < t.ports; port++) {
        struct link far = topology_link(&t, sw, port);
        struct link feeder = topology_feeder(&t, far.to_switch, far.to_port);

        CHECK(far.to_switch < t.switches && far.to_port < t.ports &&
                  ends[(size_t)far.to_switch * t.ports + far.to_port]++ == 0,
              "%s: %u port %u", t.spec, sw, port);
        CHECK(feeder.to_switch == sw && feeder.to_port == port,
              "%s: %u port %u is fed by "
              "%u port %u",
              t.spec, far.to_switch, far.to_port, feeder.to_switch, feeder.to_port);
      }
    free(ends);
  }
}

TEST(test_terminals_and_switches)
{
  struct topology t = stages_of(3), cube = topology_of("hypercube:3");
  char text[ADDRESS_TEXT];
  struct err err;
  uint32_t found = 0, read;

  for (uint32_t terminal = 0; terminal < t.terminals; terminal++) {
    assert_int_equal(topology_source_of(&t, topology_source(&t, terminal)), terminal);
    assert_int_equal(topology_sink_of(&t, topology_sink(&t, terminal)), terminal);
    topology_print_terminal(&t, terminal, text);
    CHECK(topology_parse_terminal(&t, text, "SRC", &read, &err) && read == terminal,
          "terminal %u is printed as %s", terminal, text);
  }
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    found += topology_source_of(&t, sw) != UINT32_MAX;
    found += topology_sink_of(&t, sw) != UINT32_MAX;
  }
  assert_int_equal(found, 16);
  assert_false(topology_parse_terminal(&t, "8", "SRC", &read, &err));
  assert_string_equal(err.text, "SRC '8' is out of range; stages:3 has terminals 0 to 7");
  assert_false(topology_parse_terminal(&t, "0.1", "SRC", &read, &err));
  assert_string_equal(err.text,
                      "SRC '0.1' is not a terminal of stages:3; give a number in 0..7");
  assert_true(topology_parse_terminal(&cube, "010", "SRC", &read, &err));
  assert_int_equal(read, 2);
  assert_false(topology_parse_terminal(&cube, "8", "SRC", &read, &err));
  assert_string_equal(err.text,
                      "SRC '8' is out of range; hypercube:3 has terminals 0 to 7");
}

TEST(test_every_pair_arrives)
{
  for (uint32_t d = 1; d <= MOST; d++) {
    struct topology t = stages_of(d);
    struct hop hops[MOST + 1];

    for (uint32_t from = 0; from < t.terminals; from++)
      for (uint32_t to = 0; to < t.terminals; to++) {
        uint64_t header = stages_header(&t, from, to, 0);
        size_t count =
            topology_path(&t, &stages_routings[0], from, to, header, 0, hops, MOST + 1);

        CHECK(count == d + 1 && hops[0].at == from && hops[d].at == (d << d) + to,
              "%s: %u to %u: %zu", t.spec, from, to, count);
        CHECK(topology_path(&t, &stages_routings[0], from, to ^ 1, header, 0, hops,
                            MOST + 1) == 0,
              "%s: %u to %u arrives elsewhere", t.spec, from, to);
      }
  }
}

/* Links lead to higher levels alone, so nothing can wait in a circle; and with lanes or
 * without, every link that some packet takes is found. */
TEST(test_nothing_waits_in_a_circle)
{
  for (uint32_t d = 1; d <= 3; d++) {
    struct topology t = stages_of(d);
    struct dependency of_lanes, of_ports;
    struct err err;

    CHECK(dependency_explore(&of_lanes, &t, &stages_routings[0], 1, false, &err) &&
              dependency_explore(&of_ports, &t, &stages_routings[0], 1, true, &err),
          "%s", err.text);
    assert_int_equal(of_lanes.cycle_length, 0);
    assert_int_equal(of_ports.cycle_length, 0);
    /* Each of the 2^(d+1) links into a level below d can be followed by 2. */
    assert_int_equal(of_lanes.dependencies, (d - 1) * 2 * t.terminals * 2);
    /* And each of the 2d unused ends at a source by its 2 links, which no unused link goes
     * round with. */
    assert_int_equal(of_ports.dependencies,
                     of_lanes.dependencies + (size_t)t.terminals * t.ports * 2);
  }
}

/* Links between the halves, whichever way they go, fewest over all halves. */
static uint64_t fewest_links(const struct topology *t)
{
  uint64_t fewest = UINT64_MAX;

  for (uint32_t set = 0; set < UINT32_C(1) << t->switches; set++) {
    uint64_t links = 0;

    if (bits_count(set) != t->switches / 2)
      continue;
    for (uint32_t sw = 0; sw < t->switches; sw++)
      for (uint32_t port = 0; port < t->ports; port++)
        if (topology_port_kind(t, sw, port) == PORT_LINK)
          links += (set >> sw & 1) != (set >> topology_link(t, sw, port).to_switch & 1);
    fewest = links < fewest ? links : fewest;
  }
  return fewest;
}

static double measured(const struct measurement *rows, size_t count, const char *quantity)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(rows[i].quantity, quantity) == 0 && rows[i].measured)
      return rows[i].value;
  fail_msg("%s is not measured", quantity);
  return 0;
}

TEST(test_measured_quantities)
{
  for (uint32_t d = 1; d <= MOST; d++) {
    struct topology t = stages_of(d);
    struct measurement rows[MEASURE_ROWS];
    struct permutation permutations[PATTERN_ROWS];
    struct err err;
    size_t count =
        topology_measure(&t, &stages_routings[0], permutations,
                         pattern_permutations(&t, permutations), rows, MEASURE_ROWS, &err);

    CHECK(count > 0, "%s: %s", t.spec, err.text);
    for (size_t i = 0; i < count; i++)
      CHECK(!rows[i].formula || strcmp(measure_verdict(&rows[i]), "equal") == 0,
            "%s: %s is %g, not %g (%s)", t.spec, rows[i].quantity, rows[i].value,
            rows[i].formula_value, rows[i].how);
    assert_true(measured(rows, count, "terminals") == t.terminals);
    /* A link out of level l has 2^l sources and 2^(d-1-l) destinations. */
    assert_true(measured(rows, count, "worst link load") == 1u << (d - 1) / 2);
    if (d <= 2)
      assert_int_equal(measured(rows, count, "bisection"), fewest_links(&t));
  }
}

/* --- runs --- */

struct rig {
  struct topology topology;
  struct shape shape;
  struct schedule schedule;
  struct machine golden;
  struct planted planted;
  struct run_request request;
  struct run_result result;
};

/* Packets come in at sources and leave at sinks alone. */
static bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  const struct topology *t = self;

  (void)err;
  for (size_t i = 0; i < cycle->injection_count; i++)
    assert_int_not_equal(topology_source_of(t, cycle->injections[i].at), UINT32_MAX);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    CHECK(!cycle->links->eject[sw] || topology_sink_of(t, sw) != UINT32_MAX,
          "%s: switch %u ejects", t->spec, sw);
  return true;
}

/* `traffic` NULL: no packets yet.  The rig must stay where it is. */
static void rig_open(struct rig *rig, uint32_t d, uint32_t lanes, uint32_t depth,
                     const char *traffic, uint32_t packets)
{
  struct err err = {.kind = ERR_NONE};

  *rig = (struct rig){.topology = stages_of(d)};
  rig->shape = (struct shape){
      .topology = &rig->topology,
      .routing = &stages_routings[1],
      .lanes = lanes,
      .depth = depth,
      .vcs = 1,
      .format = {.header_bits = rig->topology.address_bits, .data_bits = BITS},
  };
  CHECK(!traffic || schedule_make(&rig->schedule,
                                  &(struct traffic_request){.topology = &rig->topology,
                                                            .routing = rig->shape.routing,
                                                            .traffic = traffic,
                                                            .packets = packets,
                                                            .seed = SEED},
                                  &err),
        "%s", err.text);
  CHECK(golden_open(&rig->golden, &rig->shape, 1 << 16, &err), "%s", err.text);
  rig->planted = (struct planted){.inner = rig->golden, .topology = &rig->topology};
  rig->request = (struct run_request){.shape = rig->shape,
                                      .schedule = &rig->schedule,
                                      .seed = SEED,
                                      .machine = rig->golden,
                                      .observer = watch,
                                      .observer_self = &rig->topology};
}

static const struct run_result *rig_run(struct rig *rig, enum outcome expected)
{
  struct err err = {.kind = ERR_NONE};

  run_result_close(&rig->result);
  CHECK(run(&rig->request, &rig->result, &err), "%s: %s", rig->topology.spec, err.text);
  CHECK(rig->result.outcome == expected, "%s: %s, not %s", rig->topology.spec,
        outcome_name(rig->result.outcome), outcome_name(expected));
  return &rig->result;
}

static void rig_close(struct rig *rig)
{
  run_result_close(&rig->result);
  rig->golden.ops->close(rig->golden.self);
  schedule_free(&rig->schedule);
}

static void add(struct rig *rig, const struct schedule_entry *entry)
{
  struct schedule *s = &rig->schedule;

  s->entries = realloc(s->entries, (s->count + 1) * sizeof *s->entries);
  assert_non_null(s->entries);
  s->entries[s->count] = *entry;
  if (entry->destination != SCHEDULE_ALL && entry->header == 0)
    s->entries[s->count].header =
        stages_header(&rig->topology, entry->source, entry->destination, 0);
  s->count++;
}

/* One packet per terminal: d hops each, and those that meet on a link out of level l are
 * 2^min(l, d-1-l), all there at once. */
TEST(test_permutations_take_their_steps)
{
  static const struct {
    const char *traffic;
    bool worst; /* packets wait, as many steps as the worst load is above 1 */
  } rows[] = {{"identity", false}, {"bit-complement", false}, {"bit-reversal", true}};

  for (uint32_t d = 1; d <= MOST; d++)
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      static struct rig rig;
      uint32_t load = rows[i].worst ? 1u << (d - 1) / 2 : 1, found;
      struct err err;

      rig_open(&rig, d, 1, 0, rows[i].traffic, 1);
      const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
      CHECK(r->statistics.steps == d + load - 1 && r->statistics.hops == d << d &&
                r->scoreboard.delivered_count == UINT64_C(1) << d,
            "%s %s: %" PRIu64 " steps, %" PRIu64 " hops", rig.topology.spec,
            rows[i].traffic, r->statistics.steps, r->statistics.hops);
      for (size_t p = 0; p < PATTERN_ROWS; p++)
        if (strcmp(patterns[p].permutation.name, rows[i].traffic) == 0) {
          assert_true(link_load_of(&rig.topology, rig.shape.routing,
                                   &patterns[p].permutation, &found, &err));
          assert_int_equal(found, load);
        }
      rig_close(&rig);
    }
}

/* All send to terminal 0: half of them come by each of its two links, one in a step. */
TEST(test_hot_spot_takes_its_steps)
{
  char path[FILE_PATH], traffic[FILE_PATH + 8];

  for (uint32_t d = 1; d <= MOST; d++) {
    static struct rig rig;
    char zeros[2 << MOST];

    for (uint32_t i = 0; i < 1u << d; i++)
      memcpy(zeros + 2 * i, "0\n", 2);
    write_data(data_path(path, "zeros"), zeros, 2 << d);
    snprintf(traffic, sizeof traffic, "file:%s", path);
    rig_open(&rig, d, 1, 0, traffic, 1);
    const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
    assert_int_equal(r->statistics.steps, d + (1u << (d - 1)) - 1);
    rig_close(&rig);
  }
}

/* Finite queues, several packets per terminal, with lanes and in the ports. */
TEST(test_full_load_is_delivered)
{
  for (uint32_t lanes = 0; lanes <= 3; lanes++)
    for (uint32_t depth = 1; depth <= 2; depth++) {
      static struct rig rig;

      rig_open(&rig, 3, lanes, depth, "random", 6);
      const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
      assert_int_equal(r->scoreboard.delivered_count, 48);
      assert_int_equal(r->statistics.hops, 48 * 3);
      rig_close(&rig);
    }
}

TEST(test_open_loop)
{
  static struct rig rig;
  uint32_t sent[8] = {0}, received[8] = {0};

  rig_open(&rig, 3, 1, 4, "uniform,load=0.5,warmup=100,measure=1000", 1);
  for (size_t i = 0; i < rig.schedule.count; i++) {
    sent[rig.schedule.entries[i].source]++;
    received[rig.schedule.entries[i].destination]++;
  }
  for (uint32_t i = 0; i < 8; i++)
    CHECK(sent[i] > 450 && sent[i] < 650 && received[i] > 450 && received[i] < 650,
          "terminal %u: %u sent, %u received", i, sent[i], received[i]);
  const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
  double accepted = (double)r->in_window / (1000.0 * rig.topology.terminals);
  CHECK(accepted > 0.45 && accepted < 0.55, "accepted load %g", accepted);
  rig_close(&rig);
}

/* Every terminal gets one copy, over a tree: 2 + 4 + ... + 2^d links. */
TEST(test_broadcasts_come_to_every_terminal)
{
  for (uint32_t d = 1; d <= MOST; d++) {
    static struct rig rig;
    uint32_t terminals = 1u << d;

    rig_open(&rig, d, 1, 0, NULL, 0);
    add(&rig,
        &(struct schedule_entry){.source = terminals - 1, .destination = SCHEDULE_ALL});
    add(&rig, &(struct schedule_entry){.cycle = 1, .destination = SCHEDULE_ALL});
    const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
    assert_int_equal(schedule_deliveries(&rig.schedule, &rig.topology), 2 * terminals);
    assert_int_equal(r->scoreboard.delivered_count, 2 * terminals);
    assert_int_equal(r->statistics.steps, d + 1);
    rig_close(&rig);
  }
}

/* An answer starts at the source of the terminal that the question came to. */
TEST(test_answers_start_at_the_source)
{
  static struct rig rig;

  rig_open(&rig, 3, 1, 0, NULL, 0);
  add(&rig, &(struct schedule_entry){.source = 1, .destination = 6});
  add(&rig, &(struct schedule_entry){.source = 6, .destination = 2, .answers = 1});
  const struct run_result *r = rig_run(&rig, OUTCOME_PASS);
  assert_int_equal(r->statistics.steps, 3 + 1 + 3);
  rig_close(&rig);
}

static void check_fault(struct rig *rig, const char *expected)
{
  char line[512];

  scoreboard_print_fault(&rig->result.scoreboard, &rig->topology,
                         &rig->result.scoreboard.first_fault, line, sizeof line);
  assert_string_equal(line, expected);
}

/* A report names the terminals, and the switches where they are. */
TEST(test_faults_are_named)
{
  static struct rig rig;

  rig_open(&rig, 3, 1, 0, NULL, 0);
  add(&rig, &(struct schedule_entry){.source = 1, .destination = 6});
  rig.request.machine = planted_machine(&rig.planted);
  rig.planted.count = 1;
  /* Ejected in cycle 4 on channel 4, where no one sees it. */
  rig.planted.plants[0] =
      (struct plant){.cycle = 4, .field = DIFFERENCE_EJECT_VALID, .at = 30, .port = 4};
  rig_run(&rig, OUTCOME_LOST);
  check_fault(&rig, "lost: packet 0 from terminal 1 at switch 1 (0.1) to terminal 6 at "
                    "switch 30 (3.6)");
  assert_int_equal(rig.result.scoreboard.first_fault.at, 1);

  rig.planted.count = 0;
  rig.schedule.entries[0].header = stages_header(&rig.topology, 1, 5, 0);
  rig_run(&rig, OUTCOME_LOST);
  check_fault(&rig,
              "misdelivered: packet 0 from terminal 1 at switch 1 (0.1) to terminal 6 "
              "at switch 30 (3.6), ejected in cycle 4 at switch 29 (3.5)");

  rig.schedule.entries[0] = (struct schedule_entry){.destination = SCHEDULE_ALL};
  rig.planted.count = 1;
  rig_run(&rig, OUTCOME_LOST);
  check_fault(&rig, "lost: packet 0 from terminal 0 at switch 0 (0.0) to all terminals, "
                    "missing at terminal 6 at switch 30 (3.6)");
  rig_close(&rig);
}

/* Terminal 6 is a switch of the middle, too, which has no terminal: what is ejected there
 * is wrong, of a broadcast as well. */
TEST(test_switch_without_a_terminal_delivers_nothing)
{
  static const uint32_t destinations[] = {6, SCHEDULE_ALL};
  struct topology t = stages_of(3);
  const struct packet_format format = {.header_bits = 6, .data_bits = BITS};

  for (size_t i = 0; i < 2; i++) {
    struct schedule_entry entry = {.source = 1, .destination = destinations[i]};
    struct schedule schedule = {.entries = &entry, .count = 1};
    struct packet packet = {.data = payload_data(0, SEED, &format)};
    struct scoreboard board;
    struct err err;
    uint32_t number;

    assert_true(scoreboard_open(&board, &schedule, &t, &format, SEED, &err));
    assert_false(scoreboard_eject(&board, 3, 14, &packet, &number));
    assert_int_equal(board.first_fault.kind, FAULT_MISDELIVERED);
    if (i == 1) { /* it is still missing everywhere */
      scoreboard_finish(&board, 9);
      assert_int_equal(board.faults, 1 + t.terminals);
    }
    scoreboard_close(&board);
  }
}

/* A schedule is printed and read back, and is an h-relation of terminals. */
TEST(test_traces_speak_of_terminals)
{
  static struct rig rig;
  char path[FILE_PATH], traffic[FILE_PATH + 8], *text = NULL;
  struct traffic_request request = {.topology = &rig.topology, .traffic = traffic};
  struct schedule again;
  struct err err;
  size_t size;
  uint32_t h;

  rig_open(&rig, 3, 1, 0, "random", 5);
  assert_true(relation_of(&rig.schedule, &rig.topology, &h, &err));
  assert_int_equal(h, 5);
  text = print_text(&rig.schedule, &rig.topology, &size);
  write_data(data_path(path, "trace"), text, size);
  free(text);
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  request.routing = &stages_routings[0];
  CHECK(schedule_make(&again, &request, &err), "%s", err.text);
  assert_true(same_entries(&rig.schedule, &again));
  schedule_free(&again);
  rig_close(&rig);
  static const char far[] = "# lockhop schedule 1 stages:3 destination-tag\n"
                            "# cycle source destination header\n"
                            "0 0 8 0x3\n";
  write_data(path, far, strlen(far));
  rig.topology = stages_of(3);
  assert_false(schedule_make(&again, &request, &err));
  check_error(&err, ERR_USAGE,
              ":3: destination 8 is out of range; stages:3 has terminals 0 to 7", "trace");
}

/* The page of the generated network says where they are; it says nothing where they are the
 * switches. */
TEST(test_page_of_the_network_lists_them)
{
  struct topology cube = topology_of("hypercube:2");
  struct shape shape = {.topology = &cube,
                        .routing = &cube.routings[0],
                        .lanes = 1,
                        .depth = 1,
                        .vcs = 1,
                        .format = {.header_bits = 2, .data_bits = BITS}};
  static struct rig rig;
  char *texts[2] = {NULL, NULL};
  size_t size;

  rig_open(&rig, 2, 1, 1, NULL, 0);
  for (int i = 0; i < 2; i++) {
    FILE *file = open_memstream(&texts[i], &size);

    assert_non_null(file);
    readme_print(i ? &shape : &rig.shape, file);
    fclose(file);
  }
  assert_non_null(strstr(texts[0], "| 0 | 0 | 8 |\n| 1 | 1 | 9 |\n| 2 | 2 | 10 |\n"
                                   "| 3 | 3 | 11 |\n"));
  assert_null(strstr(texts[1], "## Terminals"));
  free(texts[0]);
  free(texts[1]);
  rig_close(&rig);
}
