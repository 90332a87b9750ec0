// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// kernel -- a SystemC simulation of its own for each design.

#include "sim/systemc/kernel.h"

#include <cstdlib>

using namespace sc_core;

namespace
{

// Errors are exceptions, and nothing is printed.
void quiet()
{
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_report_handler::set_actions(SC_INFO, SC_DO_NOTHING);
  sc_report_handler::set_actions(SC_WARNING, SC_DO_NOTHING);
  sc_report_handler::set_actions(SC_ERROR, SC_THROW);
  sc_report_handler::set_actions(SC_FATAL, SC_THROW);
}

} // namespace

Kernel::Kernel()
{
  quiet();
  context = new sc_simcontext;
  enter();
}

Kernel::~Kernel()
{
  enter();
  delete context;
  sc_curr_simcontext = sc_default_global_context = nullptr;
}

void Kernel::enter() const
{
  sc_curr_simcontext = sc_default_global_context = context;
}

bool Kernel::settle(uint32_t most) const
{
  for (uint32_t i = 0; i < most; i++) {
    if (context->elaboration_done() && !sc_pending_activity_at_current_time())
      return true;
    sc_start(SC_ZERO_TIME);
  }
  return false;
}

void Kernel::advance(uint64_t time_ps) const
{
  const sc_time target = sc_time::from_value(time_ps); // the resolution is 1 ps

  if (target > sc_time_stamp())
    sc_start(target - sc_time_stamp());
}
