/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch -- the whole switch in C beside its Verilog twin, every output in every
 * cycle.
 *
 * In C a cycle is switch_route, after which the outputs are known, and then what the golden
 * network does at the edge: ejected packets go, the links and lanes move packets, reset.
 */
// model: Vswitch_1_1_1 rtl/switch/switch.v PORTS=1 LANES=1 DEPTH=1
//   HEADER_BITS=1 ADDRESS_BITS=1 DATA_BITS=1
// model: Vswitch_2_1_2 rtl/switch/switch.v PORTS=2 LANES=1 DEPTH=2
//   HEADER_BITS=2 ADDRESS_BITS=2 DATA_BITS=40
// model: Vswitch_3_3_1 rtl/switch/switch.v PORTS=3 LANES=3 DEPTH=1
//   HEADER_BITS=3 ADDRESS_BITS=3 DATA_BITS=40
// model: Vswitch_4_2_3 rtl/switch/switch.v PORTS=4 LANES=2 DEPTH=3
//   HEADER_BITS=4 ADDRESS_BITS=4 DATA_BITS=64
// model: Vswitch_6_2_2 rtl/switch/switch.v PORTS=6 LANES=2 DEPTH=2
//   HEADER_BITS=6 ADDRESS_BITS=6 DATA_BITS=40
// model: Vswitch_7_1_5 rtl/switch/switch.v PORTS=7 LANES=1 DEPTH=5
//   HEADER_BITS=7 ADDRESS_BITS=7 DATA_BITS=40
#include "tests/twin/twin.h"

extern "C" {
#include "switch/switch.h"

/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit bitfix;
}

enum { CHANNELS_MAX = 64, ROOM = 256, CYCLES = 30000, PHASE_CYCLES = 50 };

/* The inputs of one cycle; channels: network ports, then lanes. */
struct switch_in {
  bool rst;
  uint64_t here;
  uint64_t offered;                    /* in_valid_i and above it inject_valid_i */
  struct packet packets[CHANNELS_MAX]; /* in_packet_i, inject_packet_i */
  uint64_t out_ready;
};

/* The outputs of one cycle. */
struct switch_out {
  uint64_t ready; /* in_ready_o and above it inject_ready_o */
  uint64_t out_valid, eject_valid;
  struct packet out_packets[CHANNELS_MAX], eject_packets[CHANNELS_MAX];
};

/* How often what is rare has happened: a test without it would prove little. */
struct seen {
  uint32_t stalls, ejects, contentions, full, resets;
};

/* One switch of the golden model. */
struct device {
  struct switch_config config;
  uint64_t here, full, valid, eject;
  struct input_queue inputs[CHANNELS_MAX];
  struct output_queue outputs[CHANNELS_MAX];
  struct pooled_packet places[ROOM];
  struct packet_pool pool;
  struct seen seen;
};

static void device_reset(struct device *d, uint64_t here)
{
  d->here = here;
  d->full = d->valid = d->eject = 0;
  for (uint32_t c = 0; c < d->config.channels; c++)
    input_queue_reset(&d->inputs[c]);
  for (uint32_t p = 0; p < d->config.ports; p++)
    output_queue_reset(&d->outputs[p]);
  d->pool = {d->places, ROOM, 0, PACKET_NONE};
}

