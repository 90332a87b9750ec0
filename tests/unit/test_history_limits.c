/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_history_limits -- long events, long routes, one-way links: a machine that only shows
 * makes them. */
#include "run/lockstep/history.h"

#include "base/bits.h"
#include "tests/unit/support.h"

#include <stdlib.h>

/* Every switch offers packet 100 + port on every port, in one VC.  Odd switches are
 * ready for that VC, and in their lanes; even ones are not ready at all. */
struct shower {
  uint64_t *valid, *ready, *eject; /* [switches] */
};

static struct packet shower_packet(const void *self, uint32_t sw, uint32_t port)
{
  (void)self;
  (void)sw;
  return (struct packet){.data = 100 + port};
}

static const struct machine_ops shower_ops = {
    .name = "shower", .out_packet = shower_packet, .eject_packet = shower_packet};

static void shower_open(struct shower *shower, const struct topology *t, uint32_t vcs,
                        uint32_t vc)
{
  size_t size = t->switches * sizeof(uint64_t);

  *shower = (struct shower){malloc(size), malloc(size), calloc(1, size)};
  assert_true(shower->valid && shower->ready && shower->eject);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    shower->valid[sw] = 0;
    for (uint32_t port = 0; port < t->ports; port++)
      shower->valid[sw] |= UINT64_C(1) << (port * vcs + vc);
    shower->ready[sw] = sw % 2 ? shower->valid[sw] | ~bits_mask(t->ports * vcs) : 0;
  }
}

static void shower_close(struct shower *shower)
{
  free(shower->valid);
  free(shower->ready);
  free(shower->eject);
}

/* What the history of switch `at` prints after `cycles` cycles in which a shower stands,
 * the last of them the difference; to be freed. */
static char *told_of_vcs(const struct topology *t, uint32_t at, uint32_t number,
                         uint32_t cycles, uint32_t vcs, uint32_t vc)
{
  struct shape shape = {.topology = t, .lanes = 1, .vcs = vcs};
  struct difference difference = {.at = at, .cycle = cycles - 1};
  struct history history;
  struct shower shower;
  struct machine m = {.ops = &shower_ops, .self = &shower};
  char *text = NULL;
  size_t size;
  struct err err;

  shower_open(&shower, t, vcs, vc);
  struct links links = {.valid = shower.valid,
                        .ready = shower.ready,
                        .eject = shower.eject,
                        .active = all_switches(),
                        .active_count = t->switches};
  assert_true(history_open(&history, &shape, &difference, number, &err));
  for (uint32_t cycle = 0; cycle < cycles; cycle++)
    history_add(&history, &(struct run_cycle){.cycle = cycle,
                                              .machine = &m,
                                              .dut = &m,
                                              .links = &links,
                                              .dut_links = &links});
  for (uint32_t slot = cycles; slot < HISTORY_CYCLES; slot++)
    for (size_t i = 0; i < HISTORY_EVENTS; i++)
      CHECK(history.golden.events[slot][i] == 0 && history.dut.events[slot][i] == 0,
            "byte %zu of the events of cycle %u is written", i, slot);
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  history_print(&history, file);
  fclose(file);
  history_close(&history);
  shower_close(&shower);
  return text;
}

static char *told_of_shower(const struct topology *t, uint32_t at, uint32_t number,
                            uint32_t cycles)
{
  return told_of_vcs(t, at, number, cycles, 1, 0);
}

/* Many ports: the text is cut, and nothing else is harmed. */
TEST(test_long_events_are_cut)
{
  struct topology t = topology_of("hypercube:16");
  char *text = told_of_shower(&t, 5, UINT32_MAX, 3);
  const char *line = text;
  size_t lines = 0;

  for (; (line = strstr(line, "both   ")); line++, lines++) {
    const char *events = line + strlen("both   ");
    CHECK(strcspn(events, "\n") == HISTORY_EVENTS - 1 &&
              strncmp(events, "in 0 takes packet 100; in 1 takes packet 101; ", 46) == 0,
          "%zu characters: %.60s", strcspn(events, "\n"), events);
  }
  CHECK(lines == 3, "%zu lines", lines);
  free(text);
}

