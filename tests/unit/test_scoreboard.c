/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_scoreboard -- each packet once, whole, where it was sent: every other end is found.
 */
#include "run/lockstep/scoreboard.h"

#include "network/traffic/payload.h"
#include "tests/unit/support.h"

enum { SEED = 17, COUNT = 8 };

static const struct packet_format wide = {.header_bits = 3, .data_bits = 64};

/* hypercube:3, packet i from i to its bit-reversal, and the scoreboard of its run. */
struct court {
  struct topology t;
  struct schedule schedule;
  struct scoreboard board;
};

static void court_open(struct court *b, const struct packet_format *format)
{
  struct err err;

  b->t = topology_of("hypercube:3");
  b->schedule = schedule_of(&b->t, "bit-reversal", 1, 1);
  assert_int_equal(b->schedule.count, COUNT);
  assert_true(scoreboard_open(&b->board, &b->schedule, &b->t, format, SEED, &err));
}

static void court_close(struct court *b)
{
  scoreboard_close(&b->board);
  schedule_free(&b->schedule);
}

static uint64_t data_of(const struct court *b, uint32_t number)
{
  return payload_data(number, SEED, &b->board.format);
}

static bool eject(struct court *b, uint64_t cycle, uint32_t at, uint64_t data,
                  uint32_t *number)
{
  struct packet packet = {.header = at, .data = data};

  return scoreboard_eject(&b->board, cycle, at, &packet, number);
}

/* Packet i where it belongs, in cycle 10 + i. */
static void deliver(struct court *b, uint32_t i)
{
  uint32_t number = UINT32_MAX;

  CHECK(eject(b, 10 + i, b->schedule.entries[i].destination, data_of(b, i), &number),
        "packet %u is refused", i);
  CHECK(number == i, "packet %u is taken for %u", i, number);
}

static void check_fault(const struct court *b, enum fault_kind kind, uint64_t cycle,
                        uint32_t at, uint32_t number, const char *what)
{
  const struct fault *f = &b->board.first_fault;

  CHECK(f->kind == kind && f->cycle == cycle && f->at == at && f->number == number,
        "%s: kind %d cycle %" PRIu64 " switch %u packet %u", what, (int)f->kind, f->cycle,
        f->at, f->number);
}

TEST(test_right_deliveries_are_no_fault)
{
  struct court b;

  court_open(&b, &wide);
  for (uint32_t i = COUNT; i-- > 0;) /* the order does not matter */
    deliver(&b, i);
  scoreboard_finish(&b.board, 99);
  assert_int_equal(b.board.delivered_count, COUNT);
  assert_int_equal(b.board.faults, 0);
  assert_int_equal(b.board.first_fault.kind, FAULT_NONE);
  court_close(&b);
}

/* Many packets: each is known by itself, whether the others have come or not. */
TEST(test_each_of_many_packets_is_remembered)
{
  struct court b = {.t = topology_of("hypercube:7")};
  struct err err;

  b.schedule = schedule_of(&b.t, "bit-reversal", 2, 1);
  const uint32_t count = (uint32_t)b.schedule.count;
  assert_true(count > 200);
  assert_true(scoreboard_open(&b.board, &b.schedule, &b.t, &wide, SEED, &err));
  for (uint32_t i = 0; i < count; i += 2)
    deliver(&b, i);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t at = b.schedule.entries[i].destination;
    const size_t faults = b.board.faults;
    uint32_t number;

    CHECK(eject(&b, 500, at, data_of(&b, i), &number) == (i % 2 == 1), "packet %u", i);
    assert_int_equal(b.board.faults, faults + (i % 2 == 0));
  }
  assert_int_equal(b.board.first_fault.kind, FAULT_DUPLICATED);
  assert_int_equal(b.board.delivered_count, count);
  court_close(&b);
}

