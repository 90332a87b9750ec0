// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// pins -- the pins of one switch as signals, of the types that Verilator gives them, and as
// the values of lockhop.h.  SWITCH_PORTS and so on are macros that build.sh sets.
#ifndef LOCKHOP_TB_SYSTEMC_PINS_H
#define LOCKHOP_TB_SYSTEMC_PINS_H

#include <lockhop.h>
#include <systemc>
#include <type_traits>

constexpr int ports = SWITCH_PORTS, lanes = SWITCH_LANES, vcs = SWITCH_VCS;
constexpr int queues = ports * vcs, channels = queues + lanes;
constexpr int packet_bits = SWITCH_HEADER_BITS + SWITCH_DATA_BITS;

template <int BITS>
using Pin = std::conditional_t<
    BITS == 1, bool,
    std::conditional_t<BITS <= 32, uint32_t,
                       std::conditional_t<BITS <= 64, uint64_t, sc_dt::sc_bv<BITS>>>>;
template <int PACKETS> using Bus = Pin<PACKETS * packet_bits>;

// Packets [COUNT] from a bus, and back.
template <int COUNT> void get(const Bus<COUNT> &bus, lockhop_packet *packets)
{
  uint32_t words[(COUNT * packet_bits + 31) / 32 + 1] = {};

  if constexpr (COUNT * packet_bits > 64) {
    for (int i = 0; i * 32 < COUNT * packet_bits; i++)
      words[i] = bus.get_word(i);
  } else {
    words[0] = static_cast<uint32_t>(bus);
    words[1] = static_cast<uint32_t>(uint64_t{bus} >> 32);
  }
  for (int i = 0; i < COUNT; i++)
    packets[i] = lockhop_bus_get(words, i, SWITCH_HEADER_BITS, SWITCH_DATA_BITS);
}

template <int COUNT> Bus<COUNT> put(const lockhop_packet *packets)
{
  uint32_t words[(COUNT * packet_bits + 31) / 32 + 1] = {};
  Bus<COUNT> bus{};

  for (int i = 0; i < COUNT; i++)
    lockhop_bus_put(words, i, SWITCH_HEADER_BITS, SWITCH_DATA_BITS, &packets[i]);
  if constexpr (COUNT * packet_bits > 64) {
    for (int i = 0; i * 32 < COUNT * packet_bits; i++)
      bus.set_word(i, words[i]);
  } else {
    bus = static_cast<Bus<COUNT>>(uint64_t{words[1]} << 32 | words[0]);
  }
  return bus;
}

struct Inputs {
  sc_core::sc_signal<bool> rst;
  sc_core::sc_signal<Pin<SWITCH_ADDRESS_BITS>> here;
  sc_core::sc_signal<uint64_t> seed;
  sc_core::sc_signal<Pin<SWITCH_PHASE_BITS>> phase;
  sc_core::sc_signal<Pin<queues>> in_valid, out_ready;
  sc_core::sc_signal<Bus<ports>> in_packet;
  sc_core::sc_signal<Pin<lanes>> inject_valid;
  sc_core::sc_signal<Bus<lanes>> inject_packet;

  // What the terminal and the clock's edge bring; what the links bring.
  void drive(const lockhop_inputs &in)
  {
    rst = in.rst;
    here = static_cast<Pin<SWITCH_ADDRESS_BITS>>(in.here);
    seed = in.seed;
    phase = static_cast<Pin<SWITCH_PHASE_BITS>>(in.phase);
    inject_valid = static_cast<Pin<lanes>>(in.inject_valid);
    inject_packet = put<lanes>(in.inject_packet);
  }
  void drive_links(uint64_t valid, const lockhop_packet *packets, uint64_t ready)
  {
    in_valid = static_cast<Pin<queues>>(valid);
    in_packet = put<ports>(packets);
    out_ready = static_cast<Pin<queues>>(ready);
  }
};

struct Outputs {
  sc_core::sc_signal<Pin<queues>> in_ready, out_valid;
  sc_core::sc_signal<Bus<ports>> out_packet;
  sc_core::sc_signal<Pin<lanes>> inject_ready;
  sc_core::sc_signal<Pin<channels>> eject_valid;
  sc_core::sc_signal<Bus<channels>> eject_packet;

  lockhop_outputs read() const
  {
    lockhop_outputs out = {};

    out.in_ready = in_ready.read();
    out.out_valid = out_valid.read();
    out.inject_ready = inject_ready.read();
    out.eject_valid = eject_valid.read();
    get<ports>(out_packet.read(), out.out_packet);
    get<channels>(eject_packet.read(), out.eject_packet);
    return out;
  }
  void trace(sc_core::sc_trace_file *file, const std::string &scope) const
  {
    sc_trace(file, in_ready, scope + ".in_ready");
    sc_trace(file, out_valid, scope + ".out_valid");
    sc_trace(file, out_packet, scope + ".out_packet");
    sc_trace(file, inject_ready, scope + ".inject_ready");
    sc_trace(file, eject_valid, scope + ".eject_valid");
    sc_trace(file, eject_packet, scope + ".eject_packet");
  }
};

// Pin to pin: a Verilated switch and the golden one have the same names.
template <typename Module>
void bind(Module &m, sc_core::sc_signal_in_if<bool> &clk, Inputs &in, Outputs &out)
{
  m.clk(clk);
  m.rst(in.rst);
  m.here_i(in.here);
  m.seed_i(in.seed);
  m.phase_i(in.phase);
  m.in_valid_i(in.in_valid);
  m.in_packet_i(in.in_packet);
  m.in_ready_o(out.in_ready);
  m.out_valid_o(out.out_valid);
  m.out_packet_o(out.out_packet);
  m.out_ready_i(in.out_ready);
  m.inject_valid_i(in.inject_valid);
  m.inject_packet_i(in.inject_packet);
  m.inject_ready_o(out.inject_ready);
  m.eject_valid_o(out.eject_valid);
  m.eject_packet_o(out.eject_packet);
}

#endif
