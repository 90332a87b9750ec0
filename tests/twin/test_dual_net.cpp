/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dual_net -- the route unit of dual-nets in C beside its Verilog twin. */
// few: Vdual_rdn_4_1 Vdual_hdn_2_3_5 Vdual_hdn_k5_petersen
// model: Vdual_hdn_2_all rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=0 PORTS=2 HEADER_BITS=2 ADDRESS_BITS=2
//   SHAPE=32'h00010002
// model: Vdual_rdn_2_1 rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=0 PORTS=2 HEADER_BITS=3 ADDRESS_BITS=3
//   SHAPE=32'h00000002
// model: Vdual_rdn_3_1 rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=0 PORTS=3 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=32'h00000003
// model: Vdual_rdn_4_1 rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=1 PORTS=3 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=32'h00000004
// model: Vdual_rdn_5_1_flat rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=0 PORTS=3 HEADER_BITS=7 ADDRESS_BITS=7
//   SHAPE=32'h00000005
// model: Vdual_hdn_2_3 rtl/route/dual_net.v RINGS=2 LEVELS=1
//   DATELINES=0 PORTS=4 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=64'h0000000100020003
// model: Vdual_hdn_2_5_4 rtl/route/dual_net.v RINGS=2 LEVELS=1
//   DATELINES=1 PORTS=5 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0001000000050004
// model: Vdual_rdn_2_2_2_1 rtl/route/dual_net.v RINGS=3 LEVELS=1
//   DATELINES=0 PORTS=4 HEADER_BITS=7 ADDRESS_BITS=7
//   SHAPE=96'h000000000000000200020002
// model: Vdual_hdn_2_2_2_2 rtl/route/dual_net.v RINGS=2 LEVELS=2
//   DATELINES=0 PORTS=4 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0003000000020002
// model: Vdual_hdn_2_2_nested rtl/route/dual_net.v RINGS=2 LEVELS=2
//   DATELINES=0 PORTS=4 HEADER_BITS=6 ADDRESS_BITS=6
//   SHAPE=64'h0001000300020002
// model: Vdual_hdn_2_2_apart rtl/route/dual_net.v RINGS=2 LEVELS=2
//   DATELINES=0 PORTS=4 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0001000200020002
// model: Vdual_hdn_3_2_widening rtl/route/dual_net.v RINGS=2 LEVELS=2
//   DATELINES=1 PORTS=5 HEADER_BITS=8 ADDRESS_BITS=8
//   SHAPE=64'h0003000200030002
// model: Vdual_hdn_4_levels rtl/route/dual_net.v RINGS=1 LEVELS=2
//   DATELINES=1 PORTS=4 HEADER_BITS=7 ADDRESS_BITS=7
//   SHAPE=32'h00010004
// model: Vdual_hdn_2_3_5 rtl/route/dual_net.v RINGS=3 LEVELS=1
//   DATELINES=1 PORTS=6 HEADER_BITS=10 ADDRESS_BITS=10
//   SHAPE=96'h000100010000000200030005
// model: Vdual_hdn_2_3_5_twice rtl/route/dual_net.v RINGS=3 LEVELS=2
//   DATELINES=1 PORTS=7 HEADER_BITS=16 ADDRESS_BITS=16
//   SHAPE=96'h000100030002000200030005
// model: Vdual_rdn_2_3 rtl/route/dual_net.v RINGS=1 LEVELS=3
//   DATELINES=0 PORTS=4 HEADER_BITS=15 ADDRESS_BITS=15
//   SHAPE=32'h00000002
// model: Vdual_hdn_2_2_thrice rtl/route/dual_net.v RINGS=2 LEVELS=3
//   DATELINES=0 PORTS=5 HEADER_BITS=15 ADDRESS_BITS=15
//   SHAPE=64'h0005000600020002
// model: Vdual_hdn_3_2_thrice rtl/route/dual_net.v RINGS=2 LEVELS=3
//   DATELINES=0 PORTS=6 HEADER_BITS=18 ADDRESS_BITS=18
//   SHAPE=64'h0003000400030002
// model: Vdual_hdn_7_thrice rtl/route/dual_net.v RINGS=1 LEVELS=3
//   DATELINES=0 PORTS=5 HEADER_BITS=10 ADDRESS_BITS=10
//   SHAPE=32'h00070007
// model: Vdual_hdn_17_9 rtl/route/dual_net.v RINGS=2 LEVELS=1
//   DATELINES=1 PORTS=5 HEADER_BITS=10 ADDRESS_BITS=10
//   SHAPE=64'h0001000100110009
// model: Vdual_hdn_65535 rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=1 PORTS=3 HEADER_BITS=17 ADDRESS_BITS=17
//   SHAPE=32'h0001ffff
// model: Vdual_hdn_2_to_10 rtl/route/dual_net.v RINGS=10 LEVELS=1
//   DATELINES=0 PORTS=11 HEADER_BITS=16 ADDRESS_BITS=16
//   SHAPE=320'h00000001000000010000000100000001000000010002000200020002000200020002000200020002
// model: Vdual_hdn_2_to_9_thrice rtl/route/dual_net.v RINGS=9 LEVELS=3
//   DATELINES=0 PORTS=12 HEADER_BITS=19 ADDRESS_BITS=19
//   SHAPE=288'h000500070007000700070007000700070003000200020002000200020002000200020002
// model: Vdual_hdn_k5_petersen rtl/route/dual_net.v RINGS=2 LEVELS=1
//   DATELINES=1 PORTS=8 HEADER_BITS=12 ADDRESS_BITS=12
//   SHAPE=64'h000900100005000a
// model: Vdual_hdn_k4_twice rtl/route/dual_net.v RINGS=1 LEVELS=2
//   DATELINES=0 PORTS=5 HEADER_BITS=5 ADDRESS_BITS=5
//   SHAPE=32'h000b0004
// model: Vdual_rdn_petersen_flat rtl/route/dual_net.v RINGS=1 LEVELS=1
//   DATELINES=0 PORTS=4 HEADER_BITS=9 ADDRESS_BITS=9
//   SHAPE=32'h0010000a
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit dual_net_unit;
}

