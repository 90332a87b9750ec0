/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch -- the whole switch in C beside its Verilog twin, every output in every
 * cycle.
 *
 * In C a cycle is switch_bank_route and switch_offer, after which the outputs are known,
 * and then what the golden network does at the edge: ejected packets go, the links and
 * lanes move packets, reset.
 */
// model: Vswitch_1_1_1 rtl/switch/switch.v EXAMPLE=hypercube:1/deterministic
//   LANES=1 DEPTH=1 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 DATA_BITS=1
// model: Vswitch_2_1_2 rtl/switch/switch.v EXAMPLE=hypercube:2/deterministic
//   LANES=1 DEPTH=2 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0
// model: Vswitch_3_3_1 rtl/switch/switch.v EXAMPLE=hypercube:3/deterministic
//   LANES=3 DEPTH=1 VCS=1 PRIORITY_BITS=0 ARBITER=0 SENDS=1 RANDOM=0
// model: Vswitch_7_1_5 rtl/switch/switch.v EXAMPLE=hypercube:3/deterministic
//   PORTS=7 LANES=1 DEPTH=5 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 HEADER_BITS=7
//   ADDRESS_BITS=7
// model: Vswitch_10_1_7 rtl/switch/switch.v EXAMPLE=hypercube:3/deterministic
//   PORTS=10 LANES=1 DEPTH=7 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 HEADER_BITS=10
//   ADDRESS_BITS=10
// model: Vswitch_phased rtl/switch/switch.v EXAMPLE=mesh:2x3x4/four-phase
//   LANES=1 DEPTH=3 VCS=1 STORE=6 PRIORITY_BITS=2 ARBITER=0 SENDS=2 RANDOM=0
// model: Vswitch_vcs rtl/switch/switch.v EXAMPLE=hypercube:3/deterministic
//   LANES=2 DEPTH=2 VCS=2 PRIORITY_BITS=0 ARBITER=0 SENDS=2 RANDOM=0
// model: Vswitch_ordered rtl/switch/switch.v EXAMPLE=hypercube:3/rand-trans
//   LANES=2 DEPTH=3 VCS=1 PRIORITY_BITS=1 ARBITER=1 SENDS=1 RANDOM=0
// model: Vswitch_sync_1 rtl/switch/switch.v EXAMPLE=hypercube:1/rand-sync
//   LANES=2 DEPTH=1 VCS=1 STORE=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 DATA_BITS=8
// model: Vswitch_sync_vcs rtl/switch/switch.v EXAMPLE=hypercube:2/rand-sync
//   LANES=2 DEPTH=1 VCS=2 STORE=5 PRIORITY_BITS=0 ARBITER=0 RANDOM=0
// model: Vswitch_all rtl/switch/switch.v
//   EXAMPLE=hypercube:2/drand-trans-ooo,forced=0,random=shared
//   LANES=1 DEPTH=3 VCS=4 STORE=2 PRIORITY_BITS=3 ARBITER=1 SENDS=1 RANDOM=2
// model: Vswitch_most_vcs rtl/switch/switch.v EXAMPLE=hypercube:2/drand-trans-ooo
//   LANES=2 DEPTH=2 VCS=8 PRIORITY_BITS=0 ARBITER=0 RANDOM=1
// model: Vswitch_vector rtl/switch/switch.v EXAMPLE=d3:2,3/source-vector
//   LANES=2 DEPTH=2 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0
// model: Vswitch_vector_vcs rtl/switch/switch.v EXAMPLE=d3:3,4/source-vector,holds=0
//   LANES=2 DEPTH=1 VCS=3 PRIORITY_BITS=0 ARBITER=0 RANDOM=0
// model: Vswitch_vector_ordered rtl/switch/switch.v EXAMPLE=d3:1,2/source-vector
//   LANES=1 DEPTH=3 VCS=1 PRIORITY_BITS=1 ARBITER=1 RANDOM=0
// model: Vswitch_vector_all rtl/switch/switch.v EXAMPLE=d3:2,2/source-vector
//   LANES=3 DEPTH=2 VCS=2 STORE=2 PRIORITY_BITS=1 ARBITER=1 RANDOM=1 DATA_BITS=64
// model: Vswitch_table rtl/switch/switch.v EXAMPLE=d3:2,3/destination
//   LANES=2 DEPTH=2 VCS=3 PRIORITY_BITS=0 ARBITER=0 SENDS=2 PHASE_BITS=4 RANDOM=0
// model: Vswitch_turns rtl/switch/switch.v EXAMPLE=hypercube:3/deterministic
//   LANES=3 DEPTH=2 VCS=1 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 PUSHES=1
// model: Vswitch_turns_vcs rtl/switch/switch.v EXAMPLE=hypercube:2/drand-trans-ooo
//   LANES=2 DEPTH=3 VCS=2 PRIORITY_BITS=1 ARBITER=1 SENDS=1 RANDOM=1 PUSHES=1
// model: Vswitch_turns_gates rtl/switch/switch.v EXAMPLE=torus:4x3/dimension-order
//   LANES=1 DEPTH=1 VCS=2 PRIORITY_BITS=0 ARBITER=0 RANDOM=0 PUSHES=1 FORM=2
// model: route-units rtl/switch/switch.v EXAMPLE=each/each
//   LANES=2 DEPTH=2 STORE=3
#include "tests/twin/twin.h"

