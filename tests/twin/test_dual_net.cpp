/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dual_net -- the route unit of dual-nets in C beside its Verilog twin. */
// model: Vdual_net_2_2 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=0
//   PORTS=2 HEADER_BITS=2 ADDRESS_BITS=2
//   SHAPE=32'h00010002
// model: Vdual_net_rdn_2_1 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=0
//   PORTS=2 HEADER_BITS=3 ADDRESS_BITS=3
//   SHAPE=32'h00000002
// model: Vdual_net_2x2_2 rtl/route/dual_net.v RINGS=2 LEVELS=1 DATELINES=0
//   PORTS=3 HEADER_BITS=4 ADDRESS_BITS=4
//   SHAPE=64'h0001000000020002
// model: Vdual_net_rdn_3_1 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=0
//   PORTS=3 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=32'h00000003
// model: Vdual_net_4_4 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=1
//   PORTS=3 HEADER_BITS=3 ADDRESS_BITS=3
//   SHAPE=32'h00010004
// model: Vdual_net_2x3_3 rtl/route/dual_net.v RINGS=2 LEVELS=1 DATELINES=0
//   PORTS=4 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=64'h0000000100020003
// model: Vdual_net_rdn_5_1 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=1
//   PORTS=3 HEADER_BITS=7 ADDRESS_BITS=7
//   SHAPE=32'h00000005
// model: Vdual_net_2_1_2 rtl/route/dual_net.v RINGS=1 LEVELS=2 DATELINES=0
//   PORTS=3 HEADER_BITS=6 ADDRESS_BITS=6
//   SHAPE=32'h00020002
// model: Vdual_net_2x2_2_2 rtl/route/dual_net.v RINGS=2 LEVELS=2 DATELINES=0
//   PORTS=4 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0003000000020002
// model: Vdual_net_2x2_2_2_other rtl/route/dual_net.v RINGS=2 LEVELS=2 DATELINES=0
//   PORTS=4 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0001000200020002
// model: Vdual_net_4_4_1 rtl/route/dual_net.v RINGS=1 LEVELS=2 DATELINES=1
//   PORTS=4 HEADER_BITS=7 ADDRESS_BITS=7
//   SHAPE=32'h00010004
// model: Vdual_net_2_2_2_2 rtl/route/dual_net.v RINGS=1 LEVELS=3 DATELINES=0
//   PORTS=4 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=32'h00070002
// model: Vdual_net_2x3x5_2x3 rtl/route/dual_net.v RINGS=3 LEVELS=1 DATELINES=1
//   PORTS=6 HEADER_BITS=10 ADDRESS_BITS=10
//   SHAPE=96'h000100010000000200030005
// model: Vdual_net_2x3x5_2x3_3x5 rtl/route/dual_net.v RINGS=3 LEVELS=2 DATELINES=1
//   PORTS=7 HEADER_BITS=16 ADDRESS_BITS=16
//   SHAPE=96'h000100030002000200030005
// model: Vdual_net_rdn_2x2x2_2 rtl/route/dual_net.v RINGS=3 LEVELS=2 DATELINES=0
//   PORTS=5 HEADER_BITS=15 ADDRESS_BITS=15
//   SHAPE=96'h000000000000000200020002
// model: Vdual_net_3_3_3_3 rtl/route/dual_net.v RINGS=1 LEVELS=3 DATELINES=0
//   PORTS=5 HEADER_BITS=9 ADDRESS_BITS=9
//   SHAPE=32'h00070003
// model: Vdual_net_dual_cube_10 rtl/route/dual_net.v RINGS=9 LEVELS=1 DATELINES=0
//   PORTS=10 HEADER_BITS=19 ADDRESS_BITS=19
//   SHAPE=288'h000000000000000000000000000000000000000200020002000200020002000200020002
// model: Vdual_net_2_to_10 rtl/route/dual_net.v RINGS=10 LEVELS=1 DATELINES=0
//   PORTS=11 HEADER_BITS=12 ADDRESS_BITS=12
//   SHAPE=320'h00010001000100010001000100010001000100000002000200020002000200020002000200020002
// model: Vdual_net_65535 rtl/route/dual_net.v RINGS=1 LEVELS=1 DATELINES=1
//   PORTS=3 HEADER_BITS=17 ADDRESS_BITS=17
//   SHAPE=32'h0001ffff
// model: Vdual_net_16x7_16_7 rtl/route/dual_net.v RINGS=2 LEVELS=2 DATELINES=1
//   PORTS=6 HEADER_BITS=20 ADDRESS_BITS=20
//   SHAPE=64'h0001000200100007
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit dual_net_unit;
}

