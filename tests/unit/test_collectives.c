/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collectives -- traffic that collective engines move: what is read, what is offered.
 */
#include "network/traffic/collectives.h"

#include "tests/unit/traffic_unit.h"

static struct collectives read_of(const struct topology *t, const char *traffic,
                                  uint64_t seed)
{
  struct collectives c;
  struct err err;

  CHECK(collectives_read(&c, traffic, t, seed, &err), "%s: %s", traffic, err.text);
  return c;
}

TEST(test_what_is_read)
{
  struct topology t = topology_of("rdn:2x2x2:1");
  struct collectives c = read_of(&t, "one-to-all-broadcast", 1);

  assert_int_equal(c.operation.kind, COLLECTIVE_ONE_TO_ALL_BROADCAST);
  assert_int_equal(c.operation.source, 0);
  assert_true(c.startup == 0 && c.word == 1 && c.words == 1 && !c.operation.wanted);
  assert_int_equal(c.operation.rule, OPERATION_RULE);
  assert_int_equal(read_of(&t, "one-to-all-broadcast,rule=corrected", 1).operation.rule,
                   OPERATION_RULE);
  assert_int_equal(read_of(&t, "one-to-all-broadcast,rule=printed", 1).operation.rule,
                   OPERATION_RULE_PRINTED);
  c = read_of(&t, "one-to-all-personalized,word=3,source=0.4.5,words=65536,startup=9", 1);
  assert_int_equal(c.operation.kind, COLLECTIVE_ONE_TO_ALL_PERSONALIZED);
  assert_int_equal(c.operation.source, 37);
  assert_true(c.startup == 9 && c.word == 3 && c.words == 65536);
  assert_int_equal(read_of(&t, "one-to-all-broadcast,source=100", 1).operation.source, 100);
  assert_int_equal(read_of(&t, "all-to-all-broadcast", 1).operation.send,
                   OPERATION_SEND_NEEDED);
  assert_int_equal(read_of(&t, "all-to-all-broadcast,send=not-own", 1).operation.send,
                   OPERATION_SEND_NOT_OWN);
  assert_int_equal(read_of(&t, "all-to-all-broadcast,send=all", 1).operation.send,
                   OPERATION_SEND_ALL);
  assert_int_equal(read_of(&t, "all-to-all-personalized", 1).operation.order,
                   OPERATION_TEXT);
  assert_int_equal(
      read_of(&t, "all-to-all-personalized,order=intra-first", 1).operation.order,
      OPERATION_INTRA_FIRST);
}

/* One entry a word: of each node by destination, one in each cycle. */
TEST(test_entries)
{
  struct topology t = topology_of("torus:2x3");
  struct schedule schedule = schedule_of(&t, "all-to-all-personalized,words=2", 9, 1);
  uint32_t found[6][6] = {{0}};

  assert_int_equal(schedule.count, 6 * 5 * 2);
  assert_int_equal(schedule_width(&schedule, &t), 1);
  for (size_t i = 0; i < schedule.count; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];

    CHECK(entry->source == i % 6 && entry->cycle == i / 6 && entry->destination < 6 &&
              entry->source != entry->destination,
          "entry %zu", i);
    CHECK(i < 6 || entry->destination >= entry[-6].destination, "entry %zu", i);
    found[entry->source][entry->destination]++;
  }
  for (uint32_t a = 0; a < 6; a++)
    for (uint32_t b = 0; b < 6; b++)
      assert_int_equal(found[a][b], a == b ? 0 : 2);
  schedule_free(&schedule);

  schedule = schedule_of(&t, "one-to-all-personalized,source=4", 1, 1);
  assert_int_equal(schedule.count, 5);
  for (uint32_t i = 0; i < 5; i++)
    assert_true(schedule.entries[i].source == 4 &&
                schedule.entries[i].destination == i + (i == 4));
  schedule_free(&schedule);

  schedule = schedule_of(&t, "all-to-all-broadcast,words=3", 1, 1);
  assert_int_equal(schedule.count, 18);
  assert_int_equal(schedule_deliveries(&schedule, &t), 18 * 6);
  schedule_free(&schedule);
}

TEST(test_to_many)
{
  struct topology t = topology_of("rdn:2x2:1");
  struct schedule schedule =
      schedule_of(&t, "one-to-many-broadcast,destinations=0.1.2+7+30,source=3", 1, 1);

  assert_int_equal(schedule.count, 1);
  assert_true(schedule.entries[0].destination == SCHEDULE_ALL &&
              schedule.entries[0].source == 3);
  assert_int_equal(schedule_deliveries(&schedule, &t), 3);
  for (uint32_t i = 0; i < t.terminals; i++)
    assert_int_equal(schedule_in_group(&schedule, i), i == 6 || i == 7 || i == 30);
  size_t size;
  char *text = print_text(&schedule, &t, &size);

  CHECK(strstr(text, "\n# all is 6 7 30\n"), "%s", text);
  free(text);
  schedule_free(&schedule);
}

/* As many as are asked for, never the source, others with another seed. */
TEST(test_to_random_ones)
{
  struct topology t = topology_of("hypercube:5");
  uint32_t often[32] = {0};

  for (uint64_t seed = 0; seed < 200; seed++) {
    struct collectives c = read_of(&t, "one-to-many-broadcast,count=5,source=9", seed);
    uint32_t count = 0;

    for (uint32_t i = 0; i < 32; i++) {
      count += c.wanted[i];
      often[i] += c.wanted[i];
    }
    CHECK(count == 5 && !c.wanted[9], "seed %llu: %u", (unsigned long long)seed, count);
    collectives_free(&c);
  }
  for (uint32_t i = 0; i < 32; i++)
    CHECK(i == 9 || (often[i] > 10 && often[i] < 60), "terminal %u: %u times", i, often[i]);
}

TEST(test_some_of_all)
{
  struct topology t = topology_of("rdn:2x2:1");
  struct schedule schedule = schedule_of(
      &t, "all-to-all-personalized,sources=0.1.2+3,destinations=9+3+31,words=2", 1, 1);
  /* Node 3 has no message for itself, so its last one comes earlier. */
  static const uint32_t from[] = {3, 6, 3, 6, 3, 6, 3, 6, 6, 6};
  static const uint32_t to[] = {9, 3, 9, 3, 31, 9, 31, 9, 31, 31};

  assert_int_equal(schedule.count, 10);
  for (uint32_t i = 0; i < 10; i++)
    CHECK(schedule.entries[i].source == from[i] &&
              schedule.entries[i].destination == to[i] &&
              schedule.entries[i].cycle == (i < 8 ? i / 2 : i - 4),
          "entry %u", i);
  schedule_free(&schedule);
  schedule = schedule_of(&t, "all-to-all-broadcast,sources=7+1", 1, 1);
  assert_int_equal(schedule.count, 2);
  assert_true(schedule.entries[0].source == 1 && schedule.entries[1].source == 7);
  assert_int_equal(schedule_deliveries(&schedule, &t), 64);
  schedule_free(&schedule);
}

TEST(test_rows)
{
  struct topology t = topology_of("rdn:2x2:1");
  struct err err;

  assert_true(collectives_is_row(traffic_find("one-to-many-broadcast,count=2", &t, &err)));
  assert_true(collectives_is_row(traffic_find("all-to-all-broadcast", &t, &err)));
  assert_false(collectives_is_row(traffic_find("gossip", &t, &err)));
}
