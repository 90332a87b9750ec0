/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* settle -- ready bits of an array of switches whose in_ready depends on inputs of its
 * cycle (docs/own-switch.md, --moore outputs).
 *
 * Switches are evaluated until no ready bit changes, once from all 0 and once from all 1.
 * A ring that never settles, or that settles in two ways, ends the run.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_SETTLE_H
#define LOCKHOP_VERILOG_SIMULATOR_SETTLE_H

#include <stdbool.h>
#include <stdint.h>

enum { SETTLING_TEXT = 300 };

/* All zero: not opened. */
struct settling {
  bool *due;                /* [switches] an input has changed since it was evaluated */
  uint64_t *least;          /* [switches] ready bits that follow from all 0 */
  uint64_t *moved;          /* [switches] ready bits that do not settle */
  uint32_t at;              /* the lowest switch of the ring that `text` names */
  char text[SETTLING_TEXT]; /* what is wrong, one line; "": nothing */
};

/* False: memory is short; it can be closed all the same. */
bool settling_open(struct settling *s, uint32_t switches);

void settling_close(struct settling *s);

struct verilated;

/* Settle the collected links. */
void verilated_settle(struct verilated *m);

#endif