enum { ROUNDS = 100000, FIELDS = 64, NAMED = 3 };

/* The fields of an address, from bit 0 upwards: how many values each has. */
struct fields {
  uint32_t count, values[FIELDS];
};

template <class Twin> static struct fields fields_of()
{
  struct fields f = {};

  for (uint32_t d = 0; d < Twin::RINGS; d++)
    f.values[f.count++] = Twin::SHAPE[d];
  for (uint32_t level = 0; level < Twin::LEVELS; level++) {
    const uint32_t below = f.count;

    for (uint32_t i = 0; i < below; i++)
      if (i >= Twin::RINGS || !(Twin::SHAPE[Twin::RINGS + i] >> level & 1))
        f.values[f.count++] = f.values[i];
    f.values[f.count++] = 2;
  }
  assert_true(f.count <= FIELDS);
  return f;
}

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  uint32_t parameters[NAMED + 2 * Twin::RINGS] = {Twin::RINGS, Twin::LEVELS,
                                                  Twin::DATELINES};

  for (uint32_t i = 0; i < 2 * Twin::RINGS; i++)
    parameters[NAMED + i] = Twin::SHAPE[i];
  const struct route_out out =
      compare_route<Twin>(model, dual_net_unit, parameters, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  assert_true(!out.wait && out.priority == 0);
}

/* Has every field a value that the network has? */
static bool is_address(const struct fields *f, uint64_t word)
{
  for (uint32_t i = 0; i < f->count; word >>= clog2(f->values[i++]))
    if ((word & bits_mask(clog2(f->values[i]))) >= f->values[i])
      return false;
  return true;
}

/* Headers close to the address: a few fields differ, often by about half a ring; some have
 * digits that no ring has. */
template <class Twin>
static void random_round(typename Twin::Model *model, const struct fields *f,
                         struct rng *rng)
{
  const uint32_t calm = 1 + (uint32_t)rng_below(rng, 12);
  uint64_t here = 0, header = 0;

  for (uint32_t i = f->count; i-- > 0;) {
    const uint32_t n = f->values[i], bits = clog2(n);
    const uint64_t at = rng_below(rng, n);
    uint64_t to = at;

    switch (rng_below(rng, 3 * calm)) {
    case 0:
      to = (at + n / 2 + rng_below(rng, 3) + n - 1) % n;
      break;
    case 1:
      to = rng_below(rng, n);
      break;
    case 2:
      to = rng_below(rng, 8) ? at ^ 1 : rng_next(rng) & bits_mask(bits);
      break;
    default:
      break;
    }
    here = here << bits | at;
    header = header << bits | to;
  }
  compare<Twin>(model, header, here);
}

/* At every address; headers with digits that no ring has are among them. */
template <class Twin> static void test_every_header(void **)
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  const struct fields f = fields_of<Twin>();
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);
  uint32_t sum = 0;

  for (uint32_t i = 0; i < f.count; i++)
    sum += clog2(f.values[i]);
  assert_int_equal(sum, bits);
  if constexpr (2 * bits <= EXHAUSTIVE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << bits; here++)
      for (uint64_t header = 0; is_address(&f, here) && header < UINT64_C(1) << bits;
           header++)
        compare<Twin>(model, header, here);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &f, &rng);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

int main(void)
{
  const struct CMUnitTest tests[] = {TWIN_MODELS(ROW)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
