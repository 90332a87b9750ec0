/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collective_engine -- the collective engine in C beside its Verilog twin, cycle by
 * cycle.
 *
 * Programs at random, whose fields are often at their ends: lists that begin outside the
 * program, ports that do not exist, more words than the memory has.  Neighbours stall on
 * both sides, the phase goes back to 0 at times, and resets come in the middle, some
 * without a program, some with a part of one.
 */
// optimize: 1
// few: Vengine_2_8_16 Vengine_3_5_11
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
#include "switch/component/collective_engine.h"
}

enum {
  PROGRAMS = 1000,
  PROGRAMS_WIDE = 200, /* with many ports, which take long to put */
  CYCLES = 120,
  LONG_CYCLES = 3000,
  LONG_EVERY = 200,
  STEPS_BEYOND = 0xf000, /* word 0, read as a step, would send by port 0 */
  WIDE = 8
};

struct engine_in {
  bool rst, inject_valid_i;
  uint64_t here_i, program_i, phase_i, in_valid_i, out_ready_i;
  struct packet inject_packet_i;
};

/* How often what happened that a program is made for. */
struct engine_events {
  uint32_t sent, received, loaded, ejected, stalled, steps, ends_together;
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  struct collective_engine engine;
  uint64_t program[Twin::PROGRAM];
  uint64_t memory[Twin::MEMORY];
  struct packet packets[Twin::PORTS]; /* in_packet_i */
  struct engine_events events;
};

template <class Twin> static constexpr struct packet_format format()
{
  return format_of(Twin::HEADER_BITS, Twin::DATA_BITS);
}

/* The only bit of a mask that has one, at most. */
static uint32_t channel_of(uint64_t mask)
{
  return mask ? bits_lowest(mask) : 0;
}

#define CHECK_MASK(name, port, bits, must)                                                 \
  do {                                                                                     \
    const uint64_t is = port_get(port, 0, bits);                                           \
    CHECK(is == (must), "%s: " name " %#" PRIx64 ", golden %#" PRIx64, when, is,           \
          (uint64_t)(must));                                                               \
  } while (0)

/* A packet with header 0. */
#define CHECK_WORD(name, port, mask, word)                                                 \
  do {                                                                                     \
    const struct packet is = packet_get(port, channel_of(mask), format<Twin>());           \
    CHECK(!(mask) || (is.header == 0 && is.data == (word)),                                \
          "%s: " name " " PACKET_FORMAT ", golden %" PRIx64, when, PACKET_VALUES(is),      \
          word);                                                                           \
  } while (0)

template <class Twin>
static void check_outputs(const struct bench<Twin> *b,
                          const struct collective_engine_out *out, const char *when)
{
  CHECK_MASK("in_ready_o", b->model->in_ready_o, Twin::PORTS, out->in_ready);
  CHECK_MASK("out_valid_o", b->model->out_valid_o, Twin::PORTS, out->out_valid);
  CHECK_WORD("out_packet_o", b->model->out_packet_o, out->out_valid, out->out_word);
  CHECK_MASK("inject_ready_o", b->model->inject_ready_o, 1, out->inject_ready);
  CHECK_MASK("eject_valid_o", b->model->eject_valid_o, Twin::PORTS + 1, out->eject_valid);
  CHECK_WORD("eject_packet_o", b->model->eject_packet_o, out->eject_valid, out->eject_word);
}

template <class Twin> static void put(struct bench<Twin> *b, const struct engine_in *in)
{
  b->model->rst = in->rst;
  port_put(b->model->here_i, 0, Twin::ADDRESS_BITS, in->here_i);
  port_put(b->model->program_i, 0, 64, in->program_i);
  port_put(b->model->phase_i, 0, Twin::PHASE_BITS, in->phase_i);
  port_put(b->model->in_valid_i, 0, Twin::PORTS, in->in_valid_i);
  port_put(b->model->out_ready_i, 0, Twin::PORTS, in->out_ready_i);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    packet_put(b->model->in_packet_i, p, format<Twin>(), b->packets[p]);
  b->model->inject_valid_i = in->inject_valid_i;
  packet_put(b->model->inject_packet_i, 0, format<Twin>(), in->inject_packet_i);
}

