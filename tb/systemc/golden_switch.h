// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// golden_switch -- the golden switch as an SC_MODULE with the pins of docs/switch.md.
#ifndef LOCKHOP_TB_SYSTEMC_GOLDEN_SWITCH_H
#define LOCKHOP_TB_SYSTEMC_GOLDEN_SWITCH_H

#include "pins.h"

#include <stdexcept>

class GoldenSwitch : public sc_core::sc_module
{
public:
  sc_core::sc_in<bool> clk, rst;
  sc_core::sc_in<Pin<SWITCH_ADDRESS_BITS>> here_i;
  sc_core::sc_in<uint64_t> seed_i;
  sc_core::sc_in<Pin<SWITCH_PHASE_BITS>> phase_i;
  sc_core::sc_in<Pin<queues>> in_valid_i, out_ready_i;
  sc_core::sc_in<Bus<ports>> in_packet_i;
  sc_core::sc_in<Pin<lanes>> inject_valid_i;
  sc_core::sc_in<Bus<lanes>> inject_packet_i;
  sc_core::sc_out<Pin<queues>> in_ready_o, out_valid_o;
  sc_core::sc_out<Bus<ports>> out_packet_o;
  sc_core::sc_out<Pin<lanes>> inject_ready_o;
  sc_core::sc_out<Pin<channels>> eject_valid_o;
  sc_core::sc_out<Bus<channels>> eject_packet_o;

  SC_HAS_PROCESS(GoldenSwitch);
  GoldenSwitch(sc_core::sc_module_name name, const lockhop_description &description)
      : sc_module(name), golden(lockhop_switch_open(&description, &error))
  {
    if (!golden)
      throw std::runtime_error(error.text);
    SC_METHOD(edge); // once at the start too, to show the outputs
    sensitive << clk.pos();
  }
  ~GoldenSwitch() override
  {
    lockhop_switch_close(golden);
  }
  uint32_t store() const
  {
    return lockhop_switch_shape(golden).store;
  }

private:
  lockhop_error error;
  lockhop_switch *golden;

  void edge()
  {
    lockhop_outputs out = {};

    if (clk.posedge())
      tick();
    lockhop_switch_outputs(golden, &out);
    in_ready_o = static_cast<Pin<queues>>(out.in_ready);
    out_valid_o = static_cast<Pin<queues>>(out.out_valid);
    out_packet_o = put<ports>(out.out_packet);
    inject_ready_o = static_cast<Pin<lanes>>(out.inject_ready);
    eject_valid_o = static_cast<Pin<channels>>(out.eject_valid);
    eject_packet_o = put<channels>(out.eject_packet);
  }
  void tick()
  {
    lockhop_inputs in = {};

    in.rst = rst;
    in.here = here_i;
    in.seed = seed_i;
    in.phase = phase_i;
    in.in_valid = in_valid_i;
    in.out_ready = out_ready_i;
    in.inject_valid = inject_valid_i;
    get<ports>(in_packet_i.read(), in.in_packet);
    get<lanes>(inject_packet_i.read(), in.inject_packet);
    lockhop_switch_tick(golden, &in);
  }
};

#endif
