/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- the text of a generated network and of its verification top. */
#ifndef LOCKHOP_VERILOG_GENERATE_NETWORK_TEXT_H
#define LOCKHOP_VERILOG_GENERATE_NETWORK_TEXT_H

#include "run/machine/machine.h"

#include <stdio.h>

/* Who watches while a large network is printed. */
struct network_watch {
  bool (*go_on)(void *self, uint32_t done, uint32_t switches); /* false: end it */
  void *self;
};

/* network.v: the switches and the links between them.  `watch` may be NULL.  False: the
 * watch has ended it, or the file cannot be written, which ferror tells. */
bool network_text_print(const struct shape *shape, const struct network_watch *watch,
                        FILE *file);

/* About how many bytes that is: those of some of the switches, for all.  Error:
 * ERR_ENVIRONMENT when memory is short. */
bool network_text_size(const struct shape *shape, uint64_t *bytes, struct err *err);

/* network_top.v: the network padded to words, its links shown, as sim/dut.h describes. */
void network_text_print_top(const struct shape *shape, FILE *file);

#endif