template <class Twin>
static void count(struct bench<Twin> *b, const struct engine_in *in,
                  const struct collective_engine_out *out, uint32_t step_before)
{
  struct engine_events *events = &b->events;
  const bool sends = (out->out_valid & in->out_ready_i) != 0;
  const bool receives = (out->in_ready & in->in_valid_i) != 0;
  const bool ends = b->engine.step != step_before;

  events->sent += sends;
  events->received += receives;
  events->loaded += out->inject_ready && in->inject_valid_i;
  events->ejected += out->eject_valid != 0;
  events->stalled += out->out_valid && !sends;
  events->steps += ends;
  events->ends_together += ends && sends && receives;
}

/* Both twins through one cycle; `when` says which, for a failure. */
template <class Twin>
static void cycle(struct bench<Twin> *b, const struct engine_in *in, bool known,
                  const char *when)
{
  const uint32_t step = b->engine.step;

  put(b, in);
  model_comb(b->model);
  const struct collective_engine_out out = collective_engine_comb(&b->engine);
  if (known)
    check_outputs(b, &out, when);
  if (in->rst) {
    collective_engine_reset(&b->engine, in->program_i);
  } else {
    const struct collective_engine_in tick = {.phase = static_cast<uint32_t>(in->phase_i),
                                              .in_valid = in->in_valid_i,
                                              .in_word =
                                                  b->packets[channel_of(out.in_ready)].data,
                                              .out_ready = in->out_ready_i,
                                              .inject_valid = in->inject_valid_i,
                                              .inject_word = in->inject_packet_i.data};

    collective_engine_tick(&b->engine, &tick);
    count(b, in, &out, step);
  }
  model_edge(b->model);
}

template <class Twin>
static void random_in(struct bench<Twin> *b, struct engine_in *in, struct rng *rng)
{
  in->in_valid_i = rng_next(rng) & bits_mask(Twin::PORTS);
  in->out_ready_i = rng_next(rng) & bits_mask(Twin::PORTS);
  in->inject_valid_i = random_quarters(rng, 3);
  in->inject_packet_i = packet_any(rng, format<Twin>());
  in->phase_i = rng_next(rng) & bits_mask(Twin::PHASE_BITS);
  in->here_i = rng_next(rng);
  in->program_i = rng_next(rng);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    b->packets[p] = packet_any(rng, format<Twin>());
}

/* What a program at random is about. */
struct program_limits {
  uint32_t steps, words, startup, gap;
  bool wild;   /* anything may be anywhere */
  bool beyond; /* few steps, then none but empty ones to the end and beyond it */
};

/* Mostly an element of [0, below), in a wild program sometimes any of so many bits. */
static uint64_t random_field(const struct program_limits *limits, uint64_t below,
                             uint32_t bits, struct rng *rng)
{
  const bool any = limits->wild && rng_below(rng, 8) == 0;

  return any ? rng_next(rng) & bits_mask(bits) : rng_below(rng, below ? below : 1);
}

static struct program_limits random_limits(uint32_t program, struct rng *rng)
{
  struct program_limits limits = {};

  limits.steps = static_cast<uint32_t>(rng_below(rng, program - 1));
  limits.words = static_cast<uint32_t>(rng_below(rng, 4) ? rng_below(rng, 4) + 1 : 9);
  limits.startup = static_cast<uint32_t>(random_quarters(rng, 2) ? 0 : rng_below(rng, 12));
  limits.gap = static_cast<uint32_t>(random_quarters(rng, 2) ? 0 : rng_below(rng, 5));
  limits.wild = random_quarters(rng, 1);
  limits.beyond = rng_below(rng, 8) == 0;
  if (limits.beyond)
    limits.steps %= 3;
  return limits;
}