/* Steps 1 to 4 of docs/switch.md, and the outputs. */
static void device_comb(struct device *d, struct switch_out *out)
{
  struct switch_view view = {.here = d->here,
                             .full = &d->full,
                             .valid = &d->valid,
                             .eject = &d->eject,
                             .inputs = d->inputs,
                             .outputs = d->outputs};
  uint64_t held = d->full;
  uint32_t before[CHANNELS_MAX];

  for (uint32_t p = 0; p < d->config.ports; p++)
    before[p] = d->outputs[p].count;
  switch_route(&d->config, &view, &d->pool);
  out->ready = ~d->full & bits_mask(d->config.channels);
  out->out_valid = d->valid;
  out->eject_valid = d->eject;
  for (uint64_t valid = d->valid; valid; valid &= valid - 1) {
    uint32_t port = bits_lowest(valid);

    out->out_packets[port] = d->places[d->outputs[port].head].packet;
    d->seen.contentions += d->outputs[port].count > before[port] + 1;
    d->seen.full += d->outputs[port].count == d->config.depth;
  }
  for (uint64_t eject = d->eject; eject; eject &= eject - 1) {
    uint32_t channel = bits_lowest(eject);

    out->eject_packets[channel] = d->places[d->inputs[channel].packet].packet;
  }
  d->seen.stalls += (held & d->full) != 0;
  d->seen.ejects += d->eject != 0;
}

/* Steps 5 and 6, at the edge. */
static void device_edge(struct device *d, const struct switch_in *in)
{
  uint64_t accepted = in->offered & ~d->full;

  if (in->rst) {
    d->seen.resets += d->valid != 0;
    device_reset(d, in->here);
    return;
  }
  for (; d->eject; d->eject &= d->eject - 1)
    packet_pool_free(&d->pool, input_queue_take(&d->inputs[bits_lowest(d->eject)]));
  for (uint64_t sent = d->valid & in->out_ready; sent; sent &= sent - 1) {
    uint32_t port = bits_lowest(sent);

    packet_pool_free(&d->pool, output_queue_pop(&d->outputs[port], &d->pool));
    if (!output_queue_valid(&d->outputs[port]))
      d->valid &= ~(UINT64_C(1) << port);
  }
  for (d->full |= accepted; accepted; accepted &= accepted - 1) {
    uint32_t channel = bits_lowest(accepted);

    input_queue_accept(&d->inputs[channel],
                       packet_pool_take(&d->pool, &in->packets[channel]),
                       in->packets[channel].header);
  }
}

/* How the other side behaves, for a while. */
struct phase {
  uint32_t offers, readies; /* quarters of the cycles */
  uint32_t reset_every;     /* cycles, on average */
  uint64_t hot;             /* a header that is frequent */
};

static struct phase random_phase(struct rng *rng)
{
  return {.offers = 1 + static_cast<uint32_t>(rng_below(rng, 4)),
          .readies = static_cast<uint32_t>(rng_below(rng, 5)),
          .reset_every = rng_below(rng, 8) == 0 ? 4u : 300u,
          .hot = rng_next(rng)};
}

/* The packets: half of them anywhere, some to the hot spot, some to this switch. */
static void random_in(struct switch_in *in, struct rng *rng, const struct phase *phase,
                      const struct device *d, const struct packet_format *format)
{
  in->rst = rng_below(rng, phase->reset_every) == 0;
  in->here = rng_next(rng) & bits_mask(format->header_bits);
  in->offered = in->out_ready = 0;
  for (uint32_t c = 0; c < d->config.channels; c++) {
    in->offered |= uint64_t{random_quarters(rng, phase->offers)} << c;
    in->out_ready |= uint64_t{random_quarters(rng, phase->readies)} << c;
    in->packets[c] = packet_random(rng, *format);
    if (random_quarters(rng, 1))
      in->packets[c].header = d->here;
    else if (random_quarters(rng, 1))
      in->packets[c].header = phase->hot & bits_mask(format->header_bits);
  }
}

static void check_masks(const char *name, uint64_t rtl, uint64_t c, uint32_t cycle)
{
  CHECK(rtl == c, "cycle %u: %s %#" PRIx64 ", in C %#" PRIx64, cycle, name, rtl, c);
}

static void check_packet(const char *name, uint32_t index, const struct packet *rtl,
                         const struct packet *c, uint32_t cycle)
{
  CHECK(packet_equal(*rtl, *c),
        "cycle %u: %s %u is " PACKET_FORMAT ", in C " PACKET_FORMAT " (data:header)", cycle,
        name, index, PACKET_VALUES(*rtl), PACKET_VALUES(*c));
}