#include <type_traits>

extern "C" {
#include "network/topology/topology.h"
#include "switch/bank/alone.h"
}

enum { ROOM = 256, CYCLES = 30000, PHASE_CYCLES = 50 };

static constexpr bool same_text(const char *a, const char *b)
{
  return *a == *b && (*a == 0 || same_text(a + 1, b + 1));
}

/* The units whose headers random bits would seldom be. */
template <class Twin> constexpr bool is_levels = same_text(Twin::UNIT, "sync_levels");
template <class Twin>
constexpr bool is_vector = same_text(Twin::UNIT, "sync_vector") || is_levels<Twin>;
/* PUSHES, which only some rows have. */
template <class Twin, class = void> constexpr uint32_t pushes = 0;
template <class Twin>
constexpr uint32_t pushes<Twin, std::void_t<decltype(Twin::PUSHES)>> = Twin::PUSHES;
template <class Twin>
constexpr bool is_table = same_text(Twin::UNIT, "sync_table") ||
                          same_text(Twin::UNIT, "sync_choice");

/* The outputs of one cycle. */
struct switch_out {
  uint64_t ready; /* in_ready_o and above it inject_ready_o */
  uint64_t out_valid, eject_valid;
  struct packet out_packets[SWITCH_CHANNELS]; /* by queue */
  struct packet eject_packets[SWITCH_CHANNELS];
};

/* How often what is rare has happened: a test without it would prove little. */
struct seen {
  uint32_t stalls, ejects, contentions, full, resets, chosen;
  uint32_t stored, late, turned_away; /* by the waiting store; in phase 1 */
  uint32_t copied, held;              /* packets for several queues, taken and not */
  uint32_t read, read_late; /* ejected and sent on at once; of which held before */
};

/* One switch of the golden model. */
struct device {
  struct switch_alone alone;
  uint64_t kept; /* the channel was not ready in the cycle before */
  struct seen seen;
};

static void device_open(struct device *d, const struct switch_config *config)
{
  *d = {};
  CHECK(switch_alone_open(&d->alone, config, ROOM), "memory is short");
}

/* What became of the packets that must go to the queues of a mask; `held` are the channels
 * that had packets. */
static void see_copies(struct device *d, const uint64_t *queues, uint64_t held)
{
  for (; held; held &= held - 1) {
    const uint32_t channel = bits_lowest(held);
    const bool stays = d->alone.bank.full[0] >> channel & 1;
    const bool read = d->alone.bank.eject[0] >> channel & 1;
    const bool several = bits_count(queues[channel]) > 1;

    d->seen.copied += several && !stays;
    d->seen.held += several && stays;
    d->seen.read += read && queues[channel];
    d->seen.read_late += read && queues[channel] && (d->kept >> channel & 1);
  }
}

/* The packets that the outputs show, and how full the queues are; `before`: their counts at
 * the beginning of the cycle. */
static void read_outputs(struct device *d, const uint32_t *before, struct switch_out *out)
{
  const struct switch_bank *bank = &d->alone.bank;

  out->ready = switch_alone_ready(&d->alone);
  out->out_valid = bank->offered[0];
  out->eject_valid = bank->eject[0];
  for (uint64_t valid = bank->valid[0]; valid; valid &= valid - 1) {
    uint32_t q = bits_lowest(valid), count = switch_count(bank, 0, q);

    out->out_packets[q] = switch_shown(bank, 0, q)->packet;
    d->seen.contentions += count > before[q] + 1;
    d->seen.full += count == bank->config.depth;
  }
  for (uint64_t eject = bank->eject[0]; eject; eject &= eject - 1)
    out->eject_packets[bits_lowest(eject)] =
        switch_held(bank, 0, bits_lowest(eject))->packet;
}

