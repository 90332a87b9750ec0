/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collective_engine -- the collective engine in C beside its Verilog twin, cycle by
 * cycle: random programs, with neighbours that come and go.
 *
 * Neither memory is reset, so the program is always loaded whole, and a word that is sent
 * is compared only where it was stored before.
 */
// model: Vengine_1_1_2 rtl/component/collective_engine.v PORTS=1 MEMORY=1 PROGRAM=2
//   PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=1 ADDRESS_BITS=1
// model: Vengine_2_8_16 rtl/component/collective_engine.v PORTS=2 MEMORY=8 PROGRAM=16
//   PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=8 ADDRESS_BITS=3
// model: Vengine_3_5_11 rtl/component/collective_engine.v PORTS=3 MEMORY=5 PROGRAM=11
//   PHASE_BITS=2 HEADER_BITS=3 DATA_BITS=40 ADDRESS_BITS=2
// model: Vengine_6_64_64 rtl/component/collective_engine.v PORTS=6 MEMORY=64 PROGRAM=64
//   PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=40 ADDRESS_BITS=7
// model: Vengine_7_33_37 rtl/component/collective_engine.v PORTS=7 MEMORY=33 PROGRAM=37
//   PHASE_BITS=16 HEADER_BITS=64 DATA_BITS=64 ADDRESS_BITS=32
// model: Vengine_63_16_32 rtl/component/collective_engine.v PORTS=63 MEMORY=16 PROGRAM=32
//   PHASE_BITS=4 HEADER_BITS=2 DATA_BITS=33 ADDRESS_BITS=6
#include "tests/twin/twin.h"

extern "C" {
#include "component/collective_engine.h"
}

enum { PROGRAMS = 600, CYCLES = 150 };

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  struct collective_engine engine;
  uint64_t program[Twin::PROGRAM], memory[Twin::MEMORY];
  bool stored[Twin::MEMORY]; /* words that are known */
  struct rng rng;
  uint32_t sent, ejected, stalls; /* so that the test does not try nothing */
};

template <class Twin> static constexpr struct packet_format format(void)
{
  return packet_format{Twin::HEADER_BITS, Twin::DATA_BITS};
}

/* --- programs --- */

static uint32_t below(struct rng *rng, uint32_t bound)
{
  return static_cast<uint32_t>(rng_below(rng, bound));
}

/* Mostly as few as a program needs, sometimes anything. */
static uint64_t few(struct rng *rng, uint32_t bound, uint32_t bits)
{
  return below(rng, 40) == 0 ? rng_next(rng) & bits_mask(bits) : below(rng, bound);
}

template <class Twin> static uint64_t random_head(struct rng *rng)
{
  return ENGINE_FIRST | few(rng, 4, 15) << 48 | few(rng, 6, 16) << 32 |
         few(rng, 4, 16) << 16 | few(rng, Twin::PROGRAM, 16);
}

template <class Twin> static uint64_t random_step(struct rng *rng)
{
  return few(rng, Twin::PORTS, 6) | few(rng, Twin::PORTS, 6) << 6 | few(rng, 4, 24) << 12 |
         few(rng, 4, 24) << 36;
}

/* Words that are steps here and entries of lists there. */
template <class Twin> static uint64_t random_word(struct rng *rng, uint32_t number)
{
  if (number == 0)
    return random_head<Twin>(rng);
  if (number == 1)
    return few(rng, Twin::PROGRAM, 31) | few(rng, Twin::PROGRAM, 31) << 32;
  if (random_quarters(rng, 2))
    return random_step<Twin>(rng);
  return few(rng, Twin::MEMORY, 31) | few(rng, Twin::MEMORY, 31) << 32;
}

template <class Twin> static void load(struct bench<Twin> *b)
{
  const uint32_t before = below(&b->rng, 3), beyond = below(&b->rng, 3);

  b->model->rst = 1;
  for (uint32_t i = 0; i < before + Twin::PROGRAM + beyond; i++) {
    uint64_t word = i < before ? rng_next(&b->rng) & ~ENGINE_FIRST
                               : random_word<Twin>(&b->rng, i - before);

    port_put(b->model->program_i, 0, 64, word);
    port_put(b->model->phase_i, 0, Twin::PHASE_BITS, rng_next(&b->rng));
    port_put(b->model->in_valid_i, 0, Twin::PORTS, rng_next(&b->rng));
    port_put(b->model->inject_valid_i, 0, 1, rng_next(&b->rng));
    port_put(b->model->out_ready_i, 0, Twin::PORTS, rng_next(&b->rng));
    model_comb(b->model);
    model_edge(b->model);
    collective_engine_reset(&b->engine, word);
  }
  b->model->rst = 0;
}

/* --- a cycle --- */

