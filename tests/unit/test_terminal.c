/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* Several terminals at a switch: their numbers, their lanes, their field of the data. */
#include "run/lockstep/scoreboard.h"
#include "run/machine/injections.h"
#include "tests/unit/unit.h"

#include <string.h>

enum { SEED = 5, DATA_BITS = 40 };

static void check_refused(const char *spec, const char *text)
{
  struct topology t;
  struct err err = {.kind = ERR_NONE};

  assert_false(topology_open(&t, spec, &err));
  assert_int_equal(err.kind, ERR_USAGE);
  assert_string_equal(err.text, text);
}

TEST(test_the_number_of_terminals_is_read)
{
  struct topology one = topology_of("d3:2,2,terminals=1");
  struct topology two = topology_of("hypercube:3,terminals=2");
  struct topology part = topology_of("d3:2,2,terminals=3,cabinets=0-2/3");

  assert_string_equal(one.spec, "d3:2,2");
  assert_int_equal(one.terminals, 8);
  assert_int_equal(one.per_site, 1);
  assert_string_equal(two.spec, "hypercube:3,terminals=2");
  assert_int_equal(two.sites, 8);
  assert_int_equal(two.terminals, 16);
  assert_string_equal(part.spec, "d3:2,2,cabinets=0-2/3,terminals=3");
  assert_int_equal(part.terminals, 24);
}

TEST(test_wrong_numbers_are_refused)
{
  static const char *const wrong[] = {"0", "64", "x", "-1", "4294967297", "1.5"};

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char spec[64], text[128];

    snprintf(spec, sizeof spec, "mesh:3x3,terminals=%s", wrong[i]);
    snprintf(text, sizeof text,
             "%s: terminals must be in 1..63: each needs an injection lane", spec);
    check_refused(spec, text);
  }
  check_refused("mesh:3x3,terminals=2,terminals=2",
                "'mesh:3x3,terminals=2,terminals=2': terminals is given twice");
  check_refused("benes:3,terminals=2",
                "benes:3,terminals=2: one terminal at a switch: paths are set up for "
                "permutations of the rows; leave terminals=2 out, or take butterfly:d");
}

/* Number t mod T of site t / T, in print and back; and no other text is a terminal. */
TEST(test_terminals_have_addresses)
{
  static const char *const specs[] = {"d3:2,2,terminals=3", "hypercube:3,terminals=2",
                                      "mesh:3x3,terminals=4", "hdn:2x3:2,terminals=2",
                                      "butterfly:2,terminals=2"};
  static const char *const wrong[] = {"24", "0.1.1",   "0.1.1/3", "0.1.1/",
                                      "/1", "0.2.0/1", ""};
  struct topology t = topology_of(specs[0]);
  uint32_t read;
  struct err err;

  assert_true(topology_parse_terminal(&t, "0.1.1/2", "SRC", &read, &err));
  assert_int_equal(read, 11);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK(!topology_parse_terminal(&t, wrong[i], "SRC", &read, &err), "'%s'", wrong[i]);
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    t = topology_of(specs[i]);
    for (uint32_t terminal = 0; terminal < t.terminals; terminal++) {
      char text[ADDRESS_TEXT];

      topology_print_terminal(&t, terminal, text);
      CHECK(topology_parse_terminal(&t, text, "SRC", &read, &err) && read == terminal,
            "%s: terminal %u prints as %s", specs[i], terminal, text);
      CHECK(topology_receiver(&t, topology_sink(&t, terminal), terminal % t.per_site) ==
                terminal,
            "%s: terminal %u", specs[i], terminal);
      CHECK(topology_receiver(&t, topology_sink(&t, terminal), t.per_site) == UINT32_MAX,
            "%s: number %u", specs[i], t.per_site);
    }
  }
}

/* Each lane of a switch belongs to one terminal. */
TEST(test_lanes_are_shared_out)
{
  struct topology t = topology_of("hypercube:2,terminals=3");
  const struct shape shape = {.topology = &t, .lanes = 6};

  for (uint32_t site = 0; site < t.sites; site++)
    for (uint32_t place = 0; place < t.per_site; place++)
      assert_int_equal(injections_lanes(&shape, topology_terminal(&t, site, place)),
                       UINT64_C(3) << 2 * place);
}