/* [PROGRAM]: steps, then both lists at random places behind them, which may overlap. */
template <class Twin>
static void random_program(uint64_t *words, const struct program_limits *limits,
                           struct rng *rng)
{
  const uint32_t room = Twin::PROGRAM - 1 - limits->steps;

  for (uint32_t i = 0; i < Twin::PROGRAM; i++) { /* lists; bit 63 would be a first word */
    words[i] = random_quarters(rng, 3)
                   ? rng_below(rng, Twin::MEMORY) | rng_below(rng, Twin::MEMORY) << 32
                   : rng_next(rng) & bits_mask(63);
    if (random_quarters(rng, 2))
      words[i] |= rng_next(rng) & bits_mask(32);
    if (limits->beyond)
      words[i] = 0;
  }
  words[0] = (limits->beyond ? uint64_t{STEPS_BEYOND} : limits->steps) |
             static_cast<uint64_t>(limits->words - 1) << 16 |
             static_cast<uint64_t>(limits->startup) << 32 |
             static_cast<uint64_t>(limits->gap) << 48 | ENGINE_FIRST;
  words[1] = (2 + limits->steps + random_field(limits, room, 30, rng)) |
             (2 + limits->steps + random_field(limits, room, 30, rng)) << 32;
  for (uint32_t i = 0; i < limits->steps; i++)
    words[2 + i] = random_field(limits, Twin::PORTS, 6, rng) |
                   random_field(limits, Twin::PORTS, 6, rng) << 6 |
                   random_field(limits, 4, 24, rng) << 12 |
                   random_field(limits, 4, 24, rng) << 36;
}

/* Writes the first `words` words, with edges of reset before that write another one. */
template <class Twin>
static void load_program(struct bench<Twin> *b, const uint64_t *program, uint32_t words,
                         bool known, struct rng *rng)
{
  struct engine_in in = {};

  for (uint32_t before = 0; before < words + 2; before++) {
    random_in(b, &in, rng);
    in.rst = true;
    in.program_i = before < 2 ? program[0] : program[before - 2];
    cycle(b, &in, known || before > 0, "reset");
  }
}

/* Both twins have the same words in the memory, so that words may be sent that no program
 * has stored: one long message is loaded, whose flag, in word 0, is that it is stored. */
template <class Twin> static void fill_memory(struct bench<Twin> *b, struct rng *rng)
{
  const uint64_t program[Twin::PROGRAM] = {
      ENGINE_FIRST | bits_mask(ENGINE_WORD_BITS) << 16 | ENGINE_STORE};
  struct engine_in in = {};

  load_program(b, program, Twin::PROGRAM, false, rng);
  for (uint32_t i = 0; i <= Twin::MEMORY; i++) {
    random_in(b, &in, rng);
    in.phase_i = 0;
    in.inject_valid_i = true;
    cycle(b, &in, true, "memory");
  }
}

