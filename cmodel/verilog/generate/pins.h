/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pins -- the ports of a switch and of a network, as Verilog names them. */
#ifndef LOCKHOP_VERILOG_GENERATE_PINS_H
#define LOCKHOP_VERILOG_GENERATE_PINS_H

#include <stdbool.h>
#include <stdio.h>

enum pin_side { PIN_CONTROL, PIN_LINK, PIN_TERMINAL };

struct switch_pin {
  const char *name; /* "in_valid" */
  const char *port; /* "in_valid_i" */
  const char *bits; /* of the bus, in parameters: "PORTS*PACKET_BITS" */
  enum pin_side side;
  bool output;
};

/* All but clk and rst, in the order of the module; switch/bank/pins.def. */
enum { SWITCH_PINS = 14 };
extern const struct switch_pin switch_pins[SWITCH_PINS];

/* Whether the port of that name is one of a network too. */
bool pin_of_network(const struct switch_pin *pin);

/* The connections of an instance of a switch or a network, each port to the signal with the
 * name of its pin. */
void pins_print(bool of_network, FILE *file);

#endif
