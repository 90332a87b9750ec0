// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// links -- the links that end or begin at one switch, wired from the link table.
#ifndef LOCKHOP_TB_SYSTEMC_LINKS_H
#define LOCKHOP_TB_SYSTEMC_LINKS_H

#include "pins.h"

// A port at the far end: what it shows.
struct Far {
  const Outputs *outputs;
  int port;
};

class Links : public sc_core::sc_module
{
public:
  SC_HAS_PROCESS(Links);
  // from[p]: whose link arrives at port p; to[p]: where the link of port p arrives.
  Links(sc_core::sc_module_name name, Inputs &in, const Far *from, const Far *to)
      : sc_module(name), in(in), from(from, from + ports), to(to, to + ports)
  {
    SC_METHOD(bring);
    for (int p = 0; p < ports; p++)
      sensitive << from[p].outputs->out_valid << from[p].outputs->out_packet
                << to[p].outputs->in_ready;
  }

private:
  Inputs &in;
  std::vector<Far> from, to;

  void bring()
  {
    constexpr uint64_t one_port = (uint64_t{1} << vcs) - 1;
    lockhop_packet packets[ports];
    uint64_t valid = 0, ready = 0;

    for (int p = 0; p < ports; p++) {
      const Outputs &source = *from[p].outputs, &sink = *to[p].outputs;
      lockhop_packet all[ports];

      get<ports>(source.out_packet.read(), all);
      packets[p] = all[from[p].port];
      valid |= (source.out_valid.read() >> from[p].port * vcs & one_port) << p * vcs;
      ready |= (sink.in_ready.read() >> to[p].port * vcs & one_port) << p * vcs;
    }
    in.drive_links(valid, packets, ready);
  }
};

#endif
