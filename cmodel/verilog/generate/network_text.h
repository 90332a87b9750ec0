/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- the text of a generated network and of its verification top. */
#ifndef LOCKHOP_VERILOG_GENERATE_NETWORK_TEXT_H
#define LOCKHOP_VERILOG_GENERATE_NETWORK_TEXT_H

#include "run/machine/machine.h"

#include <stdio.h>

/* Called while a large network is printed. */
struct network_watch {
  bool (*go_on)(void *self, uint32_t done, uint32_t switches); /* false: stop */
  void *self;
};

/* network.v: the switches and the links between them.  `module`: of the switches, "switch";
 * `watch` may be NULL.  False: the
 * watch stopped it, or the file cannot be written (see ferror). */
bool network_text_print(const struct shape *shape, const char *module,
                        const struct network_watch *watch, FILE *file);

/* An estimate of its size in bytes, from a sample of the switches.  Error:
 * ERR_ENVIRONMENT when memory is short. */
bool network_text_size(const struct shape *shape, uint64_t *bytes, struct err *err);

/* network_top.v: the network with ports padded to words and its links visible, as sim/dut.h
 * defines. */
void network_text_print_top(const struct shape *shape, FILE *file);

#endif
