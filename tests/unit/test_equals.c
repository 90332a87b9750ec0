/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_equals -- equal packets are told apart as by looking through all of them. */
#include "run/lockstep/equals.h"

#include "network/traffic/payload.h"
#include "tests/unit/unit.h"

enum { PACKETS = 40, TERMINALS = 5, CYCLES = 12, ARRIVALS = 120 };

/* What is known of every packet, by number. */
struct ledger {
  struct schedule_entry entries[PACKETS];
  struct schedule schedule;
  struct packet_format format;
  uint64_t data[PACKETS];
  bool arrived[PACKETS];
};

static void ledger_open(struct ledger *l, size_t count, uint32_t kind, uint64_t seed,
                        struct rng *rng)
{
  uint32_t cycle = 0;

  *l = (struct ledger){.schedule = {.entries = l->entries, .count = count},
                       .format = {.header_bits = 3,
                                  .data_bits = 6,
                                  .data_kind = PAYLOAD_FIRST_OTHER + kind}};
  for (uint32_t i = 0; i < count; i++) {
    cycle += (uint32_t)rng_below(rng, 2);
    l->entries[i] = (struct schedule_entry){
        .cycle = cycle % CYCLES, .destination = (uint32_t)rng_below(rng, TERMINALS)};
    l->data[i] = payload_data(i, seed, &l->format);
  }
}

/* Is there a packet with these data, for this terminal? */
static bool is_known(const struct ledger *l, uint64_t data, uint32_t terminal)
{
  for (size_t i = 0; i < l->schedule.count; i++)
    if (l->data[i] == data && l->entries[i].destination == terminal)
      return true;
  return false;
}

/* The first with these data for this terminal that has not arrived; PACKETS: all have. */
static uint32_t next_of(const struct ledger *l, uint64_t data, uint32_t terminal)
{
  uint32_t i = 0;

  while (i < l->schedule.count &&
         (l->arrived[i] || l->data[i] != data || l->entries[i].destination != terminal))
    i++;
  return i < l->schedule.count ? i : PACKETS;
}

/* Has this packet, which is next_of some terminal, started before the cycle? */
static bool may_arrive(const struct ledger *l, uint32_t number, uint64_t cycle)
{
  return number < PACKETS && l->entries[number].cycle < cycle;
}

/* The last with these data for this terminal. */
static uint32_t last_of(const struct ledger *l, uint64_t data, uint32_t terminal)
{
  uint32_t last = PACKETS;

  for (uint32_t i = 0; i < l->schedule.count; i++)
    if (l->data[i] == data && l->entries[i].destination == terminal)
      last = i;
  return last;
}

/* One that has come where no packet with these data was to come. */
static void check_elsewhere(struct ledger *l, uint64_t data, uint64_t cycle,
                            enum equals_found found, uint32_t number)
{
  bool any = false, open = false;

  for (uint32_t t = 0; t < TERMINALS; t++) {
    any = any || is_known(l, data, t);
    open = open || may_arrive(l, next_of(l, data, t), cycle);
  }
  CHECK(found == (any ? EQUALS_ELSEWHERE : EQUALS_NONE), "data %llu: found %d",
        (unsigned long long)data, (int)found);
  if (!any)
    return;
  CHECK(number < l->schedule.count && l->data[number] == data, "packet %u is another",
        number);
  if (!open)
    return;
  CHECK(may_arrive(l, number, cycle) &&
            next_of(l, data, l->entries[number].destination) == number,
        "packet %u has arrived, or could not", number);
  l->arrived[number] = true;
}

static void check_arrival(struct ledger *l, struct equals *equals, uint64_t data,
                          uint32_t terminal, uint64_t cycle)
{
  const uint32_t next = next_of(l, data, terminal);
  uint32_t number = UINT32_MAX;
  const enum equals_found found = equals_arrive(equals, data, terminal, cycle, &number);

  if (!is_known(l, data, terminal)) {
    check_elsewhere(l, data, cycle, found, number);
  } else if (may_arrive(l, next, cycle)) {
    CHECK(found == EQUALS_NEXT && number == next, "%d: packet %u, not %u", (int)found,
          number, next);
    l->arrived[next] = true;
  } else {
    CHECK(found == EQUALS_MORE, "found %d", (int)found);
    CHECK(number == (next < PACKETS ? next : last_of(l, data, terminal)),
          "packet %u is not the last, or the next to start", number);
  }
}

/* Data of all kinds, some of no packet; after half of the arrivals everything starts again
 * with other data. */
TEST(test_every_arrival_is_the_first_that_can_be)
{
  static struct ledger l;
  struct equals equals;
  struct err err;

  for (uint64_t seed = 0; seed < 300; seed++) {
    const uint32_t kind = (uint32_t)(seed % 6);
    const size_t count = seed % 7 == 0 ? seed % 3 : PACKETS;
    struct rng rng = rng_seed(seed, 0);

    ledger_open(&l, count, kind, seed, &rng);
    CHECK(equals_open(&equals, &l.schedule, &l.format, &err), "%s", err.text);
    for (uint64_t half = 0; half < 2; half++) {
      ledger_open(&l, count, kind, seed + half, &rng);
      equals_reset(&equals, seed + half);
      for (uint64_t i = 0; i < ARRIVALS; i++)
        check_arrival(&l, &equals,
                      count > 0 && rng_below(&rng, 8) > 0 ? l.data[rng_below(&rng, count)]
                                                          : rng_below(&rng, 64),
                      (uint32_t)rng_below(&rng, TERMINALS), i * CYCLES / ARRIVALS);
    }
    equals_close(&equals);
    assert_null(equals.list);
  }
}