template <class Twin>
static void compare(struct bench<Twin> *b, const struct collective_engine_out *out,
                    const char *when)
{
  constexpr uint32_t channels = Twin::PORTS + 1;
  const uint64_t in_ready = port_get(b->model->in_ready_o, 0, Twin::PORTS);
  const uint64_t out_valid = port_get(b->model->out_valid_o, 0, Twin::PORTS);
  const uint64_t eject_valid = port_get(b->model->eject_valid_o, 0, channels);

  CHECK(in_ready == out->in_ready, "%s: in_ready_o %#" PRIx64 ", in C %#" PRIx64, when,
        in_ready, out->in_ready);
  CHECK(out_valid == out->out_valid, "%s: out_valid_o %#" PRIx64 ", in C %#" PRIx64, when,
        out_valid, out->out_valid);
  CHECK((b->model->inject_ready_o != 0) == out->inject_ready, "%s: inject_ready_o %d", when,
        b->model->inject_ready_o != 0);
  CHECK(eject_valid == out->eject_valid, "%s: eject_valid_o %#" PRIx64 ", in C %#" PRIx64,
        when, eject_valid, out->eject_valid);
  if (out_valid && (out->out_address >= Twin::MEMORY || b->stored[out->out_address])) {
    const struct packet packet =
        packet_get(b->model->out_packet_o, bits_lowest(out_valid), format<Twin>());

    CHECK(packet.header == 0 && packet.data == out->out_word,
          "%s: out_packet_o " PACKET_FORMAT ", in C %" PRIx64, when, PACKET_VALUES(packet),
          out->out_word);
  }
  if (eject_valid) {
    const struct packet packet =
        packet_get(b->model->eject_packet_o, bits_lowest(eject_valid), format<Twin>());

    CHECK(packet.header == 0 && packet.data == out->eject_word,
          "%s: eject_packet_o " PACKET_FORMAT ", in C %" PRIx64, when,
          PACKET_VALUES(packet), out->eject_word);
  }
}

template <class Twin>
static void cycle(struct bench<Twin> *b, uint32_t phase, uint32_t quarters,
                  const char *when)
{
  const struct collective_engine_out out = collective_engine_comb(&b->engine);
  const uint32_t free = b->engine.free;
  struct collective_engine_in in = {};

  in.phase = phase;
  in.in_valid = random_quarters(&b->rng, quarters) ? UINT64_MAX : rng_next(&b->rng);
  in.out_ready = random_quarters(&b->rng, quarters) ? UINT64_MAX : rng_next(&b->rng);
  in.in_valid &= bits_mask(Twin::PORTS);
  in.out_ready &= bits_mask(Twin::PORTS);
  in.inject_valid = random_quarters(&b->rng, 3);
  for (uint32_t port = 0; port < Twin::PORTS; port++) {
    const struct packet packet = packet_random(&b->rng, format<Twin>());

    packet_put(b->model->in_packet_i, port, format<Twin>(), packet);
    if (out.in_ready >> port & 1)
      in.in_word = packet.data;
  }
  const struct packet packet = packet_random(&b->rng, format<Twin>());
  packet_put(b->model->inject_packet_i, 0, format<Twin>(), packet);
  in.inject_word = packet.data;
  port_put(b->model->phase_i, 0, Twin::PHASE_BITS, phase);
  port_put(b->model->in_valid_i, 0, Twin::PORTS, in.in_valid);
  port_put(b->model->out_ready_i, 0, Twin::PORTS, in.out_ready);
  port_put(b->model->inject_valid_i, 0, 1, in.inject_valid);
  port_put(b->model->program_i, 0, 64, rng_next(&b->rng));
  port_put(b->model->here_i, 0, Twin::ADDRESS_BITS, rng_next(&b->rng));
  model_comb(b->model);
  compare(b, &out, when);
  collective_engine_tick(&b->engine, &in);
  if (b->engine.free != free && free < Twin::MEMORY)
    b->stored[free] = true;
  b->sent += (out.out_valid & in.out_ready) != 0;
  b->stalls += (out.out_valid & ~in.out_ready) != 0;
  b->ejected += out.eject_valid != 0;
  model_edge(b->model);
}

template <class Twin> static void test_random_programs(void **)
{
  struct bench<Twin> *b =
      static_cast<struct bench<Twin> *>(calloc(1, sizeof(struct bench<Twin>)));
  char when[64];

  b->model = model_open<typename Twin::Model>();
  b->engine.ports = Twin::PORTS;
  b->engine.program_words = Twin::PROGRAM;
  b->engine.memory_words = Twin::MEMORY;
  b->engine.program = b->program;
  b->engine.memory = b->memory;
  b->rng = rng_seed(SEED, Twin::PORTS);
  for (uint32_t p = 0; p < PROGRAMS; p++) {
    const uint32_t loads = below(&b->rng, 2 * Twin::MEMORY + 2), quarters = p % 5;

    load(b);
    for (uint32_t t = 0; t < loads + CYCLES; t++) {
      const uint32_t run = 1 + below(&b->rng, (1u << Twin::PHASE_BITS) - 1);
      const bool pause = below(&b->rng, 60) == 0;

      snprintf(when, sizeof when, "program %u cycle %u", p, t);
      cycle(b, t < loads || pause ? 0 : run, quarters, when);
    }
  }
  if (Twin::PROGRAM > 2) /* there is room for a step */
    CHECK(b->sent > PROGRAMS && b->stalls > PROGRAMS / 4 && b->ejected > PROGRAMS,
          "%u words sent, %u stalls, %u ejected", b->sent, b->stalls, b->ejected);
  model_close(b->model);
  free(b);
}

#define ROW(Twin, title) TWIN_TEST(test_random_programs, Twin, title)

int main(void)
{
  const struct CMUnitTest tests[] = {TWIN_MODELS(ROW)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
