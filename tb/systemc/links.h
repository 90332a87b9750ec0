// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// links -- the links that end or begin at one switch, wired from the link table.
#ifndef LOCKHOP_TB_SYSTEMC_LINKS_H
#define LOCKHOP_TB_SYSTEMC_LINKS_H

#include "pins.h"

// A port at the far end: what it shows, and which of its queues are stalled.
struct Far {
  const Outputs *outputs;
  int port;
  const sc_core::sc_signal<uint64_t> *stalled;
};

class Links : public sc_core::sc_module
{
public:
  SC_HAS_PROCESS(Links);
  // from[p]: whose link arrives at port p; to[p]: where the link of port p arrives.  Of a
  // queue that is stalled nothing crosses its link.
  Links(sc_core::sc_module_name name, Inputs &in, const Far *from, const Far *to,
        const sc_core::sc_signal<uint64_t> &stalled)
      : sc_module(name), in(in), from(from, from + ports), to(to, to + ports),
        stalled(stalled)
  {
    SC_METHOD(bring);
    sensitive << stalled;
    for (int p = 0; p < ports; p++)
      sensitive << from[p].outputs->out_valid << from[p].outputs->out_packet
                << *from[p].stalled << to[p].outputs->in_ready;
  }

private:
  Inputs &in;
  std::vector<Far> from, to;
  const sc_core::sc_signal<uint64_t> &stalled;

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
      const uint64_t offers = source.out_valid.read() & ~from[p].stalled->read();
      valid |= (offers >> from[p].port * vcs & one_port) << p * vcs;
      ready |= (sink.in_ready.read() >> to[p].port * vcs & one_port) << p * vcs;
    }
    in.drive_links(valid, packets, ready & ~stalled.read());
  }
};

#endif