template <class Twin> static void put(typename Twin::Model *m, const struct switch_in *in)
{
  const struct packet_format format = {Twin::HEADER_BITS, Twin::DATA_BITS};

  m->rst = in->rst;
  port_put(m->here_i, 0, Twin::ADDRESS_BITS, in->here);
  port_put(m->in_valid_i, 0, Twin::PORTS, in->offered);
  port_put(m->inject_valid_i, 0, Twin::LANES, in->offered >> Twin::PORTS);
  port_put(m->out_ready_i, 0, Twin::PORTS, in->out_ready);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    packet_put(m->in_packet_i, p, format, in->packets[p]);
  for (uint32_t l = 0; l < Twin::LANES; l++)
    packet_put(m->inject_packet_i, l, format, in->packets[Twin::PORTS + l]);
}

template <class Twin>
static void check_outputs(typename Twin::Model *m, const struct switch_out *out,
                          uint32_t cycle)
{
  constexpr uint32_t channels = Twin::PORTS + Twin::LANES;
  const struct packet_format format = {Twin::HEADER_BITS, Twin::DATA_BITS};

  check_masks("in_ready_o", port_get(m->in_ready_o, 0, Twin::PORTS),
              out->ready & bits_mask(Twin::PORTS), cycle);
  check_masks("inject_ready_o", port_get(m->inject_ready_o, 0, Twin::LANES),
              out->ready >> Twin::PORTS, cycle);
  check_masks("out_valid_o", port_get(m->out_valid_o, 0, Twin::PORTS), out->out_valid,
              cycle);
  check_masks("eject_valid_o", port_get(m->eject_valid_o, 0, channels), out->eject_valid,
              cycle);
  for (uint64_t valid = out->out_valid; valid; valid &= valid - 1) {
    uint32_t port = bits_lowest(valid);
    struct packet packet = packet_get(m->out_packet_o, port, format);

    check_packet("out_packet_o", port, &packet, &out->out_packets[port], cycle);
  }
  for (uint64_t eject = out->eject_valid; eject; eject &= eject - 1) {
    uint32_t channel = bits_lowest(eject);
    struct packet packet = packet_get(m->eject_packet_o, channel, format);

    check_packet("eject_packet_o", channel, &packet, &out->eject_packets[channel], cycle);
  }
}

template <class Twin> static void test_same_outputs_in_every_cycle(void **)
{
  constexpr uint32_t channels = Twin::PORTS + Twin::LANES;
  const struct packet_format format = {Twin::HEADER_BITS, Twin::DATA_BITS};
  struct rng rng = rng_seed(SEED, channels);
  struct device d = {};
  struct switch_in in = {};
  struct switch_out out;
  struct phase phase = {};
  auto model = model_open<typename Twin::Model>();

  d.config = {
      .unit = &bitfix, .ports = Twin::PORTS, .channels = channels, .depth = Twin::DEPTH};
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    if (cycle % PHASE_CYCLES == 0)
      phase = random_phase(&rng);
    random_in(&in, &rng, &phase, &d, &format);
    in.rst = in.rst || cycle == 0;
    put<Twin>(model, &in);
    model_comb(model);
    device_comb(&d, &out);
    if (cycle > 0) /* before the first reset nothing is known */
      check_outputs<Twin>(model, &out, cycle);
    device_edge(&d, &in);
    model_edge(model);
  }
  CHECK(d.seen.stalls > 100 && d.seen.ejects > 100 && d.seen.full > 100 &&
            d.seen.resets > 100 && (Twin::DEPTH == 1 || d.seen.contentions > 100),
        "cycles with stalls %u, ejects %u, contentions %u; full queues %u; resets %u",
        d.seen.stalls, d.seen.ejects, d.seen.contentions, d.seen.full, d.seen.resets);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_same_outputs_in_every_cycle, Twin, title)

int main(void)
{
  const struct CMUnitTest tests[] = {TWIN_MODELS(ROW)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
