/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_source_route_vc -- the route unit, by the rules and the diagram of its page. */
#include "switch/route/source_route_vc.h"

#include "tests/unit/unit.h"

static struct route_out route(uint32_t ports, uint32_t vc_bits, uint64_t header)
{
  return source_route_vc_unit.comb(&(struct route_in){
      .here = 5, .header = header, .ports = ports, .parameters = &vc_bits});
}

static void check_eject(uint32_t ports, uint32_t vc_bits, uint64_t header)
{
  struct route_out out = route(ports, vc_bits, header);

  CHECK(out.eject && out.ports == 0 && out.vc == 0 && out.header == header,
        "%u ports, %u bits, header %#llx", ports, vc_bits, (unsigned long long)header);
}

static void check_hop(uint32_t ports, uint32_t vc_bits, uint64_t header, uint32_t port,
                      uint32_t vc, uint64_t rest)
{
  struct route_out out = route(ports, vc_bits, header);

  CHECK(!out.eject && !out.wait && out.vc == vc && out.priority == 0 &&
            out.ports == UINT64_C(1) << port && out.header == rest,
        "%u ports, %u bits, header %#llx", ports, vc_bits, (unsigned long long)header);
}

TEST(test_diagram_of_the_page)
{
  check_hop(2, 1, 0x1a, 0, 1, 0x6);
  check_hop(2, 1, 0x6, 0, 1, 0x1);
  check_eject(2, 1, 0x1);
}

TEST(test_no_port_and_no_path)
{
  for (uint32_t ports = 1; ports <= 63; ports++)
    for (uint32_t vc_bits = 1; vc_bits <= 3; vc_bits++) {
      check_eject(ports, vc_bits, 0);
      check_eject(ports, vc_bits, 1);
    }
  check_hop(3, 1, 0x6, 2, 1, 0); /* of the page */
  check_eject(3, 1, 0x7);
  check_eject(63, 3, UINT64_MAX);
  check_hop(63, 3, UINT64_MAX ^ 1, 62, 7, UINT64_MAX >> 9);
}

/* What is written as ports and VCs is read as these, and then the packet has arrived. */
TEST(test_lists_of_hops)
{
  for (uint32_t ports = 1; ports <= 63; ports++)
    for (uint32_t vc_bits = 1; vc_bits <= 3; vc_bits++) {
      const uint32_t bits = bits_index(ports) + vc_bits, hops = 63 / bits;
      uint64_t header = 1;

      for (uint32_t hop = hops; hop-- > 0;)
        header = source_route_vc_before(ports, vc_bits, (hop * 5 + 3) % ports,
                                        hop * 3 % (1u << vc_bits), header);
      assert_int_equal(source_route_vc_bits(ports, vc_bits, hops), hops * bits + 1);
      assert_true(header <= bits_mask(hops * bits + 1));
      for (uint32_t hop = 0; hop < hops; hop++) {
        check_hop(ports, vc_bits, header, (hop * 5 + 3) % ports, hop * 3 % (1u << vc_bits),
                  header >> bits);
        header >>= bits;
      }
      check_eject(ports, vc_bits, header);
    }
}
