/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_source_route -- the route unit, by the rules and the diagram of its page. */
#include "switch/route/source_route.h"

#include "tests/unit/unit.h"

static struct route_out route(uint32_t ports, uint64_t header)
{
  return source_route_unit.comb(
      &(struct route_in){.here = 5, .header = header, .ports = ports});
}

static void check_eject(uint32_t ports, uint64_t header)
{
  struct route_out out = route(ports, header);

  CHECK(out.eject && out.ports == 0 && out.header == header, "%u ports, header %#llx",
        ports, (unsigned long long)header);
}

static void check_port(uint32_t ports, uint64_t header, uint32_t port, uint64_t rest)
{
  struct route_out out = route(ports, header);

  CHECK(!out.eject && !out.wait && out.vc == 0 && out.priority == 0 &&
            out.ports == UINT64_C(1) << port && out.header == rest,
        "%u ports, header %#llx", ports, (unsigned long long)header);
}

TEST(test_diagram_of_the_page)
{
  check_port(2, 0xd, 1, 0x6);
  check_port(2, 0x6, 0, 0x3);
  check_port(2, 0x3, 1, 0x1);
  check_eject(2, 0x1);
}

TEST(test_no_port_and_no_path)
{
  for (uint32_t ports = 1; ports <= 63; ports++) {
    check_eject(ports, 0);
    check_eject(ports, 1);
  }
  check_eject(3, 0x7);
  check_port(3, 0x2, 2, 0);
  check_eject(1, 0x3);
  check_port(1, 0x2, 0, 1);
  check_eject(33, UINT64_MAX);
  check_port(63, UINT64_MAX ^ 1, 62, UINT64_MAX >> 6);
  check_eject(63, UINT64_MAX);
}

/* What is written as ports is read as these ports, and then the packet has arrived. */
TEST(test_lists_of_ports)
{
  for (uint32_t ports = 1; ports <= 63; ports++) {
    const uint32_t hops = 63 / bits_index(ports);
    uint64_t header = source_route_end;

    for (uint32_t hop = hops; hop-- > 0;)
      header = source_route_before(ports, (hop * 5 + 3) % ports, header);
    assert_true(source_route_bits(ports, hops) <= 64);
    assert_true(header <= bits_mask(source_route_bits(ports, hops)));
    for (uint32_t hop = 0; hop < hops; hop++) {
      const uint64_t rest = header >> bits_index(ports);

      check_port(ports, header, (hop * 5 + 3) % ports, rest);
      header = rest;
    }
    check_eject(ports, header);
    assert_int_equal(header, source_route_end);
  }
}