/* Any one bit of any packet's data. */
TEST(test_corrupted_is_found)
{
  for (uint32_t i = 0; i < COUNT; i++)
    for (uint32_t bit = 0; bit < 64; bit++) {
      struct court b;
      uint32_t number = 1234, at;
      char what[48];

      snprintf(what, sizeof what, "packet %u bit %u", i, bit);
      court_open(&b, &wide);
      at = b.schedule.entries[i].destination;
      uint64_t data = data_of(&b, i) ^ UINT64_C(1) << bit;
      CHECK(!eject(&b, 5, at, data, &number), "%s is accepted", what);
      CHECK(number == 1234, "%s: a number is given", what);
      check_fault(&b, FAULT_CORRUPTED, 5, at, (uint32_t)data, what);
      deliver(&b, i); /* the packet itself can still arrive */
      assert_int_equal(b.board.faults, 1);
      court_close(&b);
    }
}

/* The number of no packet, with the check that it would have; and data of another seed. */
TEST(test_data_of_no_packet_is_corrupted)
{
  const uint32_t beyond[] = {COUNT, COUNT + 1, 64, UINT32_MAX};
  struct court b;
  uint32_t number;

  for (size_t i = 0; i < 4; i++) {
    court_open(&b, &wide);
    assert_false(eject(&b, 3, 0, data_of(&b, beyond[i]), &number));
    check_fault(&b, FAULT_CORRUPTED, 3, 0, beyond[i], "a number beyond the schedule");
    court_close(&b);
  }
  court_open(&b, &wide);
  assert_false(eject(&b, 3, 0, payload_data(0, SEED + 1, &wide), &number));
  check_fault(&b, FAULT_CORRUPTED, 3, 0, 0, "data of another seed");
  court_close(&b);
}

/* Every packet at every switch but its own. */
TEST(test_misdelivered_is_found)
{
  for (uint32_t i = 0; i < COUNT; i++)
    for (uint32_t at = 0; at < 8; at++) {
      struct court b;
      uint32_t number;
      char what[48];

      snprintf(what, sizeof what, "packet %u at switch %u", i, at);
      court_open(&b, &wide);
      if (at != b.schedule.entries[i].destination) {
        CHECK(!eject(&b, 7, at, data_of(&b, i), &number), "%s is accepted", what);
        check_fault(&b, FAULT_MISDELIVERED, 7, at, i, what);
        /* it is not lost as well, and a copy at the right switch is one too many */
        CHECK(!eject(&b, 8, b.schedule.entries[i].destination, data_of(&b, i), &number),
              "%s: a copy is accepted", what);
        assert_int_equal(b.board.delivered_count, 0);
        scoreboard_finish(&b.board, 9);
        assert_int_equal(b.board.faults, 2 + COUNT - 1);
      }
      court_close(&b);
    }
}

TEST(test_duplicated_is_found)
{
  for (uint32_t i = 0; i < COUNT; i++) {
    struct court b;
    uint32_t number, at;
    char what[48];

    snprintf(what, sizeof what, "packet %u", i);
    court_open(&b, &wide);
    at = b.schedule.entries[i].destination;
    for (uint32_t j = 0; j < COUNT; j++)
      deliver(&b, j);
    CHECK(!eject(&b, 50, at, data_of(&b, i), &number), "%s is accepted twice", what);
    check_fault(&b, FAULT_DUPLICATED, 50, at, i, what);
    assert_int_equal(b.board.delivered_count, COUNT);
    scoreboard_finish(&b.board, 60);
    assert_int_equal(b.board.faults, 1);
    court_close(&b);
  }
}

/* Every set of packets that do not arrive: all are counted, the lowest is shown. */
TEST(test_lost_is_found)
{
  for (uint32_t lost = 1; lost < 1u << COUNT; lost++) {
    struct court b;
    uint32_t count = 0, lowest = COUNT;
    char what[48];

    snprintf(what, sizeof what, "set %#x lost", lost);
    court_open(&b, &wide);
    for (uint32_t i = COUNT; i-- > 0;)
      if (lost >> i & 1) {
        count++;
        lowest = i;
      } else {
        deliver(&b, i);
      }
    scoreboard_finish(&b.board, 77);
    CHECK(b.board.faults == count, "%s: %zu faults", what, b.board.faults);
    check_fault(&b, FAULT_LOST, 77, b.schedule.entries[lowest].source, lowest, what);
    court_close(&b);
  }
}