/* What has happened to the waiting store, whose newest packet was `newest`; `held`: the
 * channels that had packets. */
static void see_store(struct device *d, uint32_t newest, uint64_t held)
{
  const struct switch_bank *bank = &d->alone.bank;
  const struct waiting_store *store = bank->stores;

  if (!store)
    return;
  if (store->count > 0 && store->tail != newest)
    ++*(bank->phase ? &d->seen.late : &d->seen.stored);
  d->seen.turned_away +=
      store->count == bank->config.store && !bank->phase && (held & bank->full[0]) != 0;
}

/* Steps 1 to 5 of docs/switch.md, and the outputs. */
static void device_comb(struct device *d, struct switch_out *out)
{
  struct switch_bank *bank = &d->alone.bank;
  const uint32_t vcs = bank->config.vcs;
  const struct waiting_store *store = bank->stores;
  const uint64_t held = bank->full[0];
  const uint32_t newest = store && store->count > 0 ? store->tail : PACKET_NONE;
  uint32_t before[SWITCH_CHANNELS];
  uint64_t queues[SWITCH_CHANNELS] = {};

  for (uint32_t q = 0; q < switch_queues(&bank->config); q++)
    before[q] = switch_count(bank, 0, q);
  for (uint64_t full = held; full; full &= full - 1)
    queues[bits_lowest(full)] = switch_wants(bank, 0, bits_lowest(full));
  switch_alone_comb(&d->alone);
  see_copies(d, queues, held);
  for (uint32_t port = 0; port < bank->config.ports; port++) {
    uint64_t valid = bank->valid[0] >> port * vcs & bits_mask(vcs);

    d->seen.chosen += (valid & (valid - 1)) != 0;
  }
  read_outputs(d, before, out);
  d->seen.stalls += (held & bank->full[0]) != 0;
  d->seen.ejects += bank->eject[0] != 0;
  see_store(d, newest, held);
}

/* The edge. */
static void device_edge(struct device *d, const struct switch_inputs *in)
{
  d->seen.resets += in->rst && d->alone.bank.valid[0] != 0;
  d->kept = in->rst ? 0 : d->alone.bank.full[0];
  switch_alone_edge(&d->alone, in);
}

/* How the other side behaves, for a while. */
struct phase {
  uint32_t offers, readies, changes; /* quarters of the cycles; of the changes, in 16ths */
  uint32_t reset_every;              /* cycles, on average */
  uint64_t hot;                      /* a header that is frequent */
  const uint32_t *parameters;        /* of the network */
};

static struct phase random_phase(struct rng *rng, const uint32_t *parameters)
{
  return {.offers = 1 + static_cast<uint32_t>(rng_below(rng, 4)),
          .readies = static_cast<uint32_t>(rng_below(rng, 5)),
          .changes = static_cast<uint32_t>(rng_below(rng, 4)),
          .reset_every = rng_below(rng, 8) == 0 ? 4u : 300u,
          .hot = rng_next(rng),
          .parameters = parameters};
}

/* A header: half of them anywhere, some as the hot spot, some for this switch; of those
 * with two fields, some with one of them here.  Cut off where it has fewer bits. */
static uint64_t random_header(struct rng *rng, const struct phase *phase, uint64_t here,
                              uint32_t address_bits, uint32_t header_bits)
{
  const uint64_t mask = bits_mask(header_bits), low = bits_mask(address_bits);
  const uint64_t any = rng_next(rng) & mask;

  switch (rng_below(rng, header_bits > address_bits ? 6 : 4)) {
  case 0:
    return (header_bits > address_bits && random_quarters(rng, 2)
                ? here | here << address_bits
                : here) &
           mask;
  case 1:
    return phase->hot & mask;
  case 4:
  case 5:
    return (any & ~low) | here;
  default:
    return any;
  }
}

/* A header of the swapped dragonfly: any fields, a counter for which there is a hop, or 0,
 * but for a few; of those with vectors, some are broadcasts. */
template <class Twin>
static uint64_t random_sync_header(struct rng *rng, const uint32_t *parameters)
{
  constexpr bool vector = is_vector<Twin>;
  const uint32_t k = parameters[0], m = parameters[1];
  constexpr uint32_t count_lsb =
      Twin::HEADER_BITS - (vector ? 5 : 3) - (is_levels<Twin> ? 1 : 0);
  uint64_t count = rng_below(rng, 1000) == 0 ? 7 : rng_below(rng, vector ? 5 : 6);
  uint64_t header = 0,
           flags = vector && random_quarters(rng, 1) ? 1 + rng_below(rng, 3) : 0;

  if (vector) { /* pi, delta, gamma, which have a port */
    header = rng_below(rng, k);
    header = header << clog2(m) | rng_below(rng, m);
    header = header << clog2(m) | rng_below(rng, m);
  } else {
    header = rng_next(rng) & bits_mask(count_lsb);
  }
  if (is_levels<Twin>)
    flags |= rng_below(rng, 2) << 2;
  return header | (count | flags << 3) << count_lsb;
}