TEST(test_data_have_a_terminal_field)
{
  struct packet_format format = {
      .data_bits = DATA_BITS, .number_bits = 4, .last_number = 15, .per_site = 3};

  for (uint32_t each = 1; each <= 63; each++) {
    const uint32_t bits = payload_terminal_bits(each);

    assert_true(each <= UINT64_C(1) << bits &&
                (bits == 0 || each > UINT64_C(1) << (bits - 1)));
  }
  format.terminal_bits = payload_terminal_bits(format.per_site);
  for (uint32_t number = 0; number < 16; number++) {
    const uint64_t data = payload_to(number, 7 + number, SEED, &format);

    assert_int_equal(payload_terminal(data, &format), (7 + number) % 3);
    assert_int_equal(payload_number(data, &format), number);
    assert_int_equal(data >> DATA_BITS, 0);
  }
  format.data_bits = 5;
  assert_false(payload_fits(9, &format)); /* 3 bits are for numbers */
  assert_true(payload_fits(8, &format));
  format.data_bits = 2;
  format.data_kind = PAYLOAD_FIRST_OTHER;
  assert_false(payload_fits(1, &format));
}

/* --- the scoreboard --- */

struct case_of_board {
  uint32_t at;     /* switch of the ejection */
  uint64_t change; /* of the data */
  enum fault_kind kind;
  const char *text; /* NULL: it is right */
};

/* Packet 1 goes from terminal 0 to terminal 7, number 1 of switch 2 of three. */
static void check_board(const struct case_of_board *c, uint32_t kind)
{
  struct topology t = topology_of("hypercube:2,terminals=3");
  const struct packet_format format = {.header_bits = 2,
                                       .data_bits = DATA_BITS,
                                       .data_kind = kind,
                                       .per_site = 3,
                                       .terminal_bits = 2};
  struct schedule_entry entries[] = {{.source = 0, .destination = 6},
                                     {.source = 0, .destination = 7}};
  const struct schedule schedule = {.entries = entries, .count = 2};
  struct packet packet = {.data = schedule_data(&schedule, 1, SEED, &format) ^ c->change};
  struct scoreboard board;
  struct err err;
  uint32_t number;
  char text[256];

  assert_true(scoreboard_open(&board, &schedule, &t, &format, SEED, &err));
  assert_int_equal(scoreboard_eject(&board, 9, c->at, &packet, &number), c->text == NULL);
  assert_int_equal(board.first_fault.kind, c->kind);
  if (c->text)
    assert_string_equal(
        scoreboard_print_fault(&board, &t, &board.first_fault, text, sizeof text), c->text);
  scoreboard_close(&board);
}

TEST(test_the_scoreboard_reads_the_field)
{
  static const struct case_of_board cases[] = {
      {2, 0, FAULT_NONE, NULL},
      {2, 1, FAULT_MISDELIVERED,
       "misdelivered: packet 1 from terminal 0 at switch 0 (00) to terminal 7 at switch 2 "
       "(10), "
       "ejected in cycle 9 at switch 2 (10), its terminal field 0"},
      {2, 2, FAULT_MISDELIVERED, /* there is no number 3 */
       "misdelivered: packet 1 from terminal 0 at switch 0 (00) to terminal 7 at switch 2 "
       "(10), "
       "ejected in cycle 9 at switch 2 (10), its terminal field 3"},
      {1, 0, FAULT_MISDELIVERED,
       "misdelivered: packet 1 from terminal 0 at switch 0 (00) to terminal 7 at switch 2 "
       "(10), "
       "ejected in cycle 9 at switch 1 (01), its terminal field 1"},
      {2, UINT64_C(1) << 36, FAULT_CORRUPTED,
       "corrupted: in cycle 9 switch 2 (10) ejected data that no packet has (number 1)"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    check_board(&cases[i], PAYLOAD_NUMBERS);
}

/* Equal payloads for two terminals of a switch are not equal data. */
TEST(test_the_field_tells_equal_packets_apart)
{
  uint32_t constant = PAYLOAD_FIRST_OTHER;
  struct err err;

  assert_true(payload_read(&constant, "constant", &err));
  check_board(&(struct case_of_board){2, 0, FAULT_NONE, NULL}, constant);
  check_board(
      &(struct case_of_board){
          1, 0, FAULT_MISDELIVERED,
          "misdelivered: packet 1 from terminal 0 at switch 0 (00) to terminal 7 at switch "
          "2 "
          "(10), ejected in cycle 9 at switch 1 (01), its terminal field 1"},
      constant);
}
