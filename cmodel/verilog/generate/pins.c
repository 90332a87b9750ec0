/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

#include "verilog/generate/pins.h"

#include <string.h>

#define MASK(per) #per "S"
#define PACKETS(per) #per "S*PACKET_BITS"
#define ROW(name, suffix, bits, side)                                                      \
  {#name, #name "_" #suffix, bits, side, (#suffix)[0] == 'o'},

const struct switch_pin switch_pins[SWITCH_PINS] = {
#define CONTROL(name, bits) ROW(name, i, #bits, PIN_CONTROL)
#define LINK(name, suffix, per, bus) ROW(name, suffix, bus(per), PIN_LINK)
#define TERMINAL(name, suffix, per, bus) ROW(name, suffix, bus(per), PIN_TERMINAL)
#include "switch/bank/pins.def"
};

bool pin_of_network(const struct switch_pin *pin)
{
  return pin->side != PIN_LINK && strcmp(pin->name, "here") != 0;
}

void pins_print(bool of_network, FILE *file)
{
  fputs("    .clk             (clk),\n"
        "    .rst             (rst)",
        file);
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (!of_network || pin_of_network(&switch_pins[i]))
      fprintf(file, ",\n    .%-15s (%s)", switch_pins[i].port, switch_pins[i].name);
  fputs("\n  );\n", file);
}