/* A route of more crossings than are kept ends in dots. */
TEST(test_long_route_is_cut)
{
  struct topology t = topology_of("hypercube:2");

  for (uint32_t cycles = HISTORY_HOPS / 2 - 1; cycles <= HISTORY_HOPS / 2 + 2; cycles++) {
    /* packet 100 crosses in every cycle from switch 0 and from switch 2, by port 0 */
    char *text = told_of_shower(&t, 0, 100, cycles);
    const char *route = strstr(text, "route so far:");
    size_t crossings = 0;

    assert_non_null(route);
    for (const char *at = route; (at = strstr(at, "port 0")); at++)
      crossings++;
    CHECK(crossings == (2 * cycles < HISTORY_HOPS ? 2 * cycles : HISTORY_HOPS),
          "%u cycles: %zu crossings are told", cycles, crossings);
    CHECK(cycles < HISTORY_HOPS / 2 || strstr(route, ", cycle 31 switch 2 (10) port 0"),
          "%u cycles: the last crossing that is kept is not told", cycles);
    CHECK((strstr(route, ", ...\n") != NULL) == (2 * cycles > HISTORY_HOPS),
          "%u cycles: %s", cycles, route);
    free(text);
  }
}

/* A ring of one-way links: channel 0 of switch s is fed by switch s - 1. */
static struct link ring_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  (void)port;
  return (struct link){.to_switch = (from_switch + 1) % t->switches, .to_port = 0};
}

TEST(test_feeders_of_one_way_links)
{
  static const struct topology_row ring = {
      .name = "ring", .link = ring_link, .one_way = true};
  struct topology t = {.row = &ring,
                       .spec = "ring",
                       .switches = 5,
                       .sites = 5,
                       .per_site = 1,
                       .terminals = 5,
                       .ports = 1};
  char *text;

  text = told_of_shower(&t, 3, UINT32_MAX, 1);
  assert_string_equal(text,
                      "last events of switch 3:\n"
                      "  cycle 0     both   in 0 takes packet 100; out 0 holds packet "
                      "100\n");
  free(text);
}

/* Each event of a link has its VC; the far end is asked about the same VC. */
TEST(test_vcs_of_links)
{
  struct topology t = topology_of("hypercube:2");
  char *text = told_of_vcs(&t, 1, 101, 1, 3, 2);

  assert_string_equal(
      text, "last events of switch 1:\n"
            "  cycle 0     both   in 0 VC 2 takes packet 100; in 1 VC 2 takes packet "
            "101; out 0 VC 2 holds packet 100; out 1 VC 2 sends "
            "packet 101; channel "
            "0 (port 0 VC 0) not ready; channel 1 (port 0 VC 1) not ready; "
            "channel 3 (port 1 VC 0) not ready; channel 4 (port 1 VC 1) not ready\n"
            "route so far:\n"
            "  packet 101 in both: cycle 0 switch 1 (01) port 1 VC 2, cycle 0 "
            "switch 3 "
            "(11) port 1 VC 2\n");
  free(text);
}

/* What difference_packet says when every port offers a packet of VC 2 in the golden
 * machine, and of VC 1 in the DUT. */
static void check_packets(const struct topology *t, enum difference_field field)
{
  struct shape shape = {.topology = t, .lanes = 1, .vcs = 3};
  struct shower golden, dut;
  struct machine m = {.ops = &shower_ops};

  shower_open(&golden, t, 3, 2);
  shower_open(&dut, t, 3, 1);
  struct links links[2] = {
      {.valid = golden.valid, .ready = golden.ready, .eject = golden.eject, .active = NULL},
      {.valid = dut.valid, .ready = dut.ready, .eject = dut.eject, .active = NULL}};
  struct run_cycle cycle = {
      .machine = &m, .dut = &m, .links = &links[0], .dut_links = &links[1]};

  for (uint32_t port = 0; port < t->ports; port++)
    for (uint32_t vc = 0; vc < 3; vc++) {
      struct difference at = {.at = 2, .port = port, .vc = vc, .field = field};
      uint32_t packet = difference_packet(&shape, &cycle, &at);

      CHECK(packet == (vc ? 100 + port : UINT32_MAX), "port %u VC %u: packet %u", port, vc,
            packet);
    }
  shower_close(&golden);
  shower_close(&dut);
}

TEST(test_packet_of_a_vc)
{
  struct topology t = topology_of("hypercube:3");

  check_packets(&t, DIFFERENCE_OUT_VALID);
  check_packets(&t, DIFFERENCE_OUT_DATA);
  check_packets(&t, DIFFERENCE_IN_READY);
}