/* One program, its load phase and its steps, between neighbours that stall. */
template <class Twin>
static void run_program(struct bench<Twin> *b, uint32_t number, struct rng *rng)
{
  const struct program_limits limits = random_limits(Twin::PROGRAM, rng);
  const uint32_t cycles = number % LONG_EVERY ? CYCLES : LONG_CYCLES;
  const uint32_t load = static_cast<uint32_t>(rng_below(rng, 3 * limits.words + 4));
  const uint32_t ready = 1 + static_cast<uint32_t>(rng_below(rng, 4));
  const uint32_t valid = 1 + static_cast<uint32_t>(rng_below(rng, 4));
  const uint32_t back = random_quarters(rng, 3) ? UINT32_MAX : 20;
  const uint32_t part = random_quarters(rng, 3)
                            ? Twin::PROGRAM
                            : 1 + static_cast<uint32_t>(rng_below(rng, Twin::PROGRAM));
  uint64_t program[Twin::PROGRAM];
  struct engine_in in = {};
  char when[64];

  random_program<Twin>(program, &limits, rng);
  load_program(b, program, part, true, rng);
  for (uint32_t t = 0; t < cycles; t++) {
    random_in(b, &in, rng);
    in.rst = rng_below(rng, 4 * CYCLES) == 0;
    if (random_quarters(rng, 2))
      in.program_i = program[rng_below(rng, Twin::PROGRAM)];
    in.phase_i = t < load || rng_below(rng, back) == 0
                     ? 0
                     : 1 + rng_below(rng, bits_mask(Twin::PHASE_BITS));
    in.out_ready_i = random_quarters(rng, ready) ? bits_mask(Twin::PORTS) : in.out_ready_i;
    in.in_valid_i = random_quarters(rng, valid) ? bits_mask(Twin::PORTS) : in.in_valid_i;
    snprintf(when, sizeof when, "program %" PRIu32 " cycle %" PRIu32, number, t);
    cycle(b, &in, true, when);
  }
}

/* One step, sent and received without a stall; `cycles` is what it takes. */
template <class Twin>
static void one_step(struct bench<Twin> *b, uint64_t first, uint32_t cycles,
                     struct rng *rng)
{
  const uint64_t program[] = {first | ENGINE_FIRST | 1, 3 | UINT64_C(4) << 32,
                              UINT64_C(1) << 12 | UINT64_C(1) << 36, 0, ENGINE_STORE};
  struct engine_in in = {};

  load_program(b, program, sizeof program / sizeof *program, true, rng);
  b->events = {};
  in.out_ready_i = in.in_valid_i = 1;
  in.phase_i = 1;
  for (uint32_t t = 0; t <= cycles; t++) {
    CHECK(b->events.steps == 0, "the step ends after %" PRIu32 " cycles of phase 1", t - 1);
    b->packets[0].data = t & bits_mask(Twin::DATA_BITS);
    cycle(b, &in, true, "long step");
  }
  CHECK(b->events.steps == 1, "the step has not ended after %" PRIu32 " cycles", cycles);
}

/* At random; then the longest start-up, word and message. */
template <class Twin> static void test_programs()
{
  constexpr uint32_t programs = Twin::PORTS < WIDE ? PROGRAMS : PROGRAMS_WIDE;
  static struct bench<Twin> b;
  const struct engine_events *events = &b.events;
  struct rng rng = rng_seed(SEED, Twin::PORTS);

  b.engine.ports = Twin::PORTS;
  b.engine.program_words = Twin::PROGRAM;
  b.engine.memory_words = Twin::MEMORY;
  b.engine.program = b.program;
  b.engine.memory = b.memory;
  b.model = model_open<typename Twin::Model>();
  fill_memory(&b, &rng);
  for (uint32_t i = 0; i < programs; i++)
    run_program(&b, i, &rng);
  CHECK(events->loaded && events->steps > programs,
        "%" PRIu32 " words loaded, %" PRIu32 " steps", events->loaded, events->steps);
  CHECK(Twin::PROGRAM == 2 || (events->sent > programs && events->received > programs &&
                               events->ejected > programs && events->stalled > programs &&
                               events->ends_together > programs / 20),
        "only %" PRIu32 " words sent, %" PRIu32 " received, %" PRIu32 " ejected, %" PRIu32
        " stalls, %" PRIu32 " steps that sent and received at the end",
        events->sent, events->received, events->ejected, events->stalled,
        events->ends_together);
  if constexpr (Twin::PORTS <= 3 && Twin::PROGRAM > 4) {
    one_step(&b, UINT64_C(0x7fffffff) << 32, 65535 + 32768, &rng);
    one_step(&b, UINT64_C(0xffff) << 16, 65536, &rng);
  }
  model_close(b.model);
}

#define ROW(Twin, title) TWIN_TEST(test_programs, Twin, title)

TWIN_LAWS(ROW)
