/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_order -- the order of deliveries, of packets of one lane with one header. */
#include "run/lockstep/order.h"

#include "network/traffic/payload.h"
#include "tests/unit/support.h"

enum { PACKETS = 100, SEED = 3 };

struct rig {
  struct topology topology;
  struct shape shape;
  struct schedule_entry entries[PACKETS];
  struct schedule schedule;
  struct order order;
  uint64_t cycle;
};

static void open_rig(struct rig *r)
{
  struct err err = {.kind = ERR_NONE};

  *r = (struct rig){.topology = topology_of("hypercube:3")};
  r->shape = shape_of(&r->topology, NULL, 2, 2, 40);
  r->schedule = (struct schedule){.entries = r->entries, .count = PACKETS};
  CHECK(order_open(&r->order, &r->shape, &r->schedule, &err), "%s", err.text);
}

static void start(struct rig *r, uint32_t number, uint32_t at, uint32_t lane,
                  uint64_t header)
{
  const uint64_t data = payload_data(number, SEED, &r->shape.format);

  r->entries[number].destination = (uint32_t)header;
  order_start(&r->order, r->cycle,
              &(struct injection){
                  .at = at, .lane = lane, .packet = {.header = header, .data = data}});
}

static void end_cycle(struct rig *r)
{
  order_cycle(&r->order);
  r->cycle++;
}

static bool arrives_late(struct rig *r, uint32_t number, struct flow_fault *fault)
{
  struct err err = {.kind = ERR_NONE};
  bool broken;

  CHECK(order_arrive(&r->order, number, &broken, fault, &err), "%s", err.text);
  return broken;
}

static void arrive(struct rig *r, uint32_t number)
{
  CHECK(!arrives_late(r, number, &(struct flow_fault){.count = 0}), "packet %u is late",
        number);
}

TEST(test_order)
{
  struct flow_fault fault;
  struct rig r;

  open_rig(&r);
  for (uint32_t number = 0; number < 4; number++) {
    start(&r, number, 5, 1, 2);
    end_cycle(&r);
  }
  arrive(&r, 0);
  end_cycle(&r);
  arrive(&r, 3);
  end_cycle(&r);
  CHECK(arrives_late(&r, 1, &fault), "packet 3 arrived before packet 1");
  CHECK(fault.rule == FLOW_ORDER && fault.end_to_end && fault.from == 5 &&
            fault.exit == FLOW_TERMINAL && fault.known && fault.inside.cycle == 1 &&
            fault.inside.channel == shape_inject_channel(&r.shape, 1) &&
            fault.inside.packet.data == payload_data(1, SEED, &r.shape.format) &&
            fault.has_other && fault.other.cycle == 3 &&
            fault.other.packet.data == payload_data(3, SEED, &r.shape.format),
        "from %u, cycles %d %d", fault.from, (int)fault.inside.cycle,
        (int)fault.other.cycle);
  CHECK(arrives_late(&r, 2, &fault), "packet 3 arrived before packet 2");
  order_close(&r.order);
}

/* Of another lane, switch or header; or in one cycle. */
TEST(test_no_order)
{
  static const struct {
    uint32_t at, lane;
    uint64_t header;
  } others[] = {{5, 0, 2}, {4, 1, 2}, {5, 1, 3}};
  struct rig r;

  for (size_t i = 0; i < 3; i++) {
    open_rig(&r);
    start(&r, 0, 5, 1, 2);
    end_cycle(&r);
    start(&r, 1, others[i].at, others[i].lane, others[i].header);
    end_cycle(&r);
    arrive(&r, 1);
    end_cycle(&r);
    arrive(&r, 0);
    order_close(&r.order);
  }
  open_rig(&r);
  start(&r, 0, 5, 1, 2);
  end_cycle(&r);
  start(&r, 1, 5, 1, 2);
  end_cycle(&r);
  arrive(&r, 1);
  arrive(&r, 0);
  end_cycle(&r);
  order_close(&r.order);
}

/* A packet that never arrives breaks no order; and one that arrived in its turn stays so.
 */
TEST(test_lost_packets)
{
  struct rig r;

  open_rig(&r);
  for (uint32_t number = 0; number < 50; number++) {
    start(&r, number, 5, 1, 2);
    end_cycle(&r);
  }
  for (uint32_t number = 0; number < 50; number += 2) {
    arrive(&r, number);
    end_cycle(&r);
  }
  order_close(&r.order);
}

