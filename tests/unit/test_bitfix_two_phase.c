/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_two_phase -- docs/switches/two_phase.md, on every packet of small cubes. */
#include "switch/route/bitfix_two_phase.h"

#include "base/bits.h"
#include "tests/unit/reference_network.h"

enum { DIMENSIONS = 5 };

static const struct route_unit *const units[] = {&bitfix_two_phase, &bitfix_two_phase_sync};

static struct route_out route(bool sync, uint32_t n, uint64_t here, uint64_t immediate,
                              uint64_t final, bool phase)
{
  return units[sync]->comb(&(struct route_in){
      .here = here, .header = final << n | immediate, .ports = n, .phase = phase});
}

static bool same(const struct route_out *a, const struct route_out *b)
{
  return a->ports == b->ports && a->header == b->header && a->vc == b->vc &&
         a->priority == b->priority && a->eject == b->eject && a->wait == b->wait;
}

TEST(test_every_header_at_every_switch)
{
  for (uint32_t n = 1; n <= DIMENSIONS; n++)
    for (uint64_t code = 0; code < UINT64_C(1) << (3 * n + 2); code++) {
      struct route_in in = {.header = code & bits_mask(2 * n),
                            .here = code >> 2 * n & bits_mask(n),
                            .ports = n,
                            .phase = code >> 3 * n & 1};
      bool sync = code >> (3 * n + 1) & 1;
      struct route_out is = units[sync]->comb(&in);
      struct route_out to_be = reference_two_phase(&in, sync);

      CHECK(same(&is, &to_be),
            "n %u header %#" PRIx64 " here %#" PRIx64 " phase %d sync %d: ports %#" PRIx64
            " header %#" PRIx64 " VC %u priority %u eject %d wait %d",
            n, in.header, in.here, in.phase, sync, is.ports, is.header, is.vc, is.priority,
            is.eject, is.wait);
      CHECK(!(is.eject && is.wait) &&
                (is.ports != 0) == !(is.eject || (is.wait && !in.phase)),
            "header %#" PRIx64 ": no answer, or more than one", in.header);
    }
}

/* The highest dimension of the largest cube. */
TEST(test_twenty_dimensions)
{
  uint64_t here = 0xabcde, there = 0x2bcde, final = 0x54321;
  struct route_out out = route(false, 20, here, there, final, false);

  assert_true(out.ports == 1 << 19 && out.header == (final << 20 | there));
  out = route(false, 20, there, there, final, false);
  assert_true(out.header == (final << 20 | final) && out.ports == 1);
}

/* The exchange comes before the comparison: at its intermediate destination a packet is
 * sent on, and not ejected, unless it is at its final one. */
TEST(test_exchange_before_comparison)
{
  for (uint64_t here = 0; here < 8; here++)
    for (uint64_t final = 0; final < 8; final++)
      for (uint32_t sync = 0; sync < 2; sync++) {
        struct route_out out = route(sync, 3, here, here, final, true);

        CHECK(out.eject == (final == here), "at %d for %d: eject %d", (int)here,
              (int) final, out.eject);
        CHECK(out.header == (final << 3 | final) && out.priority == 0, "at %d for %d",
              (int)here, (int) final);
        CHECK(out.vc == (sync ? 0 : 1), "at %d for %d: VC %u", (int)here, (int) final,
              out.vc);
      }
}

/* Both destinations equal: the second phase, or a first one that leads to the end.  Nothing
 * changes, and nothing waits. */
TEST(test_second_phase_is_bitfix)
{
  for (uint32_t code = 0; code < 1 << 10; code++) {
    uint64_t here = code & 15, final = code >> 4 & 15;
    bool phase = code >> 8 & 1, sync = code >> 9 & 1;
    struct route_out out = route(sync, 4, here, final, final, phase);
    struct route_out plain =
        reference_bitfix(&(struct route_in){.here = here, .header = final});

    CHECK(out.header == (final << 4 | final) && out.ports == plain.ports &&
              out.eject == plain.eject && !out.wait && out.priority == 0,
          "at %d for %d: ports %#x", (int)here, (int) final, (unsigned)out.ports);
  }
}

/* SYNC = 1: a packet at its intermediate destination that goes on to elsewhere may wait. In
 * phase 0 it must, with its header as it is; in phase 1 it has the way of the second phase.
 * It is never ejected there.  With SYNC = 0 nothing waits. */
