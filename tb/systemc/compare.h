// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// compare -- the first pin at which two switches differ, in the order of `lockhop cosim`.
#ifndef LOCKHOP_TB_SYSTEMC_COMPARE_H
#define LOCKHOP_TB_SYSTEMC_COMPARE_H

#include "pins.h"

#include <cinttypes>
#include <cstdio>
#include <string>

class Compare
{
public:
  std::string difference; // empty: there is none

  Compare(const lockhop_outputs &golden, const lockhop_outputs &dut)
  {
    const auto &g = golden, &d = dut;

    mask("out_valid", "port", g.out_valid, d.out_valid, vcs) &&
        packets("out", "port", g.out_valid, g.out_packet, d.out_packet, vcs) &&
        mask("in_ready", "port", g.in_ready, d.in_ready, vcs) &&
        mask("inject_ready", "lane", g.inject_ready, d.inject_ready, 1) &&
        mask("eject_valid", "channel", g.eject_valid, d.eject_valid, 1) &&
        packets("eject", "channel", g.eject_valid, g.eject_packet, d.eject_packet, 1);
  }

private:
  // "port 1 VC 0", "channel 2", or "channel 6 (lane 1)", as `lockhop cosim` names it.
  static std::string place(const std::string &what, int index, int per)
  {
    const int lane = what == "lane" ? index : what == "channel" ? index - queues : -1;

    if (lane >= 0)
      return "channel " + std::to_string(queues + lane) + " (lane " + std::to_string(lane) +
             ")";
    return what + " " + std::to_string(index / per) +
           (per > 1 ? " VC " + std::to_string(index % per) : "");
  }
  bool same(const char *what, int index, int per, const std::string &field, uint64_t golden,
            uint64_t dut)
  {
    char text[160];

    if (golden == dut)
      return true;
    std::snprintf(text, sizeof text, "%s, %s: golden 0x%" PRIx64 ", dut 0x%" PRIx64,
                  place(what, index, per).c_str(), field.c_str(), golden, dut);
    difference = text;
    return false;
  }
  // `per`: bits of a mask to a place.
  bool mask(const char *field, const char *what, uint64_t golden, uint64_t dut, int per)
  {
    for (int i = 0; i < 64; i++)
      if (!same(what, i, per, field, golden >> i & 1, dut >> i & 1))
        return false;
    return true;
  }
  // Packets without a valid bit mean nothing.  The headers of all come first.
  bool packets(const std::string &field, const char *what, uint64_t valid,
               const lockhop_packet *golden, const lockhop_packet *dut, int per)
  {
    for (int half = 0; half < 2; half++)
      for (int i = 0; i < 64; i++) {
        if (!(valid >> i & 1))
          continue;
        const lockhop_packet &g = golden[i / per], &d = dut[i / per];

        if (!same(what, i, per, field + (half ? "_data" : "_header"),
                  half ? g.data : g.header, half ? d.data : d.header))
          return false;
      }
    return true;
  }
};

#endif
