/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin -- what the twin tests share: ports of Verilated models as numbers and packets.
 *
 * A twin test is a function template with one instance per model.  Its parameter Twin is a
 * struct of models.h, which build_twin.sh makes from the model lines of the test:
 * Twin::Model is the VC; Twin::CHANNELS and the like are the parameters of the module.
 * C++, because Verilator's models are; the C twins are included from cmodel/ or linked.
 *
 * A check that fails is an exception, which ends the law of that model alone.
 */
#ifndef LOCKHOP_TESTS_TWIN_H
#define LOCKHOP_TESTS_TWIN_H

#include "models.h"

#include "base/bits.h"
#include "base/rng.h"
#include "switch/component/packet.h"
#include "tests/twin/laws.h"

#include <cinttypes>
#include <cstdint>
#include <cstdlib>
#include <cstring>

/* Inputs of at most this many bits are tried exhaustively; the others at random. */
enum { EXHAUSTIVE_BITS = 16, SEED = 1 };

/* A law, and the inputs that break it. */
#define CHECK(condition, ...)                                                              \
  do {                                                                                     \
    if (!(condition))                                                                      \
      laws_fail(__FILE__, __LINE__, SEED, __VA_ARGS__);                                    \
  } while (0)

/* A row of TWIN_LAWS: the instance of `law`, a function template, for one model. */
#define TWIN_TEST(law, Twin, title) {#law ": " title, law<Twin>},

/* The program: the laws of each model, as ROW(Twin, title) lists them. */
#define TWIN_LAWS(ROW)                                                                     \
  int main(int argc, char **argv)                                                          \
  {                                                                                        \
    static const struct law laws[] = {TWIN_MODELS(ROW)};                                   \
                                                                                           \
    return laws_run(argc, argv, laws, sizeof laws / sizeof laws[0]);                       \
  }

/* --- ports: bits [lsb, lsb + bits) of one, at most 64, whatever C++ type it has --- */

template <class Port> uint64_t port_get(const Port &port, uint32_t lsb, uint32_t bits)
{
  return bits == 0 ? 0 : uint64_t{port} >> lsb & bits_mask(bits);
}

template <std::size_t Words>
uint64_t port_get(const VlWide<Words> &port, uint32_t lsb, uint32_t bits)
{
  uint64_t value = 0;

  for (uint32_t i = 0; i < bits; i += 32 - (lsb + i) % 32)
    value |= uint64_t{port[(lsb + i) / 32] >> (lsb + i) % 32} << i;
  return value & bits_mask(bits);
}

template <class Port> void port_put(Port &port, uint32_t lsb, uint32_t bits, uint64_t value)
{
  if (bits != 0)
    port = static_cast<Port>((port & ~(bits_mask(bits) << lsb)) | (value & bits_mask(bits))
                                                                      << lsb);
}

template <std::size_t Words>
void port_put(VlWide<Words> &port, uint32_t lsb, uint32_t bits, uint64_t value)
{
  for (uint32_t i = 0; i < bits; i += 32 - (lsb + i) % 32) {
    uint32_t shift = (lsb + i) % 32;
    uint32_t mask = static_cast<uint32_t>(bits_mask(bits - i)) << shift;
    uint32_t &word = port[(lsb + i) / 32];

    word = (word & ~mask) | (static_cast<uint32_t>(value >> i) << shift & mask);
  }
}

/* $clog2 of Verilog. */
constexpr uint32_t clog2(uint32_t value)
{
  return value <= 1 ? 0 : 1 + clog2((value + 1) / 2);
}

/* --- random numbers --- */

/* True in `quarters` of 4 cases. */
static inline bool random_quarters(struct rng *rng, uint32_t quarters)
{
  return rng_below(rng, 4) < quarters;
}

/* Words of `bits` bits of which few or many are 1, often none or a single one. */
static inline uint64_t random_difference(struct rng *rng, uint32_t bits)
{
  uint64_t any = rng_next(rng) & bits_mask(bits);

  switch (rng_below(rng, 4)) {
  case 0:
    return 0;
  case 1:
    return UINT64_C(1) << rng_below(rng, bits);
  case 2:
    return any << rng_below(rng, bits) & bits_mask(bits);
  default:
    return any;
  }
}

/* A word of `bits` bits: any, or in a third of the cases one of a special form. */
static inline uint64_t random_word(struct rng *rng, uint32_t bits)
{
  const uint64_t any = rng_next(rng);

  switch (rng_below(rng, 12)) {
  case 0:
    return any & bits_mask(bits < 4 ? bits : 4); /* a small number, often 0 */
  case 1:
    return bits_mask(bits);
  case 2:
    return bits ? UINT64_C(1) << any % bits : 0;
  case 3:
    return bits ? bits_mask(bits) << any % bits & bits_mask(bits) : 0; /* low bits are 0 */
  default:
    return any & bits_mask(bits);
  }
}

/* --- packets: number `index` of a bus --- */

