/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench_text -- the text of a bench: its top module and its README. */
#ifndef LOCKHOP_TOOL_TESTBENCH_TESTBENCH_TEXT_H
#define LOCKHOP_TOOL_TESTBENCH_TESTBENCH_TEXT_H

#include "tool/session/session.h"

#include <stdio.h>

struct testbench_text {
  const struct session *session;
  uint32_t sw; /* RECORD_NETWORK: a network */
  uint64_t key;
  uint32_t reset_edges;
  uint64_t cycles;
  uint64_t packets;
};

/* testbench.v */
void testbench_text_print(const struct testbench_text *text, FILE *file);

/* README.md */
void testbench_text_readme(const struct testbench_text *text, FILE *file);

#endif
