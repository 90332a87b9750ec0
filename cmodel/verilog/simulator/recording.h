/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* recording -- records the waveform of a Verilated machine, and ensures a complete file.
 *
 * A cycle takes RECORDING_CYCLE_PS: cycle t begins with a rising edge at t times that, and
 * all its signals change there.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_RECORDING_H
#define LOCKHOP_VERILOG_SIMULATOR_RECORDING_H

#include "run/machine/machine.h"
#include "verilog/simulator/pins.h"
#include "verilog/simulator/wave_part.h"

enum { RECORDING_CYCLE_PS = 10000 };

/* All zero: nothing is recorded. */
struct recording {
  bool active;
  bool one_object; /* a network: it is recorded whole */
  struct part file;
  uint32_t *switches; /* [count] for which golden links and cycle are shown */
  size_t count;
};

/* Errors: those of wave_part_open; ERR_ENVIRONMENT when memory is short. */
bool recording_open(struct recording *r, const struct dut_ops *ops, void *dut,
                    const struct shape *shape, const struct wave_request *request,
                    struct err *err);

/* Show the links of another machine, and at which of the switches recorded the machines
 * differ [count]. */
void recording_beside(const struct recording *r, const struct pins *pins, uint32_t ports,
                      uint32_t vcs, const struct machine *other, const struct links *links,
                      const bool *differs);

/* Cycle `cycle` begins: its inputs are on the pins, and clk is 1 already. */
void recording_begin_cycle(const struct recording *r, const struct dut_ops *ops, void *dut,
                           const struct pins *pins, uint64_t cycle);

/* The falling edge of that cycle has been evaluated. */
void recording_falling_edge(const struct recording *r, const struct dut_ops *ops, void *dut,
                            uint64_t cycle);

/* Complete the file.  Error: ERR_ENVIRONMENT when it is not whole. */
bool recording_close(struct recording *r, const struct dut_ops *ops, void *dut,
                     struct err *err);

/* Discard the file, if one is recorded. */
void recording_abandon(struct recording *r, const struct dut_ops *ops, void *dut);

#endif
