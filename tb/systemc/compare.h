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
  bool same(const char *what, int index, int per, const std::string &field, uint64_t golden,
            uint64_t dut)
  {
    char text[160];

    if (golden == dut)
      return true;
    const std::string vc = per > 1 ? " VC " + std::to_string(index % per) : "";
    std::snprintf(text, sizeof text, "%s %d%s, %s: golden 0x%" PRIx64 ", dut 0x%" PRIx64,
                  what, index / per, vc.c_str(), field.c_str(), golden, dut);
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