/* The first fault in time is kept, the others are counted. */
TEST(test_first_fault_is_kept)
{
  struct court b;
  uint32_t number;

  court_open(&b, &wide);
  deliver(&b, 0);
  assert_false(eject(&b, 20, 7, data_of(&b, 1), &number));
  assert_false(eject(&b, 21, 0, data_of(&b, 0), &number));
  assert_false(eject(&b, 22, 5, 0, &number));
  scoreboard_finish(&b.board, 30);
  check_fault(&b, FAULT_MISDELIVERED, 20, 7, 1, "three faults and six lost");
  assert_int_equal(b.board.faults, 3 + 6);
  court_close(&b);
}

/* Narrow data still tells the packets apart; what is above the width is corruption. */
TEST(test_narrow_data)
{
  const struct packet_format narrow = {.header_bits = 3, .data_bits = 3};
  struct court b;
  uint32_t number;

  court_open(&b, &narrow);
  for (uint32_t i = 1; i < COUNT; i++)
    deliver(&b, i);
  assert_false(eject(&b, 9, 0, 1 << 3, &number));
  check_fault(&b, FAULT_CORRUPTED, 9, 0, 8, "a bit above the width");
  assert_false(eject(&b, 9, b.schedule.entries[1].destination, 1, &number));
  deliver(&b, 0);
  assert_int_equal(b.board.delivered_count, COUNT);
  court_close(&b);
}

static void check_printed(const struct court *b, const struct fault *fault,
                          const char *expected)
{
  char line[256];

  scoreboard_print_fault(&b->board, &b->t, fault, line, sizeof line);
  CHECK(strcmp(line, expected) == 0, "'%s'\nnot '%s'", line, expected);
  for (size_t size = 1; size <= strlen(expected) + 1; size++) {
    memset(line, '!', sizeof line);
    scoreboard_print_fault(&b->board, &b->t, fault, line, size);
    CHECK(strncmp(line, expected, size - 1) == 0 && strlen(line) == size - 1 &&
              line[size] == '!',
          "size %zu: '%.*s'", size, (int)size, line);
  }
}

/* One line that names packet, switches and cycle; a short buffer gets its beginning. */
TEST(test_printed_line_names_everything)
{
  struct court b;

  court_open(&b, &wide);
  check_printed(&b, &(struct fault){FAULT_LOST, 40, 3, 3, 0},
                "lost: packet 3 from terminal 3 (011) to terminal 6 (110)");
  check_printed(
      &b, &(struct fault){FAULT_DUPLICATED, 41, 6, 3, 0},
      "duplicated: packet 3 from terminal 3 (011) to terminal 6 (110), ejected in "
      "cycle 41 at switch 6 (110)");
  check_printed(
      &b, &(struct fault){FAULT_MISDELIVERED, 42, 1, 3, 0},
      "misdelivered: packet 3 from terminal 3 (011) to terminal 6 (110), ejected in "
      "cycle 42 at switch 1 (001)");
  check_printed(&b, &(struct fault){FAULT_CORRUPTED, 43, 1, 999999, 0},
                "corrupted: in cycle 43 switch 1 (001) ejected data that no packet has "
                "(number 999999)");
  court_close(&b);
}

/* --- broadcasts --- */

enum { BROADCASTS = 2, MIXED = COUNT + BROADCASTS };

/* The court, with packets 3 and 7 broadcasts, and two packets behind them. */
static void court_open_mixed(struct court *b)
{
  struct err err;

  b->t = topology_of("hypercube:3");
  b->schedule = schedule_of(&b->t, "bit-reversal", 1, 1);
  schedule_add(&b->schedule, &b->t, 0, 7, 1);
  schedule_add(&b->schedule, &b->t, 0, 7, 2);
  b->schedule.entries[3].destination = b->schedule.entries[7].destination = SCHEDULE_ALL;
  assert_true(scoreboard_open(&b->board, &b->schedule, &b->t, &wide, SEED, &err));
  assert_int_equal(b->board.expected, MIXED - BROADCASTS + BROADCASTS * 8);
}