enum { ROUNDS = 50000, FIELDS = 32, FIXED = 3 };

/* A bit field of an address. */
struct span {
  uint32_t size; /* its values are below it */
  uint32_t bits;
  uint32_t lower; /* the field below it that this one is a rank of; FIELDS: none, a class */
};

/* All of them, from bit 0 up, as docs/switches/dual_net.md says. */
struct layout {
  struct span fields[FIELDS];
  uint32_t count;
};

template <class Twin> static struct layout layout_of(void)
{
  struct layout layout = {};
  uint32_t bits = 0;

  for (uint32_t d = 0; d < Twin::RINGS; d++)
    layout.fields[layout.count++] = {Twin::SHAPE[d], clog2(Twin::SHAPE[d]), FIELDS};
  for (uint32_t level = 1; level <= Twin::LEVELS; level++) {
    const uint32_t below = layout.count;

    for (uint32_t f = 0; f < below; f++)
      if (f >= Twin::RINGS || !(Twin::SHAPE[Twin::RINGS + f] >> (level - 1) & 1)) {
        layout.fields[layout.count] = layout.fields[f];
        layout.fields[layout.count++].lower = f;
      }
    layout.fields[layout.count++] = {2, 1, FIELDS};
  }
  for (uint32_t f = 0; f < layout.count; f++)
    bits += layout.fields[f].bits;
  CHECK(bits == Twin::ADDRESS_BITS, "the fields have %" PRIu32 " bits", bits);
  return layout;
}

static uint64_t packed(const struct layout *layout, const uint64_t *values)
{
  uint64_t word = 0;

  for (uint32_t f = layout->count; f-- > 0;)
    word = word << layout->fields[f].bits | values[f];
  return word;
}

/* Is every field of the word below its size? */
static bool is_address(const struct layout *layout, uint64_t word)
{
  for (uint32_t f = 0; f < layout->count; word >>= layout->fields[f++].bits)
    if ((word & bits_mask(layout->fields[f].bits)) >= layout->fields[f].size)
      return false;
  return true;
}

/* Counts the ports that were named. */
template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint64_t *ports)
{
  constexpr uint32_t elements = 2 * Twin::RINGS;
  uint32_t parameters[FIXED + elements] = {Twin::RINGS, Twin::LEVELS, Twin::DATELINES};

  for (uint32_t i = 0; i < elements; i++)
    parameters[FIXED + i] = Twin::SHAPE[i];
  const struct route_out out =
      compare_route<Twin>(model, dual_net_unit, parameters, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
  *ports |= out.ports;
}

/* Anywhere; the header is the same address, perhaps with the cluster that a level leads to
 * from here, but for a few fields or all; some of these have values that no address has. */
template <class Twin>
static void random_round(typename Twin::Model *model, const struct layout *layout,
                         struct rng *rng, uint64_t *ports)
{
  const uint64_t changes = rng_below(rng, 5);
  uint64_t at[FIELDS], to[FIELDS];
  bool led = false;

  for (uint32_t f = 0; f < layout->count; f++) {
    const struct span *field = &layout->fields[f];

    at[f] = to[f] = rng_below(rng, field->size);
    if (field->lower == FIELDS)
      led = random_quarters(rng, 2);
    else if (led)
      to[f] = to[field->lower];
  }
  for (uint32_t i = 0; i < (changes == 4 ? layout->count : changes); i++) {
    const uint64_t f = changes == 4 ? i : rng_below(rng, layout->count);
    const struct span *field = &layout->fields[f];

    to[f] = random_quarters(rng, 3) ? rng_below(rng, field->size)
                                    : rng_next(rng) & bits_mask(field->bits);
  }
  compare<Twin>(model, packed(layout, to), packed(layout, at), ports);
}

/* At every address; headers that no switch has are among them. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  const struct layout layout = layout_of<Twin>();
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);
  uint64_t ports = 0;

  if constexpr (2 * bits <= ROUTE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << bits; here++)
      for (uint64_t header = 0; is_address(&layout, here) && header < UINT64_C(1) << bits;
           header++)
        compare<Twin>(model, header, here, &ports);
  } else {
    struct route_field fields[FIELDS];

    for (uint32_t f = 0; f < layout.count; f++)
      fields[f] = {layout.fields[f].bits, layout.fields[f].size};
    fields_changed(fields, layout.count, &rng,
                   [model, &ports](uint64_t here, uint64_t header, uint32_t) {
                     compare<Twin>(model, header, here, &ports);
                   });
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &layout, &rng, &ports);
  }
  CHECK(ports == bits_mask(Twin::PORTS), "only the ports %#" PRIx64 " were named", ports);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
