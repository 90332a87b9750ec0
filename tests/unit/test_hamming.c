/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hamming -- the route unit, by the rules and the table of its page. */
#include "switch/route/hamming.h"

#include "tests/unit/unit.h"

static struct route_out route(const uint32_t *parameters, uint32_t ports, uint64_t here,
                              uint64_t header)
{
  return hamming_unit.comb(&(struct route_in){
      .here = here, .header = header, .ports = ports, .parameters = parameters});
}

/* The table of the page: [digit][port] is where the port leads. */
TEST(test_ports_of_the_page)
{
  static const uint32_t table[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  static const uint32_t parameters[] = {1, 4};

  for (uint32_t at = 0; at < 4; at++) {
    const struct route_out arrived = route(parameters, 3, at, at);

    assert_true(arrived.eject && arrived.ports == 0 && arrived.header == at);
    for (uint32_t port = 0; port < 3; port++) {
      const struct route_out out = route(parameters, 3, at, table[at][port]);

      CHECK(!out.eject && !out.wait && out.vc == 0 && out.priority == 0 &&
                out.ports == 1u << port && out.header == table[at][port],
            "%u to %u: ports %#llx", at, table[at][port], (unsigned long long)out.ports);
    }
  }
}

/* Lines of 3, 2 and 5, dimension 0 first: fields of 2, 1 and 3 bits, ports 0-1, 2, 3-6. */
TEST(test_lowest_dimension_first)
{
  static const uint32_t parameters[] = {3, 3, 2, 5};
  static const struct {
    uint64_t here, header;
    uint32_t port;
  } cases[] = {
      {0x00, 0x0e, 1}, /* 0.0.0 to 1.1.2: digit 0 to 2 */
      {0x02, 0x0e, 2}, /* 0.0.2 to 1.1.2: digit 1 */
      {0x06, 0x0e, 3}, /* 0.1.2 to 1.1.2: digit 2 to 1 from 0 */
      {0x26, 0x06, 3}, /* 4.1.2 to 0.1.2: digit 2 to 0 */
      {0x06, 0x26, 6}, /* 0.1.2 to 4.1.2: to 4 from 0 */
      {0x22, 0x1e, 2}, /* 4.0.2 to 3.1.2: digit 1 first */
      {0x26, 0x1e, 6}, /* 4.1.2 to 3.1.2: to 3 from 4 */
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct route_out out = route(parameters, 7, cases[i].here, cases[i].header);

    CHECK(!out.eject && out.ports == UINT64_C(1) << cases[i].port, "%#llx to %#llx: %#llx",
          (unsigned long long)cases[i].here, (unsigned long long)cases[i].header,
          (unsigned long long)out.ports);
  }
}

/* A digit that is none means the last port of its dimension. */
TEST(test_digits_that_are_none)
{
  static const uint32_t parameters[] = {2, 3, 5};

  for (uint32_t at = 0; at < 3; at++)
    assert_int_equal(route(parameters, 6, at, 3).ports, 1u << 1);
  for (uint64_t at = 0; at < 5; at++)
    for (uint64_t to = 5; to < 8; to++)
      assert_int_equal(route(parameters, 6, at << 2, to << 2).ports, 1u << 5);
}