TEST(test_who_waits)
{
  for (uint32_t code = 0; code < 1 << 9; code++) {
    uint64_t here = code & 7, immediate = code >> 3 & 7, final = code >> 6 & 7;
    struct route_out before = route(true, 3, here, immediate, final, false);
    struct route_out after = route(true, 3, here, immediate, final, true);
    struct route_out transient = route(false, 3, here, immediate, final, false);

    CHECK(before.wait == (here == immediate && here != final), "header %#x at %d",
          code >> 3, (int)here);
    CHECK(!before.wait || (before.header == (final << 3 | immediate) && before.ports == 0),
          "header %#x at %d does not just wait", code >> 3, (int)here);
    CHECK(after.wait == before.wait && !(after.wait && after.eject) && !transient.wait,
          "header %#x at %d waits %d", code >> 3, (int)here, after.wait);
    CHECK(!after.wait || (after.header == (final << 3 | final) &&
                          after.ports == ((here ^ final) & -(here ^ final))),
          "header %#x at %d in phase 1: ports %#x", code >> 3, (int)here,
          (unsigned)after.ports);
  }
}

/* From source over eta to destination: dimensions ascend in each phase, the number of hops
 * is that of the differing bits of both, VC and priority say which phase it is. */
static void walk(uint32_t n, bool sync, uint64_t source, uint64_t eta, uint64_t destination)
{
  uint64_t here = source, header = destination << n | eta;
  uint32_t hops = 0, next_dimension = 0;
  bool second = false, phase = false;
  char what[96];

  snprintf(what, sizeof what, "n %u sync %d: from %d over %d to %d", n, sync, (int)source,
           (int)eta, (int)destination);
  for (uint32_t visits = 0;; visits++) {
    struct route_in in = {.here = here, .header = header, .ports = n, .phase = phase};
    struct route_out out = units[sync]->comb(&in);
    bool exchanged = here == eta && !second;

    CHECK(visits < 4 * n + 4, "%s: it does not arrive", what);
    CHECK(out.wait == (sync && here == eta && header == (destination << n | eta) &&
                       here != destination),
          "%s: waits at %d", what, (int)here);
    if (out.wait && !phase) {
      phase = true;
      continue;
    }
    if (exchanged) {
      second = true;
      next_dimension = 0;
    }
    second = second || eta == destination;
    CHECK(out.priority == !second && out.vc == (!sync && second),
          "%s: at %d priority %u VC %u", what, (int)here, out.priority, out.vc);
    if (out.eject) {
      CHECK(here == destination && second, "%s: ejected at %d", what, (int)here);
      break;
    }
    uint32_t dimension = bits_lowest(out.ports);
    CHECK(bits_count(out.ports) == 1 && dimension >= next_dimension && dimension < n,
          "%s: ports %#x at %d", what, (unsigned)out.ports, (int)here);
    next_dimension = dimension + 1;
    here ^= UINT64_C(1) << dimension;
    header = out.header;
    hops++;
  }
  CHECK(hops == bits_count(source ^ eta) + bits_count(eta ^ destination), "%s: %u hops",
        what, hops);
}

TEST(test_every_packet)
{
  for (uint32_t n = 1; n <= 4; n++)
    for (uint64_t code = 0; code < UINT64_C(1) << 3 * n; code++)
      for (uint32_t sync = 0; sync < 2; sync++)
        walk(n, sync, code & bits_mask(n), code >> n & bits_mask(n),
             code >> 2 * n & bits_mask(n));
}

/* eta = source: the first hop is of the second phase already.  eta = destination: delivered
 * on arrival, in either phase. */
TEST(test_intermediate_at_the_ends)
{
  struct route_out out = route(false, 4, 5, 5, 9, false);

  assert_true(out.header == (9 << 4 | 9) && out.ports == 4 && out.priority == 0 &&
              out.vc == 1);
  for (uint32_t phase = 0; phase < 2; phase++) {
    out = route(true, 4, 9, 9, 9, phase);
    assert_true(out.eject && !out.wait && out.header == (9 << 4 | 9));
    out = route(false, 4, 9, 9, 9, phase);
    assert_true(out.eject);
  }
}

/* What the generator and the switch are told of the units. */
TEST(test_names_and_parameters)
{
  for (uint32_t sync = 0; sync < 2; sync++) {
    assert_string_equal(units[sync]->name, "bitfix_two_phase");
    assert_string_equal(units[sync]->fixed[0].name, "SYNC");
    assert_int_equal(units[sync]->fixed[0].value, sync);
    assert_null(units[sync]->fixed[1].name);
    assert_true(units[sync]->phase_bits == 1 && units[sync]->waits);
    assert_true(units[sync]->has_vc && units[sync]->priority_bits == 1);
    assert_false(units[sync]->has_random);
  }
}
