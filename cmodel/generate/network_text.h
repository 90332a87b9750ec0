/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- the text of a generated network and of its verification top. */
#ifndef LOCKHOP_GENERATE_NETWORK_TEXT_H
#define LOCKHOP_GENERATE_NETWORK_TEXT_H

#include "network/machine.h"

#include <stdio.h>

/* network.v: the switches and the links between them. */
void network_text_print(const struct shape *shape, FILE *file);

/* network_top.v: the network padded to words, its links shown, as sim/dut.h describes. */
void network_text_print_top(const struct shape *shape, FILE *file);

#endif