/* A header for this switch, in the while of `phase`. */
template <class Twin>
static uint64_t header_of(struct rng *rng, const struct phase *phase, uint64_t here)
{
  if constexpr (!is_vector<Twin> && !is_table<Twin>) {
    return random_header(rng, phase, here, Twin::ADDRESS_BITS, Twin::HEADER_BITS);
  } else {
    struct rng hot = rng_seed(phase->hot, 0);

    return random_sync_header<Twin>(random_quarters(rng, 1) ? &hot : rng,
                                    phase->parameters);
  }
}

/* A port offers a packet of one VC. */
static void
random_in(struct switch_inputs *in, struct rng *rng, const struct phase *phase,
          const struct device *d, uint32_t address_bits, const struct packet_format *format,
          uint64_t (*header)(struct rng *rng, const struct phase *phase, uint64_t here))
{
  const uint32_t vcs = d->alone.bank.config.vcs,
                 queues = switch_queues(&d->alone.bank.config);

  in->rst = rng_below(rng, phase->reset_every) == 0;
  in->here = rng_next(rng) & bits_mask(address_bits);
  in->seed = rng_below(rng, 4) == 0 ? 0 : rng_next(rng);
  in->phase = in->phase != (rng_below(rng, 16) < phase->changes);
  in->offered = 0;
  in->out_ready = 0;
  for (uint32_t q = 0; q < queues; q++)
    in->out_ready |= uint64_t{random_quarters(rng, phase->readies)} << q;
  for (uint32_t c = 0; c < d->alone.bank.config.channels; c++) {
    in->offered |= uint64_t{random_quarters(rng, phase->offers)} << c;
    in->packets[c] = packet_any(rng, *format);
    in->packets[c].header = header(rng, phase, d->alone.bank.here[0]);
  }
  for (uint32_t p = 0; p < d->alone.bank.config.ports; p++) {
    uint64_t one = UINT64_C(1) << (p * vcs + rng_below(rng, vcs));

    in->offered &= ~(bits_mask(vcs) << p * vcs) | one;
    for (uint32_t k = 1; k < vcs; k++)
      in->packets[p * vcs + k] = in->packets[p * vcs];
  }
}

static void check_masks(const char *name, uint64_t rtl, uint64_t c, uint32_t cycle)
{
  CHECK(rtl == c, "cycle %u: %s %#" PRIx64 ", golden %#" PRIx64, cycle, name, rtl, c);
}

static void check_packet(const char *name, uint32_t index, const struct packet *rtl,
                         const struct packet *c, uint32_t cycle)
{
  CHECK(packet_equal(*rtl, *c),
        "cycle %u: %s %u is " PACKET_FORMAT ", golden " PACKET_FORMAT " (data:header)",
        cycle, name, index, PACKET_VALUES(*rtl), PACKET_VALUES(*c));
}

template <class Twin>
static void put(typename Twin::Model *m, const struct switch_inputs *in)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  const struct packet_format format = format_of(Twin::HEADER_BITS, Twin::DATA_BITS);

  m->rst = in->rst;
  m->seed_i = in->seed;
  m->phase_i = in->phase & 1;
  port_put(m->here_i, 0, Twin::ADDRESS_BITS, in->here);
  port_put(m->in_valid_i, 0, queues, in->offered);
  port_put(m->inject_valid_i, 0, Twin::LANES, in->offered >> queues);
  port_put(m->out_ready_i, 0, queues, in->out_ready);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    packet_put(m->in_packet_i, p, format, in->packets[p * Twin::VCS]);
  for (uint32_t l = 0; l < Twin::LANES; l++)
    packet_put(m->inject_packet_i, l, format, in->packets[queues + l]);
}