static inline uint32_t packet_bits(const struct packet_format &format)
{
  return format.header_bits + format.data_bits;
}

template <class Port>
struct packet packet_get(const Port &port, uint32_t index,
                         const struct packet_format &format)
{
  uint32_t lsb = index * packet_bits(format);

  return {port_get(port, lsb, format.header_bits),
          port_get(port, lsb + format.header_bits, format.data_bits)};
}

template <class Port>
void packet_put(Port &port, uint32_t index, const struct packet_format &format,
                const struct packet &packet)
{
  uint32_t lsb = index * packet_bits(format);

  port_put(port, lsb, format.header_bits, packet.header);
  port_put(port, lsb + format.header_bits, format.data_bits, packet.data);
}

static inline bool packet_equal(const struct packet &a, const struct packet &b)
{
  return a.header == b.header && a.data == b.data;
}

/* With any bits. */
static inline struct packet packet_any(struct rng *rng, const struct packet_format &format)
{
  return {rng_next(rng) & bits_mask(format.header_bits),
          rng_next(rng) & bits_mask(format.data_bits)};
}

/* With words that are often of a special form. */
static inline struct packet packet_random(struct rng *rng,
                                          const struct packet_format &format)
{
  return {random_word(rng, format.header_bits), random_word(rng, format.data_bits)};
}

/* Bits of the two halves of a packet; components look at nothing else. */
static constexpr struct packet_format format_of(uint32_t header_bits, uint32_t data_bits)
{
  struct packet_format format = {};

  format.header_bits = header_bits;
  format.data_bits = data_bits;
  return format;
}

/* A packet of so many bits as two halves, for what does not look into it. */
static inline struct packet_format format_of(uint32_t bits)
{
  return bits > 64 ? format_of(64, bits - 64) : format_of(bits, 0);
}

#define PACKET_FORMAT "%" PRIx64 ":%" PRIx64 /* data:header */
#define PACKET_VALUES(packet) (packet).data, (packet).header

/* Of so many requests each in `quarters` of 4 cases; but in one of 16 any, unless none or
 * all are to be. */
static inline uint64_t random_requests(struct rng *rng, uint32_t count, uint32_t quarters)
{
  const uint64_t a = rng_next(rng), b = rng_next(rng);
  const uint64_t words[] = {0, a & b, a, a | b, UINT64_MAX};

  return words[quarters % 4 && rng_below(rng, 16) == 0 ? 2 : quarters] & bits_mask(count);
}

/* --- the clock --- */

/* A model whose registers hold random values, so that a missing reset shows; clk is 0. */
template <class Model> Model *model_open(void)
{
  Verilated::randReset(2);
  Verilated::randSeed(1);
  Model *model = new Model;

  model->clk = 0;
  return model;
}

/* The outputs, for the inputs that were put.  They do not depend on rst, and an
 * asynchronous one may clear registers when it comes: it comes with the edge. */
template <class Model> void model_comb(Model *model)
{
  const auto rst = model->rst;

  model->clk = 0;
  model->rst = 0;
  model->eval();
  model->rst = rst;
}

/* The rising edge. */
template <class Model> void model_edge(Model *model)
{
  model->clk = 1;
  model->eval();
}

template <class Model> void model_close(Model *model)
{
  model->final();
#ifndef TWIN_COVERAGE /* the counts are in it, and are read at the end */
  delete model;
#endif
}

/* --- long sequences --- */

/* One has LIFE_CYCLES without a reset, and then some with; a spell that lasts is one in
 * which nothing changes for LASTING_CYCLES. */
enum { LIFE_CYCLES = 72000, LASTING_CYCLES = 3500 };

/* How both sides behave, for a while. */
struct spell {
  uint32_t left;            /* cycles that it has still */
  uint32_t number;          /* of those that last */
  uint32_t offers, readies; /* quarters of the cycles */
  uint32_t resets;          /* one in so many cycles; 0: none */
};

/* The spell of a cycle.  Those that last take turns: nothing comes, all stands full,
 * packets stream through, all stands as it is.  At times a few resets in a row come in
 * dense traffic. */
static inline void spell_next(struct spell *spell, struct rng *rng, uint32_t cycle)
{
  if (spell->left-- > 0)
    return;
  if (rng_below(rng, 100) == 0) {
    const uint32_t kind = spell->number++ % 4;

    *spell = {LASTING_CYCLES, spell->number, kind % 3 ? 4u : 0u, kind % 2 ? 0u : 4u, 0};
    return;
  }
  spell->left = 10 + static_cast<uint32_t>(rng_below(rng, 80));
  spell->offers = static_cast<uint32_t>(rng_below(rng, 5));
  spell->readies = static_cast<uint32_t>(rng_below(rng, 5));
  spell->resets = cycle < LIFE_CYCLES ? 0 : rng_below(rng, 4) ? 50 : 2;
}

static inline bool spell_resets(const struct spell *spell, struct rng *rng)
{
  return spell->resets && rng_below(rng, spell->resets) == 0;
}

#endif
