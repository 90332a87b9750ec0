/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_service -- waits, shares and packets inside, of pins that are moved by hand.
 *
 * On hypercube:2 channels 0 and 1 are the links, 2 and 3 the lanes.  From switch 0 a packet
 * for switch 1 or 3 leaves by port 0, one for switch 2 by port 1.
 */
#include "run/lockstep/service.h"

#include "tests/unit/flow_unit.h"

#include <math.h>

static const struct stage_row plain = {.spec = "hypercube:2"};

/* End a cycle that the judge of the flow finds no fault in. */
static void pass(struct stage *s, struct service *service)
{
  const struct links links = stage_links(s);
  struct err err = {.kind = ERR_NONE};

  CHECK(service_cycle(service,
                      &(struct run_cycle){.cycle = s->cycle,
                                          .machine = &s->machine,
                                          .links = &links,
                                          .injections = s->injections,
                                          .injection_count = s->injection_count},
                      &err),
        "%s", err.text);
  good_cycle(s);
}

static struct service *open_service(struct stage *s, const struct stage_row *row)
{
  struct service *service;
  struct err err = {.kind = ERR_NONE};

  stage_open(s, row);
  CHECK(service_open(&service, &s->shape, STAGE_PACKETS, &err), "%s", err.text);
  return service;
}

static void check_wait(const struct service *service, uint64_t wait, uint32_t inside)
{
  const struct service_figures f = service_figures(service);

  CHECK(f.head_wait == wait && f.most_inside == inside,
        "head wait %" PRIu64 ", inside %u; not %" PRIu64 ", %u", f.head_wait, f.most_inside,
        wait, inside);
}

TEST(test_a_packet_that_never_waits)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);

  inject(&s, 0, 0, 7, 3);
  pass(&s, service);
  offer(&s, 0, 0, 7, 3);
  pass(&s, service);
  offer(&s, 1, 1, 7, 3);
  pass(&s, service);
  eject(&s, 3, 1, 7, 3);
  pass(&s, service);
  check_wait(service, 0, 1);
  service_close(service);
  stage_close(&s);
}

/* Packet 7 is at the head in cycles 1 to 3, packet 8 in cycles 4 to 8. */
TEST(test_the_wait_begins_at_the_head)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);

  inject(&s, 0, 0, 7, 1);
  pass(&s, service);
  inject(&s, 0, 0, 8, 1);
  pass(&s, service);
  offer(&s, 0, 0, 7, 1);
  refuse(&s, 0, 0);
  pass(&s, service);
  offer(&s, 0, 0, 7, 1);
  pass(&s, service);
  check_wait(service, 2, 2);
  for (int i = 0; i < 4; i++)
    pass(&s, service);
  offer(&s, 0, 0, 8, 1);
  pass(&s, service);
  check_wait(service, 4, 2);
  service_close(service);
  stage_close(&s);
}

/* Two of one channel leave in one cycle, by two ports; and the second before the first. */
TEST(test_two_of_a_channel_leave)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);

  for (uint32_t number = 0; number < 3; number++) {
    inject(&s, 0, 0, 7 + number, number == 1 ? 2 : 1);
    pass(&s, service);
  }
  offer(&s, 0, 0, 7, 1);
  offer(&s, 0, 1, 8, 2);
  pass(&s, service); /* cycle 3: 7 has waited for 2 cycles, 8 for none */
  check_wait(service, 2, 3);
  inject(&s, 0, 0, 10, 2);
  pass(&s, service); /* cycle 4 */
  offer(&s, 0, 1, 10, 2);
  pass(&s, service); /* cycle 5: 10 goes before 9, which is at the head since cycle 4 */
  pass(&s, service);
  pass(&s, service);
  offer(&s, 0, 0, 9, 1);
  pass(&s, service); /* cycle 8 */
  check_wait(service, 4, 3);
  service_close(service);
  stage_close(&s);
}

/* Both lanes of switch 2 want port 0 in every cycle; of each four packets lane 0 sends
 * three.  The equal part of each is half of all.  At switch 3 they stay. */