/* All deliveries but that of packet `number` at switch `at`. */
static void deliver_mixed(struct court *b, uint32_t number, uint32_t at)
{
  for (uint32_t i = 0; i < MIXED; i++)
    for (uint32_t sw = 0; sw < 8; sw++) {
      uint32_t to = b->schedule.entries[i].destination, found = UINT32_MAX;

      if ((i == number && sw == at) || (to != SCHEDULE_ALL && to != sw))
        continue;
      CHECK(eject(b, 10, sw, data_of(b, i), &found) && found == i,
            "packet %u at switch %u is taken for %u", i, sw, found);
    }
}

TEST(test_broadcasts_are_expected_everywhere)
{
  struct court b;

  court_open_mixed(&b);
  deliver_mixed(&b, UINT32_MAX, 0);
  assert_int_equal(b.board.delivered_count, b.board.expected);
  scoreboard_finish(&b.board, 99);
  assert_int_equal(b.board.faults, 0);
  court_close(&b);
}

/* Any packet twice at any switch where it belongs; at another, a broadcast belongs. */
TEST(test_broadcasts_come_once_to_a_switch)
{
  for (uint32_t i = 0; i < MIXED; i++)
    for (uint32_t at = 0; at < 8; at++) {
      struct court b;
      uint32_t number;

      court_open_mixed(&b);
      deliver_mixed(&b, UINT32_MAX, 0);
      uint32_t to = b.schedule.entries[i].destination;
      assert_false(eject(&b, 40, at, data_of(&b, i), &number));
      check_fault(&b,
                  to == SCHEDULE_ALL || to == at ? FAULT_DUPLICATED : FAULT_MISDELIVERED,
                  40, at, i, "a packet too many");
      scoreboard_finish(&b.board, 99);
      assert_int_equal(b.board.faults, 1);
      court_close(&b);
    }
}

/* A broadcast that is missing at one switch is lost there. */
TEST(test_broadcasts_are_lost_where_they_are_missing)
{
  for (uint32_t i = 0; i < MIXED; i++)
    for (uint32_t at = 0; at < 8; at++) {
      struct court b;

      court_open_mixed(&b);
      uint32_t to = b.schedule.entries[i].destination;
      deliver_mixed(&b, i, at);
      scoreboard_finish(&b.board, 99);
      assert_int_equal(b.board.faults, to == SCHEDULE_ALL || to == at);
      if (b.board.faults)
        check_fault(&b, FAULT_LOST, 99,
                    to == SCHEDULE_ALL ? at : b.schedule.entries[i].source, i, "lost");
      court_close(&b);
    }
}

/* A broadcast to a group is lost where a member misses it, and wrong elsewhere. */
TEST(test_broadcasts_to_a_group)
{
  for (uint32_t member = 0; member < 8; member++)
    for (uint32_t at = 0; at < 8; at++) {
      struct court b;
      struct err err;
      uint32_t number;

      court_open(&b, &wide);
      scoreboard_close(&b.board);
      b.schedule.entries[0].destination = SCHEDULE_ALL;
      b.schedule.count = 1;
      b.schedule.group = calloc(8, 1);
      b.schedule.group[member] = 1;
      assert_true(scoreboard_open(&b.board, &b.schedule, &b.t, &wide, SEED, &err));
      assert_int_equal(b.board.expected, 1);
      assert_true(eject(&b, 40, at, data_of(&b, 0), &number) == (at == member));
      if (at != member)
        check_fault(&b, FAULT_MISDELIVERED, 40, at, 0, "not in the group");
      scoreboard_finish(&b.board, 99);
      assert_int_equal(b.board.faults, at == member ? 0 : 2);
      court_close(&b);
    }
}