template <class Twin>
static void check_outputs(typename Twin::Model *m, const struct switch_out *out,
                          uint32_t cycle)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS, channels = queues + Twin::LANES;
  const struct packet_format format = format_of(Twin::HEADER_BITS, Twin::DATA_BITS);

  check_masks("in_ready_o", port_get(m->in_ready_o, 0, queues),
              out->ready & bits_mask(queues), cycle);
  check_masks("inject_ready_o", port_get(m->inject_ready_o, 0, Twin::LANES),
              out->ready >> queues, cycle);
  check_masks("out_valid_o", port_get(m->out_valid_o, 0, queues), out->out_valid, cycle);
  check_masks("eject_valid_o", port_get(m->eject_valid_o, 0, channels), out->eject_valid,
              cycle);
  for (uint64_t valid = out->out_valid; valid; valid &= valid - 1) {
    uint32_t queue = bits_lowest(valid);
    struct packet packet = packet_get(m->out_packet_o, queue / Twin::VCS, format);

    check_packet("out_packet_o", queue, &packet, &out->out_packets[queue], cycle);
  }
  for (uint64_t eject = out->eject_valid; eject; eject &= eject - 1) {
    uint32_t channel = bits_lowest(eject);
    struct packet packet = packet_get(m->eject_packet_o, channel, format);

    check_packet("eject_packet_o", channel, &packet, &out->eject_packets[channel], cycle);
  }
}

template <class Twin>
static void check_seen(const struct seen *seen, const struct routing *routing)
{
  CHECK(seen->stalls > 100 && seen->ejects > 100 && seen->full > 100 &&
            seen->resets > 100 &&
            (Twin::DEPTH == 1 || pushes<Twin> || seen->contentions > 100),
        "cycles with stalls %u, ejects %u, contentions %u; full queues %u; resets %u",
        seen->stalls, seen->ejects, seen->contentions, seen->full, seen->resets);
  CHECK(!routing->phases.ends_at || Twin::STORE == 0 ||
            (seen->stored > 100 && seen->late > 50 && seen->turned_away > 50),
        "cycles in which packets were stored %u, and in phase 1 %u; turned away %u",
        seen->stored, seen->late, seen->turned_away);
  CHECK(Twin::VCS == 1 || !routing->unit->has_vc || routing->phases.ends_at ||
            seen->chosen > 100,
        "a link had a choice of VCs in %u cycles", seen->chosen);
  CHECK(!is_vector<Twin> || (seen->copied > 1000 && seen->held > 1000 && seen->read > 100 &&
                             seen->read_late > 50),
        "packets for several queues taken %u, held %u; read on the way %u, after a wait %u",
        seen->copied, seen->held, seen->read, seen->read_late);
}

/* The first edges are a reset, long enough for the seeds. */
template <class Twin> static void test_same_outputs_in_every_cycle()
{
  constexpr uint32_t channels = Twin::PORTS * Twin::VCS + Twin::LANES;
  const struct packet_format format = format_of(Twin::HEADER_BITS, Twin::DATA_BITS);
  struct rng rng = rng_seed(SEED, channels);
  static struct device d;
  struct switch_inputs in = {};
  struct switch_out out;
  struct phase phase = {};
  struct topology t;
  struct err err;
  auto model = model_open<typename Twin::Model>();

  CHECK(topology_open(&t, Twin::SPEC, &err), "%s", err.text);
  const struct routing *routing = topology_routing(&t, Twin::ROUTING, &err);
  struct switch_config config = {};
  config.unit = routing->unit;
  config.ports = Twin::PORTS;
  config.vcs = Twin::VCS;
  config.channels = channels;
  config.depth = Twin::DEPTH;
  config.store = Twin::STORE;
  config.priority_bits = Twin::PRIORITY_BITS;
  config.arbiter = static_cast<enum arbiter_rule>(Twin::ARBITER);
  config.sends = Twin::SENDS;
  config.pushes = pushes<Twin>;
  config.random = static_cast<enum random_source>(Twin::RANDOM);
  config.parameters = t.parameters;
  device_open(&d, &config);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    if (cycle % PHASE_CYCLES == 0)
      phase = random_phase(&rng, t.parameters);
    random_in(&in, &rng, &phase, &d, Twin::ADDRESS_BITS, &format, header_of<Twin>);
    in.rst = in.rst || cycle < channels;
    put<Twin>(model, &in);
    model_comb(model);
    device_comb(&d, &out);
    if (cycle > 0) /* before the first reset nothing is known */
      check_outputs<Twin>(model, &out, cycle);
    device_edge(&d, &in);
    model_edge(model);
  }
#ifndef TWIN_ANY_SHAPE /* of which some cannot have all of it */
  check_seen<Twin>(&d.seen, routing);
#endif
  topology_close(&t);
  switch_alone_close(&d.alone);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_same_outputs_in_every_cycle, Twin, title)

TWIN_LAWS(ROW)
