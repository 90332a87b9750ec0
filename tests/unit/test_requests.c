/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_requests -- the window of a terminal, and the time that a request is served. */
#include "run/machine/requests.h"

#include "tests/unit/unit.h"

enum { TERMINALS = 3, PACKETS = 20 };

static struct requests requests_of(uint32_t service, uint32_t window)
{
  const struct schedule schedule = {
      .count = PACKETS, .requests = true, .service = service, .window = window};
  struct requests r;

  assert_true(requests_open(&r, &schedule, TERMINALS, PACKETS));
  requests_reset(&r);
  return r;
}

TEST(test_without_a_window_all_are_taken)
{
  struct requests r = requests_of(0, 0);

  for (uint32_t packet = 0; packet < PACKETS; packet++)
    assert_true(requests_take(&r, 1, packet));
  assert_int_equal(requests_complete(&r, 1), REQUESTS_NONE);
  requests_close(&r);
}

/* Packets behind the window come in their order, each in the place of a complete one; other
 * terminals have windows of their own; a reset forgets all. */
TEST(test_a_window_lets_so_many_pass)
{
  struct requests r = requests_of(0, 2);

  for (int again = 0; again < 2; again++) {
    assert_true(requests_take(&r, 1, 0));
    assert_true(requests_take(&r, 1, 3));
    assert_false(requests_take(&r, 1, 4));
    assert_true(requests_take(&r, 2, 5));
    assert_false(requests_take(&r, 1, 7));
    assert_false(requests_take(&r, 1, 9));
    assert_int_equal(requests_complete(&r, 1), 4);
    assert_int_equal(requests_complete(&r, 1), 7);
    assert_int_equal(requests_complete(&r, 1), 9);
    assert_false(requests_take(&r, 1, 11)); /* two are still outstanding */
    assert_int_equal(requests_complete(&r, 1), 11);
    assert_int_equal(requests_complete(&r, 1), REQUESTS_NONE);
    assert_true(requests_take(&r, 1, 12));
    assert_false(requests_take(&r, 1, 13));
    assert_int_equal(requests_complete(&r, 2), REQUESTS_NONE);
    requests_reset(&r);
  }
  requests_close(&r);
}

TEST(test_service_takes_its_cycles)
{
  struct requests r = requests_of(5, 0);
  size_t answer = 99;

  for (int again = 0; again < 2; again++) {
    requests_serve(&r, 10, 7);
    requests_serve(&r, 10, 3);
    requests_serve(&r, 12, 1);
    assert_false(requests_served(&r, 14, &answer));
    assert_true(requests_served(&r, 15, &answer));
    assert_int_equal(answer, 7);
    assert_true(requests_served(&r, 15, &answer));
    assert_int_equal(answer, 3);
    assert_false(requests_served(&r, 16, &answer));
    requests_reset(&r);
    assert_false(requests_served(&r, 100, &answer));
  }
  requests_close(&r);
}