TEST(test_printed_line_of_a_broadcast)
{
  struct court b;

  court_open_mixed(&b);
  check_printed(
      &b, &(struct fault){FAULT_LOST, 40, 6, 3, 0},
      "lost: packet 3 from terminal 3 (011) to all terminals, missing at terminal 6 "
      "(110)");
  check_printed(
      &b, &(struct fault){FAULT_DUPLICATED, 41, 6, 7, 0},
      "duplicated: packet 7 from terminal 7 (111) to all terminals, at terminal 6 "
      "(110)");
  court_close(&b);
}

TEST(test_empty_schedule_has_nothing_to_lose)
{
  const struct topology t = topology_of("hypercube:3");
  struct schedule none = {.count = 0};
  struct scoreboard board;
  struct err err;

  assert_true(scoreboard_open(&board, &none, &t, &wide, SEED, &err));
  scoreboard_finish(&board, 0);
  assert_int_equal(board.faults, 0);
  scoreboard_close(&board);
}

TEST(test_short_memory_is_told)
{
  const struct topology t = topology_of("hypercube:10");
  struct schedule huge = {.count = (size_t)1 << 15};
  struct scoreboard board;
  struct err err = {.kind = ERR_NONE};

  skip_where_memory_has_no_limit();
  huge.entries = calloc(huge.count, sizeof *huge.entries);
  assert_non_null(huge.entries);
  for (size_t i = 0; i < huge.count; i++)
    huge.entries[i].destination = SCHEDULE_ALL;
  rlim_t old = limit_memory(1 << 20);
  bool opened = scoreboard_open(&board, &huge, &t, &wide, SEED, &err);
  set_memory(old);
  assert_false(opened);
  check_error(&err, ERR_ENVIRONMENT, "32768 packets", "2^15 broadcasts to 2^10 switches");
  scoreboard_close(&board);
  schedule_free(&huge);
}

/* --- data without numbers --- */

static void open_constant(struct court *b)
{
  const struct packet_format format = {
      .header_bits = 3, .data_bits = 8, .data_kind = PAYLOAD_FIRST_OTHER};

  court_open(b, &format);
  scoreboard_close(&b->board);
  schedule_free(&b->schedule);
  b->schedule = schedule_of(&b->t, "bit-reversal", 3, 1); /* three for each terminal */
  struct err err;
  assert_true(scoreboard_open(&b->board, &b->schedule, &b->t, &format, SEED, &err));
}

/* So many of equal packets must arrive; the first counts as the first. */
TEST(test_equal_packets_are_counted)
{
  struct court b;
  uint32_t number, last = UINT32_MAX;

  open_constant(&b);
  for (uint32_t round = 0; round < 3; round++)
    for (uint32_t at = 0; at < COUNT; at++) {
      assert_true(eject(&b, 5 + round, at, data_of(&b, 0), &number));
      assert_int_equal(b.schedule.entries[number].destination, at);
      if (at == 0) {
        assert_true(round == 0 || number > last);
        last = number;
      }
    }
  scoreboard_finish(&b.board, 99);
  assert_int_equal(b.board.faults, 0);
  assert_false(eject(&b, 50, 6, data_of(&b, 0), &number));
  assert_int_equal(b.board.first_fault.kind, FAULT_DUPLICATED);
  assert_int_equal(b.schedule.entries[b.board.first_fault.number].destination, 6);
  court_close(&b);
}

TEST(test_equal_packets_have_faults)
{
  struct court b;
  uint32_t number;
  char text[256];

  open_constant(&b);
  assert_false(eject(&b, 5, 2, data_of(&b, 0) ^ 1, &number));
  assert_int_equal(b.board.first_fault.kind, FAULT_CORRUPTED);
  scoreboard_print_fault(&b.board, &b.t, &b.board.first_fault, text, sizeof text);
  assert_true(strstr(text, "data that no packet has") && !strstr(text, "number"));
  scoreboard_reset(&b.board, SEED, 100);
  assert_true(data_of(&b, 0) == payload_data(0, SEED, &b.board.format));
  /* None has started yet in the cycle in which the run starts again. */
  assert_false(eject(&b, 100, 2, data_of(&b, 0), &number));
  assert_true(eject(&b, 101, 2, data_of(&b, 0), &number));
  assert_int_equal(b.board.delivered_count, 1);
  const size_t before = b.board.faults;
  scoreboard_finish(&b.board, 200);
  assert_int_equal(b.board.faults - before, 3 * COUNT - 1);
  court_close(&b);
}