/* Many lanes and headers do not get mixed up, whatever their places in the table are. */
TEST(test_many)
{
  struct flow_fault fault;
  struct rig r;

  open_rig(&r);
  for (uint32_t number = 0; number < PACKETS; number++) {
    start(&r, number, number % 8, number / 8 % 2, number / 16 % 2);
    end_cycle(&r);
  }
  for (uint32_t number = 0; number < PACKETS; number++) {
    if (number == 41)
      continue;
    arrive(&r, number);
    end_cycle(&r);
  }
  CHECK(arrives_late(&r, 41, &fault) &&
            fault.other.packet.data == payload_data(41 + 32, SEED, &r.shape.format),
        "packet 73 is the next of its lane");
  order_close(&r.order);
}

/* Two packets each of fifty switches, or lanes, some of which have one place in the table:
 * each first one is late behind its second one, and no other. */
TEST(test_collisions)
{
  struct flow_fault fault;
  struct rig r;

  for (uint32_t of_lanes = 0; of_lanes < 2; of_lanes++) {
    open_rig(&r);
    for (uint32_t number = 0; number < PACKETS; number++) {
      const uint32_t key = number % 50 * (number % 50) * 7919;

      start(&r, number, of_lanes ? 0 : key, of_lanes ? key : 0, 1);
      end_cycle(&r);
    }
    for (uint32_t number = PACKETS; number-- > 50;) {
      arrive(&r, number);
      end_cycle(&r);
    }
    for (uint32_t number = 0; number < 50; number++)
      CHECK(arrives_late(&r, number, &fault) &&
                fault.other.packet.data == payload_data(number + 50, SEED, &r.shape.format),
            "packet %u", number);
    order_close(&r.order);
  }
}

/* Of two that arrived before it, the first is named. */
TEST(test_first_is_named)
{
  struct flow_fault fault;
  struct rig r;

  open_rig(&r);
  for (uint32_t number = 0; number < 3; number++) {
    start(&r, number, 5, 1, 2);
    end_cycle(&r);
  }
  arrive(&r, 1);
  end_cycle(&r);
  arrive(&r, 2);
  end_cycle(&r);
  CHECK(arrives_late(&r, 0, &fault) && fault.other.cycle == 1, "cycle %d",
        (int)fault.other.cycle);
  order_close(&r.order);
}

/* Packets before a reset are forgotten; copies to all terminals have no order. */
TEST(test_reset_and_broadcast)
{
  struct rig r;

  open_rig(&r);
  for (uint32_t number = 0; number < 2; number++) {
    start(&r, number, 5, 1, 2);
    end_cycle(&r);
  }
  arrive(&r, 1);
  end_cycle(&r);
  order_reset(&r.order);
  start(&r, 0, 5, 1, 2);
  end_cycle(&r);
  arrive(&r, 0);
  end_cycle(&r);
  r.entries[2].destination = SCHEDULE_ALL;
  order_start(&r.order, r.cycle,
              &(struct injection){
                  .at = 5,
                  .lane = 1,
                  .packet = {.header = 2, .data = payload_data(2, SEED, &r.shape.format)}});
  CHECK(r.order.packets[2].packet.data == 0, "a broadcast is not kept");
  order_close(&r.order);
}

/* Where a packet may choose, or waits for a phase, and where data are equal, nothing is
 * promised. */
TEST(test_promise)
{
  static const struct {
    const char *spec, *routing;
    bool promised;
  } rows[] = {
      {"hypercube:3", NULL, true},
      {"torus:4x4", NULL, true},
      {"mesh:3x4", "duplex", true},
      {"mesh:8", "phases", false},
      {"hypercube:3", "rand-sync", false},
      {"hypercube:3", "drand-trans-ooo", false},
      {"mesh:3x4", "dimension-order", true},
      {"hypercube:3", "rand-trans", true}, /* the header says by which switch */
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct shape shape = shape_of(&t, rows[i].routing, 2, 2, 40);

    shape.format.data_kind = PAYLOAD_FIRST_OTHER;
    CHECK(!order_is_promised(&shape), "%s with equal data", rows[i].spec);
    shape.format.data_kind = PAYLOAD_NUMBERS;
    CHECK(order_is_promised(&shape) == rows[i].promised, "%s %s", rows[i].spec,
          shape.routing->name);
  }
}
