// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// kernel -- a SystemC simulation of its own for each design: docs/decisions/
// 0033-systemc-as-a-machine.md.
#ifndef LOCKHOP_SIM_SYSTEMC_KERNEL_H
#define LOCKHOP_SIM_SYSTEMC_KERNEL_H

#include <cstdint>
#include <systemc>

class Kernel
{
public:
  Kernel();
  // All modules and signals have been deleted.
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  // Before anything is done with modules or signals of this simulation.
  void enter() const;
  // Delta cycles until nothing changes any more.  False: there were `most` of them.
  bool settle(uint32_t most) const;
  // Everything has settled: let time pass until then, if that is later.
  void advance(uint64_t time_ps) const;

private:
  sc_core::sc_simcontext *context;
};

#endif