TEST(test_shares_of_two_lanes)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);
  uint32_t number[2] = {1, 2}; /* at the heads */

  inject(&s, 2, 0, number[0], 3);
  inject(&s, 2, 1, number[1], 3);
  pass(&s, service);
  for (uint32_t i = 0; i < 56; i++) {
    const uint32_t lane = i % 4 == 3;

    offer(&s, 2, 0, number[lane], 3);
    number[lane] = 3 + i;
    inject(&s, 2, lane, number[lane], 3);
    pass(&s, service);
  }
  const struct service_figures f = service_figures(service);

  CHECK(f.at == 2 && f.port == 0 && f.shares.inputs == 2, "at %u port %u: %u inputs", f.at,
        f.port, f.shares.inputs);
  /* 42 and 14 of 28 each: shares 1.5 and 0.5, Jain (2 * 2) / (2 * 2.5) = 0.8 */
  CHECK(f.shares.least == 0.5 && f.shares.most == 1.5 && f.shares.jain == 0.8, "%g %g %g",
        f.shares.least, f.shares.most, f.shares.jain);
  service_close(service);
  stage_close(&s);
}

/* A lane that has the port for itself has no equal part. */
TEST(test_no_shares_without_others)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);

  for (uint32_t i = 0; i < 60; i++) {
    inject(&s, 0, 0, i, 1);
    pass(&s, service);
    offer(&s, 0, 0, i, 1);
    pass(&s, service);
  }
  CHECK(service_figures(service).shares.inputs == 0, "%u inputs",
        service_figures(service).shares.inputs);
  service_close(service);
  stage_close(&s);
}

TEST(test_shares_by_hand)
{
  static const struct {
    uint64_t sent[4];
    double part[4];
    uint32_t inputs;
    double least, most, jain;
  } rows[] = {
      {{30, 30, 30, 30}, {30, 30, 30, 30}, 4, 1, 1, 1},
      {{100, 0, 0, 0}, {25, 25, 25, 25}, 4, 0, 4, 0.25},
      {{60, 20}, {40, 40}, 2, 0.5, 1.5, 0.8},
      {{60, 20, 5}, {40, 40, 5}, 2, 0.5, 1.5, 0.8}, /* the third is too rare to count */
      {{20, 90}, {20, 60}, 2, 1, 1.5, 6.25 / 6.5},
      {{19, 21}, {19, 21}, 1, 1, 1, 1},
      {{0, 0}, {0, 0}, 0, 0, 0, 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct service_shares s = service_shares_of(rows[i].sent, rows[i].part, 4);

    CHECK(s.inputs == rows[i].inputs && fabs(s.least - rows[i].least) < 1e-12 &&
              fabs(s.most - rows[i].most) < 1e-12 && fabs(s.jain - rows[i].jain) < 1e-12,
          "row %zu: %u inputs, %.12g %.12g %.12g", i, s.inputs, s.least, s.most, s.jain);
  }
}

/* The last of a channel leaves by another port, and one more enters behind the rest. */
TEST(test_the_last_of_a_channel_leaves)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);

  for (uint32_t number = 7; number < 10; number++) {
    inject(&s, 0, 0, number, number == 9 ? 2 : 1);
    pass(&s, service);
  }
  offer(&s, 0, 1, 9, 2);
  inject(&s, 0, 0, 10, 1);
  pass(&s, service); /* cycle 3 */
  for (uint32_t number = 7; number < 11; number++) {
    if (number == 9)
      continue;
    offer(&s, 0, 0, number, 1);
    pass(&s, service); /* cycles 4, 5, 6: 7 has waited for 3 cycles, the others for none */
  }
  check_wait(service, 3, 3);
  service_close(service);
  stage_close(&s);
}

/* What nobody sent, or what is inside another switch, is left to the judge. */
TEST(test_strangers_change_nothing)
{
  struct stage s;
  struct service *service = open_service(&s, &plain);
  struct err err = {.kind = ERR_NONE};

  for (uint32_t i = 0; i < 5; i++) {
    offer(&s, 0, 0, i == 0 ? 9 : STAGE_PACKETS - 1 + i, 1); /* 9 comes to switch 1 */
    if (i == 1)
      eject(&s, 2, 1, 9, 2);
    if (i == 4)
      eject(&s, 1, 0, 9, 1);
    const struct links links = stage_links(&s);

    CHECK(service_cycle(
              service,
              &(struct run_cycle){.cycle = i, .machine = &s.machine, .links = &links},
              &err),
          "%s", err.text);
    stage_clear(&s);
  }
  check_wait(service, 3, 1); /* 9 was at the head from cycle 1 on */
  service_close(service);
  stage_close(&s);
}