/* Small numbers: the data are those of a packet for another terminal. */
TEST(test_equal_packets_go_elsewhere)
{
  const struct packet_format format = {
      .header_bits = 3, .data_bits = 40, .data_kind = PAYLOAD_FIRST_OTHER + 1};
  struct court b;
  uint32_t number, wrong = 0;

  court_open(&b, &format);
  for (uint32_t at = 0; at < COUNT; at++) {
    const uint64_t data = data_of(&b, 0);
    bool own = false;

    for (uint32_t i = 0; i < COUNT; i++)
      own |= b.schedule.entries[i].destination == at && data_of(&b, i) == data;
    if (own)
      continue;
    assert_false(eject(&b, 9, at, data, &number));
    wrong++;
    assert_int_equal(b.board.first_fault.kind, FAULT_MISDELIVERED);
    assert_true(data_of(&b, b.board.first_fault.number) == data);
    break;
  }
  assert_int_equal(wrong, 1);
  scoreboard_finish(&b.board, 99);
  assert_int_equal(b.board.faults, 1 + COUNT - 1);
  court_close(&b);
}

/* What scoreboard_take takes is what scoreboard_eject would have delivered, and it leaves
 * the rest alone: packets that are damaged, elsewhere, too many or unknown, and the first
 * and the last one. */
TEST(test_taken_at_once)
{
  struct packet_format format = wide;
  struct schedule_entry room;
  struct court b;
  uint32_t number, taken = 0;

  format.number_bits = 3;
  format.last_number = COUNT - 1;
  court_open(&b, &format);
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t i = 0; i < COUNT; i++)
      for (uint32_t at = 0; at < COUNT; at++)
        for (uint32_t bit = 0; bit <= 64; bit++) {
          const struct packet packet = {
              .header = at, .data = data_of(&b, i) ^ (bit < 64 ? UINT64_C(1) << bit : 0)};
          const bool right = scoreboard_accepts(&b.board, at, &packet);
          const size_t before = b.board.delivered_count;
          const struct schedule_entry *entry =
              scoreboard_take(&b.board, at, &packet, &room, &number);

          CHECK((entry != NULL) == (right && i > 0 && i < COUNT - 1),
                "round %u packet %u switch %u bit %u: %s", round, i, at, bit,
                entry ? "taken" : "left");
          assert_int_equal(b.board.delivered_count, before + (entry != NULL));
          if (!entry)
            continue;
          taken++;
          assert_ptr_equal(entry, &b.schedule.entries[i]);
          assert_int_equal(number, i);
        }
  assert_int_equal(taken, COUNT - 2);
  deliver(&b, 0);
  deliver(&b, COUNT - 1);
  CHECK(!eject(&b, 90, b.schedule.entries[3].destination, data_of(&b, 3), &number),
        "a packet that was taken comes again");
  check_fault(&b, FAULT_DUPLICATED, 90, b.schedule.entries[3].destination, 3, "again");
  assert_int_equal(b.board.delivered_count, COUNT);
  court_close(&b);
}

/* After a reset in mid-run payloads have another seed. */
TEST(test_taken_after_a_reset)
{
  struct packet_format format = wide;
  struct schedule_entry room;
  struct court b;
  uint32_t number;

  format.number_bits = 3;
  format.last_number = COUNT - 1;
  court_open(&b, &format);
  const uint32_t at = b.schedule.entries[2].destination;
  const struct packet old = {.header = at, .data = payload_data(2, SEED, &format)};
  const struct packet fresh = {.header = at, .data = payload_data(2, SEED + 1, &format)};

  assert_non_null(scoreboard_take(&b.board, at, &old, &room, &number));
  scoreboard_reset(&b.board, SEED + 1, 50);
  assert_null(scoreboard_take(&b.board, at, &old, &room, &number));
  assert_non_null(scoreboard_take(&b.board, at, &fresh, &room, &number));
  court_close(&b);
}
